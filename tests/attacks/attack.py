"""What an attack is: a hand-in with a name, one sentence of what it tries, and what its honest part earns."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

MARK = "gradmark-attack-left-this"
"""In the name or content of every file, socket or queue that an attack tries to leave behind."""
FORGED = "FORGED-BY-AN-ATTACK"
"""What an attack raises when it got something it must not get."""

# Pasted in front of the attacks that use them; slicing leaves out what an attack does not need.
TOOLS = '''
import ctypes, gc, json, os, struct, sys, threading, time
import numpy as np

def the_wire():
    """The one socket among the descriptors."""
    import stat
    for number in range(64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            pass
    raise RuntimeError("no wire")

def frame(header, *parts):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<I", len(text)) + text + b"".join(parts)

def put(data):
    wire, data = the_wire(), memoryview(data)
    while len(data):
        data = data[os.write(wire, data):]

def reply_array(array):
    array = np.ascontiguousarray(array)
    return frame({"result": ["a", 0], "bufs": [[array.dtype.str, list(array.shape), array.nbytes]]}, array.tobytes())

def system_call(number, *arguments):
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    found = call(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if found < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return found

def digits(x):
    """Twelve digits of a hidden input: what a student must not read in the feedback."""
    return f"{abs(float(np.asarray(x).flat[0])):.14f}".split(".")[1][:12]

def canaries(data):
    """Every canary in some bytes, whichever way it is written."""
    import re
    if isinstance(data, str):
        data = data.encode("utf-8", "replace")
    word = b"CAN" + b"ARY-"
    found = re.findall(word + rb"[a-z]+-[0-9a-f]{16}", data)
    return found + re.findall(word.hex().encode() + rb"[0-9a-f]{20,}", data)

def tell(found):
    """Carries what was found to the grader, in whatever a person may read of a result."""
    if found:
        text = b" ".join(sorted(set(found))).decode()
        raise RuntimeError("FORGED" + "-BY-AN-ATTACK " + text)
    raise RuntimeError("nothing found")
'''


@dataclass(frozen=True)
class Attack:
    name: str
    tries: str
    files: Callable[[Mapping[str, str]], Mapping[str, bytes]]
    """Paths of the course and machine -> files of the hand-in, named by suffix: {".py": ...}."""
    honest: float = 0.0
    """Points that the honest part of the hand-in earns: no more may come out."""
    exact: bool = False
    """The honest part must come out too: the attack is beside it."""
    outcome: str = ""
    """The outcome that some test must have, where the attack is to be recognised."""
    slow: bool = False
    system: bool = False
    """Aims at the machine: also run, in the fast part, as an ordinary user and as in a container."""
    stops: str = ""
    """Aims at the run itself: "grader" (a grader hangs or swells) or "run" (the whole command ends)."""
    within: float = 0.0
    """Seconds after which its grading must be over, where the attack sleeps: the machine's load does not enter."""


def code(source: str) -> str:
    return dedent(source).strip("\n") + "\n"


def python(
    name: str,
    tries: str,
    source: str,
    *,
    tools: bool = True,
    honest: float = 0.0,
    exact: bool = False,
    outcome: str = "",
    slow: bool = False,
    system: bool = False,
    stops: str = "",
    within: float = 0.0,
) -> Attack:
    """An attack that is one .py file. `<<word>>` in it stands for a path: see `course.paths`."""

    def files(paths: Mapping[str, str]) -> dict[str, bytes]:
        text = (TOOLS if tools else "import numpy as np\n") + code(source)
        for key, value in paths.items():
            text = text.replace(f"<<{key}>>", value)
        return {".py": text.encode("utf-8", "surrogatepass")}

    return Attack(name, tries, files, honest, exact, outcome, slow, system, stops, within)


def made(name: str, tries: str, suffix: str, build: Callable[[], bytes], **more: bool | float | str) -> Attack:
    """An attack in the file itself: a zip, or a notebook that is none."""
    return Attack(name, tries, lambda _: {suffix: build()}, **more)  # type: ignore[arg-type]


def zipped(members: Mapping[str, str | bytes], **options: int) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name) if "\0" in name else name, content)
    return data.getvalue()


def notebook(*cells: str | dict, **fields: object) -> bytes:
    listed = [c if isinstance(c, dict) else {"cell_type": "code", "source": c, "metadata": {}, "outputs": []} for c in cells]
    whole = {"cells": listed, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **fields}
    return json.dumps(whole).encode()


def write(attack: Attack, stem: Path, paths: Mapping[str, str]) -> None:
    for suffix, content in attack.files(paths).items():
        stem.with_name(stem.name + suffix).write_bytes(content)
