"""What people add beside a norm: read exactly, refused with key and line, kept off the catalogue."""

import json
import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, get_args

import jsonschema
import pytest

from pipeline import InputError, compile_norm
from pipeline.build import Options, build_all, exit_code
from pipeline.codes import CODES
from pipeline.emit.catalogue import catalogue_json
from pipeline.emit.schema import DIALECT, schema_files
from pipeline.model import DeviceId
from pipeline.reviewed import FILES, Reviewed
from pipeline.sources import load_reviewed, load_source
from pipeline.sources.reviewed import _DEVICE_KEYS as DEVICE_KEYS

ROOT = Path(__file__).parent.parent

LAW = """LEI Nº 12, DE 3 DE MAIO DE 2017

Art. 1º São infrações:
I - correr:
Infração - grave;
Penalidade - multa (Grupo X-1);
II - parar:
Infração - leve;
Penalidade - multa (Grupo X-2).
Art. 2º As multas são:
I - Grupo X-1: infração de natureza grave, multa de 10 UPF-ZZ;
II - Grupo X-2: infração de natureza leve, multa de 5 UPF-ZZ.
Art. 3º A cada infração cometida são computados os seguintes números de pontos:
I - grave: cinco pontos;
II - leve: três pontos.
Art. 4º Quem atingir vinte pontos perde a licença.
"""

GOOD = {
    "unidades": """
[[valores]]
unidade = "UPF-ZZ"
ano = 2024
valor = "4.7508"
ato = "Resolução nº 1"
fonte = "Diário de Vila Azul"
endereco = "https://exemplo.test/upf"
consultada_em = 2026-12-01

[[valores]]
unidade = "UPF-ZZ"
ano = 2025
valor = 0.1000000000000000055511151231257827
fonte = "Diário de Vila Azul"
consultada_em = 2026-12-01
""",
    "pontos": """
[[limites]]
id = "licenca"
pontos = 20
dispositivo = "art4_cpt"
condicao = "todo condutor"
ver = ["art3"]
""",
    "explicacoes": """
[[explicacoes]]
dispositivo = "art1_cpt_inc1"
texto = '''
Não corra.

dispositivo = "isto é texto"
'''
tambem = ["velocidade", "pressa"]
revista_por = "equipe do projeto"
revista_em = 2026-12-01
""",
    "procedimento": """
[[passos]]
id = "perda"
titulo = "Perda da licença"
dispositivos = ["art4"]

[[passos]]
id = "fim"
titulo = "Fim"
dispositivos = ["art3_cpt_inc1", "art3_cpt_inc2"]
explicacao = "Acabou."
ressalva = "Não se sabe quando."
ver = ["art4"]
""",
    "inicio": """
[[portas]]
id = "condutor"
titulo = "Conduzo"
caminhos = [
  { titulo = "Quanto se paga?", pagina = "multas", parte = "grupos" },
  { titulo = "O que é grave?", pagina = "infracoes", filtro = "gravidade=grave" },
]
""",
}


@pytest.fixture
def norm(tmp_path: Path) -> Path:
    folder = tmp_path / "raw" / "lei-12-2017"
    folder.mkdir(parents=True)
    (folder / "lei.txt").write_text(LAW, encoding="utf-8")
    return folder


def put(folder: Path, **files: str) -> Path:
    for name, content in files.items():
        (folder / f"{name}.toml").write_text(content, encoding="utf-8")
    return folder


