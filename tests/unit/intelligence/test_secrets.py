"""Credentials are found by their shape. None stands here whole: each is put together when the test runs."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence.secrets import find, mask, preview

LETTERS = "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA"

SECRETS = {
    "aws_access_key_id": "AKIA" + "IOSFODNN7EXAMPLE",
    "aws_secret_access_key": ("aws_secret_access_key = ", "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYzzzzzzzKEY"),
    "github_token": "ghp" + "_" + LETTERS + "cD4f",
    "gitlab_token": "glpat" + "-" + LETTERS[:20],
    "anthropic_api_key": "sk-" + "ant-api03-" + LETTERS,
    "openai_api_key": "sk-" + "proj-" + LETTERS,
    "google_api_key": "AIza" + LETTERS + "abc",
    "slack_token": "xoxb" + "-123456789012-" + LETTERS[:24],
    "stripe_key": "sk" + "_live_" + LETTERS[:24],
    "npm_token": "npm" + "_" + LETTERS + "cD4f",
    "jwt": "eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJ" + "zdWIiOiIxMjM0In0." + LETTERS,
    "private_key": "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
    "connection_string_credentials": ("postgres://app:", "s3cret" + "pw", "@db.internal:5432/x"),
    "secret_assignment": ("password = '", "hunter2" + "hunter22", "'"),
}


def parts(rule: str) -> tuple[str, str, str]:
    """Return what stands before the value, the value, and what stands after it."""
    example = SECRETS[rule]
    before, value, *after = ("", example) if isinstance(example, str) else example
    return before, value, "".join(after)


@pytest.mark.parametrize("rule", SECRETS)
def test_each_shape_is_found_named_and_masked(rule: str) -> None:
    before, value, after = parts(rule)
    text = f"Note: {before}{value}{after} for the build"
    found = find(text)
    assert [secret.rule for secret in found] == [rule]
    assert text[found[0].start : found[0].end] == value
    assert value not in mask(text)
    assert mask(text) == f"Note: {before}{value[:3]}…{value[-1]}{after} for the build"
    assert preview(text, found[0]) == f"{value[:3]}…{value[-1]}"


@pytest.mark.parametrize(
    "text",
    [
        "No API key in the build",
        "apiKey: import.meta.env.API_KEY",
        "password: rotate it every quarter",
        "passwords are hashed with bcrypt",
        "The token budget is 12000000 a month",
        "max_tokens: 200000000000",
        "secret: ${VAULT_SECRET_2024}",
        "token = process.env.TOKEN_2024",
        "postgres://user:password@localhost/db",
        "DATABASE_URL=postgres://app:${DB_PASSWORD}@db/x",
        "password: https://vault.example.com/v1/team",
        "secret_key=OPENAI_API_KEY_2",
        "key: value",
        "sk-learn-pipeline",
        "The access key expires: 2026-03-20T10:00:00",
        "https://example.com:8080/path@2x.png",
    ],
)
def test_a_word_a_reference_or_a_placeholder_is_no_secret(text: str) -> None:
    assert find(text) == []
    assert mask(text) == text


def test_the_documented_example_key_is_let_be_where_the_text_says_so() -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    assert find(f"{key} in the docs") == []
    assert [secret.rule for secret in find(f"key {key} here")] == ["aws_access_key_id"]


def test_several_secrets_are_masked_each() -> None:
    one, two = parts("github_token")[1], parts("stripe_key")[1]
    assert mask(f"{one} and {two}") == f"{one[:3]}…{one[-1]} and {two[:3]}…{two[-1]}"


@given(st.text())
def test_no_text_fails_and_spans_are_apart(text: str) -> None:
    found = find(text)
    assert all(first.end <= second.start for first, second in itertools.pairwise(found))
    mask(text)


@pytest.mark.parametrize("between", ["\u200b", "\u00ad", "\ufe0f", "\U000e0041"])
def test_a_secret_that_invisible_characters_break_up_is_masked(between: str) -> None:
    value = "gh" + "p_" + "a1B2" * 9
    broken = between.join(value)
    masked = mask(f"The token is {broken} for now")
    assert value[4:12] not in masked.replace(between, "")
    assert masked.endswith("for now")


@pytest.mark.parametrize(("before", "after"), [("令牌是", "。"), ("", ""), ("令牌是", "的"), ("MAIN_", ""), ("", "了")])
def test_a_secret_that_stands_beside_letters_of_another_script_is_masked(before: str, after: str) -> None:
    for value in ("gh" + "p_" + "a1B2" * 9, "AK" + "IA" + "Q7Z2" * 4, "np" + "m_" + "a1B2" * 9):
        assert value not in mask(f"{before}{value}{after}")
