"""A syntax error is told at its place, whatever the definition around it looks like."""

import ast

import pytest

from autograder.course.source import read_module
from autograder.intake.slicing import analyse, slice_names

HEAD = "import numpy as np\n\n\n"
F = '''def f(
    x: "array of shape (N, D)",
    y=3,
) -> tuple[
    int, int
]:
    """Doc, with a bracket ( in it.

at the margin
    """
    z = x + y
    return z, z
'''


def why(text: str, name: str = "f", before: str = HEAD, after: str = "\n\ndef g(x):\n    return x\n") -> str:
    """What is said of `name`; what stands around it must be whole."""
    analysis = analyse([("cell 1", before + text + after)])
    if after:
        assert not analysis.slice(["g"]).broken and not analysis.slice(["g"]).missing
    return analysis.slice([name]).broken.get(name, "")


@pytest.mark.parametrize(
    "old, new, line, says",
    [
        ("z = x + y", "z = (x + y", 11, "'(' was never closed"),
        ("z = x + y", "z = [x + y", 11, "'[' was never closed"),
        ("z = x + y", "z = {1: x + y", 11, "'{' was never closed"),
        ("z = x + y", "z = x + y)", 11, "unmatched ')'"),
        ("z = x + y", "z = (x + y]", 11, "does not match opening parenthesis '('"),
        ("z = x + y", "z = 'x + y", 11, "unterminated string literal"),
        ("z = x + y", "z = “x”", 11, "invalid character '“'"),
        ("z = x + y", "z = f'{x'", 11, "f-string: expecting '}'"),
        ("z = x + y", "z = f'{}'", 11, "f-string"),
        ("z = x + y", "z = x +", 11, "invalid syntax"),
        ("z = x + y", "if x = y:\n        z = 1", 11, "Maybe you meant '=='"),
        ("z = x + y", "for i in x\n        z = 1", 11, "expected ':'"),
        ("z = x + y", "print 'x'", 11, "Missing parentheses"),
        ("return z, z", "return z, z,, z", 12, "invalid syntax"),
        ("]:\n", "]\n", 6, "expected ':'"),
        ("    z = x", "  z = x", 11, "unindent does not match"),
        ("    return", "  return", 12, "unindent does not match"),
        ("    return", "      return", 12, "unexpected indent"),
        ("    return", "\treturn", 12, "inconsistent use of tabs and spaces"),
        ("    return", "return", 12, "'return' outside function"),
        ("    z = x", "z = x", 12, "unexpected indent"),
        ("    return", "<<<<<<< HEAD\n    return 1\n=======\n    return 2\n>>>>>>> mine\n    return", 12, "merge conflict"),
    ],
)
def test_it_is_told_where_it_is(old, new, line, says):
    assert old in F
    said = why(F.replace(old, new))
    assert f"in line {line} of f (cell 1, line {line + 3})" in said and says in said, said
    broken = (HEAD + F.replace(old, new)).split("\n")[line + 2].strip()
    assert f"`{broken}`" in said


@pytest.mark.parametrize("bracket", ["(", "[", "{"])
@pytest.mark.parametrize("rest", ["", "\n\nk = 3\n", "\n\n# a comment\nk = 3\nprint(k)\n"])
def test_a_bracket_that_is_never_closed_takes_nothing_else_with_it(bracket, rest):
    text = F.replace("return z, z", f"return {bracket}z, z") + rest
    assert f"in line 12 of f (cell 1, line 15): '{bracket}' was never closed" in why(text)
    if rest:
        assert [s.source for s in slice_names([("cell 1", text)], ["k"]).statements] == ["k = 3"]


def test_a_text_that_is_never_closed():
    text = F.replace('    """\n    z', "    z")
    assert "in line 7 of f (cell 1, line 10): unterminated triple-quoted string literal" in why(text)
    assert "in line 7 of f" in why(text, after='\n\ndef g(x):\n    """Of its own."""\n    return x\n')


@pytest.mark.parametrize("indent", [" ", "    ", "\t"])
def test_an_indented_definition_is_an_indentation_error(indent):
    """And not "not defined". IPython takes the indent off a cell that begins with it; so do we."""
    moved = "\n".join(indent + line for line in "def f(x):\n    return x".splitlines())
    assert why(moved, before="", after="") == ""
    said = why(moved, before="import numpy as np\n")
    assert said.startswith("IndentationError in line 1 of f (cell 1, line 2): unexpected indent"), said
    piece = slice_names([("cell 1", "import numpy as np\n" + moved)], ["np"])
    assert [s.source for s in piece.statements] == ["import numpy as np"]


@pytest.mark.parametrize("body", ["", "    # later\n", "\nk = 3\n"])
def test_an_empty_body_is_an_indentation_error(body):
    assert "IndentationError in line" in why(f"def f(x):\n{body}", before="", after="")


def test_a_return_below_a_complete_function_costs_nothing():
    assert not why("def f(x):\n    return x\n\nreturn f(3)\n")
    assert "'return' outside function" in why("def f(x):\n    y = x\n\nreturn y\n")


def test_conflicts_around_definitions():
    text = "<<<<<<< HEAD\ndef f(x):\n    return 1\n=======\ndef f(x):\n    return 2\n>>>>>>> theirs\n"
    piece = slice_names([("cell 1", HEAD + text)], ["f", "np"])
    assert "import numpy as np" in [s.source for s in piece.statements]


def test_a_broken_answer_below_its_stub_is_not_unwritten():
    stub = 'def f(x):\n    """Task."""\n    raise NotImplementedError("f")'
    assert "in line 2 of f" in slice_names([("cell 1", stub), ("cell 2", "def f(x):\n    return (x")], ["f"]).broken["f"]
    right = "def f(x):\n    return x"
    assert not slice_names([("cell 1", right), ("cell 2", "def f(x):\n    return (x")], ["f"]).broken


@pytest.mark.parametrize("prompts", [(">>> ", "... "), ("In [3]: ", "   ...: ")])
def test_pasted_prompts_are_taken_off(prompts):
    first, more = prompts
    lines = "def f(x):\n    return x".split("\n")
    piece = slice_names([("cell 1", first + lines[0] + "\n" + more + lines[1])], ["f"])
    assert [s.source for s in piece.statements] == ["def f(x):\n    return x"]
    assert any("prompts" in note for note in piece.about_all)


def test_a_file_counts_its_own_lines():
    said = slice_names([("line", HEAD + "def f(x):\n    return (x\n")], ["f"]).broken["f"]
    assert "in line 2 of f (line 5 of the file)" in said


def test_every_function_of_the_course(our_course):
    """Whatever its signature: an error in the last line, and one in the line after the first, are told there."""
    tried = 0
    for assignment in our_course.assignments():
        for e in assignment.exercise:
            source = read_module(assignment.reference, e.module)
            for name in e.names:
                node = source.definition(name)
                if not isinstance(node, ast.FunctionDef):
                    continue
                lines = source.segment(node).split("\n")
                for extra in ("    broken = (1 +", "    broken = [1, 2", "    if broken = 1:"):
                    text = "\n".join([*lines, extra])
                    said = slice_names([("cell 1", text)], [name]).broken[name]
                    assert f"in line {len(lines) + 1} of {name} " in said, (name, said)
                tried += 1
    assert tried > 60
