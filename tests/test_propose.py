"""What the word list proposes, and what it leaves alone; and the closed loop on the law."""

import gzip
import hashlib
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline import compile_norm
from pipeline.cli import run
from pipeline.model import Dispositivo
from pipeline.normalise import lines_for_errata, normalise
from pipeline.propose import Proposals, to_data, to_toml
from pipeline.propose import propose as propose_errata
from pipeline.propose.lexicon import FILE, portuguese
from pipeline.sources import load_source
from pipeline.stages import read_pages, read_proposals, read_text

ROOT = Path(__file__).parent.parent
NORM = ROOT / "raw" / "lei-1493-2023"
PACKAGE = ROOT / "pipeline" / "propose"
OBSERVED = """
[[observacoes]]
id = "um"
trecho = "O veiculo"
pagina = 1
ocorrencias = 1
classe = "norma"
motivo = "assim está no original"
"""
HEAD = "LEI Nº 12, DE 3 DE MAIO DE 2017\n"


Propose = Callable[..., Proposals]


@pytest.fixture
def propose(tmp_path: Path) -> Propose:
    """Proposals for the caput of an invented law, whose art. 2º is `more`."""

    def propose(
        text: str, more: str = "Esta Lei entra em vigor na data de sua publicação."
    ) -> Proposals:
        file = tmp_path / "lei.txt"
        file.write_text(f"{HEAD}Art. 1º {text}\nArt. 2º {more}\n", encoding="utf-8")
        return read_proposals(load_source(file))

    return propose


# ── the list ─────────────────────────────────────────────────────────────────────────────────


def test_the_list_is_the_one_that_is_described() -> None:
    packed = (PACKAGE / FILE).read_bytes()
    told = re.findall(r"`([0-9a-f]{64})`", (PACKAGE / "words-pt.md").read_text(encoding="utf-8"))
    hashes = [hashlib.sha256(one).hexdigest() for one in (packed, gzip.decompress(packed))]
    assert told[1:] == hashes
    assert packed[4:8] == b"\0\0\0\0"  # no time: the same bytes whenever it is made


def test_the_list_says_whose_it_is() -> None:
    text = (PACKAGE / "words-pt.md").read_text(encoding="utf-8")
    for needed in ("wordfreq 3.1.1", "Robyn Speer", "creativecommons.org/licenses/by-sa/4.0",
                   "SUBTLEX", "OpenSubtitles", "Google Books Ngram", "Leeds", "Wikipedia",
                   "ParaCrawl"):  # fmt: skip
        assert needed in text


def test_the_list_holds_words_by_frequency() -> None:
    lines = gzip.decompress((PACKAGE / FILE).read_bytes()).decode().split("\n")
    forms = [form for line in lines for form in line.split()]
    assert len(lines) == 801
    assert len(forms) == len(set(forms)) == 262_054
    assert all(re.fullmatch(r"[^\W\d_]{2,}", form) for form in forms)
    words = portuguese()
    ranks = [words.rank(form) for form in ("de", "veículo", "veiculo")]
    assert None not in ranks
    assert ranks == sorted(ranks, key=lambda one: one or 0)
    assert words.rank("federai") is None


# ── what each rule finds ─────────────────────────────────────────────────────────────────────

