"""Amending acts on the norms that they amend: each case file, and what must hold of all of them."""

import itertools
import json
import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from pipeline.amend.commands import read_commands
from pipeline.amend.passages import passages
from pipeline.amendments import Reading
from pipeline.api import compile_norm, load_catalogue
from pipeline.build import Options, Report, build_all, exit_code
from pipeline.cli import run
from pipeline.diagnostics import InputError
from pipeline.emit.schema import version_breaches
from pipeline.labels import Title
from pipeline.labels.citations import is_grouping
from pipeline.model import Catalogo, Versoes, walk
from pipeline.sources import load_source
from pipeline.stages import (
    Compilation,
    compile_source,
    read_amendments,
    read_devices,
    read_pages,
)
from pipeline.together import compile_together
from tests.amendment_cases import Case, articles, load, outcome, said, write

CASES = load()

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


_MADE: dict[tuple[str, int, date | None], dict[str, Compilation]] = {}


def compiled(case: Case, folder: Path, em: date | None = None) -> dict[str, Compilation]:
    """The norms of a case, as they lie together; each is compiled once for all tests."""
    key = (case.name, len(case.norms), em)
    if key not in _MADE:
        _MADE[key] = _compiled(case, folder, em)
    return _MADE[key]


def _compiled(case: Case, folder: Path, em: date | None) -> dict[str, Compilation]:
    if not folder.joinpath(case.base).exists():
        write(case, folder)
    sources = [load_source(folder / name) for name in case.norms]
    outcomes = compile_together(sources, today=em)
    assert not [one for one in outcomes.values() if isinstance(one, InputError)]
    return {name: one for name, one in outcomes.items() if isinstance(one, Compilation)}


def base(case: Case, folder: Path, em: date | None = None) -> Catalogo:
    return compiled(case, folder, em)[case.base].catalogue


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 40
    assert all("fictíci" in text for case in CASES for text in case.norms.values())


@every_case
def test_a_norm_reads_as_it_must(case: Case, tmp_path: Path) -> None:
    for day, expected in case.days.items():
        assert outcome(base(case, tmp_path, day), expected) == expected.replace("...\n", ""), day


@every_case
def test_of_an_act_is_said_what_must_be(case: Case, tmp_path: Path) -> None:
    made = compiled(case, tmp_path)
    for name, expected in case.acts.items():
        assert said(made[name].catalogue) == expected.splitlines(), name


@every_case
def test_a_case_that_is_not_applied_is_no_publishable_norm(case: Case, tmp_path: Path) -> None:
    made = compiled(case, tmp_path)[case.base]
    stopped = any(one.code == "ALT004" for one in made.diagnostics)
    assert made.publishable != stopped


# ── what holds of every amendment ────────────────────────────────────────────────────────────


@every_case
def test_nothing_changes_outside_the_targets(case: Case, tmp_path: Path) -> None:
    made = compiled(case, tmp_path)[case.base].catalogue
    alone = case.norms[case.base]
    before = articles(base(Case(case.name, {case.base: alone}, case.facts), tmp_path / "so"))
    touched = {
        name if is_grouping(name) else name.split("_")[0]
        for one in made.alteracoes
        for name in (one.alvo, *_was(made, one.alvo))
    }
    after = articles(made)
    assert set(before) <= set(after) | touched
    for name, text in after.items():
        if name not in touched:
            assert before[name] == text


def _was(catalogue: Catalogo, name: str) -> tuple[str, ...]:
    return next(
        (one.aliases for one in walk(catalogue.dispositivos) if name in (one.id, one.caput_id)), ()
    )


@every_case
def test_before_an_act_everything_reads_as_before(case: Case, tmp_path: Path) -> None:
    versions = compiled(case, tmp_path)[case.base].versoes
    if versions is None:
        return
    eve = min(versions.datas).replace(year=min(versions.datas).year - 1)
    alone = base(Case(case.name, {case.base: case.norms[case.base]}, case.facts), tmp_path / "so")
    early = base(case, tmp_path, eve)
    assert articles(early) == articles(alone)
    assert early.alteracoes == ()
    assert early.vigencia.ate is not None


