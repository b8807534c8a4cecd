"""An audit in the terminal: a line an exercise, what is wrong below it, and what the tests are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from autograder.auditing.bounds import upper_bound
from autograder.auditing.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import Console

MOST_DETAIL_LINES = 30
MOST_WEAK = 8


def headline(v: Verdict) -> str:
    if v.error:
        return f"{v.exercise.id}: NOT OK"
    verdict = "NOT OK" if v.refused else "ok"
    parts = [
        f"{len(v.record.tests)} tests",
        f"{len(v.of('mistake'))} mistakes",
        f"{len(v.of('alternative'))} alternatives",
    ]
    if v.has_mutants:
        living = [m for m in v.mutants if m.verdict != "killed"]
        excused = sum(m.id in v.reasons for m in living)
        extra = f", {len(living)} live ({excused} with a reason)" if living else ", all killed"
        parts.append(f"{len(v.mutants)} mutants{extra}")
    parts.append(f"{v.seeds} seeds")
    false = f"{v.false_draws} false failures (rate below {percent(v.false_bound)})"
    slowest = max(v.record.cpu.values(), default=0.0)
    time = f"slowest test {_seconds(slowest)} of {v.exercise.seconds:g} s"
    return f"{v.exercise.id}: {verdict}: {', '.join(parts)}; {false}; {time}"


def power(v: Verdict) -> list[str]:
    """For each threshold how often the reference, each mistake and each attack reach it, and by how much."""
    lines = []
    for name, bar in v.record.thresholds.items():
        direction, _, value = bar.rpartition(" ")
        said = []
        for s in v.of("reference", "alternative", "mistake", "attack"):
            found = list(s.measured.get(name, {}).values())
            if not found:
                continue
            up = direction == "at least"
            reached = sum(x >= float(value) if up else x <= float(value) for x in found)
            all_reach = reached == len(found)
            worst = (min if up else max)(found) if all_reach else (max if up else min)(found)
            word = "lowest" if all_reach == up else "highest"
            who = s.id.partition("/")[2] or s.id
            said.append(f"{who} {reached}/{len(found)} (mean {sum(found) / len(found):.3f}, {word} {worst:.3f})")
        lines.append(f"{name}, {bar}: {'; '.join(said)}")
    return lines


def guards(v: Verdict) -> list[str]:
    """Tests that count only together with a definition."""
    names = ", ".join(test.rsplit("::", 1)[-1] for test in v.record.guards)
    return [f"passed by answers that are none, so worth nothing alone: {names}"] if names else []


def print_verdict(console: Console, v: Verdict) -> None:
    _line(console, headline(v), "bold red" if v.refused else "bold")
    for line in [*power(v), *guards(v)]:
        _line(console, f"  {line}", "dim")
    for finding in v.findings:
        _line(console, f"  {finding.text}", "red" if finding.refuses else "yellow")
        lines = finding.details.splitlines()
        for line in lines[:MOST_DETAIL_LINES]:
            _line(console, f"      {line}", {"-": "red", "+": "green"}.get(line[:1], "dim"))
        if len(lines) > MOST_DETAIL_LINES:
            _line(console, f"      ... {len(lines) - MOST_DETAIL_LINES} more lines on the page", "dim")


def print_summary(console: Console, verdicts: Sequence[Verdict], pages: Sequence[str], proofs: Sequence[str] = ()) -> None:
    audited = [v for v in verdicts if not v.error]
    if audited:
        _weakest(console, audited)
        false, draws = sum(v.false_draws for v in audited), sum(v.seeds for v in audited)
        bound = upper_bound(false, draws)
        _line(
            console,
            f"false failures: {false} of {draws} draws; with 95 % confidence a rate below {percent(bound)}",
        )
    refused = [v for v in verdicts if v.refused]
    words = f"{len(verdicts) - len(refused)} of {len(verdicts)} exercises may be released"
    _line(console, words + (f"; not: {', '.join(v.exercise.id for v in refused)}" if refused else ""))
    for page in pages:
        _line(console, f"kill matrix: {page}")
    for proof in proofs:
        _line(console, f"proof, to be committed: {proof}")


def _weakest(console: Console, verdicts: Sequence[Verdict]) -> None:
    rows = [(v, s) for v in verdicts for s in v.strengths]
    rows.sort(key=lambda row: (row[1].mistakes + row[1].mutants, row[1].alone))
    _line(
        console,
        "weakest tests: wrong versions that fail (mistakes among them; those that fail no other test)",
        "bold",
    )
    for v, s in rows[:MOST_WEAK]:
        name = s.test.removeprefix(f"{v.exercise.module}::")
        counts = f"{s.mistakes + s.mutants} ({s.mistakes}; {s.alone})"
        _line(console, f"  {counts:<12} {v.exercise.id}: {name}")


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(text, style=style or None, markup=False, highlight=False, soft_wrap=True)


def _seconds(value: float) -> str:
    return f"{value:.2g} s" if value >= 0.01 else "under 0.01 s"


def percent(share: float) -> str:
    return f"{100 * share:.2g} %"
