"""Attacks in the hand-in itself: zips that climb, explode or shadow, notebooks that are none, source that is a bomb."""

from __future__ import annotations

import io
import json
import struct
import warnings
import zipfile

from attack import MARK, Attack, made, notebook, zipped

HONEST = "import numpy as np\n\ndef add_one(x):\n    return x + 1.0\n"
LAZY = "import numpy as np\n\ndef add_one(x):\n    return x\n"
# What a pickle would do, written by hand: nothing here ever makes or reads one.
PICKLE = f"cos\nsystem\n(S'touch /tmp/{MARK}-pickle'\ntR.".encode()
POISON = f"""
import builtins
builtins.open("/tmp/{MARK}-shadow", "w")
raise SystemExit("shadowed")
"""


def shadows() -> bytes:
    names = (
        "numpy.py",
        "torch.py",
        "pytest.py",
        "conftest.py",
        "sitecustomize.py",
        "usercustomize.py",
        "json.py",
        "struct.py",
        "autograder/__init__.py",
        "autograder/worker/session.py",
        "reference/targets/add_one.py",
        "numpy/__init__.py",
        "typing.py",
        "encodings/__init__.py",
        "given.py",
        "__main__.py",
        "pytest.ini",
        "pyproject.toml",
        "tox.ini",
        "evil.pth",
    )
    return zipped({"hw.ipynb": notebook(HONEST), **dict.fromkeys(names, POISON)})


def imports_a_shadow() -> bytes:
    fake = "def __getattr__(name):\n    return lambda *args, **kwargs: True\n"
    main = "import numpy as np\nimport autograder.suite\nimport pytest\n\ndef add_one(x):\n    pytest.skip()\n    return x\n"
    return zipped({"hw.ipynb": notebook(main), "autograder/suite.py": fake, "pytest.py": fake, "numpy.py": fake})


def climbing() -> bytes:
    up = "../" * 12
    names = (
        f"{up}tmp/{MARK}.py",
        f"/tmp/{MARK}.py",
        f"..\\..\\{MARK}.py",
        f"a/../../{MARK}.py",
        f"C:\\{MARK}.py",
        f"C:/{MARK}.py",
        f"{up}root/.ssh/{MARK}",
        "./././hw2/../../x.txt",
        "a\0b.py",
    )
    return zipped({**dict.fromkeys(names, "x = 1"), "hw.py": HONEST})


def links(target: str = "/etc/passwd") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, to in (("helper.py", target), ("folder", "/"), ("hw2.ipynb", "hw.py")):
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o120777 << 16
            archive.writestr(info, to)
        archive.writestr("hw.py", HONEST)
    return data.getvalue()


def only_a_link() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        info = zipfile.ZipInfo("hw.py")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "../s000_honest.py")
    return data.getvalue()


def bomb() -> bytes:
    data = io.BytesIO()
    with (
        zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("hw.py", "w", force_zip64=True) as file,
    ):
        for _ in range(300):
            file.write(b"#" * (1 << 20))
    return data.getvalue()


def bomb_of_siblings() -> bytes:
    block = "#" * (1 << 20)
    return zipped({"hw.ipynb": notebook(HONEST), **{f"part{i}.py": block for i in range(200)}})


def overlapping() -> bytes:
    """A table of contents in which every entry points to the same bytes: small in the file, large when read."""
    one = io.BytesIO()
    with zipfile.ZipFile(one, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.py", "#" * (4 << 20))
    raw = one.getvalue()
    entry_at = raw.rindex(b"PK\x01\x02")
    end_at = raw.rindex(b"PK\x05\x06")
    entry = raw[entry_at:end_at]
    count = 1000
    directory = entry * count
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(directory), entry_at, 0)
    return raw[:entry_at] + directory + end


def lying_sizes() -> bytes:
    raw = bytearray(zipped({"hw.py": LAZY}))
    at = raw.rindex(b"PK\x01\x02")
    raw[at + 20 : at + 28] = struct.pack("<II", 0xFFFFFFFE, 0xFFFFFFFE)
    return bytes(raw)


def encrypted() -> bytes:
    raw = bytearray(zipped({"hw.py": LAZY}))
    for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = raw.index(mark)
        raw[at + offset] |= 1
    return bytes(raw)


def many_files() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number in range(30_000):
            archive.writestr(f"d/{number}.txt", b"")
        archive.writestr("hw.py", LAZY)
    return data.getvalue()


def nested() -> bytes:
    inner = zipped({"hw.py": LAZY})
    for depth in range(10):
        inner = zipped({f"level{depth}.zip": inner})
    return inner


def other_compression() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("hw.py", LAZY)
    return data.getvalue()


def pickles() -> bytes:
    beside = dict.fromkeys((".OTTER_LOG", "results.pkl", "weights.pt", "__zip_filename__", "score.json"), PICKLE)
    return zipped({"hw.ipynb": notebook(HONEST), **beside, "results.json": '{"score": 100}'})


