"""What a child is allowed: sent to the zygote as JSON, applied by `apply.enter`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

Level = Literal["strict", "standard", "none"]

LEVELS: tuple[Level, ...] = ("none", "standard", "strict")


@dataclass
class JailPolicy:
    """`level` is the floor: below it the child is refused, above it every layer on offer is used."""

    level: Level = "standard"
    cpu_seconds: float | None = None
    # Bytes. None where CUDA maps far more than it uses: watch the resident size instead (watchdog.py).
    address_space: int | None = None
    file_size: int = 0
    open_files: int = 64
    # Files, or folders with everything below them, that may be read.
    readable: list[str] = field(default_factory=list)
    # Folders whose entries may be listed, below them too, without being readable.
    listable: list[str] = field(default_factory=list)
    # Read, write and control.
    devices: list[str] = field(default_factory=lambda: ["/dev/null"])
    # A device's driver names its threads through /proc/self: granted, and without a process namespace, which would make the
    # numbers there wrong.
    names_threads: bool = False
    # What `readable` was made with; kept for the record.
    packages: list[str] = field(default_factory=list)
    # None: stay the user that the zygote is.
    uid: int | None = None
    gid: int | None = None
    wire_fd: int = 3
    threads: int = 1
    # Processes and threads of the zygote's user, where a worker stays that user: its own are limited on top of them.
    tasks_of_user: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> JailPolicy:
        unknown = set(data) - {each.name for each in fields(cls)}
        if unknown:
            raise ValueError(f"a policy has no {', '.join(sorted(unknown))}")
        if data.get("level", "standard") not in LEVELS:
            raise ValueError(f"a policy's level is one of {', '.join(LEVELS)}, not {data['level']!r}")
        return cls(**data)


def at_least(reached: str, wanted: str) -> bool:
    """Whether one level is at least as strict as another."""
    return LEVELS.index(reached) >= LEVELS.index(wanted)  # type: ignore[arg-type]