def refused(folder: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        compile_norm(folder)
    assert caught.value.code == "ENT019"
    assert caught.value.help
    return caught.value


# ── what is read ─────────────────────────────────────────────────────────────────────────────


def test_without_the_files_there_is_nothing(norm: Path) -> None:
    assert load_source(norm).reviewed == Reviewed()
    assert load_source(norm / "lei.txt").reviewed == Reviewed()


def test_all_files_are_read(norm: Path) -> None:
    read = load_source(put(norm, **GOOD)).reviewed
    assert [(one.unidade, one.ano, one.valor) for one in read.valores] == [
        ("UPF-ZZ", 2024, Decimal("4.7508")),
        ("UPF-ZZ", 2025, Decimal("0.1000000000000000055511151231257827")),
    ]
    assert read.valores[0].ato == "Resolução nº 1"
    assert read.valores[1].ato is None
    assert [(one.pontos, one.dispositivo, one.ver) for one in read.limites] == [
        (20, "art4_cpt", ("art3",))
    ]
    [explained] = read.explicacoes
    assert explained.texto == 'Não corra.\n\ndispositivo = "isto é texto"'
    assert explained.tambem == ("velocidade", "pressa")
    assert [(one.id, one.dispositivos, one.explicacao) for one in read.passos] == [
        ("perda", ("art4",), None),
        ("fim", ("art3_cpt_inc1", "art3_cpt_inc2"), "Acabou."),
    ]
    assert [(one.ressalva, one.ver) for one in read.passos] == [
        (None, ()),
        ("Não se sabe quando.", ("art4",)),
    ]
    [door] = read.portas
    assert [(one.pagina, one.filtro, one.parte) for one in door.caminhos] == [
        ("multas", None, "grupos"),
        ("infracoes", "gravidade=grave", None),
    ]
    assert load_reviewed(norm) == read


def test_an_accent_that_is_a_sign_of_its_own_becomes_one_letter(norm: Path) -> None:
    decomposed = GOOD["explicacoes"].replace("Não", "Na\u0303o")
    read = load_source(put(norm, explicacoes=decomposed)).reviewed
    assert read.explicacoes[0].texto.startswith("N\u00e3o")


def test_the_catalogue_is_the_same_with_and_without(norm: Path) -> None:
    bare = catalogue_json(compile_norm(norm).catalogue)
    assert catalogue_json(compile_norm(put(norm, **GOOD)).catalogue) == bare


# ── what is refused ──────────────────────────────────────────────────────────────────────────


class Bad(NamedTuple):
    """A change of a good file, the key and the line that are named, and words of the message."""

    file: str
    old: str
    new: str
    key: str
    why: str
    at: str  # the line as it then is; "" where the table's own line is named


BAD = {
    "unknown key": Bad("unidades", "fonte", "fontes", "valores[1].fontes", "desconhecida; talvez seja `fonte`", 'fontes = "Diário de Vila Azul"'),
    "unknown list": Bad("pontos", "[[limites]]", "[[limite]]", "limite", "talvez seja `limites`", "[[limite]]"),
    "missing": Bad("unidades", "ano = 2024\n", "", "valores[1].ano", "falta", "[[valores]]"),
    "text for number": Bad("unidades", "2024", '"2024"', "valores[1].ano", "número inteiro", 'ano = "2024"'),
    "boolean for number": Bad("pontos", "= 20", "= true", "limites[1].pontos", "número inteiro", "pontos = true"),
    "number for text": Bad("pontos", '"licenca"', "1", "limites[1].id", "texto", "id = 1"),
    "comma": Bad("unidades", '"4.7508"', '"4,7508"', "valores[1].valor", "ponto decimal", 'valor = "4,7508"'),
    "thousands": Bad("unidades", '"4.7508"', '"4.750.8"', "valores[1].valor", "ponto decimal", 'valor = "4.750.8"'),
    "nothing worth": Bad("unidades", '"4.7508"', '"0.0"', "valores[1].valor", "mais que 0", 'valor = "0.0"'),
    "too great": Bad("unidades", '"4.7508"', "1e30", "valores[1].valor", "1000000 ou menos", "valor = 1e30"),
    "beyond all": Bad("unidades", '"4.7508"', "1e999999", "valores[1].valor", "1000000 ou menos", "valor = 1e999999"),
    "too fine": Bad("unidades", '"4.7508"', "1e-99", "valores[1].valor", "mais de 40 casas", "valor = 1e-99"),
    "read in the far future": Bad("unidades", "= 2026-12-01", "= 9999-12-31", "valores[1].consultada_em", "ou menos", "consultada_em = 9999-12-31"),
    "key of a way": Bad("inicio", "filtro =", "filtr =", "portas[1].caminhos[2].filtr", "desconhecida", "caminhos = ["),
    "unknown filter": Bad("inicio", "gravidade=grave", "naoexiste=x", "portas[1].caminhos[2].filtro", "medida=retencao", "caminhos = ["),
    "negative": Bad("unidades", '"4.7508"', "-1", "valores[1].valor", "mais que 0", "valor = -1"),
    "no number": Bad("unidades", '"4.7508"', "nan", "valores[1].valor", "número", "valor = nan"),
    "infinite": Bad("unidades", '"4.7508"', "inf", "valores[1].valor", "número", "valor = inf"),
    "value a list": Bad("unidades", '"4.7508"', "[]", "valores[1].valor", "número", "valor = []"),
    "year": Bad("unidades", "2024", "24", "valores[1].ano", "1900 ou mais", "ano = 24"),
    "late year": Bad("unidades", "2024", "20244", "valores[1].ano", "2200 ou menos", "ano = 20244"),
    "unit": Bad("unidades", "UPF-ZZ", "Upf-zz", "valores[1].unidade", "maiúsculas", 'unidade = "Upf-zz"'),
    "date as text": Bad("unidades", "= 2026-12-01", '= "2026-12-01"', "valores[1].consultada_em", "sem aspas", 'consultada_em = "2026-12-01"'),
    "date with time": Bad("unidades", "= 2026-12-01", "= 2026-12-01T10:00:00", "valores[1].consultada_em", "AAAA-MM-DD", "consultada_em = 2026-12-01T10:00:00"),
    "address": Bad("unidades", "https://", "", "valores[1].endereco", "https://", 'endereco = "exemplo.test/upf"'),
    "blank": Bad("unidades", '"Diário de Vila Azul"', '"  "', "valores[1].fonte", "vazio", 'fonte = "  "'),
    "empty": Bad("unidades", '"Diário de Vila Azul"', '""', "valores[1].fonte", "vazio", 'fonte = ""'),
    "same year": Bad("unidades", "ano = 2025", "ano = 2024", "valores[2].ano", "repetido: UPF-ZZ, 2024", "ano = 2024"),
    "other unit": Bad("unidades", "UPF-ZZ", "UPF-XX", "valores[1].unidade", "não usa esta unidade: UPF-XX", 'unidade = "UPF-XX"'),
    "points": Bad("pontos", "= 20", "= 0", "limites[1].pontos", "1 ou mais", "pontos = 0"),
    "points in part": Bad("pontos", "= 20", "= 20.5", "limites[1].pontos", "número inteiro", "pontos = 20.5"),
    "id": Bad("pontos", '"licenca"', '"Licença"', "limites[1].id", "minúsculas", 'id = "Licença"'),
    "no id of a device": Bad("pontos", '"art4_cpt"', '"art. 4º"', "limites[1].dispositivo", "id de um dispositivo", 'dispositivo = "art. 4º"'),
    "no such device": Bad("pontos", '"art4_cpt"', '"art44"', "limites[1].dispositivo", "não tem este dispositivo: art44", 'dispositivo = "art44"'),
    "no such device beside": Bad("pontos", '"art3"', '"art3_cpt_inc9"', "limites[1].ver", "art3_cpt_inc9", 'ver = ["art3_cpt_inc9"]'),
    "text for list": Bad("pontos", '["art3"]', '"art3"', "limites[1].ver", "lista", 'ver = "art3"'),
    "explained nowhere": Bad("explicacoes", "art1_cpt_inc1", "art1_cpt_inc7", "explicacoes[1].dispositivo", "art1_cpt_inc7", 'dispositivo = "art1_cpt_inc7"'),
    "no list": Bad("procedimento", "[[passos]]", "[passos]", "passos", "lista", "[passos]"),
    "steps of nothing": Bad("procedimento", '["art4"]', "[]", "passos[1].dispositivos", "a lista está vazia", "dispositivos = []"),
    "step nowhere": Bad("procedimento", '"art3_cpt_inc2"]', '"art9"]', "passos[2].dispositivos", "art9", 'dispositivos = ["art3_cpt_inc1", "art9"]'),
    "same step": Bad("procedimento", '"fim"', '"perda"', "passos[2].id", "repetido: perda", 'id = "perda"'),
    "no page": Bad("inicio", '"multas"', '"multa"', "portas[1].caminhos[1].pagina", "'infracoes', 'multas'", "caminhos = ["),
    "page not there": Bad("inicio", '"multas"', '"procedimento"', "portas[1].caminhos", "não tem a página procedimento", "caminhos = ["),
    "part not there": Bad("inicio", 'pagina = "multas", parte = "grupos"', 'pagina = "lei", parte = "art77"', "portas[1].caminhos", "não tem a parte art77", "caminhos = ["),
    "filter": Bad("inicio", "gravidade=grave", "?gravidade", "portas[1].caminhos[2].filtro", "medida=retencao", "caminhos = ["),
    "door without a way": Bad("inicio", "parte =", "part =", "portas[1].caminhos[1].part", "desconhecida", "caminhos = ["),
    "no toml": Bad("procedimento", '"Fim"', '"Fim', "titulo", "não é TOML válido", 'titulo = "Fim'),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_named_with_its_line(norm: Path, name: str) -> None:
    file, old, new, key, why, at = BAD[name]
    text = GOOD[file]
    if name == "no list":
        text = text[: text.index("[[passos]]", 5)]
    changed = text.replace(old, new) if name == "same year" else text.replace(old, new, 1)
    assert changed != text
    error = refused(put(norm, **{file: changed}))
    assert error.file == norm / f"{file}.toml"
    assert f"`{key}`" in error.message
    assert why in error.message
    assert error.line is not None
    lines = changed.splitlines()
    assert lines[error.line - 1] == at
    if name == "same year":
        assert error.line == len(lines) - lines[::-1].index(at)  # the second of the two


def test_the_nearest_device_is_offered(norm: Path) -> None:
    text = GOOD["pontos"].replace('"art4_cpt"', '"art4_ctp"')
    assert "art4_cpt" in (refused(put(norm, pontos=text)).help or "")


def test_the_nearest_unit_is_offered(norm: Path) -> None:
    text = GOOD["unidades"].replace("UPF-ZZ", "UPF-ZX", 1)
    assert "UPF-ZZ" in (refused(put(norm, unidades=text)).help or "")


def test_a_device_explained_under_two_ids_is_refused(norm: Path) -> None:
    text = GOOD["explicacoes"].replace("art1_cpt_inc1", "art4")
    error = refused(put(norm, explicacoes=text + text.replace('"art4"', '"art4_cpt"')))
    assert "repetido: art4 e art4_cpt são o mesmo dispositivo" in error.message


def test_a_device_explained_twice_is_refused(norm: Path) -> None:
    error = refused(put(norm, explicacoes=GOOD["explicacoes"] * 2))
    assert "`explicacoes[2].dispositivo`: repetido" in error.message


@pytest.mark.parametrize("name", ["unidade", "ponto", "explicacao", "procedimentos", "Unidades"])
def test_a_misnamed_file_is_refused(norm: Path, name: str) -> None:
    error = refused(put(norm, **{name: ""}))
    assert error.file == norm / f"{name}.toml"


def test_a_norm_that_can_not_be_read_is_told_of_first(norm: Path) -> None:
    """Its reviewed data may well name what the compiler did not find."""
    (norm / "lei.txt").write_text("Nada que se leia.\n", encoding="utf-8")
    compilation = compile_norm(put(norm, **GOOD))
    assert not compilation.publishable
    assert {one.code for one in compilation.blocking} <= set(CODES)


def test_each_key_that_names_a_device_or_a_unit_is_looked_up() -> None:
    named = set()
    for file in FILES:
        for key, field in file.row.model_fields.items():
            kinds = {str(field.annotation), *map(str, get_args(field.annotation))}
            patterns = {getattr(one, "pattern", None) for one in field.metadata}
            device = get_args(DeviceId)[1].metadata[0].pattern
            if device in patterns or any(device in kind for kind in kinds):
                named.add(key)
    assert named == set(DEVICE_KEYS) - {"unidade"}


# ── the schemas, for editors ─────────────────────────────────────────────────────────────────


def schema_of(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(schema_files()[f"{name}.schema.json"])
    return schema


def as_json(text: str) -> Any:
    import tomllib

    return json.loads(json.dumps(tomllib.loads(text), default=str))


@pytest.mark.parametrize("name", GOOD)
def test_a_schema_takes_the_good_file_and_describes_every_key(name: str) -> None:
    schema = schema_of(name)
    assert schema["$schema"] == DIALECT
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(as_json(GOOD[name]))
    for one in (schema, *schema["$defs"].values()):
        assert one["additionalProperties"] is False
        assert all(len(field["description"]) > 5 for field in one["properties"].values())


SEEN_BY_AN_EDITOR = sorted(
    set(BAD)
    - {"same year", "same step", "other unit", "no such device", "no such device beside", "no toml"}
    - {
        "explained nowhere",
        "step nowhere",
        "page not there",
        "part not there",
    }  # what only the norm or the whole file can tell
    - {"date as text", "date with time", "blank", "nothing worth", "no number", "infinite"}
    - {"too great", "beyond all", "too fine", "read in the far future"}
)


@pytest.mark.parametrize("name", SEEN_BY_AN_EDITOR)
def test_a_schema_refuses_what_we_refuse(name: str) -> None:
    file, old, new, *_ = BAD[name]
    validator = jsonschema.Draft202012Validator(schema_of(file))
    assert not validator.is_valid(as_json(_changed(GOOD[file], name, old, new)))


def _changed(text: str, name: str, old: str, new: str) -> str:
    if name == "no list":
        text = text[: text.index("[[passos]]", 5)]
    return text.replace(old, new, 1)


# ── through the build ────────────────────────────────────────────────────────────────────────


def built(norm: Path, *paths: Path, site: bool = True) -> tuple[int, bool]:
    options = Options(norm.parent.parent / "build", norm.parent, site=site)
    report = build_all(paths or [norm], options)
    return exit_code(report), report.site_changed


def test_the_site_is_made_anew_when_reviewed_data_change(norm: Path) -> None:
    put(norm, **GOOD)
    assert built(norm) == (0, True)
    assert built(norm) == (0, False)
    put(norm, unidades=GOOD["unidades"].replace("4.7508", "4.7509"))
    assert built(norm) == (0, True)


def test_bad_data_keep_the_last_good_site(norm: Path) -> None:
    assert built(norm) == (0, True)
    put(norm, pontos="[[limite]]\n")
    assert built(norm) == (2, False)
    assert (norm.parent.parent / "build" / "catalogo" / "lei-12-2017.json").is_file()


def test_a_norm_of_another_run_keeps_its_reviewed_data(norm: Path) -> None:
    other = norm.parent / "lei-13-2017"
    shutil.copytree(norm, other)
    put(norm, **GOOD)
    assert built(norm, norm, other) == (0, True)
    assert built(norm, other) == (0, False)  # the same site
    put(norm, pontos=GOOD["pontos"].replace('"art4_cpt"', '"art44"'))
    assert built(norm, other)[0] == 2  # told, and the site is made without


def test_a_norm_of_another_run_may_have_lost_its_folder(norm: Path) -> None:
    other = norm.parent / "lei-13-2017"
    shutil.copytree(norm, other)
    put(norm, **GOOD)
    assert built(norm, norm, other) == (0, True)
    shutil.rmtree(norm)
    assert built(norm, other) == (0, True)
