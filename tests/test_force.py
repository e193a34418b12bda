"""When a norm enters into force: what its clause says, and what it leaves unknown (LC 95, art. 8º)."""

from datetime import date

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
        # These leave the day unknown, and are said to do so.
        ("Esta Lei entra em vigor 90 dias após a sua publicação.", Force()),
        ("Esta Lei terá vigência após 30 dias.", Force()),
        ("Esta Lei entra em vigor na data da publicação do seu regulamento.", Force()),
        ("Esta Lei entra em vigor após a Lei nº 7, de 2 de março de 2030.", Force()),
        ("A taxa entra no cálculo da multa.", None),
    ],
)
def test_a_clause_says_a_day_or_that_it_is_unknown(text: str, expected: Force | None) -> None:
    assert read_force(text) == expected
