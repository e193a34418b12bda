"""Formulas for a Brazilian spreadsheet that answer questions on the table of infractions.

In: a catalogue. Out: rows for `exemplos.md.j2`. Promises: columns are named by where the published
table has them; results are computed from the same rows that the table is written of; a value that
a spreadsheet could take for a pattern, a number or an operator is put into no formula.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.emit.catalogue import COLUMNS, infraction_rows
from pipeline.emit.page_words import uncapital
from pipeline.model import GRAVIDADES, Catalogo

_PLAIN = re.compile(r"[^\W\d_][\w .,-]*")
"""Values that stand for themselves: a letter first, and no sign that means something."""

_SHOWN = 3
_GRAVITIES = dict[str, str](GRAVIDADES.items())


@dataclass(frozen=True, slots=True)
class Formula:
    """A question, the formula that answers it, and its value as a spreadsheet shows it."""

    question: str
    formula: str
    value: str


Row = dict[str, str]


def formulas(catalogue: Catalogo) -> Iterator[Formula]:
    """The formulas that this table gives ground for."""
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in infraction_rows(catalogue)]
    yield from _by_gravity(rows)
    yield from _by_group(rows)
    yield from _by_measure(rows)
    yield from _points(rows)
    yield from _fine(rows)


def column(name: str) -> str:
    """The letter of a column.

    >>> column("id"), column("conduta")
    ('A', 'C')
    """
    return chr(ord("A") + COLUMNS.index(name))


def _whole(name: str) -> str:
    return f"{column(name)}:{column(name)}"


def _by_gravity(rows: Sequence[Row]) -> Iterator[Formula]:
    counted = Counter(row["gravidade"] for row in rows)
    for code, word in reversed(GRAVIDADES.items()):
        if counted[code]:
            yield Formula(
                f"Quantas infrações têm gravidade {word}?",
                f'=CONT.SE({_whole("gravidade")};"{code}")',
                str(counted[code]),
            )
            return


def _by_group(rows: Sequence[Row]) -> Iterator[Formula]:
    counted = Counter(row["grupo"] for row in rows if _PLAIN.fullmatch(row["grupo"]))
    for group, count in counted.most_common(1):
        yield Formula(
            f"Quantas são do grupo {group}?",
            f'=CONT.SE({_whole("grupo")};"{group}")',
            str(count),
        )


def _by_measure(rows: Sequence[Row]) -> Iterator[Formula]:
    """Rows of the commonest gravity with the commonest measure; a cell may hold several."""
    measured = Counter(
        (row["gravidade"], row["medidas_administrativas"])
        for row in rows
        if row["gravidade"] and _PLAIN.fullmatch(row["medidas_administrativas"])
    )
    for (gravity, measure), _ in measured.most_common(1):
        count = sum(
            row["gravidade"] == gravity
            and measure.casefold() in row["medidas_administrativas"].casefold()
            for row in rows
        )
        yield Formula(
            f"Quantas de gravidade {_GRAVITIES[gravity]} têm a medida «{measure}»?",
            f'=CONT.SES({_whole("gravidade")};"{gravity}";'
            f'{_whole("medidas_administrativas")};"*{measure}*")',
            str(count),
        )


def _points(rows: Sequence[Row]) -> Iterator[Formula]:
    first: dict[str, Row] = {}
    for row in rows:
        if row["pontos"]:
            first.setdefault(row["pontos"], row)
    some = list(first.values())[:_SHOWN]
    if some:
        parts = [f'SOMASES({_whole("pontos")};{_whole("id")};"{row["id"]}")' for row in some]
        cited = [uncapital(row["dispositivo"]) for row in some]
        yield Formula(
            f"Qual é a soma dos pontos destas infrações: {'; '.join(cited)}?",
            "=" + "+".join(parts),
            str(sum(int(row["pontos"]) for row in some)),
        )


def _fine(rows: Sequence[Row]) -> Iterator[Formula]:
    row = next((row for row in reversed(rows) if row["multa"]), None)
    if row:
        table = f"{column('id')}:{column('multa')}"
        place = COLUMNS.index("multa") + 1
        yield Formula(
            f"Qual é a multa de {uncapital(row['dispositivo'])}, em {row['unidade']}?",
            f'=PROCV("{row["id"]}";{table};{place};FALSO)',
            row["multa"],
        )
