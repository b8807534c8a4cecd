"""Hand-ins that share code, or the lack of it, and differ in what their students should read."""

import io
import json
import zipfile

from parts_course import EIGHTH, HALVE, MEAN, QUARTER, RIGHT

HandIn = dict[str, str | bytes]
"""Suffix or path behind the name -> content: {".py": ...} is a file, {"/hw.py": ...} a folder."""


def py(*parts: str) -> HandIn:
    return {".py": "\n\n".join(parts)}


def nb(*cells: str) -> HandIn:
    return {".ipynb": notebook(*cells)}


def notebook(*cells: str) -> str:
    made = [{"cell_type": "code", "source": c, "metadata": {}, "outputs": []} for c in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def zipped(**files: str) -> HandIn:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return {".zip": data.getvalue()}


REST = (QUARTER, EIGHTH, MEAN)
BY_HELPER = "def quarter(x):\n    return helper(helper(x))\n"
USES_MODULE = "import tools\n\ndef halve(x):\n    return tools.half(x)\n"
THROUGH_NOTHING = "def eighth(x):\n    return quarter(x) / 2\n"

HAND_INS: list[HandIn] = [
    # names that are missing, and names that cannot be read
    py("import numpy as np"),
    py(*REST),
    py("x = 1", *REST),
    py("def halve(x:\n    return x / 2", *REST),
    py("def halve(x):\n    y = x\n    return (y / 2", *REST),
    py("def halve(x):\n    y = x\n    z = y\n    return y / / 2", *REST),
    py("\n\n# later\ndef halve(x)\n    return x / 2", *REST),
    nb("def halve(x:\n    return x / 2", *REST),
    nb("1 + 1", "def halve(x):\n    return x /", *REST),
    nb(HALVE, "def quarter(x:\n  pass", EIGHTH, MEAN),
    nb(HALVE, "def quarter(x):\n    return = x", EIGHTH, MEAN),
    nb(HALVE, EIGHTH, MEAN),
    nb(HALVE, QUARTER, MEAN),
    nb(QUARTER, EIGHTH, MEAN, "del halve"),
    nb(HALVE, "del halve", *REST),
    # what is forbidden, in other lines and ways, beside the same code
    py(HALVE, QUARTER, EIGHTH, "import numpy as np\ndef mean(x):\n    return np.mean(x, 0)"),
    py(HALVE, QUARTER, EIGHTH, "import numpy as np\ndef mean(x):\n    n = len(x)\n    return np.mean(x, 0)"),
    py(HALVE, QUARTER, EIGHTH, "import numpy as np\ndef mean(x):\n    return np.average(x, 0)"),
    py(HALVE, QUARTER, EIGHTH, "from numpy import mean as m\ndef mean(x):\n    return m(x, 0)"),
    py(HALVE, QUARTER, EIGHTH, "import torch\ndef mean(x):\n    return torch.tensor(x).sum(0) / len(x)"),
    py("import torch", RIGHT),
    py("import numpy as np\ndef halve(x):\n    return x / np.mean([2.0, 2.0])", *REST),
    # wrong helpers: what follows through depends on another exercise's code
    py("def halve(x):\n    return x / 3", *REST),
    py("def halve(x):\n    return x / 3", "def quarter(x):\n    return x / 4", EIGHTH, MEAN),
    py(HALVE, "def quarter(x):\n    return x / 4", EIGHTH, MEAN),
    py("def quarter(x):\n    return x / 4", EIGHTH, MEAN),
    py("def halve(x:", "def quarter(x):\n    return x / 4", EIGHTH, MEAN),
    py("def halve(x):\n    return x / 3", "def quarter(x):\n    return x / 5", EIGHTH, MEAN),
    py(HALVE, "def quarter(x):\n    return x / 5", EIGHTH, MEAN),
    py("def quarter(x):\n    return x / 5", EIGHTH, MEAN),
    py("def halve(x:", "def quarter(x):\n    return x / 5", EIGHTH, MEAN),
    py("def halve(x):\n    return None", *REST),
    # helpers of other names, broken or missing ones
    py("def helper(x):\n    return x / 2", HALVE, BY_HELPER, EIGHTH, MEAN),
    py("def helper(x:\n    return x / 2", HALVE, BY_HELPER, EIGHTH, MEAN),
    py(HALVE, BY_HELPER, EIGHTH, MEAN),
    nb("%%time\nhelper = 1", HALVE, BY_HELPER, EIGHTH, MEAN),
    nb(HALVE, BY_HELPER, EIGHTH, MEAN, "exec('helper = halve')"),
    nb("exec('helper = lambda x: x / 3')", HALVE, BY_HELPER, EIGHTH, MEAN),
    # the same code in other places, formats, with other neighbours and notes
    py(RIGHT),
    py("#" * 40 + "\n" * 9 + RIGHT),
    nb(RIGHT),
    nb("%matplotlib inline", "!pip install x", RIGHT),
    nb("for", "while", RIGHT),
    nb("print('plot')", *RIGHT.split("\n\n\n")),
    {"/hw.py": RIGHT},
    zipped(hw__py=RIGHT, notes__txt="x"),
    zipped(hw__py=RIGHT, model__pkl="x"),
    zipped(hw__ipynb=notebook(RIGHT), other__py="def half(x: pass"),
    # sibling files of one name
    zipped(hw__ipynb=notebook(USES_MODULE, *REST), tools__py="def half(x):\n    return x / 2\n"),
    zipped(hw__ipynb=notebook(USES_MODULE, *REST), tools__py="def half(x):\n    return x / 3\n"),
    zipped(hw__ipynb=notebook(USES_MODULE, *REST), tools__py="def half(x:\n    return x / 3\n"),
    zipped(hw__ipynb=notebook(USES_MODULE, *REST)),
    # nothing that can be read
    {".py": ""},
    {".ipynb": "{"},
    {".zip": b"PK\x03\x04"},
    {"/readme.txt": "see my mail"},
    # raising in the same line of other code
    py("def halve(x):\n    raise ValueError('secret of one')", *REST),
    py("def halve(x):\n    raise ValueError('secret of another')", *REST),
    py("def halve(x):\n    return x.nothing", *REST),
]
