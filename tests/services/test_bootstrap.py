"""Which store is opened, by whom, and with which choices."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memtui import bootstrap
from memtui.config import Config, ConfigError
from memtui.domain.drafts import Draft
from memtui.services import remember


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests away from the settings of whoever runs them."""
    for name in ("MEMTUI_STORE", "MEMTUI_USER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.chdir(tmp_path)


def test_the_store_is_found_in_the_stated_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(path=tmp_path / "config.toml", store="~/mine.db")
    assert bootstrap.find_store(None, config) == str(Path("~/mine.db").expanduser())
    assert bootstrap.find_store(None, Config(path=config.path)).endswith("memtui.db")
    (tmp_path / ".memtui").mkdir()
    assert bootstrap.find_store(None, config) == str(tmp_path / ".memtui" / "memtui.db")
    monkeypatch.setenv("MEMTUI_STORE", "env.db")
    assert bootstrap.find_store(None, config) == "env.db"
    assert bootstrap.find_store("given.db", config) == "given.db"
    assert bootstrap.find_store("postgresql+psycopg://host/db", config) == "postgresql+psycopg://host/db"
    assert bootstrap.find_store(":memory:", config) == ":memory:"


def test_the_person_is_named_by_environment_configuration_or_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config(path=tmp_path / "config.toml", name="ana")
    assert bootstrap.default_person(config).name == "ana"
    assert bootstrap.default_person(Config(path=config.path)).name == bootstrap.login_name()
    monkeypatch.setenv("MEMTUI_USER", "lena")
    assert bootstrap.default_person(config).name == "lena"


def test_the_choices_of_the_configuration_hold(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('project = "shop"\n[recall]\nengine = "lexical"\nweights.session = 0\n')
    workspace = bootstrap.open_workspace(str(tmp_path / "store.db"), face="cli")
    assert remember.add(workspace, Draft(content="The cart lives in Redis.")).memory.project == "shop"
    assert (workspace.settings.engine, workspace.settings.weights.session) == ("lexical", 0.0)
    workspace.store.close()


def test_a_broken_configuration_opens_and_makes_nothing(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("nmae = 'ana'")
    with pytest.raises(ConfigError):
        bootstrap.open_workspace(str(tmp_path / "store.db"), face="cli")
    assert not (tmp_path / "store.db").exists()


def test_importing_the_root_costs_nothing() -> None:
    code = "import memtui.bootstrap, sys; print({'sqlalchemy', 'numpy', 'platformdirs', 'memtui.store'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"
