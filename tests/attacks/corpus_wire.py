"""Attacks on the wire between worker and grader: frames written by hand, replies that lie, call-backs misused."""

from __future__ import annotations

from attack import Attack, python

ATTACKS: list[Attack] = [
    python(
        "forged_score",
        "writes frames that speak of scores, outcomes and points",
        """
        def add_one(x):
            for header in ({"score": 100}, {"result": None, "outcome": "passed", "earned": 4}, {"exit": os.getpid()},
                           {"layers": ["namespaces"]}, {"ready": 1}, {"pid": 1}):
                put(frame(header))
            return x
        """,
    ),
    python(
        "reply_twice",
        "answers each call twice, so that the second answer comes to a later call",
        """
        def add_one(x):
            put(reply_array(x))
            return x
        """,
    ),
    python(
        "reply_ahead",
        "sends a hundred answers in advance and none when asked",
        """
        def add_one(x):
            for _ in range(100):
                put(reply_array(np.zeros_like(x)))
            return x
        """,
    ),
    python(
        "reply_from_a_thread",
        "a thread writes answers on the wire while none is asked for",
        """
        def add_one(x):
            def write():
                for _ in range(200):
                    put(reply_array(np.zeros_like(x)))
                    time.sleep(0.0005)
            threading.Thread(target=write, daemon=True).start()
            return x
        """,
    ),
    python(
        "reply_never",
        "reads the requests away from the loop and never answers",
        """
        def double(x):
            while True:
                os.read(the_wire(), 4096)
        """,
        outcome="timeout",
    ),
    # HOLE when written (reported): the clock is looked at only when a single read times out.
    python(
        "reply_dripping",
        "answers byte by byte, so slowly that the answer never ends and so fast that it is never late",
        """
        def double(x):
            wire = the_wire()
            os.write(wire, struct.pack("<I", 4_000_000))
            while True:
                os.write(wire, b" ")
                time.sleep(0.02)
        """,
        outcome="timeout",
        stops="grader",
    ),
    python(
        "header_too_long",
        "announces a header of 4 GB",
        "def add_one(x):\n    put(b'\\xff' * 4)\n    return x\n",
        outcome="error",
    ),
    python(
        "header_lies",
        "announces arrays of terabytes, of negative size, of the wrong size, of unknown dtypes and of ranks beyond all",
        """
        SPECS = [["<f8", [1 << 39], 1 << 42], ["<f8", [-1], -8], ["<f8", [3], 8], ["|O8", [1], 8], ["<f8", [1] * 40, 8],
                 ["<f8", [1 << 40, 0, 1 << 40], 0], ["<f8", [True], 8], ["<f8", "abc", 8], [["<f8"], [1], 8],
                 ["<M8[ns]", [1], 8],
                 ["<U99999", [1], 399996], ["|V8", [1], 8], ["<f8", [2.0], 16], ["<f8", [1], 8, 0], ["<c32", [1], 32]]
        AT = [0]

        def add_one(x):
            AT[0] = (AT[0] + 1) % len(SPECS)
            for spec in SPECS[AT[0]:] + SPECS[:AT[0]]:
                put(frame({"result": ["a", 0], "bufs": [spec]}, b"\\0" * 64))
            return x
        """,
    ),
    python(
        "header_is_no_header",
        "sends headers that are no JSON, no object, deep, in other encodings, with constants that JSON does not have",
        """
        BAD = [b"", b"[]", b"null", b"\\xff\\xfe", b"[" * 100_000, b'{"result":' * 50_000, b'{"result": 1' + b"0" * 5000 + b"}",
               b'{"result": NaN, "bufs": {}}', b'{"result": 1, "bufs": null}', b'\\xef\\xbb\\xbf{"result": 1}']
        AT = [0]

        def add_one(x):
            AT[0] += 1
            put(frame(BAD[AT[0] % len(BAD)]))
            return x

        def double(x):
            put(frame(BAD[4]))
            return x
        """,
        outcome="error",
    ),
    # HOLE when written (reported): the fingerprint of a wrong shape looks at all of it: 30 s and 9 times the memory.
    python(
        "reply_of_512_megabytes",
        "sends the largest reply there may be, though its own memory is half of it",
        """
        def double(x):
            zeros = bytes(1 << 20)
            put(frame({"result": ["a", 0], "bufs": [["|u1", [512 << 20], 512 << 20]]}))
            for _ in range(512):
                put(zeros)
            return x
        """,
        stops="grader",
    ),
    # HOLE when written (reported): the decoder copies a buffer at each reference.
    python(
        "reply_that_grows",
        "refers to one buffer a hundred thousand times, so that a small message is a huge value",
        """
        def double(x):
            put(frame({"result": ["l", [["b", 0]] * 100_000], "bufs": [["|u1", [1 << 20], 1 << 20]]}, bytes(1 << 20)))
            return x
        """,
        outcome="error",
        stops="grader",
    ),
    # HOLE when written (reported): as reply_that_grows.
    python(
        "reply_that_grows_as_lists",
        "refers to one buffer a thousand times as a list of numbers",
        """
        def double(x):
            put(frame({"result": ["l", [["li", 0]] * 5_000], "bufs": [["|u1", [1 << 20], 1 << 20]]}, bytes(1 << 20)))
            return x
        """,
        outcome="error",
        stops="grader",
    ),
    # HOLE when written (reported): sets and dicts of 150,000 keys with one hash.
    python(
        "reply_that_collides",
        "sends a set of numbers that all have one hash: to build it takes the square of its size",
        """
        def double(x):
            prime = (1 << 61) - 1
            put(frame({"result": ["s", [k * prime for k in range(150_000)]], "bufs": []}))
            return x
        """,
        outcome="error",
        stops="grader",
    ),
    # HOLE when written (reported): a reply may name any function of torch and numpy, and of os and sys behind them.
    python(
        "names_in_a_reply",
        "answers with the dotted names of functions of the grader's own libraries",
        """
        NAMES = ["torch.os.abort", "torch.sys.exit", "numpy.load", "numpy.ma.masked", "torch.hub.load", "torch.os.system"]
        AT = [0]

        def make_adder(a):
            AT[0] += 1
            put(frame({"result": ["n", NAMES[AT[0] % len(NAMES)]], "bufs": []}))
            return a

        def count_positive(x):
            put(frame({"result": ["n", "numpy.ma.masked"], "bufs": []}))
            return 0
        """,
        outcome="error",
        stops="grader",
    ),
    python(
        "handles_never_given",
        "answers with handles that were never given, negative, huge, of other kinds",
        """
        def countdown(n):
            items = [["h", number, "float"] for number in (0, -1, 1 << 70, 10 ** 4000, 999_999)]
            put(frame({"result": ["l", items], "bufs": []}))
            return n

        def make_adder(a):
            put(frame({"result": ["h", 12345, "function"], "bufs": []}))
            return a
        """,
    ),
    python(
        "handle_of_the_session",
        "puts the worker's own session and modules behind handles that a suite then uses",
        """
        def make_adder(a):
            return sys.modules["autograder.worker.session"].Session
        """,
    ),
    python(
        "callback_unasked",
        "asks the grader to evaluate functions that it never handed out",
        """
        def add_one(x):
            for number in (0, 1, -1, "1", [1], None, 1 << 80):
                put(frame({"callback": number, "args": ["l", []], "kwargs": ["d", [], "dict"], "bufs": []}))
            return x
        """,
        outcome="error",
    ),
    python(
        "callback_after_return",
        "keeps the function it was handed and calls it when the test is over",
        """
        KEPT = []

        def apply_twice(f, x):
            KEPT.append(f)
            threading.Thread(target=lambda: (time.sleep(0.01), [g(x) for g in KEPT for _ in range(100)]), daemon=True).start()
            return x

        def add_one(x):
            return x
        """,
    ),
    # HOLE when written (reported): the clock is looked at only when a reply is late.
    python(
        "callback_without_end",
        "calls the function it was handed for ever, each time quickly",
        """
        def apply_twice(f, x):
            while True:
                f(x)
                time.sleep(0.001)
        """,
        outcome="timeout",
        stops="grader",
    ),
    python(
        "callback_of_everything",
        "calls the function it was handed with huge, deep and strange arguments and with its own handles",
        """
        class Trap:
            def __rmul__(self, other): return self
            def __mul__(self, other): return self
            def __add__(self, other): return self
            def __len__(self): return 1 << 60
            def __getitem__(self, index): return self
            def __array__(self, *args, **kwargs): return np.zeros(3)

        def apply_twice(f, x):
            for value in (np.zeros(10_000_000), "text", None, [[[]]], np.zeros((0, 3)), 10 ** 400, {"a": 1}, Trap(), f):
                try:
                    f(value)
                except Exception:
                    pass
            try:
                f(*range(1000), **{"__class__": 1})
            except Exception:
                pass
            return x
        """,
    ),
    python(
        "callback_in_callback",
        "answers what the grader asks while it evaluates a call-back with another call-back, and so on",
        """
        def apply_twice(f, x):
            number = f.__closure__ and next(c.cell_contents for c in f.__closure__ if isinstance(c.cell_contents, int))
            ask = frame({"callback": number, "args": ["l", [["h", 1, "Trap"]]], "kwargs": ["d", [], "dict"], "bufs": []})
            for _ in range(2000):
                put(ask)
            time.sleep(60)
        """,
        stops="grader",
    ),
    python(
        "callback_as_oracle",
        "gives back what the grader computed for something else",
        """
        def apply_twice(f, x):
            return f(x)
        """,
    ),
    python(
        "lies_about_arguments",
        "answers a request for gradients with parts that are missing or of another kind",
        """
        import torch

        def softplus(x):
            put(frame({"outputs": 1, "inputs": None, "parameters": [], "result": None, "bufs": []}))
            return x
        """,
    ),
    python(
        "tensors_that_lie",
        "answers with tensors whose dtype, gradient flag and class do not fit their bytes",
        """
        import torch

        NODES = [["T", 0, True, False, "int64"], ["T", 0, True, True, "bool"], ["T", 0, False, False, "bfloat16"],
                 ["T", 0, False, False, "float64"], ["T", 9, False, False, "float64"], ["T", 0], ["T", "0", 1, 1, "int64"]]
        AT = [0]

        def softplus(x):
            AT[0] += 1
            put(frame({"result": NODES[AT[0] % len(NODES)], "bufs": [["<i8", [1], 8]]}, bytes(8)))
            return x
        """,
    ),
    python(
        "wire_shut",
        "closes, shuts down and replaces the wire",
        """
        import socket

        def add_one(x):
            if x.ndim == 1:
                socket.socket(fileno=os.dup(the_wire())).shutdown(socket.SHUT_RDWR)
            os.dup2(0, the_wire())
            return x
        """,
        outcome="error",
    ),
]
