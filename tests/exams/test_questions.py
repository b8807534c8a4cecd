"""Questions: read from their file, drawn by seed, with answers of the reference and wrong ones of its mistakes."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import UserError
from autograder.exams.answers import NotReadable, answer_keys, literal
from autograder.exams.bank import Bank, load_bank
from autograder.exams.check import check_question
from autograder.exams.draw import Degenerate, Variant, draw, exam_variant, rng_for, show
from autograder.exams.judge import judge
from autograder.exams.model import LETTERS

SECRET = b"a secret of this test"
QUESTIONS = """
[[question]]
id = "softplus_at"
kind = "number"
notes = ["000 §1"]
exercise = "softplus"
draw = { x = "decimal(-3, 3, 1)" }
require = ["abs(x) > 0.5"]
prompt = "What is the softplus of ${=x}$?"
places = 3
answer = "softplus(np.array([x]))[0]"
wrong = [{ value = "max(x, 0)", because = "This is the ReLU.", credit = 0.5 }]

[[question]]
id = "softplus_pick"
kind = "choice"
notes = ["000 §1"]
draw = { x = "decimal(0.5, 3, 1)" }
prompt = "Which is the softplus of ${=x}$?"
places = 2
answer = "log(1 + exp(x))"
wrong = [
  { value = "log(exp(x) - 1 + 0.3)", because = "A sign is wrong." },
  { value = "exp(x)", because = "The logarithm is missing." },
  { value = "x", because = "This is the ReLU." },
  { value = "x + 0.001", because = "It looks like the ReLU's and is left out." },
]
"""


@pytest.fixture
def bank(small_course: Course) -> Bank:
    (folder,) = small_course.folders()
    (folder / "questions.toml").write_text(QUESTIONS, encoding="utf-8")
    return load_bank(small_course)


def variants(bank: Bank, question: str, count: int = 40) -> list[Variant]:
    return [draw(bank.entry(question), rng_for(SECRET, str(i))) for i in range(count)]


def test_the_answer_is_the_references_and_its_mistakes_are_explained(bank: Bank):
    seen = set()
    for v in variants(bank, "softplus_at"):
        x = float(v.prompt.partition("$")[2].partition("$")[0])
        assert int(v.right) == round(1000 * math.log1p(math.exp(x)))
        assert judge(v, math.log1p(math.exp(x))).state == "right"
        seen |= {m.mistake for m in v.misconceptions}
    assert "softplus_at/1" in seen and any(mistake.startswith("softplus/") for mistake in seen)


def test_a_listed_mistake_earns_what_the_author_says(bank: Bank):
    v = next(v for v in variants(bank, "softplus_at") if "$-" not in v.prompt)
    x = float(v.prompt.partition("$")[2].partition("$")[0])
    found = judge(v, x)
    assert (found.state, found.share, found.explanations) == ("partly", 0.5, ["This is the ReLU."])
    assert judge(v, x + 0.7).share == 0


def test_the_same_student_has_the_same_variant_and_others_have_others(bank: Bank):
    entry = bank.entry("softplus_at")
    made = [exam_variant(entry, SECRET, "midterm", f"s{i}") for i in range(30)]
    assert made == [exam_variant(entry, SECRET, "midterm", f"s{i}") for i in range(30)]
    assert len({v.code for v in made}) > 15
    assert exam_variant(entry, b"another secret", "midterm", "s0") != made[0]
    assert exam_variant(entry, SECRET, "retake", "s0") != made[0]


def test_computed_choices_differ_look_alike_and_stand_in_any_order(bank: Bank):
    places = []
    for v in variants(bank, "softplus_pick", 400):
        assert len(set(v.choices)) == 4
        assert all(len(text.partition(".")[2]) == 2 for text in v.choices)
        places.append(v.right)
    assert all(0.17 < places.count(letter) / 400 < 0.33 for letter in LETTERS[:4])


def test_a_draw_that_makes_no_question_is_said_with_its_reason(small_course: Course):
    (folder,) = small_course.folders()
    text = QUESTIONS.replace("abs(x) > 0.5", "abs(x) > 9")
    (folder / "questions.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"softplus_at: none of 60 draws makes a question; the last one: abs\(x\) > 9 does not"):
        variants(load_bank(small_course), "softplus_at", 1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "number"', 'kind = "numbr"', "questions.toml:4"),
        ("places = 3", "placs = 3", "placs"),
        ('answer = "softplus(np.array([x]))[0]"', "", "a number needs an answer"),
        ('id = "softplus_pick"', 'id = "softplus_at"', "also in"),
    ],
)
def test_a_complaint_names_file_and_place(small_course: Course, old: str, new: str, said: str):
    (folder,) = small_course.folders()
    (folder / "questions.toml").write_text(QUESTIONS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UserError, match=said):
        load_bank(small_course)


def test_an_unknown_mistake_is_refused(small_course: Course):
    (folder,) = small_course.folders()
    text = QUESTIONS.replace('exercise = "softplus"', 'exercise = "softplus"\nmistakes = ["upside-down"]')
    (folder / "questions.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="softplus has no mistake 'upside-down'; it has: "):
        variants(load_bank(small_course), "softplus_at", 1)


def test_the_check_finds_what_gives_the_answer_away(small_course: Course):
    (folder,) = small_course.folders()
    (folder / "questions.toml").write_text(
        """
