"""What a text states, clause by clause, and what it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.judgements import FoundEntity
from memtui.domain.kinds import EntityType, Kind
from memtui.domain.plugins import ExtractionInput, Extractor
from memtui.intelligence.entities import entities
from memtui.intelligence.extraction import RuleExtractor
from memtui.intelligence.facts import entity_named, facts, fold_label, states_in_every_sentence

Triple = tuple[str, str, str]


def triples(text: str) -> list[Triple]:
    """The facts of a text without those that are over."""
    return [(f.subject, f.predicate.value, f.object) for f in facts(text, entities(text)) if not f.ended]


def over(text: str) -> list[Triple]:
    """What a text says to be over."""
    return [(f.subject, f.predicate.value, f.object) for f in facts(text, entities(text)) if f.ended]


def scopes(text: str) -> list[tuple[str, str]]:
    return [(f.object, f.scope) for f in facts(text, entities(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The API used Flask", [("The API", "uses", "Flask")]),
        ("We have been using Redis since 2024", [("we", "uses", "Redis")]),
        ("PostgreSQL is used by the API and the worker", [("the API", "uses", "PostgreSQL"), ("the worker", "uses", "PostgreSQL")]),
        ("PostgreSQL is used for user data", [("we", "uses", "PostgreSQL")]),
        ("Redis is required by the worker", [("the worker", "depends_on", "Redis")]),
        ("The checkout relies heavily on Stripe", [("The checkout", "depends_on", "Stripe")]),
        ("The release was blocked by bug 12", [("bug 12", "blocks", "The release")]),
        ("Billing is owned by Dana", [("Dana", "owns", "Billing")]),
        ("Dana is responsible for billing", [("Dana", "owns", "billing")]),
        ("Billing belongs to Dana", [("Dana", "owns", "Billing")]),
        ("The CLI is written in Go", [("The CLI", "uses", "Go")]),
        ("I prefer tabs over spaces", [("user", "prefers", "tabs")]),
        ("Dana prefers to use tabs for Go", [("Dana", "prefers", "tabs")]),
        ("JWT was replaced by OAuth2.", [("OAuth2", "supersedes", "JWT")]),
        ("ESLint was replaced with Biome", [("Biome", "supersedes", "ESLint")]),
        ("We swapped out Redux for Zustand", [("Zustand", "supersedes", "Redux")]),
        ("Vue.js is deprecated in favor of React", [("React", "supersedes", "Vue.js")]),
        ("We dropped Webpack in favour of Vite", [("Vite", "supersedes", "Webpack")]),
        ("moment is deprecated, use date-fns instead", [("date-fns", "supersedes", "moment")]),
        ("After the outage we switched from Redis to Memcached.", [("Memcached", "supersedes", "Redis")]),
        ("We moved away from Heroku to AWS", [("AWS", "supersedes", "Heroku")]),
        ("We now use Vite instead of Webpack", [("we", "uses", "Vite"), ("Vite", "supersedes", "Webpack")]),
        ("Switched to Zustand for simpler state management", [("we", "uses", "Zustand")]),
        ("We decided to use PostgreSQL", [("we", "uses", "PostgreSQL")]),
        ("As of March 2026, we use Vite", [("we", "uses", "Vite")]),
        ("Use `uv` for packages", [("we", "uses", "uv")]),
    ],
)  # fmt: skip
def test_tenses_voices_and_ways_to_say_it(text: str, expected: list[Triple]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Backend uses Go and frontend uses React", [("Backend", "uses", "Go"), ("frontend", "uses", "React")]),
        ("The API uses Go and depends on Redis", [("The API", "uses", "Go"), ("The API", "depends_on", "Redis")]),
        ("The API uses Redis and stores files on disk", [("The API", "uses", "Redis")]),
        ("The API and the worker use Redis", [("The API", "uses", "Redis"), ("the worker", "uses", "Redis")]),
        ("1. The API uses REST\n2. The worker uses gRPC", [("The API", "uses", "REST"), ("the worker", "uses", "gRPC")]),
        ("Alice likes Rust but prefers Go", [("Alice", "prefers", "Rust"), ("Alice", "prefers", "Go")]),
        ("The user likes that the API uses JSON", [("the API", "uses", "JSON")]),
        ("- **Database**: we use PostgreSQL", [("we", "uses", "PostgreSQL")]),
        ("The old importer, written in Perl, was replaced by a Go service.", [("a Go service", "supersedes", "The old importer")]),
        ("In production the API uses Redis", [("the API", "uses", "Redis")]),
    ],
)  # fmt: skip
def test_each_clause_states_its_own(text: str, expected: list[Triple]) -> None:
    found = [(one.replace("The worker", "the worker"), verb, two) for one, verb, two in triples(text)]
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        "Who uses Redis?",
        "Should we use Redis",
        "What database do we use",
        "We plan to use Redis",
        "We will switch from MySQL to PostgreSQL",
        "We might use Kafka",
        "We are migrating from MySQL to PostgreSQL",
        "We need to migrate from MySQL to PostgreSQL",
        "Replace MySQL with PostgreSQL",
        "If we use Redis, the API depends on it",
        "The API uses Redis if caching is enabled",
        "Once Redis is in, we use it for sessions",
        "Dana said we use Redis",
        'The README says "the API uses Flask"',
        '"We use Redis" was the old claim',
        "> We use Redis",
        "```\nwe use redis\n```",
        "TODO: use Redis",
        "Maybe the API uses Flask",
        "We use MySQL or PostgreSQL",
        "We haven't migrated from MySQL to PostgreSQL",
        "Tools like Redis are fine",
        "The code blocks in the README are old",
        "The required fields are name and email",
        "Authentication is required for all endpoints",
        "Remove deprecated tools from the list",
        "The release needs to be tested",
        "The release requires that all tests pass",
        "changed the default port from 3000 to 8080",
        "We moved the meeting from Monday to Friday",
        "if a -> b then c",
        "function foo() => bar",
        "X uses X",
        "It uses Redis",
    ],
)
def test_no_fact_is_made_of_what_states_none(text: str) -> None:
    assert triples(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We don't use PostgreSQL", [("we", "uses", "PostgreSQL")]),
        ("We no longer use PostgreSQL", [("we", "uses", "PostgreSQL")]),
        ("PostgreSQL is no longer used by the API", [("the API", "uses", "PostgreSQL")]),
        ("We stopped using Kafka", [("we", "uses", "Kafka")]),
        ("The worker used to depend on Redis", [("The worker", "depends_on", "Redis")]),
        ("User does not prefer Python", [("User", "prefers", "Python")]),
        ("Anna no longer owns billing; Ben owns it now", [("Anna", "owns", "billing")]),
        ("We moved away from Heroku", [("we", "uses", "Heroku")]),
        ("We can't use PostgreSQL", []),
        ("We will no longer use PostgreSQL", []),
    ],
)
def test_what_no_longer_holds_is_marked(text: str, expected: list[Triple]) -> None:
    assert over(text) == expected
    assert triples(text) == []


def test_a_scope_is_no_part_of_the_object() -> None:
    assert scopes("We use PostgreSQL for user data and MongoDB for the product catalog") == [
        ("PostgreSQL", "user data"),
        ("MongoDB", "product catalog"),
    ]
    assert scopes("User prefers dark mode in the editor") == [("dark mode", "editor")]
    assert scopes("We use Redis as a cache") == [("Redis", "cache")]
    assert scopes("The billing service switched from MySQL to PostgreSQL") == [("MySQL", "billing service")]


@pytest.mark.parametrize(
    "text",
    ["Replaced MySQL with PostgreSQL for ACID guarantees", "We used Redis for two years", "We use Redis since March"],
)
def test_a_purpose_and_a_time_are_no_scope(text: str) -> None:
    assert [scope for _, scope in scopes(text)] == [""]


def test_arrows_relate_and_may_name_how() -> None:
    assert triples("A → B") == [("A", "related_to", "B")]
    assert triples("Shop -> uses -> Stripe") == [("Shop", "uses", "Stripe")]
    assert triples("A -> mentions -> B") == [("A", "related_to", "B")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wir sind von MySQL auf PostgreSQL umgestiegen", [("PostgreSQL", "supersedes", "MySQL")]),
        ("MySQL wurde durch PostgreSQL ersetzt", [("PostgreSQL", "supersedes", "MySQL")]),
        ("Wir nutzen Vite statt Webpack", [("we", "uses", "Vite"), ("Vite", "supersedes", "Webpack")]),
        ("Die API verwendet Redis 7", [("Die API", "uses", "Redis 7")]),
        ("Falls wir Redis nutzen, wird es schneller", []),
        ("Nutzen wir Redis?", []),
        ("已从 PostgreSQL 切换到 MySQL", [("MySQL", "supersedes", "PostgreSQL")]),
        ("用 JWT 取代了 Session", [("JWT", "supersedes", "Session")]),
        ("后端采用 FastAPI", [("后端", "uses", "FastAPI")]),
        ("项目使用 PostgreSQL", [("we", "uses", "PostgreSQL")]),
        ("如果使用 Redis", []),
    ],
)
def test_german_and_chinese_state_facts_too(text: str, expected: list[Triple]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize("text", ["Wir nutzen MySQL nicht mehr", "Wir verwenden kein MySQL", "我们不再使用 MySQL"])
def test_german_and_chinese_end_facts_too(text: str) -> None:
    assert (triples(text), over(text)) == ([], [("we", "uses", "MySQL")])


def test_both_sentences_of_tekmemo_name_what_went_out_alike() -> None:
    one, two = triples("We switched from session auth to JWT."), triples("We replaced session-based auth with JWT.")
    assert one == two == [("JWT", "supersedes", "session auth")]


def test_spans_lie_in_the_text() -> None:
    text = "Note: our team uses **PostgreSQL** for user data."
    (fact,) = facts(text)
    assert text[fact.start : fact.end] == "our team uses **PostgreSQL"


def test_a_plain_name_is_surer_than_prose() -> None:
    sure, unsure = facts("The API uses Redis. The API needs a signing key.")
    assert sure.confidence > unsure.confidence


def test_what_replaces_what_within_one_text_contradicts() -> None:
    found = RuleExtractor().extract(ExtractionInput(content="We no longer use PostgreSQL, migrated to MongoDB"))
    assert found.contradictions == (("MongoDB", "PostgreSQL"),)
    assert RuleExtractor().extract(ExtractionInput(content="We use tabs for Go, not spaces")).contradictions == ()


def test_the_rules_are_an_extractor_and_a_goal_states_nothing() -> None:
    rules = RuleExtractor()
    assert isinstance(rules, Extractor)
    assert (rules.name, rules.extract(ExtractionInput(content="x")).extractor) == ("rules", "rules")
    assert rules.extract(ExtractionInput(content="The shop uses Stripe", kind=Kind.GOAL)).edges == ()


def test_labels_become_entities_that_the_text_knows() -> None:
    text = "The worker requires Redis 7"
    (fact,) = facts(text, entities(text))
    kind, name, _ = entity_named(fact.object, entities(text))
    assert (kind in (EntityType.PACKAGE, EntityType.TOOL), name.casefold()) == (True, "redis")
    assert entity_named("The API") == (EntityType.CONCEPT, "API", ())
    assert entity_named("we", (), "shop") == (EntityType.PROJECT, "shop", ())
    assert entity_named("we") == (EntityType.CONCEPT, "we", ())
    assert entity_named("Shop", (), "shop") == (EntityType.PROJECT, "shop", ())
    known = FoundEntity(type=EntityType.CLASS, name="Button", start=0, end=6)
    assert entity_named("the Button", [known])[:2] == (EntityType.CLASS, "Button")


def test_labels_fold_without_article_case_dashes_and_plural() -> None:
    assert fold_label("The JWT tokens") == fold_label("jwt-token")
    assert fold_label("Libraries") == fold_label("library")
    assert fold_label("HTTPS") != fold_label("HTTP")
    assert fold_label("Redis") == "redis"
    assert fold_label("requests", plural=False) == "requests"


def test_a_text_is_nothing_but_facts_when_each_sentence_states_one() -> None:
    assert states_in_every_sentence("The shop uses JWT.")
    assert states_in_every_sentence("Backend uses Go. Frontend uses React.")
    assert not states_in_every_sentence("Backend uses Go. Deploys happen on Fridays.")


PIECES = st.sampled_from(
    ["we ", "use ", "not ", "from ", "to ", "and ", ", ", '"', "`", "(", "The API ", "uses ", "-> ", "\n", "switched ",
     "in favour of ", "replaced ", "with ", "by ", "is ", "no longer ", "Redis ", "A-b", "?", "。", "'s ", "\u202e", "é"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_breaks_the_reader_and_spans_fit(text: str) -> None:
    for fact in facts(text, entities(text)):
        assert 0 <= fact.start < fact.end <= len(text)
        assert fact.subject.strip()
        assert fact.object.strip()


@pytest.mark.parametrize(
    "piece", ["we use a and b ", '"', "a -> ", "(use ", "from to ", "not ", "switched from a ", "x", " ", "\n", "\t"]
)
def test_a_long_text_is_read_in_bounds(piece: str) -> None:
    assert len(facts(piece * (200_000 // len(piece)))) <= 100
