"""What an examiner tried later: answers that agree with everything, spies, exceptions that lie about themselves."""

from __future__ import annotations

from attack import Attack, python

ATTACKS: list[Attack] = [
    python(
        "agrees_with_everything",
        "returns an array whose operators and functions say True to every comparison",
        """
        class Yes(np.ndarray):
            def __array_ufunc__(self, ufunc, method, *args, **kwargs):
                return True

            def __array_function__(self, function, types, args, kwargs):
                return True

            __eq__ = __le__ = __ge__ = lambda self, other: True
            __sub__ = __rsub__ = lambda self, other: np.zeros(self.shape)

        def add_one(x):
            return np.zeros(x.shape).view(Yes)

        def total(x):
            return np.zeros(()).view(Yes)
    """,
    ),
    python(
        "lazy_answer",
        "returns an object that computes nothing, has every attribute, and is equal to whatever it is compared with",
        """
        class Later:
            def __init__(self, x):
                self.shape, self.dtype, self.ndim = x.shape, x.dtype, x.ndim

            def __array__(self, *args, **kwargs):
                return np.full(self.shape, np.nan)

            __sub__ = __rsub__ = lambda self, other: np.zeros(self.shape)
            __eq__ = __le__ = __ge__ = lambda self, other: True
            __float__ = lambda self: 0.0
            __len__ = lambda self: 5
            __getattr__ = lambda self, name: self
            __call__ = lambda self, *args, **kwargs: self

        def add_one(x):
            return Later(x)

        total = add_one
    """,
    ),
    python(
        "endless_dict",
        "returns a dict that holds every key, has a thousand million of them, and never stops listing them",
        """
        class Endless(dict):
            __missing__ = lambda self, key: 0.0
            __contains__ = __eq__ = lambda self, other: True
            __len__ = lambda self: 10**9

            def keys(self):
                while True:
                    yield "x"

            items = values = __iter__ = keys

        def add_one(x):
            return Endless(a=1)

        def total(x):
            return Endless()
    """,
    ),
    python(
        "exception_that_lies",
        "raises an exception whose text, arguments and traceback run code",
        """
        class Lie(Exception):
            args = property(lambda self: [self] * 10**8)
            __traceback__ = property(lambda self: os._exit(0))
            __str__ = __repr__ = lambda self: "passed" * 10**9
            with_traceback = lambda self, tb: os._exit(0)

        def add_one(x):
            raise Lie()

        def total(x):
            error = ValueError(1)
            for _ in range(20_000):
                error = ExceptionGroup("deep", [error])
            raise error
    """,
    ),
    python(
        "watches_every_return",
        "looks for the expected value in all that is returned or called in this process",
        """
        seen = []

        def spy(frame, event, arg):
            seen.extend(v for v in [arg, *frame.f_locals.values()] if isinstance(v, np.ndarray))
            return spy

        sys.settrace(spy)
        sys.setprofile(spy)
        threading.setprofile(spy)
        sys.addaudithook(lambda event, args: seen.extend(a for a in args if isinstance(a, np.ndarray)))

        def add_one(x):
            likely = [v for v in seen if v.shape == x.shape and v is not x and not np.array_equal(v, x)]
            return likely[-1] if likely else x

        def total(x):
            return float(seen[-1].flat[0]) if seen else 0.0
    """,
    ),
    python(
        "class_that_is_everything",
        "puts a class in a function's place whose metaclass answers every question about its kind with yes",
        """
        class Every(type):
            __instancecheck__ = __subclasscheck__ = lambda cls, other: True
            __call__ = lambda cls, *args, **kwargs: np.zeros(args[0].shape)
            __eq__ = lambda cls, other: True
            __hash__ = type.__hash__

        class add_one(metaclass=Every):
            __module__ = "autograder.suite"
            __qualname__ = "reference"

        async def total(x):
            return 0.0
    """,
    ),
    python(
        "writes_after_it_returned",
        "changes the answer from a thread while it is being read",
        """
        def add_one(x):
            out = np.zeros_like(x)

            def later():
                for _ in range(20_000):
                    out[...] = np.random.normal(size=out.shape)

            threading.Thread(target=later, daemon=True).start()
            return out

        def total(x):
            return np.ma.masked_all(())
    """,
    ),
    python(
        "torch_modes",
        "leaves modes behind that see every operation of torch and say True to every comparison",
        """
        import torch
        from torch.overrides import TorchFunctionMode
        from torch.utils._python_dispatch import TorchDispatchMode

        class Watch(TorchDispatchMode):
            last = None

            def __torch_dispatch__(self, func, types, args=(), kwargs=None):
                Watch.last = func(*args, **(kwargs or {}))
                return Watch.last

        class Agree(TorchFunctionMode):
            def __torch_function__(self, func, types, args=(), kwargs=None):
                if func.__name__ in ("allclose", "equal", "isclose", "eq"):
                    return True
                return func(*args, **(kwargs or {}))

        Watch().__enter__()
        Agree().__enter__()

        def softplus(x):
            return Watch.last if Watch.last is not None and Watch.last.shape == x.shape else x * 0
    """,
    ),
    python(
        "tensor_that_agrees",
        "returns a tensor of its own class that says True to every comparison and 0 to every difference",
        """
        import torch

        class Agrees(torch.Tensor):
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                if func.__name__ in ("allclose", "equal", "eq", "le", "ge", "isfinite"):
                    return torch.tensor(True)
                if func.__name__ in ("sub", "rsub", "abs", "max"):
                    return torch.zeros(()).as_subclass(cls)
                return super().__torch_function__(func, types, args, kwargs or {})

        def softplus(x):
            return torch.zeros_like(x).as_subclass(Agrees)
    """,
    ),
    python(
        "memory_that_is_not_its_own",
        "returns views of terabytes and of memory that does not belong to the array, and fields that hold objects",
        """
        def add_one(x):
            if x.ndim == 0:
                return np.zeros((), dtype=[("x", "f8"), ("y", "O")])
            return np.broadcast_to(np.float64(0), (2**20, 2**20, 64))

        def total(x):
            return np.lib.stride_tricks.as_strided(np.zeros(1), shape=(2**30,), strides=(8,))
    """,
    ),
]
