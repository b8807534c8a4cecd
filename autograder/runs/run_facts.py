"""What a run leaves in the gradebook beside its gradings: its plan, its written questions, when things were handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine

from autograder.course import Selection
from autograder.errors import UserError
from autograder.gradebook import pending_regrade as holding
from autograder.gradebook.handins import file_time, note_handins
from autograder.grading.plan import Plan
from autograder.intake.places import Found
from autograder.store import migrations


def note_run(
    engine: Engine,
    plan: Plan,
    selection: Selection,
    chosen: dict[str, Any],
    found: Sequence[tuple[Found, str]],
) -> None:
    """`chosen`: the options that selected the exercises. `found`: each submission with the digest of its content."""
    migrations.ensure(engine)
    times = [(f.name, digest, file_time(f)) for f, digest in found]
    with engine.begin() as db:
        migrations.record_plan(db, plan.digest, plan.to_json(), plan.seed, plan.versions)
        holding.remember(db, "written", written_questions(selection))
        holding.remember(db, "selection", chosen)
        note_handins(db, times)
        holding.settle(db, {f.name for f, _ in found}, plan.digest)


def written_questions(selection: Selection) -> dict[str, float]:
    """Id -> points of those that this selection's notebook asks; where there is no notebook, all."""
    asked = {w.id: w.points for w in selection.assignment.written}
    if not selection.partial or not asked:
        return asked
    from autograder.authoring.notebook import written_ids

    try:
        ids = set(written_ids(selection))
    except UserError:
        return asked
    return {name: points for name, points in asked.items() if name in ids}
