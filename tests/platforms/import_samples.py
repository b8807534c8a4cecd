"""Assignments as instructors write them for nbgrader and for otter, with the odd things that such notebooks have."""

from nbformat import v4

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def nb_cell(source, grade_id="", kind="code", schema=3, **facts):
    make = v4.new_code_cell if kind == "code" else v4.new_markdown_cell
    cell = make(source)
    if grade_id:
        base = {"grade": False, "solution": False, "locked": False, "schema_version": schema, "grade_id": grade_id}
        cell.metadata["nbgrader"] = {**base, **({"task": False} if schema == 3 else {}), **facts}
    return cell


def nb_tests(source, grade_id, points):
    return nb_cell(source, grade_id, grade=True, locked=True, points=points)


NBGRADER = v4.new_notebook(
    metadata=KERNEL,
    cells=[
        nb_cell("# Problem set 1\n\nFunctions and arrays.", kind="markdown"),
        nb_cell(
            "%matplotlib inline\nimport numpy as np\nfrom math import sqrt\n\nSCALE = 3.0\n\n\ndef halve(x):\n    return x / 2"
        ),
        nb_cell("## Squares\n\nReturn the squares of 1 to n.", kind="markdown"),
        nb_cell(
            'def squares(n):\n    """The squares of the numbers from 1 to n, as a list."""\n    ### BEGIN SOLUTION\n'
            "    if n < 1:\n        raise ValueError('n must be at least 1')\n    return [i**2 for i in range(1, n + 1)]\n"
            "    ### END SOLUTION",
            "squares",
            solution=True,
        ),
        nb_cell("squares(10)"),
        nb_tests(
            '"""Check that squares returns the correct output"""\nassert squares(1) == [1]\nassert squares(2) == [1, 4]\n'
            "### BEGIN HIDDEN TESTS\nassert squares(11)[-1] == 121\n### END HIDDEN TESTS",
            "correct_squares",
            2,
        ),
        nb_tests(
            '"""Check that squares raises an error for invalid inputs"""\ntry:\n    squares(0)\nexcept ValueError:\n    pass\n'
            'else:\n    raise AssertionError("did not raise")',
            "squares_invalid_input",
            1,
        ),
        nb_cell(
            'def sum_of_squares(n):\n    """Compute the sum of the squares of numbers from 1 to n."""\n'
            "    total = 0\n    ### BEGIN SOLUTION\n    total = sum(squares(n))\n    ### END SOLUTION\n    return total",
            "sum_of_squares",
            solution=True,
        ),
        nb_tests(
            "from nose.tools import assert_equal\nassert_equal(sum_of_squares(1), 1)\nassert_equal(sum_of_squares(10), 385)\n"
            "### BEGIN HIDDEN TESTS\nassert sum_of_squares(4) == sum(squares(4))\n### END HIDDEN TESTS",
            "correct_sum_of_squares",
            1.5,
        ),
        nb_cell(
            "def scaled(x):\n    ### BEGIN SOLUTION\n    return halve(np.asarray(x) * SCALE)\n    ### END SOLUTION",
            "scaled",
            solution=True,
        ),
        nb_tests(
            "x = np.array([2.0, 4.0])\nnp.testing.assert_allclose(scaled(x), SCALE * x / 2)\n"
            'text = """two\nlines"""\nassert len(text.splitlines()) == 2\nassert abs(scaled([2.0])[0] - sqrt(9)) < 1e-12',
            "test_scaled",
            2,
        ),
        nb_cell("answer = 42  ", "the_answer", solution=True, schema=1),
        nb_tests("assert answer == 42", "test_the_answer", 1),
        nb_tests("### AUTOTEST squares(3)", "auto", 1),
        nb_tests("assert leftover(squares(2)) == 5", "uses_leftover", 1),
        nb_cell("Why is the sum of squares cubic in n?", kind="markdown"),
        nb_cell("Because each term grows like $i^2$.", "why", kind="markdown", grade=True, solution=True, points=3),
        nb_cell(
            "Draw a picture.\n\n=== BEGIN MARK SCHEME ===\n1 point for axes\n=== END MARK SCHEME ===",
            "picture",
            kind="markdown",
            task=True,
            points=2,
        ),
    ],
)


