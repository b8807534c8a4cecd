"""Attacks on the machine: files, other processes, the network, signals, memory, and what could be left behind."""

from __future__ import annotations

from attack import MARK, Attack, python

READS = """
    def look(*names):
        found = []
        for name in names:
            try:
                with open(name, "rb") as file:
                    found += canaries(file.read(1 << 24))
            except OSError:
                pass
        return found

    def look_below(*folders):
        found = []
        for folder in folders:
            for at, _, names in os.walk(folder):
                found += canaries(" ".join(names))
                found += look(*(os.path.join(at, name) for name in names))
        return found
"""
"""Used by the control in test_corpus.py, too: run where nothing holds it back, it finds every canary."""

ATTACKS: list[Attack] = [
    python(
        "reads_the_suite",
        "reads the hidden suite and lists its folder",
        READS + "\n    def add_one(x):\n        tell(look('<<suite>>') + look_below('<<hidden>>'))\n",
        outcome="error",
        system=True,
    ),
    python(
        "reads_the_reference",
        "reads the reference and the course secret",
        READS + "\n    def add_one(x):\n        tell(look('<<reference>>', '<<secret>>'))\n",
        outcome="error",
        system=True,
    ),
    python(
        "reads_the_gradebook",
        "reads the gradebook, the other results and the other hand-ins",
        READS + "\n    def add_one(x):\n        tell(look('<<gradebook>>', '<<gradebook>>-wal') "
        "+ look_below('<<out>>', '<<class>>'))\n",
        outcome="error",
        system=True,
    ),
    python(
        "reads_everything",
        "walks the home folder, the root of all of it, and the folders where secrets usually are",
        READS
        + "\n    def add_one(x):\n        tell(look_below('<<home>>', '<<root>>', '/root', '/home', '/etc', '/proc/1'))\n",
        outcome="error",
        system=True,
    ),
    python(
        "reads_the_environment",
        "reads the environment of itself, its parents and every process",
        READS
        + """
    def add_one(x):
        found = canaries(str(dict(os.environ)))
        for pid in ["self", "thread-self", str(os.getppid()), *map(str, range(1, 3000))]:
            found += look(f"/proc/{pid}/environ", f"/proc/{pid}/cmdline", f"/proc/{pid}/root<<suite>>")
        tell(found)
    """,
        outcome="error",
        system=True,
    ),
    python(
        "reads_by_other_calls",
        "opens the suite by openat2, by handle, by a relative path from /, by io_uring and as a mapping",
        READS
        + """
    def add_one(x):
        found, path = [], b"<<suite>>"
        for call in (
            lambda: os.open(path, os.O_RDONLY | os.O_DIRECT),
            lambda: os.open(path.lstrip(b"/"), os.O_RDONLY, dir_fd=os.open("/", os.O_PATH)),
            lambda: os.open(path, os.O_PATH),
            lambda: system_call(437, -100, ctypes.c_char_p(path), ctypes.create_string_buffer(24), 24),
            lambda: system_call(425, 8, ctypes.create_string_buffer(256)),
            lambda: system_call(304, -100, ctypes.create_string_buffer(64), 0),
        ):
            try:
                descriptor = call()
                found += canaries(os.read(descriptor, 1 << 20))
                found += canaries(os.pread(descriptor, 1 << 20, 0))
            except OSError:
                pass
        tell(found)
    """,
        outcome="error",
        system=True,
    ),
    python(
        "memory_of_others",
        "reads the memory of the grader and the zygote: /proc/PID/mem, ptrace, process_vm_readv, pidfd_getfd",
        """
        def add_one(x):
            got, mine = [], ctypes.create_string_buffer(4096)
            here = (ctypes.c_size_t * 2)(ctypes.addressof(mine), 4096)
            there = (ctypes.c_size_t * 2)(id(sys), 4096)
            for pid in {os.getppid(), os.getpid() - 1, os.getpid() - 2, 1, *range(2, 400)} - {os.getpid(), 0}:
                for call in (
                    lambda: open(f"/proc/{pid}/mem", "rb"),
                    lambda: open(f"/proc/{pid}/maps", "rb"),
                    lambda: system_call(310, pid, here, 1, there, 1, 0),
                    lambda: system_call(101, 0x4206, pid, 0, 0),
                    lambda: system_call(438, system_call(434, pid, 0), 3, 0),
                    lambda: system_call(312, pid, os.getpid(), 0, 0, 0),
                ):
                    try:
                        call()
                        got.append(b"memory of %d" % pid)
                    except OSError:
                        pass
            tell(got)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "own_memory_file",
        "opens /proc/self/mem, which would let it write where its own memory is protected",
        """
        def add_one(x):
            for name in ("/proc/self/mem", "/proc/thread-self/mem", f"/proc/{os.getpid()}/mem", "/dev/mem"):
                try:
                    open(name, "r+b")
                    tell([b"opened " + name.encode()])
                except OSError:
                    pass
            return x
        """,
        system=True,
    ),
    python(
        "signals_to_others",
        "sends signals to its parent, to everyone, to its group, by descriptor and through a file's owner",
        """
        def add_one(x):
            # Signal 0 asks whether a signal may be sent: should the jail ever fail, nobody is harmed.
            sent = []
            for pid in (os.getppid(), -1, 0, 1, -os.getpid(), os.getpid() - 1, os.getpid() + 1):
                for call in (
                    lambda: os.kill(pid, 0),
                    lambda: system_call(234, pid, pid, 0),
                    lambda: system_call(129, pid, 0, ctypes.create_string_buffer(128)),
                    lambda: system_call(424, system_call(434, pid, 0), 0, 0, 0),
                ):
                    try:
                        call()
                        sent.append(b"signal to %d" % pid)
                    except OSError:
                        pass
            try:
                import fcntl
                fcntl.fcntl(the_wire(), 8, os.getppid())
                sent.append(b"owner")
            except OSError:
                pass
            tell(sent)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "forks_a_daemon",
        "starts processes that outlive the grading, in every way there is",
        f"""
        def add_one(x):
            started = []
            for call in (
                lambda: os.fork(),
                lambda: os.forkpty(),
                lambda: os.posix_spawn("/bin/sleep", ["{MARK}", "300"], {{}}),
                lambda: system_call(56, 17, 0, 0, 0, 0),
                lambda: system_call(58),
                lambda: system_call(57),
                lambda: system_call(435, ctypes.create_string_buffer(88), 88),
                lambda: system_call(56, 0x10000000 | 17, 0, 0, 0, 0),
            ):
                try:
                    if call() == 0:
                        os.setsid()
                        time.sleep(300)
                        os._exit(0)
                    started.append(b"process")
                except OSError:
                    pass
            tell(started)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "fork_bomb",
        "forks, and lets every child fork, in a tree",
        """
        def add_one(x):
            for _ in range(8):
                try:
                    if os.fork() == 0:
                        time.sleep(20)
                    tell([b"forked"])
                except OSError:
                    pass
            return x
        """,
        system=True,
    ),
    python(
        "runs_programs",
        "runs a shell by os.system, subprocess, exec and multiprocessing",
        f"""
        import subprocess
        import multiprocessing

        def add_one(x):
            worked = []
            for call in (
                lambda: os.system("touch /tmp/{MARK}-shell") == 0 or 1 / 0,
                lambda: subprocess.run(["/bin/sh", "-c", "touch /tmp/{MARK}-run"], check=True),
                lambda: os.popen("echo {MARK}").read().strip() or 1 / 0,
                lambda: multiprocessing.get_context("fork").Process(target=print).start(),
                lambda: os.execv("/bin/sh", ["sh", "-c", "sleep 300"]),
                lambda: os.fexecve(3, ["x"], {{}}) if hasattr(os, "fexecve") else 1 / 0,
            ):
                try:
                    call()
                    worked.append(b"program")
                except Exception:
                    pass
            tell(worked)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "thread_bomb",
        "starts thousands of threads with small stacks that all compute",
        """
        def double(x):
            threading.stack_size(65536)
            def spin():
                while True:
                    sum(range(1000))
            for _ in range(20_000):
                threading.Thread(target=spin, daemon=True).start()
            return x
        """,
        system=True,
    ),
    python(
        "writes_files",
        "writes into every folder that is writable for someone, beside the hand-ins and into the results",
        f"""
        def add_one(x):
            written = []
            folders = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/", ".", "<<class>>", "<<out>>", "<<root>>", "<<home>>"]
            for folder in folders + [f for f in sys.path if f]:
                for flags in (os.O_CREAT | os.O_WRONLY, os.O_TMPFILE | os.O_RDWR):
                    try:
                        name = folder if flags & os.O_TMPFILE == os.O_TMPFILE else folder + "/{MARK}"
                        os.write(os.open(name, flags, 0o600), b"x")
                        written.append(folder.encode())
                    except OSError:
                        pass
                for call in (os.mkdir, os.mkfifo, lambda p: os.symlink("/etc/passwd", p), os.mknod):
                    try:
                        call(folder + "/{MARK}-other")
                        written.append(folder.encode())
                    except OSError:
                        pass
            tell(written)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "changes_files",
        "overwrites, truncates, renames, deletes and changes the mode of suite, gradebook and hand-ins",
        """
        def add_one(x):
            changed = []
            for name in ("<<suite>>", "<<reference>>", "<<gradebook>>", "<<secret>>", "<<class>>/s000_honest.py"):
                for call in (
                    lambda: open(name, "w"),
                    lambda: os.open(name, os.O_RDONLY | os.O_TRUNC),
                    lambda: os.truncate(name, 0),
                    lambda: os.unlink(name),
                    lambda: os.rename(name, name + ".old"),
                    lambda: os.link(name, name + ".link"),
                    lambda: os.chmod(name, 0o666),
                    lambda: os.chown(name, os.getuid(), -1),
                    lambda: os.utime(name, (0, 0)),
                    lambda: os.setxattr(name, b"user.x", b"1"),
                ):
                    try:
                        call()
                        changed.append(name.encode())
                    except OSError:
                        pass
            tell(changed)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "network",
        "opens TCP, UDP, raw, netlink, vsock, unix and abstract sockets",
        f"""
        import socket

        def add_one(x):
            opened = []
            for family, kind in ((2, 1), (2, 2), (10, 1), (2, 3), (16, 3), (40, 1), (1, 1), (17, 3), (1, 5)):
                try:
                    door = socket.socket(family, kind)
                    opened.append(b"socket %d %d" % (family, kind))
                    if family == 1:
                        door.bind("\\0{MARK}")
                        door.listen()
                        globals().setdefault("KEEP", []).append(door)
                except OSError:
                    pass
            try:
                socket.socketpair()
                opened.append(b"pair")
            except OSError:
                pass
            try:
                socket.getaddrinfo("localhost", 80)
            except OSError:
                pass
            tell(opened)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "queues_and_keys",
        "makes System V memory, queues, semaphores, POSIX queues, memory files, keys and timers for others",
        f"""
        def add_one(x):
            made = []
            for numbers in (
                (29, 0x6772, 4096, 0o1666), (68, 0x6772, 0o1666), (64, 0x6772, 1, 0o1666),
                (240, ctypes.c_char_p(b"/{MARK}"), 0o102, 0o666, 0), (319, ctypes.c_char_p(b"{MARK}"), 0),
                (248, ctypes.c_char_p(b"user"), ctypes.c_char_p(b"{MARK}"), ctypes.c_char_p(b"x"), 1, -3),
                (272, 0x10000000), (165, 0, 0, 0, 0, 0), (321, 0, 0, 0), (298, 0, 0, 0, 0, 0), (323, 0), (317, 1, 0, 0),
                (157, 4, 1, 0, 0, 0), (160, 0, 0), (117, 0, 0, 0), (105, 0), (126, 0, 0), (135, 0x0040000), (141, 0, 0, -20),
            ):
                try:
                    system_call(*numbers)
                    made.append(b"call %d" % numbers[0])
                except OSError:
                    pass
            tell(made)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "lifts_its_limits",
        "raises its own limits and priority, and moves itself out of its session",
        """
        import resource

        def add_one(x):
            changed = []
            for call in (
                lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)),
                lambda: resource.setrlimit(resource.RLIMIT_CPU, (10, 10)),
                lambda: resource.prlimit(os.getpid(), resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)),
                lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
                lambda: os.sched_setaffinity(0, {0}),
                lambda: os.setpgid(0, os.getppid()),
                lambda: os.setuid(0),
                lambda: os.chroot("/tmp"),
            ):
                try:
                    call()
                    changed.append(b"limit")
                except OSError:
                    pass
            tell(changed)
        """,
        outcome="error",
        system=True,
    ),
    python(
        "old_and_other_calls",
        "makes 32-bit and x32 system calls, which a filter for 64-bit numbers might not see",
        """
        def add_one(x):
            # An executable page with: int 0x80 (32-bit getpid), ret.
            import mmap
            page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
            page.write(bytes([0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3]))
            system_call(0x40000000 | 39)
            address = ctypes.addressof(ctypes.c_char.from_buffer(page))
            ctypes.CFUNCTYPE(ctypes.c_int)(address)()
            tell([b"32-bit"])
        """,
        system=True,
    ),
    python(
        "segfault",
        "reads address 0, and overwrites its own stack",
        """
        def add_one(x):
            ctypes.string_at(0)

        def double(x):
            ctypes.memset(ctypes.addressof(ctypes.c_int()) & ~0xFFF, 255, 1 << 20)
        """,
        outcome="error",
    ),
    python(
        "survives_segfault",
        "handles SIGSEGV, SIGBUS and SIGABRT on a stack of its own and goes on in a loop of faults",
        """
        import faulthandler
        import signal

        def double(x):
            for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGXCPU, signal.SIGTERM):
                signal.signal(number, lambda *args: None)
            ctypes.string_at(0)
            return x
        """,
        outcome="timeout",
    ),
    python(
        "fault_on_the_wire",
        "lets the fault handler write its report on the wire when it crashes, and every millisecond before",
        """
        import faulthandler

        def add_one(x):
            faulthandler.enable(the_wire())
            faulthandler.dump_traceback_later(0.001, repeat=True, file=the_wire())
            time.sleep(0.02)
            ctypes.string_at(0)
        """,
        outcome="error",
    ),
    # DEFECT when written (reported): signal.Signals has no name for it, and a ValueError reaches the suite.
    python(
        "dies_by_any_signal",
        "ends itself by a real-time signal, which has no name",
        """
        def add_one(x):
            os.kill(os.getpid(), 41)

        def double(x):
            os.kill(os.getpid(), 63)
        """,
        outcome="error",
    ),
    python(
        "memory_by_array",
        "takes more memory than it may have, in one array",
        "def add_one(x):\n    return np.ones(1 << 33)\n",
        outcome="memory",
        system=True,
    ),
    python(
        "memory_by_list",
        "takes more memory than it may have, in small objects, and keeps them",
        """
        KEPT = []

        def add_one(x):
            while True:
                KEPT.append([0] * 10_000)
        """,
        outcome="memory",
        system=True,
    ),
    python(
        "memory_by_mapping",
        "maps anonymous memory piece by piece and touches it, ignoring every error",
        """
        import mmap

        def add_one(x):
            held = []
            for size in (1 << 30, 1 << 26, 1 << 20):
                for _ in range(200):
                    try:
                        held.append(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
                        held[-1].write(b"x" * min(size, 1 << 20))
                    except (OSError, MemoryError):
                        break
            return x + len(held) / 0
        """,
    ),
    python(
        "deep_recursion",
        "recurses without end with the limit lifted",
        """
        def add_one(x):
            sys.setrecursionlimit(1 << 30)
            threading.stack_size(1 << 20)
            def fall(): return fall() + 1
            return fall()

        def double(x):
            def fall(): return fall() + 1
            return fall()
        """,
    ),
    python(
        "descriptors",
        "opens descriptors without end and closes the wire",
        """
        def add_one(x):
            kept = []
            try:
                while True:
                    kept.append(os.open("/dev/null", os.O_RDONLY))
            except OSError:
                pass
            os.closerange(0, 4096)
            return x
        """,
        outcome="error",
    ),
    python(
        "floods_output",
        "prints without end to stdout, stderr and both descriptors",
        """
        def add_one(x):
            block = b"score: 100\\n" * 100_000
            for _ in range(50):
                os.write(1, block)
                os.write(2, block)
                print("PASSED " * 1000)
                sys.stderr.write("100/100 " * 1000)
            return x
        """,
    ),
    python(
        "stat_is_all",
        "uses what may be asked of any path: whether it exists, how large it is, where a link leads",
        """
        def add_one(x):
            found = []
            for name in ("<<suite>>", "<<secret>>", "<<gradebook>>", "/proc/self/cwd", "/proc/1/cwd", "/proc/1/exe"):
                try:
                    found += canaries(os.readlink(name))
                except OSError:
                    pass
                try:
                    found += canaries(str(os.stat(name)) + str(os.getxattr(name, "user.x")))
                except OSError:
                    pass
            tell(found)
        """,
        outcome="error",
        system=True,
    ),
]
