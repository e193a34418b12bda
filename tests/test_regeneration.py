"""The second build of a norm: what it may not lose, what it tells, and where former ids lead."""

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipeline import Catalogo, compile_norm, load_catalogue
from pipeline.cli import run
from pipeline.compare import losses
from pipeline.labels import fold
from pipeline.model import Dispositivo, walk
from pipeline.regeneration import regenerate
from pipeline.sources import load_source
from pipeline.stages import Compilation, read_pages
from tests.site_check import check_site, read_page

ROOT = Path(__file__).parent.parent
HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017 (norma fictícia)\n"
LAW = (
    HEAD
    + """Art. 1º O condutor deve:
I - portar o crachá;
Infração - média;
Penalidade - multa.
II - manter o veículo limpo por dentro e por fora;
Infração - leve;
Penalidade - multa.
Parágrafo único. O crachá é pessoal e intransferível.
Art. 2º A vistoria do veículo é semestral e se faz no pátio da secretaria, na data marcada pelo órgão, com a presença do condutor titular e a exibição dos documentos do veículo.
§ 1º A vistoria dura meia hora.
§ 2º O selo vale seis meses.
Art. 3º Cabe recurso em dez dias úteis, contados da ciência da decisão.
Art. 4º Esta Lei entra em vigor na data de sua publicação.
"""
)
Json = dict[str, Any]


@dataclass
class Said:
    code: int
    out: str
    err: str


@dataclass
class Norms:
    """A folder of norms, and the command line in it."""

    folder: Path
    capfd: pytest.CaptureFixture[str]

    def write(self, text: str, norm: str = "lei-7-2017", **beside: str) -> None:
        own = self.folder / "raw" / norm
        own.mkdir(parents=True, exist_ok=True)
        (own / "lei.txt").write_text(text, encoding="utf-8")
        for name, content in beside.items():
            (own / f"{name}.toml").write_text(content, encoding="utf-8")

    def build(self, *more: str, site: bool = False) -> Said:
        code = run(["build", *([] if site else ["--no-site"]), *more])
        printed = self.capfd.readouterr()
        return Said(code, printed.out, printed.err)

    def file(self, folder: str = "catalogo") -> Path:
        return self.folder / "build" / folder / "lei-7-2017.json"

    def catalogue(self) -> Catalogo:
        return load_catalogue(self.file())


