from __future__ import annotations

import pytest

from autograder.intake.magics import remove_magics


@pytest.mark.parametrize(
    "source, left",
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("!pip install a \\\n  b\nx = 1", "pass\n\nx = 1"),
        ("files = !ls\nx = %pwd\na, b = !x", "pass\npass\npass"),
        ("?len\nlen?\nnp.sum??\nx = 1", "pass\npass\npass\nx = 1"),
        ("%%bash\nrm -rf x", "\n"),
        ("\n%%writefile a.py\nx = 1\n", "\n\n\n"),
        ("%%time\nx = 1", "\nx = 1"),
        ("%%capture out\n!ls\nx = 1", "\npass\nx = 1"),
        ("if x:\n    !ls\n    %cd ..", "if x:\n    pass\n    pass"),
        ("%time x = f(3)", "x = f(3)"),
        ("%timeit f(3)", "pass"),
        ("pip install torch==2.0", "pass"),
        ("!echo 'it\nx = 1", "pass\nx = 1"),
    ],
)
def test_notebook_commands_are_taken_out(source, left):
    text, notes = remove_magics(source)
    assert text == left
    assert notes


@pytest.mark.parametrize(
    "source",
    [
        "a = (b\n% c)",
        "a = b \\\n% c",
        "s = '''\n%time x\n!ls\nx?\n'''",
        's = """a\n""" + """\n%x\n"""',
        "x = [\n 1, # (\n]\ny = '('\nz = 5 % 3",
        "print('a = %d' % (\n 3,\n))",
        "print('is it?')  # is it?",
        "s = 'a\\\n%b'",
        "x = r'\\'\ny = 3\n",
        "a = 5\na %= 3\nb = a != 2",
        "d = {'q': 'why?'}\n'''\n?\n'''",
        "pip = 3\nconda = pip\n",
    ],
)
def test_python_is_not_touched(source):
    assert remove_magics(source) == (source, [])


def test_line_numbers_hold():
    source = "%a\n!b \\\n c\nx?\n%%d\ny = 1"
    assert remove_magics(source)[0].count("\n") == source.count("\n")
    assert remove_magics(source)[0].split("\n")[-1] == "y = 1"
