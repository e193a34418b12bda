"""How values of the catalogue are said in Portuguese, wherever a reader meets them.

In: values of the catalogue. Out: text without markup, for messages, the terminal and the site
alike. Promises: an amount is shown with all its digits, never rounded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.model.sanctions import Gravidade, Incidencia

GRAVIDADES: dict[Gravidade, str] = {
    "leve": "leve",
    "media": "média",
    "grave": "grave",
    "gravissima": "gravíssima",
}
"""Gravities, lightest first."""
INCIDENCIAS: dict[Incidencia, str] = {
    "por_veiculo": "por veículo",
    "por_transgressao": "por transgressão",
}
"""What a penalty is counted by."""

_UNITS = {"SALARIO-MINIMO": ("salário mínimo", "salários mínimos")}
"""Units that the law writes in words: one of them, and several."""
_BRAZILIAN = str.maketrans(",.", ".,")


def number(value: Decimal, *, cents: bool = False) -> str:
    """A number as it is written in Brazil; a fraction has two digits at least, as money has.

    >>> number(Decimal("1250.5")), number(Decimal("0.125")), number(Decimal(400))
    ('1.250,50', '0,125', '400')
    >>> number(Decimal(30), cents=True)
    '30,00'
    """
    whole = value == value.to_integral_value()
    exponent = value.normalize().as_tuple().exponent
    digits = 0 if whole or not isinstance(exponent, int) else -exponent
    least = 0 if whole and not cents else 2
    return f"{value:,.{max(least, digits)}f}".translate(_BRAZILIAN)


def amount(quantity: Decimal, unit: str, per: str | None = None) -> str:
    """An amount with its unit, and what it is counted by.

    >>> amount(Decimal("1293.5"), "BRL"), amount(Decimal(400), "UF")
    ('R$ 1.293,50', '400 UF')
    >>> amount(Decimal(2), "SALARIO-MINIMO", "dia")
    '2 salários mínimos por dia'
    """
    if unit == "BRL":
        shown = f"R$ {number(quantity, cents=True)}"
    else:
        shown = f"{number(quantity)} {_UNITS.get(unit, (unit, unit))[quantity != 1]}"
    return f"{shown} por {per}" if per else shown


def listing(words: Sequence[str]) -> str:
    """Words in a row; empty for none.

    >>> listing(["a", "b", "c"])
    'a, b e c'
    """
    return " e ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def named(label: str | None) -> str:
    """A device as a sentence names it, by its citation or its label.

    >>> named("Art. 14, XXV"), named("§ 2º"), named("Seção I")
    ('o art. 14, XXV', 'o § 2º', 'a Seção I')
    """
    shown = (label or "?").replace("Art.", "art.").replace("Parágrafo", "parágrafo")
    return f"{'a' if shown.startswith(_FEMININE_LABELS) else 'o'} {shown}"


_FEMININE_LABELS = ("PARTE", "Seção", "Subseção")
_IRREGULAR = {"decreto.lei": "Decreto-Lei", "emenda.a.lei.organica": "Emenda à Lei Orgânica"}
_ACCENTED = {
    "organica": "orgânica",
    "resolucao": "resolução",
    "constituicao": "constituição",
    "provisoria": "provisória",
    "instrucao": "instrução",
}
_FEMININE = ("lei", "resolucao", "constituicao", "medida", "emenda", "portaria", "instrucao")


@dataclass(frozen=True, slots=True)
class Especie:
    """A type of norm as a sentence names it; «norma» where the type is not known."""

    nome: str
    feminine: bool

    @property
    def da(self) -> str:
        """«da lei», «do decreto»."""
        return f"{'da' if self.feminine else 'do'} {self.nome.lower()}"

    @property
    def na(self) -> str:
        """«na lei», «no decreto»."""
        return f"{'na' if self.feminine else 'no'} {self.nome.lower()}"

    @property
    def a(self) -> str:
        """«a lei», «o decreto»."""
        return f"{'a' if self.feminine else 'o'} {self.nome.lower()}"


def especie(tipo: str | None) -> Especie:
    """Name a type of norm: a LexML word, dots for blanks, without accents; None is not known.

    >>> especie("lei.organica").da, especie("decreto.lei").nome, especie(None).a
    ('da lei orgânica', 'Decreto-Lei', 'a norma')
    """
    if tipo is None:
        return Especie("Norma", True)
    words = tipo.split(".")
    name = _IRREGULAR.get(tipo) or " ".join(_ACCENTED.get(one, one).capitalize() for one in words)
    return Especie(name, words[0] in _FEMININE)
