"""When a norm enters into force: what its clause says, and what it leaves unknown (LC 95, art. 8º)."""

from datetime import date
from typing import Literal

import pytest

from pipeline.labels import Force, read_force

ON_PUBLICATION = Force(on_publication=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Esta Lei entra em vigor na data de sua publicação.", ON_PUBLICATION),
        (
            "Esta Lei entra em vigor da data de sua publicação, revogando-se a Lei 5.",
            ON_PUBLICATION,
        ),
        ("Este Decreto entrará em vigor na data da publicação.", ON_PUBLICATION),
        ("A presente Lei passa a vigorar em 1º de março de 2022.", Force(day=date(2022, 3, 1))),
        ("Esta Lei vigerá a partir de 1º de março de 2022.", Force(day=date(2022, 3, 1))),
        # LC 95/1998, art. 8º, § 2º: "após decorridos (o número de) dias de sua publicação oficial".
        ("Esta Lei entra em vigor 90 dias após a sua publicação.", Force(days=90)),
        ("Esta Lei terá vigência após 30 dias.", Force(days=30)),
        (
            "Esta Lei entra em vigor após decorridos 45 (quarenta e cinco) dias da publicação.",
            Force(days=45),
        ),
        ("Este Decreto entra em vigor decorridos sessenta dias da publicação.", Force(days=60)),
        ("Esta Lei entra em vigor em 1º/7/2021.", Force(day=date(2021, 7, 1))),
        # Months and years are not turned into days.
        ("Esta Lei entra em vigor após seis meses de sua publicação.", Force(months=6)),
        ("Esta Lei entra em vigor 2 (dois) anos após sua publicação.", Force(months=24)),
        (
            "Esta Lei entra em vigor após decorrido 1 (um) ano da data de sua publicação oficial.",
            Force(months=12),
        ),
        ("Esta Lei entra em vigor um ano após a sua publicação.", Force(months=12)),
        (
            "Esta Lei entra em vigor no primeiro dia do mês seguinte ao de sua publicação.",
            Force(following="mes"),
        ),
        (
            "Esta Lei entra em vigor em 1º de janeiro do exercício seguinte ao de sua publicação.",
            Force(following="ano"),
        ),
        (
            "Esta Lei entrará em vigor a partir do primeiro dia do exercício financeiro subsequente.",
            Force(following="ano"),
        ),
        # These leave the day unknown, and are said to do so.
        ("Esta Lei entra em vigor no primeiro dia do quarto mês subsequente.", Force()),
        ("Esta Lei entra em vigor 90 dias após a publicação do seu regulamento.", Force()),
        ("Esta Lei entra em vigor na data de sua publicação, exceto quanto ao art. 2º.", Force()),
        ("Esta Lei entra em vigor na data da publicação do seu regulamento.", Force()),
        ("Esta Lei entra em vigor após a Lei nº 7, de 2 de março de 2030.", Force()),
        ("A taxa entra no cálculo da multa.", None),
    ],
)
def test_a_clause_says_a_day_or_that_it_is_unknown(text: str, expected: Force | None) -> None:
    assert read_force(text) == expected


@pytest.mark.parametrize(
    ("published", "days", "first"),
    [
        (date(2024, 3, 1), 90, date(2024, 5, 30)),
        (date(2024, 1, 31), 30, date(2024, 3, 1)),
        (date(2023, 12, 31), 1, date(2024, 1, 1)),
    ],
)
def test_the_day_of_publication_and_the_last_day_count(
    published: date, days: int, first: date
) -> None:
    """LC 95/1998, art. 8º, § 1º: force begins on the day after both are counted."""
    assert Force(days=days).first_day(published) == first
    assert Force(days=days).first_day(None) is None


@pytest.mark.parametrize(
    ("published", "months", "first"),
    [
        (date(2015, 3, 17), 12, date(2016, 3, 18)),  # the code of civil procedure, by the STJ
        (date(2021, 3, 10), 6, date(2021, 9, 11)),
        (date(2024, 1, 31), 1, date(2024, 3, 2)),  # no 31 February: the first day of March
        (date(2023, 12, 1), 1, date(2024, 1, 2)),
    ],
)
def test_a_term_in_months_ends_on_the_day_of_equal_number(
    published: date, months: int, first: date
) -> None:
    """Lei 810/1949, arts. 1º to 3º; Código Civil, art. 132, § 3º."""
    assert Force(months=months).first_day(published) == first


@pytest.mark.parametrize(
    ("published", "following", "first"),
    [
        (date(2021, 3, 10), "mes", date(2021, 4, 1)),
        (date(2021, 12, 10), "mes", date(2022, 1, 1)),
        (date(2021, 3, 10), "ano", date(2022, 1, 1)),
    ],
)
def test_the_next_month_or_year_begins_on_its_first_day(
    published: date, following: Literal["mes", "ano"], first: date
) -> None:
    assert Force(following=following).first_day(published) == first