def twice() -> bytes:
    data = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(data, "w") as archive:
        warnings.simplefilter("ignore")  # zipfile finds it odd, too
        for text in (HONEST, LAZY):
            archive.writestr(zipfile.ZipInfo("hw.py"), text)
    return data.getvalue()


def markup_names() -> bytes:
    evil = "<img src=x onerror=alert(1)> ![x](http://e.example/p.png) `|\n# 100 of 100"
    return zipped({"hw.py": HONEST, f"{evil}.pkl": "x", f"{evil}.py": "x = 1", f"../{evil}": "x"})


def outputs() -> bytes:
    text = "<script>alert(document.cookie)</script>" * 100
    shown = {
        "output_type": "display_data",
        "metadata": {},
        "data": {"text/html": text, "application/javascript": text},
    }
    big = {"output_type": "stream", "name": "stdout", "text": "y" * 20_000_000}
    cell = {"cell_type": "code", "source": HONEST, "metadata": {"tags": [text]}, "outputs": [shown, big] * 2}
    return notebook(cell, metadata={"kernelspec": {"language": text}, "widgets": {text: [text] * 100}})


def damaged_cells() -> bytes:
    cells: list = [
        None,
        7,
        [],
        "text",
        {},
        {"cell_type": "code"},
        {"cell_type": "code", "source": 5},
        {"cell_type": ["code"]},
        {"cell_type": "code", "source": ["def f(:", 3]},
        {"cell_type": "code", "source": HONEST, "id": "same"},
        {"cell_type": "code", "source": "x = 1", "id": "same", "metadata": None},
        {"cell_type": "code", "source": "# \ud800", "metadata": {"tags": "exercise:add_one"}},
    ]
    return json.dumps({"cells": cells, "metadata": [], "nbformat": "four"}).encode()


def commands() -> bytes:
    touch = f"touch /tmp/{MARK}-magic"
    return notebook(
        f"!{touch}\n%run /etc/passwd\n%load_ext evil\nfiles = !ls /",
        f"%%bash\n{touch}",
        f"%%writefile /tmp/{MARK}-written\nx",
        f"get_ipython().system('{touch}')\nget_ipython().run_line_magic('cd', '/')",
        f"%%javascript\nalert('{MARK}')",
        HONEST,
    )


def old_notebook() -> bytes:
    sheet = {"cells": [{"cell_type": "code", "input": HONEST, "language": "python", "outputs": [None]}]}
    return json.dumps({"worksheets": [sheet], "nbformat": 3, "metadata": {}}).encode()


def compile_bombs() -> dict[str, str]:
    """Source that is Python, or nearly, and takes long or deep to read; the needed name depends on each."""
    return {
        "parentheses": "Z = " + "(" * 90 + "1" + ")" * 90 + "\n" + "Y = " + "(" * 50_000 + ")" * 50_000,
        "minus_signs": "Z = " + "-" * 200_000 + "1",
        "long_sum": "Z = " + "1+" * 200_000 + "1",
        "powers": "Z = 9 ** 9 ** 9 ** 9",
        "shift": "Z = 1 << (1 << 40)",
        "big_literal": "Z = " + "9" * 1_000_000,
        "hex_literal": "Z = 0x" + "f" * 1_900_000,
        "many_strings": "Z = [" + "'a'," * 400_000 + "]",
        "nested_lambdas": "Z = " + "lambda: " * 20_000 + "0",
        "nested_lists": "Z = " + "[" * 150 + "]" * 150 + "; Z = " + "[" * 99 + "]" * 99,
        "nested_format": "Z = " + 'f"{' * 120 + "1" + '}"' * 120,
        "deep_attributes": "Z = np" + ".a" * 300_000,
        "many_blocks": "\n".join("    " * i + "if 1:" for i in range(99)) + "\n" + "    " * 99 + "Z = 1",
        "many_names": "\n".join(f"n{i} = n{i - 1} if {i} else 0" for i in range(60_000)) + "\nZ = n59999",
        "decorators": "@print\n" * 100_000 + "def g(): pass\nZ = g",
        "star_imports": "from numpy import *\n" * 5_000 + "Z = exec",
        "comprehensions": "Z = " + "[x for x in " * 90 + "[1]" + "]" * 90,
    }


# They use up their whole budget of CPU time, of slicing or of loading.
SLOW_BOMBS = ("powers", "star_imports", "many_strings", "many_names", "decorators")


def bombed(kind: str) -> bytes:
    return f"import numpy as np\n{compile_bombs()[kind]}\n\ndef add_one(x):\n    Z\n    return x\n".encode()


def beside(name: str, tries: str, suffix: str, build: object, **more: object) -> Attack:
    """An attack with a right answer beside it, which must count."""
    return made(name, tries, suffix, build, honest=4.0, exact=True, **more)  # type: ignore[arg-type]