FAULTS = (
    # accents: by the list alone, by the text as well, by grammar
    ("o condutor do veiculo deve parar.", "veiculo", "veículo"),
    ("as condições fisicas do condutor.", "fisicas", "físicas"),
    ("a norma que venha a substitui-lo.", "substitui-lo", "substituí-lo"),
    ("a falta de inoperancia do freio.", "inoperancia", "inoperância"),
    ("O CONDUTOR DO MUNICIPIO, o Município.", "MUNICIPIO", "MUNICÍPIO"),
    # glyphs
    ("de acordo com sua gravidacle.", "gravidacle", "gravidade"),
    ("o poder municipal, estadual ou federai.", "federai", "federal"),
    ("colaborar com a fisca!ização.", "fisca!ização", "fiscalização"),
    ("os servidores do departarnento.", "departarnento", "departamento"),
    ("o c0ndutor deve parar.", "c0ndutor", "condutor"),
    ("a habilitaçao do condutor.", "habilitaçao", "habilitação"),
    # joints
    ("o serviço detransporte é público.", "detransporte", "de transporte"),
    ("exped idas as licenças.", "exped idas", "expedidas"),
    ("aplicada cumulati vamente a multa.", "cumulati vamente", "cumulativamente"),
    # signs
    ("o transporte de. escolares é livre.", "transporte de.", "transporte de"),
    ("as determinações .da Secretaria.", "determinações .da", "determinações da"),
    ("o carro submetido A. vistoria.", "submetido A.", "submetido à"),
    ("o prazo iniciará As 08:00 do dia.", "iniciará As", "iniciará às"),
    ("o seguro,com parcelas pagas.", "seguro,com", "seguro, com"),
    # one letter
    ("os agentes eevidamente notificados.", "eevidamente", "devidamente"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "before", "after"), FAULTS, ids=[one[1] for one in FAULTS])
def test_a_fault_is_proposed(propose: Propose, text: str, before: str, after: str) -> None:
    found = [(one.before, one.after, one.page, one.count) for one in propose(text).entries]
    assert found == [(before, after, 1, 1)]


IN_CONTEXT = (
    ("o selodcvistoria é anual.", "O selo de vistoria é azul.", "selodcvistoria", "selo de vistoria"),
    ("a infração de natureza greve.", "São de natureza grave as demais.", "natureza greve", "natureza grave"),
    ("será puída com multa a falta.", "Será punida com multa a recusa.", "puída com", "punida com"),
    ("o prazo da defes\nserá de dez dias.", "O prazo da defesa é legal.", "defes", "defesa"),
    ("os Veículos Auto 1,otores param.", "Os automotores param.", "Auto 1,otores", "Automotores"),
    ("o ato penalizavel do servidor.", "É penalizável o ato.", "penalizavel", "penalizável"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "more", "before", "after"), IN_CONTEXT, ids=[one[2] for one in IN_CONTEXT]
)
def test_the_text_itself_is_evidence(
    propose: Propose, text: str, more: str, before: str, after: str
) -> None:
    (entry,) = propose(text, more).entries
    assert changes(1, entry.before, entry.after) == changes(1, before, after)
    assert "o texto imprime" in entry.reason


# ── what is left alone ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "a greve dos servidores, a aula e a matricula.",  # good words, whatever they are near to
        "o autorizatário, pelo autorizatário ou ao autorizatário.",  # the drafter's own word
        "o servidor Joaquim Ubiracy Kzykrt, ao lado de Kzykrt.",  # names
        "o acesso ao canal ouvidoria@pindorama.sp.gov.br ou www.pindorama.com.br.",
        "o disposto nos incisos XVII, XXIV e LXIX, a partir de 01/02/2020, no item 3.1.",
        "a Lei nº 1.234, o art. 5º-A, os arts. 7º e 8º, inc. ii, e as fls. 12 e 13.",
        "o micro-ônibus, o para-brisa, a mantê-lo, conceder-lhe-á e lavrar-se-á auto.",
        "a freqüência e a idéia, o vôo e os que lêem.",  # as written before 2009
        "os bens inalienáveis e as penas cumuláveis, irrecorrivelmente aplicáveis.",
        "ele esta ciente, publica o ato e pratica a infração.",  # each may be a verb
        "os que participem e os que se incluam, quando participam e se incluem.",  # two moods
        "é devido o imposto, com exceção de, no mínimo, três taxas.",
        "os servidores esta-\nduais e munici-\npais.",  # parted by the printer
        "a A. Silva e o B. Souza, no uso das atribuições.",
    ],
)  # fmt: skip
def test_good_text_is_left_alone(propose: Propose, text: str) -> None:
    assert propose(text).entries == ()


def test_a_form_that_recurs_is_the_texts_own_but_for_its_accents(propose: Propose) -> None:
    assert propose("o federai, um federai e outro federai.").entries == ()
    (entry,) = propose("o veiculo, um veiculo e outro veiculo.").entries
    assert (entry.before, entry.count) == ("veiculo", 3)


