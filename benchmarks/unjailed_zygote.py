"""A zygote whose workers enter no jail, for one figure of benchmarks/grading.py: what the jail costs. Never for grading."""

from __future__ import annotations

from autograder.worker import zygote


class NoJail:
    def enter(self, policy: object) -> list[str]:
        return []


if __name__ == "__main__":
    zygote.prepare = lambda *policy: NoJail()  # type: ignore[assignment]
    zygote.main()
