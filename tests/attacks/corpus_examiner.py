"""What an examiner tried who had read the rest of this corpus: other signals, kinds of answers and ways to the wire."""

from __future__ import annotations

import json

from attack import Attack, code, made, notebook, python

RIGHT = "def add_one(x):\n    return x + 1.0\n"


def torch_answer(name: str, tries: str, source: str, **more: str) -> Attack:
    return python(f"softplus_{name}", tries, "import torch\n" + code(source), **more)  # type: ignore[arg-type]


def odd_notebook() -> bytes:
    """JSON that readers differ about: keys twice, numbers without a value, marks and surrogates inside of a cell."""
    cell = {
        "cell_type": "code",
        "metadata": {"tags": ["exercise:<b>\x1b[31m"]},
        "outputs": [],
        "source": RIGHT,
    }
    odd = {
        **cell,
        "source": "\ufeff# \ud800\n",
        "id": "<script>alert(1)</script>",
        "execution_count": 10**400,
    }
    text = json.dumps({"cells": [odd, cell], "metadata": {"language_info": {"name": "py\x1b[2J<b>"}}, "nbformat": 4})
    return text.replace('"cells"', '"cells": [], "x": [1e999999, -1e999999, NaN, -Infinity], "cells"', 1).encode()


def list_of_characters() -> bytes:
    return notebook({"cell_type": "code", "metadata": {}, "outputs": [], "source": [*"#" * 400_000, "\n", RIGHT]})


