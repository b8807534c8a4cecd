"""The documentation is true: its examples run, its commands and options exist, its links lead somewhere."""

import re
import shlex
import types
from pathlib import Path

import pytest
from typer.main import get_command

from autograder.cli import app
from autograder.course import Course
from autograder.course.model import Assignment, Exercise, ExerciseSet, WrittenQuestion
from autograder.suite import __all__ as SUITE_NAMES
from autograder.suites.outcome import Outcome
from autograder.suites.plugin import Bench
from autograder.suites.reference import Reference
from autograder.suites.runner import with_suites
from autograder.suites.student import Student, Surface, begin_test
from autograder.suites.transport import LocalTransport
from autograder.worker.session import Session

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [*DOCS, ROOT / "README.md"]
SUITES = (ROOT / "docs" / "suites.md").read_text(encoding="utf-8")
OURS = [
    "students.md",
    "tas.md",
    "instructors.md",
    "suites.md",
    "authoring.md",
    "semester.md",
    "returning.md",
    "reuse.md",
    "importing.md",
    "quickstart.md",
    "translation.md",
    "exams.md",
]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def page_id(path):
    return path.name


# --- the examples of suites.md ----------------------------------------------------------------------------


def blocks(label):
    """Bodies of the python blocks whose first line is `# label`."""
    return [body for kind, body in FENCE.findall(SUITES) if kind == "python" and body.startswith(f"# {label}\n")]


def one(label):
    (body,) = blocks(label)
    return body


EXAMPLES = blocks("runs")
SUBMISSION, GIVEN = one("submission"), {"models": one("given/models.py")}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """(example, test) -> outcome: the examples as a suite, run by our own runner on the page's submission."""
    folder = tmp_path_factory.mktemp("suite")
    files, lines_above = [], one("imports")
    for number, body in enumerate(EXAMPLES):
        files.append(folder / f"test_example{number}.py")
        files[-1].write_text(f"{lines_above}\n\n{body}", encoding="utf-8")

    session = Session()
    statement = {"label": "<0>", "line": 1, "source": SUBMISSION, "name": "", "needed": True}
    load = {"op": "load", "statements": [statement], "given": GIVEN, "bufs": []}
    reply = LocalTransport(session).request(load, session.encoder())
    assert "error" not in reply.header, reply.header
    names = [name for name, value in session.namespace.items() if callable(value)]
    # One example is about a function that changes its argument, as its task asks.
    surface = Surface(names, {"cube_forward": [1]}, parameters={"centre": ["x"]}, in_place=["x"])
    right = types.ModuleType("right")
    exec(compile(SUBMISSION, "<the reference>", "exec"), right.__dict__)

    def work(runner):
        found = {}
        for test in runner.tests:
            student = Student(LocalTransport(session), surface)
            begin_test(student, 1)
            done = runner.run(test, Bench(student, Reference([right]), seed=20))
            found[test.id] = (done.outcome, done.finding.text, done.detail)
        return found

    exercises = {f"example{number}": [f"example{number}"] for number in range(len(EXAMPLES))}
    return with_suites(files, exercises, work, root=folder)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example_of_suites_passes(outcomes, number):
    own = {name: done for name, done in outcomes.items() if name.startswith(f"example{number}::")}
    written = re.findall(r"^\s*def (test_\w+)", EXAMPLES[number], re.M)
    assert written and {name.rpartition("::")[2] for name in own} == set(written)
    assert {name: done for name, done in own.items() if done[0] != "passed"} == {}


def test_suites_lists_exactly_what_a_suite_can_import():
    (table,) = re.findall(r"^## All names$(.*?)^## ", SUITES, re.M | re.S)
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    listed = re.findall(r"`(\w+)`", " ".join(rows))
    assert sorted(listed) == sorted(SUITE_NAMES)
    explained = set(re.findall(r"`@?(\w+)", SUITES.replace(table, "")))
    assert set(SUITE_NAMES) - explained == {"Mistake"}, "a name that the page lists and does not explain"


# --- commands ------------------------------------------------------------------------------------------------


def command_lines(text):
    """Every `gradmark ...` in code: lines of code blocks, indented or fenced, and inline code."""
    fenced = "\n".join(body for kind, body in FENCE.findall(text) if kind in ("", "sh", "console"))
    indented = re.findall(r"^    (.*)$", text, re.M)
    inline = re.findall(r"`([^`\n]+)`", text)
    for line in [*fenced.splitlines(), *indented, *inline]:
        found = re.match(r"(?:\$ )?(gradmark(?: .*)?)$", line.split("  #")[0].strip())
        if found:
            yield re.sub(r"\s{2,}.*$", "", found.group(1))  # a remark stands behind several blanks


COMMANDS = sorted({(page.name, line) for page in PAGES for line in command_lines(page.read_text("utf-8"))})
VERBS = get_command(app).commands
NAMED = {"--help", "--version"}


