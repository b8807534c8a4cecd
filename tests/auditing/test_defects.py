"""Each planted defect is found, under its own name, and nothing else is complained about."""

from __future__ import annotations

import pytest

from autograder.runs.audit import audit, tried_on_few_seeds, unproven


def kinds(verdict):
    return {f.kind for f in verdict.findings if f.refuses}


def text(verdict):
    return "\n".join(f"{f.text}\n{f.details}" for f in verdict.findings)


def test_a_sound_exercise_is_found_sound(defective):
    verdict = defective[1]["softplus"]
    assert verdict.findings == []
    assert verdict.seeds == 4 and verdict.false_draws == 0
    assert {m.verdict for m in verdict.mutants} == {"killed"} and len(verdict.mutants) >= 5


@pytest.mark.parametrize(
    ("exercise", "kind", "words"),
    [
        ("missed", "missed", "missed/no-log1p on 4 of 4 seeds"),
        ("idle", "idle", "test_nothing: it proves nothing"),
        ("alternative", "false failure", "alternative logaddexp on 4 of 4 seeds"),
        ("twins", "hint", "behaves like twins/no-ramp"),
        ("flaky", "false failure", "the reference on"),
        ("stubbed", "stub", "the stub passes stubbed::test_never_negative"),
        ("unclean", "stub", "does not fail with its NotImplementedError"),
        ("slow", "slow", "more than a third"),
        ("broken", "error", "cannot be audited"),
        ("vague", "definition", "no test asks for the definition itself"),
    ],
)
def test_a_defect_is_reported_and_refused(defective, exercise, kind, words):
    verdict = defective[1][exercise]
    assert verdict.refused
    assert kind in kinds(verdict)
    assert words in text(verdict)


def test_a_defect_brings_no_other_complaints(defective):
    expected = {
        "idle": {"idle"},
        "alternative": {"false failure"},
        "twins": {"hint"},
        "slow": {"slow"},
        "cube_forward": set(),
        "cube_backward": set(),
        "broken": {"error"},
        "vague": {"definition"},
    }
    assert {name: kinds(defective[1][name]) for name in expected} == expected


def test_zeros_earn_nothing_where_they_pass_a_property(defective):
    verdict = defective[1]["cube_backward"]
    rows = {s.id: s for s in verdict.of("degenerate")}
    assert rows["zero pair"].outcomes[0] == "F." and rows["identity pair"].outcomes[0] == "FF"
    assert {s.earned for s in rows.values()} == {0.0}
    assert verdict.record.guards == ["cube::test_no_gradient_for_a_constant_dout"]
    assert verdict.record.definitions == ["cube::test_gradient"]


def test_every_exercise_is_tried_on_empty_stateful_and_invented_answers(defective):
    softplus = {s.id for s in defective[1]["softplus"].of("degenerate")}
    assert {
        "None",
        "zeros",
        "ones",
        "NaN",
        "the first input",
        "an empty tuple",
        "counts reseedings",
    } <= softplus
    cube = {s.id for s in defective[1]["cube_backward"].of("degenerate")}
    assert {"None", "goes by shapes", "projections of x + sin(x)", "a random net"} <= cube


def test_both_mistakes_that_look_alike_are_named(defective):
    assert "hint: twins/no-ramp gets its own on only 0 of 4" in text(defective[1]["twins"])
    assert "hint: twins/again gets its own on only 0 of 4" in text(defective[1]["twins"])


def test_false_failures_are_counted(defective):
    verdict = defective[1]["flaky"]
    assert 0 < verdict.false_draws <= 4
    assert verdict.false_bound > verdict.false_draws / 4 or verdict.false_bound == 1.0


def test_living_mutants_come_with_their_diff_and_the_lines_to_excuse_them(defective):
    verdict = defective[1]["holes"]
    assert kinds(verdict) == {"equivalent"}
    assert "+def holes(x: np.ndarray, scale: float = 6.0)" in text(verdict)
    assert "+        return x" in text(verdict)
    assert '[holes]\n"holes: constant: scale: float = 3.0 -> scale: float = 6.0" = "' in text(verdict)


def test_a_listed_reason_excuses_a_mutant_and_a_stale_one_is_told(copied):
    living = [m.id for m in copied.audit("holes")["holes"].mutants if m.verdict != "killed"]
    lines = [f"'{name}' = 'only a default'" for name in [*living, "holes: gone"]]
    (copied.folder / "equivalent.toml").write_text("\n".join(["[holes]", *lines]))
    verdict = copied.audit("holes")["holes"]
    assert not verdict.refused
    assert [f.kind for f in verdict.findings] == ["outdated"] and "holes: gone" in text(verdict)


def test_exit_codes_of_the_command(defective, capsys):
    root = defective[0].course.root
    assert audit(root, "01", ["softplus"], 4) == 0
    assert "softplus: ok: 4 tests, 3 mistakes" in capsys.readouterr().out
    assert audit(root, "all", None, 4) == 1
    out = capsys.readouterr().out
    assert "wrong, but passed: missed/no-log1p" in out and "weakest tests" in out
    assert "not: missed, idle, alternative, twins, flaky, stubbed, unclean, holes, slow, broken, vague" in out


def test_a_release_is_refused_on_the_same_grounds(defective, monkeypatch):
    monkeypatch.setattr("autograder.auditing.proof.LEAST_SEEDS", 4)
    shop, _ = defective
    audit(shop.course.root, "01", ["softplus", "idle"], 4)
    assignment = shop.course.assignment("01")
    assert unproven(assignment.select(["softplus"])).refusals == []
    assert unproven(assignment.select(["softplus", "idle"])).new == ["idle"]
    reasons = tried_on_few_seeds(shop.course, assignment, ["idle"])
    assert reasons == ["idle: no mistake or mutant fails idle::test_nothing: it proves nothing"]


def test_the_page_shows_the_matrix_and_who_lives(defective, tmp_path):
    page = tmp_path / "matrix.html"
    audit(defective[0].course.root, "01", ["holes", "missed"], 4, html=page)
    html = page.read_text()
    assert "0 false failures in 8 draws" in html
    assert "Mutants that live" in html and "scale: float = 6.0" in html
    assert "own hint 4/4" in html and "escaped on 4" in html
    assert "http" not in html.replace("http-equiv", "")  # self-contained
