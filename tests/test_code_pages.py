"""Every code has its page, and every page its code, in one shape.

The pages in `site/docs/diagnosticos/` are what `lei explain` prints and the site shows.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline import compile_norm
from pipeline.codes import CODES, FAMILIES, Code
from pipeline.emit.page_shelves import CODE_PAGES, shelves

PAGES = Path(__file__).parent.parent / "site" / "docs" / "diagnosticos"
SECTIONS = ["O que é", "Por que importa", "Exemplo", "O que fazer", "Base"]
WORDS = range(90, 221)

every_code = pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.code)


@dataclass(frozen=True)
class CodePage:
    """A page without its fenced blocks: headings and running text, and the blocks apart."""

    headings: list[str]
    sections: dict[str, str]
    blocks: dict[str, list[str]]


def read(text: str) -> CodePage:
    """Take a page apart; a `#` inside a fenced block is no heading."""
    headings: list[str] = []
    sections: dict[str, str] = {}
    blocks: dict[str, list[str]] = {}
    at, fenced = "", False
    for line in text.splitlines():
        if line.startswith("```"):
            assert line == ("```" if fenced else "```text"), line
            fenced = not fenced
            if fenced:
                blocks.setdefault(at, []).append("")
        elif fenced:
            blocks[at][-1] += f"{line}\n"
        elif line.startswith("#"):
            headings.append(line)
            at = line.removeprefix("## ")
        elif line.strip():
            assert at, "text before the title"
            sections[at] = f"{sections.get(at, '')}{line}\n"
    assert not fenced, "a fenced block is not closed"
    return CodePage(headings, sections, blocks)


def page_of(code: Code) -> str:
    return (PAGES / f"{code.code}.md").read_text(encoding="utf-8")


def test_there_is_a_page_for_each_code_and_for_nothing_else() -> None:
    pages = {path.stem for path in PAGES.iterdir()} - {"index"}
    assert len(pages) > 30
    assert pages == set(CODES)
    assert all(path.suffix == ".md" for path in PAGES.iterdir())


def test_the_families_hold_each_page_once() -> None:
    shelf = next(one for one in shelves(PAGES.parent) if one.folder == CODE_PAGES)
    listed = [page.stem for family in shelf.families.values() for page in family]
    assert sorted(listed) == sorted(CODES)
    assert list(shelf.families) == list(FAMILIES.values())


@every_code
def test_a_page_has_its_title_and_the_five_sections_in_order(code: Code) -> None:
    page = read(page_of(code))
    # A title that begins with a file's name keeps it as the file is called.
    named = ".toml" in code.titulo.split()[0]
    first = code.titulo[0] if named else code.titulo[0].upper()
    title = f"# {code.code} — {first}{code.titulo[1:]}"
    assert page_of(code).startswith(f"{title}\n\n")
    assert page.headings == [title, *(f"## {name}" for name in SECTIONS)]
    assert list(page.sections) == SECTIONS, "an empty section, or text under the title"


@every_code
def test_a_page_is_short(code: Code) -> None:
    assert len(page_of(code).split()) in WORDS


@every_code
def test_an_example_is_one_block_of_known_origin_with_what_the_compiler_says(code: Code) -> None:
    page = read(page_of(code))
    assert list(page.blocks) == ["Exemplo"]
    [block] = page.blocks["Exemplo"]
    assert block.strip()
    before, after = page_of(code).split(f"```text\n{block}```\n")
    origin = before.rpartition("## Exemplo\n")[2].lower()
    assert ("exemplo inventado" in origin) != ("lei 1.493/2023" in origin)
    assert after.partition("## O que fazer")[0].strip()


@every_code
def test_the_basis_is_a_rule_of_law_or_says_that_there_is_none(code: Code) -> None:
    basis = read(page_of(code)).sections["Base"]
    assert re.search(r"LC 95/1998, art\. \d|Não há regra", basis)


@every_code
def test_a_page_names_only_known_codes(code: Code) -> None:
    # In running text: an example may show a misspelt code.
    named = {
        name
        for text in read(page_of(code)).sections.values()
        for name in re.findall(r"\b[A-Z]{3}\d{3}\b", text)
    }
    assert named <= set(CODES)


# Those whose example is a text that needs nothing beside it.
WHOLE_EXAMPLES = (
    "ALT002", "GRA003", "GRA004", "NOR002", "NOR006", "NOR009", "NUM002", "NUM003", "NUM004",
    "NUM005", "NUM006", "NUM007", "PRE001", "PRE003", "PRE004", "REC001", "REC002", "REC003",
    "ROT001", "ROT002", "ROT003", "ROT004", "ROT005", "ROT006", "ROT007", "ROT008", "SAN005",
    "SAN007", "SAN008", "SAN009", "SAN013", "SAN018", "SAN019", "SAN020", "SAN021", "VER001",
)  # fmt: skip


@pytest.mark.parametrize("code", WHOLE_EXAMPLES)
def test_the_example_is_answered_with_the_code(code: str, tmp_path: Path) -> None:
    [block] = read(page_of(CODES[code])).blocks["Exemplo"]
    opening = "" if "LEI N" in block or code == "PRE001" else "LEI Nº 7, DE 3 DE MAIO DE 2017\n"
    if "Art. " not in block and code != "GRA003":
        opening += "Art. 1º São infrações:\n"
    before_it = {"ROT002": "".join(f"Art. {n}. A taxa {n} é anual.\n" for n in range(8, 12))}
    file = tmp_path / "lei.txt"
    file.write_text(opening + before_it.get(code, "") + block, encoding="utf-8")
    assert code in {one.code for one in compile_norm(file).diagnostics}


def test_the_page_of_unknown_codes_lists_the_families() -> None:
    told = re.findall(r"^- `([A-Z]{3})`, (.+)[;.]$", page_of(CODES["ENT014"]), re.MULTILINE)
    assert told == [(letters, title[:1].lower() + title[1:]) for letters, title in FAMILIES.items()]


@pytest.mark.parametrize(
    "text",
    ["solto\n# T\n", "# T\n```text\naberto\n", "# T\n```python\nx\n```\n"],
    ids=["text first", "open block", "other language"],
)
def test_a_page_out_of_shape_is_refused(text: str) -> None:
    with pytest.raises(AssertionError):
        read(text)


def test_a_hash_in_an_example_is_no_heading() -> None:
    page = read("# T\n## Exemplo\n```text\n# comentário\n```\nfim\n")
    assert page.headings == ["# T", "## Exemplo"]
    assert page.blocks == {"Exemplo": ["# comentário\n"]}
