"""A pair of statements compared: how their labels relate, how the rest differs, and how much they share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from memtui.intelligence import lexicon
from memtui.intelligence.judging.alignment import Alignment, Difference, aligned
from memtui.intelligence.judging.labels import Label, LabelKind
from memtui.intelligence.judging.names import Kinship, kinship
from memtui.intelligence.judging.outlines import Outline
from memtui.intelligence.judging.values import Sort, sort_of


class Labelled(Enum):
    """How the labels of two statements relate."""

    NONE = "none"
    ONE = "one"
    SAME = "same"
    HEADED = "headed"
    """Both stand under one label, but behind it is a sentence: the label is a heading, no slot."""

    GENERIC = "generic"
    IDENTITY = "identity"
    EXTENDED = "extended"
    MOVED = "moved"
    AKIN = "akin"
    FOREIGN = "foreign"
    DIFFERENT = "different"


_UNLABELLED = (Labelled.NONE, Labelled.ONE)


@dataclass(frozen=True, slots=True)
class Found:
    """A difference and its sort."""

    difference: Difference
    sort: Sort


@dataclass(frozen=True)
class Comparison:
    """How two statements relate: `shared` is the weight of what agrees outside the labels, `prose` what of it is no code."""

    labelled: Labelled
    shared: float
    prose: float
    old: Outline
    new: Outline
    rest: Alignment

    @cached_property
    def body(self) -> tuple[Found, ...]:
        """The differences outside the labels, each with its sort."""
        return tuple(Found(each, sort_of(each)) for each in self.rest.differences)

    @cached_property
    def label(self) -> tuple[Found, ...]:
        """The differences of the labels, each with its sort."""
        return () if self.labelled in _UNLABELLED else _between_labels(self.old, self.new)

    @property
    def cut_old(self) -> int:
        """The tokens of the older statement that stand before its body as it was aligned."""
        return self.old.first if self.labelled in _UNLABELLED else self.old.body

    @property
    def cut_new(self) -> int:
        """The tokens of the newer statement that stand before its body as it was aligned."""
        return self.new.first if self.labelled in _UNLABELLED else self.new.body

    @property
    def label_weight(self) -> float:
        """The weight of the label that both share; 0 where the labels do not name one thing."""
        if self.labelled not in (Labelled.SAME, Labelled.EXTENDED, Labelled.MOVED, Labelled.GENERIC):
            return 0.0
        return sum(token.weight for token in self.new.tokens[self.new.first : self.new.body])


def compare(old: Outline, new: Outline) -> Comparison:
    """Return how two outlines relate."""
    both = old.label is not None and new.label is not None and not (old.label.open and new.label.open)
    cut_old, cut_new = (old.body, new.body) if both else (old.first, new.first)
    rest = aligned(old.tokens[cut_old:], new.tokens[cut_new:])
    tokens = old.tokens[cut_old:]
    weight = sum(tokens[at].weight for at, _ in rest.shared)
    prose = sum(tokens[at].weight for at, _ in rest.shared if not tokens[at].span)
    if both:
        relation = relation_of(old, new)
    else:
        relation = Labelled.NONE if (old.label is None) == (new.label is None) else Labelled.ONE
    return Comparison(relation, weight, prose, old, new, rest)


def _between_labels(old: Outline, new: Outline) -> tuple[Found, ...]:
    head = aligned(old.tokens[old.first : old.body], new.tokens[new.first : new.body])
    return tuple(Found(each, sort_of(each)) for each in head.differences)


def relation_of(one: Outline, other: Outline) -> Labelled:
    """Return how the labels of two labelled outlines relate."""
    old, new = one.label, other.label
    if old is None or new is None:
        return Labelled.NONE
    if are_apart(old, new):
        return Labelled.DIFFERENT
    if _flat(old.names) == _flat(new.names):
        kinds = (old.kind, new.kind)
        if LabelKind.IDENTITY in kinds:
            return Labelled.IDENTITY
        slot = LabelKind.CODE in kinds or (one.valued and other.valued)
        if LabelKind.GENERIC in kinds and not (slot and len(new.names) > 1):
            return Labelled.GENERIC
        return Labelled.SAME if slot else Labelled.HEADED
    return _code_labels(one, other)


def are_apart(one: Label, other: Label) -> bool:
    """Say whether two labels differ at a look at their names; those in code take a closer one."""
    if one.heads and other.heads and one.heads != other.heads:
        return True
    return LabelKind.CODE not in (one.kind, other.kind) and _flat(one.names) != _flat(other.names)


def _flat(stems: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem.rstrip("/") for stem in stems)


def _code_labels(old: Outline, new: Outline) -> Labelled:
    outer_old = [token for token in old.tokens[old.first : old.body] if token.depth == 0]
    outer_new = [token for token in new.tokens[new.first : new.body] if token.depth == 0]
    if not outer_old or not outer_new:
        return Labelled.DIFFERENT
    if len(outer_old) == len(outer_new) == 1:
        kin = kinship(outer_old[0].text, outer_new[0].text)
        return {
            Kinship.SAME: Labelled.SAME,
            Kinship.MOVED: Labelled.MOVED,
            Kinship.FOREIGN: Labelled.FOREIGN,
            Kinship.NUMBERED: Labelled.FOREIGN,
        }.get(kin, Labelled.AKIN)
    sorts = {found.sort for found in _between_labels(old, new) if found.difference.depth == 0} - {Sort.NONE}
    if sorts <= {Sort.INNER_ADDED, Sort.ADDED_VALUE}:
        return Labelled.EXTENDED
    mine, others = {token.key for token in outer_old}, {token.key for token in outer_new}
    if not (mine ^ others).isdisjoint(lexicon.words("judging/silent", "requests")):
        return Labelled.FOREIGN
    if sorts <= {Sort.MOVED} or outer_old[-1].key == outer_new[-1].key:
        return Labelled.MOVED
    shared = mine & others
    return Labelled.AKIN if shared else Labelled.FOREIGN
