"""What the shared keys mean in each view (SCREENS 2), for the help page and the palette; the keymap says it in general."""

from __future__ import annotations

from collections.abc import Mapping

from memtui.tui.keymap import Act

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "search": {
        "list.open": "open the memory",
        "why": "why: score part by part, and what it was placed above",
        "form": "ranked, or the order of words alone",
        "facets": "narrow by layer, kind, tag, source; another order",
        "more": "a line more for each row",
        "less": "a line less for each row",
        "merge": "write one memory in place of the two marked ones",
        "conflict": "queue the two marked memories as a conflict that was missed",
        "narrower": "less room for the list",
        "wider": "more room for the list",
    },
    "review": {
        "list.open": "the whole pair",
        "accept": "the newer is true; in the tab auto: that was right",
        "accept_all": "the newer is true in all that the filter shows, previewed",
        "conflict": "keep it as a conflict: both stay, with the reason",
        "merge": "write one text in place of the two",
        "archive": "archive this side",
        "both": "both are true; the pair stays away until a text changes",
        "left": "the older side in focus",
        "right": "the newer side in focus",
        "edit": "edit the text of this side",
        "earlier": "the tab before",
        "later": "the tab after",
        "form": "the pair side by side, or as one text",
        "more": "all pairs of each sentence",
        "less": "one pair for each sentence",
        "why": "all that the judgement rests on",
        "facets": "which conflicts: kind, severity, how sure, subject",
        "undo": "take back your newest act; in the tabs auto, kept and done the verdict under the cursor",
        "narrower": "less room for the queue",
        "wider": "more room for the queue",
    },
    "layers": {
        "list.open": "open the memory; unfold the archive",
        "accept": "make the suggested move of this card, or of the marked ones after a preview",
        "accept_all": "evaluate all memories and preview the moves",
        "demote": "one layer down, or all marked ones after a preview",
        "promote": "one layer up, or all marked ones after a preview",
        "left": "the column of the next lower layer; fold the archive",
        "right": "the column of the next higher layer; unfold the archive",
        "form": "board of columns, or one list under its layers",
        "more": "a column more",
        "less": "a column less",
        "why": "why it is in this layer, and where it could go",
        "facets": "narrow by layer, kind, tag, how old, how often opened, the same entity",
    },
    "graph": {
        "list.open": "make this box the centre",
        "accept": "accept the suggested link that w explains: the newer takes the older one's place",
        "left": "walk to the left; fold in the tree",
        "right": "walk to the right; unfold in the tree",
        "back": "the centre before; where there is none, the view I came from",
        "form": "boxes, or the same as an indented tree",
        "more": "a step deeper",
        "less": "a step less deep",
        "why": "why this link is there, the next one each time",
        "facets": "which kinds of links",
        "hidden": "archived, transient and ended ones: show, hide",
        "narrower": "less room for the picture",
        "wider": "more room for the picture",
    },
    "timeline": {
        "list.open": "open the memory; of an entity: follow it",
        "accept": "take the suggested alias: the two names are one thing, after a preview",
        "both": "refuse the suggested alias: these are two things",
        "merge": "make the marked entities one, after a preview",
        "filter": "find an entity to follow",
        "form": "what was current as a drawing, or as a table",
        "more": "zoom in: less of the time",
        "less": "zoom out: more of the time",
        "earlier": "an earlier stretch of the time",
        "later": "a later stretch of the time",
        "why": "why one memory ended another",
        "facets": "newest or oldest first, which events, which types of entities",
        "hidden": "transient notes: show, hide",
        "narrower": "less room for what was current",
        "wider": "more room for what was current",
    },
    "history": {
        "list.open": "unfold the batch or the sitting",
        "undo": "take back the batch under the cursor",
        "earlier": "the newest batch of the day before",
        "later": "the newest batch of the day after",
        "copy": "copy the batch as text",
        "copy_id": "copy the batch's id",
        "facets": "whose batches, which acts, or those on the memory I came from",
        "narrower": "less room for the list",
        "wider": "more room for the list",
    },
}
"""By view, an act's id or a list's binding id → what it does there; what is missing means what it means everywhere."""


def said_of(view: str, act: Act) -> str:
    """Return what an act does in a view."""
    return MEANINGS.get(view, {}).get(act.id, act.says)