ATTACKS: list[Attack] = [
    # --- watching from inside ---------------------------------------------------------------------------------
    python(
        "watches_every_call",
        "has the interpreter report every call, to see what the worker knows of the answer",
        """
        SEEN = []

        def watch(frame, event, argument):
            for value in list(frame.f_locals.values()):
                SEEN.extend(canaries(repr(value)[:5000]))

        sys.setprofile(watch)
        threading.setprofile(watch)

        def add_one(x):
            tell(SEEN)
    """,
        outcome="error",
    ),
    python(
        "watches_a_function_of_the_grader",
        "watches the call-back from outside, by trace, closure, frames and cells",
        """
        def apply_twice(f, x):
            sys.settrace(lambda frame, event, argument: None)
            parts = [f.__closure__, f.__code__.co_consts, f.__defaults__, f.__dict__, gc.get_referents(f), gc.get_referrers(f)]
            tell(canaries(repr(parts)[:200_000]))
    """,
        outcome="error",
    ),
    python(
        "garbage_between_tests",
        "writes frames when garbage is collected, by finalizers and by a timer",
        """
        import signal, weakref

        class Late:
            def __del__(self):
                put(reply_array(np.zeros((5, 3))))

        def add_one(x):
            kept = Late()
            kept.itself = kept
            gc.callbacks.append(lambda phase, info: put(reply_array(x)))
            weakref.finalize(kept, put, reply_array(np.zeros(7)))
            signal.signal(signal.SIGALRM, lambda *_: put(frame({"result": True, "bufs": []})))
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
            gc.set_threshold(1)
            return x
    """,
    ),
    python(
        "prints_on_the_wire",
        "lets standard output, standard error and the fault handler write on the wire",
        """
        import faulthandler

        def add_one(x):
            for number in (1, 2):
                os.dup2(the_wire(), number)
            faulthandler.dump_traceback_later(0.01, repeat=True, file=2)
            print("passed" * 100, flush=True)
            time.sleep(0.05)
            return x
    """,
        outcome="error",
    ),
    python(
        "other_json",
        "replaces the functions that write and read messages",
        """
        def add_one(x):
            import struct
            right = json.dumps
            json.dumps = lambda value, **more: right({**value, "result": True, "passed": True, "score": 4}, **more)
            json.loads = lambda text: {}
            struct.unpack = lambda *_: (0,)
            return x
    """,
    ),
    python(
        "other_numpy",
        "replaces numpy's conversions and comparisons in its own process",
        """
        def add_one(x):
            for name in ("asarray", "allclose", "isclose", "array_equal", "abs", "frombuffer", "ascontiguousarray"):
                setattr(np, name, lambda *args, **more: np.ones((5, 3)))
            return x
    """,
    ),
    python(
        "counts_by_process",
        "picks a lazy answer by process number, clocks, addresses and hash seed",
        """
        ANSWERS = [lambda x: x, lambda x: 0 * x, lambda x: x + np.round(x), lambda x: np.ones_like(x)]

        def add_one(x):
            signal = os.getpid() + os.getppid() + id(x) // 16 + hash("x") + time.process_time_ns() // 1000
            return ANSWERS[signal % 4](x)
    """,
    ),
    python(
        "counts_in_its_descriptors",
        "keeps a count in flags, offsets and names that may outlive a process",
        """
        def add_one(x):
            import fcntl
            count = 0
            for number in (1,):  # 0 and 2 are the same
                try:
                    flags = fcntl.fcntl(number, fcntl.F_GETFL)
                    count += bool(flags & os.O_NONBLOCK) + bool(os.lseek(number, 0, os.SEEK_CUR))
                    fcntl.fcntl(number, fcntl.F_SETFL, flags | os.O_NONBLOCK | os.O_APPEND)
                    os.lseek(number, 1, os.SEEK_CUR)
                except OSError:
                    pass
            if count and "COUNT" not in os.environ:
                tell([b"a count outlived its process"])
            os.environ["COUNT"] = str(count)
            return x
    """,
    ),
    # --- other kinds of answers -------------------------------------------------------------------------------
    python(
        "numbers_as_text",
        "returns text that reads as the right numbers",
        """
        def add_one(x):
            return (x + 1).astype("U32")

        def total(x):
            return str(float(x.sum()))

        def count_positive(x):
            return str(int((x > 0).sum()))
    """,
    ),
    python(
        "views_of_bytes",
        "returns the right numbers as records, long doubles, views of memory, decimals and fractions",
        """
        import array, decimal, fractions

        def add_one(x):
            if x.ndim == 1:
                return memoryview(np.ascontiguousarray(x + 1))
            return np.rec.fromarrays([x + 1])

        def total(x):
            return fractions.Fraction(float(x.sum()))

        def double(x):
            return array.array("d", 2 * x)

        def count_positive(x):
            return decimal.Decimal(int((x > 0).sum()))

        def countdown(n):
            return (np.longdouble(i) for i in range(n, 0, -1))
    """,
    ),
    python(
        "grows_while_it_is_read",
        "returns lists and dicts that grow while the worker looks at them",
        """
        class Growing(dict):
            def items(self):
                while True:
                    yield len(self), 1

        def add_one(x):
            found = [0.0] * 40
            threading.Thread(target=lambda: [found.append(1.0) for _ in range(10 ** 6)], daemon=True).start()
            return found

        def total(x):
            return Growing()

        def countdown(n):
            found = {0}
            threading.Thread(target=lambda: [found.add(i) for i in range(10 ** 6)], daemon=True).start()
            return found
    """,
    ),
    python(
        "index_and_length",
        "returns objects that are indices, lengths and iterators of whatever is asked",
        """
        class Any:
            def __index__(self): return 15
            def __len__(self): return 4
            def __iter__(self): return iter([4, 3, 2, 1][:len(self)])
            def __reversed__(self): return iter(self)
            def __getitem__(self, key): return self
            def __array__(self, *args, **more): return np.arange(30.0)
            def __float__(self): return 15.0
            def __round__(self, *args): return 15
            __int__ = __index__

        def count_positive(x):
            return Any()

        def total(x):
            return Any()

        def add_one(x):
            return Any()
    """,
    ),
    python(
        "empty_for_a_number",
        "returns empty and single arrays where a suite compares with a plain ==",
        """
        def count_positive(x):
            return np.zeros(0) if x[0] > 0 else np.array([[15.5]])  # never right by luck
    """,
    ),
    python(
        "negative_zero",
        "returns zeros with a sign, the smallest numbers there are, and the greatest",
        """
        def add_one(x):
            return np.copysign(0.0, -x) if x.ndim == 1 else np.full_like(x, 5e-324)

        def total(x):
            return 1.7e308
    """,
    ),
    torch_answer(
        "other_layouts",
        "returns sparse, quantized, nested, meta and named tensors, and a view of 2^45 entries",
        """
        def softplus(x):
            kinds = [
                lambda: x.to_sparse(), lambda: torch.quantize_per_tensor(x.float(), 0.1, 0, torch.quint8),
                lambda: torch.nested.nested_tensor([x, x[:2]]), lambda: x.to("meta"), lambda: x.refine_names("a", "b"),
                lambda: x.new_zeros(1).expand(1 << 45), lambda: x.to_mkldnn(),
                lambda: torch.view_as_complex(x[:, :2].contiguous()).conj(),
                lambda: x.to(torch.float8_e4m3fn), lambda: torch._neg_view(x),
            ]
            kind = kinds[int(abs(float(x.flatten()[0])) * 1e6) % len(kinds)]
            return kind()
    """,
    ),
    torch_answer(
        "graph_of_its_own",
        "returns zeros whose graph has a gradient made up, with hooks that change it",
        """
        class Made(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 0

            @staticmethod
            def backward(ctx, d):
                return torch.full_like(d, 0.5)

        def softplus(x):
            found = Made.apply(x)
            if found.requires_grad:
                found.register_hook(lambda g: g * float("nan"))
                x.register_hook(lambda g: torch.full_like(g, 0.5))
            return found
    """,
    ),
    torch_answer(
        "leaked_from_vmap",
        "returns a tensor that belongs to a transform which has ended",
        """
        KEPT = []

        def softplus(x):
            torch.vmap(lambda v: KEPT.append(v) or v)(x)
            return KEPT[-1]
    """,
    ),
    torch_answer(
        "fake_mode",
        "leaves modes behind that answer every later operation of the worker",
        """
        from torch._subclasses.fake_tensor import FakeTensorMode

        def softplus(x):
            torch.set_default_device("meta")
            FakeTensorMode().__enter__()
            return torch.zeros_like(x)
    """,
    ),
    # --- files ------------------------------------------------------------------------------------------------
    made(
        "notebook_odd_json",
        "has keys twice, numbers without a value, marks, surrogates, markup in ids and tags",
        ".ipynb",
        odd_notebook,
        honest=4.0,
    ),
    made(
        "notebook_of_characters",
        "has a cell whose source is a list of four hundred thousand characters",
        ".ipynb",
        list_of_characters,
        honest=4.0,
    ),
    made(
        "source_text_bomb",
        "multiplies texts and lists while it is compiled and loaded",
        ".py",
        lambda: b"A = 'x' * 10 ** 10\nB = [0] * 10 ** 11\nC = ('a' * 4096) * 4096\n\ndef add_one(x):\n    return A, B, C\n",
    ),
    made(
        "source_odd_line_ends",
        "hides its body behind carriage returns, form feeds and line separators",
        ".py",
        lambda: "def add_one(x):\r    '''\x0c\u2028\u2029\x85'''\r    return x\r\n".encode(),
    ),
]
