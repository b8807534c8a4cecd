"""Attacks on time: loops, sleeps, and code that cannot be interrupted."""

from __future__ import annotations

from attack import Attack, python

ATTACKS: list[Attack] = [
    python(
        "endless_loop",
        "computes for ever",
        "def double(x):\n    while True:\n        pass\n",
        outcome="timeout",
    ),
    python(
        "endless_c_loop",
        "computes for ever inside one call of C, where no Python signal is handled",
        """
        import re

        def double(x):
            re.match(r"(a+)+$", "a" * 64 + "b")
            return x
        """,
        outcome="timeout",
    ),
    python("sleeps", "sleeps for ever", "def double(x):\n    time.sleep(1e6)\n", outcome="timeout"),
    python(
        "stops_itself",
        "stops its own process with SIGSTOP",
        "def double(x):\n    os.kill(os.getpid(), 19)\n    return x\n",
        outcome="error",  # the signal is refused
    ),
    python(
        "ignores_every_signal",
        "ignores and blocks every signal, SIGXCPU and SIGTERM too, and computes for ever",
        """
        import signal

        def double(x):
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            for number in signal.valid_signals():
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            while True:
                try:
                    sum(range(1000))
                except BaseException:
                    pass
        """,
        outcome="timeout",
    ),
    python(
        "catches_everything",
        "catches every exception in a loop, so that nothing raised inside ends it",
        """
        def double(x):
            while True:
                try:
                    raise TimeoutError
                except BaseException:
                    continue
        """,
        outcome="timeout",
    ),
    python(
        "threads_outlive_the_call",
        "leaves threads that compute for ever when it returns, and deadlocks the import and the interpreter lock",
        """
        def add_one(x):
            def spin():
                while True:
                    sum(range(10_000))
            for _ in range(4):
                threading.Thread(target=spin).start()
            return x
        """,
    ),
    python(
        "clock_lies",
        "replaces the clocks so that no time seems to pass",
        """
        def double(x):
            time.monotonic = time.perf_counter = time.time = time.process_time = lambda: 0.0
            while True:
                pass
        """,
        outcome="timeout",
    ),
    python(
        "slow_to_encode",
        "returns a container that takes for ever to look at",
        """
        class Slow(dict):
            pass

        def double(x):
            return [{i: [i] * 10 for i in range(3000)} for _ in range(1000)]
        """,
    ),
    python(
        "waits_for_input",
        "waits for a line on standard input and for a lock that nobody holds open",
        """
        def double(x):
            try:
                input()
            except EOFError:
                pass
            lock = threading.Lock()
            lock.acquire()
            lock.acquire()
        """,
        outcome="timeout",
        slow=True,
    ),
    python(
        "endless_at_import",
        "computes for ever while it is loaded",
        """
        def forever():
            while True:
                pass

        READY = forever()

        def double(x):
            return READY
        """,
        outcome="timeout",
        slow=True,
    ),
    # HOLE when written (reported): loading is waited for 32 s, twice, for each test of the exercise again.
    python(
        "sleeps_at_import",
        "sleeps for ever while it is loaded, in every test again",
        """
        READY = time.sleep(1e6)

        def add_one(x):
            return READY
        """,
        outcome="timeout",
        slow=True,
        within=90.0,
    ),
    python(
        "half_right",
        "is right, and computes for ever afterwards in a thread: the honest part counts",
        """
        def add_one(x):
            threading.Thread(target=lambda: sum(range(10 ** 12)), daemon=True).start()
            return x + 1.0
        """,
        honest=4.0,
    ),
]
