"""The same code, handed in as a notebook, a .py file, a zip or a folder, finds the same around it and earns the same."""

import io
import sys
import zipfile

import pytest
from odd_hand_ins import notebook
from parts_course import EIGHTH, HALVE, MEAN, QUARTER

from autograder.runs.grade import Options, grade

REST = "\n\n".join([QUARTER, EIGHTH, MEAN])
UNDER_THE_GUARD = "if __name__ == '__main__':\n    def halve(x):\n        return x / 2\n"
RIGHT = {
    "defined under the guard": UNDER_THE_GUARD,
    "set under the guard": "if __name__ == '__main__':\n    TWO = 2\ndef halve(x):\n    return x / TWO\n",
    "a demonstration under the guard": HALVE + "\nif __name__ == '__main__':\n    print(open('nowhere'))\n",
    "the other way round": "if '__main__' == __name__:\n    from operator import truediv\n"
    "def halve(x):\n    return truediv(x, 2)\n",
    "reads __file__": "import os\nHERE = os.path.dirname(__file__)\ndef halve(x):\n    return x / (2 + len(HERE))\n",
    "reads __builtins__": "def halve(x):\n    return x / getattr(__builtins__, 'int')('2')\n",
    "reads __doc__": '"""Half."""\ndef halve(x):\n    return x / (2 if __doc__ is None else 3)\n',
    "asks for the shell": "COLAB = 'google.colab' in str(get_ipython())\ndef halve(x):\n    return x / (2 + COLAB)\n",
    "shows": "def halve(x):\n    display(x)\n    get_ipython().run_line_magic('matplotlib', 'inline')\n    return x / 2\n",
    "a dataclass": "from __future__ import annotations\nimport dataclasses, typing\n"
    "@dataclasses.dataclass\nclass Part:\n    by: float = 2\n    kind: typing.ClassVar[str] = 'half'\n"
    "def halve(x):\n    assert typing.get_type_hints(Part)['by'] is float\n    return x / Part().by\n",
}
WRONG = {"only where it is imported": "if __name__ != '__main__':\n    def halve(x):\n        return x / 2\n"}


def write(folder, stem, source):
    (folder / f"{stem}_py.py").write_text(source)
    (folder / f"{stem}_nb.ipynb").write_text(notebook(source))
    (folder / f"{stem}_folder").mkdir()
    (folder / f"{stem}_folder" / "hw.py").write_text(source)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("hw.py", source)
    (folder / f"{stem}_zip.zip").write_bytes(data.getvalue())


@pytest.mark.parametrize("force", [False, True], ids=["cached", "each run"])
def test_every_road_gives_the_same(parts, tmp_path, force):
    (tmp_path / "class").mkdir()
    cases = [(1.0, source) for source in RIGHT.values()] + [(0.0, source) for source in WRONG.values()]
    for number, (_, source) in enumerate(cases):
        write(tmp_path / "class", f"s{number}", f"{source}\n\n{REST}")
    options = Options(seed=3, quiet=True, jobs=1, only=["halve"], force=force)
    found = grade(parts.root, "01", [tmp_path / "class"], tmp_path / "out", options).results
    scores = {r.submission: r.score for r in found}
    roads = ("py", "nb", "folder", "zip")
    assert scores == {f"s{n}_{road}": score for n, (score, _) in enumerate(cases) for road in roads}


def test_a_check_at_home_sees_what_grading_sees(monkeypatch):
    from autograder.suites.transport import LocalTransport
    from autograder.worker.session import Session

    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # put back afterwards
    session = Session()
    load = {"op": "load", "statements": [], "bufs": []}
    LocalTransport(session).request(load, session.encoder())
    assert session.namespace["__name__"] == "__main__"