@every_case
def test_the_order_of_files_does_not_matter(case: Case, tmp_path: Path) -> None:
    write(case, tmp_path)
    seen = set()
    for order in itertools.islice(itertools.permutations(case.norms), 6):
        made = compile_together([load_source(tmp_path / name) for name in order])[case.base]
        assert isinstance(made, Compilation)
        versions = made.versoes.model_dump_json() if made.versoes else ""
        seen.add(made.catalogue.model_dump_json() + versions)
    assert len(seen) == 1


@every_case
def test_within_the_interval_the_bytes_are_the_same(case: Case, tmp_path: Path) -> None:
    versions = compiled(case, tmp_path)[case.base].versoes
    for day in versions.datas if versions else ():
        first = base(case, tmp_path, day)
        last = first.vigencia.ate or date(2999, 1, 1)
        assert first.vigencia.de is not None
        assert first.vigencia.de <= day <= last
        assert base(case, tmp_path, last).model_dump_json() == first.model_dump_json()


@every_case
def test_the_versions_of_a_device_follow_each_other(case: Case, tmp_path: Path) -> None:
    versions = compiled(case, tmp_path)[case.base].versoes
    for device in versions.dispositivos if versions else ():
        *earlier, last = device.versoes
        assert last.fim is None
        for one, following in itertools.pairwise([*earlier, last]):
            assert one.fim is not None
            assert following.inicio is not None
            assert (following.inicio - one.fim).days == 1
            assert one.inicio is None or one.inicio <= one.fim


@every_case
def test_every_name_resolves(case: Case, tmp_path: Path) -> None:
    made = base(case, tmp_path)
    devices = list(walk(made.dispositivos))
    names = [one.id for one in devices]
    assert len(set(names)) == len(names)
    known = {*names, *(one.caput_id for one in devices if one.caput_id)}
    beside = {"ementa", *(one.id for one in made.anexos)}
    assert {one.alvo for one in made.alteracoes} <= known | beside
    assert {one.id for one in made.partes_alteradas} <= beside
    assert {target for one in made.sancoes for target in one.alvos} <= known
    assert {one.dispositivo for one in made.diagnosticos} <= known | {None}
    assert not {alias for one in devices for alias in one.aliases} & known


# ── the law of raw/, and a real act ──────────────────────────────────────────────────────────

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"


