"""The words of the site: what values of the catalogue are called there.

In: values of the catalogue. Out: text, not yet escaped. Promises: nothing here knows a norm; a
value that is missing is called missing, never guessed. What the command line says in the same words
stands in `model.wording`.
"""

import re
from collections.abc import Iterable
from datetime import date

from pipeline.codes import CODES
from pipeline.labels import fold
from pipeline.model import GRAVIDADES, Diagnostico, Gravidade, Norma, Origem, especie

PENALIDADES = {
    "advertencia": "advertência",
    "multa": "multa",
    "suspensao": "suspensão",
    "cassacao": "cassação",
    "apreensao": "apreensão",
    "revogacao": "revogação",
    "interdicao": "interdição",
    "frequencia_a_curso": "frequência a curso",
    "remissao": "a de outro dispositivo",
    "outra": "outra",
}
MEDIDAS = {
    "retencao": "retenção",
    "remocao": "remoção",
    "recolhimento": "recolhimento",
    "apreensao": "apreensão",
    "transbordo": "transbordo",
    "interdicao": "interdição",
    "afastamento": "afastamento",
    "remissao": "a de outro dispositivo",
    "outra": "outra",
}
CONTAGENS = {"por_veiculo": "Quantos veículos", "por_transgressao": "Quantas transgressões"}
"""How to ask for what a penalty is counted by."""
NIVEIS = {"erro": "Erro", "aviso": "Aviso", "nota": "Nota"}
CERTEZAS = {"certa": "certa", "provavel": "provável"}
REDACOES = {
    "original": "Redação original",
    "redacao": "Redação anterior",
    "inclusao": "Redação da inclusão",
    "revogacao": "Redação anterior à revogação",
    "veto": "Redação vetada",
    "renumeracao": "Redação anterior à renumeração",
    "suspensao": "Redação suspensa",
    "expressao": "Redação anterior",
    "retificacao": "Redação antes da retificação",
}
"""Headings of the wordings that are not in force."""
ALTERACOES = {
    "original": "texto original",
    "redacao": "nova redação",
    "inclusao": "incluído",
    "revogacao": "revogado",
    "veto": "vetado",
    "renumeracao": "renumerado",
    "suspensao": "suspenso",
    "expressao": "palavras substituídas",
    "retificacao": "retificado",
}
SITUACOES = {"revogado": "revogado", "vetado": "vetado", "suspenso": "suspenso"}
DESCARTES = {
    "cabecalho": "cabeçalho",
    "rodape": "rodapé",
    "numero_de_pagina": "número de página",
    "carimbo": "carimbo",
    "ruido": "ruído",
    "sumario": "sumário",
    "outro_ato": "de outro ato do arquivo",
    "margem": "nota na margem",
    "fora_da_pagina": "fora da área visível",
    "duplicado": "impresso duas vezes",
}
METODOS = {
    "nativo": "texto do próprio PDF",
    "texto": "arquivo de texto",
    "ocr": "OCR",
    "vazia": "sem texto",
    "ilegivel": "ilegível",
}
AGRUPADORES = {
    "anexo": "Anexo",
    "adt": "Ato das Disposições Transitórias",
    "parte": "Parte",
    "livro": "Livro",
    "titulo": "Título",
    "subtitulo_agrupador": "Subtítulo",
    "capitulo": "Capítulo",
    "secao": "Seção",
    "subsecao": "Subseção",
    "agrupador": "Título sem rótulo",
}

_MESES = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
    "outubro", "novembro", "dezembro",
)  # fmt: skip


def title(norma: Norma, *, long: bool = False) -> str:
    """The norm as it is cited: «Lei nº 1/2020», or with the whole date.

    >>> # title(norma, long=True) → 'Lei nº 1, de 2 de janeiro de 2020'
    """
    if norma.numero is None:
        return norma.epigrafe.texto if norma.epigrafe else norma.id
    number = f"{especie(norma.tipo).nome} nº {thousands(norma.numero)}"
    if norma.data is None:
        return number
    return f"{number}, de {day(norma.data)}" if long else f"{number}/{norma.data.year}"


def place(norma: Norma) -> str | None:
    """Municipality and state, as far as they are known."""
    return "/".join(part for part in (norma.municipio, norma.uf) if part) or None


def day(value: date) -> str:
    """A date in words.

    >>> day(date(2020, 1, 1))
    '1º de janeiro de 2020'
    """
    ordinal = "º" if value.day == 1 else ""
    return f"{value.day}{ordinal} de {_MESES[value.month - 1]} de {value.year}"


def thousands(number: str) -> str:
    """A number with its dots.

    >>> thousands("2020"), thousands("14-A")
    ('2.020', '14-A')
    """
    return f"{int(number):,}".replace(",", ".") if number.isdecimal() else number


def percent(share: float) -> str:
    """A share of one as a percentage.

    >>> percent(1.0), percent(0.987)
    ('100%', '98,7%')
    """
    return f"{share:.1%}".replace(".0%", "%").replace(".", ",")


def plural(count: int, one: str, many: str) -> str:
    """A count with its noun.

    >>> plural(1, "artigo", "artigos"), plural(1200, "artigo", "artigos")
    ('1 artigo', '1.200 artigos')
    """
    return f"{thousands(str(count))} {one if count == 1 else many}"


def graded(gravity: Gravidade | None, count: int) -> str:
    """A number of infractions of one gravity.

    >>> graded("gravissima", 2), graded("leve", 1), graded(None, 3)
    ('2 gravíssimas', '1 leve', '3 sem gravidade')
    """
    if gravity is None:
        return f"{count} sem gravidade"
    name = GRAVIDADES[gravity]
    return plural(count, name, f"{name}s")


def capital(text: str) -> str:
    """Words at the head of a line.

    >>> capital("multa e suspensão")
    'Multa e suspensão'
    """
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A message, written lower case without a full stop, as a sentence.

    >>> sentence("falta o inciso II")
    'Falta o inciso II.'
    """
    return capital(text) + ("" if text.endswith((".", "!", "?")) else ".")


def uncapital(text: str) -> str:
    """A citation inside a sentence.

    >>> uncapital("Art. 9º, I")
    'art. 9º, I'
    """
    return text[:1].lower() + text[1:]


def finding(found: Diagnostico) -> str:
    """What a finding is, in few words; a code of a later version speaks by its message.

    >>> # finding(the SAN003 of an inciso) → 'gravidade diverge da do grupo'
    """
    return CODES[found.codigo].titulo if found.codigo in CODES else found.mensagem


def where(origem: Iterable[Origem], *, short: bool = False) -> str:
    """Pages and printed lines of a text.

    >>> where([Origem(pagina=6, linhas=(4, 5), caixa=None)], short=True)
    'p. 6, l. 4–5'
    """
    page, line, lines = ("p.", "l.", "l.") if short else ("página", "linha", "linhas")
    found = []
    for one in origem:
        first, last = one.linhas
        span = f"{line} {first}" if first == last else f"{lines} {first}–{last}"
        found.append(f"{page} {one.pagina}, {span}")
    return "; ".join(found)


def pages(numbers: Iterable[int]) -> str:
    """Page numbers, runs shortened.

    >>> pages([1, 2, 3, 5])
    '1–3, 5'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{a}–{b}" if a != b else str(a) for a, b in runs)


def slug(text: str) -> str:
    """A word for an address or an id; `tabela.js` makes the same one.

    >>> slug("Grupo Ç-9")
    'grupo-c-9'
    """
    return re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-") or "-"
