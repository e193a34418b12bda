"""The gates between one build of a norm and the next.

In: a compilation and the last good catalogue of the norm. Out: the compilation with what was lost,
which keeps it from being published unless it is accepted by name, and with the former ids of what
moved. Promises: a change is no loss; a norm compiled for the first time passes; what is inferred of
a moved id is told as a `nota`, and holds as long as the last good catalogue says it.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pipeline.codes import CODES
from pipeline.compare import DiferencaDeNorma, Loss, compare, losses, moves
from pipeline.diagnostics import Diagnostic, diagnose, is_accepted
from pipeline.model import SCHEMA_VERSION, Catalogo, Diagnostico, Dispositivo, named, walk
from pipeline.stages import Compilation

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_GATES = {
    "dispositivo": "REG001",
    "texto": "REG002",
    "norma": "REG002",
    "infracao": "REG003",
    "sancao": "REG003",
}
_MOVED = "REG004"
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Regeneration:
    """A compilation that was held against the last good catalogue, and what differs."""

    compilation: Compilation
    changes: DiferencaDeNorma


def read_any_version(data: bytes) -> Catalogo | None:
    """A catalogue that this or another version wrote; None if it can't be read.

    One of another minor version is read as far as the present models go: what they do not know is
    left out, and what it does not have is empty.
    """
    try:
        return Catalogo.model_validate_json(data)
    except ValidationError:
        pass
    try:
        lifted = json.loads(data)
    except ValueError:
        return None
    for _ in range(_ROUNDS):
        try:
            return Catalogo.model_validate_json(json.dumps(lifted))
        except ValidationError as error:
            if not all(_lift(lifted, one) for one in error.errors(include_url=False)):
                return None
    return None


_ROUNDS = 3
"""A key is first found to be absent, then to be no list; and once all is well."""


def _lift(data: Any, error: "ErrorDetails") -> bool:
    """Mend one thing that keeps a catalogue of another version from being read, if it is that."""
    *above, key = error["loc"] or ("",)
    for step in above:
        data = data[step]
    match error["type"]:
        case "extra_forbidden":
            del data[key]
        case "missing":
            data[key] = "vigente" if key == "situacao" else None
        case "tuple_type" if data[key] is None:
            data[key] = []
        case "literal_error" if error["loc"] == ("esquema",):
            data[key] = SCHEMA_VERSION
        case _:
            return False
    return True


def regenerate(
    compilation: Compilation,
    last: Catalogo,
    *,
    em: date | None = None,
    accepted: Collection[str] = (),
) -> Regeneration:
    """Hold a compilation against the last good catalogue of its norm.

    `em` is the day that was asked for: a wording from before the last good one has no later
    devices to lose.

    >>> # regenerate(compilation, last).compilation.blocking[0].code → 'REG001'
    """
    catalogue = compilation.catalogue
    earlier = em is not None and last.vigencia.de is not None and em < last.vigencia.de
    found = () if earlier else losses(last, catalogue)
    told = [_diagnostic(one) for one in found]
    blocking = tuple(one for one in told if not is_accepted(one, _name(one, one.device), accepted))
    former = _former(last, catalogue)
    records = [_record(one, one.device, None, accepted) for one in told]
    records += [
        _record(one, old, one.device, accepted)
        for old, one in ((old, _moved(old, new)) for old, new in former.items())
    ]
    catalogue = catalogue.model_copy(
        update={
            "dispositivos": tuple(_renamed(catalogue.dispositivos, former)),
            "diagnosticos": (*catalogue.diagnosticos, *records),
        }
    )
    whole = Compilation(
        catalogue,
        (*compilation.diagnostics, *told, *(_moved(*one) for one in former.items())),
        (*compilation.blocking, *blocking),
        compilation.versoes,
    )
    return Regeneration(whole, compare(last, catalogue))


def _diagnostic(one: Loss) -> Diagnostic:
    what = f"«{one.text[:_SHOWN]}{'…' if len(one.text) > _SHOWN else ''}»" if one.text else ""
    cited = named(one.citation)
    match one.kind:
        case "dispositivo":
            hanging = f", com mais {one.hanging} que dele dependem," if one.hanging else ""
            message = f"{cited}{hanging} não está mais na norma: {what}"
        case "infracao":
            message = f"a infração d{cited} não está mais na norma: {what}"
        case "sancao":
            message = f"a infração d{cited} perdeu uma linha de sanção: {what}"
        case _:
            where = cited if one.id else "o texto da norma"
            message = f"{where} encolheu de {one.words_before} para {one.words_after} palavras"
            message += f": {what}" if what else ""
    return diagnose(_GATES[one.kind], message, device=one.id)


def _name(one: Diagnostic, device: str | None) -> str:
    return f"{one.code}-{device}" if device else one.code


def _record(
    one: Diagnostic, about: str | None, device: str | None, accepted: Collection[str]
) -> Diagnostico:
    """The finding in the catalogue; of a lost device it can't hold the id, which leads nowhere."""
    return Diagnostico(
        id=_name(one, about),
        codigo=one.code,
        nivel=one.nivel,
        classe=one.classe,
        dispositivo=device,
        mensagem=one.message,
        ajuda=CODES[one.code].ajuda,
        origem=(),
        aceito=one.nivel == "erro" and is_accepted(one, _name(one, one.device), accepted),
    )


# ── ids that moved ───────────────────────────────────────────────────────────────────────────


def _former(last: Catalogo, now: Catalogo) -> dict[str, str]:
    """Former ids and the present ids that they are to lead to.

    With the same file, the same corrections and the same compiler only an act moves a device, and
    says so itself: what is inferred would depend on which acts were built before. Then what an
    earlier build inferred is kept, and nothing new is.
    """
    found = dict(_kept(last, now))
    if _origin(last) != _origin(now):
        for one in moves(last, now):
            found[one.before] = one.after
            if one.caput_before:
                found[one.caput_before] = one.after
            # What led to the former id leads on to the new one.
            found |= {old: one.after for old, new in found.items() if new == one.before}
    there = {device.id for device in walk(now.dispositivos)}
    return {old: new for old, new in found.items() if new in there}


def _origin(catalogue: Catalogo) -> tuple[object, ...]:
    made = catalogue.compilador
    mended = [(one.id, one.antes, one.depois) for one in catalogue.correcoes]
    return catalogue.fonte.sha256, made.versao, made.gramatica_sha256, mended


def _kept(last: Catalogo, now: Catalogo) -> Iterator[tuple[str, str]]:
    """What the last catalogue inferred, as long as no device has taken the former id."""
    taken = {
        name
        for device in walk(now.dispositivos)
        for name in (device.id, device.caput_id, *device.aliases)
    }
    inferred = {one.id for one in last.diagnosticos if one.codigo == _MOVED}
    for device in walk(last.dispositivos):
        for alias in device.aliases:
            if f"{_MOVED}-{alias}" in inferred and alias not in taken:
                yield alias, device.id


def _moved(old: str, new: str) -> Diagnostic:
    return diagnose(_MOVED, f"o id {old} passou a ser {new}; o antigo leva ao novo", device=new)


def _renamed(devices: Iterable[Dispositivo], former: Mapping[str, str]) -> Iterator[Dispositivo]:
    for device in devices:
        own = tuple(old for old, new in former.items() if new == device.id)
        yield device.model_copy(
            update={
                "aliases": (*device.aliases, *own),
                "filhos": tuple(_renamed(device.filhos, former)),
            }
        )
