"""One change applied to the tree of a norm.

In: a `Tree` and a `Change`. Out: the tree, changed; who was changed, and what must be said of it.
Raises `RefusedError` where the norm does not bear the change.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.amendments import Change
from pipeline.artefacts import SanctionLine
from pipeline.consolidate.parts import EMENTA, Part, text_of
from pipeline.consolidate.quoting import Quotation
from pipeline.consolidate.refusing import RefusedError
from pipeline.consolidate.step import Applied, Step, cited, other
from pipeline.consolidate.tree import Node, Tree
from pipeline.consolidate.words import Words
from pipeline.labels import write_citation
from pipeline.labels.citations import is_annex, is_grouping
from pipeline.model import TipoAlteracao


def apply(tree: Tree, change: Change) -> Applied:
    """Carry out a change; raises `RefusedError` before anything is published of it."""
    done = Applied()
    _Change(tree, change, done).run()
    return done


class _Change(Step):
    def run(self) -> None:
        change = self._change
        self._require_place()
        if change.annexes:
            self._put_annexes()
        elif change.action == "revogacao":
            self._revoke()
        elif change.action == "renumeracao":
            self._renumber(self._target(change.targets[0]), change.number or "")
        elif change.action in ("expressao", "retificacao"):
            self._replace_words()
        elif change.payload is not None:
            Quotation(self._tree, change, self._done).take_over(change.payload)
        else:
            self._words()

    def _require_place(self) -> None:
        """A device of which the command says in which grouping it stands must stand there."""
        change = self._change
        articles = {name.split("_")[0] for name in change.targets if not is_grouping(name)}
        if change.within is None or len(articles) != 1:
            return
        within, article = self._target(change.within), self._tree.find(*articles)
        if article is not None and article not in within.walk():
            raise RefusedError(f"{cited(article.id)} não está em {cited(within.id)}")

    # ── revogação ────────────────────────────────────────────────────────────────────────────

    def _revoke(self) -> None:
        change = self._change
        # With the norm as a whole its annexes end, too.
        annexes = [
            name for name in change.targets or self._tree.parts
            if is_annex(name) and self._tree.find(name) is None
        ]  # fmt: skip
        for name in annexes:
            part = self._part(name)
            assert part.annex is not None
            empty = {"nome": None, "linhas": (), "origem": (), "situacao": "revogado"}
            self._set_part(part, "revogacao", None, part.annex.model_copy(update=empty))
        nodes = [self._revocable(name) for name in change.targets if name not in annexes]
        nodes = nodes or ([] if change.targets else list(self._tree.roots))
        if change.ranged and nodes:
            nodes = list(self._between(nodes))
        for node in nodes:
            self._end(node)
        for holder in {node.parent for node in nodes if node.parent}:
            text = (holder.device.texto or "").rstrip()
            items = [one for one in holder.children if one.device.tipo != "paragrafo"]
            if holder.active and text.endswith(":") and not any(one.active for one in items):
                message = f"{cited(holder.id)} anuncia itens, e todos foram revogados"
                self._say("ALT009", message, holder)

    def _revocable(self, name: str) -> Node:
        node = self._target(name)
        others = [one for one in node.children if one.device.tipo == "paragrafo" and one.active]
        if name.endswith("_cpt") and others:
            raise RefusedError(
                f"só o caput de {cited(node.id)} seria revogado, e não os parágrafos"
            )
        return node

    def _between(self, nodes: Sequence[Node]) -> Iterator[Node]:
        """The targets of a range, and the inserted devices that lie within it."""
        last = nodes[-1]
        for node in nodes:
            yield node
            if node is last:
                return
            kind = node.number
            for one in self._tree.walk():
                number = one.number
                if (
                    number and kind and one.device.tipo == node.device.tipo
                    and (one.parent is node.parent or node.device.tipo == "artigo")
                    and number[1].value == kind[1].value and number[1].suffixes
                ):  # fmt: skip
                    yield one

    # ── expressões e textos sem rótulo ───────────────────────────────────────────────────────

    def _replace_words(self) -> None:
        """All expressions at once: what one puts in is no place for another."""
        change = self._change
        words = Words(change.pairs)
        kind: TipoAlteracao = "expressao" if change.action == "expressao" else "retificacao"
        seen: set[str] = set()
        for name in change.targets or ("",):
            found = self._replace_in_parts(name, words, kind)
            if not is_annex(name) and name != EMENTA:
                found |= self._replace_in(self._reach(name), words, kind)
            if not found:
                where = cited(name) if name else "a norma"
                raise RefusedError(f"{where} não tem a expressão «{words.first}»")
            seen |= found
        missing = next((old for old, _ in change.pairs if old not in seen), None)
        if missing is not None:
            raise RefusedError(f"não se achou a expressão «{missing}»")

    def _replace_in(self, nodes: Sequence[Node], words: "Words", kind: TipoAlteracao) -> set[str]:
        seen: set[str] = set()
        for node in nodes:
            one = node.device
            update: dict[str, object] = {}
            for key in ("texto", "texto_final", "nome"):
                value = getattr(one, key)
                if value and (found := words.found(value)):
                    update[key] = words.replaced(value)
                    seen |= found
            blocks = []
            for lines in node.blocks:
                seen |= {old for line in lines for old in words.found(line.text or "")}
                blocks.append(tuple(_with(line, words.replaced(line.text or "")) for line in lines))
            if update or blocks != node.blocks:
                self._set(node, kind, **update, blocks=blocks)
        return seen

    def _replace_in_parts(self, name: str, words: "Words", kind: TipoAlteracao) -> set[str]:
        """In the annex or ementa that is named; in all of them, where the whole norm is."""
        parts = list(self._tree.parts.values()) if not name else []
        if is_annex(name) or name == EMENTA:
            parts = [self._part(name)]
        seen: set[str] = set()
        for part in parts:
            found = words.found(part.text or "")
            annex = part.annex
            if found and annex is not None:
                update = {"nome": annex.nome and words.replaced(annex.nome), "origem": (),
                          "linhas": tuple(map(words.replaced, annex.linhas))}  # fmt: skip
                annex = annex.model_copy(update=update)
            if found:
                self._set_part(part, kind, words.replaced(part.text or ""), annex)
            seen |= found
        return seen

    def _reach(self, name: str) -> list[Node]:
        if not name:
            return list(self._tree.walk())
        node = self._target(name)
        return [node] if name.endswith("_cpt") else [one for one in node.walk() if one.active]

    def _words(self) -> None:
        """An unlabelled text in quotes: the whole own text of the one target."""
        [name], words = self._change.targets, self._change.words
        if name == EMENTA:
            self._set_part(self._part(name), "redacao", words, None)
            return
        node = self._target(name)
        if not node.active:
            self._reused(node)
        key = "nome" if is_grouping(node.id) else "texto"
        self._set(node, "redacao", **{key: words}, situacao="vigente")

    # ── anexos ───────────────────────────────────────────────────────────────────────────────

    def _put_annexes(self) -> None:
        """The act's own annexes in the place of those of the norm, or beside them."""
        change = self._change
        for name, annex in zip(change.targets, change.annexes, strict=True):
            there = self._tree.parts.get(name) or self._tree.parts.get(other(name))
            if change.action == "acrescimo" and (there or self._tree.find(name)):
                raise RefusedError(f"a norma já tem {cited(name)}")
            if change.action == "redacao":
                there = self._part(name)
            given = annex.model_copy(update={"origem": ()})
            if there is not None and there.annex is not None:
                kept = {"id": there.id, "rotulo": there.annex.rotulo,
                        "rotulo_original": there.annex.rotulo_original}  # fmt: skip
                self._set_part(there, "redacao", text_of(annex), given.model_copy(update=kept))
                continue
            label = write_citation(name)
            given = given.model_copy(update={"id": name, "rotulo": label, "rotulo_original": label})
            part = Part(
                name, text_of(annex), given, kind="inclusao", since=change.day, act=change.act,
                source=change.device,
            )  # fmt: skip
            self._tree.parts[name] = part
            self._done.touched.append((part, "inclusao"))


def _with(line: SanctionLine, text: str) -> SanctionLine:
    return line if text == line.text else replace(line, text=text)
