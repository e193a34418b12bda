"""The site: every page of a real and of a hostile norm, as a reader's browser gets it."""

import hashlib
import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from pipeline import compile_norm
from pipeline.codes import CODES
from pipeline.emit import page_sanctions, page_words
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_render import Page as Source
from pipeline.emit.page_render import escape, front_matter, heading, inline
from pipeline.emit.pages import SITE_FACTS, write_docs
from pipeline.emit.site import SiteError, build_site
from pipeline.model import Catalogo, Diagnostico, Dispositivo, Infracao, Origem, Sancao, walk
from pipeline.model.sanctions import TipoMedida, TipoPenalidade
from pipeline.publication import Publication
from pipeline.resources import resource
from pipeline.reviewed import Reviewed
from pipeline.sources import load_reviewed
from tests.hostile_norm import NASTY, SCRIPT, at, hostile_norm
from tests.site_check import Page, check_site, read_html, read_page

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
HOSTILE = "normas/norma-hostil/"


@pytest.fixture(scope="session")
def real() -> Catalogo:
    return compile_norm(NORM).catalogue


@pytest.fixture(scope="session")
def hostile() -> Catalogo:
    return hostile_norm()


@pytest.fixture(scope="session")
def downloads(real: Catalogo) -> dict[str, bytes]:
    return {
        f"{real.norma.id}.json": real.model_dump_json().encode(),
        f"{real.norma.id}.infracoes.csv": b"\xef\xbb\xbfid;rotulo\n",
        "norma-hostil.json": b"{}",
        "catalogo.schema.json": b'{"title": "x"}',
    }


@pytest.fixture(scope="session")
def reviewed(real: Catalogo) -> dict[str, Reviewed]:
    return {real.norma.id: load_reviewed(NORM)}


