"""The commands of amending acts, sentence by sentence: what the grammar reads, and what it refuses.

The sentences are those of published acts, with other numbers; what each must mean is written from
LC 95/1998 and from what a lawyer reads in it.
"""

from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import GrammarError

from pipeline.amend.commands import _PLAINLY, _VERBS, _has_stem, read_commands
from pipeline.amend.passages import passages
from pipeline.artefacts import NormalLine, Source
from pipeline.grammar import COMMAND_TABLES, build, load, read_command, source, stamp
from pipeline.model_build import build_model
from pipeline.normalise import settle_quoted
from pipeline.parse import parse
from pipeline.resources import resource
from pipeline.sources import slug
from pipeline.spans import Spot
from tests.test_grammar import collisions

LAW = "da Lei nº 5, de 3 de maio de 2001,"


def commands(sentence: str) -> list[tuple[str, list[str], list[str]]]:
    """What an act of one article orders: action, ids that it changes, ids that it adds."""
    quoted = ["“Art. 99. O selo é azul.” (NR)"] if sentence.rstrip().endswith(":") else []
    lines = [f"Art. 1º {sentence}", *quoted, "Art. 2º O selo é azul."]
    normal = settle_quoted(
        tuple(NormalLine(line, Spot(1, n)) for n, line in enumerate(lines, 1)),
        Source(slug("x"), Path("x"), b"", ""),
    )
    devices = build_model(parse(normal)).devices
    return [
        (
            one.fault or str(one.action),
            [name for wanted in one.named for name in (wanted.ids or ("*",))],
            [name for wanted in one.added for name in wanted.ids],
        )
        for one in read_commands(passages(normal), devices)
    ]


