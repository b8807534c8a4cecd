"""Which versions of the other tools the bridges were tried with."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from autograder.basics.pins import tested_version
from autograder.errors import UserError


@dataclass(frozen=True)
class Tested:
    package: str
    series: str
    extras: str = ""

    @property
    def version(self) -> str:
        """The one that was tested (constraints.txt)."""
        return tested_version(self.package)

    @property
    def install(self) -> str:
        return f'pip install "{self.package}{self.extras}=={self.series}*"'

    def require(self) -> str:
        """The installed version; UserError with the way out where there is none, or another series."""
        try:
            found = metadata.version(self.package)
        except metadata.PackageNotFoundError:
            raise UserError(f"{self.package} is not installed here; install it with: {self.install}") from None
        if not found.startswith(self.series):
            raise UserError(
                f"{self.package} {found} is installed; gradmark works with {self.series}* (tested: {self.version}): "
                f"{self.install}"
            )
        return found