[[question]]
id = "long"
kind = "choice"
notes = ["000 §1"]
prompt = "Which?"
choice = [
  { text = "This one is right, and since it has to be exactly right it is rather long.", right = true, because = "It is." },
  { text = "Wrong.", because = "No." }, { text = "Not it.", because = "No." }, { text = "Nor this.", because = "No." },
]
[[question]]
id = "same"
kind = "number"
notes = ["000 §1"]
draw = { n = [1, 2] }
prompt = "What is ${=n}$ squared?"
answer = "n * n"
""",
        encoding="utf-8",
    )
    bank = load_bank(small_course)
    long, same = (check_question(bank.entry(q), SECRET, 300).problems for q in ("long", "same"))
    assert any("visibly the longest" in p for p in long)
    assert any("only 2 different variants" in p for p in same) and any("no wrong answer" in p for p in same)


# --- reading answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "typed", "key"),
    [
        ("number", "12", "12"),
        ("number", "3 * 4", "12"),
        ("number", "12.0", "12"),
        ("number", "'12 px'", "12"),
        ("number", "'1,204'", "1204"),
        ("number", "2**10", "1024"),
        ("shape", "(3, 4)", "3,4"),
        ("shape", "[3, 4]", "3,4"),
        ("shape", "'3 x 4'", "3,4"),
        ("shape", "7", "7"),
        ("choice", "'B'", "b"),
        ("choice", "'b)'", "b"),
        ("several", "'c, a'", "ac"),
        ("several", "['c', 'a']", "ac"),
        ("several", "{'a'}", "a"),
        ("truth", "(True, 'b')", "T:b"),
        ("truth", "'false, c'", "F:c"),
        ("truth", "True", "T:"),
        ("order", "'d > b > a > c'", "dbac"),
        ("order", "['d', 'b', 'a', 'c']", "dbac"),
    ],
)
def test_answers_are_read_as_people_write_them(kind: str, typed: str, key: str):
    assert answer_keys(kind, literal(typed), unit="px")[0] == key


@pytest.mark.parametrize(
    "typed",
    [
        "__import__('os').system('x')",
        "print(1)",
        "9**9**9",
        "10**-400 * x",
        "[0] * 10**9",
        "f(1)",
        "1/0",
        "'a' * 99",
        "x" * 30_000,
        "(" * 5000,
        "lambda: 1",
        "{1: 2}",
        "open('f')",
        "-'a'",
    ],
)
def test_nothing_typed_is_run(typed: str):
    with pytest.raises(NotReadable):
        literal(typed)


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("number", "'twelve'"),
        ("number", "(1, 2)"),
        ("number", "True"),
        ("shape", "'a, b'"),
        ("shape", "(1.5, 2)"),
        ("choice", "'x'"),
        ("choice", "'ab'"),
        ("order", "'ab'"),
        ("order", "'aabc'"),
        ("truth", "'maybe'"),
        ("several", "7"),
    ],
)
def test_an_answer_of_another_kind_is_told_what_was_asked_for(kind: str, typed: str):
    with pytest.raises(NotReadable, match=r"asked for"):
        answer_keys(kind, literal(typed))


def test_numbers_may_be_off_by_their_tolerance_and_no_more():
    right = answer_keys("number", 0.123, places=3, steps=2)[0]
    near = [x for x in (0.1205, 0.121, 0.1229, 0.125, 0.1256) if right in answer_keys("number", x, places=3, steps=2)]
    assert near == [0.121, 0.1229, 0.125]
    assert "12" not in answer_keys("number", 12.4)


# --- our own helpers --------------------------------------------------------------------------------------------------


def test_sizes_and_counts_are_those_of_torch(our_course: Course):
    torch = pytest.importorskip("torch")
    names = load_bank(our_course).entry("conv_output_size").right
    for n, k, s, p in [(32, 3, 1, 1), (29, 5, 2, 0), (17, 7, 3, 2), (8, 2, 2, 0)]:
        layer = torch.nn.Conv2d(4, 6, k, s, p)
        assert layer(torch.zeros(1, 4, n, n)).shape[-1] == names["conv_output"](n, k, s, p)
        assert sum(w.numel() for w in layer.parameters()) == names["conv_parameters"](4, 6, k)
        turned = torch.nn.ConvTranspose2d(4, 6, k, s, min(p, k - 1))
        assert turned(torch.zeros(1, 4, n, n)).shape[-1] == names["transposed_output"](n, k, s, min(p, k - 1))
        depthwise = torch.nn.Conv2d(4, 4, k, groups=4, bias=False)
        assert depthwise.weight.numel() == names["conv_parameters"](4, 4, k, bias=False, groups=4)


def test_the_receptive_field_is_where_the_gradient_is(our_course: Course):
    torch = pytest.importorskip("torch")
    names = load_bank(our_course).entry("receptive_field").right
    for kernels, strides in [([3, 2, 5, 2], [1, 2, 1, 2]), ([7, 3, 3, 3], [1, 3, 1, 2]), ([3, 3, 3], [1, 1, 1])]:
        x = torch.zeros(1, 1, 200, requires_grad=True)
        out = x
        for k, s in zip(kernels, strides):
            out = torch.nn.functional.conv1d(out, torch.ones(1, 1, k), stride=s)
        out[0, 0, out.shape[-1] // 2].backward()
        assert int((x.grad != 0).sum()) == names["receptive_field"](kernels, strides)


def test_values_are_shown_without_needless_digits():
    import numpy as np

    shown = [show(v) for v in (3.0, 0.25, 120000, (3, 4), [1, 2], np.array([[1.0, 2.5], [0.0, -1.0]]))]
    assert shown[:5] == ["3", "0.25", "120,000", "(3, 4)", "1, 2"]
    assert shown[5] == r"\begin{pmatrix} 1 & 2.5 \\ 0 & -1 \end{pmatrix}"
    assert issubclass(Degenerate, Exception)


def test_helpers_of_a_topic_without_an_assignment_are_found(our_course: Course, tmp_path: Path):
    root = tmp_path / "course"
    (root / "reference").mkdir(parents=True)
    shutil.copytree(our_course.root / "assignments/05_convolution", root / "assignments/05_convolution")
    bank = load_bank(Course(root))
    assert draw(bank.entry("receptive_field"), rng_for(SECRET)).right.isdigit()