READ = [
    (f"O Anexo I {LAW} passa a vigorar na forma do Anexo desta Lei.", "redacao", ["anexo1"], []),
    (
        f"Os Anexos I a III {LAW} passam a vigorar conforme os Anexos I a III desta Lei.",
        "redacao", ["anexo1", "anexo2", "anexo3"], [],
    ),
    (f"A ementa {LAW} passa a vigorar com a redação: “Cria o selo.”", "redacao", ["ementa"], []),
    (f"Ficam revogados os Capítulos III e IV-A {LAW[:-1]}.", "revogacao", ["cap3", "cap4-1"], []),
    (
        f"Fica revogada a Subseção Única da Seção II do Capítulo III do Título I {LAW[:-1]}.",
        "revogacao", ["tit1_cap3_sec2_sub1u"], [],
    ),
    (f"O Capítulo III {LAW} passa a denominar-se “DAS MULTAS”.", "redacao", ["cap3"], []),
    (
        f"Fica acrescida ao Capítulo II {LAW} a Seção III, com a seguinte redação:",
        "acrescimo", ["cap2_sec3"], ["cap2_sec3"],
    ),
    (f"Fica acrescido ao Capítulo II {LAW} o art. 5º-A:", "acrescimo", ["art5-1"], ["art5-1"]),
    (
        f"Altera o § 1º e acrescenta o § 3º ao art. 5º {LAW} que passam a vigorar assim:",
        "redacao", ["art5_par1"], ["art5_par3"],
    ),
    (f"O artigo 3º {LAW} passa a vigorar com a seguinte redação:", "redacao", ["art3"], []),
    (
        f"O § 2º, do Art. 5º, {LAW} passa a ter a seguinte redação:",
        "redacao", ["art5_par2"], [],
    ),
    (
        f"Altera o inciso II do art. 5º {LAW} que passa a vigorar com a seguinte redação:",
        "redacao", ["art5_cpt_inc2"], [],
    ),
    (f"Dá nova redação ao art. 5º {LAW} que passa a vigorar assim:", "redacao", ["art5"], []),
    (f"Fica alterada a redação do art. 5º {LAW} que passa a vigorar assim:", "redacao", ["art5"], []),
    (
        f"Os incisos I e II e o parágrafo único do artigo 4º {LAW} passam a vigorar assim:",
        "redacao", ["art4_cpt_inc1", "art4_cpt_inc2", "art4_par1u"], [],
    ),
    (
        f"O caput e o § 1º do art. 5º {LAW} passam a vigorar com a seguinte redação:",
        "redacao", ["art5_cpt", "art5_par1"], [],
    ),
    (
        f"O inciso I do caput do art. 4º {LAW} passa a vigorar com a seguinte redação:",
        "redacao", ["art4_cpt_inc1"], [],
    ),
    (
        f"A alínea “b” do inciso II do § 3º do art. 14-A {LAW} passa a vigorar assim:",
        "redacao", ["art14-1_par3_inc2_ali2"], [],
    ),
    (f"O Parágrafo Único do art. 3º {LAW} passa a vigorar assim:", "redacao", ["art3_par1u"], []),
    (
        f"O art. 5º {LAW} que institui o selo, passa a vigorar com as seguintes alterações:",
        "redacao", ["art5"], [],
    ),
    (
        f"O art. 5º {LAW} alterado pela Lei nº 8, de 2009, passa a vigorar assim:",
        "redacao", ["art5"], [],
    ),
    ("O art. 2º, da Lei 1.234/2010, passa a vigorar assim:", "redacao", ["art2"], []),
    (
        "A Lei nº 5, de 3 de maio de 2001, passa a vigorar com as seguintes alterações:",
        "redacao", ["*"], [],
    ),
    (f"Acrescenta o § 3º ao art. 7º {LAW} com a redação seguinte:", "acrescimo", ["art7_par3"], ["art7_par3"]),
    (f"Fica incluído no art. 5º {LAW} o inciso IV, assim:", "acrescimo", ["art5_cpt_inc4"], ["art5_cpt_inc4"]),
    (
        f"Fica acrescido ao art. 3º {LAW} o seguinte parágrafo único:",
        "acrescimo", ["art3_par1u"], ["art3_par1u"],
    ),
    (f"Ficam acrescidos ao art. 3º {LAW} os seguintes incisos:", "acrescimo", ["art3"], ["art3"]),
    (
        f"Fica o art. 5º {LAW} acrescido de parágrafo único, com a seguinte redação:",
        "acrescimo", ["art5"], ["art5_par1u"],
    ),
    (
        f"O art. 5º {LAW} passa a vigorar acrescido dos seguintes incisos IV e V:",
        "acrescimo", ["art5"], ["art5_cpt_inc4", "art5_cpt_inc5"],
    ),
    (
        "A Lei nº 5, de 2001, passa a vigorar acrescida dos art. 5º-A, art. 5º-B, assim:",
        "acrescimo", ["*"], ["art5-1", "art5-2"],
    ),
    (f"Fica criado o art. 5º-A na {LAW[3:]} com a seguinte redação:", "acrescimo", ["art5-1"], ["art5-1"]),
    (f"Fica suprimido o art. 8º {LAW[:-1]}.", "revogacao", ["art8"], []),
    (f"É revogado o art. 3º, e seus incisos, {LAW[:-1]}.", "revogacao", ["art3"], []),
    (
        f"Revogam-se as alíneas a, b e c do inciso II do art. 3º {LAW[:-1]}.",
        "revogacao", ["art3_cpt_inc2_ali1", "art3_cpt_inc2_ali2", "art3_cpt_inc2_ali3"], [],
    ),
    (f"Ficam revogados os arts. 3º a 6º {LAW[:-1]}.", "revogacao", ["art3", "art4", "art5", "art6"], []),
    ("Ficam revogadas as Leis nºs 1.234, de 2001, e 2.345, de 2003.", "revogacao", ["*", "*"], []),
    (
        "Revogam-se as disposições em contrário, especialmente a Lei nº 5, de 2001.",
        "revogacao", ["*"], [],
    ),
    (f"Fica o art. 5º {LAW} revogado.", "revogacao", ["art5"], []),
    (
        f"O parágrafo único do art. 9º {LAW} fica renumerado para § 1º.",
        "renumeracao", ["art9_par1u"], [],
    ),
    (f"No art. 5º {LAW} substitua-se a expressão “a” por “b”.", "expressao", ["art5"], []),
    (f"No art. 5º {LAW} onde se lê: “a”, leia-se: “b”.", "retificacao", ["art5"], []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "action", "named", "added"), READ, ids=[one[0][:60] for one in READ]
)
def test_a_command_says_what_it_says(
    sentence: str, action: str, named: list[str], added: list[str]
) -> None:
    assert commands(sentence) == [(action, named, added)]


