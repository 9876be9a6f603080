"""Characters without width split no word: not for names, not for signals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence.entities import entities
from memtui.intelligence.hidden import seen
from memtui.intelligence.reading import read


@pytest.mark.parametrize("hidden", ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u200d"])
def test_a_name_is_found_across_a_character_without_width(hidden: str) -> None:
    text = f"The handle{hidden}Submit function validates the form."
    (found,) = entities(text)
    assert (found.name, text[found.start : found.end]) == ("handleSubmit", f"handle{hidden}Submit")


def test_a_signal_is_read_across_a_character_without_width() -> None:
    text = "We no lon\u200bger use Re\u00addis."
    (signal,) = read(text).statements[0].signals
    assert signal.kind == "ended"
    (gone,) = signal.outgoing
    assert text[gone[-1].start : gone[-1].end] == "Re\u00addis"


@given(st.text(alphabet=st.sampled_from("ab \u200b\u00adé漢."), max_size=40))
def test_offsets_lead_back_into_the_text(text: str) -> None:
    bare, places = seen(text)
    assert bare == "".join(text[at] for at in places[:-1]) if places else bare == text
    for statement in read(text).statements:
        for word in statement.words:
            assert statement.start <= word.start < word.end <= statement.end
