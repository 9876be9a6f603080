"""Stores on a server: what is not ours is left alone, and a password is never shown."""

from __future__ import annotations

import pytest

from memtui.domain.errors import MemtuiError, Refused, StoreUnavailable
from memtui.domain.filters import EVERYTHING
from memtui.services.ports import Store
from tests.store.conftest import ON_SERVER, SERVER
from tests.store.making import act, added, memory, opened

NOBODY = 65534


@pytest.mark.parametrize(
    ("location", "sentence"),
    [
        ("mysql://root:hush@localhost/db", "no store in mysql"),
        ("postgresql://host:port/db", "not the address"),
        ("postgresql+psycopg://ana:hush@127.0.0.1:1/none", "cannot be reached"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_sentence_without_its_password(location: str, sentence: str) -> None:
    with pytest.raises(StoreUnavailable, match=sentence) as caught:
        opened(location)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("where", [ON_SERVER])
def test_tables_of_another_program_on_a_server_are_left_alone(where: str, server_location: str) -> None:
    from sqlalchemy import create_engine, inspect

    server = create_engine(server_location)
    with server.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE memory (id int)")
    with pytest.raises(StoreUnavailable, match="another program"):
        opened(server_location)
    with server.begin() as connection:
        assert inspect(connection).get_table_names() == ["memory"]
    server.dispose()


@pytest.mark.parametrize("where", [ON_SERVER])
def test_a_server_is_only_read_when_asked_to(where: str, server_location: str) -> None:
    with pytest.raises(StoreUnavailable, match="There is no store"):
        opened(server_location, read_only=True)
    store = opened(server_location)
    added(store, memory("kept"))
    store.close()
    reader = opened(server_location, read_only=True)
    assert reader.reads.count(EVERYTHING) == 1
    with pytest.raises(Refused), reader.write(act()) as work:
        work.insert(memory())
    reader.close()


@pytest.mark.parametrize("where", [ON_SERVER])
def test_a_password_is_never_shown(where: str, server_location: str) -> None:
    from sqlalchemy import make_url

    location = make_url(server_location).set(password="hush").render_as_string(hide_password=False)
    store: Store = opened(location)
    assert "hush" not in store.location
    assert store.path is None
    store.close()
    wrong = make_url(SERVER).set(database="no_such_database", password="hush")
    with pytest.raises(MemtuiError) as caught:
        opened(wrong.render_as_string(hide_password=False))
    assert "hush" not in str(caught.value)