@pytest.mark.parametrize(
    "sentence",
    [
        f"Nos termos {LAW} fica criado o selo.",
        f"O art. 4º {LAW} aplica-se ao selo.",
        "A taxa fica acrescida de dez por cento.",
        "Fica revogada a autorização de quem a perdeu.",
        "O prazo passa a vigorar da data do auto.",
        "Esta Lei altera a Lei nº 5, de 3 de maio de 2001, para dispor sobre o selo.",
        "Esta Lei entra em vigor na data de sua publicação.",
        "A taxa é de dez reais. (Redação dada pela Lei nº 88, de 2011)",
        "Inclui-se na conduta o jogo de azar não autorizado por lei.",
    ],
)
def test_what_orders_nothing_is_no_command(sentence: str) -> None:
    assert commands(sentence) == []


UNKNOWN = "a frase não é de uma forma conhecida"


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        (f"O art. 5º {LAW} passa a vigorar, no que couber, com a seguinte redação:", UNKNOWN),
        (f"Fica revogado o item 2 do Anexo I {LAW[:-1]}.", "só se altera um anexo por inteiro"),
        (f"O art. 5º {LAW} passa a denominar-se “Da Multa”.", "só o que agrupa artigos tem"),
        (f"O art. 5º {LAW} fica suspenso.", UNKNOWN),
        (f"Ficam sem efeito os arts. 5º e 6º {LAW[:-1]}.", UNKNOWN),
        (f"Fica revogado, a partir de 2030, o art. 5º {LAW[:-1]}.", UNKNOWN),
        (f"Fica revogado o inciso II {LAW[:-1]}.", "não se diz de que artigo é «o inciso II»"),
        (
            f"Ficam revogados o inciso I e a alínea b do inciso II do § 1º do art. 5º {LAW[:-1]}.",
            "há mais de um lugar em que podem estar os dispositivos de",
        ),
        ("O art. 5º passa a vigorar com a seguinte redação:", "não se diz de que norma são"),
    ],
)
def test_what_leaves_a_doubt_is_refused_with_its_reason(sentence: str, fault: str) -> None:
    [(said, _, _)] = commands(sentence)
    assert said.startswith(fault)


# ── the second start of the grammar ──────────────────────────────────────────────────────────


def test_the_tables_of_commands_are_of_this_grammar() -> None:
    kept = (resource("grammar") / COMMAND_TABLES).read_bytes().partition(b"\n")[0]
    assert kept == stamp(), "grammar/ is stale: make grammar"
    assert load("comando") is not None


def test_commands_have_no_conflict_and_no_collision() -> None:
    Lark(source(), parser="lalr", start="comando", strict=True)
    assert list(collisions(build("comando").terminals)) == []


def test_a_conflict_among_commands_is_caught() -> None:
    faulty = source().replace("| alvo _FICA _REVOGADO\n", "| alvo _FICA _REVOGADO alvo alvo\n")
    assert faulty != source()
    with pytest.raises(GrammarError):
        Lark(faulty, parser="lalr", start="comando", strict=True)


