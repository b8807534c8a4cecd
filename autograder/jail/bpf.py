"""A small assembler for seccomp's filter language: a search tree over call numbers."""

from __future__ import annotations

import struct
from dataclasses import dataclass

LOAD = 0x20
JUMP = 0x05
JUMP_IF_EQUAL = 0x15
JUMP_IF_AT_LEAST = 0x35
JUMP_IF_ANY_BIT = 0x45
AND = 0x54
RETURN = 0x06

# Where seccomp hands over a call: its number, the machine, then six 64-bit arguments.
NUMBER_AT = 0
MACHINE_AT = 4

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000

# Stands for the child's own process id, which is known only after the fork.
OWN_PID = -1


def refuse(errno_code: int) -> int:
    """The return value that makes a call fail with this errno."""
    return 0x00050000 | errno_code


@dataclass(frozen=True)
class Instruction:
    code: int
    operand: int
    if_true: int = 0
    if_false: int = 0


Block = list[Instruction]


def load_argument(index: int, upper: bool = False) -> Instruction:
    """Both machines are little-endian: the lower half of an argument comes first."""
    return Instruction(LOAD, 16 + 8 * index + (4 if upper else 0))


def give(value: int) -> Block:
    return [Instruction(RETURN, value)]


def allow_if_one_of(argument: int, values: list[int], otherwise: int) -> Block:
    tests = [Instruction(JUMP_IF_EQUAL, value, if_true=len(values) - position) for position, value in enumerate(values)]
    return [load_argument(argument), *tests, *give(otherwise), *give(ALLOW)]


def refuse_if_one_of(argument: int, values: list[int], refusal: int) -> Block:
    tests = [Instruction(JUMP_IF_EQUAL, value, if_true=len(values) - position) for position, value in enumerate(values)]
    return [load_argument(argument), *tests, *give(ALLOW), *give(refusal)]


def allow_signal_to_itself(signal: int, never: list[int], otherwise: int) -> Block:
    """For calls whose first argument is a process and whose argument `signal` says which signal it is sent."""
    refused = [Instruction(JUMP_IF_EQUAL, value, if_true=len(never) - position + 1) for position, value in enumerate(never)]
    return [
        load_argument(signal),
        *refused,
        load_argument(0),
        Instruction(JUMP_IF_EQUAL, OWN_PID, if_true=1),
        *give(otherwise),
        *give(ALLOW),
    ]


def allow_if_bit(argument: int, bit: int, otherwise: int) -> Block:
    return [
        load_argument(argument),
        Instruction(JUMP_IF_ANY_BIT, bit, if_true=1),
        *give(otherwise),
        *give(ALLOW),
    ]


def refuse_if_masked(argument: int, mask: int, value: int, refusal: int) -> Block:
    return [
        load_argument(argument),
        Instruction(AND, mask),
        Instruction(JUMP_IF_EQUAL, value, if_true=1),
        *give(ALLOW),
        *give(refusal),
    ]


def allow_if_null(argument: int, otherwise: int) -> Block:
    """A pointer is null only if both halves are."""
    return [
        load_argument(argument),
        Instruction(JUMP_IF_EQUAL, 0, if_false=2),
        load_argument(argument, upper=True),
        Instruction(JUMP_IF_EQUAL, 0, if_true=1),
        *give(otherwise),
        *give(ALLOW),
    ]


def search_tree(starts: list[tuple[int, Block]]) -> Block:
    """What to do with the loaded number; `starts` holds the first number of each range, in order.

    A tree and not a chain: when a filter is installed the kernel runs it once for every call number,
    and a chain of two hundred comparisons would be half of the jail's cost.
    """
    if len(starts) == 1:
        return starts[0][1]
    middle = len(starts) // 2
    below, above = search_tree(starts[:middle]), search_tree(starts[middle:])
    first = starts[middle][0]
    if len(below) <= 255:
        return [Instruction(JUMP_IF_AT_LEAST, first, if_true=len(below)), *below, *above]
    # A conditional jump reaches 255 instructions at most.
    return [
        Instruction(JUMP_IF_AT_LEAST, first, if_false=1),
        Instruction(JUMP, len(below)),
        *below,
        *above,
    ]


@dataclass(frozen=True)
class FilterProgram:
    """An assembled filter that lacks only the process id."""

    code: bytes
    pid_at: tuple[int, ...]

    @classmethod
    def assemble(cls, block: Block) -> FilterProgram:
        packed = b"".join(
            struct.pack("<HBBI", each.code, each.if_true, each.if_false, each.operand & 0xFFFFFFFF) for each in block
        )
        holes = tuple(8 * i + 4 for i, each in enumerate(block) if each.operand == OWN_PID)
        return cls(packed, holes)

    def with_pid(self, pid: int) -> bytes:
        code = bytearray(self.code)
        for offset in self.pid_at:
            struct.pack_into("<I", code, offset, pid)
        return bytes(code)

    def __len__(self) -> int:
        return len(self.code) // 8