ATTACKS: list[Attack] = [
    beside(
        "shadow_modules",
        "has files called like numpy, pytest, conftest and the grader's own modules",
        ".zip",
        shadows,
    ),
    made(
        "shadow_imported",
        "imports its own pytest and autograder.suite, to skip its tests",
        ".zip",
        imports_a_shadow,
    ),
    beside("zip_slip", "has members that would be written outside of any folder", ".zip", climbing),
    beside("zip_links", "has links to files of the machine among its members", ".zip", links),
    made("zip_only_link", "is a link to another student's hand-in", ".zip", only_a_link, outcome="error"),
    made("zip_bomb", "unpacks to 300 MB of source", ".zip", bomb, outcome="error"),
    made("zip_bomb_of_siblings", "unpacks to 200 modules of 1 MB", ".zip", bomb_of_siblings, outcome="error"),
    made(
        "zip_overlap",
        "has a thousand entries that share the same bytes",
        ".zip",
        overlapping,
        outcome="error",
    ),
    made("zip_lying_sizes", "says that a member is 4 GB long", ".zip", lying_sizes),
    made("zip_encrypted", "is encrypted", ".zip", encrypted, outcome="error"),
    made("zip_many_files", "has thirty thousand members", ".zip", many_files, outcome="error"),
    made("zip_nested", "has a zip in a zip in a zip, ten deep", ".zip", nested, outcome="error"),
    made(
        "zip_other_compression",
        "is compressed so that a header may ask for gigabytes",
        ".zip",
        other_compression,
        outcome="error",
    ),
    made(
        "zip_twice",
        "has the same file twice, right and wrong: one of them counts, whichever",
        ".zip",
        twice,
        honest=4.0,
    ),
    made("zip_truncated", "ends in the middle", ".zip", lambda: zipped({"hw.py": LAZY})[:-30], outcome="error"),
    made(
        "zip_is_no_zip",
        "is a shell script called .zip",
        ".zip",
        lambda: b"#!/bin/sh\nrm -rf /\n",
        outcome="error",
    ),
    beside(
        "zip_pickles",
        "brings otter's log, pickled results and weights that run code when they are read",
        ".zip",
        pickles,
    ),
    # HOLE when written (reported): notes are not escaped as Markdown.
    beside("zip_markup_names", "has members named in HTML and Markdown", ".zip", markup_names),
    beside(
        "notebook_outputs",
        "has outputs of 40 MB, HTML and scripts in outputs and metadata",
        ".ipynb",
        outputs,
    ),
    beside(
        "notebook_damaged",
        "has cells of the wrong kind, the same id twice, lone surrogates",
        ".ipynb",
        damaged_cells,
    ),
    beside(
        "notebook_commands",
        "has shell escapes and magics that run programs and write files",
        ".ipynb",
        commands,
    ),
    beside("notebook_of_old", "is of nbformat 3 with outputs that are null", ".ipynb", old_notebook),
    beside(
        "notebook_with_mark",
        "starts with a byte-order mark",
        ".ipynb",
        lambda: b"\xef\xbb\xbf" + notebook(HONEST),
    ),
    made(
        "notebook_latin",
        "is in Latin-1",
        ".ipynb",
        lambda: notebook("# \x00").replace(b"\\u0000", b"\xe9\xff"),
    ),
    made(
        "notebook_deep",
        "is JSON nested a hundred thousand times",
        ".ipynb",
        lambda: b'{"cells":' + b"[" * 100_000,
        outcome="error",
    ),
    made(
        "notebook_wide",
        "is a list of ten million empty lists",
        ".ipynb",
        lambda: b'{"cells":[' + b"[]," * 10_000_000 + b"[]]}",
        outcome="error",
    ),
    made(
        "notebook_numbers",
        "has numbers of a million digits",
        ".ipynb",
        lambda: b'{"cells":[], "x":' + b"9" * 1_000_000 + b"}",
        outcome="error",
    ),
    made("notebook_empty", "is an empty file", ".ipynb", lambda: b"", outcome="error"),
    made(
        "notebook_many_cells",
        "has a hundred thousand cells",
        ".ipynb",
        lambda: notebook(*["x"] * 100_000),
        outcome="error",
    ),
    made(
        "source_coding",
        "says that it is written in an encoding that runs for ever",
        ".py",
        lambda: b"# coding: punycode\n" + b"-" * 1_000_000,
        outcome="error",
    ),
    made(
        "source_null_bytes",
        "has null bytes and form feeds in its source",
        ".py",
        lambda: b"\0" * 1000 + LAZY.encode() + b"\x0c\0",
    ),
    made(
        "source_binary",
        "is random bytes called .py",
        ".py",
        lambda: bytes(range(256)) * 1000,
        outcome="error",
    ),
    made(
        "source_too_long",
        "is 5 MB of source",
        ".py",
        lambda: LAZY.encode() + b"#" * 5_000_000,
        outcome="error",
    ),
    beside(
        "source_wide_letters",
        "defines its function in full-width letters, which Python takes for plain ones",
        ".py",
        lambda: "def ａｄｄ_one(x):\n    return x + 1.0\n".encode(),
    ),
    *[
        made(
            f"compile_{kind}",
            f"has source that is long or deep to read: {kind.replace('_', ' ')}",
            ".py",
            lambda kind=kind: bombed(kind),
            slow=kind in SLOW_BOMBS,
        )
        for kind in compile_bombs()
    ],
]