def test_every_terminal_of_commands_is_reached() -> None:
    seen: set[str] = set()
    parser = build("comando")
    for sentence, *_ in READ:
        text = sentence.lower().rstrip(".")
        text = f"{text} ¶1" if text.endswith(":") else text
        state = parser.parse_interactive(text)
        seen |= {token.type for token in state.iter_parse()}
    extra = (
        "fica substituída a expressão “a” por “b” no art. 1º da lei nº 5",
        "os arts. 1º da lei nº 5 passam a vigorar acrescidos do § 2º e com a seguinte redação: ¶1",
        "renumere-se o § 1º do art. 1º da lei nº 5 para § 2º",
        "o § 1º do art. 1º da lei nº 5 passa a ser § 2º",
        "dê-se ao art. 1º da lei nº 5 a seguinte redação: ¶1",
        "acrescente-se o item 3 ao art. 1º da lei nº 5: ¶1",
        "a lei nº 5 passa a vigorar acrescida do seguinte capítulo ii: ¶1",
        "o anexo ii da lei nº 5 passa a vigorar na forma do anexo desta lei",
        "a ementa da lei nº 5 passa a vigorar com a seguinte redação: “a”",
        "o capítulo iii da lei nº 5 passa a denominar-se “das sanções”",
        "fica acrescido o § 2º ao art. 3º da lei nº 5, passando o parágrafo único a ser § 1º: ¶1",
    )
    for text in extra:
        seen |= {token.type for token in parser.parse_interactive(text).iter_parse()}
    assert seen - {"$END"} == {terminal.name for terminal in parser.terminals}


def test_capitals_do_not_matter() -> None:
    one, other = (
        read_command(text)
        for text in ("FICA REVOGADO O ART. 3º DA LEI Nº 5", "fica revogado o art. 3º da lei nº 5")
    )
    assert one is not None
    assert one == other


@pytest.mark.parametrize(
    "words",
    [
        "passa a viger", "passarao a constar", "passando a ser", "vigorara com", "vigorarao com",
        "seguintes alteracoes", "seguinte nova redacao", "seguintes modificacoes", "acrescida",
        "acrescentados", "incluido", "inserida", "adicionado", "aditadas", "revogado", "suprimida",
        "excluidos", "ab-rogada", "derrogado", "renumerado", "alterada", "modificado",
        "substituidos", "acrescente-se", "acresca-se", "inclua-se", "inclue-se", "insira-se",
        "inserem-se", "adiciona-se", "revoguem-se", "suprima-se", "exclua-se", "renumere-se",
        "alterem-se", "modifique-se", "substitui-se", "da-se", "de-se", "deem-se", "dam-se",
        "acrescenta ", "inclui ", "inserem ", "adiciona ", "altera ", "modifica ", "revogam ",
        "suprime ", "exclui ", "da nova redacao", "revogando-se", "suprimindo", "excluindo",
        "passa a denominar-se", "fica cancelado o art. 7", "fica extinto o capitulo iii",
        "fica desdobrado o art. 7", "ficam sem efeito os arts. 6", "torna-se sem efeito o art. 7",
        "ficam restabelecidos os arts. 6", "fica revigorado o art. 7", "suspende-se o art. 7",
        "repristina-se o art. 7", "retifica-se o art. 7", "cancelam-se os arts. 6",
        "o art. 7 da lei n 5 fica suspenso", "revigora-se a vigencia do art. 7",
        "onde se le", "onde consta", "onde esta escrito", "leia-se",
        "ficam suprimidos os arts", "sera acrescido o inciso", "fica revogada a lei organica",
    ],
)  # fmt: skip
def test_what_orders_a_change_holds_a_stem_for_which_a_passage_is_read(words: str) -> None:
    assert _VERBS.search(words) or _PLAINLY.search(words)
    assert _has_stem(words)


def test_the_norm_named_last_is_found_in_passages_that_order_nothing() -> None:
    lines = [
        "Art. 1º O selo da Lei nº 7, de 2003, é verde.",
        "Art. 2º A taxa é a da Lei nº 5, de 2001.",
        "Art. 3º O prazo é anual.",
        "Art. 4º Fica revogado o art. 3º da referida Lei.",
    ]
    normal = settle_quoted(
        tuple(NormalLine(line, Spot(1, n)) for n, line in enumerate(lines, 1)),
        Source(slug("x"), Path("x"), b"", ""),
    )
    (found,) = read_commands(passages(normal), build_model(parse(normal)).devices)
    assert [wanted.norm.numero for wanted in found.named if wanted.norm] == ["5"]
