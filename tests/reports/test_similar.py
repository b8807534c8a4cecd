"""Copies are found, disguised ones too; what the release gives, and what everybody writes, is none."""

import itertools
import json
import random

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course.source import solution_text
from autograder.errors import UserError
from autograder.reports.copies_page import write_pages
from autograder.similar.compare import WINDOW, ComparedStatement, Corpus, K, hashes, prints_of, winnowed
from autograder.similar.find import find_similar
from autograder.similar.tokens import of_exercises, statements
from tests.reports.made import HOSTILE
from tests.reports.variants import disguised, rewritten

SET = "normalisation"


@pytest.fixture(scope="module")
def solution(our_course):
    return solution_text(our_course.assignment("04").reference, our_course.assignment("04").select(set_name=SET).exercises)


def hand_in(folder, texts):
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def test_planted_copies_come_before_everybody_else(our_course, solution, tmp_path):
    own = {f"student{i:02d}": rewritten(solution, i) for i in range(24)}
    victims = random.Random(3).sample(sorted(own), 4)
    copies = {f"copy{i}": disguised(own[v], 1000 + i) for i, v in enumerate(victims)}
    folder = hand_in(tmp_path / "class", {**own, **copies})
    found = find_similar(our_course.root, "04", [folder], set_name=SET)
    ranked = [{lead.first.name, lead.second.name} for lead in found.leads]
    for i, victim in enumerate(victims):
        assert {f"copy{i}", victim} in ranked[: len(victims)]
    assert found.leads[len(victims) - 1].pair.score > 1.2 * found.leads[len(victims)].pair.score


def test_the_release_and_the_common_solution_make_no_pairs(our_course, solution, tmp_path):
    same = {f"s{i}": solution for i in range(8)}
    found = find_similar(our_course.root, "04", [hand_in(tmp_path / "class", same)], set_name=SET)
    assert found.leads == []


def test_nothing_is_run_and_nothing_breaks_it(our_course, tmp_path):
    marker = tmp_path / "ran"
    texts = {
        "runs": f"open({str(marker)!r}, 'w')\ndef batchnorm_forward(x):\n    return x",
        "broken": "def batchnorm_forward(x:\n  return ((((\ndef layernorm_forward(x): return 1",
        "deep": "x = " + "(" * 50_000,
        "quotes": 'def batchnorm_forward(x):\n    """never closed\n' * 50,
        "many": "@a\n" * 20_000 + "y = 1\n" * 20_000,
        "line": "def batchnorm_forward(x): return " + "x+" * 100_000 + "1",
        "bytes": "\u202e<script>alert(1)</script>",
    }
    found = find_similar(our_course.root, "04", [hand_in(tmp_path / "class", texts)], set_name=SET)
    assert not marker.exists()
    assert found.compared == len(texts)


def test_one_submission_is_nothing_to_compare(our_course, tmp_path):
    with pytest.raises(UserError, match="at least two"):
        find_similar(our_course.root, "04", [hand_in(tmp_path / "class", {"only": "x = 1"})])


def test_names_numbers_comments_and_layout_do_not_matter():
    one = statements("def f(x):\n    total = x * 37  # a\n    return total")[0]
    other = statements("def f( value ) :\n\n    res = value*99\n    return   res")[0]
    changed = statements("def f(x):\n    total = x + 37\n    return total")[0]
    assert hashes(one).tolist() == hashes(other).tolist()
    assert hashes(one).tolist() != hashes(changed).tolist()


def test_what_is_shared_over_the_window_is_always_seen():
    shared = statements("def f(x):\n    " + "\n    ".join(f"a{i} = x[{i % 10}] * y.p{i}" for i in range(20)))[0]
    values = hashes(shared)
    kept = winnowed(values)
    gaps = [b - a for a, b in itertools.pairwise(kept)]
    assert max(gaps) <= WINDOW
    assert len(values) == len(shared.tokens) - K + 1


def test_rare_passages_count_and_common_ones_do_not():
    def pieces(text):
        return prints_of([ComparedStatement("e", s) for s in statements(text)], set())

    common = "def f(x):\n    return np.sqrt(np.mean((x - x.mean(axis=0)) ** 2, axis=0) + 1e-5)\n"
    rare = "def g(x):\n    while x.any() and not x.all(): x = x[::-1] @ x.T if x.size else x.cumsum().argsort()\n"
    class_ = [pieces(common)] * 18 + [pieces(common + rare)] * 2
    pairs = Corpus(class_).pairs(10, 0.0)
    assert [(p.first, p.second) for p in pairs] == [(18, 19)]


def test_statements_of_a_notebook_cell():
    text = "%magic\nimport numpy as np\n@dec\n@dec2(\n 1)\nclass A:\n    x = 1\n\n"
    text += "B: int = 3\ndef f():\n    return [\n1]\ny = f()"
    assert [s.name for s in statements(text)] == ["", "A", "B", "f", "y"]


def test_helpers_come_along_and_later_definitions_win():
    text = "def helper(x): return x\ndef unused(x): return 2\ndef f(x): return 1\ndef f(x): return helper(x)"
    found = list(of_exercises(statements(text), {"ex": ["f"]}))
    assert [(e, s.text) for e, s in found] == [
        ("ex", "def f(x): return helper(x)"),
        ("ex", "def helper(x): return x"),
    ]


def test_the_command_writes_pages_that_show_hostile_text_as_text(our_course, solution, tmp_path, visit):
    own = {f"s{i}": rewritten(solution, i) + "\n# " + HOSTILE[0] for i in range(6)}
    victim = own["s2"].replace("return", f"# {HOSTILE[1]}\n    return", 1)
    folder = hand_in(tmp_path / "class", {**own, "s2": victim, "copy": disguised(own["s2"], 99)})
    arguments = ["similar", "04", str(folder), "--set", SET, "--out", str(tmp_path / "out"), "--json"]
    done = CliRunner().invoke(app, [*arguments, "--course", str(our_course.root)])
    assert done.exit_code == 0, done.output
    said = json.loads(done.output)
    assert {said["pairs"][0]["first"], said["pairs"][0]["second"]} == {"copy", "s2"}
    seen = visit(tmp_path / "out" / "index.html")
    assert "A lead, not a verdict" in seen.page.locator("main").inner_text()
    seen.assert_quiet()
    pair = visit(tmp_path / "out" / "pairs" / "pair-001.html")
    assert pair.page.locator("tr.same2").count() > 4
    assert "owned" not in pair.page.title()
    pair.assert_quiet()


def test_axe_finds_nothing_serious_in_a_pair(our_course, solution, tmp_path, visit, axe):
    own = {f"s{i}": rewritten(solution, i) for i in range(4)}
    folder = hand_in(tmp_path / "class", {**own, "copy": disguised(own["s2"], 99)})
    found = find_similar(our_course.root, "04", [folder], set_name=SET)
    write_pages(tmp_path / "out", found)
    for name in ("index.html", "pairs/pair-001.html"):
        page = visit(tmp_path / "out" / name).page
        page.evaluate(axe)
        found_here = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        assert [v["id"] for v in found_here if v["impact"] in ("serious", "critical")] == []
