"""Texts as judging reads them: sentences, words, signals; hostile ones too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence.reading import Signal, languages, read
from memtui.intelligence.reading.shapes import anchors


def signals(text: str) -> list[Signal]:
    return [signal for statement in read(text).statements for signal in statement.signals]


def words(text: str) -> list[str]:
    return [word.text for statement in read(text).statements for word in statement.words]


def spelled(phrase: tuple[object, ...]) -> str:
    return " ".join(word.text for word in phrase)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "It's `a b`, v1.2.3\u2014really. *Then* [go](https://x.example/a).",
        "从 A 切换到 B。现在用 C！",
        "Größe: 5 MB – na ja",
    ],
)
def test_words_stand_where_their_offsets_say(text: str) -> None:
    for statement in read(text).statements:
        for word in statement.words:
            assert len(word.text) == word.end - word.start
            if word.text.isalnum():
                assert text[word.start : word.end] == word.text


def test_a_dash_without_spaces_parts_words() -> None:
    assert words("wrong\u2014we") == ["wrong", "\u2014", "we"]


def test_chinese_is_cut_at_its_words_of_grammar_and_at_other_scripts() -> None:
    assert words("已从PostgreSQL切换到MySQL") == ["已", "从", "PostgreSQL", "切换到", "MySQL"]
    assert words("用户服务器") == ["用户", "服务器"]


def test_a_lettered_name_is_no_article() -> None:
    (statement,) = read("Device A is a printer").statements
    assert [word.text for word in statement.content] == ["Device", "A", "printer"]


def test_german_words_meet_in_their_inflected_forms() -> None:
    first, second = read("Wir haben die Sitzungen gelöscht. Eine Sitzung ist offen.").statements
    assert "sitzung" in first.stems & second.stems


@pytest.mark.parametrize(
    ("text", "outgoing", "incoming"),
    [
        ("Rename `maxSize` to `limit`", ["maxSize"], "limit"),
        ("Dropped support for Python 2.7 and 3.5", ["Python 2.7", "Python 3.5"], ""),
        ("Replace Sass or Less with plain CSS", ["Sass", "Less"], "plain CSS"),
        ("feat(api): switch from REST to gRPC in the gateway", ["REST"], "gRPC"),
        ("Use `make all` instead of `./build.sh`", ["./build.sh"], "make all"),
        ("We moved the wiki from Confluence to Notion last week", ["Confluence"], "Notion"),
        ("Wir sind von Java auf Kotlin umgestiegen", ["Java"], "Kotlin"),
        ("缓存从 Redis 换成 Memcached", ["Redis"], "Memcached"),
    ],
)
def test_a_signal_tells_what_goes_and_what_comes(text: str, outgoing: list[str], incoming: str) -> None:
    (signal,) = signals(text)
    assert [spelled(phrase) for phrase in signal.outgoing] == outgoing
    assert spelled(signal.incoming) == incoming


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("That is not correct, it is 5", "not correct"),
        ("Since 3 May 2026 we ship weekly", "since 3 May 2026"),
        ("From now on we ship weekly", "from now on"),
        ("Das ist falsch, es sind fünf", "falsch"),
        ("自2026年3月起，每周发布", "自2026年3月"),
    ],
)
def test_a_signal_prints_as_written_from_its_first_word_on(text: str, printed: str) -> None:
    assert [signal.text for signal in signals(text)] == [printed]


@pytest.mark.parametrize(
    "text",
    [
        "Requests take no longer than 200 ms",
        "We have not switched from npm to pnpm",
        "Should we replace Redis with Valkey?",
        "If we drop Sass, builds get faster",
        "We plan to move from AWS to Hetzner",
        "Move from AWS to Hetzner next year",
        "The script lists deprecated options",
        "Removed files are kept for a week",
        "Dropping Sass will make builds faster",
        "A function to replace tabs with spaces",
        "Phase 2: retire the old gateway",
        'Somebody wrote "we replaced Redis with Valkey" on the board',
        "Missing module \u2192 run the installer again",
        "Since the tests are slow we run them at night",
        "Das dauert nicht mehr als zwei Minuten",
        "Wir würden gern von Java auf Kotlin umsteigen",
        "打算从 Slack 换成飞书",
    ],
)
def test_what_did_not_happen_is_no_signal(text: str) -> None:
    assert signals(text) == []


def test_a_correction_of_its_own_belongs_to_the_sentence_behind_it() -> None:
    (statement,) = read("That's wrong. The port is 9090.").statements
    assert [signal.kind for signal in statement.signals] == ["wrong"]


def test_code_is_no_signal() -> None:
    assert signals("Call `replace foo with bar` in the shell") == []


def test_a_language_is_a_file_with_shapes_and_the_words_that_decide() -> None:
    assert languages.languages()[0] == "en"
    for code in languages.languages():
        table = languages.table(code)
        assert {"name", "verbs", "sets", "shapes", "words"} <= table.keys()
        assert {"ended", "replaced", "switched", "wrong"} <= table["shapes"].keys()
        assert {"conditions", "modals", "plans", "prepositions", "light"} <= table["words"].keys()
    assert {shape.language for shapes in anchors().values() for shape in shapes} == set(languages.languages())


@given(st.text(max_size=400))
def test_no_text_breaks_the_reader(text: str) -> None:
    for statement in read(text).statements:
        for signal in statement.signals:
            assert 0 <= signal.start < signal.end <= len(text)


@given(
    st.lists(
        st.sampled_from(
            [
                "from",
                "to",
                "replace",
                "X",
                "no longer",
                "as of",
                "March 2026",
                "\u2192",
                "`a b`",
                ",",
                "从",
                "切换到",
                "statt",
                "now",
                ".",
                "instead of",
            ]
        ),
        max_size=30,
    )
)
def test_no_heap_of_signal_words_breaks_the_reader(parts: list[str]) -> None:
    for signal in signals(" ".join(parts)):
        assert signal.end > signal.start


@pytest.mark.parametrize("piece", ["from a to b ", "replace ", "now ", "从A切换到", "`a", "as of May 2026 ", "x, "])
def test_the_length_of_a_text_does_not_run_away_with_the_reader(piece: str) -> None:
    reading = read(piece * 40_000)
    assert sum(len(statement.signals) for statement in reading.statements) < 1_000
