"""The page of what acts changed in a norm: both wordings whole, and what went and came in words."""

import re
from datetime import date
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pipeline.build import Options, build_all
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_wordings import readings
from pipeline.publication import Publication
from pipeline.sources import load_source
from pipeline.stages import Compilation
from pipeline.together import compile_together
from tests.site_check import check_site

BASE = """LEI Nº 7, DE 3 DE MAIO DE 2017
Dispõe sobre a taxa (norma inventada para testes).
CAPÍTULO I
DA TAXA
Art. 1º A taxa é paga no banco em dez dias.
Art. 2º A taxa é de dez reais.
CAPÍTULO II
DO SELO
Art. 3º O selo é azul.
CAPÍTULO III
DAS INFRAÇÕES
Art. 4º É vedado ao permissionário:
I - usar banco roto:
Infração - grave;
Penalidade - multa (Grupo B);
Medida administrativa - retenção do veículo.
II - usar pneu liso:
Infração - grave;
Penalidade - multa (Grupo B).
III - parar na praça;
IV - parar na ponte:
Infração - leve;
Penalidade - multa (Grupo A).
Art. 5º Cada infração é punida com multa:
I - Grupo A: 300 UFM;
II - Grupo B: 200 UFM.
Art. 6º Esta Lei entra em vigor na data de sua publicação.
Vila Azul, 3 de maio de 2017.
FULANA DE TAL
Prefeita Municipal
ANEXO I
TABELA
Táxi: dez reais
ANEXO II
MODELO
Azul e redondo
ANEXO III
CORES
Nenhuma
"""
ACT = """LEI Nº 9, DE 5 DE MARÇO DE 2021
Altera a Lei nº 7, de 3 de maio de 2017 (ato inventado para testes).
Art. 1º O art. 1º da Lei nº 7, de 3 de maio de 2017, passa a vigorar com a seguinte redação:
“Art. 1º A taxa é paga no banco em vinte dias.” (NR)
Art. 2º Fica revogado o art. 2º da Lei nº 7, de 3 de maio de 2017.
Art. 3º O Anexo I da Lei nº 7, de 3 de maio de 2017, passa a vigorar na forma do Anexo desta Lei.
Art. 4º A ementa da Lei nº 7, de 3 de maio de 2017, passa a vigorar com a seguinte redação:
“Dispõe sobre a taxa e o selo.” (NR)
Art. 5º Ficam revogados o Capítulo II e o Anexo II da Lei nº 7, de 3 de maio de 2017.
Art. 6º O inciso II do art. 4º da Lei nº 7, de 3 de maio de 2017, passa a vigorar com a seguinte redação:
“II - usar pneu liso:
Infração - gravíssima;
Penalidade - multa (Grupo A).” (NR)
Art. 7º O inciso II do art. 5º da Lei nº 7, de 3 de maio de 2017, passa a vigorar com a seguinte redação:
“II - Grupo B: 250 UFM.” (NR)
Art. 8º Fica revogado o inciso IV do art. 4º da Lei nº 7, de 3 de maio de 2017.
Art. 9º Esta Lei entra em vigor na data de sua publicação.
Vila Azul, 5 de março de 2021.
FULANA DE TAL
Prefeita Municipal
ANEXO
TABELA
Táxi: onze reais
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("changed")
    for name, text in (("lei-7-2017", BASE), ("lei-9-2021", ACT)):
        (home / "raw" / name).mkdir(parents=True)
        (home / "raw" / name / "lei.txt").write_text(text, encoding="utf-8")
    norms = [home / "raw" / name for name in ("lei-7-2017", "lei-9-2021")]
    published = Publication(site_url="https://exemplo.org/lei/")
    build_all(norms, Options(home / "build", home / "raw", publication=published))
    return home / "build" / "site"


def words(site: Path) -> str:
    page = (site / "alteracoes.html").read_text(encoding="utf-8")
    article = page.partition("<article")[2].partition("</article>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", "", article)).split())


def test_both_wordings_stand_whole_and_the_day_and_the_act(site: Path) -> None:
    said = words(site)
    assert "A taxa é paga no banco em dez dias." in said
    assert "A taxa é paga no banco em vinte dias." in said
    assert "A taxa é de dez reais." in said
    assert "revogado" in said
    assert "5 de março de 2021" in said
    assert "10 mudanças" in said


def test_what_is_no_device_is_told_too(site: Path) -> None:
    said = words(site)
    assert "ANEXO I : nova redação" in said.replace("ANEXO I:", "ANEXO I :")
    assert "Táxi: onze reais" in said
    assert "Dispõe sobre a taxa e o selo." in said
    page = (site / "lei.html").read_text(encoding="utf-8")
    assert "Azul e redondo" not in page
    assert "Táxi: onze reais" in page
    chapter = page.partition('id="cap2"')[2].partition('id="art3"')[0]
    for told in ("revogado", "Revogado por LEI Nº 9", "Chamava-se DO SELO até 4 de março de 2021"):
        assert told in chapter
        assert told in (site / "capitulos" / "cap2.html").read_text(encoding="utf-8")


def test_what_went_and_what_came_is_told_in_words(site: Path) -> None:
    page = (site / "alteracoes.html").read_text(encoding="utf-8")
    assert re.search(r"em <del><span class=\"sr\">saiu: </span>dez</del> <ins>", page)
    assert re.search(r"<ins><span class=\"sr\">entrou: </span> ?vinte</ins>", page)


def test_a_changed_sanction_stands_line_by_line_gravity_first(site: Path) -> None:
    page = (site / "alteracoes.html").read_text(encoding="utf-8")
    [change] = [one for one in page.split('<div class="alteracao">') if "art4_cpt_inc2" in one]
    assert "nova redação das linhas de sanção" in change
    for label, went, came in (("Infração", "grave;", "gravíssima;"), ("Penalidade", "B)", "A)")):
        line = rf"<li>{label}: .*<del>.*{re.escape(went)}.*</del> ?<ins>.*{re.escape(came)}.*</ins>"
        assert re.search(line, change)
    assert change.index("<li>Infração") < change.index("<li>Penalidade") < change.index("Antes")
    group = r"<del>.*Grupo B: 200 UFM\. \(art\. 5º, II\)</del> <ins>.*Grupo A: 300 UFM; \(art\. 5º, I\)</ins>"
    assert re.search(group, change)
    said = words(site)
    assert "usar pneu liso:Infração: grave;Penalidade: multa (Grupo B)." in said
    assert "usar pneu liso:Infração: gravíssima;Penalidade: multa (Grupo A)." in said


def test_lines_of_several_conducts_are_said_to_stay_with_the_others(site: Path) -> None:
    page = (site / "alteracoes.html").read_text(encoding="utf-8")
    [change] = [one for one in page.split('<div class="alteracao">') if "art4_cpt_inc4" in one]
    assert re.search(r"<del>.*saiu: .*Infração: leve;</del>", change)
    stays = change.partition("As linhas de sanção continuam para")[2].partition("</p>")[0]
    assert 'href="artigos/art4.html#art4_cpt_inc3"' in stays


def test_a_changed_fine_of_a_group_names_the_infractions_that_it_touches(site: Path) -> None:
    page = (site / "alteracoes.html").read_text(encoding="utf-8")
    [change] = [one for one in page.split('<div class="alteracao">') if "art5_cpt_inc2" in one]
    assert "a multa ou a pontuação de 1 infração" in change
    assert 'href="artigos/art4.html#art4_cpt_inc1"' in change
    assert "art4_cpt_inc2" not in change


def test_the_site_is_sound(site: Path) -> None:
    assert check_site(site, "https://exemplo.org/lei/") == []


def test_an_act_that_nothing_changed_has_no_such_page(site: Path) -> None:
    assert not list(site.glob("normas/lei-9-2021/alteracoes.html"))


def test_the_norm_is_in_force_since_its_first_day_and_its_text_since_a_later_one(
    site: Path,
) -> None:
    for name in ("index", "norma"):
        page = (site / f"{name}.html").read_text(encoding="utf-8")
        said = " ".join(unescape(re.sub(r"<[^>]+>", "", page.partition("<article")[2])).split())
        assert "Vigente desde 3 de maio de 2017" in said
        assert "com este texto, desde 5 de março de 2021" in said
    other = (site / "normas" / "lei-9-2021" / "index.html").read_text(encoding="utf-8")
    assert "; com " not in other.partition("abertura")[2].partition("</div>")[0]


def test_the_first_page_leads_to_the_changes(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8").partition("<article")[2]
    rooms = page.partition('<ul class="salas">')[2].partition("</ul>")[0]
    assert '<a href="alteracoes.html">Alterações</a> <span>1 ato mudou a lei' in rooms
    other = (site / "normas" / "lei-9-2021" / "index.html").read_text(encoding="utf-8")
    assert "Alterações</a> <span>" not in other


def test_the_text_of_a_past_day_is_read_whole(site: Path) -> None:
    page = (site / "redacoes" / "2017-05-03.html").read_text(encoding="utf-8")
    said = " ".join(unescape(re.sub(r"<[^>]+>", "", page.partition("<article")[2])).split())
    assert "até 4 de março de 2021" in said
    for past in ("A taxa é paga no banco em dez dias.", "A taxa é de dez reais.", "DO SELO",
                 "Dispõe sobre a taxa (norma inventada para testes).", "Azul e redondo", "Nenhuma"):  # fmt: skip
        assert past in said
    for later in ("vinte dias", "onze reais", "o selo."):
        assert later not in said.replace("DO SELO", "")
    assert 'href="redacoes/2017-05-03.html"' in (site / "alteracoes.html").read_text("utf-8")
    # The text of today is the site's own.
    assert [one.name for one in (site / "redacoes").iterdir()] == ["2017-05-03.html"]


def test_an_infraction_shows_what_its_sanction_was(site: Path) -> None:
    def before(name: str) -> str:
        page = (site / "infracoes" / f"{name}.html").read_text(encoding="utf-8")
        part = page.partition('<div class="antes"')[2].partition('<p class="nota">')[0]
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())

    own = before("art4_cpt_inc2")
    assert "Art. 4º, II, desde 3 de maio de 2017 até 4 de março de 2021" in own
    assert "Infração: grave; Penalidade: multa (Grupo B)." in own
    # The lines of the other are what they were; the fine of its group is not.
    group = before("art4_cpt_inc1")
    assert "Art. 5º, II, desde 3 de maio de 2017 até 4 de março de 2021 Grupo B: 200 UFM." in group
    assert "Infração" not in group


def test_the_text_of_a_past_day_stands_like_that_of_today(site: Path) -> None:
    page = (site / "redacoes" / "2017-05-03.html").read_text(encoding="utf-8")
    law = page.partition('<div class="lei de-outra-data">')[2].partition("<aside")[0]
    assert '<h2 class="agrupador">CAPÍTULO III <span class="nome">DAS INFRAÇÕES</span></h2>' in law
    assert '<span class="rotulo">II –</span> <span class="texto">usar pneu liso:</span>' in law
    conduct = law.partition("usar pneu liso:")[2].partition("Art. 5º")[0]
    assert '<div class="sancao">' in conduct
    assert "<dt>Infração</dt> <dd>grave;</dd>" in conduct
    notice = page.partition('<aside class="oficial"')[2].partition("</aside>")[0]
    assert "como se lia desde 3 de maio de 2017 até 4 de março de 2021" in notice
    assert "O texto deste site é o que vale" not in notice


def test_what_was_repealed_is_not_said_to_lack_its_print(site: Path) -> None:
    for name in ("lei", "artigos/art2", "redacoes/2017-05-03"):
        assert "sem texto impresso" not in (site / f"{name}.html").read_text(encoding="utf-8")
    article = (site / "artigos" / "art2.html").read_text(encoding="utf-8")
    assert '<span class="chip n-nota">revogado</span>' in article
    assert "Revogado por LEI Nº 9" in article


def test_a_changed_device_says_which_act_changed_it_and_since_when(site: Path) -> None:
    page = (site / "artigos" / "art1.html").read_text(encoding="utf-8")
    note = re.search(r'<a class="nota mudanca"[^>]* href="([^"]+)">([^<]+)</a>', page)
    assert note is not None
    assert note[1] == "../alteracoes.html#ato-lei-9-2021-2021-03-05"
    assert "LEI Nº 9, DE 5 DE MARÇO DE 2021, desde 5 de março de 2021" in note[2]
    assert "O texto deste site é o que vale desde 5 de março de 2021" in page


def test_a_feed_tells_of_each_act_by_its_own_date(site: Path) -> None:
    feed = ElementTree.fromstring((site / "alteracoes.atom").read_bytes())
    atom = "{http://www.w3.org/2005/Atom}"
    [entry] = feed.findall(f"{atom}entry")
    assert feed.findtext(f"{atom}updated") == "2021-03-05T00:00:00Z"
    assert entry.findtext(f"{atom}id") == (
        "https://exemplo.org/lei/alteracoes.html#ato-lei-9-2021-2021-03-05"
    )
    summary = entry.findtext(f"{atom}summary") or ""
    assert "Art. 1º: nova redação" in summary
    assert "Art. 4º, II: nova redação (linhas de sanção)" in summary
    assert 'href="alteracoes.atom"' in (site / "alteracoes.html").read_text(encoding="utf-8")


def test_all_wordings_are_among_the_downloads(site: Path) -> None:
    page = (site / "dados.html").read_text(encoding="utf-8")
    for name in ("lei-7-2017.versoes.json", "versoes.schema.json"):
        assert f'href="dados/{name}"' in page
        assert (site / "dados" / name).is_file()
    fields = (site / "campos.html").read_text(encoding="utf-8")
    assert 'id="Versoes.datas"' in fields
    assert "HistoricoDispositivo" in fields


def test_a_norm_that_nothing_changed_has_none_of_it(site: Path) -> None:
    other = site / "normas" / "lei-9-2021"
    assert (other / "lei.html").is_file()
    assert not [one.name for one in other.iterdir() if "alteracoes" in one.name]
    assert not (other / "redacoes").exists()
    page = (other / "lei.html").read_text(encoding="utf-8")
    assert "O texto deste site é o que vale desde 5 de março de 2021" in page


def test_what_an_act_will_change_is_told_as_later_than_the_text_of_a_day(tmp_path: Path) -> None:
    sources = []
    for name, text in (("lei-7-2017", BASE), ("lei-9-2021", ACT)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "lei.txt").write_text(text, encoding="utf-8")
        sources.append(load_source(tmp_path / name))
    for em, later in ((date(2019, 1, 1), True), (date(2022, 1, 1), False)):
        made = compile_together(sources, em=em)["lei-7-2017"]
        assert isinstance(made, Compilation)
        view = NormView(made.catalogue, "", frozenset(), versions=made.versoes)
        assert [one.later for one in readings(view)] == [later]
        assert view.began == (None if later else date(2017, 5, 3))
