"""`erratas.toml`: what reviewers corrected, and what they saw and left as printed.

In: the file. Out: errata and observations, each with its passage.
"""

from pathlib import Path

from pipeline.artefacts import Erratum, Observation, Passage
from pipeline.diagnostics import InputError
from pipeline.sources.tables import Reader, line_of, read_toml


def read_review(path: Path) -> tuple[tuple[Erratum, ...], tuple[Observation, ...]]:
    """Errata and observations; raises `InputError` ENT008 with the key and its line."""
    top = Reader(read_toml(path, "ENT008"), path, "ENT008")
    errata = tuple(_erratum(row) for row in top.tables("errata"))
    observations = tuple(_observation(row) for row in top.tables("observacoes"))
    top.done()
    seen: set[str] = set()
    tables: dict[str, tuple[Erratum | Observation, ...]] = {
        "errata": errata, "observacoes": observations,
    }  # fmt: skip
    for table, entries in tables.items():
        for number, one in enumerate(entries, 1):
            if one.id in seen:
                raise InputError(
                    "ENT008", f"id repetido: {one.id}", file=path,
                    line=line_of(path, f"{table}[{number}]", "id"),
                )  # fmt: skip
            seen.add(one.id)
    return errata, observations


def _erratum(row: Reader) -> Erratum:
    passage, after = _passage(row, "de"), row.need_even_empty("para")
    certainty = row.take("certeza", str) or "certa"
    if certainty not in ("certa", "provavel"):
        raise row.bad("certeza", 'deve ser "certa" ou "provavel"')
    if after.count("\n") > passage.text.count("\n"):
        raise row.bad("para", "não pode ter mais linhas que `de`")
    if passage.text == after:
        raise row.bad("para", "é igual a `de`")
    erratum = Erratum(
        row.need("id", str), passage, after, row.need("motivo", str), certainty == "certa"
    )
    row.done()
    return erratum


def _observation(row: Reader) -> Observation:
    passage, whose = _passage(row, "trecho"), row.need("classe", str)
    if whose not in ("norma", "ocr"):
        raise row.bad("classe", 'deve ser "norma" (falha da lei) ou "ocr" (leitura incerta)')
    observation = Observation(
        row.need("id", str), passage, row.need("motivo", str), whose == "norma"
    )
    row.done()
    return observation


def _passage(row: Reader, key: str) -> Passage:
    """The words under `key`, their place and their count."""
    text = row.need(key, str)
    page, device = row.within("pagina", int, 1), row.take("dispositivo", str)
    everywhere = row.take("todas", bool)
    if sum(place is not None for place in (page, device, everywhere)) != 1 or everywhere is False:
        raise row.bad(key, "indique exatamente um lugar: `pagina`, `dispositivo` ou `todas = true`")
    count = row.need("ocorrencias", int)
    if count < 1:
        raise row.bad("ocorrencias", "deve ser 1 ou mais")
    return Passage(text, count, page, device, everywhere is True)
