"""`quiz("receptive_field")` in a notebook: a fresh question, answered at once. Nothing of it is graded, and no network is used.

quiz()                          which questions there are, and your streaks
quiz("receptive_field")         a question with new numbers
quiz("receptive_field", 14)     your answer to it
quiz("receptive_field", "give up")
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.exams.practice import FILE, GIVE_UP, NotReadable, given_up, judged_practice

STREAKS = ".quiz.json"
_MISSING = object()
_chance = random.SystemRandom()


def quiz(question: str | None = None, answer: Any = _MISSING) -> None:
    try:
        _show(_quiz(question, answer))
    except UserError as error:
        print(f"✘ {error}")


def _quiz(question: str | None, answer: Any) -> str:
    folder, questions = _practice()
    state = _Streaks(folder / STREAKS)
    if question is None:
        return _listing(questions, state)
    if question not in questions:
        raise UserError(f"there is no question {question!r} to practise; there are: {', '.join(questions)}")
    asked, own = questions[question], state.of(question)
    if answer is _MISSING:
        return _fresh(question, asked, own, state)
    place = own.get("open")
    if not isinstance(place, int) or not 0 <= place < len(asked["variants"]):
        return f'No question is open. `quiz("{question}")` asks one.'
    variant = asked["variants"][place]
    if answer == GIVE_UP:
        right, why = given_up(variant)
        own |= {"open": None, "streak": 0}
        state.save()
        return f"It is **{right}**." + (f" {why}" if why else "") + f'\n\n`quiz("{question}")` asks another one.'
    try:
        is_right, said = judged_practice(asked, variant, answer)
    except NotReadable as problem:
        return f"? This could not be read: {problem}. It does not count."
    if is_right:
        first = not own.get("tried")
        own |= {"open": None, "tried": False, "streak": own.get("streak", 0) + first, "right": own.get("right", 0) + 1}
        own["best"] = max(own.get("best", 0), own["streak"])
        state.save()
        streak = f" {own['streak']} in a row." if first and own["streak"] > 1 else ""
        return f'✔ Right.{streak} `quiz("{question}")` asks another one.'
    own |= {"streak": 0, "tried": True}
    state.save()
    reasons = "\n\n".join(said) or "This is none of the usual mistakes: go through it once more, step by step."
    return f'✘ Not right.\n\n{reasons}\n\nTry again, or `quiz("{question}", "{GIVE_UP}")`.'


def _fresh(question: str, asked: dict[str, Any], own: dict[str, Any], state: _Streaks) -> str:
    """One that was not seen yet, as long as there is any."""
    places = range(len(asked["variants"]))
    seen = [n for n in own.get("seen", []) if n in places]
    left = [n for n in places if n not in seen]
    if not left:
        seen, left = [], [n for n in places if n != own.get("open")] or list(places)
    place = _chance.choice(left)
    own |= {"open": place, "seen": [*seen, place], "tried": False}
    state.save()
    variant = asked["variants"][place]
    return f'**{asked["title"]}**\n\n{variant["asked"]}\n\n`quiz("{question}", ...)` takes your answer: {variant["asked_for"]}.'


def _listing(questions: dict[str, Any], state: _Streaks) -> str:
    lines = ["| question | | right | longest streak |", "|---|---|---|---|"]
    for name, asked in questions.items():
        own = state.of(name)
        lines.append(f"| `{name}` | {asked['title']} | {own.get('right', 0)} | {own.get('best', 0)} |")
    return "\n".join([*lines, "", '`quiz("NAME")` asks one of them.'])


class _Streaks:
    """What was asked and how it went: a small file beside the questions, on this machine only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data: dict[str, Any] = {}
        with suppress(OSError, ValueError):  # gone or damaged: start anew
            read = json.loads(path.read_text(encoding="utf-8"))
            self.data = read if isinstance(read, dict) else {}

    def of(self, question: str) -> dict[str, Any]:
        own = self.data.get(question)
        if not isinstance(own, dict):
            own = self.data[question] = {}
        return own

    def save(self) -> None:
        with suppress(OSError):  # a folder that cannot be written to: streaks are lost, nothing else
            self.path.write_text(json.dumps(self.data), encoding="utf-8")


def _practice() -> tuple[Path, dict[str, Any]]:
    origin = Path.cwd().resolve()
    for folder in [origin, *origin.parents]:
        path = folder / FILE
        if path.is_file():
            try:
                found = json.loads(path.read_text(encoding="utf-8"))["questions"]
                return folder, dict(found)
            except (OSError, ValueError, KeyError, TypeError):
                raise UserError(f"{path} is damaged: unpack the assignment again") from None
    raise UserError(f"there is nothing to practise here: {origin} and the folders above it have no {FILE}")


def _show(text: str) -> None:
    """As Markdown in a notebook, as text elsewhere."""
    from autograder.student.checks import running_shell

    if running_shell() is not None:
        from IPython.display import Markdown, display

        display(Markdown(text))
    else:
        print(text)