@pytest.fixture
def norms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Norms:
    """The law, built once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    made = Norms(tmp_path, capfd)
    made.write(LAW)
    assert made.build().code == 0
    return made


def changed(*replacements: tuple[str, str]) -> str:
    text = LAW
    for old, new in replacements:
        assert old in text, old
        text = text.replace(old, new)
    return text


ARTICLE_3 = "Art. 3º Cabe recurso em dez dias úteis, contados da ciência da decisão.\n"
PARAGRAPH = "§ 1º A vistoria dura meia hora.\n"
LONG = ", na data marcada pelo órgão, com a presença do condutor titular e a exibição dos documentos do veículo"
SANCTION = "Infração - leve;\nPenalidade - multa.\n"


# ── what is lost is refused ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("replacement", "code", "lost"),
    [
        ((ARTICLE_3, ""), "REG001", "art3"),
        ((PARAGRAPH, ""), "REG001", "art2_par1"),
        (("Parágrafo único. O crachá é pessoal e intransferível.\n", ""), "REG001", "art1_par1u"),
        ((" e se faz no pátio da secretaria" + LONG, ""), "REG002", "art2"),
        ((", contados da ciência da decisão.", ""), "REG002", "art3"),
        ((SANCTION, ""), "REG003", "art1_cpt_inc2"),
        (("Infração - média;\n", ""), "REG003", "art1_cpt_inc1"),
    ],
    ids=["article", "paragraph", "sole paragraph", "half", "end", "infraction", "gravity"],
)
def test_a_loss_is_refused_with_its_name_and_the_last_good_catalogue_stays(
    norms: Norms, replacement: tuple[str, str], code: str, lost: str
) -> None:
    good = norms.file().read_bytes()
    norms.write(changed(replacement))
    said = norms.build()
    assert said.code == 1
    assert f"erro {code} " in said.err
    assert lost in said.err
    assert norms.file().read_bytes() == good
    rejected = json.loads(norms.file("rejeitados").read_text("utf-8"))
    found = [one["id"] for one in rejected["diagnosticos"] if one["codigo"].startswith("REG")]
    assert found == [f"{code}-{lost}"]
    assert norms.build().code == 1  # and again, until somebody says so


@pytest.mark.parametrize("name", ["REG001", "REG001:art3", "REG001:REG001-art3"])
def test_a_loss_is_accepted_by_name_and_recorded(norms: Norms, name: str) -> None:
    norms.write(changed((ARTICLE_3, "")))
    assert norms.build("--aceitar", name).code == 0
    [record] = [one for one in norms.catalogue().diagnosticos if one.codigo == "REG001"]
    assert (record.id, record.aceito, record.dispositivo) == ("REG001-art3", True, None)
    assert not norms.file("rejeitados").exists()
    assert norms.build().code == 0  # what is published now is what the next build is held against


def test_only_the_loss_that_is_named_is_accepted(norms: Norms) -> None:
    norms.write(changed((ARTICLE_3, ""), (PARAGRAPH, "")))
    assert norms.build("--aceitar", "REG001:art3").code == 1
    both = ["--aceitar", "REG001:art3", "--aceitar", "REG001:art2_par1"]
    assert norms.build(*both).code == 0


def test_what_hangs_on_a_lost_article_is_told_with_it(norms: Norms) -> None:
    start, end = LAW.index("Art. 1º"), LAW.index("Art. 2º")
    norms.write(LAW[:start] + LAW[end:])
    said = norms.build()
    assert said.err.count("erro REG") == 1
    assert "o art. 1º, com mais 3 que dele dependem, não está mais na norma" in said.err


def test_an_article_read_as_text_of_another_is_lost(norms: Norms) -> None:
    norms.write(changed(("Art. 3º Cabe", "Cabe")))
    said = norms.build()
    assert (said.code, "REG001" in said.err, "art3" in said.err) == (1, True, True)


def test_of_two_devices_of_one_text_the_loss_of_one_is_seen(norms: Norms) -> None:
    twice = changed(
        (PARAGRAPH, PARAGRAPH), ("§ 2º O selo vale seis meses.", "§ 2º A vistoria dura meia hora.")
    )
    norms.write(twice)
    assert norms.build("--aceitar", "REG001").code == 0
    norms.write(twice.replace("§ 2º A vistoria dura meia hora.\n", ""))
    assert "art2_par2" in norms.build().err


def test_a_norm_that_lost_a_little_everywhere_is_refused(norms: Norms) -> None:
    article = "Art. {n}. A taxa número {n} é paga no banco até o dia dez de cada mês, com {n} guias{more}.\n"
    more = ", sob pena da multa de {n} reais"
    text = "".join(article.format(n=n, more=more.format(n=n)) for n in range(10, 40))
    less = "".join(article.format(n=n, more="") for n in range(10, 40))
    head = LAW.replace("Art. 4º Esta", "Art. 5º Esta")
    norms.write(head + text)
    assert norms.build("--aceitar", "GRA004", "--aceitar", "REG001").code == 0
    norms.write(head + less)
    said = norms.build("--aceitar", "GRA004")
    assert (said.code, "o texto da norma encolheu" in said.err) == (1, True)
    assert norms.build("--aceitar", "GRA004", "--aceitar", "REG002").code == 0


# ── what is no loss is published ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "replacement",
    [
        ("dez dias úteis", "vinte dias corridos"),
        (
            ARTICLE_3,
            "Art. 3º O condutor punido pode pedir que a comissão julgue outra vez o caso.\n",
        ),
        (ARTICLE_3, ARTICLE_3 + "Art. 3º-A. O recurso é gratuito.\n"),
        ("intransferível", "intransferivel"),
        (", contados da ciência da decisão.", "."),
        (
            "Infração - média;\nPenalidade - multa.",
            "Infração - média, com multa;\nPenalidade - multa.",
        ),
        ("Infração - média", "Infração - grave"),
        (
            "§ 1º A vistoria dura meia hora.\n§ 2º O selo",
            "Parágrafo único. A vistoria dura meia hora. O selo",
        ),
    ],
    ids=[
        "words",
        "new wording",
        "addition",
        "accent",
        "shorter",
        "line",
        "gravity",
        "two paragraphs as one",
    ],
)
def test_a_change_is_no_loss(norms: Norms, replacement: tuple[str, str]) -> None:
    norms.write(changed(replacement))
    said = norms.build()
    assert (said.code, "REG00" in said.err) == (0, False)


def test_a_correction_is_no_loss(norms: Norms) -> None:
    erratum = (
        "[[errata]]\nid = 'a'\nde = 'na data marcada pelo órgão'\npara = 'na data'\ntodas = true\n"
        "ocorrencias = 1\nmotivo = 'repetido na impressão'\ncerteza = 'certa'\n"
    )
    norms.write(LAW, erratas=erratum)
    assert norms.build().code == 0


def test_a_correction_that_cuts_off_is_no_loss(norms: Norms) -> None:
    stamp = LAW.replace("da decisão.", "da decisão. DIÁRIO OFICIAL DO MUNICÍPIO, FOLHA DOIS")
    norms.write(stamp)
    assert norms.build().code == 0
    erratum = (
        "[[errata]]\nid = 'a'\nde = 'decisão. DIÁRIO OFICIAL DO MUNICÍPIO, FOLHA DOIS'\npara = 'decisão.'\n"
        "todas = true\nocorrencias = 1\nmotivo = 'carimbo'\ncerteza = 'certa'\n"
    )
    norms.write(stamp, erratas=erratum)
    assert norms.build().code == 0
    norms.write(LAW, erratas="")
    assert norms.build().code == 0  # the same text, from a print without the stamp


def test_what_a_state_a_note_or_a_wording_explains_is_no_loss(tmp_path: Path) -> None:
    (tmp_path / "lei-7-2017").mkdir()
    (tmp_path / "lei-7-2017" / "lei.txt").write_text(LAW, encoding="utf-8")
    law = compile_norm(tmp_path / "lei-7-2017").catalogue
    first, *others = law.dispositivos
    ended = first.model_copy(update={"situacao": "revogado", "texto": None, "filhos": ()})
    later = law.model_copy(
        update={"dispositivos": (ended, *others), "infracoes": (), "sancoes": ()}
    )
    assert losses(law, later) == ()
    silent = ended.model_copy(update={"situacao": "vigente"})
    assert losses(law, later.model_copy(update={"dispositivos": (silent, *others)}))


def test_the_first_build_has_nothing_to_be_held_against(norms: Norms) -> None:
    shutil.rmtree(norms.folder / "build")
    norms.write(changed((ARTICLE_3, "")))
    assert norms.build().code == 0


def test_the_same_norm_is_built_to_the_same_bytes_and_nothing_is_told(norms: Norms) -> None:
    good = norms.file().read_bytes()
    said = norms.build()
    assert norms.file().read_bytes() == good
    assert "o que mudou" not in said.out


@pytest.mark.parametrize(
    "other",
    [
        {"esquema": "1.0.0"},
        {"chave_nova": [1]},
        {"remissoes": ...},
        {"vigencia": {"de": "2017-05-03", "inicio_presumido": True}},
    ],
    ids=["version", "unknown key", "absent list", "absent key within"],
)
def test_a_catalogue_of_another_minor_version_is_a_measure(norms: Norms, other: Json) -> None:
    data = json.loads(norms.file().read_text("utf-8")) | other
    data = {key: value for key, value in data.items() if value is not ...}
    norms.file().write_text(json.dumps(data), encoding="utf-8")
    norms.write(changed((ARTICLE_3, "")))
    assert "REG001" in norms.build().err


@pytest.mark.parametrize("content", ['{"esquema": "0.1.0"}', "{", "[]", "null"])
def test_a_catalogue_that_can_not_be_read_is_said_to_be_no_measure(
    norms: Norms, content: str
) -> None:
    norms.file().write_text(content, encoding="utf-8")
    said = norms.build()
    assert (said.code, "nada foi comparado" in said.out) == (0, True)


def test_one_norm_that_lost_does_not_keep_the_others_from_being_built(norms: Norms) -> None:
    norms.write(changed((ARTICLE_3, "")))
    norms.write(LAW.replace("Nº 7", "Nº 8"), "lei-8-2017")
    assert norms.build().code == 1
    assert (norms.folder / "build" / "catalogo" / "lei-8-2017.json").exists()


def test_a_wording_from_before_the_last_one_has_less_and_lost_nothing(norms: Norms) -> None:
    last = norms.catalogue()
    interval = last.vigencia.model_copy(update={"de": date(2020, 1, 1)})
    later = last.model_copy(update={"vigencia": interval})
    *others, _ = last.dispositivos
    earlier = last.model_copy(update={"dispositivos": tuple(others)})
    held = regenerate(Compilation(earlier, (), ()), later, em=date(2019, 12, 31))
    assert held.compilation.publishable
    held = regenerate(Compilation(earlier, (), ()), later, em=date(2020, 1, 1))
    assert not held.compilation.publishable


@cache
def real() -> Catalogo:
    return compile_norm(ROOT / "raw" / "lei-1493-2023").catalogue


def rewritten(
    devices: tuple[Dispositivo, ...], change: Callable[[Dispositivo], Dispositivo | None]
) -> tuple[Dispositivo, ...]:
    """Devices, each of them changed, or left out with all that hangs on it."""
    changed = [change(one) for one in devices]
    return tuple(
        one.model_copy(update={"filhos": rewritten(one.filhos, change)}) for one in changed if one
    )


def without(name: str) -> Callable[[Dispositivo], Dispositivo | None]:
    return lambda one: None if one.id == name else one


def test_each_device_of_the_real_law_is_missed() -> None:
    law = real()
    every = [one for one in walk(law.dispositivos) if one.texto or one.nome]
    assert len(every) > 150
    for lost in every[::3]:
        inside = {name for one in walk([lost]) for name in (one.id, one.caput_id)}
        left = law.model_copy(
            update={
                "dispositivos": rewritten(law.dispositivos, without(lost.id)),
                "infracoes": tuple(one for one in law.infracoes if one.dispositivo not in inside),
            }
        )
        assert lost.id in {one.id for one in losses(law, left)}, lost.id


def test_the_end_of_each_text_of_the_real_law_is_missed() -> None:
    law = real()
    long = [one for one in walk(law.dispositivos) if len((one.texto or "").split()) > 12]
    assert len(long) > 60
    for lost in long[::3]:
        cut = " ".join((lost.texto or "").split()[:-6])
        short = law.model_copy(
            update={
                "dispositivos": rewritten(
                    law.dispositivos,
                    lambda one, name=lost.id, text=cut: (  # type: ignore[misc]
                        one.model_copy(update={"texto": text}) if one.id == name else one
                    ),
                )
            }
        )
        assert [one.id for one in losses(law, short)] == [lost.id]


def test_no_reading_of_the_real_law_by_better_eyes_is_a_loss() -> None:
    """Accents come back, a word in twelve is another, words are torn and joined."""
    law, chance = real(), random.Random(11)

    def read_anew(text: str | None) -> str | None:
        words = [
            chance.choice(("outra", "outras duas", fold(word), ""))
            if chance.random() < 1 / 12
            else word
            for word in (text or "").split()
        ]
        return " ".join(filter(None, words)) or text

    better = law.model_copy(
        update={
            "dispositivos": rewritten(
                law.dispositivos,
                lambda one: one.model_copy(update={"texto": read_anew(one.texto)}),
            )
        }
    )
    assert losses(law, better) == ()


def test_the_real_law_without_a_page_is_refused(norms: Norms) -> None:
    """Its text without page 6, which holds incisos and their sanctions alone."""
    pages = read_pages(load_source(ROOT / "raw" / "lei-1493-2023"))
    texts: dict[int, list[str]] = {}
    for line in pages.lines:
        texts.setdefault(line.spot.page, []).append(line.text)
    whole = "\f".join("\n".join(texts[number]) for number in sorted(texts))
    less = "\f".join("\n".join(texts[number]) for number in sorted(texts) if number != 6)
    norms.write(whole)
    accept = ["--aceitar", "REG001", "--aceitar", "REG002", "--aceitar", "REG003"]
    assert norms.build(*accept).code == 0
    assert norms.build().code == 0
    norms.write(less)
    said = norms.build()
    assert said.code == 1
    assert said.err.count("erro REG001") > 5
    assert "erro REG002" not in said.err


# ── what changed is told ─────────────────────────────────────────────────────────────────────


def test_a_build_says_device_by_device_what_changed(norms: Norms) -> None:
    norms.write(
        changed(("dez dias úteis", "vinte dias úteis"), ("Infração - média", "Infração - grave"))
    )
    said = norms.build()
    assert "o que mudou desde o último catálogo: 1 infração e 1 dispositivo" in said.out
    assert "~ Art. 1º, I: gravidade de média para grave" in said.out
    assert "~ Art. 3º: texto com outras palavras" in said.out
    assert "o que mudou" not in norms.build().out


def test_the_report_for_programs_holds_the_changes(norms: Norms) -> None:
    norms.write(changed(("dez dias úteis", "vinte dias úteis")))
    report: Json = json.loads(norms.build("--json").out)
    assert [one["citacao"] for one in report["normas"][0]["mudancas"]["dispositivos"]] == [
        "Art. 3º"
    ]
    report = json.loads(norms.build("--json").out)
    assert report["normas"][0]["mudancas"] is None


# ── ids that moved ───────────────────────────────────────────────────────────────────────────


NUMBERED = (
    "Parágrafo único. O crachá é pessoal e intransferível.",
    "§ 1º O crachá é pessoal e intransferível.\n§ 2º A segunda via custa dez reais.",
)
MOVED = ("Art. 1º O condutor", "Art. 1º-A. O condutor")


def aliases(catalogue: Catalogo) -> dict[str, str]:
    return {old: one.id for one in walk(catalogue.dispositivos) for old in one.aliases}


def test_an_id_that_moved_stays_as_an_alias_and_is_told(norms: Norms) -> None:
    norms.write(changed(NUMBERED))
    assert norms.build().code == 0
    catalogue = norms.catalogue()
    assert aliases(catalogue) == {"art1_par1u": "art1_par1"}
    [note] = [one for one in catalogue.diagnosticos if one.codigo == "REG004"]
    assert (note.nivel, note.dispositivo) == ("nota", "art1_par1")


def test_an_alias_stays_in_the_builds_that_follow(norms: Norms) -> None:
    norms.write(changed(NUMBERED))
    norms.build()
    good = norms.file().read_bytes()
    assert norms.build().code == 0
    assert norms.file().read_bytes() == good
    norms.write(changed(NUMBERED, ("dez dias", "vinte dias")))
    norms.build()
    assert aliases(norms.catalogue()) == {"art1_par1u": "art1_par1"}


def test_an_alias_goes_when_the_former_device_comes_back(norms: Norms) -> None:
    norms.write(changed(NUMBERED))
    norms.build()
    norms.write(LAW)
    norms.build("--aceitar", "REG001")
    assert aliases(norms.catalogue()) == {"art1_par1": "art1_par1u"}


def test_an_id_that_moved_twice_leads_on(norms: Norms) -> None:
    norms.write(changed(NUMBERED))
    norms.build()
    norms.write(changed(NUMBERED).replace("§ 1º O crachá", "§ 3º O crachá"))
    norms.build()
    assert aliases(norms.catalogue()) == {"art1_par1u": "art1_par3", "art1_par1": "art1_par3"}


def test_a_correction_that_moves_an_id_leaves_an_alias(norms: Norms) -> None:
    norms.write(
        LAW,
        erratas="[[errata]]\nid = 'a'\nde = 'Art. 3º'\npara = 'Art. 3º-A.'\ntodas = true\n"
        "ocorrencias = 1\nmotivo = 'letra perdida'\ncerteza = 'certa'\n",
    )
    norms.build()
    assert aliases(norms.catalogue()) == {"art3": "art3-1", "art3_cpt": "art3-1"}


def test_nothing_is_inferred_where_only_an_act_can_have_moved_a_device(norms: Norms) -> None:
    """Else a build would depend on which acts were there when the one before it was made."""
    last = norms.catalogue()
    *others, device, end = last.dispositivos
    moved = device.model_copy(update={"id": "art3-1", "caput_id": "art3-1_cpt"})
    now = last.model_copy(update={"dispositivos": (*others, moved, end)})
    held = regenerate(Compilation(now, (), ()), last)
    assert aliases(held.compilation.catalogue) == {}
    other = now.model_copy(update={"fonte": now.fonte.model_copy(update={"sha256": "0" * 64})})
    held = regenerate(Compilation(other, (), ()), last)
    assert aliases(held.compilation.catalogue) == {"art3": "art3-1", "art3_cpt": "art3-1"}


def test_the_site_leads_from_the_former_addresses_to_the_present_ones(norms: Norms) -> None:
    assert norms.build(site=True).code == 0
    site = norms.folder / "build" / "site"
    before = {
        path.relative_to(site).as_posix()
        for kind in ("artigos", "infracoes", "dados/v1/dispositivos", "dados/v1/infracoes")
        for path in (site / kind).iterdir()
    }
    assert {"artigos/art1.html", "infracoes/art1_cpt_inc1.html"} <= before
    norms.write(changed(MOVED))
    assert norms.build(site=True).code == 0
    assert [name for name in before if not (site / name).exists()] == []
    for old, new in (("artigos/art1.html", "artigos/art1-1.html"),
                     ("infracoes/art1_cpt_inc1.html", "infracoes/art1-1_cpt_inc1.html")):  # fmt: skip
        text = (site / old).read_text(encoding="utf-8")
        assert f'http-equiv="refresh" content="0; url=../{new}"' in text
        assert ("a", "href", f"../{new}") in read_page(site / old).links
    moved = (site / "artigos" / "art1-1.html").read_text(encoding="utf-8")
    assert 'id="art1_par1u"' in moved
    assert check_site(site) == []
