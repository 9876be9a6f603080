"""What search finds a text by."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence import tokens
from memtui.intelligence.tokens import spans_of, terms, tokenize


def finds(query: str, text: str) -> bool:
    """Say whether every term of a query stands in the index of a text."""
    asked = terms(query)
    return bool(asked) and set(asked) <= set(tokenize(text))


def shares(query: str, text: str) -> bool:
    """Say whether some term of a query stands in the index of a text."""
    return not set(terms(query)).isdisjoint(tokenize(text))


@pytest.mark.parametrize(
    "identifier",
    [
        "src/a/b.tsx",
        "handleSubmit",
        "DATABASE_URL",
        "c++",
        "C#",
        "don't",
        "multi-agent",
        "node.js",
        "__init__",
        ".env",
        "@acme/ui",
        "3.11",
        "v2.0.1",
        "OAuth2",
        "https://api.example.com/docs",
        "key=value",
        "std::vector",
        "2026-03-20",
        "1,858",
    ],
)
def test_an_identifier_is_found_whole(identifier: str) -> None:
    assert finds(identifier, f"It is about {identifier}, as we said.")


@pytest.mark.parametrize(
    ("part", "identifier"),
    [
        ("tsx", "src/a/b.tsx"),
        ("submit", "handleSubmit"),
        ("handle", "handleSubmit"),
        ("database", "DATABASE_URL"),
        ("agents", "multi-agent"),
        ("node", "node.js"),
        ("env", ".env"),
        ("mongo", "MongoDB"),
        ("oauth", "OAuth2"),
        ("python", "Python3"),
        ("3.11", "3.11.4"),
        ("2026", "2026-03-20"),
        ("example", "https://api.example.com/docs"),
    ],
)
def test_an_identifier_is_found_by_its_part(part: str, identifier: str) -> None:
    assert finds(part, f"It is about {identifier}, as we said.")


def test_a_special_case_is_not_found_by_asking_for_another() -> None:
    assert not shares("3.12", "Python 3.11.4 is installed")
    assert not finds("c++", "The C compiler")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("memories", "one memory"),
        ("database", "databases are fun"),
        ("cafe", "the café opens"),
        ("café", "the cafe opens"),
        ("Strasse", "in der Straße"),
        ("naïve", "naive code"),
        ("went", "we go there"),
        ("children", "a child"),
        ("organise", "we organized it"),
        ("behaviour", "its behavior"),
        ("password", "pass\u00adword and so on"),
        ("password", "pass\u200bword and so on"),
        ("don’t", "we don't know"),
        ("ｆｕｌｌ", "full width"),
        ("13", "on October 13th"),
        ("1858", "1,858 of them"),
    ],
)
def test_words_are_found_in_other_forms(query: str, text: str) -> None:
    assert finds(query, text)


@pytest.mark.parametrize("query", ["腾讯云", "腾讯", "云", "itgc", "节点"])
def test_chinese_is_found_by_any_of_its_characters(query: str) -> None:
    texts = ["用户服务器部署在腾讯云国内节点", "重跑gen-itgc后50条"]
    assert any(finds(query, text) for text in texts)


def test_scripts_without_spaces_do_not_swallow_each_other() -> None:
    assert "50" in tokenize("重跑gen-itgc后50条")
    assert finds("がくせい", "私はがくせいです")
    assert not shares("腾云", "腾讯云")


def test_stop_words_do_not_change_what_is_asked_for() -> None:
    assert terms("What is the database that we use?") == terms("database use")


def test_terms_are_unique_and_in_order() -> None:
    assert terms("Redis cache, redis caches and PostgreSQL") == ["redi", "cach", "postgresql", "postgr", "sql"]


@pytest.mark.parametrize("query", ["", "*", "(", "?!", "   ", "🚀"])
def test_a_text_without_words_has_no_terms(query: str) -> None:
    assert terms(query) == []
    assert tokenize(query) == []


def test_the_words_of_a_query_are_marked_in_the_text() -> None:
    text = "The Café’s databases — handleSubmit(src/a.ts) 腾讯云"
    marked = [text[start:end] for start, end in spans_of(text, terms("cafe database submit 腾讯云 ts"))]
    assert marked == ["Café", "databases", "Submit", "ts", "腾讯云"]


def test_marks_stay_on_their_words_when_characters_are_invisible_or_compatible() -> None:
    text = "\u200bﬁrst pass\u00adword ﬁnal"
    marked = [text[start:end] for start, end in spans_of(text, terms("password final"))]
    assert marked == ["pass\u00adword", "ﬁnal"]


def test_a_long_run_is_cut_alike_in_text_and_query() -> None:
    blob = "x9" * 500
    assert finds(blob, f"blob {blob} end")
    assert max(map(len, tokenize(blob))) <= tokens.MAX_TERM


@pytest.mark.parametrize("run", ["A" * 200_000, "1." * 100_000, "aA" * 100_000])
def test_the_terms_of_a_long_run_grow_with_its_length_only(run: str) -> None:
    assert sum(map(len, tokenize(run))) <= 4 * len(run)


def test_a_version_is_found_by_what_it_is_a_special_case_of() -> None:
    assert finds("python 3.11", "Python 3.11.4")
    assert finds("1.2.3.4.5.6.7.8", f"build {'.'.join(map(str, range(1, 20)))}")


@given(st.text())
def test_no_text_fails_or_leaves_a_space_or_control_byte_in_a_term(text: str) -> None:
    for term in tokenize(text) + terms(text):
        assert term
        assert not any(c.isspace() or unicodedata.category(c) == "Cc" for c in term)
        assert '"' not in term


@given(st.text())
def test_every_word_of_a_query_is_in_the_index_of_the_same_text(text: str) -> None:
    assert set(terms(text)) <= set(tokenize(text))


@given(st.text(), st.text())
def test_spans_lie_in_the_text_in_order_and_apart(text: str, query: str) -> None:
    spans = spans_of(text, terms(query))
    assert spans == sorted(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(first[1] < second[0] for first, second in itertools.pairwise(spans))


@given(st.lists(st.from_regex(r"[a-z]{2,8}(?:[-./_][a-z]{2,8}){1,3}", fullmatch=True), max_size=5))
def test_identifiers_read_again_give_themselves(identifiers: list[str]) -> None:
    whole = {term for term in tokenize(" ".join(identifiers)) if not term.isalpha()}
    assert {term for term in tokenize(" ".join(whole)) if not term.isalpha()} == whole
