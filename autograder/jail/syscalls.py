"""System call numbers, x86_64 then aarch64 (`-` where a machine has no such call).

`ALLOWED` is what numpy, torch and the interpreter need; everything that is neither there nor in
`CHECKED` is refused. An allow list fails closed: a call that a future kernel adds stays shut.
"""

from __future__ import annotations

import platform

MACHINES = ("x86_64", "aarch64")

Numbers = dict[str, tuple[int | None, int | None]]


def _table(text: str) -> Numbers:
    words = text.split()
    triples = zip(words[0::3], words[1::3], words[2::3])
    return {name: (_number(x86), _number(arm)) for name, x86, arm in triples}


def _number(word: str) -> int | None:
    return None if word == "-" else int(word)


_MEMORY = _table("""
    brk 12 214              mmap 9 222              munmap 11 215           mprotect 10 226
    mremap 25 216           madvise 28 233          msync 26 227            mlock 149 228
    munlock 150 229         mbind 237 235           get_mempolicy 239 236   set_mempolicy 238 237
    membarrier 324 283
""")

_THREADS = _table("""
    futex 202 98            futex_waitv 449 449     set_robust_list 273 99  set_tid_address 218 96
    rseq 334 293            gettid 186 178          sched_yield 24 124      sched_getaffinity 204 123
    sched_getparam 143 121  sched_getscheduler 145 120
    sched_get_priority_max 146 125                  sched_get_priority_min 147 126
    sched_rr_get_interval 148 127                   getcpu 309 168
    exit 60 93              exit_group 231 94       restart_syscall 219 128 arch_prctl 158 -
    wait4 61 260            waitid 247 95
""")

# Handlers and interval timers only ever reach the process that sets them. No timer_create: its signal, behind a pointer,
# may be SIGKILL, and only what comes from outside may end a process that way.
_OWN_SIGNALS = _table("""
    rt_sigaction 13 134     rt_sigprocmask 14 135   rt_sigreturn 15 139     rt_sigpending 127 136
    rt_sigtimedwait 128 137 rt_sigsuspend 130 133   sigaltstack 131 132     pause 34 -
    alarm 37 -              getitimer 36 102        setitimer 38 103
""")

_CLOCKS = _table("""
    clock_gettime 228 113   clock_getres 229 114    clock_nanosleep 230 115 nanosleep 35 101
    gettimeofday 96 169     time 201 -              times 100 153
""")

_WHO_AM_I = _table("""
    getpid 39 172           getppid 110 173         getuid 102 174          geteuid 107 175
    getgid 104 176          getegid 108 177         getresuid 118 148       getresgid 120 150
    getgroups 115 158       getpgrp 111 -           getpgid 121 155         getsid 124 156
    capget 125 90           getpriority 140 141     getrlimit 97 163        getrusage 98 165
    sysinfo 99 179          uname 63 160            getrandom 318 278       umask 95 166
""")

# Landlock decides which files; these only say that files may be looked at. No call that changes a
# name, a mode, an owner or a time is here: landlock does not watch all of those.
_FILES = _table("""
    read 0 63               pread64 17 67           readv 19 65             preadv 295 69
    preadv2 327 286         write 1 64              writev 20 66            pwrite64 18 68
    pwritev 296 70          pwritev2 328 287        lseek 8 62              close 3 57
    close_range 436 436     dup 32 23               dup2 33 -               dup3 292 24
    stat 4 -                fstat 5 80              lstat 6 -               newfstatat 262 79
    statx 332 291           access 21 -             faccessat 269 48        faccessat2 439 439
    readlink 89 -           readlinkat 267 78       getdents 78 -           getdents64 217 61
    getcwd 79 17            chdir 80 49             fchdir 81 50            statfs 137 43
    fstatfs 138 44          fadvise64 221 223       readahead 187 213       fsync 74 82
    fdatasync 75 83
""")

_WAITING = _table("""
    poll 7 -                ppoll 271 73            select 23 -             pselect6 270 72
    epoll_create 213 -      epoll_create1 291 20    epoll_ctl 233 21        epoll_wait 232 -
    epoll_pwait 281 22      epoll_pwait2 441 441    eventfd 284 -           eventfd2 290 19
    timerfd_create 283 85   timerfd_settime 286 86  timerfd_gettime 287 87
    pipe 22 -               pipe2 293 59
""")

# The wire may be one end of a connected socket pair; no other socket can come to exist.
_WIRE = _table("""
    recvfrom 45 207         recvmsg 47 212          shutdown 48 210         getsockname 51 204
    getpeername 52 205      getsockopt 55 209
""")

ALLOWED: Numbers = {
    **_MEMORY,
    **_THREADS,
    **_OWN_SIGNALS,
    **_CLOCKS,
    **_WHO_AM_I,
    **_FILES,
    **_WAITING,
    **_WIRE,
}

# Allowed or not by their arguments: see seccomp.py.
CHECKED: Numbers = _table("""
    clone 56 220            clone3 435 435          open 2 -                openat 257 56
    kill 62 129             tkill 200 130           tgkill 234 131
    rt_sigqueueinfo 129 138 rt_tgsigqueueinfo 297 240
    fcntl 72 25             ioctl 16 29             prctl 157 167           prlimit64 302 261
    sendto 44 206
""")

# What the jail itself calls, and what its probes and tests try: refused to a student.
REFUSED: Numbers = _table("""
    capset 126 91           seccomp 317 277         unshare 272 97          setns 308 268
    landlock_create_ruleset 444 444                 landlock_add_rule 445 445
    landlock_restrict_self 446 446                  ptrace 101 117
    process_vm_readv 310 270                        process_vm_writev 311 271
    fork 57 -               vfork 58 -              execve 59 221           execveat 322 281
    pidfd_open 434 434      pidfd_getfd 438 438     pidfd_send_signal 424 424
    memfd_create 319 279    shmget 29 194           msgget 68 186           semget 64 190
    mq_open 240 180         io_uring_setup 425 425  userfaultfd 323 282     keyctl 250 219
    bpf 321 280             perf_event_open 298 241 mount 165 40            chmod 90 -
    fchmodat 268 53         truncate 76 45          socket 41 198           socketpair 53 199
    connect 42 203          bind 49 200             sendmsg 46 211          setsockopt 54 208
    setrlimit 160 164       sched_setaffinity 203 122                       setpriority 141 140
    kcmp 312 272            open_by_handle_at 304 265                       openat2 437 437
    inotify_init1 294 26    personality 135 92      setresuid 117 147       setpgid 109 154
    utimensat 280 88        setxattr 188 5          vmsplice 278 75         splice 275 76
    timer_create 222 107
""")

_ALL: Numbers = {**REFUSED, **CHECKED, **ALLOWED}


def number(name: str, machine: str | None = None) -> int:
    """The number of a call on this machine; an OSError where the machine does not have it."""
    found = _ALL[name][MACHINES.index(machine or platform.machine())]
    if found is None:
        raise OSError(38, f"{name}: no such system call on {machine or platform.machine()}")
    return found


def numbers(names: Numbers, machine: str) -> dict[str, int]:
    """Those of the named calls that a machine has."""
    column = MACHINES.index(machine)
    return {name: found for name, pair in names.items() if (found := pair[column]) is not None}
