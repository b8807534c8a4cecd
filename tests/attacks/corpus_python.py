"""Patches, hooks and searches inside the interpreter: what a worker's process can do to itself earns nothing."""

from __future__ import annotations

from attack import Attack, python

ATTACKS: list[Attack] = [
    python(
        "patched_comparisons",
        "replaces numpy's allclose, testing functions and array_equal",
        """
        def add_one(x):
            yes = lambda *args, **kwargs: True
            np.allclose = np.isclose = np.array_equal = np.all = yes
            np.testing.assert_allclose = np.testing.assert_array_equal = np.testing.assert_equal = lambda *a, **k: None
            return x
        """,
    ),
    python(
        "patched_conversions",
        "replaces numpy's asarray, ascontiguousarray, abs, isfinite and dtype's text",
        """
        def add_one(x):
            for name in ("asarray", "array", "ascontiguousarray", "abs", "isfinite", "frombuffer", "zeros"):
                setattr(np, name, lambda *args, **kwargs: x)
            return x
        """,
    ),
    python(
        "patched_torch",
        "replaces torch's allclose, equal and testing functions, and the autograd that is asked for gradients",
        """
        import torch

        def softplus(x):
            torch.allclose = torch.equal = lambda *args, **kwargs: True
            torch.testing.assert_close = lambda *args, **kwargs: None
            torch.autograd.grad = lambda outputs, inputs, *args, **kwargs: [torch.ones_like(i) for i in inputs]
            return x
        """,
    ),
    python(
        "patched_json",
        "replaces json and struct in the worker by versions that write what they like",
        """
        def add_one(x):
            json.dumps = lambda *args, **kwargs: '{"result": true, "passed": true, "score": 100, "bufs": []}'
            struct.pack = lambda *args: b"\\xff\\xff\\xff\\x7f"
            return x
        """,
        outcome="error",
    ),
    python(
        "patched_session",
        "replaces the worker loop's own handlers by ones that claim success",
        """
        def add_one(x):
            session = sys.modules["autograder.worker.session"]
            session.Session.handle = lambda self, message: ({"result": True, "outcome": "passed"}, self.encoder())
            session.Session._encode_reply = lambda *args: {"result": None, "earned": 100}
            sys.modules["autograder.worker.loop"].receive = lambda *args, **kwargs: None
            return x
        """,
    ),
    python(
        "patched_builtins",
        "replaces len, isinstance, type, getattr and the exceptions among the builtins",
        """
        import builtins

        def add_one(x):
            for name in ("len", "isinstance", "getattr", "min", "zip", "sorted", "ValueError", "BaseException"):
                setattr(builtins, name, lambda *args, **kwargs: 1)
            return x
        """,
    ),
    python(
        "patched_float",
        "writes into the memory of the interpreter's small integers by ctypes, so that 1 is 2",
        """
        def count_positive(x):
            for number in range(0, 31):
                ctypes.memmove(id(number) + 24, ctypes.byref(ctypes.c_uint32(7)), 4)
            return 7
        """,
    ),
    python(
        "frame_walk",
        "walks the frames above its own call to find expected values, tests or the grader",
        """
        def add_one(x):
            frame, words = sys._getframe(), []
            while frame:
                for name, value in {**frame.f_globals, **frame.f_locals}.items():
                    words.append(name)
                    if isinstance(value, np.ndarray) and value.shape == x.shape and np.allclose(value, x + 1):
                        return value
                    if any(word in name.lower() for word in ("expected", "reference", "bench", "runner", "grading")):
                        raise RuntimeError("FORGED" + "-BY-AN-ATTACK " + name)
                frame = frame.f_back
            return x
        """,
    ),
    python(
        "garbage_search",
        "searches every object that the collector knows for canaries, tests, seeds and expected arrays",
        """
        def add_one(x):
            found = []
            for thing in gc.get_objects():
                try:
                    if isinstance(thing, np.ndarray) and thing.shape == x.shape and np.allclose(thing, x + 1):
                        return thing
                    if isinstance(thing, dict):
                        for key, value in list(thing.items()):
                            if isinstance(value, (str, bytes)):
                                found += canaries(value)
                            if key in ("expected", "reference", "secret", "test_id"):
                                found += canaries(str(value))
                except Exception:
                    pass
            tell(found)
        """,
        outcome="error",
    ),
    python(
        "memory_search",
        "reads its own memory, inherited from the zygote, through addresses that ctypes knows",
        """
        def add_one(x):
            found, start = [], id(sys.modules)
            heap = ctypes.string_at(start - (1 << 16), 1 << 17)
            found += canaries(heap)
            environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
            first = ctypes.cast(environ, ctypes.POINTER(ctypes.c_void_p))[0]
            if first:
                found += canaries(ctypes.string_at(first, 2048))
            for module in list(sys.modules):
                if module.startswith(("reference", "assignments", "autograder.grading", "autograder.course")):
                    found.append(b"module " + module.encode())
            tell(found)
        """,
        outcome="error",
    ),
    python(
        "imports_the_grader",
        "imports the grader's own modules, the reference and the suites",
        """
        import importlib

        def add_one(x):
            for name in ("autograder.grading.submission", "autograder.store.queue", "autograder.course.secret",
                         "reference.targets.add_one", "reference", "test_add_one", "autograder.checks.close"):
                try:
                    importlib.import_module(name)
                except ImportError:
                    continue
                raise RuntimeError("FORGED" + "-BY-AN-ATTACK " + name)
            return x
        """,
    ),
    python(
        "predicts_inputs",
        "seeds generators with everything it has seen to predict the inputs of the next call",
        """
        SEEN = [0, 1, 42, 1234]

        def add_one(x):
            state = int(np.random.get_state()[1][0])
            SEEN.extend([state, state << 32, int(np.random.randint(1 << 31)), id(x)])
            for number in SEEN:
                for make in (np.random.default_rng, np.random.RandomState):
                    try:
                        guess = make(number % (1 << 32)).normal(size=x.shape)
                    except ValueError:
                        continue
                    if np.allclose(guess, x):
                        raise RuntimeError("FORGED" + "-BY-AN-ATTACK predicted")
            return x
        """,
    ),
    python(
        "predicts_by_generator",
        "takes the seed of the generator it is handed to predict what the suite draws itself",
        """
        def draw(rng, n):
            seeds = rng.bit_generator.seed_seq.entropy
            fresh = np.random.default_rng(seeds)
            return fresh.normal(size=n) if fresh.integers(1 << 62) != seeds else 1 / 0
        """,
    ),
    python(
        "remembers_inputs",
        "keeps the inputs of earlier calls and tests, and answers a later one from them",
        """
        KEPT = []

        def add_one(x):
            KEPT.append(np.array(x))
            return KEPT[0] + 1 if KEPT[0].shape == x.shape and len(KEPT) > 1 else x
        """,
    ),
    python(
        "trace_hooks",
        "installs trace, profile, audit and exception hooks that run in the worker loop",
        """
        def add_one(x):
            def spy(frame, event, argument):
                if frame.f_code.co_name == "handle":
                    frame.f_locals["header"] = {}
                return spy
            sys.settrace(spy)
            sys.setprofile(lambda *args: None)
            threading.settrace(spy)
            sys.addaudithook(lambda event, args: None)
            sys.excepthook = sys.unraisablehook = lambda *args: put(reply_array(x))
            return x
        """,
    ),
    python(
        "import_hooks",
        "puts finders in front of the import system and fakes modules that later tests import",
        """
        import types

        class Finder:
            def find_spec(self, name, path=None, target=None):
                raise SystemExit(name)

        def add_one(x):
            sys.meta_path.insert(0, Finder())
            for name in list(sys.modules):
                if name.startswith(("numpy", "json", "autograder")):
                    sys.modules[name] = types.ModuleType(name)
            return x
        """,
    ),
    python(
        "unblocked_torch",
        "takes the import blocker away and loads torch in an exercise without it",
        """
        import builtins
        import importlib.machinery

        def add_one(x):
            sys.meta_path[:] = [importlib.machinery.PathFinder]
            for name in [n for n in sys.modules if n.startswith("torch")]:
                del sys.modules[name]
            try:
                torch = builtins.__import__("tor" + "ch")
            except (ImportError, PermissionError):
                return x
            raise RuntimeError("FORGED" + "-BY-AN-ATTACK torch")
        """,
    ),
    python(
        "forbidden_by_text",
        "reaches a forbidden function through getattr and a name put together",
        """
        import torch

        def softplus(x):
            return getattr(torch.nn.functional, "soft" + "plus")(x)
        """,
    ),
    python(
        "forbidden_by_alias",
        "takes a forbidden layer from the module that it is really defined in",
        """
        import torch

        def softplus(x):
            return torch.nn.modules.activation.Softplus()(x)
        """,
    ),
    python(
        "forbidden_by_subclasses",
        "finds a forbidden layer among the subclasses of Module",
        """
        import torch

        def softplus(x):
            kinds = {k.__name__: k for k in torch.nn.Module.__subclasses__()}
            return kinds["Soft" + "plus"]()(x)
        """,
    ),
    python(
        "forbidden_reloaded",
        "reloads the module whose forbidden function was taken out",
        """
        import importlib
        import torch

        def softplus(x):
            return importlib.reload(torch.nn.functional).__dict__["soft" + "plus"](x)
        """,
    ),
    python(
        "exits_at_import",
        "ends the process while it is loaded",
        """
        READY = os._exit(0)

        def add_one(x):
            return READY
        """,
        outcome="error",
    ),
    python(
        "exits_politely",
        "raises SystemExit with status 0 while it is loaded, and in a function",
        """
        def double(x):
            sys.exit(0)

        READY = sys.exit(0)

        def add_one(x):
            return READY
        """,
        outcome="error",
    ),
    python(
        "exits_in_a_call",
        "ends the process with status 0 in the middle of a call",
        "def add_one(x):\n    os._exit(0)\n",
        outcome="error",
    ),
    python(
        "exits_late",
        "registers exit handlers, finalizers and __del__ that write replies when the process ends",
        """
        import atexit
        import weakref

        class Last:
            def __del__(self):
                put(reply_array(np.zeros((5, 3))))

        KEEP = [Last()]

        def add_one(x):
            atexit.register(lambda: put(reply_array(x)))
            weakref.finalize(KEEP[0], lambda: put(reply_array(x)))
            threading.Thread(target=lambda: (time.sleep(0.05), sys.exit(0))).start()
            raise SystemExit(0)
        """,
        outcome="error",
    ),
    python(
        "interrupts",
        "raises subclasses of KeyboardInterrupt, GeneratorExit and pytest's own outcomes",
        """
        import _thread

        class Stop(KeyboardInterrupt):
            pass

        def add_one(x):
            if x.ndim == 2:
                raise Stop("stop the grader")
            _thread.interrupt_main()
            time.sleep(0.01)
            return x

        def double(x):
            raise GeneratorExit

        def total(x):
            try:
                import pytest
            except ImportError:
                raise StopIteration(5)
            pytest.exit("done", 0)
        """,
    ),
    python(
        "skips_the_test",
        "raises exceptions called Skipped, Exit, XFailed and UserError",
        """
        def add_one(x):
            raise type("Skipped", (Exception,), {"__module__": "builtins"})("skip")

        def double(x):
            raise type("ZygoteDied", (Exception,), {})("again")

        def total(x):
            raise type("Inconclusive", (Exception,), {})("undecided")
        """,
    ),
    python(
        "hostile_exception",
        "raises an exception whose __str__, __repr__, __reduce__ and traceback are hostile",
        """
        class Hostile(Exception):
            def __str__(self): raise SystemExit("str")
            def __repr__(self): os._exit(0)
            def __reduce__(self): return (os.system, ("true",))
            @property
            def __traceback__(self): raise KeyboardInterrupt
            @property
            def __class__(self): return KeyboardInterrupt

        def add_one(x):
            raise Hostile

        def double(x):
            class Loud(Exception):
                def __str__(self):
                    while True:
                        pass
            raise Loud
        """,
    ),
    python(
        "long_exception",
        "raises an exception with a text of 100 MB, and chained a thousand times",
        """
        def add_one(x):
            raise ValueError("x" * 100_000_000)

        def double(x):
            error = ValueError("first")
            for _ in range(1000):
                new = ValueError("next")
                new.__cause__ = new.__context__ = error
                error = new
            raise error
        """,
    ),
    python(
        "exception_group",
        "raises exception groups nested in each other",
        """
        def add_one(x):
            raise ExceptionGroup("many", [ExceptionGroup("more", [ValueError(i)]) for i in range(1000)])
        """,
    ),
    # HOLE when written (reported): results.json and feedback.md cannot be written, and the command ends.
    python(
        "lone_surrogate",
        "raises an exception whose text cannot be written in UTF-8",
        "def add_one(x):\n    raise ValueError('\\\\ud800' * 20)\n".replace("\\\\", "\\"),
        stops="run",
    ),
    # HOLE when written (reported): as lone_surrogate.
    python(
        "surrogate_in_class",
        "forges an error reply whose class and place cannot be written in UTF-8",
        """
        def add_one(x):
            error = {"type": "ValueError", "kind": "\\ud800", "text": "\\udfff", "definition": "\\ud800", "line": 1,
                     "code": "\\udc00"}
            put(frame({"error": error}))
            return x
        """,
        stops="run",
    ),
    python(
        "control_characters",
        "forges an error reply with terminal escapes, bells and line breaks in every field",
        """
        def add_one(x):
            evil = "\\x1b[2J\\x1b[1;1H\\x07\\x00\\r\\n# 100 of 100 points\\n\\u2028\\u202e"
            error = {"type": "ValueError", "kind": evil, "text": evil, "definition": evil, "line": 1, "code": evil}
            put(frame({"error": error}))
            return x
        """,
    ),
    python(
        "poisons_its_own_later_tests",
        "turns the first call into a patch that answers every later test of the exercise",
        """
        def add_one(x):
            session = sys.modules["autograder.worker.session"].Session
            session._do_call = lambda self, header, decode: decode(header["args"])[0]
            return x
        """,
    ),
]
