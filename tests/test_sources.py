"""A norm's folder: what is taken, what is refused, and that each refusal names file, key and line."""

import errno
import hashlib
import os
import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from pipeline import InputError
from pipeline.artefacts import Addressee, Erratum, Observation, Passage, Source
from pipeline.codes import CODES
from pipeline.labels import Title
from pipeline.sources import find_norms, load_source, slug

LAW = "LEI Nº 12, DE 3 DE MAIO DE 2017\nArt. 1º Fica criada a taxa.\n"


@pytest.fixture
def norm(tmp_path: Path) -> Path:
    """A folder with one norm in it and nothing else."""
    folder = tmp_path / "lei-12-2017"
    folder.mkdir()
    (folder / "lei.txt").write_text(LAW, encoding="utf-8")
    return folder


def refused(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        load_source(path)
    error = caught.value
    assert error.code in CODES
    assert error.help
    return error


# ── which file ───────────────────────────────────────────────────────────────────────────────


def test_a_folder_is_a_norm_by_its_name(norm: Path) -> None:
    source = load_source(norm)
    assert source.id == "lei-12-2017"
    assert source.path == norm / "lei.txt"
    assert source.data == LAW.encode()
    assert source.sha256 == hashlib.sha256(LAW.encode()).hexdigest()
    assert not source.is_pdf
    assert source.errata == ()


def test_a_pdf_is_preferred_to_a_text_beside_it(norm: Path) -> None:
    (norm / "lei.pdf").write_bytes(b"%PDF-1.4")
    assert load_source(norm).path.name == "lei.pdf"


def test_the_file_named_in_the_facts_is_taken(norm: Path) -> None:
    (norm / "outra.pdf").write_bytes(b"%PDF-1.4")
    (norm / "norma.toml").write_text('arquivo = "lei.txt"\n', encoding="utf-8")
    assert load_source(norm).path.name == "lei.txt"


@pytest.mark.parametrize(
    ("stem", "wanted"),
    [
        ("Lei Nº 2.244 de 2001", "lei-no-2-244-de-2001"),
        ("CÓDIGO_Disciplinar", "codigo-disciplinar"),
        ("--x--", "x"),
        ("§§", "norma"),
    ],
)
def test_a_loose_file_is_a_norm_by_the_slug_of_its_stem(
    tmp_path: Path, stem: str, wanted: str
) -> None:
    file = tmp_path / f"{stem}.txt"
    file.write_text(LAW, encoding="utf-8")
    assert slug(stem) == wanted
    assert load_source(file).id == wanted


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    error = refused(tmp_path / "lei.pdf")
    assert error.code == "ENT001"
    assert "não existe" in error.message


def test_a_file_that_can_not_be_read_is_refused(
    norm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deny(self: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "read_bytes", deny)
    error = refused(norm)
    assert error.code == "ENT001"
    assert "sem permissão" in error.message


@pytest.mark.parametrize("names", [[], ["a.doc"], ["a.pdf", "b.pdf"], ["a.txt", "b.txt"]], ids=str)
def test_a_folder_without_one_norm_is_refused(tmp_path: Path, names: list[str]) -> None:
    folder = tmp_path / "lei-1"
    folder.mkdir()
    for name in names:
        (folder / name).write_text(LAW, encoding="utf-8")
    error = refused(folder)
    assert error.code == "ENT002"
    assert error.file == folder


@pytest.mark.parametrize("name", ["Lei-12", "lei 12", "lei_12", "lei--12", "código", "-lei"])
def test_a_folder_whose_name_is_no_id_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "lei.txt").write_text(LAW, encoding="utf-8")
    error = refused(folder)
    assert error.code == "ENT002"
    assert f"«{name}»" in error.message
    assert slug(name) in error.help


def test_the_folder_one_stands_in_has_its_name(norm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(norm)
    assert load_source(Path()).id == "lei-12-2017"


@pytest.mark.parametrize("named", ["../lei.txt", "/etc/passwd", "sub/lei.txt", "", "..", "."])
def test_the_facts_can_not_name_a_file_elsewhere(norm: Path, named: str) -> None:
    (norm / "norma.toml").write_text(f'uf = "AC"\narquivo = "{named}"\n', encoding="utf-8")
    error = refused(norm)
    assert (error.code, error.line) == ("ENT007", 2)
    assert "`arquivo`" in error.message


def test_the_facts_can_not_name_a_file_that_is_missing(norm: Path) -> None:
    (norm / "norma.toml").write_text('arquivo = "outra.pdf"\n', encoding="utf-8")
    error = refused(norm)
    assert error.code == "ENT002"
    assert "outra.pdf" in error.message


def test_a_file_name_that_can_not_be_printed_is_refused(tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/lei\xff\n.txt"))
    file.write_text(LAW, encoding="utf-8")
    assert refused(file).code == "ENT001"


# ── raw/ ─────────────────────────────────────────────────────────────────────────────────────


def test_norms_are_found_in_alphabetical_order(tmp_path: Path) -> None:
    for name in ("lei-2", "lei-10", "decreto-1", ".git"):
        (tmp_path / name).mkdir()
    (tmp_path / "LEIAME.md").write_text("x", encoding="utf-8")
    assert [path.name for path in find_norms(tmp_path)] == ["decreto-1", "lei-10", "lei-2"]


def test_raw_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    for folder, code in ((tmp_path, "ENT002"), (tmp_path / "raw", "ENT001")):
        with pytest.raises(InputError) as caught:
            find_norms(folder)
        assert caught.value.code == code


# ── norma.toml and erratas.toml: good ────────────────────────────────────────────────────────

GOOD_FACTS = """\
# um comentário com municipio = "Outra"
arquivo = "lei.txt"
tipo = "lei.complementar"
numero = "12"
data = 2017-05-03
publicacao = 2017-05-10
municipio = "São João d'Aliança"
uf = "GO"

[fonte]
acervo = "diário"
descricao = \"\"\"
uf = "XX"
[registro]
\"\"\"
consultada_em = 2026-12-01
reconstituida = true
motivo = "o PDF não pôde ser obtido"

[registro]
acervo = "diário"
id_nativo = "7"
materia_originaria = "8"
tipo = "Lei"
numero_ano = "12/2017"
data = 2017-05-03
ementa = "Cria a taxa."
situacao = "ok"
metodo = "native"
extrator = "x"
confianca = 1
paginas = 2

[[destinatarios]]
id = "motorista"
nome = "motorista"
termos = ["motorista", "motoristas"]

[[destinatarios]]
id = "dono"
nome = "proprietário"
termos = ["proprietário"]
"""

GOOD_ERRATA = """\
# de = "nada"
[[errata]]
id = "um"
de = "taxa"
para = "tarifa"
todas = true
ocorrencias = 1
motivo = "letra trocada"

[[errata]]
id = "dois"
de = '''Fica
criada'''
para = "Fica criada"
pagina = 1
ocorrencias = 2
motivo = "linha partida"
certeza = "provavel"

[[errata]]
id = "tres"
de = "a"
para = "à"
dispositivo = "art1"
ocorrencias = 1
motivo = "acento"
certeza = "certa"

[[observacoes]]
id = "quatro"
trecho = "pela pela"
pagina = 1
ocorrencias = 1
classe = "norma"
motivo = "palavra repetida"
"""


def loaded(norm: Path, *, facts: str = "", errata: str = "") -> Source:
    (norm / "norma.toml").write_text(facts, encoding="utf-8")
    (norm / "erratas.toml").write_text(errata, encoding="utf-8")
    return load_source(norm)


def test_all_facts_are_read(norm: Path) -> None:
    facts = loaded(norm, facts=GOOD_FACTS).facts
    assert facts.title == Title("lei.complementar", "12", date(2017, 5, 3))
    assert facts.publicacao == date(2017, 5, 10)
    assert (facts.municipio, facts.uf) == ("São João d'Aliança", "GO")
    assert facts.reconstituida
    assert facts.motivo_reconstituicao == "o PDF não pôde ser obtido"
    assert facts.registro is not None
    assert (facts.registro.confianca, facts.registro.paginas) == (1.0, 2)
    assert facts.destinatarios == (
        Addressee("motorista", "motorista", ("motorista", "motoristas")),
        Addressee("dono", "proprietário", ("proprietário",)),
    )


def test_all_errata_are_read(norm: Path) -> None:
    source = loaded(norm, errata=GOOD_ERRATA)
    one, two, three = source.errata
    assert one == Erratum(
        "um", Passage("taxa", 1, everywhere=True), "tarifa", "letra trocada", certain=True
    )
    assert (two.passage, two.certain) == (Passage("Fica\ncriada", 2, page=1), False)
    assert (three.passage.device, three.passage.everywhere, three.certain) == ("art1", False, True)


def test_observations_are_read(norm: Path) -> None:
    assert loaded(norm, errata=GOOD_ERRATA).observations == (
        Observation("quatro", Passage("pela pela", 1, page=1), "palavra repetida", True),
    )


def test_empty_files_say_nothing(norm: Path) -> None:
    source = loaded(norm)
    assert source.facts.title == Title()
    assert source.facts.registro is None
    assert source.errata == ()


def test_an_accent_typed_as_a_sign_of_its_own_is_the_same(norm: Path) -> None:
    facts = 'municipio = "Sa\u0303o Joa\u0303o"\n'
    assert loaded(norm, facts=facts).facts.municipio == "São João"


def test_a_byte_order_mark_is_no_fault(norm: Path) -> None:
    source = loaded(norm, facts='\ufeffuf = "GO"\n', errata="\ufeff" + GOOD_ERRATA)
    assert source.facts.uf == "GO"
    assert len(source.errata) == 3


# ── norma.toml and erratas.toml: bad ─────────────────────────────────────────────────────────


class Bad(NamedTuple):
    """One line of a good file, what it is replaced by, and what must be said of it."""

    line: str
    instead: str
    key: str
    why: str
    at: int
    """the line that must be named, counted from the replaced one"""


FACTS: dict[str, Bad] = {
    "misspelt key": Bad('uf = "GO"', 'ufe = "GO"', "ufe", "desconhecida", 0),
    "key of another table": Bad('uf = "GO"', 'acervo = "x"', "acervo", "desconhecida", 0),
    "misspelt table": Bad("[fonte]", "[fontes]", "fontes", "desconhecida", 0),
    "misspelt key in fonte": Bad('acervo = "diário"', 'acervos = "x"', "fonte.acervos",
                                 "desconhecida", 0),
    "misspelt key in registro": Bad('id_nativo = "7"', 'id_nativa = "7"', "registro.id_nativa",
                                    "desconhecida", 0),
    "misspelt key of an addressee": Bad('nome = "proprietário"', 'nomes = "x"',
                                        "destinatarios[2].nomes", "talvez seja `nome`", 0),
    "state that is none": Bad('uf = "GO"', 'uf = "XX"', "uf", "sigla", 0),
    "state in small letters": Bad('uf = "GO"', 'uf = "go"', "uf", "sigla", 0),
    "number for a text": Bad('numero = "12"', "numero = 12", "numero", "um texto", 0),
    "number with a dot": Bad('numero = "12"', 'numero = "1.012"', "numero", "sem ponto", 0),
    "number with its year": Bad('numero = "12"', 'numero = "12/2017"', "numero", "sem ponto", 0),
    "type with a blank": Bad('tipo = "lei.complementar"', 'tipo = "Lei Complementar"', "tipo",
                             "LexML", 0),
    "date as a text": Bad("data = 2017-05-03", 'data = "2017-05-03"', "data", "uma data", 0),
    "date with an hour": Bad("publicacao = 2017-05-10", "publicacao = 2017-05-10T10:00:00",
                             "publicacao", "uma data", 0),
    "municipality with a digit": Bad('''municipio = "São João d'Aliança"''',
                                     'municipio = "Vila 3"', "municipio", "letras", 0),
    "municipality of signs": Bad('''municipio = "São João d'Aliança"''', 'municipio = "..."',
                                 "municipio", "letras", 0),
    "empty text": Bad('acervo = "diário"', 'acervo = " "', "fonte.acervo", "vazio", 0),
    "no reason for a reconstitution": Bad('motivo = "o PDF não pôde ser obtido"', "",
                                          "fonte.motivo", "falta", -8),
    "reconstitution as a text": Bad("reconstituida = true", 'reconstituida = "sim"',
                                    "fonte.reconstituida", "true ou false", 0),
    "reconstitution as a number": Bad("reconstituida = true", "reconstituida = 1",
                                      "fonte.reconstituida", "true ou false", 0),
    "confidence over 1": Bad("confianca = 1", "confianca = 99.5", "registro.confianca", "de 0",
                             0),
    "confidence that is no number": Bad("confianca = 1", "confianca = nan", "registro.confianca",
                                        "de 0", 0),
    "confidence as truth": Bad("confianca = 1", "confianca = true", "registro.confianca",
                               "um número", 0),
    "no pages": Bad("paginas = 2", "paginas = 0", "registro.paginas", "1 ou mais", 0),
    "pages and a half": Bad("paginas = 2", "paginas = 2.5", "registro.paginas", "inteiro", 0),
    "terms as a text": Bad('termos = ["proprietário"]', 'termos = "proprietário"',
                           "destinatarios[2].termos", "uma lista", 0),
    "terms that are none": Bad('termos = ["proprietário"]', "termos = []",
                               "destinatarios[2].termos", "textos", 0),
    "terms that are numbers": Bad('termos = ["proprietário"]', "termos = [1]",
                                  "destinatarios[2].termos", "textos", 0),
    "terms that are empty": Bad('termos = ["proprietário"]', 'termos = [""]',
                                "destinatarios[2].termos", "textos", 0),
    "addressee without an id": Bad('id = "dono"', "", "destinatarios[2].id", "falta", -1),
    "confidence without end": Bad("confianca = 1", f"confianca = {'9' * 400}",
                                  "registro.confianca", "de 0", 0),
}  # fmt: skip

ERRATA: dict[str, Bad] = {
    "misspelt key": Bad('motivo = "acento"', 'motivos = "acento"', "errata[3].motivos",
                        "talvez seja `motivo`", 0),
    "unknown key": Bad('motivo = "acento"', 'motivo = "acento"\nautor = "eu"', "errata[3].autor",
                       "desconhecida", 1),
    "unknown table": Bad('certeza = "certa"', 'certeza = "certa"\n[outra]', "outra",
                         "desconhecida", 1),
    "no id": Bad('id = "tres"', "", "errata[3].id", "falta", -1),
    "same id": Bad('id = "tres"', 'id = "um"', "um", "repetido", 0),
    "no before": Bad('de = "a"', "", "errata[3].de", "falta", -2),
    "empty before": Bad('de = "a"', 'de = ""', "errata[3].de", "vazio", 0),
    "blank after": Bad('para = "à"', 'para = " "', "errata[3].para", "vazio", 0),
    "nothing changes": Bad('para = "à"', 'para = "a"', "errata[3].para", "igual", 0),
    "no place": Bad('dispositivo = "art1"', "", "errata[3].de", "lugar", -2),
    "two places": Bad('dispositivo = "art1"', 'dispositivo = "art1"\npagina = 1', "errata[3].de",
                      "lugar", -2),
    "nowhere": Bad("todas = true", "todas = false", "errata[1].de", "lugar", -2),
    "page 0": Bad("pagina = 1", "pagina = 0", "errata[2].pagina", "1 ou mais", 0),
    "page as a text": Bad("pagina = 1", 'pagina = "1"', "errata[2].pagina", "inteiro", 0),
    "page as truth": Bad("pagina = 1", "pagina = true", "errata[2].pagina", "inteiro", 0),
    "no count": Bad("ocorrencias = 2", "", "errata[2].ocorrencias", "falta", -6),
    "count 0": Bad("ocorrencias = 2", "ocorrencias = 0", "errata[2].ocorrencias", "1 ou mais", 0),
    "count as a text": Bad("ocorrencias = 2", 'ocorrencias = "2"', "errata[2].ocorrencias",
                           "inteiro", 0),
    "unknown certainty": Bad('certeza = "provavel"', 'certeza = "talvez"', "errata[2].certeza",
                             "provavel", 0),
    "certainty in capitals": Bad('certeza = "provavel"', 'certeza = "Certa"', "errata[2].certeza",
                                 "provavel", 0),
    "fault of nobody": Bad('classe = "norma"', 'classe = "lei"', "observacoes[1].classe", "norma", 0),
    "observation without words": Bad('trecho = "pela pela"', "", "observacoes[1].trecho", "falta",
                                     -2),
    "observation with the id of an erratum": Bad('id = "quatro"', 'id = "um"', "um", "repetido",
                                                 0),
    "observation that corrects": Bad('classe = "norma"', 'classe = "norma"\npara = "pela"',
                                     "observacoes[1].para", "desconhecida", 1),
    "device as a number": Bad('dispositivo = "art1"', "dispositivo = 1", "errata[3].dispositivo",
                              "um texto", 0),
}  # fmt: skip


def broken(good: str, bad: Bad) -> tuple[str, int]:
    """The file with its one fault, and the line that must be named."""
    lines = good.split("\n")
    at = lines.index(bad.line)
    return "\n".join([*lines[:at], bad.instead, *lines[at + 1 :]]), at + 1 + bad.at


def test_good_files_have_each_line_that_is_broken_once() -> None:
    assert len(FACTS) >= 30
    assert len(ERRATA) >= 20


@pytest.mark.parametrize("name", FACTS)
def test_a_bad_fact_is_named_with_file_key_and_line(norm: Path, name: str) -> None:
    text, line = broken(GOOD_FACTS, FACTS[name])
    (norm / "norma.toml").write_text(text, encoding="utf-8")
    error = refused(norm)
    assert error.code == "ENT007"
    assert error.file == norm / "norma.toml"
    assert f"`{FACTS[name].key}`" in error.message
    assert FACTS[name].why in error.message
    assert error.line == line


@pytest.mark.parametrize("name", ERRATA)
def test_a_bad_erratum_is_named_with_file_key_and_line(norm: Path, name: str) -> None:
    text, line = broken(GOOD_ERRATA, ERRATA[name])
    (norm / "erratas.toml").write_text(text, encoding="utf-8")
    error = refused(norm)
    assert error.code == "ENT008"
    assert error.file == norm / "erratas.toml"
    assert ERRATA[name].key in error.message
    assert ERRATA[name].why in error.message
    assert error.line == line


@pytest.mark.parametrize(
    ("text", "key", "why"),
    [
        ('registro = "x"\n', "registro", "uma tabela"),
        ("fonte = 1\n", "fonte", "uma tabela"),
        ("destinatarios = 1\n", "destinatarios", "uma lista"),
        ("destinatarios = [1]\n", "destinatarios", "tabelas"),
        ("[registro]\nconfianca = 1\n", "registro.acervo", "falta"),
        ("fonte.reconstituida = true\n", "fonte.motivo", "falta"),
        ('[[registro]]\nacervo = "x"\n', "registro", "uma tabela"),
    ],
)
def test_a_fact_of_another_shape_is_named(norm: Path, text: str, key: str, why: str) -> None:
    (norm / "norma.toml").write_text(f"# notas\n{text}", encoding="utf-8")
    error = refused(norm)
    assert (error.code, error.file) == ("ENT007", norm / "norma.toml")
    assert f"`{key}`" in error.message
    assert why in error.message
    assert error.line == 2


@pytest.mark.parametrize(
    "text", ["errata = 1\n", "errata = [1]\n", '[errata]\nid = "um"\n', 'errata = "x"\n']
)
def test_errata_of_another_shape_are_named(norm: Path, text: str) -> None:
    (norm / "erratas.toml").write_text(f"# notas\n{text}", encoding="utf-8")
    error = refused(norm)
    assert (error.code, error.line) == ("ENT008", 2)
    assert "`errata`: deve ser uma lista" in error.message


def test_a_fault_in_the_hundredth_erratum_names_its_own_line(norm: Path) -> None:
    """All entries have the same keys: the first line with the key is the wrong one."""
    entry = (
        '[[errata]]\nid = "e{}"\nde = "a"\npara = "à"\ntodas = true\nocorrencias = {}\n'
        'motivo = "acento"\n'
    )
    text = "".join(entry.format(n, 0 if n == 100 else 1) for n in range(1, 121))
    (norm / "erratas.toml").write_text(text, encoding="utf-8")
    error = refused(norm)
    assert "`errata[100].ocorrencias`" in error.message
    assert error.line == 99 * 7 + 6


NO_TOML: dict[str, tuple[bytes, int | None]] = {
    "no value": (b'uf = "GO"\nnumero =\n', 2),
    "key twice": (b'uf = "GO"\nuf = "AC"\n', 2),
    "text without an end": (b'uf = "GO\n', 1),
    "date out of the calendar": (b"a = 1\n\ndata = 2017-02-31\n", 3),
    "not UTF-8": ('uf = "GO"\nmunicipio = "São"\n'.encode("latin-1"), 2),
    "binary": (b"\x00\x01\x02", 1),
    "number without end": (b"paginas = " + b"9" * 5000 + b"\n", None),
    "lists without end": (b"a = " + b"[" * 100_000, None),
    "a PDF": (b"%PDF-1.4\n", 1),
}


@pytest.mark.parametrize("name", NO_TOML)
@pytest.mark.parametrize(
    ("file", "code"), [("norma.toml", "ENT007"), ("erratas.toml", "ENT008")], ids=str
)
def test_what_is_no_toml_is_refused(norm: Path, name: str, file: str, code: str) -> None:
    data, line = NO_TOML[name]
    (norm / file).write_bytes(data)
    error = refused(norm)
    assert error.code == code
    assert error.file == norm / file
    assert error.line == line
    assert not re.search(r"[Ii]nvalid|[Ee]xpected|[Cc]annot|[Uu]nterminated|at line", error.message)


def test_a_toml_that_can_not_be_read_is_refused(
    norm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deny(self: Path, encoding: str) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    (norm / "norma.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(Path, "read_text", deny)
    error = refused(norm)
    assert error.code == "ENT007"
    assert "sem permissão" in error.message
