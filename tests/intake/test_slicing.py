"""What a slice says beyond its statements: fallback, broken cells, digests, lines."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from intake_helpers import labelled, run_cells, run_slice

from autograder.intake.slicing import Slice, analyse, relative_line, slice_names


def sources(piece: Slice) -> list[str]:
    return [s.source for s in piece.statements]


# -- fallback ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cells, named",
    [
        (["x = 1", "def f(): return undefined_thing"], "undefined_thing"),
        (["@unknown_decorator\ndef f(): pass", "x = 1"], "unknown_decorator"),
        (["def f(k=LATER): return k", "LATER = 3"], "LATER"),
        (["exec('def h(): return 1')", "def f(): return h()"], "h"),
        (["exec('def f(): return 1')"], "f"),
        (["def f(): return 1", "exec('def f(): return 2')"], "f"),
        (["for n in ['a', 'h']:\n    globals()[n] = len", "def f(): return h('x')"], "h"),
        (["get_ipython().run_cell('h = 2')", "def f(): return h"], "h"),
        (["h = 3", "def f(): return eval('h')"], "eval"),
        (["h = 3", "def f(): return globals()['h' + '']"], "globals"),
    ],
)
def test_falls_back_to_the_whole_submission(cells, named):
    piece = slice_names(labelled(cells), ["f"])
    assert piece.whole
    assert not piece.missing
    assert len(piece.statements) == len(cells)
    assert any(named in note and "all cells are run" in note for note in piece.notes)


def test_fallback_still_marks_what_was_found_needed():
    piece = slice_names(labelled(["while True: pass", "k = 1", "def f(): return k + typo"]), ["f"])
    assert piece.whole and piece.unresolved == ["typo"]
    assert [(s.source, s.needed) for s in piece.statements] == [
        ("while True: pass", False),
        ("k = 1", True),
        ("def f(): return k + typo", True),
    ]


def test_dynamic_code_that_concerns_nothing_needed_is_ignored():
    cells = labelled(["exec('y = 2')", "print(globals().keys())", "def f(): return vars(object)"])
    assert not slice_names(cells, ["f"]).whole


def test_exported_notebook_magics_are_no_reason_to_fall_back():
    piece = slice_names([("line", "get_ipython().run_line_magic('matplotlib', 'inline')\ndef f(): return 1")], ["g"])
    assert piece.missing == ["g"] and not piece.whole


def test_whole_submission_runs_dynamic_definitions():
    cells = ["exec('def h(): return 41')", "def f(): return h() + 1"]
    assert run_slice(slice_names(labelled(cells), ["f"]))["f"]() == run_cells(cells)["f"]() == 42


def test_local_names_are_not_taken_for_globals():
    cells = labelled(
        [
            "def f(x):\n    for i, (a, *b) in x:\n        with open(a) as h:\n            import os as o\n            del b\n"
            "    try: pass\n    except E as e: print(e)\n    return i, h, o\nclass E(Exception): pass"
        ]
    )
    piece = slice_names(cells, ["f"])
    assert not piece.whole and [s.name for s in piece.statements] == ["f", "E"]


# -- missing and broken ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["x = f(x)", "x += 1", "for x in y: z = x"])
def test_long_chains_end(line):
    piece = slice_names(
        [("cell 1", "x = y = z = 0\ndef f(a): return a + x\n" + f"{line}\n" * 1500 + "def g(): return x, z")],
        ["g"],
    )
    assert piece.statements[-1].name == "g"


def test_missing_name():
    piece = slice_names(labelled(["def g(): pass"]), ["f"])
    assert piece.missing == ["f"] and piece.statements == [] and not piece.whole


def test_deleted_name_is_missing():
    assert slice_names(labelled(["def f(): pass", "del f"]), ["f"]).missing == ["f"]


def test_broken_definition_says_where():
    cell = "import math\n\ndef good(): return math.pi\n\ndef bad(x):\n    y = x\n    return y +\n\ndef also_good(): return 1\n"
    analysis = analyse([("cell 2", cell)])
    assert sources(analysis.slice(["good"])) == ["import math", "def good(): return math.pi"]
    assert sources(analysis.slice(["also_good"])) == ["def also_good(): return 1"]
    bad = analysis.slice(["bad"])
    assert bad.broken == {"bad": "SyntaxError in line 3 of bad (cell 2, line 7): invalid syntax: `return y +`"}
    assert bad.missing == [] and bad.statements == [] and not bad.whole
    assert any(note.startswith("cell 2, line 7: SyntaxError") for note in bad.about_all)


def test_bad_indent_breaks_its_own_definition_only():
    analysis = analyse([("cell 1", "k = 1\ndef f():\n    return 1\n  x = 2\ndef g(): return k")])
    assert analysis.slice(["f"]).broken["f"].startswith("IndentationError in line 3 of f (cell 1, line 4)")
    assert sources(analysis.slice(["g"])) == ["k = 1", "def g(): return k"]


def test_broken_helper_is_named_and_does_not_run_everything():
    piece = slice_names(labelled(["def h(:\n  pass", "def f(): return h()", "while True: pass"]), ["f"])
    assert set(piece.broken) == {"h"} and not piece.whole
    assert sources(piece) == ["def f(): return h()"]


@pytest.mark.parametrize(
    "cell",
    [
        "x = foo(\ndef f():\n    return 1",
        "def f():\n    return 1\nprint 'python 2'",
        "text = '''never closed\ndef f():\n    return 1",
        "@staticmethod\ndef f():\n    return 1\nfor i in range(3) print(i)",
        "def f():\n    s = '''\nat the margin\n'''\n    return 1\n)",
        "if True:\n    def f():\n        return 1\nelse:\n    pass\n$ bad",
        "pip install torch\ndef f(): return 1\n? ?",
    ],
)
def test_what_surrounds_a_syntax_error_is_kept(cell):
    piece = slice_names([("cell 1", cell)], ["f"])
    assert not piece.missing and not piece.broken and not piece.whole
    found = run_slice(piece)["f"]
    assert getattr(found, "__func__", found)() == 1


def test_broken_redefinition_leaves_the_earlier_one():
    piece = slice_names(labelled(["def f(): return 1", "def f( return 2"]), ["f"])
    assert sources(piece) == ["def f(): return 1"]
    assert any("cell 2" in note and "SyntaxError" in note for note in piece.about_all)


@pytest.mark.parametrize(
    "hostile",
    [
        "x = 1\0",
        "(" * 5000,
        "x = " + "-" * 100_000 + "1",
        "x = " + "+".join("1" * 20_000),
        "x = " + "9" * 10_000,
        "x = 0x" + "f" * 10_000,
        "\ud800 = 1",
        "x = '\ud800'",
        "lambda: " * 3000 + "1",
        "if x: pass\n" + "elif x: pass\n" * 3000,
        "a" + ".b" * 5000,
        "\n".join(" " * i + "if x:" for i in range(150)),
        "def f(): return 1\n" * 10 + "x = (" + "\n(" * 500,
    ],
)
def test_hostile_cells_cost_only_themselves(hostile):
    piece = slice_names([("cell 1", hostile), ("cell 2", "def good(): return x_2\nx_2 = 3")], ["good", "x"])
    assert "good" in [s.name for s in piece.statements]
    json.dumps(piece.to_json())


# -- digests ---------------------------------------------------------------------------------------------

BASE = ["import numpy as np", "EPS = 1e-5", "def f(x):\n    return np.sum(x) + EPS"]


@pytest.mark.parametrize(
    "same",
    [
        ["import os, numpy as np # why\nEPS   =  1e-5\ndef f( x ):\n\n  # sum\n  return (np.sum(x)+EPS)"],
        ["import torch", *BASE, "while True: pass", "def g(): return 1"],
        ["%matplotlib inline", *BASE],
        ["import numpy as np", "EPS = 0.00001;", "def f(x): return np.sum(x) + \\\n EPS"],
    ],
)
def test_digest_is_of_the_meaning(same):
    assert slice_names(labelled(same), ["f"]).digest == slice_names([("line", "\n".join(BASE))], ["f"]).digest


@pytest.mark.parametrize(
    "old, new",
    [("1e-5", "1e-6"), ("np.sum", "np.max"), ("(x):", "(x=1):"), ("EPS = ", "EPS = -"), ("+", "-")],
)
def test_digest_changes_with_the_meaning(old, new):
    text = "\n".join(BASE)
    assert slice_names([("line", text.replace(old, new, 1))], ["f"]).digest != slice_names([("line", text)], ["f"]).digest


def test_digest_covers_needed_siblings_only():
    cells = labelled(["import helpers", "def f(): return helpers.K"])
    one = slice_names(cells, ["f"], {"helpers": "K = 1", "other": "1"}).digest
    assert slice_names(cells, ["f"], {"helpers": "K = 1  # same", "other": "2"}).digest == one
    assert slice_names(cells, ["f"], {"helpers": "K = 2", "other": "1"}).digest != one


# -- the wire and lines ----------------------------------------------------------------------------------


def test_imports_are_listed_with_their_lines():
    cells = [
        ("cell 1", "import os\nfrom torch import nn\nimport numpy as np"),
        ("cell 2", "def f():\n    import jax.numpy as j\n    return nn, j"),
    ]
    assert slice_names(cells, ["f"]).imports == [("torch.nn", "cell 1", 2), ("jax.numpy", "cell 2", 2)]


def test_relative_line():
    piece = slice_names([("cell 4", "k = 1\n\ndef f():\n    a = 1\n    return a + k")], ["f"])
    assert relative_line(piece, "cell 4", 5) == ("f", 3)
    assert relative_line(piece, "cell 4", 1) == ("k", 1)
    assert relative_line(piece, "cell 9", 7) == ("", 7)


def test_slice_survives_json_and_refuses_forgeries():
    piece = slice_names(labelled(["from math import pi", "def f(): return pi", "def g( return"]), ["f", "g", "h"])
    data = json.loads(json.dumps(piece.to_json()))
    assert Slice.from_json(data) == piece
    for key, value in [
        ("statements", [1]),
        ("digest", 3),
        ("whole", 1),
        ("imports", [["a"]]),
        ("broken", []),
        ("missing", [None]),
    ]:
        with pytest.raises(ValueError):
            Slice.from_json({**data, key: value})
    with pytest.raises(ValueError):
        Slice.from_json([])


def test_analysis_serves_many_slices():
    analysis = analyse(labelled([f"def f{i}(x): return f{i - 1}(x)" if i else "def f0(x): return x" for i in range(30)]))
    assert [len(analysis.slice([f"f{i}"]).statements) for i in (0, 9, 29)] == [1, 10, 30]


PIECES = st.sampled_from(
    [
        "def f(x):\n    return x\n",
        "class A(f):\n  x = 1\n",
        "x",
        "=",
        "(",
        ")",
        "[",
        "]",
        "\n",
        "    ",
        "import a.b",
        "from m import *",
        "%magic",
        "!ls",
        "'''",
        '"',
        "#",
        "lambda",
        ":",
        "del x",
        "global x",
        "for x in f:",
        "match x:\n case {'a': y}:",
        "with f as x:",
        "try:",
        "except",
        "@f",
        "\\",
        "\x00",
        "é",
        ":=",
        "async ",
        "await ",
        "f'{x}'",
        "exec('f')",
        "globals()['f']=1",
        "x += 1",
        "x.append(1)",
        "while True:",
        "yield",
        "nonlocal x",
        "type X = int",
        "*",
        ",",
        ";",
        "\r",
        "\t",
        "\ufeff",
        "\x0c",
    ]
)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=12).map("".join)), max_size=4))
def test_slicing_never_raises(cells):
    piece = slice_names(labelled(cells), ["f", "x", "A"], {"m": cells[0] if cells else ""})
    Slice.from_json(json.loads(json.dumps(piece.to_json())))
    for statement in piece.statements:
        assert statement.line >= 1
