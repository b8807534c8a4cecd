"""`gradmark exam make|grade|check|list`: exams from the bank of questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.book_options import ByOption, DbOption
from autograder.commands.options import CourseOption, JsonOption

app = typer.Typer(help="Exams from the bank of questions: make, grade and check them.", no_args_is_help=True)
SetArgument = Annotated[str, typer.Argument(metavar="SET", help="An [exam.NAME] of assignments/exams.toml.")]


@app.command("make")
def make(
    exam: SetArgument,
    students: Annotated[Path, typer.Option("--students", help="Roster: a CSV with ids, logins, e-mail addresses or names.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for students/ and staff/.")],
    closes: Annotated[
        str,
        typer.Option("--closes", help="When the last one may hand in, such as 2026-11-20T12:00 (default: as exams.toml says)."),
    ] = "",
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", help="Also for gradescope, otter or nbgrader; several with commas, or all."),
    ] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Also print every page to PDF, with Chromium.")] = False,
    course: CourseOption = None,
) -> None:
    """Write each student's own variant as a notebook and a printable page, and the keys for staff.

    Example: `gradmark exam make midterm --students roster.csv --out exams`
    """
    from autograder.course import find_course
    from autograder.exams.sitting import read_sitting
    from autograder.platforms import exam_formats
    from autograder.runs.exams import make as make_exam

    found, wanted = find_course(course), exam_formats.chosen(formats or [])
    made = make_exam(found, exam, students, out, closes=closes, pdf=pdf)
    for path in exam_formats.build(wanted, out, read_sitting(found, out)) if wanted else []:
        print(f"{path}: for staff only, it holds the key")
    printed = f", {made.pdfs} PDFs" if made.pdfs else ""
    print(f"{made.students} exams in {out / 'students'}{printed}; the keys are in {out / 'staff'}: keep that to yourselves")
    print(f"neighbours on the roster have different variants of {made.different:.0%} of the questions")


@app.command("grade")
def grade(
    made: Annotated[Path, typer.Argument(metavar="EXAMS", help="The folder that `gradmark exam make` wrote.")],
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="HAND-INS...", help="Notebooks, folders, a platform's zip, or a CSV of paper answers."),
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for grades.csv, the report and the students' pages.")],
    marks: Annotated[
        Path | None, typer.Option("--marks", help="to_read.csv with points for answers that a person has read.")
    ] = None,
    replace: Annotated[
        list[str] | None, typer.Option("--replace", help="A student whose later attempt counts, in place of the first.")
    ] = None,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    course: CourseOption = None,
) -> None:
    """Grade an exam: every student of the roster gets a row; pages for students are written once the exam has closed.

    The folder is a gradebook like that of any assignment: desk, score, override, excuse, export and return work on it.

    Example: `gradmark exam grade exams hand-ins --out graded`
    """
    import json

    from autograder.course import find_course
    from autograder.runs.exam_grading import grade as grade_exam

    done = grade_exam(find_course(course), made, paths, out, marks=marks, replace=replace or (), db=db, by=by)
    for warning in done.warnings:
        typer.echo(f"warning: {warning}", err=True)
    if as_json:
        rows = [{"student": r.key, "status": r.status, "score": r.final, "possible": r.possible} for r in done.rows]
        print(json.dumps(rows, indent=1))
        return
    print(f"{done.handed_in} of {len(done.rows)} handed in; grades in {out / 'grades.csv'}, report in {out / 'index.html'}")
    if done.to_read:
        texts = "1 text is" if done.to_read == 1 else f"{done.to_read} texts are"
        print(f"{texts} for a person to read: gradmark desk {out}, or put points into to_read.csv there")
        print(f"and give it back with gradmark score {out} --csv {out / 'to_read.csv'}")
    if done.held_back:
        print(f"the exam closes {done.held_back}: no page for students was written. Grade again after that")


@app.command("check")
def check(
    exam: Annotated[str | None, typer.Argument(metavar="[SET]", help="An [exam.NAME]; without it, every question.")] = None,
    draws: Annotated[int, typer.Option("--draws", min=10, help="Variants of each question.")] = 1000,
    as_json: JsonOption = False,
    course: CourseOption = None,
) -> None:
    """Prove a set: every variant can be solved, none is degenerate, all are alike, and nothing gives the answer away.

    Exits with 1 if a question is not fit for an exam.

    Example: `gradmark exam check midterm`
    """
    import json
    from dataclasses import asdict

    from autograder.course import find_course
    from autograder.course.secret import course_secret
    from autograder.exams.bank import load_bank
    from autograder.exams.check import check_question

    found = find_course(course)
    bank = load_bank(found)
    wanted = list(bank.exam(exam).points) if exam else list(bank.entries)
    secret = course_secret(found)
    reports = []
    for question in wanted:
        done = check_question(bank.entry(question), secret, draws)
        reports.append(done)
        if not as_json:
            sign = "✘" if done.problems else "✔"
            print(f"{sign} {done.id} ({done.kind}): {done.variants} variants, {done.explained:.1f} wrong answers explained")
            for problem in done.problems:
                print(f"    {problem}")
    bad = [r.id for r in reports if r.problems]
    if as_json:
        print(json.dumps([asdict(r) for r in reports], indent=1))
    else:
        print(f"{len(reports) - len(bad)} of {len(reports)} questions are fit for an exam ({draws} draws each)")
    raise typer.Exit(1 if bad else 0)


@app.command("practice")
def practice(
    out: Annotated[Path, typer.Option("--out", help="Folder for the file that quiz(...) reads.")],
    topics: Annotated[
        list[str] | None, typer.Argument(metavar="[TOPIC]...", help="Folders of assignments/, such as 05 (default: all).")
    ] = None,
    course: CourseOption = None,
) -> None:
    """Write questions for practice, which students answer with quiz("..."). Releases have those of their assignment already.

    Example: `gradmark exam practice 05 09 --out practice`
    """
    from autograder.course import find_course
    from autograder.course.secret import course_secret
    from autograder.errors import UserError
    from autograder.exams.bank import load_bank
    from autograder.exams.practice import FILE, practice_file

    found = find_course(course)
    entries = list(load_bank(found).entries.values())
    if topics:
        entries = [e for e in entries if any(e.folder.name == t or e.folder.name.startswith(f"{t}_") for t in topics)]
    if not entries:
        raise UserError(f"there are no questions in {', '.join(topics or ['assignments'])}")
    out.mkdir(parents=True, exist_ok=True)
    (out / FILE).write_text(practice_file(entries, course_secret(found)), encoding="utf-8")
    print(f"{out / FILE}: questions of {len({e.folder for e in entries})} topics, for quiz(...) in a notebook beside it")


@app.command("list")
def listing(as_json: JsonOption = False, course: CourseOption = None) -> None:
    """List exams, and the questions of the bank with kind, difficulty and sections of the lecture notes.

    Example: `gradmark exam list`
    """
    import json

    from autograder.course import find_course
    from autograder.exams.bank import load_bank

    bank = load_bank(find_course(course))
    if as_json:
        entries = [
            {**e.question.model_dump(include={"id", "kind", "notes", "difficulty", "minutes", "points"})}
            for e in bank.entries.values()
        ]
        print(json.dumps({"exams": {n: e.points for n, e in bank.exams.items()}, "questions": entries}, indent=1))
        return
    for name, exam in bank.exams.items():
        print(f"exam {name}: {exam.title}, {len(exam.points)} questions, {exam.possible:g} points, {exam.minutes} minutes")
    for folder in dict.fromkeys(e.folder for e in bank.entries.values()):
        print(folder.name)
        for e in bank.of_folder(folder):
            q = e.question
            print(f"  {q.id:32} {q.kind:8} {'*' * q.difficulty:6} {', '.join(q.notes)}")