def test_a_label_is_no_word(propose: Propose) -> None:
    assert propose("São infrações:\nI - parar;\nII - andar.\nInfração - leve;").doubts == ()


def test_what_is_not_listed_and_has_no_proposal_is_a_comment(propose: Propose) -> None:
    found = propose("o uso de zvxqwkj é livre.")
    assert found.entries == ()
    text = to_toml(found)
    assert "# p. 1, linha 2: «zvxqwkj» não está na lista; sem proposta\n" in text
    assert "#     Art. 1º o uso de zvxqwkj é livre.\n" in text
    assert tomllib.loads(text) == {}


def test_of_two_equally_likely_none_is_proposed_and_both_are_named(propose: Propose) -> None:
    found = propose("o empregado ;responsável deve ir.")
    assert found.entries == ()
    (doubt,) = found.doubts
    assert set(doubt.candidates) == {"responsável", "; responsável"}
    assert "«responsável»" in to_toml(found)


def test_what_a_step_behind_the_errata_mends_is_not_proposed(propose: Propose) -> None:
    assert propose("0 condutor deve parar.").entries == ()


def test_what_reviewers_left_as_printed_is_not_proposed(tmp_path: Path) -> None:
    folder = tmp_path / "lei-12-2017"
    folder.mkdir()
    (folder / "lei.txt").write_text(f"{HEAD}Art. 1º O veiculo, o carro.\n", encoding="utf-8")
    assert read_proposals(load_source(folder)).entries
    (folder / "erratas.toml").write_text(OBSERVED, encoding="utf-8")
    assert read_proposals(load_source(folder)).entries == ()


def test_ids_are_new_and_reasons_hold_in_toml(tmp_path: Path) -> None:
    folder = tmp_path / "lei-12-2017"
    folder.mkdir()
    text = HEAD + 'Art. 1º O veiculo com"faixa" amarela, \\ para o motorista.\n'
    (folder / "lei.txt").write_text(text, encoding="utf-8")
    (folder / "erratas.toml").write_text(
        '[[errata]]\nid = "p01-veiculo"\nde = "motorista"\npara = "condutor"\npagina = 1\n'
        'ocorrencias = 1\nmotivo = "teste"\n',
        encoding="utf-8",
    )
    found = read_proposals(load_source(folder))
    assert [one.id for one in found.entries] == ["p01-com-faixa", "p01-veiculo-2"]
    read = tomllib.loads(to_toml(found))["errata"]
    assert [one["de"] for one in read] == ['com"faixa', "veiculo"]
    assert all(one["certeza"] == "provavel" and one["motivo"] for one in read)
    keys = ("id", "de", "para", "pagina", "ocorrencias", "motivo", "certeza")
    assert [{key: one[key] for key in keys} for one in to_data(found)] == read


def test_a_page_without_legible_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "lei.txt"
    file.write_text(f"{HEAD}Art. 1º O veiculo para.\fO veiculo zvxqw.", encoding="utf-8")
    source = load_source(file)
    pages = read_pages(source)
    lines = lines_for_errata(pages, source)
    found = propose_errata(source, normalise(pages, source), lines, [2])
    assert [one.page for one in found.entries] == [1]
    assert found.doubts == ()
    assert "# Sem texto legível, e por isso sem proposta: p. 2.\n" in to_toml(found)


# ── the command ──────────────────────────────────────────────────────────────────────────────


def test_the_command_prints_toml_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--palavras", str(NORM)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert tomllib.loads(shown.out).keys() <= {"errata"}


def test_the_command_refuses_as_every_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", "--palavras", str(tmp_path / "none")]) == 2
    assert "ENT001" in capsys.readouterr().err
    assert run(["check", "--palavras", "--json", str(tmp_path / "none"), str(NORM)]) == 2
    assert capsys.readouterr().out.startswith("[")


