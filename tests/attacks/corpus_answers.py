"""Answers that are no answers: objects that lie about equality, shape, class or content."""

from __future__ import annotations

from attack import Attack, python

LIAR = """
    class Always:
        def __eq__(self, other): return True
        def __ne__(self, other): return False
        def __lt__(self, other): return True
        def __le__(self, other): return True
        def __gt__(self, other): return True
        def __ge__(self, other): return True
        def __sub__(self, other): return self
        def __rsub__(self, other): return self
        def __add__(self, other): return self
        def __abs__(self): return self
        def __bool__(self): return True
        def __hash__(self): return 0
        def __contains__(self, item): return True
        def __getattr__(self, name): return self
        def __call__(self, *args, **kwargs): return self
        def __iter__(self): return iter([self])
        def __len__(self): return 1
        def __getitem__(self, index): return self
        def __float__(self): return 0.0
        def __int__(self): return 0
        def __index__(self): return 0
        def __array__(self, *args, **kwargs): return np.zeros((5, 3))
"""

ATTACKS: list[Attack] = [
    python(
        "always_equal_array",
        "returns an object that is equal to everything where an array is compared by assert_close",
        LIAR + "\n    def add_one(x):\n        return Always()\n",
    ),
    # HOLE when written (reported): Handle compares in the worker, so a plain assert believes it.
    python(
        "always_equal_number",
        "returns an object that is equal to everything where a suite writes `assert f(x) == n`",
        LIAR + "\n    def count_positive(x):\n        return Always()\n",
    ),
    # HOLE when written (reported): as always_equal_number.
    python(
        "always_equal_items",
        "yields objects that are equal to everything where a suite compares lists",
        LIAR + "\n    def countdown(n):\n        return [Always() for _ in range(n)]\n",
    ),
    python(
        "always_equal_function",
        "returns an object that answers every call with itself where a function is asked for",
        LIAR + "\n    def make_adder(a):\n        return Always()\n",
    ),
    # HOLE when written (reported): `handle == expected` sends the expected value to the worker.
    python(
        "expected_by_operator",
        "returns an object whose comparisons are asked in the worker, and so are handed the expected value",
        """
        class Spy:
            def got(self, other):
                if isinstance(other, (int, float)) and other > 1:
                    raise RuntimeError("FORGED" + "-BY-AN-ATTACK expected " + str(other))
                return True
            __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __sub__ = __rsub__ = __add__ = __contains__ = got

        def count_positive(x):
            return Spy()
        """,
    ),
    # HOLE when written (reported): as always_equal_number.
    python(
        "int_subclass",
        "returns an int subclass whose comparisons all hold",
        """
        class Number(int):
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            def __hash__(self): return 0
            def __lt__(self, other): return True
            def __le__(self, other): return True
            def __ge__(self, other): return True
            def __sub__(self, other): return Number(0)
            def __abs__(self): return Number(0)

        def count_positive(x):
            return Number(7)
        """,
    ),
    python(
        "str_subclass",
        "returns a str subclass with a hostile __eq__, __repr__ and __format__",
        """
        class Text(str):
            def __eq__(self, other): return True
            def __hash__(self): return 0
            def __repr__(self): raise SystemExit("repr")
            def __format__(self, spec): raise SystemExit("format")

        def total(x):
            return Text("0")
        """,
    ),
    python(
        "true_for_a_number",
        "returns True, which Python takes for 1, and numpy's True",
        """
        def count_positive(x):
            return np.True_

        def total(x):
            return True
        """,
    ),
    python(
        "class_lie",
        "returns an object whose __class__ says ndarray",
        """
        class Fake:
            __class__ = np.ndarray
            shape, dtype, ndim, size = (5, 3), np.dtype("f8"), 2, 15
            __array_interface__ = {"version": 3, "shape": (5, 3), "typestr": "<f8", "data": (8, False)}

        def add_one(x):
            return Fake()
        """,
    ),
    python(
        "array_function_subclass",
        "returns an ndarray subclass that answers numpy's functions and ufuncs itself",
        """
        class Mine(np.ndarray):
            def __array_function__(self, func, types, args, kwargs): return True
            def __array_ufunc__(self, ufunc, method, *args, **kwargs): return np.zeros(self.shape, bool)
            def __array_finalize__(self, obj): pass

        def add_one(x):
            return np.zeros_like(x).view(Mine)
        """,
    ),
    python(
        "torch_function_subclass",
        "returns a Tensor subclass that answers torch's functions itself",
        """
        import torch

        class Mine(torch.Tensor):
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                return True

        def softplus(x):
            return torch.zeros(4, 3).as_subclass(Mine)
        """,
    ),
    python(
        "array_priority",
        "returns an object whose reflected operators and __array_priority__ take over every comparison",
        """
        class First:
            __array_priority__ = 1e9
            __array_ufunc__ = None
            shape, dtype = (5, 3), np.dtype("f8")
            def __rsub__(self, other): return np.zeros((5, 3))
            def __sub__(self, other): return np.zeros((5, 3))
            def __eq__(self, other): return np.ones((5, 3), bool)

        def add_one(x):
            return First()
        """,
    ),
    python(
        "array_interface_lies",
        "returns what numpy builds from an __array_interface__ that points to nowhere",
        """
        class Lie:
            __array_interface__ = {"version": 3, "shape": (5, 3), "typestr": "<f8", "data": (4096, True)}

        def add_one(x):
            return np.asarray(Lie())
        """,
        outcome="error",
    ),
    python(
        "lying_strides",
        "returns a view with strides that reach a terabyte past its memory",
        """
        def add_one(x):
            return np.lib.stride_tricks.as_strided(x, shape=(5, 3), strides=(1 << 40, 1 << 38))
        """,
        outcome="error",
    ),
    python(
        "endless_strides",
        "returns a view of 2^45 items with stride zero",
        """
        def add_one(x):
            return np.lib.stride_tricks.as_strided(x, shape=(1 << 45,), strides=(0,))
        """,
    ),
    python(
        "not_a_number",
        "returns NaN everywhere: no difference is greater than a tolerance",
        """
        def add_one(x):
            return np.full_like(x, np.nan)

        def count_positive(x):
            return float("nan")

        def total(x):
            return float("nan")
        """,
    ),
    python(
        "infinity",
        "returns infinity everywhere",
        """
        def add_one(x):
            return np.full_like(x, np.inf)

        def total(x):
            return np.inf
        """,
    ),
    python(
        "empty_array",
        "returns an empty array: every comparison of nothing holds",
        """
        def add_one(x):
            return np.empty((0, 3))

        def double(x):
            return np.empty(0)
        """,
    ),
    python(
        "broadcastable",
        "returns an array of one item, or none, that broadcasts over the right answer",
        """
        def add_one(x):
            return np.ones((1, 1)) + x.mean()

        def double(x):
            return np.float64(0)
        """,
    ),
    python(
        "object_array",
        "returns an array of objects that are equal to everything",
        LIAR + "\n    def add_one(x):\n        return np.array([[Always()] * 3] * 5, dtype=object)\n",
    ),
    python(
        "complex_answer",
        "returns complex numbers whose real parts are not the answer",
        "def add_one(x):\n    return x + 0.5 + 0.5j\n",
    ),
    python(
        "structured_and_text_arrays",
        "returns arrays of dates, text and records",
        """
        def add_one(x):
            return np.zeros((5, 3), dtype=[("a", "f8"), ("b", "U3")])

        def double(x):
            return np.array(["1", "2", "3", "4"])

        def total(x):
            return np.datetime64("2020-01-01")
        """,
    ),
    python(
        "masked_array",
        "returns a masked array, masked where it is wrong",
        "def add_one(x):\n    return np.ma.masked_array(x, mask=True)\n",
    ),
    python(
        "masked_constant",
        "returns numpy's masked constant, for which no comparison is true or false",
        """
        def count_positive(x):
            return np.ma.masked

        def total(x):
            return np.ma.masked
        """,
    ),
    # HOLE when written (reported): a scalar in half precision widens the tolerance to 1 %.
    python(
        "coarse_scalar",
        "returns a wrong sum in half precision, for which a wide tolerance is fair",
        """
        def total(x):
            return np.float16(x.sum() * 1.006)
        """,
    ),
    python(
        "coarse_array",
        "returns wrong values in half precision, for which a wide tolerance is fair",
        "def add_one(x):\n    return (x + 1.004).astype(np.float16)\n",
    ),
    python(
        "coarse_tensor",
        "returns a wrong tensor in bfloat16",
        """
        import torch

        def softplus(x):
            return (torch.logaddexp(x, torch.zeros_like(x)) * 1.01).to(torch.bfloat16)
        """,
    ),
    python(
        "huge_integer",
        "returns integers of a million digits, which take minutes to be written in decimal",
        """
        def count_positive(x):
            return 1 << 4_000_000

        def total(x):
            return 10 ** 4000
        """,
    ),
    python(
        "deep_list",
        "returns a list nested a hundred thousand times, and one that holds itself",
        """
        def add_one(x):
            nested = []
            for _ in range(100_000):
                nested = [nested]
            return nested

        def total(x):
            knot = []
            knot.append(knot)
            return knot
        """,
    ),
    python(
        "wide_reply",
        "returns a million small parts, and a dict of ten thousand arrays",
        """
        def add_one(x):
            return [(i, str(i)) for i in range(1_000_000)]

        def total(x):
            return {i: np.zeros(1) for i in range(30_000)}
        """,
    ),
    python(
        "heavy_reply",
        "returns an array of 200 MB where fifteen numbers are asked for",
        "def add_one(x):\n    return np.zeros(25_000_000)\n",
    ),
    python(
        "changing_value",
        "returns an object that gives another value at each read: right once, wrong once",
        """
        class Moody:
            def __init__(self, x):
                self.x, self.reads = x, 0
            def __call__(self, x):
                self.reads += 1
                return x * 0 if self.reads % 2 else x + self.x

        def make_adder(a):
            return Moody(a)
        """,
    ),
    python(
        "changing_array",
        "a thread changes the returned array while it is being sent",
        """
        def add_one(x):
            result = np.zeros_like(x)
            def change():
                while True:
                    result[...] = np.random.normal(size=x.shape)
            threading.Thread(target=change, daemon=True).start()
            return result
        """,
    ),
    python(
        "endless_iterator",
        "returns an iterator that never ends",
        """
        def countdown(n):
            while True:
                yield n
        """,
    ),
    python(
        "endless_length",
        "returns a sequence of length 2^62",
        """
        class Long:
            def __len__(self): return (1 << 62)
            def __getitem__(self, i): return 1.0

        def countdown(n):
            return Long()
        """,
    ),
    python(
        "handles_without_end",
        "returns ten thousand objects at each call, to fill the tables of both sides",
        "def countdown(n):\n    return [object() for _ in range(10_000)]\n",
    ),
    python(
        "argument_returned",
        "changes its argument in place and returns it: if the two were one array, any answer would be right",
        """
        def add_one(x):
            x[...] = 42.0
            return x
        """,
    ),
]