def raw(text):
    return v4.new_raw_cell(text)


def shown(source, text):
    """A test cell that was run."""
    return v4.new_code_cell(source, outputs=[v4.new_output("execute_result", data={"text/plain": text}, execution_count=1)])


def printed(source, text):
    return v4.new_code_cell(source, outputs=[v4.new_output("stream", name="stdout", text=text)])


OTTER = v4.new_notebook(
    metadata=KERNEL,
    cells=[
        raw(
            "# ASSIGNMENT CONFIG\nname: lab2\nsolutions_pdf: false\nfiles:\n  - table.csv\ngenerate: true\n"
            "seed:\n  variable: rng_seed\n  autograder_value: 7\n  student_value: 8"
        ),
        v4.new_markdown_cell("# Lab 2"),
        v4.new_code_cell("import numpy as np\nrng_seed = 7 # SEED"),
        raw("# BEGIN QUESTION\nname: q1\npoints: 4"),
        v4.new_markdown_cell("**Question 1.** Write `cube`."),
        raw("# BEGIN SOLUTION"),
        v4.new_code_cell('def cube(x):\n    """x to the power of three."""\n    return x**3 # SOLUTION'),
        raw("# END SOLUTION"),
        raw("# BEGIN TESTS"),
        shown("cube(2)", "8"),
        shown("bool(np.isclose(cube(0.5), 0.125))", "True"),
        printed("# HIDDEN\nprint(cube(3))", "27\n"),
        v4.new_code_cell(
            '""" # BEGIN TEST CONFIG\npoints: 2.5\nhidden: true\n""" # END TEST CONFIG\n'
            "y = cube(np.arange(3))\nassert y[-1] == 8"
        ),
        raw("# END TESTS"),
        raw("# END QUESTION"),
        raw("# BEGIN QUESTION\nname: q2"),
        v4.new_markdown_cell("**Question 2.** A class."),
        raw("# BEGIN SOLUTION"),
        v4.new_code_cell(
            'class Counter:\n    """Counts."""\n\n    def __init__(self, start=0):\n        # BEGIN SOLUTION\n'
            "        self.n = start\n        # END SOLUTION\n\n    def up(self):\n        # BEGIN SOLUTION NO PROMPT\n"
            "        self.n += 1\n        # END SOLUTION\n        return self.n # SOLUTION\n"
            '""" # BEGIN PROMPT\nclass Counter: ...\n""" # END PROMPT'
        ),
        raw("# END SOLUTION"),
        raw("# BEGIN TESTS"),
        v4.new_code_cell(
            "def test_up(Counter):\n    c = Counter(4)\n    assert c.up() == 5\n    assert c.up() == 6\ntest_up(Counter)"
        ),
        raw("# END TESTS"),
        raw("# END QUESTION"),
        raw("# BEGIN QUESTION\nname: q3\npoints: 1"),
        v4.new_markdown_cell("**Question 3.** A number."),
        raw("# BEGIN SOLUTION"),
        v4.new_code_cell("mean = np.mean([1, 2, 6]) # SOLUTION"),
        raw("# END SOLUTION"),
        raw("# BEGIN TESTS"),
        shown("float(mean)", "3.0"),
        raw("# END TESTS"),
        raw("# END QUESTION"),
        raw("# BEGIN QUESTION\nname: q4\nmanual: true\npoints: 2"),
        v4.new_markdown_cell("**Question 4.** Explain."),
        raw("# BEGIN SOLUTION"),
        v4.new_markdown_cell("**SOLUTION**: it is odd."),
        raw("# END SOLUTION"),
        raw("# END QUESTION"),
    ],
)
