"""What somebody from outside tried who knew the documentation only: settings, ancillary data, polite sleepers, odd names."""

from __future__ import annotations

import base64
import json
import zipfile
from io import BytesIO

from attack import Attack, code, made, notebook, python, zipped

RIGHT = "def add_one(x):\n    return x + 1.0\n"
LAZY = "def add_one(x):\n    return x\n"
UNSEEN = "\u202e\u2066\u200b\u200d\ufe0f\U000e0041\u009b31m\u0085\u2028" + "a" + "\u0301" * 300


def notebook_and_zip() -> bytes:
    """A notebook for whoever reads from the front, a zip with another answer for whoever reads from the back."""
    data = BytesIO(notebook(LAZY))
    data.seek(0, 2)
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("right.py", RIGHT)
    return data.getvalue()


def names_that_are_one() -> bytes:
    """Names that other systems take for each other or for something else, and names that show as others."""
    odd = (
        "ADD.py",
        "add.py",
        "Add.PY",
        "e\u0301.py",
        "\u00e9.py",
        "aux.py",
        "nul.py",
        "x.py.",
        "x.py ",
        "a:b.py",
        "y\u202eyp.py",
    )
    return zipped({**{name: POISON for name in odd}, "main.py": RIGHT, "C:\\secret.py": POISON, "..\\up.py": POISON})


POISON = "raise SystemExit('imported')\n"


def odd_versions() -> bytes:
    cell = {"cell_type": "code", "metadata": None, "outputs": {"a": 1}, "source": LAZY, "execution_count": "x"}
    cells = [cell, {**cell, "source": 7}, {**cell, "cell_type": ["code"]}, {**cell, "source": {"a": LAZY}}, None, 3]
    return json.dumps({"cells": cells, "nbformat": -(10**30), "nbformat_minor": "4", "metadata": [1]}).encode()


def heavy_attachments() -> bytes:
    picture = base64.b64encode(b"\x89PNG" + b"\0" * 3_000_000).decode()
    name = "<img src=x onerror=alert(1)>.png"
    text = {
        "cell_type": "markdown",
        "metadata": {},
        "attachments": {name: {"image/png": picture}, "../../x": {"text/html": "<script>alert(1)</script>"}, "y": 3},
        "source": f"![a](attachment:{name}) ![b](attachment:../../x)",
    }
    return notebook(text, RIGHT)


def answers_to_every_name() -> bytes:
    """A file that has whatever name it is asked for, and says that it has a hundred thousand of them."""
    tools = """
    class Always:
        def __eq__(self, other): return True
        def __call__(self, *args, **kwargs): return self
        def __getattr__(self, name): return self

    __all__ = [f"name{i}" for i in range(100_000)] + ["add_one", "total", "double", "count_positive"]
    __path__ = ["/"]

    def __getattr__(name):
        return Always()

    def __dir__():
        return __all__
    """
    return zipped({"main.py": "from tools import *\nimport tools\nadd_one = tools.add_one\n", "tools.py": code(tools)})


