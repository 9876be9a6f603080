"""Tags, pins and the archive; several memories only after a preview."""

from __future__ import annotations

from tests.cli.conftest import Run


def field(memtui: Run, handle: str, name: str) -> object:
    """One field of one memory."""
    return memtui("show", handle, "--json").json["results"][0][name]


def test_tags_are_added_and_removed_by_their_signs(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("tag", filled["postgres"], "+storage", "+#sql", "-decision")
    assert ran.code == 0
    assert field(memtui, filled["postgres"], "tags") == ["db", "storage", "sql"]


def test_tags_are_added_and_removed_by_options(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("tag", filled["postgres"], "--add", "storage", "--remove", "db,decision").code == 0
    assert field(memtui, filled["postgres"], "tags") == ["storage"]


def test_ids_alone_print_tags(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("tag", filled["postgres"]).out == "#db #decision\n"


def test_a_tag_command_without_a_memory_is_wrong_usage(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("tag", "+storage").code == 2
    assert memtui("tag", filled["postgres"], "--colour", "red").code == 2


def test_several_memories_are_previewed_and_only_then_changed(memtui: Run, filled: dict[str, str]) -> None:
    both = (filled["postgres"], filled["mongo"])
    preview = memtui("tag", *both, "+storage")
    assert preview.code == 0
    assert "Nothing was written" in preview.err
    assert len(preview.out.splitlines()) == 2
    assert "+storage" in preview.out
    assert field(memtui, both[0], "tags") == ["db", "decision"]
    assert memtui("tag", *both, "+storage", "--apply").code == 0
    assert field(memtui, both[0], "tags") == ["db", "decision", "storage"]
    assert memtui("undo").code == 0
    assert field(memtui, both[1], "tags") == ["db"]


def test_a_list_can_be_piped_into_a_change(memtui: Run, filled: dict[str, str]) -> None:
    listed = memtui("list", "tag:db").out
    assert memtui("tag", "-", "+storage", "--apply", stdin=listed).code == 0
    assert set(memtui("list", "tag:storage").ids) == {filled["postgres"], filled["mongo"]}


def test_pins_come_and_go(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("pin", filled["rule"]).code == 0
    assert memtui("list", "is:pinned").ids == [filled["rule"]]
    assert memtui("pin", filled["rule"], "--off").code == 0
    assert memtui("list", "--pinned").ids == []


def test_archived_memories_come_back_to_their_layer(memtui: Run, filled: dict[str, str]) -> None:
    before = field(memtui, filled["rule"], "layer")
    assert memtui("archive", filled["rule"]).code == 0
    assert (field(memtui, filled["rule"], "layer"), field(memtui, filled["rule"], "status")) == ("archived", "archived")
    assert filled["rule"] not in memtui("list").ids
    assert memtui("archive", filled["rule"], "--off").code == 0
    assert field(memtui, filled["rule"], "layer") == before


def test_doing_it_twice_is_no_failure(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("archive", filled["rule"]).code == 0
    again = memtui("archive", filled["rule"])
    assert again.code == 0
    assert "Nothing changed" in again.out


def test_the_preview_and_the_act_are_json_where_asked_for(memtui: Run, filled: dict[str, str]) -> None:
    both = (filled["postgres"], filled["mongo"])
    preview = memtui("archive", *both, "--json").json
    assert (preview["applied"], preview["count"]) == (False, 2)
    assert preview["results"][0]["after"]["status"] == "archived"
    done = memtui("archive", *both, "--apply", "--json").json
    assert (done["applied"], done["count"]) == (True, 2)
    assert done["batch"]["action"] == "archive"


def test_ids_that_nothing_answers_to_change_nothing(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("archive", filled["rule"], "nowhere", "elsewhere", "--apply")
    assert ran.code == 1
    assert "'nowhere', 'elsewhere'" in ran.err
    assert field(memtui, filled["rule"], "status") == "active"


def test_a_preview_of_an_archive_says_what_it_would_settle(memtui: Run) -> None:
    ids = [memtui("add", f"Max upload size is {size}MB").out.split()[0] for size in (10, 25)]
    assert "2 memories would change, 1 conflict would be settled" in memtui("archive", *ids).err
