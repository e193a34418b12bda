"""What holds for any text: nothing vanishes, every place exists, twice is once, and no crash.

Lines are drawn from words of the grammar, from the noise of print and from signs of all kinds, in
random order. Seeded in CI (see conftest.py).
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from pipeline import Catalogo, InputError, compile_norm
from pipeline.artefacts import NormalText, Page, Pages, PrintedLine, Source
from pipeline.emit.catalogue import catalogue_files, catalogue_json
from pipeline.extract import extract
from pipeline.labels import Kind, Number, canonical
from pipeline.model import CONTAINERS, Dispositivo, Infracao, LinhaDeSancao, Origem, walk
from pipeline.normalise import normalise
from pipeline.sources import load_source
from pipeline.spans import Box, Spot
from pipeline.stages import Compilation, compile_source
from tests.case_files import read as read_case

ROOT = Path(__file__).parent.parent
NORM = ROOT / "raw" / "lei-1493-2023"
CTB = ROOT / "tests" / "data" / "ctb-capitulo-xv.txt"

# ── texts ────────────────────────────────────────────────────────────────────────────────────

LABELS = """
PARTE GERAL|LIVRO I|TÍTULO II|CAPÍTULO I|CAPÍTULOIII|Capítulo Único|Seção I|SeçãoIII|SEÇÃO IV|Subseção II
Art. 1º |Art. 2º |Art.3.° |Art. 10. |Art. 14-A. |Art. 2B |Art. l2. |Art. I3. |Art. 1.024. |Artigo 5º |Art. único.
§ 1º |§ 2º |§ 10. |$ 1º |S 2º |§ único. |Parágrafo único. |Paragrafo unico - |1º
I — |II- |III— |Il - |lll ~ |IV – |V. |XXV − |XLIX - |IIII - |L - |VI-A - |I) |
a) |b ) |c- |l) |aa) |é) |1. |2) |10 - |0) |
Infração — |Infração: |INFRACAO - |lnfração — |Penalidade — |Penalidades: |Penalidade |Medida administrativa — |Medidas administrativas -
""".replace("\n", "|").split("|")

VALUES = """
leve|média;|grave.|gravíssima|gravíssimo;|muito grave|a mesma|multa|multa (Grupo Z-9)|multa (três vezes)
multa (0 vezes)|multa (zero vezes);|multa de R$ 1.015,50 e suspensão|120 (cento e vinte) UFX-ZZ|advertência por escrito
retenção do veículo.|remoção; recolhimento|(VETADO)|(Revogado pela Lei nº 9)|Revogado.|Vetado;|Grupo Z-9: multa de 400 (quatrocentas) UFX|
""".replace("\n", "|").split("|")

WHOLE = """
LEI Nº 12, DE 3 DE MAIO DE 2017|DECRETO Nº 1.012, DE 31 DE FEVEREIRO DE 2001|LEI COMPLEMENTAR N° 9|Resolução nº 5
O PREFEITO MUNICIPAL DE VILA AZUL, Estado da Bahia; faço saber|O PREFEITO MUNICIPAL DE VILA AZU1, BA, faço saber
FAÇO SABER que a Câmara aprovou e eu sanciono:|Vila Azul, 3 de maio de 2017.|Vila Azul,|2017.|Em 3 de maio,
BELTRANA DE TAL|Prefeita Municipal|DAS DISPOSIÇÕES GERAIS|Das Infrações|/Mensagem n.° 16/2023.|Publicada em 3/5/2017
PREFEITURA DE VILA AZUL|Página 2 de 9|1|2|3|- 4 -|7534 444fcanor1161-|ESTADO DA BAHIA|Autor: Fulano|:|;|—|.|“Art. 6º ......” (NR)
(Redação dada pela Lei nº 9, de 2018)|(NR)|* Nova redação dada pela Lei nº 9/2018.|(Incluído pela Emenda|nº 2, de 2018)|(revogado o disposto
Gravíssima — sete pontos|Leve: 3 (três) pontos;|Grupo A-1 — 50 (cinquenta) UFX
""".replace("\n", "|").split("|")

WORDS = """
o condutor deve|andar sem luz|nos termos do|conforme o inciso|de que trata o|a taxa é anual.|os seguintes casos:|será punido;
guarda-|chuva e|esta-|belecimento|0 prazo|0 veículos|de acordo com o art.|no Art. 5º da Constituição|; e|fica criado
R$ 30,00|20 °C|½ salário|n.º 9|[bold] {{ x }} <b> `a` \\ |= soma|(penalidade por veículo):|para cada transgressão:
""".replace("\n", "|").split("|")

HEAD = "LEI Nº 12, DE 3 DE MAIO DE 2017"
FOOT = "Rua das Flores, 10 — Vila Azul"

# Signs that PDFs and texts bring: blanks of all kinds, controls, ligatures, composed accents.
ODD = "\t\u00a0\u2003\u2009\u202f\u3000\u200b\u200e\ufeff\u00ad\u0300\u0327\u0303\ufb01\ufb03\u0096\u0080\u0007\u001f\u2028ªº°½…’“�\ue000İßſ😀"

line_heads = st.sampled_from(LABELS)
odd = st.text(alphabet=st.sampled_from(ODD + "aeo 1.-"), max_size=6)
any_text = st.text(
    alphabet=st.characters(codec="utf-8", exclude_characters="\n\r\f\0"), max_size=12
)


@st.composite
def law_lines(draw: st.DrawFn) -> str:
    """A line of grammar words: labels, values, whole lines, running text, a little noise."""
    shape = draw(st.integers(0, 9))
    if shape < 2:
        return draw(st.sampled_from(WHOLE))
    parts = [draw(line_heads)] if shape < 7 else []
    if shape == 2:
        parts.append(draw(line_heads))
    parts += draw(st.lists(st.sampled_from(VALUES if shape in (3, 4) else WORDS), max_size=2))
    if shape == 9:
        parts.insert(draw(st.integers(0, len(parts))), draw(st.one_of(odd, any_text)))
    return " ".join(parts) if shape != 5 else "".join(parts)


sheets = st.lists(st.lists(law_lines(), max_size=12), min_size=1, max_size=4)
"""Pages of lines."""


def source_of(pages: Iterable[Iterable[str]]) -> Source:
    """A plain text of these pages."""
    text = "\f".join("\n".join(lines) for lines in pages) + "\n"
    data = text.replace("\0", "").encode()
    return Source("lei-1", Path("lei-1.txt"), data, hashlib.sha256(data).hexdigest())


def printed(pages: Pages) -> set[tuple[int, int]]:
    """The places of all printed lines."""
    return {(line.spot.page, line.spot.line) for line in pages.lines}


def signs(texts: Iterable[str]) -> Counter[str]:
    return Counter(sign for text in texts for sign in text if not sign.isspace())


def compiled(pages: list[list[str]]) -> tuple[Pages, Compilation] | None:
    """What becomes of the pages; None where the input is refused with a code."""
    source = source_of(pages)
    try:
        return extract(source), compile_source(source)
    except InputError:
        return None


# ── nothing vanishes ─────────────────────────────────────────────────────────────────────────


@given(sheets)
def test_every_printed_line_is_a_line_or_a_discard_and_none_is_both(
    pages: list[list[str]],
) -> None:
    source = source_of(pages)
    extracted = extract(source)
    normal = normalise(extracted, source)
    went = [line.spot for line in normal.lines] + [one.spot for one in normal.discards]
    assert Counter(went) == Counter(line.spot for line in extracted.lines)


@given(sheets)
def test_characters_change_only_by_recorded_edits(pages: list[list[str]]) -> None:
    source = source_of(pages)
    extracted = extract(source)
    normal = normalise(extracted, source)
    came = signs(line.text for line in extracted.lines) + signs(one.after for one in normal.edits)
    went = (
        signs(line.text for line in normal.lines)
        + signs(one.text for one in normal.discards)
        + signs(one.before for one in normal.edits)
    )
    assert came == went


@given(sheets)
def test_the_text_of_pages_is_that_of_the_file(pages: list[list[str]]) -> None:
    source = source_of(pages)
    extracted = extract(source)
    assert signs(line.text for line in extracted.lines) == signs([source.data.decode()])
    assert all(line.text.strip() for line in extracted.lines)


@given(sheets)
def test_coverage_adds_up_and_the_compiler_finds_no_fault_in_its_account(
    pages: list[list[str]],
) -> None:
    done = compiled(pages)
    if done is None:
        return
    extracted, compilation = done
    cover = compilation.catalogue.cobertura
    assert cover.linhas == len(extracted.lines)
    parts = (cover.em_dispositivos, cover.em_partes, cover.descartadas, cover.sem_lugar)
    assert sum(parts) == cover.linhas
    assert min(parts) >= 0
    codes = [one.code for one in compilation.diagnostics]
    assert "INT001" not in codes
    assert (cover.sem_lugar > 0) <= ("GRA002" in codes)


@given(sheets)
def test_every_word_of_the_text_is_in_the_catalogue(pages: list[list[str]]) -> None:
    """What is neither a label nor mended stands in the catalogue letter by letter."""
    done = compiled(pages)
    if done is None:
        return
    extracted, compilation = done
    catalogue = compilation.catalogue
    kept = Counter[str]()
    for text in texts_of(json.loads(catalogue.model_dump_json())):
        kept += signs([text])
    source = source_of(pages)
    normal = normalise(extracted, source)
    wanted = signs(line.text for line in normal.lines) - signs(LABELS)
    missing = {sign: n for sign, n in (wanted - kept).items() if sign.isalpha()}
    assert missing == {}


def texts_of(node: Any) -> Iterator[str]:
    """Every text that the catalogue took from the page."""
    if isinstance(node, list):
        for one in node:
            yield from texts_of(one)
    elif isinstance(node, dict):
        for key, one in node.items():
            if isinstance(one, str) and key in (
                "texto", "texto_final", "nome", "cargo", "rotulo_original", "mensagem",
            ):  # fmt: skip
                yield one
            else:
                yield from texts_of(one)


def test_noise_below_a_running_footer_does_not_bring_it_into_the_law() -> None:
    pages = [
        [HEAD, "Art. 1º Um longo texto que", FOOT],
        ["continua na segunda página e", FOOT, "7534 444fcanor1161-"],
        ["acaba na terceira.", "Art. 2º Dois.", FOOT],
    ]
    done = compiled(pages)
    assert done is not None
    catalogue = done[1].catalogue
    assert catalogue.dispositivos[0].texto == (
        "Um longo texto que continua na segunda página e acaba na terceira."
    )
    assert [one.motivo for one in catalogue.descartes] == ["rodape", "rodape", "ruido", "rodape"]


def test_a_line_of_invisible_signs_is_no_line_of_the_law() -> None:
    done = compiled([[HEAD, "Art. 1º Um.", "\u200b", "Art. 2º Dois."]])
    assert done is not None
    assert [one.texto for one in done[1].catalogue.dispositivos] == ["Um.", "Dois."]
    assert done[1].publishable


def test_an_erratum_that_joins_two_lines_leaves_no_empty_one(tmp_path: Path) -> None:
    folder = tmp_path / "lei-1"
    folder.mkdir()
    text = f"{HEAD}\nArt. 1º Fica criada a\ntaxa.\nArt. 2º Dois.\n"
    (folder / "lei.txt").write_text(text, encoding="utf-8")
    erratum = (
        '[[errata]]\nid = "um"\nde = "criada a\\ntaxa."\npara = "criada a taxa."\npagina = 1\n'
        'ocorrencias = 1\nmotivo = "linha partida"\n'
    )
    (folder / "erratas.toml").write_text(erratum, encoding="utf-8")
    compilation = compile_norm(folder)
    assert [one.texto for one in compilation.catalogue.dispositivos] == [
        "Fica criada a taxa.",
        "Dois.",
    ]
    assert compilation.publishable


# ── every place exists ───────────────────────────────────────────────────────────────────────


@given(sheets)
def test_every_edit_stands_on_a_printed_line(pages: list[list[str]]) -> None:
    source = source_of(pages)
    extracted = extract(source)
    normal = normalise(extracted, source)
    places = printed(extracted)
    by_place = {(line.spot.page, line.spot.line): line.text for line in extracted.lines}
    for edit in normal.edits:
        at = (edit.spot.page, edit.spot.line)
        assert at in places
        assert edit.reason
        assert edit.rule
        assert edit.before != edit.after
        if edit.rule == "sinais":
            assert edit.before in by_place[at]


@given(sheets)
def test_every_origin_is_printed_lines_of_a_page(pages: list[list[str]]) -> None:
    done = compiled(pages)
    if done is None:
        return
    extracted, compilation = done
    places = printed(extracted)
    for origin in origins_of(json.loads(compilation.catalogue.model_dump_json())):
        first, last = origin["linhas"]
        assert first <= last
        if last == 0:  # a page without lines
            assert not [page for page, _ in places if page == origin["pagina"]]
            continue
        assert {(origin["pagina"], n) for n in range(first, last + 1)} <= places


def origins_of(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, list):
        for one in node:
            yield from origins_of(one)
    elif isinstance(node, dict):
        if "pagina" in node and "linhas" in node:
            yield node
        for one in node.values():
            yield from origins_of(one)


@given(sheets)
def test_every_id_is_unique_and_every_id_named_resolves(pages: list[list[str]]) -> None:
    done = compiled(pages)
    if done is not None:
        assert_ids_resolve(done[1].catalogue)


def assert_ids_resolve(catalogue: Catalogo) -> None:
    devices = list(walk(catalogue.dispositivos))
    ids = [one.id for one in devices] + [one.caput_id for one in devices if one.caput_id]
    assert len(ids) == len(set(ids))
    known = set(ids)
    sanctions = [one.id for one in catalogue.sancoes]
    assert len(sanctions) == len(set(sanctions))
    infractions = [one.id for one in catalogue.infracoes]
    assert len(infractions) == len(set(infractions))
    assert {target for one in catalogue.sancoes for target in one.alvos} <= known
    for one in catalogue.infracoes:
        assert one.dispositivo in known
        assert one.sancao is None or one.sancao in sanctions  # a fine may stand in the conduct
        assert {context.id for context in one.contexto} <= known
        assert one.multa is None or one.multa.base_legal in known
    assert {one.base_legal for one in catalogue.grupos if one.base_legal} <= known
    assert {one.base_legal for one in catalogue.pontuacao} <= known
    assert {one.dispositivo for one in catalogue.diagnosticos if one.dispositivo} <= known
    assert {one.dispositivo for one in catalogue.correcoes if one.dispositivo} <= known
    findings = [one.id for one in catalogue.diagnosticos]
    assert len(findings) == len(set(findings))


# ── twice is once ────────────────────────────────────────────────────────────────────────────


def as_pages(normal: NormalText, like: Pages) -> Pages:
    """Normalised lines as if they had been printed so."""
    return Pages(
        tuple(
            replace(
                page,
                lines=tuple(
                    PrintedLine(line.text, line.spot)
                    for line in normal.lines
                    if line.spot.page == page.number
                ),
            )
            for page in like.pages
        ),
        like.extractor,
    )


def assert_normal(pages: Pages, source: Source) -> None:
    """Normalising the outcome again changes nothing."""
    once = normalise(pages, source)
    again = normalise(as_pages(once, pages), replace(source, errata=()))
    assert [line.text for line in again.lines] == [line.text for line in once.lines if line.text]
    assert again.edits == ()
    assert again.discards == ()
    assert again.text == once.text


@given(sheets)
@example([["\u200b"]])
@example([["Art. I3. "]])
@example([[HEAD, "Art. 1º O \ufb01\u0327\u0300scal."]])
@example([["Um", FOOT], ["Dois", FOOT, "7534 444fcanor1161-"], ["Três", FOOT]])
@example([["O\x88 \x98a"]])
def test_normalising_the_outcome_again_changes_nothing(pages: list[list[str]]) -> None:
    source = source_of(pages)
    assert_normal(extract(source), source)


def test_normalising_the_law_again_changes_nothing() -> None:
    source = load_source(NORM)
    assert_normal(extract(source), source)


@given(sheets)
def test_compiling_twice_gives_the_same_bytes(pages: list[list[str]]) -> None:
    one, two = compiled(pages), compiled(pages)
    if one is not None and two is not None:
        assert catalogue_json(one[1].catalogue) == catalogue_json(two[1].catalogue)
    assert (one is None) == (two is None)


# ── no crash ─────────────────────────────────────────────────────────────────────────────────


@given(sheets)
@example([[HEAD, "Art. 1º A taxa é anual.", "Vila Azul,"]])
@example([["FAÇO SABER que a Câmara aprovou:", "Vila Azul,"]])
@example([[HEAD, "O PREFEITO MUNICIPAL DE VILA AZU1, BA, faço saber", "Art. 1º Um."]])
@example([[HEAD, "Art. 1º Andar:", "Penalidade — multa (0 vezes)."]])
@example([[HEAD, "Art. 1º Andar:", "Penalidade — multa (zero vezes)."]])
@example([[HEAD, "Art. 1º Um.", "\u200b", "Art. 2º Dois."]])
def test_any_order_of_grammar_words_compiles_into_a_valid_catalogue(
    pages: list[list[str]],
) -> None:
    done = compiled(pages)
    if done is None:
        return
    catalogue = done[1].catalogue
    files = catalogue_files(catalogue)
    again = Catalogo.model_validate_json(files["lei-1.json"])
    assert catalogue_json(again) == files["lei-1.json"]


@given(st.lists(st.lists(any_text, max_size=8), min_size=1, max_size=3))
def test_any_text_compiles_or_is_refused_with_a_code(pages: list[list[str]]) -> None:
    done = compiled(pages)
    if done is not None:
        assert catalogue_files(done[1].catalogue)


@given(st.binary(max_size=200))
def test_any_bytes_compile_or_are_refused_with_a_code(data: bytes) -> None:
    source = Source("lei-1", Path("lei-1.pdf"), data, hashlib.sha256(data).hexdigest())
    try:
        files = catalogue_files(compile_source(source).catalogue)
    except InputError as error:
        outcome = error.code
    else:
        outcome = "read" if files else "nothing"
    assert outcome in ("read", "ENT003", "ENT004", "ENT005")


@st.composite
def printed_pages(draw: st.DrawFn) -> Pages:
    """Pages of lines with boxes, as a PDF gives them: in any order, some without a box."""
    pages = []
    for number, lines in enumerate(draw(sheets), 1):
        texts = [line for line in lines if line.strip()]
        tops = draw(
            st.lists(
                st.one_of(st.none(), st.floats(0, 842, width=32)),
                min_size=len(texts),
                max_size=len(texts),
            )
        )
        boxes = [None if top is None else Box(57.0, top, 300.0, top + 10) for top in tops]
        made = (
            PrintedLine(text, Spot(number, n, box))
            for n, (text, box) in enumerate(zip(texts, boxes, strict=True), 1)
        )
        pages.append(Page(number, 595.0, 842.0, 0, "nativo", None, tuple(made)))
    return Pages(tuple(pages), "prova")


@given(printed_pages())
def test_lines_with_boxes_are_conserved_too(pages: Pages) -> None:
    normal = normalise(pages, source_of([]))
    went = [line.spot for line in normal.lines] + [one.spot for one in normal.discards]
    assert Counter((spot.page, spot.line) for spot in went) == Counter(printed(pages))


# ── text rebuilt from the catalogue ──────────────────────────────────────────────────────────


def rebuild(catalogue: Catalogo) -> str:
    """The norm written out again from its catalogue: a line each label, text and sanction line."""
    norma = catalogue.norma
    printed = list(wordings(catalogue.dispositivos))
    pieces = [(at(device.origem), line) for device in printed for line in own(device)]
    pieces += [
        (at(line.origem), f"{line.rotulo} — {line.texto or ''}")
        for line in dict.fromkeys(sanction_lines(catalogue))
    ]
    pieces += [
        (at(note.origem), note.texto)
        for device in printed
        for note in device.notas[1 if lone(device) else 0 :]
    ]
    pieces += [
        (at(list(walk([device]))[-1].origem), device.texto_final)
        for device in printed
        if device.texto_final and device.tipo in CONTAINERS
    ]
    pieces += [
        (at(device.origem[-1:]), device.texto_final)
        for device in printed
        if device.texto_final and device.tipo not in CONTAINERS
    ]
    pieces += [
        (at(annex.origem), line)
        for annex in catalogue.anexos
        for line in (" – ".join(filter(None, (annex.rotulo, annex.nome))), *annex.linhas)
    ]
    text = [part.texto for part in (norma.epigrafe, norma.ementa, norma.preambulo) if part]
    if norma.fecho:
        # A date that can't be read is known for one by its line breaks alone.
        place, _, day = norma.fecho.texto.partition(", ")
        day, _, year = day.rpartition(" ")
        pieces += [(at(norma.fecho.origem), line) for line in (f"{place},", day, year)]
    for one in norma.assinaturas:
        lines = (one.nome, *([one.cargo] if one.cargo else []))
        pieces += [(at(one.origem), line) for line in lines]
    text += [line for _, line in sorted(pieces, key=lambda piece: piece[0])]
    return "\n".join(text) + "\n"


def sanction_lines(catalogue: Catalogo) -> Iterator[LinhaDeSancao]:
    """All sanction lines, those of former wordings among them; one that both have comes twice."""
    for sanction in catalogue.sancoes:
        yield from sanction.linhas
    for device in wordings(catalogue.dispositivos):
        for version in device.versoes:
            yield from version.sancao


def wordings(devices: Iterable[Dispositivo]) -> Iterator[Dispositivo]:
    """All devices, and each former wording as the device that it was."""
    for device in devices:
        for version in device.versoes:
            if version.sancao and not (version.texto or version.notas or version.filhos):
                continue  # lines alone
            former = {"texto": version.texto, "notas": version.notas, "origem": version.origem}
            yield device.model_copy(update={**former, "versoes": (), "filhos": ()})
            yield from wordings(version.filhos)
        yield device
        yield from wordings(device.filhos)


def at(origin: Sequence[Origem]) -> tuple[int, int]:
    """Where something begins: page and line."""
    return origin[0].pagina, origin[0].linhas[0]


def lone(device: Dispositivo) -> bool:
    """Whether a note is all that stands behind a label: it may have no brackets there."""
    return device.texto is None and device.nome is None and bool(device.notas)


def own(device: Dispositivo) -> Iterator[str]:
    """The lines of a device itself: label and text, label and name, or a conduct's text."""
    label = device.rotulo or ""
    if device.texto is not None and device.nome:
        yield device.nome
    if device.tipo in ("conduta", "subtitulo"):
        yield device.texto or ""
    elif lone(device):
        yield f"{label}{' —' if device.tipo == 'inciso' else ''} {device.notas[0].texto}"
    elif device.texto is None:
        yield label
        yield from [device.nome] if device.nome else []
    elif device.tipo == "inciso":
        yield f"{label} — {device.texto}"
    elif device.tipo == "artigo" and label[-1] != "º":
        yield f"{label}. {device.texto}"
    else:
        yield f"{label} {device.texto}"


def shape(device: Dispositivo) -> tuple[Any, ...]:
    """What of a device must come back: all but its places and how its label was printed."""
    return (
        device.id, device.caput_id, device.tipo, device.rotulo, device.numero, device.nome,
        device.texto, device.texto_final, device.situacao,
        tuple((note.tipo, note.texto, note.norma) for note in device.notas),
        tuple(
            (
                one.tipo, one.texto, one.situacao, tuple(shape(child) for child in one.filhos),
                tuple((line.rotulo, line.texto) for line in one.sancao),
            )
            for one in device.versoes
        ),
        tuple(shape(child) for child in device.filhos),
    )  # fmt: skip


def facts(one: Infracao) -> dict[str, Any]:
    return one.model_dump(exclude={"origem"})


def sanctions(catalogue: Catalogo) -> list[tuple[Any, ...]]:
    return [
        (one.id, one.alvos, [(line.rotulo, line.texto) for line in one.linhas])
        for one in catalogue.sancoes
    ]


def compile_text(text: str, folder: Path, facts_of: Path | None = None) -> Catalogo:
    """Compile a text as the norm of a folder, with the reviewed facts of another one."""
    folder.mkdir()
    (folder / "lei.txt").write_text(text, encoding="utf-8")
    if facts_of:
        kept = (facts_of / "norma.toml").read_text(encoding="utf-8")
        lines = [line for line in kept.splitlines() if not line.startswith("arquivo =")]
        (folder / "norma.toml").write_text("\n".join(lines), encoding="utf-8")
    return compile_norm(folder).catalogue


@cache
def law() -> Catalogo:
    return compile_norm(NORM).catalogue


def assert_same_law(one: Catalogo, two: Catalogo) -> None:
    for before, after in zip(walk(one.dispositivos), walk(two.dispositivos), strict=True):
        assert shape(before)[:-1] == shape(after)[:-1]
    assert [shape(x) for x in one.dispositivos] == [shape(x) for x in two.dispositivos]
    assert sanctions(one) == sanctions(two)
    assert [facts(x) for x in one.infracoes] == [facts(x) for x in two.infracoes]
    assert one.grupos == two.grupos
    assert one.pontuacao == two.pontuacao


def test_text_rebuilt_from_the_law_compiles_to_the_same_law(tmp_path: Path) -> None:
    again = compile_text(rebuild(law()), tmp_path / "lei-1493-2023", NORM)
    assert len(again.infracoes) == 79
    assert_same_law(law(), again)
    for name in ("epigrafe", "ementa", "preambulo"):
        assert getattr(again.norma, name).texto == getattr(law().norma, name).texto
    assert again.norma.urn == law().norma.urn
    assert again.cobertura.sem_lugar == 0
    assert again.correcoes == ()


def test_text_rebuilt_from_the_rebuilt_law_is_the_same_text(tmp_path: Path) -> None:
    once = rebuild(law())
    again = compile_text(once, tmp_path / "lei-1493-2023", NORM)
    assert rebuild(again) == once


def test_text_rebuilt_from_the_traffic_code_compiles_to_the_same_chapter(tmp_path: Path) -> None:
    chapter = compile_norm(CTB).catalogue
    assert len(chapter.sancoes) == 160
    again = compile_text(rebuild(chapter), tmp_path / "ctb")
    assert_same_law(chapter, again)


CONSOLIDATED = """DECRETO Nº 9, DE 3 DE MAIO DE 2017
Aprova o Regulamento do Selo.
Art. 1º Fica aprovado o Regulamento.
Art. 2º A taxa é de dez reais:
I - em janeiro.
Art. 2º A taxa é de doze reais: (Redação dada pela Lei nº 88, de 2019)
I - em março;
I - em fevereiro. (Redação dada pela Lei nº 89, de 2020)
Vila Azul, 3 de maio de 2017.
BELTRANA DE TAL
ANEXO I
REGULAMENTO DO SELO
CAPÍTULO I
DO SELO
Art. 1º O selo é redondo.
Vila Azul, 2 de maio de 2017.
FULANO DE TAL
ATO DAS DISPOSIÇÕES TRANSITÓRIAS
Art. 1º O selo de 2016 vale até junho.
ANEXO II – Tabela de cores
I Azul 10,00
II - Verde 5,00
"""


def test_text_rebuilt_with_closing_texts_compiles_to_the_same_norm(tmp_path: Path) -> None:
    case = read_case(ROOT / "tests/cases/good/texto-final-depois-das-alineas.txt")
    norm = compile_text(case.text, tmp_path / "uma")
    finals = [one.id for one in walk(norm.dispositivos) if one.texto_final]
    assert finals == ["art1_par1", "art1_par2_inc1", "art2"]
    again = compile_text(rebuild(norm), tmp_path / "outra")
    assert_same_law(norm, again)
    assert again.cobertura.sem_lugar == 0


def test_text_rebuilt_with_annexes_and_wordings_compiles_to_the_same_norm(tmp_path: Path) -> None:
    norm = compile_text(CONSOLIDATED, tmp_path / "uma")
    assert [one.id for one in norm.dispositivos] == ["art1", "art2", "anexo1", "adt1u"]
    assert [len(one.versoes) for one in norm.dispositivos] == [0, 1, 0, 0]
    again = compile_text(rebuild(norm), tmp_path / "outra")
    assert_same_law(norm, again)
    assert [(one.id, one.nome, one.linhas) for one in again.anexos] == [
        (one.id, one.nome, one.linhas) for one in norm.anexos
    ]


FORMER_SANCTIONS = """LEI Nº 9, DE 3 DE MAIO DE 2017
Art. 1º São infrações:
I - gritar;
II - correr;
Infração - leve;
Penalidade - advertência.
II - correr na rua; (Redação dada pela Lei nº 88, de 2019)
Infração - grave;
Penalidade - advertência;
Penalidade - multa. (Redação dada pela Lei nº 88, de 2019)
III - pular;
Infração - leve;
Penalidade - multa. (Revogada pela Lei nº 88, de 2019)
Art. 2º Cantar:
Infração - leve;
Penalidade - multa.
Art. 2º (Revogado pela Lei nº 88, de 2019)
"""


def test_text_rebuilt_with_former_sanctions_compiles_to_the_same_norm(tmp_path: Path) -> None:
    norm = compile_text(FORMER_SANCTIONS, tmp_path / "uma")
    lines = [len(one.sancao) for device in walk(norm.dispositivos) for one in device.versoes]
    assert lines == [2, 1, 1, 2]
    again = compile_text(rebuild(norm), tmp_path / "outra")
    assert_same_law(norm, again)
    assert again.cobertura.sem_lugar == 0


def test_ids_of_the_law_resolve() -> None:
    assert_ids_resolve(law())
    assert_ids_resolve(compile_norm(CTB).catalogue)


# ── laws made up ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class MadeUp:
    """A device of an invented law: its lines as printed, and what must be read from them."""

    id: str
    label: str
    text: str
    children: tuple["MadeUp", ...] = ()
    gravity: str | None = None


NOUNS = "luz freio placa cinto pneu farol buzina selo crachá lanterna extintor espelho".split()
WORDED = {"leve": "leve", "media": "média", "grave": "grave", "gravissima": "gravíssima"}


@st.composite
def made_up_laws(draw: st.DrawFn) -> list[MadeUp]:
    """Articles with incisos, alíneas and paragraphs, numbered with gaps; conducts are punished."""

    def sequence(most: int) -> list[Number]:
        steps = draw(st.lists(st.sampled_from((1, 1, 1, 2)), max_size=most - 1))
        numbers, value = [], 0
        for step in (1, *steps):
            value += step
            numbers.append(Number(value))
        return numbers

    def conduct() -> str:
        first, second = draw(st.tuples(st.sampled_from(NOUNS), st.sampled_from(NOUNS)))
        return f"andar com {first} ou {second} sem uso"

    def gravity() -> str | None:
        return draw(st.sampled_from([None, *WORDED]))

    articles = []
    for article in sequence(5):
        name = f"art{article.fragment}"
        children: list[MadeUp] = []
        for inciso in sequence(4) if draw(st.booleans()) else []:
            inner = f"{name}_cpt_inc{inciso.fragment}"
            below = tuple(
                MadeUp(
                    f"{inner}_ali{alinea.fragment}",
                    canonical(Kind.ALINEA, alinea),
                    f"{conduct()};",
                )
                for alinea in (sequence(3) if draw(st.booleans()) else [])
            )
            closing = ":" if below else ";"
            label = f"{canonical(Kind.INCISO, inciso)} —"
            children.append(MadeUp(inner, label, conduct() + closing, below, gravity()))
        for paragraph in sequence(3) if draw(st.booleans()) else []:
            text = f"Não basta {conduct()}."
            label = canonical(Kind.PARAGRAFO, paragraph)
            children.append(MadeUp(f"{name}_par{paragraph.fragment}", label, text))
        label = canonical(Kind.ARTIGO, article)
        has_incisos = bool(children) and "_inc" in children[0].id
        text = f"É proibido {conduct()}{':' if has_incisos else '.'}"
        dot = "" if label.endswith("º") else "."
        articles.append(MadeUp(name, label + dot, text, tuple(children)))
    return articles


def lines_of(devices: Iterable[MadeUp]) -> Iterator[str]:
    for one in devices:
        yield f"{one.label} {one.text}"
        yield from lines_of(one.children)
        if one.gravity:
            yield f"Infração — {WORDED[one.gravity]};"
            yield "Penalidade — multa."


def flat(devices: Iterable[MadeUp]) -> Iterator[MadeUp]:
    for one in devices:
        yield one
        yield from flat(one.children)


@given(made_up_laws())
def test_a_made_up_law_is_read_as_it_was_made(articles: list[MadeUp]) -> None:
    pages = [["LEI Nº 12, DE 3 DE MAIO DE 2017", "Cria o código.", *lines_of(articles)]]
    done = compiled(pages)
    assert done is not None
    compilation = done[1]
    read = list(walk(compilation.catalogue.dispositivos))
    made = list(flat(articles))
    assert [one.id for one in read] == [one.id for one in made]
    assert [one.texto for one in read] == [one.text for one in made]
    # A sanction punishes all conducts that wait for one since the sanction before it.
    wanted: dict[str, str] = {}
    for article in articles:
        waiting: list[str] = []
        for inciso in article.children:
            waiting += [one.id for one in inciso.children] or [inciso.id]
            if inciso.gravity:
                wanted |= dict.fromkeys(waiting, inciso.gravity)
                waiting = []
    assert {one.id: one.gravidade for one in compilation.catalogue.infracoes} == wanted
    assert compilation.publishable


@given(made_up_laws(), st.integers(20, 60))
def test_a_made_up_law_is_the_same_however_its_lines_are_wrapped(
    articles: list[MadeUp], width: int
) -> None:
    head = ["LEI Nº 12, DE 3 DE MAIO DE 2017", "Cria o código."]
    whole = compiled([[*head, *lines_of(articles)]])
    wrapped = compiled(
        [[*head, *(part for line in lines_of(articles) for part in wrap(line, width))]]
    )
    assert whole is not None
    assert wrapped is not None
    one, two = whole[1].catalogue, wrapped[1].catalogue
    assert [shape(x) for x in one.dispositivos] == [shape(x) for x in two.dispositivos]
    assert [facts(x) for x in one.infracoes] == [facts(x) for x in two.infracoes]


def wrap(line: str, width: int) -> Iterator[str]:
    """A line as print breaks it: between words, the label with its first word."""
    at = 0
    for place in count(width, width):
        cut = line.rfind(" ", at + 12, place)
        if len(line) - at <= width or cut < 0:
            yield line[at:]
            return
        yield line[at:cut]
        at = cut + 1
