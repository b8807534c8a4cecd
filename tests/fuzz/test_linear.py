"""Reading a hostile text takes time in proportion to its length: no pattern backtracks, no loop is quadratic."""

import itertools
import signal
import time

import pytest

from autograder.intake.decode import decode_source
from autograder.intake.magics import remove_magics
from autograder.intake.parsing import parse_cell
from autograder.intake.slicing import analyse

ATOMS = [
    "?",
    " ",
    "\t",
    "\x0c",
    "\n",
    "a",
    "a.",
    "*",
    "%",
    "!",
    "=",
    "= ",
    ";",
    "; ",
    "\\",
    "\\\n",
    '"',
    "'",
    '"""',
    "(",
    "[",
    "#",
    "#\n",
    "@a\n",
    "a:",
    "pip ",
    "pip install ",
    "async ",
    "else:\n",
    "%time ",
    "a[0]",
    "f'{",
    "\r",
    "?a ",
    "#coding ",
    "\n \n",
]
HEADS = ["", "?a", "a", "%", "x = ", "b "]
TAILS = ["", "x", "b?", "\n("]
STATEMENTS = [
    "x=x\n",
    "f(x)\n",
    "x.append(f)\n",
    "def f(x): f(x); x.append(1)\n",
    "import a\n",
    "@a\n",
    "class f(f): pass\n",
    "x = %a\n",
    "a?\n",
]


class TooLong(BaseException):
    pass


def cpu_seconds(step, *arguments) -> float:
    """CPU time of this process: a busy machine changes nothing. Ended after ten seconds."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, 10)
    start = time.process_time()
    try:
        step(*arguments)
    except TooLong:
        return float("inf")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.process_time() - start


@pytest.mark.parametrize("atom", ATOMS, ids=repr)
def test_magics_and_encodings_take_linear_time(atom):
    for head, tail in itertools.product(HEADS, TAILS):
        text = head + atom * (100_000 // len(atom)) + tail
        assert cpu_seconds(remove_magics, text) < 1, (head, atom, tail)
        assert cpu_seconds(decode_source, text.encode(), "a.py") < 1, (head, atom, tail)


@pytest.mark.parametrize("atom", [*STATEMENTS, "\n", " \n", "(\n", "\n#\n"], ids=repr)
def test_parsing_and_slicing_take_linear_time(atom):
    def read(count: int) -> float:
        text = atom * (count // len(atom)) + "\ndef f(x):\n    return x\n(\n"
        return cpu_seconds(lambda: analyse([("line", text)]).slice(["f"]))

    short, long = read(40_000), read(80_000)
    if long >= 4 * short + 0.5:  # once more: the collector may have had its turn in the middle
        long = min(long, read(80_000))
    assert long < 4 * short + 0.5, (short, long)


@pytest.mark.parametrize(("text", "name"), [("def f(x:\n    return (\n", "f"), ("(x\n", "")])
def test_what_stands_before_a_broken_definition_is_passed_over(text, name):
    cells = []
    assert cpu_seconds(lambda: cells.append(parse_cell("line", "\n# b\n" * 30 + text))) < 1
    assert [b.name for b in cells[0].broken] == [name]
