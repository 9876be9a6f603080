"""Lists without words: what is new, what is hidden, and what can be narrowed by."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from memtui.domain.drafts import Edit
from memtui.domain.filters import Order
from memtui.domain.kinds import Kind, Status, Tier
from memtui.services import browsing, remember
from memtui.services.browsing import Listing
from memtui.services.findings import Request, SearchResult


def listed(workspace, text="", **more) -> Listing:
    answer = browsing.find(workspace, Request(text=text), **more)
    assert isinstance(answer, Listing)
    return answer


def test_words_are_ranked_and_no_words_are_listed(ana, note) -> None:
    note("The build runs on three machines in the cellar")
    assert isinstance(browsing.find(ana, Request(text="build")), SearchResult)
    assert isinstance(browsing.find(ana, Request(text="")), Listing)
    assert isinstance(browsing.find(ana, Request(text="kind:note")), Listing)


def test_the_newest_come_first_and_other_orders_can_be_asked_for(ana, note, clock) -> None:
    old = note(
        "An old decision about the build machines", created_at=clock.now() - timedelta(days=90), kind=Kind.DECISION
    )
    new = note("A new remark about the build machines in the cellar", created_at=clock.now() - timedelta(days=1))
    assert list(listed(ana).numbers) == [new.number, old.number]
    assert list(listed(ana, order=Order.OLDEST).numbers) == [old.number, new.number]


def test_what_was_stored_since_the_last_visit_comes_in_front_whatever_its_date(ana, note, clock) -> None:
    seen = note("Seen before, about the build machines in the cellar", created_at=clock.now() - timedelta(days=1))
    assert browsing.since(ana) is None
    assert listed(ana).new == 0
    clock.moment += timedelta(seconds=1)
    browsing.looked(ana)
    clock.moment += timedelta(hours=1)
    late = note("Imported later, though it happened years ago", created_at=clock.now() - timedelta(days=900))
    answer = listed(ana)
    assert (answer.new, list(answer.numbers)) == (1, [late.number, seen.number])
    assert list(listed(ana, "is:new").numbers) == [late.number]


def test_each_person_has_their_own_last_visit(ana, agent) -> None:
    browsing.looked(ana)
    assert browsing.since(ana) is not None
    assert browsing.since(agent) is None


def test_what_is_left_out_is_counted_and_can_be_brought_back(ana, note) -> None:
    gone = note("Archived and out of sight, about the old machines")
    note("Transient and out of sight, about the weather", tier=Tier.TRANSIENT)
    note("In sight, about the new machines in the cellar")
    remember.edit_all(ana, [gone.number], Edit(archived=True))
    answer = listed(ana)
    assert (len(answer.numbers), answer.total) == (1, 1)
    assert answer.hidden == {"archived": 1, "transient": 1}
    everything = browsing.find(ana, Request(archived=True, transient=True))
    assert isinstance(everything, Listing)
    assert (len(everything.numbers), everything.total, dict(everything.hidden)) == (3, 3, {})


def test_qualifiers_that_nothing_can_meet_find_nothing(ana, note) -> None:
    note("About the new machines in the cellar", tags=("build",))
    assert list(listed(ana, "tag:nowhere").numbers) == []
    assert listed(ana, "tag:nowhere").total == 1


def test_facets_begin_with_what_the_selected_memory_has(ana, note) -> None:
    for word in ("first", "second", "third"):
        note(f"The {word} remark about the new machines in the cellar", tags=("common",))
    own = note("A decision about the new machines in the cellar", tags=("rare", "common"), kind=Kind.DECISION)
    found = browsing.facets(ana, Request(), own.number)
    facets = {facet.column: facet for facet in found.facets}
    assert found.matches == 4
    assert facets["tag"].values == (("common", 4), ("rare", 1))
    assert facets["tag"].own == {"rare", "common"}
    assert facets["kind"].values[0] == ("decision", 1)
    assert facets["project"].own == frozenset()


def test_facets_count_what_the_qualifiers_leave(ana, note) -> None:
    note("A remark about the new machines in the cellar", tags=("one",))
    note("Another remark about the new machines in the cellar", tags=("two",))
    found = browsing.facets(ana, Request(text="tag:one"))
    assert found.matches == 1
    assert next(facet for facet in found.facets if facet.column == "tag").values == (("one", 1),)


def test_rows_bring_what_replaced_them(ana, note) -> None:
    new = note("We use MongoDB for the user data since March")
    old = note("We use PostgreSQL for the user data until March")
    with ana.store.write(ana.act("supersede")) as work:
        work.update(replace(old, status=Status.SUPERSEDED, superseded_by=new.id))
    found = browsing.rows(ana, [old.number, 999, new.number])
    assert list(found.hits) == [old.number, new.number]
    assert found.successors[new.id].content == new.content
