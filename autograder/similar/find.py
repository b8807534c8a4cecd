"""The body of `gradmark similar`: read the class, compare it, write the pages."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.course import Course, Selection, find_course
from autograder.errors import UserError
from autograder.intake.find import find_submissions
from autograder.intake.limits import IntakeError
from autograder.intake.places import Found
from autograder.similar.compare import ComparedStatement, Corpus, SimilarPair, groups, hashes, prints_of
from autograder.similar.tokens import of_exercises, statements

LEAST_SCORE = 0.15
GROUP_SCORE = 0.5
SHORTEST_COMMENT = 8


@dataclass(frozen=True)
class Submitted:
    name: str
    pieces: list[ComparedStatement]

    @property
    def comments(self) -> set[str]:
        return {c for p in self.pieces for c in p.statement.comments if len(c) >= SHORTEST_COMMENT}

    @property
    def names(self) -> set[str]:
        """Of variables and functions; single letters are everybody's."""
        return {t.text for p in self.pieces for t in p.statement.tokens if t.shape == "v" and len(t.text) > 1}


@dataclass
class HandedOutCode:
    """All code that the students were given: none of it counts."""

    prints: set[int] = field(default_factory=set)
    comments: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    lines: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Lead:
    """A pair, with what a person would look at first."""

    first: Submitted
    second: Submitted
    pair: SimilarPair
    exercises: list[str]
    """Where they share something, the most first."""
    comments: list[str]
    """The same words in comments that hardly anybody else has."""
    names: float
    """Part of the names of variables that is the same."""


@dataclass
class Findings:
    assignment: str
    title: str
    leads: list[Lead]
    groups: list[list[str]]
    compared: int
    unread: dict[str, str] = field(default_factory=dict)
    """Submission -> why it could not be read."""
    seconds: float = 0.0
    corpus: Corpus = field(default_factory=lambda: Corpus([]))
    given: HandedOutCode = field(default_factory=HandedOutCode)

    def as_dict(self) -> dict[str, Any]:
        return {
            "assignment": self.assignment,
            "compared": self.compared,
            "seconds": round(self.seconds, 2),
            "unread": self.unread,
            "groups": self.groups,
            "pairs": [
                {
                    "first": l.first.name,
                    "second": l.second.name,
                    "score": round(l.pair.score, 4),
                    "shared": l.pair.shared,
                    "exercises": l.exercises,
                    "same_comments": l.comments,
                    "same_names": round(l.names, 3),
                }
                for l in self.leads
            ],
        }


def find_similar(
    course: Path | None,
    assignment: str,
    paths: list[Path],
    only: list[str] | None = None,
    set_name: str | None = None,
    most: int = 50,
) -> Findings:
    found_course = find_course(course)
    selection = found_course.assignment(assignment).select(only, set_name)
    asked = [name for e in selection.assignment.exercise for name in e.names]
    hand_ins = find_submissions(paths, prefer=selection.assignment.name, asked=asked)
    return compare_found(found_course, selection, hand_ins, most)


def compare_found(found_course: Course, selection: Selection, hand_ins: Iterable[Found], most: int = 50) -> Findings:
    """The pairs among these hand-ins, the most alike first."""
    start = time.perf_counter()
    names = {e.id: list(e.names) for e in selection.exercises}
    submitted, unread = [], {}
    asked = [name for e in selection.assignment.exercise for name in e.names]
    for found in hand_ins:
        try:
            read = found.read(prefer=selection.assignment.name, asked=asked)
        except IntakeError as error:
            unread[found.name] = str(error)
            continue
        sources = [*read.siblings.values(), *(cell.source for cell in read.cells)]
        own = [s for source in sources for s in statements(source)]
        submitted.append(Submitted(found.name, [ComparedStatement(e, s) for e, s in of_exercises(own, names)]))
    if len(submitted) < 2:
        raise UserError("nothing to compare: at least two submissions that can be read are needed")
    given = given_code(found_course, selection)
    corpus = Corpus([prints_of(s.pieces, given.prints) for s in submitted])
    pairs = corpus.pairs(most, LEAST_SCORE)
    comments = Counter(c for s in submitted for c in s.comments)
    common = given.comments | {c for c, count in comments.items() if count > max(3, len(submitted) // 20)}
    return Findings(
        selection.assignment.name,
        selection.assignment.title,
        [_lead(corpus, submitted, pair, common, given.names) for pair in pairs],
        [[submitted[i].name for i in group] for group in groups(pairs, GROUP_SCORE)],
        len(submitted),
        unread,
        time.perf_counter() - start,
        corpus,
        given,
    )


def given_code(course: Course, selection: Selection) -> HandedOutCode:
    from autograder.authoring.notebook import build_notebook

    notebook = build_notebook(course, selection)
    texts = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    public = [c.public for c in selection.assignment.concepts() if c.public.is_file()]
    texts += [p.read_text(encoding="utf-8") for p in (*selection.assignment.given, *public)]
    given = HandedOutCode()
    for text in texts:
        given.lines.update(line.strip() for line in text.splitlines())
        for s in statements(text):
            given.prints.update(hashes(s).tolist())
            given.comments.update(s.comments)
            given.names.update(s.names)
    return given


def _lead(corpus: Corpus, submitted: Sequence[Submitted], pair: SimilarPair, common: set[str], given: set[str]) -> Lead:
    first, second = submitted[pair.first], submitted[pair.second]
    weight: dict[str, float] = {}
    for index, worth in corpus.weight_by_piece(pair.first, pair.second).items():
        exercise = first.pieces[index].exercise
        weight[exercise] = weight.get(exercise, 0.0) + worth
    mine, theirs = first.names - given, second.names - given
    return Lead(
        first,
        second,
        pair,
        sorted(weight, key=lambda e: -weight[e]),
        sorted((first.comments & second.comments) - common),
        len(mine & theirs) / max(len(mine | theirs), 1),
    )
