"""The pages of `gradmark similar`: the ranked pairs, and each pair side by side."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup, escape

from autograder.basics.files import replace_text
from autograder.basics.words import tr, trn
from autograder.reports.environment import render, visible
from autograder.similar.compare import ComparedStatement, hashes, shared_lines
from autograder.similar.find import Findings, Lead, Submitted

LONG_RUN = 4
"""Lines of the release in a row that nobody needs to see twice."""


def write_pages(out: Path, found: Findings) -> Path:
    (out / "pairs").mkdir(parents=True, exist_ok=True)
    for old in (out / "pairs").glob("pair-*.html"):
        old.unlink()
    files = [f"pairs/pair-{i:03d}.html" for i in range(1, len(found.leads) + 1)]
    for lead, file in zip(found.leads, files):
        replace_text(out / file, pair_page(found, lead))
    page = render("similar.html", (), found=found, leads=list(zip(found.leads, files)), shortened=shortened)
    replace_text(out / "index.html", page)
    return out / "index.html"


def pair_page(found: Findings, lead: Lead) -> str:
    sides = (lead.first, lead.second)
    hashed = [{value for p in side.pieces for value in hashes(p.statement).tolist()} for side in sides]
    exercises = dict.fromkeys([*lead.exercises, *(p.exercise for s in sides for p in s.pieces)])
    sections = [
        (
            e,
            e in lead.exercises,
            *(_listings(found, side, e, other) for side, other in zip(sides, reversed(hashed))),
        )
        for e in exercises
    ]
    return render("pair.html", ("code.js",), found=found, lead=lead, sections=sections, shortened=shortened)


def shortened(text: str, most: int = 160) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _listings(found: Findings, side: Submitted, exercise: str, theirs: set[int]) -> Markup:
    own = [p for p in side.pieces if p.exercise == exercise and not _is_given(found, p)]
    parts = [_listing(found, p, theirs, side.name) for p in own]
    return Markup("").join(parts) or Markup('<p class="dim">{}</p>').format(tr("nothing handed in"))


def _is_given(found: Findings, piece: ComparedStatement) -> bool:
    return all(line.strip() in found.given.lines for line in piece.statement.text.splitlines())


def _listing(found: Findings, piece: ComparedStatement, theirs: set[int], whose: str) -> Markup:
    """Lines with what they share; longer runs of the release's own text are left out."""
    shared = shared_lines(piece, theirs, found.given.prints, found.corpus.rare)
    lines = visible(piece.statement.text.replace("\t", "    ")).split("\n")
    rows, i = [], 0
    while i < len(lines):
        run = next((k for k in range(i, len(lines)) if lines[k].strip() not in found.given.lines), len(lines)) - i
        if run >= LONG_RUN:
            left_out = trn("%(n)s line of the release", "%(n)s lines of the release", run)
            rows.append(f'<tr class="dim"><td class="n">⋯</td><td>{escape(left_out)}</td></tr>')
            i += run
            continue
        rows.append(f'<tr class="same{shared.get(i + 1, 0)}"><td class="n">{i + 1}</td><td>{escape(lines[i])}</td></tr>')
        i += 1
    label = escape(visible(tr("%(code)s of %(name)s", code=piece.statement.name or tr("code"), name=whose)))
    return Markup(
        f'<div class="listing code" tabindex="0" role="region" aria-label="{label}"><table role="presentation"><tbody>'
        f"{''.join(rows)}</tbody></table></div>"
    )
