"""What a person has to do before the grades are right: one list for the desk, `gradmark status` and the class report.

Something leaves the list when what caused it is gone, when somebody overrides the grade it is about, or when somebody
settles it with a reason. A new hand-in puts it back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.basics.words import mark
from autograder.gradebook.book import Snapshot, rules_of
from autograder.gradebook.exam_run import exam_in
from autograder.gradebook.grades import GradingRecord, Rules, Standing
from autograder.gradebook.ledger import student_subject, submission_subject
from autograder.grading.results import NOT_RUN
from autograder.intake.places import owner_of

KINDS = {
    mark("not gradable"): mark("Nothing could be read or run"),
    mark("unmatched"): mark("Nobody on the roster fits"),
    mark("ambiguous"): mark("Several students on the roster fit"),
    mark("inconclusive"): mark("A test could not decide"),
    mark("follow-through"): mark("May be followed through by hand"),
    mark("needs a person"): mark("Something for a person to judge"),
    mark("late without a time"): mark("When it was handed in is not known"),
    mark("request"): mark("A student asks for another look"),
}
"""What each kind means, in the order of the list."""
_FOLLOW = re.compile(r"follow(?:ed)? (?:this )?through by hand", re.I)


@dataclass(frozen=True)
class Todo:
    kind: str
    key: str
    """Of the line of the gradebook that it is about."""
    name: str
    submission: str
    what: str
    """What was found, in a sentence or two."""
    action: str
    """What to do about it."""
    command: str
    """The same on the command line."""
    subject: str
    item: str
    """What settles it: `deciding.settle(book, subject, item, reason)`. Empty: only what causes it can."""
    exercise: str = ""


def why_not_gradable(said: str, isolation: str, outcomes: Collection[str], notes: Sequence[str]) -> str:
    """Why nothing of a hand-in was run, for a reason of its own: its zero says nothing about what its student can do.

    `said` is what reading it said. Empty if something was run.
    """
    if said or isolation != NOT_RUN or "inconclusive" in outcomes:
        return said
    return next(iter(notes), "") or "Nothing of it could be run."


def unreadable(result: Mapping[str, Any]) -> str:
    """The same, for a result of the gradebook."""
    outcomes = {t["outcome"] for e in result.get("exercises", ()) for t in e["tests"]}
    said, notes = str(result.get("not_gradable") or ""), result.get("notes", ())
    return why_not_gradable(said, result.get("isolation", ""), outcomes, notes)


def todo(snap: Snapshot, rows: Sequence[Standing], out: str = "OUT") -> list[Todo]:
    """By kind, then by name. `out` is how the commands name the folder."""
    rules = rules_of(snap)
    gradings = {g.id: g for g in snap.gradings}
    found: list[Todo] = []
    seen: set[tuple[str, str, str]] = set()
    for row in rows:
        for entry in _of_row(snap, rules, row, gradings.get(row.grading or -1), out):
            # What is wrong with the hand-in of a group is one thing to do, not one for each of them.
            same = (entry.kind, entry.submission or entry.key, entry.item)
            if same not in seen and not _is_settled(rules, row, entry):
                seen.add(same)
                found.append(entry)
    order = list(KINDS)
    return sorted(found, key=lambda t: (order.index(t.kind), t.name.casefold(), t.key, t.item))


def by_kind(entries: Iterable[Todo]) -> dict[str, list[Todo]]:
    found: dict[str, list[Todo]] = {}
    for entry in entries:
        found.setdefault(entry.kind, []).append(entry)
    return found


def _of_row(snap: Snapshot, rules: Rules, row: Standing, grading: GradingRecord | None, out: str) -> list[Todo]:
    subject = student_subject(row.student.key) if row.student else submission_subject(str(row.submission))
    who = _quoted(row.key)

    def entry(kind: str, what: str, action: str, command: str, item: str = "", exercise: str = "") -> Todo:
        return Todo(
            kind,
            row.key,
            row.name,
            row.submission or "",
            _sentence(what),
            action,
            command,
            subject,
            item[:200],
            exercise,
        )

    found = []
    if row.status in ("unmatched", "ambiguous"):
        names = {s.key: s.label for s in snap.students}
        could = ", ".join(names.get(k, k) for k in row.candidates)
        what = f"It could be {could}." if could else "Its name points to nobody on the roster."
        command = f"gradmark roster {out} --link {_quoted(str(row.submission))}=STUDENT"
        found.append(entry(row.status, what, mark("Say whose it is."), command))
    if grading is not None:
        again = "gradmark exam grade EXAMS FILE" if exam_in(snap) else "gradmark grade NN FILE"
        found += _of_result(entry, grading, who, out, again)
        if _lacks_time(snap, rules, row):
            found.append(
                entry(
                    "late without a time",
                    _why_no_time(snap, rules, row),
                    mark("Say when it was handed in."),
                    f"gradmark roster {out} --times FILE",
                    f"late: {grading.digest[:16]}",
                )
            )
    for item, asked in rules.decided.about("request", [subject]).items():
        if asked.value == 0:
            found.append(
                entry(
                    "request",
                    f"{item or 'the whole'}: {asked.text}",
                    mark("Look again and answer."),
                    f"gradmark desk {out}",
                )
            )
    return found


def _of_result(entry: Any, grading: GradingRecord, who: str, out: str, again: str) -> list[Todo]:
    content = grading.digest[:16]
    change = f"gradmark override {out} {who} POINTS --reason '...'"
    if why := unreadable(grading.result):
        action = mark("Ask the student for a hand-in that can be read, and grade that.")
        return [
            entry(
                "not gradable",
                why,
                action,
                f"{again} --out {out} --replace{' ' + who if 'exam' in again else ''}",
                f"unread: {content}",
            )
        ]
    found = []
    for e in grading.result.get("exercises", ()):
        undecided = [t for t in e["tests"] if t["outcome"] == "inconclusive"]
        if undecided:
            test = undecided[0]["id"].rpartition("::")[2]
            many = f"{len(undecided)} tests" if len(undecided) > 1 else "a test"
            found.append(
                entry(
                    "inconclusive",
                    f"{e['id']}: {many} could not decide ({undecided[0].get('detail') or undecided[0].get('message') or test})"[
                        :600
                    ],
                    mark("Replay the test, then give the points by hand or grade again."),
                    f"gradmark replay {out} {_quoted(grading.submission)} {_quoted(test)}",
                    f"undecided: {e['id']} {content}",
                    e["id"],
                )
            )
        for kind in ("follow-through", "needs a person"):
            notes = [n for n in e.get("for_staff", ()) if bool(_FOLLOW.search(n)) == (kind == "follow-through")]
            if notes:
                action = mark("Look at the answer, then give points by hand or leave it as it is.")
                command = change.replace(" --reason", f" --exercise {e['id']} --reason")
                what = f"{e['id']}: {'; '.join(notes)}"[:600]
                found.append(entry(kind, what, action, command, f"{kind}: {e['id']} {content}", e["id"]))
    return found


def _lacks_time(snap: Snapshot, rules: Rules, row: Standing) -> bool:
    if row.handed_in is None and rules.policy.due is not None:
        return True
    return _is_called_late(snap, row) and (row.handed_in is None or rules.policy.due is None)


def _why_no_time(snap: Snapshot, rules: Rules, row: Standing) -> str:
    if _is_called_late(snap, row):
        missing = "nobody has said when" if row.handed_in is None else "no deadline is set"
        return f"Canvas marked it late, and {missing}: it counts as in time."
    return "There is a deadline, and no time for this hand-in: it counts as in time."


def _is_called_late(snap: Snapshot, row: Standing) -> bool:
    present = snap.submissions.get(row.submission or "")
    return present is not None and owner_of(present.name, present.source).late


def _is_settled(rules: Rules, row: Standing, entry: Todo) -> bool:
    subjects = [entry.subject, *(submission_subject(name) for name in row.submissions)]
    if entry.item and entry.item in rules.decided.about("settled", subjects):
        return True
    overridden = rules.decided.about("override", subjects)
    about_points = entry.kind in ("not gradable", "inconclusive", "follow-through", "needs a person")
    return about_points and ("" in overridden or (bool(entry.exercise) and entry.exercise in overridden))


def _sentence(text: str) -> str:
    return text if text.rstrip().endswith((".", "!", "?")) else f"{text.rstrip()}."


def _quoted(text: str) -> str:
    return text if re.fullmatch(r"[\w.@+-]+", text) else "'" + text.replace("'", "'\\''") + "'"