@pytest.fixture(scope="session")
def docs(
    real: Catalogo,
    hostile: Catalogo,
    downloads: dict[str, bytes],
    reviewed: dict[str, Reviewed],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    write_docs(
        [hostile, real], folder,
        publication=Publication(real.norma.id), downloads=downloads, reviewed=reviewed,
    )  # fmt: skip
    return folder


@pytest.fixture(scope="session")
def site(docs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build_site(docs, folder)
    return folder


@pytest.fixture(params=["real", "hostile"])
def norm(request: pytest.FixtureRequest, site: Path) -> tuple[Catalogo, Path]:
    """A catalogue and the folder of its pages."""
    catalogue: Catalogo = request.getfixturevalue(request.param)
    return catalogue, site / HOSTILE if request.param == "hostile" else site


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# ── the whole ────────────────────────────────────────────────────────────────────────────────


def test_the_checker_finds_no_fault(site: Path) -> None:
    assert check_site(site) == []
    assert len(list(site.rglob("*.html"))) > 60


def test_it_has_the_pages_that_later_versions_keep(site: Path) -> None:
    names = (
        "index lei artigos/index artigos/art14 infracoes multas inconsistencias correcoes dados 404"
    )
    for name in names.split():
        assert (site / f"{name}.html").is_file(), name
    assert (site / HOSTILE / "artigos" / "art3-1.html").is_file()


def test_the_page_of_a_wrong_address_needs_no_other_file(site: Path) -> None:
    page = read_page(site / "404.html")
    # It is shown at any depth, so its ways start at the root; from a folder a script mends them.
    assert {tag for tag, _, _ in page.links} == {"a", "form", "link"}
    # No icon, said in place: else a browser asks the root for one.
    assert all(address.startswith("/") or address == "data:," for _, _, address in page.links)
    assert "<style>" in (site / "404.html").read_text(encoding="utf-8")
    assert [one for one in page.scripts if '"file:"' in one]


def test_no_page_asks_for_what_no_reader_needs(site: Path) -> None:
    assert not list(site.rglob("*.map"))
    scripts = {path.name for path in (site / "assets/javascripts/lunr").rglob("*.js")}
    assert scripts == {"lunr.pt.min.js", "lunr.stemmer.support.min.js"}


def test_the_same_input_gives_the_same_bytes(
    docs: Path, site: Path, real: Catalogo, hostile: Catalogo, downloads: dict[str, bytes],
    reviewed: dict[str, Reviewed], tmp_path: Path, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    write_docs(
        [real, hostile],
        tmp_path / "d",
        reviewed=reviewed,
        publication=Publication(real.norma.id),
        downloads=downloads,
    )
    build_site(tmp_path / "d", tmp_path / "s")
    assert files(tmp_path / "d") == files(docs)
    assert files(tmp_path / "s") == files(site)
    assert capfd.readouterr() == ("", "")


def test_the_machine_does_not_show(docs: Path, site: Path) -> None:
    made = files(site)
    assert len(made) > 100
    for name, data in made.items():
        assert str(docs).encode() not in data, name
        assert str(site).encode() not in data, name


def test_importing_costs_nothing() -> None:
    code = (
        "import sys, pipeline.emit.pages, pipeline.emit.site; "
        "print({'mkdocs', 'jinja2', 'markupsafe', 'material'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# ── the text of the law ──────────────────────────────────────────────────────────────────────


def test_every_device_is_in_the_whole_text(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    page = read_page(folder / "lei.html")
    devices = list(walk(catalogue.dispositivos))
    assert len(devices) > 20
    for device in devices:
        assert device.id in page.ids
        assert device.caput_id is None or device.caput_id in page.ids
        assert shown(page, device) == (device.texto or device.nome)
    finals = [one.texto_final for one in devices if one.texto_final]
    assert set(finals) <= {text for _, text in page.texts}


def shown(page: Page, device: Dispositivo) -> str | None:
    """The device's text on a page; groupings have a name, an empty device neither."""
    if device.texto:
        return page.text_behind(device.id)
    return page.name_behind(device.id) if device.nome else None


def test_every_device_is_on_the_page_of_its_article(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    articles = [one for one in walk(catalogue.dispositivos) if one.tipo == "artigo"]
    assert len(articles) >= 6
    for article in articles:
        page = read_page(folder / "artigos" / f"{article.id}.html")
        for device in walk((article,)):
            if device.texto:
                assert page.text_behind(device.id) == device.texto


def test_the_parts_outside_the_articles_are_there(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    texts = {text for _, text in read_page(folder / "lei.html").texts}
    one = catalogue.norma
    parts = [one.epigrafe, one.ementa, one.preambulo, one.fecho]
    wanted = {part.texto for part in parts if part} | {who.nome for who in one.assinaturas}
    wanted |= {line for annex in catalogue.anexos for line in annex.linhas}
    assert len(wanted) >= 5
    assert wanted <= texts


def test_every_sanction_line_stands_in_the_text_and_with_each_target(
    norm: tuple[Catalogo, Path],
) -> None:
    catalogue, folder = norm
    whole = (folder / "lei.html").read_text(encoding="utf-8")
    assert whole.count("<dl>") == len(catalogue.sancoes)  # each once, as printed
    for infraction in catalogue.infracoes:
        sanction = next(one for one in catalogue.sancoes if one.id == infraction.sancao)
        article = infraction.dispositivo.split("_")[0]
        source = (folder / "artigos" / f"{article}.html").read_text(encoding="utf-8")
        for line in sanction.linhas:
            assert f"<dt>{line.rotulo}</dt>" in source
            assert line.texto is None or f">{escape(line.texto)}<" in source


def test_a_sanction_stands_where_it_is_printed(site: Path) -> None:
    source = (site / HOSTILE / "lei.html").read_text(encoding="utf-8")
    article = source[source.index('id="art10"') :]
    assert article.index("art10_cpt_inc1") < article.index("<dl>")
    several = source[source.index('id="art1_cpt_inc3"') : source.index('id="art1_cpt_inc4"')]
    assert several.count("<dl>") == 1


def test_a_former_id_still_leads_somewhere(site: Path) -> None:
    page = read_page(site / HOSTILE / "artigos" / "art3-1.html")
    assert "art99" in page.ids


# ── sanctions, findings, corrections ─────────────────────────────────────────────────────────


def test_every_infraction_has_its_row(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    page = read_page(folder / "infracoes.html")
    assert [one for one in page.ids if one.startswith("inf-")] == [
        f"inf-{one.id}" for one in catalogue.infracoes
    ]
    for infraction in catalogue.infracoes:
        assert page.text_behind(f"inf-{infraction.id}") == infraction.conduta


def plain(source: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", source)).split())


def leaf(folder: Path, name: str) -> dict[str, str]:
    """What an infraction's page says at a glance, by its labels."""
    source = (folder / "infracoes" / f"{name}.html").read_text(encoding="utf-8")
    box = source.split('<dl class="quadro')[1].split("</dl>")[0]
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", box, re.DOTALL)
    return {plain(label): plain(value) for label, value in pairs}


def test_every_infraction_has_its_page(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    devices = {one.id: one for one in walk(catalogue.dispositivos)}
    devices |= {one.caput_id: one for one in walk(catalogue.dispositivos) if one.caput_id}
    for infraction in catalogue.infracoes:
        page = read_page(folder / "infracoes" / f"{infraction.id}.html")
        assert infraction.id in page.ids
        assert page.text_behind(infraction.id) == devices[infraction.dispositivo].texto
        for above in infraction.contexto:
            assert above.texto in page.visible
        if infraction.destinatarios is None:
            # It may be that the article names them, and norma.toml does not know the name.
            assert leaf(folder, infraction.id)["Quem responde"].startswith("não foi reconhecido")
    ways = {link for _, _, link in read_page(folder / "infracoes.html").links}
    assert {f"infracoes/{one.id}.html" for one in catalogue.infracoes} <= ways


def test_the_page_of_an_infraction_says_what_follows(site: Path) -> None:
    assert leaf(site, "art14_cpt_inc25") == {
        "Gravidade": "gravíssima",
        "Pontos": "7 pontos ( art. 20, III, a )",
        "Multa": "400 UFIR-RJ R$ 1.900,32 em 2025 ( art. 21, I ) Grupo E-1",
        "Medida administrativa": "retenção do veículo",
        "Quem responde": "autorizatário",
    }
    # No line Infração: no gravity, so no points; the group gives the fine all the same.
    assert leaf(site, "art8_cpt") == {
        "Gravidade": "sem gravidade",
        "Pontos": "não definidos, por falta da gravidade",
        "Multa": "250 UFIR-RJ R$ 1.187,70 em 2025 ( art. 21, II ) Grupo E-2",
        "Medida administrativa": "nenhuma",
        "Quem responde": "autorizatário",
        "Conta-se": "por transgressão",
    }
    undefined = leaf(site, "art18_cpt_inc1")
    assert undefined["Multa"].startswith("valor não definido na lei Grupo A-")
    assert "pontos" in undefined["Pontos"]


def test_the_pages_of_infractions_are_a_chain(real: Catalogo, site: Path) -> None:
    name, seen = real.infracoes[0].id, []
    while name:
        seen.append(name)
        source = (site / "infracoes" / f"{name}.html").read_text(encoding="utf-8")
        further = re.search(
            r'rel="next" href="([^"]+)\.html">', source.split('class="vizinhas"')[1]
        )
        name = further[1] if further else ""
    assert seen == [one.id for one in real.infracoes]


def test_each_chapter_has_a_page_that_leads_to_its_articles(site: Path) -> None:
    page = read_page(site / "capitulos" / "cap2.html")
    ways = {link for _, _, link in page.links}
    assert {f"../artigos/art{number}.html" for number in range(4, 16)} <= ways
    assert "12 artigos, com 63 infrações: 29 gravíssimas, 13 graves, 11 médias, 9 leves, 1 sem" in (
        " ".join(page.visible.split())
    )
    assert {"cap2_sec1", "cap2_sec2", "cap2_sec3"} <= set(page.ids)


def test_the_record_says_what_the_norm_is(site: Path) -> None:
    said = plain((site / "norma.html").read_text(encoding="utf-8"))
    for wanted in (
        "Número 1.493", "Data 7 de junho de 2023", "Publicação data não conhecida",
        "URN LexML urn:lex:br;rio.janeiro;mangaratiba:municipal:lei:2023-06-07;1493",
        "Id nativo 1834", "Matéria originária 13771", "Confiança 100%", "Páginas 13",
        "Total 566",
    ):  # fmt: skip
        assert wanted in said


def test_every_value_of_a_closed_list_has_a_word() -> None:
    assert set(page_words.PENALIDADES) == set(get_args(TipoPenalidade))
    assert set(page_words.MEDIDAS) == set(get_args(TipoMedida))


def test_the_filters_know_every_row(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    source = (folder / "infracoes.html").read_text(encoding="utf-8")
    rows = [json.loads(html.unescape(one)) for one in re.findall(r'data-valores="([^"]*)"', source)]
    assert len(rows) == len(catalogue.infracoes)
    for row, infraction in zip(rows, catalogue.infracoes, strict=True):
        assert row["grupo"] == (
            [p.grupo for p in infraction.penalidades if p.grupo] or ["sem grupo"]
        )
        assert all(row.values())


def test_the_filters_offer_their_words_in_an_order_of_their_own(
    real: Catalogo, norm: tuple[Catalogo, Path]
) -> None:
    catalogue, folder = norm
    source = (folder / "infracoes.html").read_text(encoding="utf-8")
    found = re.search(r'data-filtros="([^"]*)"', source)
    assert found
    offered = {key: words for key, _, words in json.loads(html.unescape(found[1]))}
    assert offered["gravidade"] == ["gravíssima", "grave", "média", "leve", "sem gravidade"]
    if catalogue is real:
        assert " ".join(offered["grupo"]) == "E-1 E-2 E-3 E-4 A-1 A-2 A-3 A-4 sem grupo"
    rows = [json.loads(html.unescape(one)) for one in re.findall(r'data-valores="([^"]*)"', source)]
    for key in ("gravidade", "grupo", "medida", "destinatario"):
        assert {word for row in rows for word in row[key]} <= set(offered[key])
        assert len(offered[key]) == len(set(offered[key]))


def test_only_cited_groups_come_behind_the_defined_ones_by_name(hostile: Catalogo) -> None:
    groups = tuple(
        hostile.grupos[0].model_copy(update={"codigo": code, "base_legal": base})
        for code, base in (("Z-1", "art2_cpt"), ("B-1", "art2_cpt"), ("C-1", None), ("A-1", None))
    )
    infractions = tuple(
        one.model_copy(
            update={"penalidades": (one.penalidades[0].model_copy(update={"grupo": code}),)}
        )
        for one, code in zip(hostile.infracoes, ("C-1", "A-1", "B-1", "Z-1"), strict=False)
    )
    catalogue = hostile.model_copy(update={"grupos": groups, "infracoes": infractions})
    words = json.loads(page_sanctions.filters(NormView(catalogue, "", frozenset())))[1][2]
    assert words == ["Z-1", "B-1", "A-1", "C-1", "sem grupo"]


# ── what people added ────────────────────────────────────────────────────────────────────────


def test_an_explanation_stands_by_its_device_and_says_that_it_is_one(
    real: Catalogo, reviewed: dict[str, Reviewed], site: Path
) -> None:
    leaves = {one.dispositivo: one.id for one in real.infracoes}
    leaves |= {name.removesuffix("_cpt"): one for name, one in leaves.items()}
    notes = reviewed[real.norma.id].explicacoes
    assert len(notes) > 40
    for note in notes:
        page = (
            f"infracoes/{leaves[note.dispositivo]}.html"
            if note.dispositivo in leaves
            else f"artigos/{note.dispositivo.split('_')[0]}.html"
        )
        said = plain((site / page).read_text(encoding="utf-8"))
        assert f"Em linguagem simples {' '.join(note.texto.split())}" in said
        assert "É explicação, não é texto da lei. Revista por" in said
    whole = (site / "lei.html").read_text(encoding="utf-8")
    assert "linguagem" not in whole  # the law alone


def test_the_procedure_is_told_in_the_words_of_the_norm(
    real: Catalogo, reviewed: dict[str, Reviewed], site: Path
) -> None:
    page = read_page(site / "procedimento.html")
    devices = {one.id: one for one in walk(real.dispositivos)}
    quoted = [text for _, text in page.texts]
    for step in reviewed[real.norma.id].passos:
        assert step.id in page.ids
        assert {devices[name].texto for name in step.dispositivos} <= set(quoted)
        assert step.ressalva is None or step.ressalva in page.visible


def test_what_the_law_leaves_unclear_is_said_wherever_it_matters(
    real: Catalogo, reviewed: dict[str, Reviewed], site: Path
) -> None:
    doubted = [one for one in reviewed[real.norma.id].passos if one.ressalva]
    assert len(doubted) >= 4
    findings = plain((site / "inconsistencias.html").read_text(encoding="utf-8"))
    for step in doubted:
        assert step.ressalva is not None
        assert step.ressalva in findings
        assert step.ver
        for name in step.ver:
            article = (site / "artigos" / f"{name.split('_')[0]}.html").read_text(encoding="utf-8")
            assert f'procedimento.html#{step.id}">Não está claro na lei: ' in article
    table = (site / "procedimento.html").read_text(encoding="utf-8").split("<tbody")[1]
    assert table.split("</tbody>")[0].count("Não está claro") >= 5


def test_the_start_counts_what_the_page_of_findings_counts(
    real: Catalogo, reviewed: dict[str, Reviewed], site: Path
) -> None:
    doubts = sum(one.ressalva is not None for one in reviewed[real.norma.id].passos)
    found = (site / "inconsistencias.html").read_text(encoding="utf-8")
    listed = re.search(r'<ul class="numeros">(.*?)</ul>', found, re.DOTALL)
    assert listed is not None
    counts = [int(one) for one in re.findall(r"<strong>(\d+)</strong>", listed[1])]
    assert sum(counts) == len(real.diagnosticos) + doubts
    said = plain((site / "index.html").read_text(encoding="utf-8"))
    assert f"Inconsistências {sum(counts)} achados: " in said
    assert f"de quem reviu o procedimento, {doubts} dúvidas" in said


@pytest.mark.parametrize("mark", ["", ";", ".", " ;"])
def test_the_mark_behind_a_gravity_stands_outside_its_pill(
    real: Catalogo, mark: str, tmp_path: Path
) -> None:
    def with_mark(one: Sancao) -> Sancao:
        lines = (
            line.model_copy(update={"texto": f"{line.texto}{mark}"})
            if line.rotulo == "Infração"
            else line
            for line in one.linhas
        )
        return one.model_copy(update={"linhas": tuple(lines)})

    made = real.model_copy(update={"sancoes": tuple(map(with_mark, real.sancoes))})
    write_docs([made], tmp_path)
    page = (tmp_path / "artigos" / "art14.md").read_text(encoding="utf-8")
    assert f'<dd><span class="chip g-gravissima">gravíssima</span>{mark}</dd>' in page


def test_every_deadline_of_the_defence_is_in_the_table(site: Path) -> None:
    source = (site / "procedimento.html").read_text(encoding="utf-8")
    table = source.split("<tbody")[1].split("</tbody>")[0]
    rows = [
        (
            plain(row.split("<strong>")[1].split("</strong>")[0]),
            plain(row.split("</td>")[1]).removesuffix(" Não está claro"),
        )
        for row in table.split("<tr")[1:]
    ]
    assert rows == [
        ("30 (trinta) dias", "Art. 24"),
        ("30 (trinta) dias", "Art. 24"),
        ("10 (dez) dias", "Art. 5º, V"),
        ("30 ( trinta ) dias", "Art. 27"),
        ("30 dias", "Art. 29, parágrafo único"),
        ("30 ( trinta ) dias", "Art. 29, parágrafo único"),
        ("30 ( trinta ) dias", "Art. 30"),
        ("30 ( trinta ) dias", "Art. 30"),
        ("10 (dez) dias", "Art. 34, § 2º"),
        ("5 (cinco) dias", "Art. 34, § 4º"),
    ]


def test_each_door_opens(real: Catalogo, reviewed: dict[str, Reviewed], site: Path) -> None:
    home = read_page(site / "index.html")
    source = (site / "infracoes.html").read_text(encoding="utf-8")
    rows = [json.loads(html.unescape(one)) for one in re.findall(r'data-valores="([^"]*)"', source)]
    doors = reviewed[real.norma.id].portas
    assert len(doors) == 4
    for way in (way for door in doors for way in door.caminhos):
        href = f"{way.pagina}.html" + (f"?{way.filtro}" if way.filtro else "")
        href += f"#{way.parte}" if way.parte else ""
        assert href in {link for _, _, link in home.links}
        if way.filtro:
            key, value = way.filtro.split("=")
            shown = [row for row in rows if value in map(page_words.slug, row[key])]
            assert 0 < len(shown) < len(rows), way.filtro


def test_without_reviewed_data_there_are_no_empty_places(site: Path) -> None:
    assert not (site / HOSTILE / "procedimento.html").exists()
    home = (site / HOSTILE / "index.html").read_text(encoding="utf-8")
    assert "Por onde começar" not in home


# ── findings beside the infractions that they touch ──────────────────────────────────────────


def test_an_infraction_bears_its_warnings_wherever_it_stands(real: Catalogo, site: Path) -> None:
    punished = {one.dispositivo: one for one in real.infracoes}
    # What is said of an article's own words is said of its caput.
    punished |= {name.removesuffix("_cpt"): one for name, one in punished.items()}
    touching = [
        one for one in real.diagnosticos if one.nivel != "nota" and one.dispositivo in punished
    ]
    assert {one.codigo for one in touching} >= {"SAN001", "SAN002", "SAN003"}
    table = (site / "infracoes.html").read_text(encoding="utf-8")
    whole = (site / "lei.html").read_text(encoding="utf-8")
    for one in touching:
        made = punished[one.dispositivo or ""]
        row = table.split(f'id="inf-{made.id}"')[1].split("</tr>")[0]
        mark = f'inconsistencias.html#{one.id}">{escape(CODES[one.codigo].titulo)}</a>'
        assert f'"{mark}' in row
        assert whole.count(f'"{mark}') == 1
        article = site / "artigos" / f"{made.dispositivo.split('_')[0]}.html"
        source = article.read_text(encoding="utf-8")
        assert f'"../{mark}: {escape(one.mensagem)}</li>' in source
        assert source.count(f"#{one.id}") == 1  # not again in the list below it
    marks = re.findall(r'class="marcas".*?</ul>', table, re.DOTALL)
    linked = re.findall(r'inconsistencias\.html#([^"]+)"', "".join(marks))
    assert sorted(linked) == sorted(one.id for one in touching)


def touches(site: Path, article: str, piece: str) -> list[str]:
    """What stands in the box of a device: its lines as plain text."""
    source = (site / "artigos" / f"{article}.html").read_text(encoding="utf-8")
    part = source.split(f'id="{piece}"')[1].split('class="toques"')[1].split("\n</ul>")[0]
    return [
        " ".join(html.unescape(re.sub(r"<[^>]+>", "", line)).split())
        for line in part.split("<li>")[1:]
    ]


def test_a_device_says_what_it_cites_and_what_cites_it(site: Path) -> None:
    eighth = touches(site, "art20", "art20_cpt_inc8")
    assert (
        "Cita «incisos IV, VI e VII»: art. 20, IV (não existe), art. 20, VI, art. 20, VII" in eighth
    )
    assert "Citado por art. 20, VIII" in touches(site, "art20", "art20_cpt_inc6")
    assert "Cita «artigo 23»: art. 23" in touches(site, "art29", "art29")
    assert "Cita «Código de Trânsito Brasileiro»: texto no LexML" in touches(
        site, "art18", "art18_cpt_inc5"
    )
    [decree] = [line for line in touches(site, "art22", "art22") if line.startswith("Cita")]
    assert decree.endswith(": urn:lex:br;rio.janeiro:estadual:decreto:2000-11-28;21518")
    [group] = [line for line in touches(site, "art21", "art21_cpt_inc1") if "Citado" in line]
    assert group.startswith("Citado por28 dispositivosart. 4º, I, art. 4º, II,")


def finding(name: str, device: str | None, origem: tuple[Origem, ...]) -> Diagnostico:
    return Diagnostico(
        id=name, codigo="ZZZ999", nivel="erro", classe="ocr", dispositivo=device,
        mensagem="x", ajuda="x", origem=origem, aceito=False,
    )  # fmt: skip


def marks(catalogue: Catalogo, found: Diagnostico) -> set[str]:
    """The infractions that a finding marks."""
    view = NormView(catalogue.model_copy(update={"diagnosticos": (found,)}), "", frozenset())
    return {one.id for one in catalogue.infracoes if found in view.marks(one)}


def moved(infraction: Infracao, name: str, origem: tuple[Origem, ...]) -> Infracao:
    return infraction.model_copy(update={"id": name, "origem": origem})


def test_a_finding_marks_what_it_touches_and_no_more(hostile: Catalogo) -> None:
    last = hostile.infracoes[-1]  # on the caput of art. 10, whose inciso is no infraction
    catalogue = hostile.model_copy(
        update={
            "infracoes": (
                *hostile.infracoes[:-1],
                moved(last, "art10_cpt", at(2, 1, 3)),
                moved(last, "art10_cpt_s2", at(2, 4, 5)),
            )
        }
    )
    both = {"art10_cpt", "art10_cpt_s2"}
    assert marks(catalogue, finding("a", "art10", at(1, 76))) == both
    assert marks(catalogue, finding("b", "art10_cpt_inc1", at(1, 77))) == both
    assert marks(catalogue, finding("c", "art10_cpt", at(2, 4, 5))) == {"art10_cpt_s2"}
    assert marks(catalogue, finding("d", None, at(2, 2))) == {"art10_cpt"}
    assert marks(catalogue, finding("e", None, ())) == set()
    assert marks(catalogue, finding("f", "art1_cpt_inc2", at(1, 14))) == {"art1_cpt_inc2"}
    assert marks(catalogue, finding("g", "art1", at(1, 10))) == set()
    note = finding("h", "art10", at(1, 76)).model_copy(update={"nivel": "nota"})
    assert marks(catalogue, note) == set()


def test_marks_behind_a_shared_sanction_say_whose_they_are(
    hostile: Catalogo, tmp_path: Path
) -> None:
    found = (finding("a", "art1_cpt_inc2", at(1, 14)), finding("b", None, at(1, 12)))
    write_docs([hostile.model_copy(update={"diagnosticos": found})], tmp_path)
    source = (tmp_path / "lei.md").read_text(encoding="utf-8")
    shared = source.split('id="art1_cpt_inc3"')[1].split('id="art1_cpt_inc4"')[0]
    assert re.findall(r"inconsistencias\.html#(.)", shared) == ["b", "a"]
    assert 'html#a">x</a> (art. 1º, II)</li>' in shared
    assert 'html#b">x</a></li>' in shared


def test_an_infraction_over_two_pages_cites_both(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    devices = {one.id: one for one in walk(catalogue.dispositivos)}
    devices |= {one.caput_id: one for one in devices.values() if one.caput_id}
    whole = (folder / "lei.html").read_text(encoding="utf-8")
    several = 0
    for infraction in catalogue.infracoes:
        device = devices[infraction.dispositivo]
        sanction = next(one for one in catalogue.sancoes if one.id == infraction.sancao)
        places = [*device.origem, *(one for line in sanction.linhas for one in line.origem)]
        pages = sorted({one.pagina for one in places})
        several += len(pages) > 1
        article = infraction.dispositivo.split("_")[0]
        for source in (whole, (folder / "artigos" / f"{article}.html").read_text(encoding="utf-8")):
            found = re.search(rf'class="ref" href="#{device.id}".*?</span>(.*?)</a>', source)
            assert found
            assert [int(page) for page in re.findall(r"p\. (\d+)", found[1])] == pages
    assert several


def test_each_cell_of_a_stacked_table_names_its_column(site: Path) -> None:
    stacked = 0
    for path in (site / "multas.html", site / HOSTILE / "multas.html"):
        for table in re.findall(
            r'<table class="simples fichas".*?</table>', path.read_text(encoding="utf-8"), re.DOTALL
        ):
            stacked += 1
            names = re.findall(r'role="columnheader"[^>]*>([^<]+)<', table)
            rows = table.split("<tr id=")[1:]
            assert rows
            for row in rows:
                assert re.findall(r'data-nome="([^"]+)"', row) == names
    assert stacked == 3  # groups and years of the real norm, groups of the other


def test_what_the_norm_does_not_define_is_said_to_be_undefined(real: Catalogo, site: Path) -> None:
    page = read_page(site / "multas.html")
    missing = [one for one in real.grupos if one.quantidade is None]
    assert missing
    assert page.visible.count("valor não definido na lei") == len(missing)
    for group in real.grupos:
        assert f"grupo-{group.codigo.lower()}" in page.ids


def test_amounts_in_reais_are_written_the_brazilian_way(site: Path) -> None:
    assert "R$ 1.293,47" in read_page(site / HOSTILE / "multas.html").visible


def test_every_finding_is_shown_the_laws_own_first(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    page = read_page(folder / "inconsistencias.html")
    ranked = [one.id for one in catalogue.diagnosticos if one.classe == "norma"]
    assert ranked
    assert set(page.ids) >= {one.id for one in catalogue.diagnosticos}
    first_other = min(
        page.ids.index(one.id) for one in catalogue.diagnosticos if one.classe != "norma"
    )
    assert max(page.ids.index(one) for one in ranked) < first_other


def test_codes_lead_to_their_pages(real: Catalogo, site: Path) -> None:
    page = read_page(site / "inconsistencias.html")
    written = {path.stem for path in (resource("site") / "docs" / "diagnosticos").glob("*.md")}
    linked = {address for _, _, address in page.links}
    named = {one.codigo for one in real.diagnosticos}
    assert len(named) > 10
    assert named <= written
    for code in named:
        assert f"diagnosticos/{code}.html" in linked


def test_every_correction_and_discard_is_shown(norm: tuple[Catalogo, Path]) -> None:
    catalogue, folder = norm
    page = read_page(folder / "correcoes.html")
    assert catalogue.correcoes
    assert catalogue.descartes
    for one in catalogue.correcoes:
        assert f"cor-{one.id}" in page.ids
        assert one.antes in page.visible
        assert one.motivo in page.visible
    for discard in catalogue.descartes:
        assert discard.texto in page.visible


def test_downloads_are_there_with_their_hash(downloads: dict[str, bytes], site: Path) -> None:
    page = read_page(site / "dados.html")
    addresses = {address for _, _, address in page.links}
    assert "dados/SHA256SUMS" in addresses
    hashes = (site / "dados" / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    for name, data in downloads.items():
        assert (site / "dados" / name).read_bytes() == data
        assert (f"dados/{name}" in addresses) == (not name.startswith("norma-hostil"))
        assert f"{hashlib.sha256(data).hexdigest()}  {name}" in hashes
    other = {address for _, _, address in read_page(site / HOSTILE / "dados.html").links}
    assert "../../dados/norma-hostil.json" in other


# ── text stays text ──────────────────────────────────────────────────────────────────────────


def test_hostile_text_is_shown_not_run(site: Path) -> None:
    page = read_page(site / HOSTILE / "lei.html")
    texts = [text for _, text in page.texts]
    for nasty in NASTY:
        assert nasty in texts
    for path in site.rglob("*.html"):
        source = path.read_text(encoding="utf-8")
        assert SCRIPT not in source, path
        assert "onerror=alert(1)>" not in source, path


def test_hostile_titles_are_text_in_title_navigation_and_search(site: Path) -> None:
    assert SCRIPT in read_page(site / HOSTILE / "index.html").title
    assert SCRIPT in read_page(site / "index.html").visible  # the navigation
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    entries = [one for one in index["docs"] if one["location"].startswith(HOSTILE)]
    assert len(entries) > 20
    assert not [one for one in entries if SCRIPT in one["text"] + one["title"] + str(one["tags"])]
    assert [one for one in entries if SCRIPT in html.unescape(one["text"])]


def test_the_search_knows_devices_by_their_citation(real: Catalogo, site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    titles = {one["location"]: one["title"] for one in index["docs"]}
    assert titles["infracoes/art14_cpt_inc25.html"] == "Art. 14, inciso XXV"
    assert titles["artigos/art21.html#art21_cpt_inc1"] == "Art. 21, inciso I"
    for infraction in real.infracoes:
        assert f"infracoes/{infraction.id}.html" in titles
    # An infraction is found on its own page, and only there.
    assert "artigos/art14.html#art14_cpt_inc25" not in titles
    assert not [one for one in titles if one.startswith(("lei.html", "infracoes.html"))]
    text = next(
        one["text"] for one in index["docs"] if one["location"].endswith("/art14_cpt_inc25.html")
    )
    assert "Infração gravíssima" in text
    assert "art. 21" not in text  # else a search for that article finds all who cite it


def test_a_result_says_of_which_norm_it_is_where_there_are_several(
    real: Catalogo, site: Path, tmp_path: Path
) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {one["location"]: one.get("tags") for one in index["docs"]}
    assert found["artigos/art1.html"] == ["Lei nº 1.493/2023"]
    assert SCRIPT in html.unescape(found[f"{HOSTILE}artigos/art1.html"][0])
    ours = [name for name in found if not name.startswith(("decisoes/", "diagnosticos/"))]
    assert all(found[name] for name in ours)
    assert index["config"]["fields"]["tags"]["boost"] < 1  # a citation counts for more
    write_docs([real], tmp_path)
    assert "tags:" not in (tmp_path / "artigos" / "art1.md").read_text(encoding="utf-8")


def test_a_page_names_its_own_norm_above_behind_its_title_and_below(
    real: Catalogo, hostile: Catalogo, site: Path
) -> None:
    ours = page_words.title(real.norma)
    theirs = page_words.title(hostile.norma)
    foot = re.compile(r'md-copyright__highlight">(.*?)</div>', re.DOTALL)
    above = re.compile(r'md-header__topic">(.*?)</div>', re.DOTALL)
    named = re.compile(r"<title>(.*?)</title>", re.DOTALL)
    alone = ("404.html", *(f"{one}/" for one in ("decisoes", "diagnosticos")))
    seen = {ours: 0, theirs: 0, "": 0}
    for path in site.rglob("*.html"):
        name = path.relative_to(site).as_posix()
        text = path.read_text(encoding="utf-8")
        if "md-footer" not in text or name.startswith(alone):
            continue
        [below] = foot.findall(text)
        shared = name in ("campos.html", "sobre.html", "metodologia.html", "acessibilidade.html")
        own = "" if shared else theirs if name.startswith(HOSTILE) else ours
        seen[own] += 1
        said = html.unescape(below)
        assert [one for one in (ours, theirs) if one in said] == ([own] if own else []), name
        if own == theirs:
            for shown in (above.search(text), named.search(text)):
                assert shown is not None
                assert theirs in html.unescape(shown[1]), name
                assert ours not in html.unescape(shown[1]), name
        elif own:
            assert ours in html.unescape(above.findall(text)[0]), name
    assert min(seen.values()) > 3


def test_the_only_norm_stands_on_every_page(real: Catalogo, tmp_path: Path) -> None:
    write_docs([real], tmp_path)
    facts = json.loads((tmp_path / SITE_FACTS).read_text(encoding="utf-8"))
    assert page_words.title(real.norma) in facts["copyright"]
    assert "normas" not in facts
    assert "norma:" not in (tmp_path / "lei.md").read_text(encoding="utf-8").split("\n---")[0]


@pytest.mark.parametrize("text", [*NASTY, "á\x02b\x85c", "1) x", "a_b_c"])
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    wanted = re.sub(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]", "\ufffd", text)
    assert html.unescape(str(escape(text))) == wanted
    assert html.unescape(str(inline(text))) == " ".join(wanted.split())
    assert not re.search(r"[*_`\[\]{}<>\\|]", str(inline(text)))
    assert "\n" not in str(heading(text, 2, "x")).strip("\n")


def test_every_page_starts_with_front_matter(docs: Path) -> None:
    pages = list(docs.rglob("*.md"))
    assert len(pages) > 60
    for path in pages:
        assert path.read_text(encoding="utf-8").startswith("---\n"), path
    assert front_matter(Source("x.md", '"<b>: {', "t")).count("\n") == 3


# ── norms, folders, errors ───────────────────────────────────────────────────────────────────


def test_the_first_norm_is_the_principal_one_unless_named(
    real: Catalogo, hostile: Catalogo, tmp_path: Path
) -> None:
    write_docs([hostile, real], tmp_path)
    assert (tmp_path / "artigos" / "art3-1.md").is_file()
    assert (tmp_path / "normas" / real.norma.id / "artigos" / "art14.md").is_file()
    assert SCRIPT not in (tmp_path / SITE_FACTS).read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="not among"):
        write_docs([real], tmp_path, publication=Publication("outra"))


def test_addresses_do_not_move_when_a_norm_is_added(
    real: Catalogo, site: Path, tmp_path: Path
) -> None:
    write_docs([real], tmp_path)
    alone = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    assert not [name for name in alone if not (site / name.replace(".md", ".html")).is_file()]


def test_without_any_norm_there_is_still_a_site(tmp_path: Path) -> None:
    write_docs([], tmp_path / "d")
    build_site(tmp_path / "d", tmp_path / "s")
    assert check_site(tmp_path / "s") == []


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("# Um\n\n[x](lei.md)\n", "lei.md"),
        ("# Um\n\n[x](#nada)\n", "#nada"),
    ],
)
def test_what_mkdocs_complains_of_is_raised(
    source: str, complaint: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "index.md").write_text(source, encoding="utf-8")
    with pytest.raises(SiteError, match=re.escape(complaint)):
        build_site(tmp_path / "d", tmp_path / "s")
    assert capfd.readouterr() == ("", "")


def site_sources() -> Iterator[Path]:
    folder = resource("site")
    yield folder / "mkdocs.yml"
    for name in ("templates", "overrides", "docs/assets/lei"):
        yield from (path for path in (folder / name).rglob("*") if path.is_file())


def test_nothing_of_a_norm_stands_in_the_sources(real: Catalogo) -> None:
    one = real.norma
    facts = {one.municipio, one.numero, "1.493", one.id, *(group.codigo for group in real.grupos)}
    facts |= {group.unidade for group in real.grupos if group.unidade}
    pattern = re.compile("|".join(rf"\b{re.escape(fact)}\b" for fact in facts if fact))
    sources = list(site_sources())
    assert len(sources) > 20
    for path in sources:
        found = pattern.search(path.read_text(encoding="utf-8"))
        assert found is None, (path, found)


# ── the checker itself ───────────────────────────────────────────────────────────────────────

GOOD = '<html lang="pt-BR"><h1 id="a">A</h1><a href="#a">x</a></html>'


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (GOOD.replace("</h1>", '</h1><p id="a"></p>'), "id 'a' 2 times"),
        (GOOD.replace('"#a"', '"#b"'), "#b leads to no such id"),
        (GOOD.replace('"#a"', '"b.html"'), "b.html leads to no file"),
        (GOOD.replace('"#a"', '"../../x"'), "../../x leads out of the site"),
        (GOOD.replace('"#a"', '"javascript:x"'), "javascript:x runs a script"),
        (GOOD.replace("h1", "h2"), "0 h1"),
        (GOOD.replace("pt-BR", "pt"), "lang is pt"),
        (GOOD.replace("<a ", '<a onclick="x" '), "event handler onclick=x"),
        (GOOD.replace("<h1", '<script src="https://x.example/y.js"></script><h1'), "is a resource of another host"),
        (GOOD.replace("<h1", "<script>alert(1)</script><h1"), "script not ours"),
    ],
)  # fmt: skip
def test_the_checker_sees(page: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "404.html").write_text(GOOD, encoding="utf-8")
    (tmp_path / "x.html").write_text(GOOD, encoding="utf-8")
    assert check_site(tmp_path) == []
    (tmp_path / "x.html").write_text(page, encoding="utf-8")
    assert any(fault in found for found in check_site(tmp_path))


def test_the_checker_reads_text_sign_for_sign() -> None:
    page = read_html('<p id="a"><span class="texto">1. &lt;b&gt;&#9;*x*\n\ny</span></p>')
    assert page.text_behind("a") == "1. <b>\t*x*\n\ny"
