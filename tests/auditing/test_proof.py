"""proof.json: what an audit has shown, for as long as it is true."""

import json

import pytest
from typer.testing import CliRunner

from autograder.auditing import engine, proof
from autograder.auditing.proof import ProofState, load_proofs, standing
from autograder.cli import app
from autograder.errors import UserError
from autograder.runs.audit import audit, unproven


@pytest.fixture
def proven(small_course, monkeypatch):
    """Proven on few seeds, which is all that a release asks for here."""
    monkeypatch.setattr(proof, "LEAST_SEEDS", 3)
    assert audit(small_course.root, "01", seeds=3) == 0
    return small_course


def state(course):
    assignment = course.assignment("01")
    return standing(assignment, assignment.get("softplus"), load_proofs(assignment))


def test_an_audit_enters_what_it_has_shown(proven):
    entry = load_proofs(proven.assignment("01"))["softplus"]
    assert entry.seeds == 3 and entry.false_failures == 0 and entry.mistakes_caught == 3
    assert entry.draws == 3 * entry.right_versions and entry.mutants_killed > 5
    assert entry.hints_right == "9/9" and entry.engine == engine.engine_digest()
    assert state(proven) is ProofState.PROVEN


def test_the_same_audit_writes_the_same_file(proven):
    path = proven.assignment("01").folder / "proof.json"
    before = path.read_bytes()
    assert audit(proven.root, "01", seeds=3) == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("part", ["reference", "hidden", "mistakes", "alternative logaddexp"])
def test_a_change_of_content_ends_it(proven, part):
    path = proven.assignment("01").concept("softplus").parts()[part]
    path.write_text(path.read_text() + "\nCHANGED = 1\n")
    assert state(proven) is ProofState.CHANGED
    found = unproven(proven.assignment("01").select())
    assert found.refusals[0] == "softplus: changed since its proof"
    assert found.refusals[-1] == "prove them with: gradmark audit 01 --exercise softplus"


@pytest.mark.parametrize("part", ["reference", "hidden", "mistakes", "alternative logaddexp"])
def test_comments_and_layout_do_not(proven, part):
    path = proven.assignment("01").concept("softplus").parts()[part]
    path.write_text("# Another word.\n\n" + path.read_text() + "\n# And one more.\n")
    assert state(proven) is ProofState.PROVEN


def test_given_code_counts_where_it_is_used(proven):
    given = proven.assignment("01").folder / "given"
    given.mkdir()
    (given / "elsewhere.py").write_text("K = 1\n")
    assert state(proven) is ProofState.PROVEN  # nothing of softplus speaks of it
    (given / "elsewhere.py").write_text("import deeper\n")
    (given / "deeper.py").write_text("K = 1\n")
    alternative = proven.assignment("01").concept("softplus").parts()["alternative logaddexp"]
    alternative.write_text(alternative.read_text() + "\n# elsewhere\n")
    assert state(proven) is ProofState.CHANGED
    before = proof.content_digest(proven.assignment("01"), proven.assignment("01").get("softplus"))
    (given / "deeper.py").write_text("K = 2\n")
    assert proof.content_digest(proven.assignment("01"), proven.assignment("01").get("softplus")) != before


@pytest.mark.parametrize("name", ["data/points.npz", "softplus/hidden.npz"])
def test_data_files_of_the_suite_count(proven, name):
    hidden = proven.assignment("01").concept("softplus").hidden
    hidden.write_text(hidden.read_text() + f'\nREAD = "{name}"\n')
    path = proven.assignment("01").folder / name
    path.parent.mkdir(exist_ok=True)
    digests = []
    for content in (b"\x00\xff1", b"\x00\xff2"):
        path.write_bytes(content)
        digests.append(proof.content_digest(proven.assignment("01"), proven.assignment("01").get("softplus")))
    assert digests[0] != digests[1]


def test_points_and_words_of_the_record_do_not(proven):
    path = proven.assignment("01").folder / "assignment.toml"
    path.write_text(path.read_text().replace("points = 5", 'points = 7\ntitle = "Smooth"'))
    assert state(proven) is ProofState.PROVEN


def test_another_engine_is_a_warning(proven, monkeypatch):
    monkeypatch.setattr(proof, "engine_digest", lambda: "another")
    found = unproven(proven.assignment("01").select())
    assert state(proven) is ProofState.OLD_ENGINE and not found.refusals
    assert "gradmark audit 01 --stale" in found.warnings[0]


def test_few_seeds_are_not_enough(proven, monkeypatch):
    monkeypatch.setattr(proof, "LEAST_SEEDS", 200)
    assert state(proven) is ProofState.THIN


def test_a_suite_that_is_refused_loses_its_proof(proven):
    hidden = proven.assignment("01").concept("softplus").hidden
    hidden.write_text(hidden.read_text() + "\n\ndef test_idle(student):\n    student.softplus(1.0)\n")
    assert audit(proven.root, "01", seeds=3) == 1
    assert load_proofs(proven.assignment("01")) == {}


def test_only_what_is_stale_is_audited(proven, capsys):
    assert audit(proven.root, "01", seeds=3, stale=True) == 0
    assert "nothing to audit" in capsys.readouterr().out


def test_a_damaged_proof_is_said_in_a_sentence(proven):
    (proven.assignment("01").folder / "proof.json").write_text(json.dumps({"exercises": {"softplus": 3}}))
    with pytest.raises(UserError, match=r"proof.json cannot be read: .* gradmark audit 01"):
        load_proofs(proven.assignment("01"))


def test_release_asks_for_the_proof_and_runs_nothing(proven, tmp_path):
    run = CliRunner().invoke
    where = ["--course", str(proven.root), "--out", str(tmp_path / "dist")]
    assert run(app, ["release", "01", *where]).exit_code == 0
    hidden = proven.assignment("01").concept("softplus").hidden
    hidden.write_text(hidden.read_text() + "\nCHANGED = 1\n")
    refused = run(app, ["release", "01", *where])
    assert refused.exit_code == 1 and "softplus: changed since its proof" in refused.stderr
    assert "gradmark audit 01 --exercise softplus" in refused.stderr
    assert run(app, ["release", "01", *where, "--no-audit"]).exit_code == 0


def test_what_never_had_a_proof_is_tried_on_a_few_seeds(small_course, tmp_path):
    run = CliRunner().invoke
    where = ["--course", str(small_course.root), "--out", str(tmp_path / "dist")]
    released = run(app, ["release", "01", *where])
    assert released.exit_code == 0 and "gradmark audit 01 --stale" in released.stderr
    hidden = small_course.assignment("01").concept("softplus").hidden
    hidden.write_text(hidden.read_text() + "\n\ndef test_idle(student):\n    student.softplus(1.0)\n")
    refused = run(app, ["release", "01", *where])
    assert refused.exit_code == 1 and "test_idle: it proves nothing" in refused.stderr