def test_an_invented_act_changes_the_law(tmp_path: Path) -> None:
    """It adds the missing XXIV, defines four groups, changes a gravity, and repeals an article."""
    own = tmp_path / "lei-1600-2026"
    own.mkdir()
    (own / "lei.txt").write_bytes((DATA / "lei-1600-2026.txt").read_bytes())
    sources = [load_source(ROOT / "raw" / "lei-1493-2023"), load_source(own)]
    outcomes = compile_together(sources)
    made, act = outcomes["lei-1493-2023"], outcomes["lei-1600-2026"]
    assert isinstance(act, Compilation)
    assert {one.code for one in act.diagnostics} == {"ROT004"}
    before = compile_together(sources, today=date(2026, 2, 1))["lei-1493-2023"]
    assert isinstance(made, Compilation)
    assert isinstance(before, Compilation)
    alone = compile_source(sources[0]).catalogue
    law = made.catalogue

    assert made.publishable
    assert len(law.infracoes) == len(alone.infracoes) + 1 == 80
    new = next(one for one in law.infracoes if one.id == "art14_cpt_inc24")
    assert (new.gravidade, new.pontos) == ("leve", 3)
    assert new.multa is not None
    assert (int(new.multa.quantidade), new.multa.base_legal) == (80, "art21_cpt_inc4")
    changed = next(one for one in law.infracoes if one.id == "art14_cpt_inc25")
    was = next(one for one in alone.infracoes if one.id == "art14_cpt_inc25")
    assert (was.gravidade, changed.gravidade) == ("gravissima", "grave")
    assert changed.penalidades == was.penalidades
    assert changed.medidas_administrativas == was.medidas_administrativas
    assert changed.conduta == was.conduta
    groups = {one.codigo: one for one in law.grupos}
    assert (groups["A-1"].gravidade, groups["A-1"].base_legal) == ("gravissima", "art21_cpt_inc5")
    assert {code: one.quantidade for code, one in groups.items()} == {
        "E-1": 400, "E-2": 250, "E-3": 120, "E-4": 80, "A-1": 410, "A-2": 260, "A-3": 130, "A-4": 90,
    }  # fmt: skip
    repealed = next(one for one in walk(law.dispositivos) if one.id == "art32")
    assert (repealed.situacao, repealed.texto) == ("revogado", None)
    assert repealed.versoes[0].texto == next(
        one.texto for one in walk(alone.dispositivos) if one.id == "art32"
    )
    said_of_14 = {one.codigo for one in law.diagnosticos if one.dispositivo == "art14"}
    assert "NUM001" not in said_of_14
    assert (law.vigencia.de, law.vigencia.ate) == (date(2026, 2, 2), None)

    # The day before, it reads as it was printed, but for the end of the interval.
    assert before.catalogue.vigencia.ate == date(2026, 2, 1)
    same = before.catalogue.model_copy(update={"vigencia": alone.vigencia})
    assert same.model_dump_json() == alone.model_dump_json()

    other = {one.id: one for one in alone.infracoes if one.id != "art14_cpt_inc25"}
    for one in law.infracoes:
        if one.id in other and (one.multa is None) == (other[one.id].multa is None):
            kept = one.model_copy(update={"sancao": other[one.id].sancao})
            assert kept == other[one.id]


def test_a_real_act_of_a_law_that_is_not_at_hand() -> None:
    """Lei 4.791/2025 of Tocantins puts arts. 5º-A to 5º-C into a law whose text is not here."""
    source = load_source(DATA / "tocantins-to_lei-4791-2025.pdf")
    made = compile_source(source)
    [found] = [one for one in made.diagnostics if one.code == "ALT002"]
    assert "lei nº 4350/2024" in found.message
    assert found.device == "art1"
    assert (found.place[0].page, found.place[0].first, found.place[0].last) == (1, 11, 12)

    devices = read_devices(source, read_pages(source))
    [command] = read_commands(passages(devices.normal), devices.articulation.devices)
    assert (command.action, command.fault) == ("acrescimo", None)
    assert [(one.norm and one.norm.numero, one.ids) for one in command.named] == [("4350", ())]
    assert [one.ids for one in command.added] == [("art5-1", "art5-2", "art5-3")]
    [block] = command.blocks
    assert [line.spot.line for line in block] == list(range(13, 33))

    # An invented law of that number and date stands for the one amended. The act names art. 5º-C
    # and quotes 5º-A and 5º-B only: that is its own fault, and it is not carried out.
    base = Reading(
        "lei-4350-2024", Title("lei", "4350", date(2024, 1, 8)), devices.place, None,
        devices.normal, devices.articulation,
    )  # fmt: skip
    orders = read_amendments(devices, {base.id: base})
    [change] = orders.changes
    assert change.payload is not None
    assert [one.id for one in change.payload.devices] == ["art5-1", "art5-2"]
    assert [one.id for one in change.payload.devices[0].filhos] == [
        "art5-1_cpt_inc1", "art5-1_cpt_inc2", "art5-1_cpt_inc3",
    ]  # fmt: skip
    texts = [one.texto or "" for one in walk(change.payload.devices)]
    assert texts[0].startswith("São vedados incentivos fiscais e a concessão de terrenos públicos")
    assert texts[-1].endswith("nos casos de declaração falsa ou inexata.")
    assert not any("…" in text or "NR" in text for text in texts)
    assert (change.day, change.effects) == (date(2025, 7, 21), None)


