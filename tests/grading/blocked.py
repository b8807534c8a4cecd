"""Runs a command with one system call refused, as a container's profile refuses it: python blocked.py CALL COMMAND..."""

import errno
import os
import sys

from autograder.jail import bpf, seccomp, session
from autograder.jail.syscalls import number


def main() -> None:
    call, *command = sys.argv[1:]
    program = bpf.FilterProgram.assemble(
        [
            bpf.Instruction(bpf.LOAD, bpf.NUMBER_AT),
            bpf.Instruction(bpf.JUMP_IF_EQUAL, number(call), if_false=1),
            *bpf.give(bpf.refuse(errno.EPERM)),
            *bpf.give(bpf.ALLOW),
        ]
    )
    session.forbid_new_privileges()
    seccomp.install(program)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
