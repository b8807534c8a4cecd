"""For Canvas's "Upload submissions": a zip with the file names of "Download submissions".

What it takes (instructure/canvas-lms, app/models/assignment.rb, infer_comment_context_from_filename, read 2026-11): the first
two numbers in a name are the student's and the file's, and that file must be one that the student handed in. It becomes an
attached file of a comment and is shown under the name that the student gave it, so what is inside has to be of that kind: a
notebook for a notebook, a page for a page. A comment on a group's hand-in goes to the whole group.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from autograder.authoring.wheel import LONG_AGO, write_zip
from autograder.intake.naming import author_of
from autograder.platforms.returning import PAGE, Batch, Feedback, Handed, clashing


def write(batch: Batch, folder: Path) -> Handed:
    handed, files = Handed(), {}
    wanted = [(downloaded(f), f) for f in batch.feedback]
    twice = clashing(pair for pair in wanted if pair[0])
    for name, feedback in wanted:
        make = _MAKERS.get(PurePosixPath(name).suffix.lower())
        if not name:
            handed.left_out.append((feedback, "the hand-in did not come from a Canvas download, so Canvas has no place for it"))
        elif name in twice:
            handed.left_out.append((feedback, f"{name} would be the file of several"))
        elif make is None:
            kind = PurePosixPath(name).suffix or "without an ending"
            handed.left_out.append((feedback, f"Canvas would show the feedback as a file {kind}; use --to email or folder"))
        else:
            files[name] = make(feedback)
            handed.files.append((name, feedback))
    handed.paths = [folder / f"{batch.assignment}-feedback.zip"]
    write_zip(handed.paths[0], files)
    handed.notes.append(
        "Canvas adds a comment with each upload, so upload it once; grades go with: gradmark export --to canvas"
    )
    return handed


def downloaded(feedback: Feedback) -> str:
    """What the file is called in Canvas's download; empty for typed-in text, links, and what is from elsewhere."""
    if feedback.found is None:
        return ""
    places = [(feedback.found.path, feedback.found.member), *((p, m) for _, p, m in feedback.found.beside)]
    names = [PurePosixPath(m).name if m else p.name for p, m in places if not (m or "").endswith("/")]
    ours = [name for name in names if (said := author_of(name)).platform == "canvas" and said.number]
    return ours[0] if ours else ""


def _page(feedback: Feedback) -> bytes:
    return feedback.page.encode("utf-8", "replace")


def _text(feedback: Feedback) -> bytes:
    return feedback.text.encode("utf-8", "replace")


def _remarks(feedback: Feedback) -> bytes:
    """A Python file that does nothing."""
    return "".join(f"# {line}".rstrip() + "\n" for line in feedback.text.splitlines()).encode("utf-8", "replace")


def _notebook(feedback: Feedback) -> bytes:
    from nbformat import v4, writes

    notebook = v4.new_notebook(cells=[v4.new_markdown_cell(feedback.text, id="feedback")])
    return (writes(notebook) + "\n").encode("utf-8", "replace")


def _archive(feedback: Feedback) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(PAGE, LONG_AGO), _page(feedback))
    return held.getvalue()


_MAKERS: dict[str, Callable[[Feedback], bytes]] = {
    ".ipynb": _notebook,
    ".html": _page,
    ".htm": _page,
    ".py": _remarks,
    ".md": _text,
    ".txt": _text,
    ".zip": _archive,
}
