"""Sanctions: what is missing, undefined or contradictory in what the norm punishes.

In: the infractions and the norm's tables. Out: diagnostics of class `norma`: the compiler read the
lines, and the law says so.
"""

import re
from collections import Counter
from collections.abc import Iterator

from pipeline.artefacts import Compiled
from pipeline.check.numbering import unlabelled_conducts
from pipeline.codes import Classe
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import near
from pipeline.model import (
    GRAVIDADES,
    Infracao,
    LinhaDeSancao,
    Sancao,
    citation,
    named,
    paths,
    regions_of,
    walk,
)


def check_missing_gravity(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN001: a group of sanction lines without the line Infração."""
    for infraction, lines in _with_lines(compiled):
        if not any(line.rotulo == "Infração" for line in lines):
            message = f"{named(infraction.rotulo)} tem penalidade, mas não a linha Infração"
            yield _about(infraction, "SAN001", message, _class_of(infraction, compiled))


def check_missing_penalty(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN009: a group of sanction lines without the line Penalidade."""
    for infraction, lines in _with_lines(compiled):
        taken = any(one.linha == "Penalidade" for one in infraction.herancas)
        if taken or infraction.penalidades:  # of a line that stands for both
            continue
        if not any(line.rotulo == "Penalidade" and line.texto for line in lines):
            has = "gravidade" if infraction.gravidade else "a linha Infração"
            has = has if any(line.rotulo == "Infração" for line in lines) else "só medidas"
            message = f"{named(infraction.rotulo)} tem {has}, mas não a linha Penalidade"
            yield _about(infraction, "SAN009", message, _class_of(infraction, compiled))


_DOUBTS = ("ROT001", "ROT003", "SAN005")
"""What is said of a line that may be the one that is missing."""


def _class_of(infraction: Infracao, compiled: Compiled) -> Classe | None:
    """The print's fault if a line in, above or below the infraction's is in doubt."""
    doubts = [at for one in compiled.found if one.code in _DOUBTS for at in one.place]
    doubts += [
        at
        for device in walk(compiled.articulation.devices)
        if device.tipo == "conduta" and device.id != infraction.dispositivo
        for at in regions_of(device.origem)
    ]
    near_it = any(
        own.page == at.page and own.first - 1 <= at.last and at.first <= own.last + 1
        for own in regions_of(infraction.origem)
        for at in doubts
    )
    return "ocr" if near_it else None


def check_undefined_groups(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN002: a penalty group that no device of the norm defines, or none that was understood."""
    defined = {group.codigo for group in compiled.tables.grupos if group.base_legal}
    undefined = (group.codigo for group in compiled.tables.grupos if not group.base_legal)
    speaking = {code: _speaks_of(compiled, code) for code in undefined}
    for infraction in compiled.tables.infracoes:
        for penalty in infraction.penalidades:
            if not penalty.grupo or penalty.grupo in defined:
                continue
            message = f"a norma não define o Grupo {penalty.grupo}: a multa não tem valor"
            classe: Classe | None = None
            spoken_of = speaking.get(penalty.grupo)
            if spoken_of:
                message = (
                    f"não se leu o valor do Grupo {penalty.grupo}, de que fala "
                    f"{named(spoken_of)}: a multa ficou sem valor"
                )
                classe = "compilador"
            elif any(_resemble(penalty.grupo, code) for code in defined):
                classe = "ocr"
            yield _about(infraction, "SAN002", message, classe, mark=penalty.grupo)


def _speaks_of(compiled: Compiled, code: str) -> str | None:
    """The citation of a device whose text has a group's code and a number besides."""
    for way in paths(compiled.articulation.devices):
        text = way[-1].texto or ""
        if code in text and re.search(r"\d", text.replace(code, "")):
            return citation(way)
    return None


def check_double_definitions(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN019: a group or a gravity that the norm defines twice, with other numbers."""
    for one in compiled.tables.contested:
        yield diagnose(
            "SAN019",
            f"a norma define {one.what} duas vezes: {one.values}",
            place=one.place,
            device=one.device,
        )


def check_group_gravity(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN003: a gravity other than the one that the norm gives the group."""
    groups = {group.codigo: group.gravidade for group in compiled.tables.grupos}
    for infraction in compiled.tables.infracoes:
        for penalty in infraction.penalidades:
            wanted = groups.get(penalty.grupo or "")
            if wanted and infraction.gravidade and wanted != infraction.gravidade:
                yield _about(
                    infraction,
                    "SAN003",
                    f"infração {GRAVIDADES[infraction.gravidade]} com Grupo {penalty.grupo}, "
                    f"que a norma dá à {GRAVIDADES[wanted]}",
                    mark=penalty.grupo or "",
                )


_SAYS = re.compile(r"R\$|\d")
"""What a fine says that sets an amount, or names a group."""


def check_bare_fines(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN011: a fine without group, factor or amount, where the norm's fines have groups."""
    infractions = compiled.tables.infracoes
    if not any(penalty.grupo for one in infractions for penalty in one.penalidades):
        return
    for infraction in infractions:
        for penalty in infraction.penalidades:
            bare = penalty.tipo == "multa" and not penalty.grupo and not _SAYS.search(penalty.texto)
            bare = bare and not penalty.condicao
            if bare and infraction.multa is None:
                message = f"«{penalty.texto}» não diz o grupo da multa, e as outras dizem"
                yield _about(infraction, "SAN011", message)


def check_unread_fines(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN013: a fine that says a number, or a defined group, of which no amount could be read.

    What several conducts have in one line, and the row that defines a group, is said once.
    """
    groups = {one.codigo: one for one in compiled.tables.grupos}
    valued = {code for code, one in groups.items() if one.quantidade is not None}
    unread: dict[tuple[str | None, str], list[Infracao]] = {}
    for infraction in compiled.tables.infracoes:
        for penalty in infraction.penalidades:
            if penalty.condicao or (penalty.base_legal and penalty.grupo):
                continue
            grouped = "grup" in penalty.texto.lower()
            plain = not penalty.grupo and (grouped or penalty.fator is None)
            plain = plain and _SAYS.search(penalty.texto) is not None
            says = penalty.tipo == "multa" and (plain or penalty.grupo in valued)
            if says and infraction.multa is None:
                key = infraction.sancao or penalty.base_legal or infraction.id
                unread.setdefault((key, penalty.texto), []).append(infraction)
    for (_, text), all_of_them in unread.items():
        count = f" de {len(all_of_them)} condutas" if len(all_of_them) > 1 else ""
        yield _about(all_of_them[0], "SAN013", f"não se leu o valor de «{text}»{count}")
    for device in walk(compiled.articulation.devices):
        for group in groups.values():
            own = group.base_legal and group.base_legal in (device.id, device.caput_id)
            if own and group.quantidade is None:
                message = f"não se leu o valor da multa do Grupo {group.codigo}"
                place = regions_of(device.origem)
                yield diagnose("SAN013", message, place=place, device=device.id)


def check_missing_points(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN012: a gravity without points, in a norm that gives points to gravities."""
    known = {one.gravidade for one in compiled.tables.pontuacao}
    if not known and not any(
        _gives_points(device.texto or device.nome or "")
        for device in walk(compiled.articulation.devices)
    ):
        return
    for infraction in compiled.tables.infracoes:
        if infraction.gravidade and infraction.gravidade not in known and infraction.pontos is None:
            gravity = GRAVIDADES[infraction.gravidade]
            message = f"a norma dá pontos, mas não se leram os da infração {gravity}"
            yield _about(infraction, "SAN012", message)


_ROW = re.compile(
    r"(?<!\w)(?P<gravity>\w{3,11})\W{1,4}\w{1,10}(?: ?\([^)]{0,30}\))? (?P<points>\w{4,7})\b"
)
_GRAVITIES = ("gravissima", "grave", "media", "leve")


def _gives_points(text: str) -> bool:
    """Whether a text has a row of a table of points, however badly read: "Gave — cinco pont0s"."""
    return any(
        near(found["points"], ("ponto", "pontos"), 2) and near(found["gravity"], _GRAVITIES, 2)
        for found in _ROW.finditer(text)
    )


def check_addressees(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN006: articles whose infractions address nobody, where other articles name somebody."""
    infractions = compiled.tables.infracoes
    if not any(one.destinatarios for one in infractions):
        return
    articles = {one.id: one for one in walk(compiled.articulation.devices)}
    for name in dict.fromkeys(one.id.split("_")[0] for one in infractions if not one.destinatarios):
        article = articles.get(name)
        if article:
            yield diagnose(
                "SAN006",
                f"{named(article.rotulo)} não diz a quem se dirige; "
                "só o nome do capítulo em que está o sugere",
                place=regions_of(article.origem),
                device=name,
            )


def check_second_sanctions(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN007: a device punished twice, or a line that comes twice in one group."""
    twice = {one.dispositivo for one in compiled.tables.infracoes if "_s" in one.id[-4:]}
    for infraction, lines in _with_lines(compiled):
        labels = Counter(line.rotulo for line in lines)
        repeated = [label for label, count in labels.items() if count > 1]
        if repeated:
            message = f"{named(infraction.rotulo)} tem mais de uma linha {repeated[0]}"
            yield _about(infraction, "SAN007", message)
        elif infraction.dispositivo in twice and infraction.id != infraction.dispositivo:
            yield _about(infraction, "SAN007", f"{named(infraction.rotulo)} tem uma segunda sanção")


def check_shared_sanctions(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN014: one group for several conducts, where nearly all others of the article have one."""
    places = {device.id: device for device in walk(compiled.articulation.devices)}
    by_article: dict[str, list[Sancao]] = {}
    for sanction in compiled.tables.sancoes:
        by_article.setdefault(sanction.alvos[0].split("_")[0], []).append(sanction)
    for sanctions in by_article.values():
        shared = [one for one in sanctions if len(one.alvos) > 1]
        if len(sanctions) < 4 * len(shared):
            continue
        for one in shared:
            first = places.get(one.alvos[0])
            if first is None or first.tipo != "inciso":
                continue
            message = (
                f"{len(one.alvos)} condutas com um só grupo de sanções, e quase todas as outras do "
                "artigo com um cada"
            )
            yield diagnose("SAN014", message, place=regions_of(first.origem), device=first.id)


def check_unknown_kinds(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN008: a penalty or measure that is none of the known kinds."""
    for infraction in compiled.tables.infracoes:
        penalties = [one.texto for one in infraction.penalidades if one.tipo == "outra"]
        measures = [one.texto for one in infraction.medidas_administrativas if one.tipo == "outra"]
        for text in penalties + measures:
            yield _about(infraction, "SAN008", f"«{text}» ficou com o tipo «outra»")


def check_unnumbered(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN010: a conduct without a label that stands alone in its article."""
    for parent, child, is_wanted in unlabelled_conducts(compiled):
        if not is_wanted:
            message = f"a conduta d{named(parent.rotulo)} não tem número próprio"
            yield diagnose("SAN010", message, place=regions_of(child.origem), device=child.id)


def _with_lines(compiled: Compiled) -> Iterator[tuple[Infracao, tuple[LinhaDeSancao, ...]]]:
    """The infractions that have sanction lines, and these."""
    lines = {one.id: one.linhas for one in compiled.tables.sancoes}
    for infraction in compiled.tables.infracoes:
        if infraction.sancao:
            yield infraction, lines[infraction.sancao]


_ALIKE = str.maketrans("OILZSB", "011258")
"""Letters that are misread as digits, in the codes of groups."""


def _resemble(code: str, defined: str) -> bool:
    """Whether a code may be a defined one, misread or cut off."""
    return code.translate(_ALIKE) == defined.translate(_ALIKE) or defined.startswith(f"{code}-")


def _about(
    infraction: Infracao,
    code: str,
    message: str,
    classe: Classe | None = None,
    mark: str = "",
) -> Diagnostic:
    return diagnose(
        code, message, place=regions_of(infraction.origem), device=infraction.dispositivo,
        classe=classe, mark=mark,
    )  # fmt: skip