# ── the closed loop on the law ───────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The law without its errata."""
    folder = tmp_path_factory.mktemp("raw") / NORM.name
    shutil.copytree(NORM, folder)
    (folder / "erratas.toml").write_text("", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def proposals(bare: Path) -> Proposals:
    return read_proposals(load_source(bare))


Change = tuple[int, str, str]
"""A page, the words that change on it, and what they become."""


def changes(page: int, before: str, after: str) -> set[Change]:
    """What a correction changes: word by word, or else without the words that it leaves alone."""
    old, new = before.split(), after.split()
    if len(old) == len(new):
        return {(page, a, b) for a, b in zip(old, new, strict=True) if a != b}
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return {(page, " ".join(old).strip('"'), " ".join(new).strip('"'))}


def reviewed() -> dict[str, set[Change]]:
    """What each reviewed erratum changes."""
    found: dict[str, set[Change]] = {}
    for edit in read_text(load_source(NORM)).edits:
        if edit.erratum is not None:
            found.setdefault(edit.erratum, set()).update(
                changes(edit.spot.page, edit.before, edit.after)
            )
    return found


def proposed(proposals: Proposals) -> list[set[Change]]:
    """What each proposal changes."""
    return [changes(one.page, one.before, one.after) for one in proposals.entries]


def test_most_reviewed_errata_are_proposed(proposals: Proposals) -> None:
    """Measured: 40 of 54, 0.74."""
    known, found = reviewed(), set().union(*proposed(proposals))
    assert len(known) > 50
    missed = sorted(name for name, wanted in known.items() if not wanted <= found)
    assert 1 - len(missed) / len(known) >= 0.70, missed


def test_most_proposals_are_reviewed_errata(proposals: Proposals) -> None:
    """Measured: 52 of 53, 0.98."""
    good = set().union(*reviewed().values())
    found = proposed(proposals)
    strange = [one for one in found if not one <= good]
    assert len(found) > 45
    assert 1 - len(strange) / len(found) >= 0.95, strange


def test_the_published_figures_are_these(proposals: Proposals) -> None:
    known, made = reviewed(), proposed(proposals)
    found, good = set().union(*made), set().union(*known.values())
    right = sum(wanted <= found for wanted in known.values())
    strange = sum(not one <= good for one in made)
    readme, page = (
        " ".join((ROOT / name).read_text(encoding="utf-8").split())
        for name in ("README.md", "site/docs/decisoes/lista-de-palavras.md")
    )
    assert strange == 1
    assert f"it proposes {right} of the {len(known)} reviewed ones, and one that is not" in readme
    assert f"a lista propõe {right} das {len(known)} erratas revistas" in page
    assert f"de {len(made)} propostas {len(made) - strange} são delas" in page


def test_pasted_proposals_compile(
    bare: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", "--palavras", str(bare)]) == 0
    folder = tmp_path / bare.name
    shutil.copytree(bare, folder)
    (folder / "erratas.toml").write_text(capsys.readouterr().out, encoding="utf-8")
    pasted, plain, good = compile_norm(folder), compile_norm(bare), compile_norm(NORM)
    assert not [one for one in pasted.diagnostics if one.code == "NOR003" or one.nivel == "erro"]
    assert len(pasted.catalogue.infracoes) == 79
    for other in (plain, good):
        assert [one.id for one in pasted.catalogue.infracoes] == [
            one.id for one in other.catalogue.infracoes
        ]
        assert list(outline(pasted.catalogue.dispositivos)) == list(
            outline(other.catalogue.dispositivos)
        )


def outline(devices: Sequence[Dispositivo]) -> Iterator[tuple[str, str]]:
    for one in devices:
        yield one.id, one.tipo
        yield from outline(one.filhos)


def test_nothing_is_proposed_twice(bare: Path, proposals: Proposals, tmp_path: Path) -> None:
    """What was pasted is not proposed again."""
    folder = tmp_path / bare.name
    shutil.copytree(bare, folder)
    (folder / "erratas.toml").write_text(to_toml(proposals), encoding="utf-8")
    again = read_proposals(load_source(folder))
    assert not set().union(*proposed(proposals)) & set().union(*proposed(again))


def test_the_reviewed_law_has_no_more_to_propose() -> None:
    assert read_proposals(load_source(NORM)).entries == ()


def test_the_same_input_gives_the_same_proposals(bare: Path, proposals: Proposals) -> None:
    source = load_source(bare)
    assert read_proposals(source) == proposals
    assert read_proposals(replace(source, errata=())) == proposals
