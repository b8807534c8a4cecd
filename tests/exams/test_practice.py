"""Practice: fresh questions on a student's machine, explained by the mistake, and no answer or hint in the file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.exams.bank import Bank, load_bank
from autograder.exams.draw import draw, rng_for
from autograder.exams.practice import FILE, given_up, judged_practice, practice_file
from autograder.student.quiz import quiz

SECRET = b"of these tests"
CHOSEN = (
    "receptive_field",
    "conv_or_pool",
    "spatial_size_and_parameters",
    "lenet_steps",
    "conv_output_shape",
    "inception_pooling",
)


@pytest.fixture(scope="module")
def bank(our_course: Course) -> Bank:
    return load_bank(our_course)


@pytest.fixture(scope="module")
def text(bank: Bank) -> str:
    return practice_file([bank.entry(q) for q in CHOSEN], SECRET, 8)


@pytest.fixture
def folder(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_file_holds_no_answer_and_no_explanation(bank: Bank, text: str):
    assert practice_file([bank.entry(q) for q in CHOSEN], SECRET, 8) == text
    own = json.dumps(json.loads(text)["questions"]["receptive_field"])
    for question in CHOSEN:
        for number in range(8):
            variant = draw(bank.entry(question), rng_for(SECRET, "practice", question, str(number)))
            assert all(m.because not in text and m.mistake not in text for m in variant.misconceptions)
            if question == "receptive_field":
                assert f'"{variant.right}"' not in own and variant.shown_answer not in own


def test_each_practice_question_is_judged_as_in_an_exam(bank: Bank, text: str):
    questions = json.loads(text)["questions"]
    for name, asked in questions.items():
        by_prompt = {}
        for number in range(8):
            variant = draw(bank.entry(name), rng_for(SECRET, "practice", name, str(number)))
            by_prompt[variant.prompt, variant.choices] = variant
        for packed, variant in zip(asked["variants"], by_prompt.values()):
            typed: object = variant.right
            if asked["kind"] == "shape":
                typed = [int(n) for n in variant.right.split(",")]
            if asked["kind"] == "truth":
                typed = (variant.right.startswith("T"), variant.right[-1])
            assert judged_practice(asked, packed, typed) == (True, [])
            assert given_up(packed)[0] == variant.shown_answer
            for m in variant.misconceptions:
                if asked["kind"] in ("number", "choice"):
                    assert judged_practice(asked, packed, m.key) == (False, [m.because])


def test_a_streak_grows_ends_and_is_kept_on_this_machine(folder: Path, bank: Bank, capsys: pytest.CaptureFixture[str]):
    def ask() -> str:
        quiz("inception_pooling")
        shown = capsys.readouterr().out
        return re.search(r"\*\*([a-d])\)\*\* Stride 1 and padding 1\.", shown)[1]  # type: ignore[index]

    for count in (1, 2, 3):
        quiz("inception_pooling", ask())
        said = capsys.readouterr().out
        assert "✔ Right" in said and (count == 1 or f"{count} in a row" in said)
    right = ask()
    quiz("inception_pooling", "d" if right != "d" else "a")
    said = capsys.readouterr().out
    assert "✘ Not right" in said and re.search(r"halves the map|too wide|third|loses a pixel", said)
    quiz("inception_pooling", right)
    assert "in a row" not in capsys.readouterr().out
    kept = json.loads((folder / ".quiz.json").read_text(encoding="utf-8"))["inception_pooling"]
    assert (kept["best"], kept["right"], kept["streak"]) == (3, 4, 0)


def test_variants_do_not_come_twice_while_there_are_others(folder: Path, capsys: pytest.CaptureFixture[str]):
    shown = []
    for _ in range(8):
        quiz("receptive_field")
        shown.append(capsys.readouterr().out)
    assert len(set(shown)) == len(
        json.loads((folder / FILE).read_text(encoding="utf-8"))["questions"]["receptive_field"]["variants"]
    )


def test_what_cannot_be_read_does_not_count(folder: Path, capsys: pytest.CaptureFixture[str]):
    quiz("receptive_field", 3)
    assert "No question is open" in capsys.readouterr().out
    quiz("receptive_field")
    quiz("receptive_field", "many")
    assert "could not be read: a number is asked for" in capsys.readouterr().out
    quiz("receptive_field", "give up")
    assert "It is **" in capsys.readouterr().out
    quiz("nothing_such")
    assert "✘ there is no question 'nothing_such'" in capsys.readouterr().out
    quiz()
    assert "| `receptive_field` | Receptive field | 0 | 0 |" in capsys.readouterr().out


def test_a_damaged_file_of_streaks_starts_anew(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / ".quiz.json").write_text("[1", encoding="utf-8")
    quiz("lenet_steps")
    assert "Put these parts" in capsys.readouterr().out


def test_a_folder_without_questions_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    quiz("receptive_field")
    assert "nothing to practise here" in capsys.readouterr().out
