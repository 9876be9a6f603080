"""A credential in a tag is masked wherever the tag is shown."""

from __future__ import annotations

import pytest

from memtui.domain.drafts import Draft
from memtui.services import remember
from tests.snapshots.running import running, still_world  # noqa: F401

SECRET = "gh" + "p_" + "a1B2c3D4e5F6" * 3


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_no_view_shows_a_credential_that_is_a_tag(size: tuple[int, int]) -> None:
    async with running(size) as screens:
        draft = Draft(content="The deploy of Widgetron needs a key", tags=(SECRET,))
        added = remember.add(screens.workspace, draft, allow_secrets=True).memory
        assert SECRET.casefold() in " ".join(added.tags).casefold()
        await screens.press("r")
        await screens.find("Widgetron")
        for view in "1234560" if size[0] >= 140 else "123456":
            await screens.press(view)
            assert SECRET.casefold() not in screens.text.casefold(), view
        await screens.press("1", "enter", "w")
        assert SECRET.casefold() not in screens.text.casefold()
