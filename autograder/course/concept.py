"""Where the parts of a concept are. This convention is spelled here and nowhere else.

reference/regularization/batchnorm.py              the solution
assignments/04_regularization/batchnorm/           everything else:
    test_public.py    checks that students get
    test_hidden.py    the suite that grades
    mistakes.py       plausible wrong versions, each with a hint
    alternatives/     other right formulations
    hints.md          a ladder of folded hints for each exercise (`## ID`, hints between lines of ---)
    derive.md         docstrings without the formula, for sets that ask for a derivation (`## NAME`)
    stages.py         the steps of a long backward, for `check_stages`; students get it
    ...               whatever else the hidden suite uses
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PUBLIC, HIDDEN, MISTAKES, ALTERNATIVES = "test_public.py", "test_hidden.py", "mistakes.py", "alternatives"
HINTS, DERIVE, STAGES = "hints.md", "derive.md", "stages.py"


@dataclass(frozen=True)
class Concept:
    """One concept of an assignment."""

    name: str
    folder: Path
    reference: Path
    """The file with the solution."""

    @property
    def public(self) -> Path:
        return self.folder / PUBLIC

    @property
    def hidden(self) -> Path:
        return self.folder / HIDDEN

    @property
    def mistakes(self) -> Path:
        return self.folder / MISTAKES

    @property
    def hints(self) -> Path:
        return self.folder / HINTS

    @property
    def derive(self) -> Path:
        return self.folder / DERIVE

    @property
    def stages(self) -> Path:
        return self.folder / STAGES

    @property
    def alternatives(self) -> list[Path]:
        return sorted((self.folder / ALTERNATIVES).glob("*.py"))

    @property
    def support(self) -> list[Path]:
        """What the hidden suite uses beside itself: all other files of the folder."""
        others = (p for p in self.folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
        taught = {self.hints, self.derive, self.stages}  # for the student's eyes: no verdict depends on them
        known = {self.public, self.hidden, self.mistakes, *taught, *self.alternatives}
        return sorted(p for p in others if p not in known)

    def parts(self) -> dict[str, Path]:
        """Role -> file, of all that there is. A role says nothing of where the file lies, so digests outlive a move."""
        roles = {
            "reference": self.reference,
            "public": self.public,
            "hidden": self.hidden,
            "mistakes": self.mistakes,
        }
        roles |= {f"alternative {p.stem}": p for p in self.alternatives}
        roles |= {f"support {p.relative_to(self.folder).as_posix()}": p for p in self.support}
        return {role: path for role, path in roles.items() if path.is_file()}

    def digest(self) -> str:
        """Of everything that was written for this concept."""
        return digest_of((f"{self.name} {role}", path) for role, path in self.parts().items())


def digest_of(parts: Iterable[tuple[str, Path]]) -> str:
    """Of files, each under the name of its role."""
    digest = hashlib.sha256()
    for role, path in sorted(parts, key=lambda part: part[0]):
        digest.update(role.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def concept_of(suite: Path) -> str:
    """The concept that a suite file is about: by its folder, or in a release by its own name (`public/test_batchnorm.py`)."""
    return suite.parent.name if suite.name in (PUBLIC, HIDDEN) else suite.stem.removeprefix("test_")
