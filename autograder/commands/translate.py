"""`gradmark translate CODE`: gradmark's own words in another language."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.options import CourseOption, JsonOption


def command(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The language, such as fr or pt_BR.")],
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make or update the course's catalogue of a language, languages/CODE.po. Exits with 1 until it is complete and right.

    Example: `gradmark translate fr`
    """
    import json

    from autograder.authoring.translating import translate
    from autograder.course import find_course

    found = translate(code, find_course(course).root)
    complete = found.done == found.all and not found.faults
    if as_json:
        print(json.dumps({"path": str(found.path), "translated": found.done, "all": found.all, "faults": found.faults}))
    else:
        print(f"{found.path}: {found.done} of {found.all} sentences are translated")
        if found.dropped:
            print(f"{found.dropped} sentences that gradmark says no more were taken out")
        for line in found.faults:
            print(f"wrong: {line}")
        if complete:
            print(f'complete; use it with language = "{code}" in gradmark.toml, or with --language {code}')
        else:
            print("fill in the empty msgstr lines with a text editor or Poedit, then run this command again")
    raise typer.Exit(0 if complete else 1)