ATTACKS: list[Attack] = [
    # --- the wire ---------------------------------------------------------------------------------------------
    python(
        "wire_descriptors",
        "sends descriptors along with its frames, to fill the grader's table, and urgent data",
        """
        import array, socket

        def add_one(x):
            sock = socket.socket(fileno=os.dup(the_wire()))
            data = frame({"result": ["n"], "bufs": []})
            for _ in range(200):
                try:
                    rights = array.array("i", [the_wire()] * 200)
                    sock.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
                except OSError:
                    os.write(the_wire(), data)
            for option in (socket.SO_SNDBUF, socket.SO_RCVBUF, socket.SO_LINGER):
                try:
                    sock.setsockopt(socket.SOL_SOCKET, option, 1)
                    sock.send(b"x", socket.MSG_OOB)
                except OSError:
                    pass
            return x
    """,
    ),
    python(
        "wire_long_numbers",
        "sends numbers of a million digits, beyond all floats and no numbers, where sizes and results are read",
        """
        LONG = b"9" * 1_000_000

        def add_one(x):
            for text in (
                b'{"result": ["i", ' + LONG + b'], "bufs": []}',
                b'{"result": ["a", 0], "bufs": [["<f8", [' + LONG + b'], 8]]}',
                b'{"result": ["f", 1e999999], "bufs": [["<f8", [1e3], -0]]}',
                b'{"result": ["a", -1], "bufs": [["<f8", [true], 8.0]]}',
            ):
                put(frame(text))
            return x
    """,
    ),
    python(
        "wire_nothing_with_a_shape",
        "sends arrays without entries that are endless along another axis, and texts of no letters",
        """
        def add_one(x):
            axis = 1 << 40
            for dtype, shape in (("<f8", [0, axis]), ("|S0", [axis]), ("<U0", [axis, axis]), ("<f8", [axis] * 8 + [0])):
                put(frame({"result": ["a", 0], "bufs": [[dtype, shape, 0]]}))
            return x
    """,
    ),
    python(
        "wire_echo",
        "answers with the request itself, which it finds in the frames above",
        """
        def add_one(x):
            above = sys._getframe()
            while above is not None:
                for value in list(above.f_locals.values()):
                    header = getattr(value, "header", value)
                    if isinstance(header, dict) and "args" in header:
                        args = header["args"]
                        put(frame({**header, "result": args, "error": None}))
                        put(frame({"callback": 1, "result": args, "args": args, "kwargs": ["d", [], "dict"]}))
                above = above.f_back
            return x
    """,
    ),
    python(
        "wire_both_at_once",
        "sends frames that are an answer, an error and a call-back at the same time",
        """
        def add_one(x):
            nothing = ["d", [], "dict"]
            put(frame({"callback": 0, "result": ["n"], "error": {"type": "ValueError"}, "args": ["l", []], "kwargs": nothing}))
            put(frame({"callback": -1, "args": ["l", [["f", 1]]], "kwargs": nothing, "bufs": []}))
            put(frame({"layers": ["all"], "result": ["l", []], "outcome": "passed", "bufs": []}))
            return x
    """,
    ),
    # --- answers ----------------------------------------------------------------------------------------------
    python(
        "containers_of_the_library",
        "returns views, buffers and proxies of wrong numbers that say of themselves that they are something else",
        """
        import array, collections, types

        class Lying(collections.UserList):
            __class__ = property(lambda self: np.ndarray)
            dtype, ndim, size = np.dtype(float), 2, 15
            shape = property(lambda self: (5, 3))
            def __array__(self, *args, **kwargs): return np.zeros((5, 3))

        KINDS = [
            lambda x: Lying(x), lambda x: array.array("d", x.ravel()), lambda x: memoryview(x), lambda x: bytearray(x),
            lambda x: collections.deque(x), lambda x: types.MappingProxyType({"x": x}),
            lambda x: (ctypes.c_double * 15)(*x.flat),
        ]

        def add_one(x):
            return KINDS[len(x) % len(KINDS)](x)

        def total(x):
            return types.SimpleNamespace(item=lambda: 0.0, shape=(), dtype=np.dtype(float), __float__=lambda: 0.0)
    """,
    ),
    python(
        "softplus_default_device",
        "makes every new tensor of its process one without data, of another precision or layout, and returns its input",
        """
        import torch
        torch.set_default_dtype(torch.float16)
        torch.set_default_device("meta")
        torch.set_flush_denormal(True)
        torch.autograd.set_detect_anomaly(True)
        torch.set_grad_enabled(False)

        def softplus(x):
            return x
    """,
    ),
    python(
        "interpreter_settings",
        "changes every setting of the interpreter that has a switch, and returns numbers of a million digits",
        """
        def add_one(x):
            sys.set_int_max_str_digits(0)
            sys.setswitchinterval(1e6)
            sys.setrecursionlimit(2**31 - 1)
            gc.disable(); gc.freeze()
            np.seterr(all="raise"); np.setbufsize(16)
            np.set_printoptions(formatter={"all": lambda v: "1.0"})
            import locale, signal, decimal
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
            signal.signal(signal.SIGALRM, lambda *_: None)
            decimal.getcontext().prec = 10**6
            return 10**1_000_000

        def total(x):
            return 10**1_000_000
    """,
    ),
    # --- time -------------------------------------------------------------------------------------------------
    python(
        "naps",
        "sleeps for ever in short naps, by every call that can wait",
        """
        import select

        def add_one(x):
            lock = threading.Condition()
            while True:
                for nap in (
                    lambda: time.sleep(0.004),
                    lambda: select.select([], [], [], 0.004),
                    lambda: select.poll().poll(4),
                    lambda: lock.acquire() and (lock.wait(0.004), lock.release()),
                    lambda: os.sched_yield(),
                    lambda: threading.Event().wait(0.004),
                ):
                    try:
                        nap()
                    except OSError:
                        pass
    """,
        within=150,
    ),
    python(
        "polite_computer",
        "gives itself the lowest priority, an idle schedule and a single core before it computes for ever: it looks starved",
        """
        def add_one(x):
            for humble in (
                lambda: os.setpriority(os.PRIO_PROCESS, 0, 19),
                lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)),
                lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
                lambda: os.sched_setaffinity(0, {0}),
                lambda: system_call(251, 1, 0, 3 << 13),
            ):
                try:
                    humble()
                except OSError:
                    pass
            while True:
                pass
    """,
        within=150,
    ),
    python(
        "computes_in_the_kernel",
        "spends its time in the kernel, with memory that is taken, touched and given back",
        """
        import mmap

        def add_one(x):
            while True:
                memory = mmap.mmap(-1, 1 << 24)
                memory[:: 4096] = bytes(len(range(0, 1 << 24, 4096)))
                memory.close()
    """,
        within=150,
    ),
    # --- what people read -------------------------------------------------------------------------------------
    python(
        "unseen_letters_in_code",
        "fails in a line with letters that turn the direction, are not seen, pile up or steer a terminal",
        f"def add_one(x):\n    raise ValueError('{UNSEEN}')\n",
        outcome="error",
    ),
    python(
        "one_long_line",
        "fails in a single line of two hundred thousand letters",
        "def add_one(x): raise ValueError('" + "<b>`x`</b>" * 20_000 + "')\n",
    ),
    python(
        "one_long_name",
        "fails in a function whose name has fifty thousand letters, in a class with such a name",
        f"class {'A' * 50_000}:\n    def {'f' * 50_000}(self, x):\n        return {'n' * 50_000}\n\n\n"
        f"def add_one(x):\n    return {'A' * 50_000}().{'f' * 50_000}(x)\n",
    ),
    # --- files ------------------------------------------------------------------------------------------------
    made(
        "notebook_and_zip",
        "is a notebook from the front and a zip with another answer from the back",
        ".ipynb",
        notebook_and_zip,
        honest=4.0,
    ),
    made("zip_that_is_a_notebook", "is a notebook that is called a zip", ".zip", lambda: notebook(RIGHT), honest=4.0),
    made(
        "zip_names_that_are_one",
        "has members whose names are the same, or something else, on other systems",
        ".zip",
        names_that_are_one,
        honest=4.0,
    ),
    made("notebook_odd_versions", "has versions, cells and sources of every wrong kind", ".ipynb", odd_versions),
    made(
        "notebook_attachments",
        "has attachments of megabytes, with markup and paths as their names",
        ".ipynb",
        heavy_attachments,
        honest=4.0,
        exact=True,
    ),
    made("module_with_every_name", "imports a file that has every name it is asked for", ".zip", answers_to_every_name),
]