# ── where a text is not the whole story ──────────────────────────────────────────────────────


def test_an_accepted_stop_publishes_the_norm_without_the_act(tmp_path: Path) -> None:
    case = next(one for one in CASES if one.name == "comando-com-condicao")
    write(case, tmp_path)
    sources = [load_source(tmp_path / name) for name in case.norms]
    made = compile_together(sources, accepted={"ALT004"})[case.base]
    assert isinstance(made, Compilation)
    assert made.publishable
    assert [one.codigo for one in made.catalogue.diagnosticos if one.aceito] == ["ALT004"]
    assert made.catalogue.alteracoes == ()


def test_a_stop_names_the_place_and_the_reason(tmp_path: Path) -> None:
    case = next(one for one in CASES if one.name == "comando-com-condicao")
    made = compiled(case, tmp_path)
    [act] = [one for one in made["lei-9-2021"].diagnostics if one.code == "ALT001"]
    assert (act.place[0].page, act.place[0].first) == (1, 4)
    [base_] = [one for one in made[case.base].diagnostics if one.code == "ALT004"]
    for word in ("lei-9-2021", "art1", "página 1, linha 4", "forma conhecida"):
        assert word in base_.message


def test_what_is_stated_by_hand_is_marked(tmp_path: Path) -> None:
    case = next(one for one in CASES if one.name == "dito-a-mao")
    [one] = base(case, tmp_path).alteracoes
    assert one.motivo == "«no que couber» nada restringe aqui"


def test_effects_from_an_earlier_day_do_not_move_the_text(tmp_path: Path) -> None:
    case = next(one for one in CASES if one.name == "efeitos-retroativos")
    [one] = base(case, tmp_path).alteracoes
    assert (one.inicio, one.efeitos) == (date(2021, 3, 10), date(2020, 1, 1))


def test_a_version_keeps_text_sanction_days_and_author(tmp_path: Path) -> None:
    case = next(one for one in CASES if one.name == "sancao-dentro-das-aspas")
    versions = compiled(case, tmp_path)[case.base].versoes
    assert versions is not None
    [inciso] = [one for one in versions.dispositivos if one.id == "art4_cpt_inc1"]
    first, last = inciso.versoes
    assert (first.tipo, first.texto, first.inicio, first.fim, first.norma) == (
        "original", "parar:", date(2001, 5, 3), date(2021, 3, 9), None,
    )  # fmt: skip
    assert [line.texto for line in first.sancao] == ["leve;", "multa (Grupo A)."]
    assert (last.tipo, last.inicio, last.fim, last.norma, last.dispositivo) == (
        "redacao", date(2021, 3, 10), None, "lei-9-2021", "art1",
    )  # fmt: skip
    assert [line.texto for line in last.sancao] == ["gravíssima;", "multa (Grupo C)."]
    [act] = versions.atos
    assert (act.id, act.data, act.publicacao) == ("lei-9-2021", date(2021, 3, 10), None)
    assert versions.datas == (date(2021, 3, 10),)


# ── the build ────────────────────────────────────────────────────────────────────────────────


def built(case: Case, folder: Path, **options: Any) -> Report:
    if not (folder / "raw").exists():
        write(case, folder / "raw")
    paths = options.pop("paths", [folder / "raw" / name for name in case.norms])
    complete = len(paths) == len(case.norms)
    return build_all(
        paths, Options(folder / "b", folder / "raw", site=False, complete=complete, **options)
    )


def case_of(name: str) -> Case:
    return next(one for one in CASES if one.name == name)