def test_commands_were_found():
    """The parser above sees what a reader sees."""
    verbs = {line.split()[1] for _, line in COMMANDS if len(line.split()) > 1}
    assert set(VERBS) <= verbs
    by_page = {page for page, _ in COMMANDS}
    assert set(OURS) <= by_page


@pytest.mark.parametrize(("page", "line"), COMMANDS, ids=[f"{p}: {c}"[:80] for p, c in COMMANDS])
def test_command_exists_with_its_options(page, line):
    words = shlex.split(line)
    if len(words) == 1 or words[1] in NAMED or words[1] == "VERB":
        return
    assert words[1] in VERBS, f"{page}: there is no verb {words[1]!r}"
    verb = VERBS[words[1]]
    if hasattr(verb, "commands") and len(words) > 2:
        assert words[2] in verb.commands, f"{page}: there is no {' '.join(words[:3])!r}"
        verb = verb.commands[words[2]]
    options = {name: p for p in verb.params for name in [*p.opts, *p.secondary_opts]}
    for word in words[2:]:
        if word.startswith("--") and word not in NAMED:
            assert word.split("=")[0] in options, f"{page}: {words[1]} has no option {word}"


@pytest.mark.parametrize("page", OURS)
def test_options_named_in_the_text_exist(page):
    """`--set week4` in a sentence, without its verb."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    every = [verb for each in VERBS.values() for verb in (each, *getattr(each, "commands", {}).values())]
    known = {name for verb in every for p in verb.params for name in [*p.opts, *p.secondary_opts]}
    assert [o for o in re.findall(r"`(--[\w-]+)", text) if o not in known | NAMED] == []


def test_every_option_of_grade_is_explained_to_tas():
    text = (ROOT / "docs" / "tas.md").read_text("utf-8")
    options = {name for p in VERBS["grade"].params for name in p.opts if name.startswith("--")}
    assert [o for o in sorted(options - NAMED) if f"`{o}" not in text] == []


# --- the walk of authoring.md quotes real files (tests/docs/test_authoring.py runs it) -------------------------

WALK = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")


def test_code_in_authoring_is_that_of_the_course():
    files = [
        *Course(ROOT).assignment("04").concept("soft_threshold").parts().values(),
    ]
    real = {line.strip() for path in files for line in path.read_text("utf-8").splitlines()} | {""}
    quoted = [line.strip() for kind, body in FENCE.findall(WALK) if kind == "python" for line in body.splitlines()[1:]]
    new = [line for line in quoted if line not in real]
    assert quoted and new == ["from autograder.suite import assert_close, assert_equal, points"]


def test_the_index_names_every_page():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in DOCS if page.name != "README.md" and page.name not in index] == []


# --- facts that can be looked up -----------------------------------------------------------------------------


def fields_of(model):
    return [name for name in model.model_fields if name != "exercise"]


@pytest.mark.parametrize("model", [Assignment, Exercise, ExerciseSet, WrittenQuestion], ids=lambda m: m.__name__)
def test_every_field_of_assignment_toml_is_in_the_table(model):
    text = (ROOT / "docs" / "instructors.md").read_text("utf-8")
    assert [name for name in fields_of(model) if f"| `{name}` |" not in text] == []


def test_defaults_in_the_table_are_those_of_the_model():
    text = (ROOT / "docs" / "instructors.md").read_text("utf-8")
    fresh = Exercise.model_validate({"id": "x"})
    for name in ("points", "seconds", "memory"):
        row = re.search(rf"^\| `{name}` \| ([\d.]+) \|", text, re.M)
        assert row and float(row.group(1)) == getattr(fresh, name)


def test_every_outcome_is_explained():
    outcomes = [outcome.value for outcome in Outcome]
    text = (ROOT / "docs" / "tas.md").read_text("utf-8")
    assert [name for name in outcomes if f"| `{name}` |" not in text] == []


# --- links and places ------------------------------------------------------------------------------------------


def anchors(text):
    """Headings as GitHub links to them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(FENCE, "", text), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_relative_links_resolve(page):
    text = page.read_text("utf-8")
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        place = (page.parent / path).resolve() if path else page
        if not place.exists() or (anchor and anchor not in anchors(place.read_text("utf-8"))):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_tests_that_a_page_names_exist(page):
    missing = []
    for path, name in re.findall(r"`(tests/[\w/.]*)(?:::(\w+))?`", page.read_text("utf-8")):
        place = ROOT / path
        if not place.exists() or (name and f"def {name}(" not in place.read_text("utf-8")):
            missing.append((path, name))
    assert missing == []


MACHINE = re.compile(r"(?<![\w.])/(?:work|tmp|root|home|Users|opt|mnt|private)/\S+|[A-Z]:\\Users|file://", re.I)
REGISTRY = re.compile(r"pypi\.|pythonhosted|conda\.anaconda|--index-url|--extra-index", re.I)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_no_path_of_a_machine_and_no_registry(page):
    text = page.read_text("utf-8")
    assert MACHINE.findall(text) + REGISTRY.findall(text) == []
