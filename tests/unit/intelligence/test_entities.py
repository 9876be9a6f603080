"""The named things that a text is found to hold."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memtui.domain.judgements import FoundEntity
from memtui.intelligence.entities import MAX_CHARACTERS, MAX_ENTITIES, entities
from memtui.intelligence.entities.scanning import scan

SECRETLESS = "postgres://localhost"


def named(text: str) -> list[tuple[str, str]]:
    return [(str(each.type), each.name) for each in entities(text)]


def only(text: str) -> FoundEntity:
    (found,) = entities(text)
    return found


@pytest.mark.parametrize(
    ("text", "type", "name", "context", "attributes"),
    [
        ("Modified src/components/Button.tsx to fix styling", "file_path", "src/components/Button.tsx", "modified", {}),
        ("The handleSubmit function now validates email format", "function", "handleSubmit", "validates", {}),
        ("User class inherits from BaseModel", "class", "User", "inherits", {"base": "BaseModel"}),
        ("Added Express.js middleware for rate limiting", "package", "express", "middleware", {"version": "latest"}),
        (
            "Check the API documentation at https://api.example.com/docs",
            "url",
            "https://api.example.com/docs",
            "",
            {"domain": "api.example.com"},
        ),
        (f"Set DATABASE_URL in .env to {SECRETLESS}", "env_var", "DATABASE_URL", "database connection", {}),
        ("TODO: add password reset flow", "code_note", "password reset flow", "", {"priority": "todo"}),
    ],
)
def test_the_guides_examples_are_found_to_the_letter(
    text: str, type: str, name: str, context: str, attributes: dict[str, str]
) -> None:
    found = only(text)
    assert (found.type, found.name, found.context, dict(found.attributes)) == (type, name, context, attributes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The settings screen reads ~/.config/acme/app.toml first.", [("file_path", "~/.config/acme/app.toml")]),
        ("Ran ./tools/publish.sh twice", [("file_path", "tools/publish.sh")]),
        ("`crates/engine/` holds the solver", [("file_path", "crates/engine/")]),
        ("Notes are in C:\\Users\\kim\\plan.txt", [("file_path", "C:\\Users\\kim\\plan.txt")]),
        ("Read/write access and/or a TCP/IP route 24/7, he/she said", []),
        ("GET /users returns 50 items", []),
        ("Branch `feature/login` is merged", []),
        ("`auth` switched from cookies to `authn` tokens", [("concept", "auth"), ("concept", "authn")]),
        ("Nobody may auth twice, the auth is slow", []),
        ("Call `Ledger.close()` before `flush_journal`", [("function", "Ledger.close"), ("function", "flush_journal")]),
        (
            "Our code calls parse_invoice(line) and getTaxRate",
            [("function", "parse_invoice"), ("function", "getTaxRate")],
        ),
        ("Save all file(s) now", []),
        ("The OrderService class was split", [("class", "OrderService")]),
        ("Checkout component has a bug", [("class", "Checkout")]),
        ("Fix component tests before the next component", []),
        ("An instance of Invoice is cached", [("class", "Invoice")]),
        (
            "GitHub and YouTube are JavaScript heavy",
            [("tool", "GitHub"), ("tool", "YouTube"), ("concept", "JavaScript")],
        ),
        ("def settle(account): ...", [("function", "settle")]),
        ("The env var PORT is 8080", [("env_var", "PORT")]),
        ("DEBUG=1 and $CACHE_DIR are read", [("env_var", "DEBUG"), ("env_var", "CACHE_DIR")]),
        ("The constant MAX_DEPTH and the column USER_ID stay", []),
        ("Everything that begins with http:// or `https://...`", []),
        ("The CTO and the CEO use SSO", [("concept", "SSO")]),
        ("See (https://docs.acme.dev/a_(b)).", [("url", "https://docs.acme.dev/a_(b)")]),
        ("我们使用PostgreSQL作为数据库", [("tool", "PostgreSQL")]),
        ("Die Klasse Rechnung liegt in src/rechnung.py", [("class", "Rechnung"), ("file_path", "src/rechnung.py")]),
    ],
)
def test_names_are_told_from_words_that_only_look_like_them(text: str, expected: list[tuple[str, str]]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    ("written", "name"), [("Postgres", "PostgreSQL"), ("k8s", "Kubernetes"), ("nodejs", "node"), ("Vue.js", "vue")]
)
def test_an_alias_counts_as_the_name_it_stands_for(written: str, name: str) -> None:
    found = only(f"We picked {written}")
    assert found.name == name
    assert written.lower() in found.aliases


@pytest.mark.parametrize(
    "text",
    [
        "Click next to express your thanks, then make dinner and rest",
        "The future is rich and the flow is black and solid",
        "They react quickly and go to the store",
    ],
)
def test_everyday_words_are_no_packages(text: str) -> None:
    assert entities(text) == ()


@pytest.mark.parametrize(
    "text",
    ["We moved to Express last week", "`express` is gone", "the express library is gone", "Express 5 breaks this"],
)
def test_an_everyday_word_is_a_package_where_the_text_shows_it(text: str) -> None:
    assert [each.name for each in entities(text)] == ["express"]


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("Upgraded React 18 everywhere", "react", "18"),
        ("`npm install lodash@4.17.21`", "lodash", "4.17.21"),
        ("`pip install flask==3.0`", "flask", "3.0"),
        ("fastapi is fast", "fastapi", "latest"),
        ("`@acme/ui@^2.1.0` is pinned", "@acme/ui", "2.1.0"),
    ],
)
def test_a_package_tells_its_version(text: str, name: str, version: str) -> None:
    found = only(text)
    assert (found.name, found.attributes["version"]) == (name, version)


def test_a_component_file_is_found_under_its_component() -> None:
    assert only("Edited web/src/Navbar.tsx").aliases == ("Navbar.tsx", "Navbar")
    assert only("Edited web/src/index.ts").aliases == ()


def test_a_note_with_another_name_inside_leaves_that_name_to_be_found() -> None:
    note, path = entities("FIXME(kim): retry in src/net/client.go. Later")
    assert (note.name, note.attributes["priority"]) == ("retry in src/net/client.go", "fixme")
    assert (path.name, note.end <= path.start) == ("src/net/client.go", True)


@pytest.mark.parametrize("text", ["the todo list is long", "a TODO list app", "See TODO_LIST handling"])
def test_a_todo_that_is_no_note_is_none(text: str) -> None:
    assert all(each.type != "code_note" for each in entities(text))


def test_code_in_a_block_names_what_its_signs_prove() -> None:
    text = "Before\n```\ndef settle(x):\n    return open('data/in.csv')\n```\nAfter, just rich and click."
    assert named(text) == [("function", "settle"), ("file_path", "data/in.csv")]


def test_people_and_projects_are_found_where_they_are_clear() -> None:
    assert named("Ask Lena Vogt or @pixelmax about the web-shop repo") == [
        ("person", "Lena Vogt"),
        ("person", "pixelmax"),
        ("project", "web-shop"),
    ]
    assert named("User prefers tea. The team likes the open source project.") == []


def test_every_mention_is_returned_in_text_order() -> None:
    assert named("Redis, then MySQL, then Redis again") == [("tool", "Redis"), ("tool", "MySQL"), ("tool", "Redis")]


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    filler = "word " * (MAX_CHARACTERS // 5)
    assert named("src/a.py " + filler + " src/b.py") == [("file_path", "src/a.py")]
    assert len(entities("src/a.py " * 3_000)) == MAX_ENTITIES


@pytest.mark.parametrize(
    "text",
    ["`" * 120_000, "a." * 60_000, "@/" * 60_000, "x" + "-y" * 60_000, "(" * 120_000, "TODO: " * 20_000, "f(" * 60_000],
)
def test_hostile_texts_yield_few_and_short_pieces(text: str) -> None:
    assert sum(len(token.text) for token in scan(text[:MAX_CHARACTERS])) <= MAX_CHARACTERS
    assert len(entities(text)) <= MAX_ENTITIES


PIECES = st.sampled_from(
    [
        "src/a.py",
        "`b_c`",
        "``d",
        "Redis",
        "TODO: ",
        "HACK x",
        "GitHub Actions",
        "@a/b",
        "$X_Y",
        "class ",
        "Foo",
        " extends ",
        "(",
        ")",
        "\n",
        "```\n",
        "。",
        "é",
    ]
)


@example("class TODO: src/x.py")
@example("TODO: create react app")
@given(
    st.one_of(
        st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join), st.lists(PIECES, max_size=40).map(" ".join)
    )
)
def test_whatever_the_text_spans_lie_in_it_and_never_overlap(text: str) -> None:
    end = 0
    for each in entities(text):
        assert end <= each.start < each.end <= len(text)
        assert each.name
        end = each.end