def test_a_build_writes_the_versions_beside_the_catalogue(tmp_path: Path) -> None:
    case = case_of("redacao-do-artigo")
    built(case, tmp_path)
    data = (tmp_path / "b/catalogo/lei-5-2001.versoes.json").read_bytes()
    assert version_breaches(json.loads(data)) == []
    assert Versoes.model_validate_json(data).model_dump_json(indent=2).encode() + b"\n" == data
    assert not (tmp_path / "b/catalogo/lei-9-2021.versoes.json").exists()
    # Without the act, the norm is as printed again, and the file goes.
    shutil.rmtree(tmp_path / "raw" / "lei-9-2021")
    built(case, tmp_path, paths=[tmp_path / "raw" / "lei-5-2001"])
    assert not (tmp_path / "b/catalogo/lei-5-2001.versoes.json").exists()
    assert load_catalogue(tmp_path / "b/catalogo/lei-5-2001.json").alteracoes == ()


def test_a_folder_is_compiled_as_the_acts_beside_it_changed_it(tmp_path: Path) -> None:
    case = case_of("redacao-do-artigo")
    norm, *_ = write(case, tmp_path)
    whole = base(case, tmp_path)
    (tmp_path / "saida").mkdir()  # what holds no norm is none
    assert compile_norm(norm).catalogue == whole
    assert whole.alteracoes
    day = min(one.inicio for one in whole.alteracoes)
    assert compile_norm(norm, em=day).catalogue.alteracoes == whole.alteracoes
    before = compile_norm(norm, em=day - timedelta(days=1)).catalogue
    assert (before.alteracoes, before.vigencia.ate) == ((), day - timedelta(days=1))
    for published in (compile_norm(norm, alone=True), compile_norm(norm / "lei.txt")):
        assert (published.catalogue.alteracoes, published.catalogue.vigencia.ate) == ((), None)


