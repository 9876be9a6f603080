"""A pair of statements compared: how their labels relate, how the rest differs, and how much they share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from memtui.intelligence.judging.alignment import Difference, aligned
from memtui.intelligence.judging.labels import Label, LabelKind
from memtui.intelligence.judging.names import Kinship, kinship
from memtui.intelligence.judging.outlines import Outline, Token
from memtui.intelligence.judging.values import Sort, sort_of


class Labelled(Enum):
    """How the labels of two statements relate."""

    NONE = "none"
    ONE = "one"
    SAME = "same"
    GENERIC = "generic"
    IDENTITY = "identity"
    EXTENDED = "extended"
    MOVED = "moved"
    AKIN = "akin"
    FOREIGN = "foreign"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Found:
    """A difference and its sort."""

    difference: Difference
    sort: Sort


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two statements relate: `shared` is the weight of what agrees outside the labels, `prose` what of it is no code."""

    labelled: Labelled
    label: tuple[Found, ...]
    body: tuple[Found, ...]
    shared: float
    prose: float
    old: Outline
    new: Outline

    @property
    def cut_old(self) -> int:
        """The tokens of the older statement that stand before its body as it was aligned."""
        return 0 if self.labelled in (Labelled.NONE, Labelled.ONE) else self.old.body

    @property
    def cut_new(self) -> int:
        """The tokens of the newer statement that stand before its body as it was aligned."""
        return 0 if self.labelled in (Labelled.NONE, Labelled.ONE) else self.new.body

    @property
    def label_counts(self) -> bool:
        """Whether the labels name one thing, so that they count as shared."""
        return self.labelled in (Labelled.SAME, Labelled.EXTENDED, Labelled.MOVED, Labelled.GENERIC)


def compare(old: Outline, new: Outline) -> Comparison:
    """Return how two outlines relate."""
    both = old.label is not None and new.label is not None and not (old.label.open and new.label.open)
    cut_old, cut_new = (old.body, new.body) if both else (0, 0)
    rest = aligned(old.tokens[cut_old:], new.tokens[cut_new:])
    tokens = old.tokens[cut_old:]
    weight = sum(tokens[at].weight for at, _ in rest.shared)
    prose = sum(tokens[at].weight for at, _ in rest.shared if not tokens[at].span)
    body = tuple(Found(each, sort_of(each)) for each in rest.differences)
    if not both:
        relation = Labelled.NONE if old.label is new.label else Labelled.ONE
        return Comparison(relation, (), body, weight, prose, old, new)
    head = aligned(old.tokens[:cut_old], new.tokens[:cut_new])
    label = tuple(Found(each, sort_of(each)) for each in head.differences)
    assert old.label is not None and new.label is not None
    relation = _related(old.label, new.label, old.tokens[:cut_old], new.tokens[:cut_new], label)
    return Comparison(relation, label, body, weight, prose, old, new)


def _related(
    old: Label, new: Label, old_tokens: tuple[Token, ...], new_tokens: tuple[Token, ...], label: tuple[Found, ...]
) -> Labelled:
    if _flat(old.names) == _flat(new.names):
        if LabelKind.IDENTITY in (old.kind, new.kind):
            return Labelled.IDENTITY
        return Labelled.GENERIC if LabelKind.GENERIC in (old.kind, new.kind) else Labelled.SAME
    if LabelKind.CODE in (old.kind, new.kind):
        return _code_labels(old, new, old_tokens, new_tokens, label)
    return Labelled.DIFFERENT


def _flat(stems: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem.rstrip("/") for stem in stems)


def _code_labels(
    old: Label, new: Label, old_tokens: tuple[Token, ...], new_tokens: tuple[Token, ...], label: tuple[Found, ...]
) -> Labelled:
    outer_old = [token for token in old_tokens if token.depth == 0]
    outer_new = [token for token in new_tokens if token.depth == 0]
    if not outer_old or not outer_new:
        return Labelled.DIFFERENT
    if len(outer_old) == len(outer_new) == 1:
        kin = kinship(outer_old[0].text, outer_new[0].text)
        return {
            Kinship.SAME: Labelled.SAME,
            Kinship.MOVED: Labelled.MOVED,
            Kinship.FOREIGN: Labelled.FOREIGN,
        }.get(kin, Labelled.AKIN)
    sorts = {found.sort for found in label if found.difference.depth == 0} - {Sort.NONE}
    if sorts <= {Sort.INNER_ADDED, Sort.ADDED_VALUE}:
        return Labelled.EXTENDED
    if sorts <= {Sort.MOVED}:
        return Labelled.MOVED
    shared = {token.key for token in outer_old} & {token.key for token in outer_new}
    return Labelled.AKIN if shared else Labelled.FOREIGN