def test_what_can_not_be_read_beside_a_norm_may_amend_it(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    norm, *_ = write(case_of("redacao-do-artigo"), raw)
    act = raw / "lei-99-2022"
    act.mkdir()
    (act / "lei.pdf").write_bytes(b"%PDF-1.4 nada")
    with pytest.raises(InputError) as caught:
        compile_norm(norm)
    assert caught.value.file is not None
    assert caught.value.file.parent == act
    report = build_all([norm], Options(tmp_path / "build", raw, site=False))
    assert [one.error.file for one in report.norms if one.error] == [act / "lei.pdf"]
    assert exit_code(report) == 2


def test_a_norm_named_alone_is_amended_by_what_lies_beside_it(tmp_path: Path) -> None:
    case = case_of("redacao-do-artigo")
    write(case, tmp_path / "raw")
    report = built(case, tmp_path, paths=[tmp_path / "raw" / "lei-5-2001"])
    assert [one.path.name for one in report.norms] == ["lei-5-2001"]
    assert len(load_catalogue(tmp_path / "b/catalogo/lei-5-2001.json").alteracoes) == 1


def test_on_a_past_day_a_later_act_is_none_of_the_norms(tmp_path: Path) -> None:
    case = case_of("redacao-do-artigo")
    report = built(case, tmp_path, em=date(2020, 1, 1))
    assert (exit_code(report), [one.path.name for one in report.norms]) == (0, ["lei-5-2001"])
    catalogue = load_catalogue(tmp_path / "b/catalogo/lei-5-2001.json")
    assert (catalogue.alteracoes, catalogue.vigencia.ate) == ((), date(2021, 3, 9))


def test_a_day_before_the_law_is_refused(tmp_path: Path) -> None:
    report = built(case_of("redacao-do-artigo"), tmp_path, em=date(1999, 1, 1))
    assert exit_code(report) == 2
    assert {one.error.code for one in report.norms if one.error} == {"ENT011"}


def test_a_stopped_act_leaves_the_last_good_catalogue(tmp_path: Path) -> None:
    good = case_of("redacao-do-artigo")
    built(good, tmp_path)
    kept = (tmp_path / "b/catalogo/lei-5-2001.json").read_bytes()
    bad = case_of("comando-com-condicao")
    (tmp_path / "raw/lei-9-2021/lei.txt").write_text(bad.norms["lei-9-2021"], encoding="utf-8")
    report = built(good, tmp_path)
    assert exit_code(report) == 1
    assert (tmp_path / "b/catalogo/lei-5-2001.json").read_bytes() == kept
    assert (tmp_path / "b/rejeitados/lei-5-2001.json").exists()


def test_a_corrected_day_moves_the_versions(tmp_path: Path) -> None:
    case = case_of("em-dia-certo")
    built(case, tmp_path)
    text = case.norms["lei-9-2021"].replace("1º de janeiro de 2022", "1º de abril de 2022")
    (tmp_path / "raw/lei-9-2021/lei.txt").write_text(text, encoding="utf-8")
    built(case, tmp_path)
    for file in (tmp_path / "b/catalogo").iterdir():
        assert "2022-01-01" not in file.read_text(encoding="utf-8")
    versions = json.loads((tmp_path / "b/catalogo/lei-5-2001.versoes.json").read_bytes())
    assert versions["datas"] == ["2022-04-01"]


def test_show_shows_the_wording_of_a_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(case_of("redacao-do-artigo"), tmp_path)
    asked = ["show", "art. 6", "--norma", "lei-5-2001", "--raw", str(tmp_path)]
    assert run(asked) == 0
    assert "O selo é verde." in capsys.readouterr().out
    assert run([*asked, "--em", "2020-01-01"]) == 0
    assert "O selo é azul." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "device", "told"),
    [
        ("revogado-o-artigo-com-tudo", "art. 2º", "revogado"),
        ("redacao-do-artigo", "art. 6º", "redação dada"),
        ("acrescido-de-artigo", "art. 6º-A", "incluído"),
        ("expressao-substituida", "art. 7º", "palavras substituídas"),
    ],
)
def test_show_names_the_act_and_the_day_of_what_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, device: str, told: str
) -> None:
    write(case_of(name), tmp_path)
    assert run(["show", device, "lei-5-2001", "--raw", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert f"{told} por lei-9-2021, desde 10/03/2021" in shown
    assert "lei-9-2021, página 1, linha" in shown
    assert all(line.strip() for line in shown.rstrip("\n").split("\n"))


@pytest.mark.parametrize("device", ["art. 6º-A", "art. 6º-A, caput", "art6-1_par1u", "art6-1_par1"])
def test_show_says_from_when_a_device_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], device: str
) -> None:
    write(case_of("acrescido-de-artigo"), tmp_path)
    asked = ["show", device, "lei-5-2001", "--raw", str(tmp_path)]
    assert run([*asked, "--em", "2021-03-09"]) == 2
    said = capsys.readouterr().err
    assert "desde 10/03/2021, por lei-9-2021" in said
    assert "escreva como na lei" not in said
    assert run([*asked, "--em", "2021-03-10"]) == 0


def test_a_former_number_is_still_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(case_of("renumerado"), tmp_path)
    asked = ["show", "art3_par1u", "--norma", "lei-5-2001", "--raw", str(tmp_path)]
    assert run(asked) == 0
    assert "§ 1º" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name",
    [
        "anexo-acrescido-e-anexo-revogado", "revogada-a-lei-com-os-anexos",
        "ementa-com-nova-redacao", "capitulo-com-outro-nome",
    ],
)  # fmt: skip
def test_what_an_act_ends_is_no_loss(name: str, tmp_path: Path) -> None:
    case = case_of(name)
    raw = tmp_path / "raw"
    base_folder, act = write(case, raw)
    shutil.move(act, tmp_path / "ato")
    options = Options(tmp_path / "b", raw, site=False)
    assert exit_code(build_all([base_folder], options)) == 0
    shutil.move(tmp_path / "ato", act)
    report = build_all([base_folder, act], options)
    assert exit_code(report) == 0
    assert report.norms[0].changes is not None
