"""Hand-ins as platforms and people lay them out, each with the row that it must give.

Names and structures are those of the platforms' own code and documentation: Canvas's ContentZipper
(`smithjane_LATE_12_345_hw.ipynb`, `smithjane_12_text.html`, `anon_Ab1cD_345_hw.ipynb`), Moodle's mod_assign downloader
(`Jane Smith_12_assignsubmission_file_`, newer without the last `_`, team and blind prefixes), Gradescope's export
(`submission_123/` and `submission_metadata.yml`), repositories of GitHub Classroom, and what people do by themselves.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field

ASSIGNMENT = "04_regularization"
ASKED = ["soft_threshold", "ridge", "dropout"]
STUBS = "\n\n".join(f'def {name}(x):\n    """Do it."""\n    raise NotImplementedError("{name}")' for name in ASKED)


def solution(owner: str, names: list[str] = ASKED, version: str = "final") -> str:
    """Code that says whose it is, and which version."""
    lines = [f"OWNER = {owner!r}", f"VERSION = {version!r}"]
    return "\n\n".join([*lines, *(f"def {name}(x):\n    return x" for name in names)])


def nb(source: str) -> bytes:
    cells = [{"cell_type": "code", "source": part, "metadata": {}} for part in source.split("\n\n")]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def work(owner: str) -> bytes:
    return nb(solution(owner))


def old(owner: str) -> bytes:
    return nb(solution(owner, ASKED[:1], "old"))


def zip_of(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


PDF, RAR, SEVEN, GZIP = b"%PDF-1.7 x", b"Rar!\x1a\x07\x00", b"7z\xbc\xaf\x27\x1c", b"\x1f\x8b\x08\x00"
DOCX, HTML, JPEG = zip_of({"word/document.xml": b"<w/>"}), b"<!DOCTYPE html><p>x</p>", b"\xff\xd8\xff\xe0"


@dataclass(frozen=True)
class Row:
    """What must come of a hand-in: gradable, or why not (a part of the sentence)."""

    why_not: str = ""
    late: bool = False
    """Marked so by the platform."""
    handed_in: float | None = None
    people: tuple[str, ...] = ()
    clock: str = ""
    """When, as the platform's clock showed it."""


@dataclass
class Layout:
    files: dict[str, bytes] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    """Name of the row -> what it must be. A gradable one is read as `solution(name)`."""

    def add(self, row: str, files: dict[str, bytes], why_not: str = "", **more) -> None:
        assert row not in self.rows and not files.keys() & self.files.keys(), row
        self.files |= files
        self.rows[row] = Row(why_not, **more)


def unreadable(name: str) -> list[tuple[str, dict[str, bytes], str]]:
    """(label, files, why not) of everything that cannot be graded, whatever the platform."""
    return [
        ("pdf", {f"{name}.pdf": PDF}, "a PDF document"),
        ("html", {f"{name}.html": HTML}, "a web page"),
        ("docx", {f"{name}.docx": DOCX}, "a Word document"),
        ("rar", {f"{name}.rar": RAR}, "a RAR archive"),
        ("seven", {f"{name}.7z": SEVEN}, "a 7z archive"),
        ("targz", {f"{name}.tar.gz": GZIP}, "a gzip archive"),
        ("tgz", {f"{name}.tgz": GZIP}, "a gzip archive"),
        ("renamed", {f"{name}.ipynb.txt": work("x")}, "a .ipynb file with .txt behind its name"),
        ("json", {f"{name}.json": work("x")}, "a JSON file"),
        ("empty", {f"{name}.ipynb": b""}, "the file is empty"),
        ("emptypy", {f"{name}.py": b""}, "is empty"),
        ("emptyzip", {f"{name}.zip": b""}, "not a readable zip"),
        ("emptypdf", {f"{name}.pdf": b""}, "an empty file"),
        ("photo", {f"{name}.jpg": JPEG}, "a picture"),
        ("text", {f"{name}.txt": b"see my mail"}, "a text file"),
        ("cut", {f"{name}.ipynb": work("x")[:200]}, "is not a notebook"),
        ("page", {f"{name}.ipynb": HTML}, "it is a web page"),
        ("noending", {name: b"what"}, "a file of another kind"),
        ("zipofpdf", {f"{name}.zip": zip_of({"hw.pdf": PDF})}, "a PDF document"),
        ("two", {f"{name}.pdf": PDF, f"{name}.jpg": JPEG}, "cannot be graded|holds no notebook"),
    ]


def canvas() -> Layout:
    made, number = Layout(), iter(range(5000, 9000))
    who = iter(range(1001, 2000))

    def hand_in(student: str, files: dict[str, bytes], why_not: str = "", late: bool = False, row: str = "") -> None:
        prefix = f"{student}{'_LATE' if late else ''}_{next(who)}"
        renamed = {f"{prefix}_{next(number)}_{name}": content for name, content in files.items()}
        made.add(row or student, renamed, why_not, late=late)

    hand_in("smithjane", {"04_regularization.ipynb": work("smithjane")})
    hand_in("doejohn", {"hw-1.ipynb": work("doejohn")}, late=True)
    hand_in("helperann", {"hw.ipynb": work("helperann"), "helpers.py": b"K = 1"})
    hand_in("olderbo", {"04_regularization.ipynb": work("olderbo"), "old_version.ipynb": old("olderbo")})
    hand_in("otherweek", {"03_nets.ipynb": nb("def relu(x):\n    return x"), "mine.ipynb": work("otherweek")})
    hand_in("stubandwork", {"04_regularization.ipynb": nb(STUBS), "final.ipynb": work("stubandwork")})
    hand_in("twice", {"hw.ipynb": work("twice"), "hw-1.ipynb": work("twice")})
    hand_in("again", {"hw.ipynb": nb(solution("again", version="1")), "hw-1.ipynb": work("again")})
    several = {"a.ipynb": nb(solution("x", version="1")), "b.ipynb": nb(solution("x", version="2"))}
    hand_in("unclear", {"hw.zip": zip_of(several)}, "which one to grade is not clear")
    hand_in("pyonly", {"solution.py": solution("pyonly").encode()})
    hand_in("pytwo", {"solution.py": solution("pytwo").encode(), "utils.py": b"K = 1"})
    hand_in(
        "zipped",
        {"hw.zip": zip_of({"hw/04_regularization.ipynb": work("zipped"), "__MACOSX/hw/._x.ipynb": b"\0"})},
    )
    hand_in("zipandpdf", {"hw.zip": zip_of({"a.ipynb": work("zipandpdf")}), "report.pdf": PDF})
    hand_in("withpdf", {"hw.ipynb": work("withpdf"), "hw.pdf": PDF, "hw.html": HTML})
    hand_in("scratchandzip", {"scratch.ipynb": nb("1 + 1"), "hw.zip": zip_of({"a.ipynb": work("scratchandzip")})})
    hand_in("müllerjörg", {"hw übung.ipynb": work("müllerjörg")})
    hand_in("李小龙", {"作业.ipynb": work("李小龙")})
    hand_in("o_neil", {"hw.ipynb": work("o_neil")})
    hand_in("o_neil_two", {"hw_1_2.ipynb": work("o_neil_two")}, late=True)
    hand_in("projectgroup3", {"hw.ipynb": work("projectgroup3")})
    made.add("perezana", {"perezana_1901_text.html": HTML}, "typed into Canvas")
    made.add("perezluis", {"perezluis_LATE_1902_link.html": HTML}, "a link that was typed into Canvas", late=True)
    made.add("anon_Ab1cD", {"anon_Ab1cD_4001_hw.ipynb": work("anon_Ab1cD")})
    made.add("anon_Xy2zE", {"LATE_anon_Xy2zE_4002_hw.ipynb": work("anon_Xy2zE")}, late=True)
    made.add("leebo-1950", {"leebo_1950_4003_hw.ipynb": work("leebo-1950")})
    made.add("leebo-1951", {"leebo_1951_4004_hw.ipynb": work("leebo-1951"), "leebo_1951_4005_data.csv": b"1,2"})
    for label, files, why in unreadable("hw"):
        hand_in(f"no{label}", files, why)
    return made


def _moodle(prefix_of) -> Layout:
    """`prefix_of(student, number, kind) -> what stands before a file's name`."""
    made, number = Layout(), iter(range(30001, 31000))

    def hand_in(student: str, files: dict[str, bytes], why_not: str = "", text: bool = False) -> None:
        no = next(number)
        laid = {prefix_of(student, no, "file") + name: content for name, content in files.items()}
        if text:
            laid[prefix_of(student, no, "onlinetext") + "onlinetext.html"] = HTML
        row = f"Participant_{no}" if student == "Participant" else student.replace(" ", "_")
        laid = {k: v.replace(b"NUMBER", str(no).encode()) for k, v in laid.items()}
        made.add(row, laid, why_not)

    hand_in("Jane Smith", {"04_regularization.ipynb": work("Jane_Smith")})
    hand_in("Zoë Łukasz", {"hw.zip": zip_of({"a/hw.ipynb": work("Zoë_Łukasz"), "a/helpers.py": b"K = 1"})})
    hand_in("Bo Helper", {"hw.ipynb": work("Bo_Helper"), "helpers.py": b"K = 1"})
    hand_in("Cy Older", {"hw.ipynb": work("Cy_Older"), "old_version.ipynb": old("Cy_Older")})
    hand_in("Di Both", {"hw.ipynb": work("Di_Both")}, text=True)
    hand_in("Ed Typed", {}, "typed into Moodle", text=True)
    hand_in("Participant", {"hw.ipynb": nb(solution("Participant_NUMBER"))})
    hand_in("Participant", {"hw.pdf": PDF}, "a PDF document")
    hand_in("Team Blue", {"hw.ipynb": work("Team_Blue"), "plan.pdf": PDF})
    hand_in("Vu Python", {"main.py": solution("Vu_Python").encode(), "tools.py": b"K = 1"})
    for label, files, why in unreadable("hw"):
        hand_in(f"No {label}", files, why)
    return made


def moodle_folders() -> Layout:
    made = _moodle(lambda student, no, kind: f"{student}_{no}_assignsubmission_{kind}_/")
    made.add("Default_group", {"Default group_assignsubmission_file_/hw.ipynb": work("Default_group")})
    deep = {"Nested Nora_39999_assignsubmission_file_/week 4/hw/04_regularization.ipynb": work("Nested_Nora")}
    made.add("Nested_Nora", deep)
    return made


def moodle_new_folders() -> Layout:
    return _moodle(lambda student, no, kind: f"{student}_{no}_assignsubmission_{kind}/")


def moodle_flat() -> Layout:
    return _moodle(lambda student, no, kind: f"{student}_{no}_assignsubmission_{kind}_")


def gradescope() -> Layout:
    made, number = Layout(), iter(range(7001, 8000))
    lines = ["---"]

    def hand_in(people: list[str], files: dict[str, bytes], why_not: str = "", when: int | None = None) -> None:
        folder = f"submission_{next(number)}"
        lines.append(f"{folder}:\n  :submitters:")
        lines.extend(f"  - :name: {json.dumps(p)}\n    :sid: '{len(p)}'\n    :email: {p[0]}@x.edu" for p in people)
        second = when or 0
        lines.append(f"  :created_at: 2026-11-20 22:00:{second:02d}.500000000 Z\n  :score: 3.0\n  :status: processed")
        lines.append(
            "  :results:\n    tests:\n    - name: test_relu\n      output: ':name: No'\n    leaderboard:\n    - name: Accuracy"
        )
        lines.append(
            "  :history:\n  - :id: 1\n    :created_at: 2026-11-01 10:00:00 Z\n    :results:\n      tests:\n      - :name: old"
        )
        laid = {f"{folder}/{name}": content for name, content in files.items()}
        row = "+".join(people).replace(" ", "_").replace("'", "_")
        made.add(row, laid, why_not, handed_in=1795212000.5 + second, people=tuple(people))

    hand_in(["Jane Smith"], {"hw.ipynb": work("Jane_Smith")})
    hand_in(["Bo Li", "Al Ito"], {"hw.ipynb": work("Bo_Li+Al_Ito"), "helpers.py": b"K = 1"}, when=12)
    hand_in(
        ["Zoë Łukasz"],
        {"04_regularization.ipynb": work("Zoë_Łukasz"), "old_version.ipynb": old("Zoë_Łukasz")},
        when=30,
    )
    hand_in(
        ["Ann O'Neil"],
        {"src/solution.py": solution("Ann_O_Neil").encode(), "src/utils.py": b"K = 1"},
        when=31,
    )
    hand_in(["Not There"], {}, "no file of it is in the download", when=40)
    for label, files, why in unreadable("hw"):
        hand_in([f"No {label}"], files, why, when=50)
    made.add("submission_6999", {"submission_6999/hw.ipynb": work("submission_6999")})
    made.files["submission_metadata.yml"] = ("\n".join(lines) + "\n").encode()
    return made


def blackboard() -> Layout:
    """With the .txt file that Blackboard writes for every attempt; of several attempts the newest counts."""
    made = Layout()

    def hand_in(login: str, *attempts: dict[str, bytes], why_not: str = "") -> None:
        files: dict[str, bytes] = {}
        for day, own in enumerate(attempts, 10):
            before = f"Homework_4_{login}_attempt_2026-11-{day}-21-05-00"
            files |= {f"{before}.txt": b"Name: X\nDate Submitted: then"}
            files |= {f"{before}_{name}": content for name, content in own.items()}
        made.add(login, files, why_not, clock=f"2026-11-{9 + len(attempts)} 21:05:00")

    hand_in("jsmith", {"04_regularization.ipynb": work("jsmith")})
    hand_in("j_doe", {"my hw.ipynb": work("j_doe"), "helpers.py": b"K = 1"})
    hand_in("again", {"hw.ipynb": nb(solution("again", version="1"))}, {"hw.ipynb": work("again")})
    hand_in("zipped", {"hw.zip": zip_of({"a/hw.ipynb": work("zipped")})})
    hand_in("zipped_too", {"hw.zip": zip_of({"a/hw.ipynb": work("zipped_too")})})
    hand_in("typed", {}, why_not="typed into it")
    for label, files, why in unreadable("hw"):
        hand_in(f"no{label}", files, why_not=f"{why}|no notebook")
    return made


def _brightspace(between: str) -> Layout:
    made, number = Layout(), iter(range(2001, 3000))

    def hand_in(student: str, *attempts: dict[str, bytes], why_not: str = "") -> None:
        no = next(number)
        files = {
            f"169{no}-118 - {student} - Nov {day}, 2026 905 PM{between}{name}": content
            for day, own in enumerate(attempts, 1)
            for name, content in own.items()
        }
        made.add(student.replace(" ", "_"), files, why_not, clock=f"Nov {len(attempts)}, 2026 9:05 PM")

    hand_in("Jane Smith", {"04_regularization.ipynb": work("Jane_Smith")})
    hand_in("Ana Pérez-López", {"hw - final.ipynb": work("Ana_Pérez-López"), "report.pdf": PDF})
    hand_in("Bo Again", {"hw.ipynb": nb(solution("Bo_Again", version="1"))}, {"hw.ipynb": work("Bo_Again")})
    for label, files, why in unreadable("hw"):
        hand_in(f"No {label}", files, why_not=why)
    made.files["index.html"] = HTML
    return made


def brightspace_flat() -> Layout:
    return _brightspace(" - ")


def brightspace_folders() -> Layout:
    return _brightspace("/")


def github() -> Layout:
    """Repositories as `gh classroom clone student-repos` leaves them."""
    made = Layout()
    for user in ("janedoe", "jane-q-public", "octo-cat", "x1y2"):
        row = f"hw4-regularization-{user}"
        files = {
            "README.md": b"# hw4",
            "04_regularization.ipynb": work(row),
            "tests/test_public.py": b"def test(): pass",
        }
        made.add(row, {f"{row}/{name}": content for name, content in files.items()})
    row = "hw4-regularization-never-started"
    made.add(row, {f"{row}/README.md": b"# hw4"}, "holds no notebook and no .py file")
    return made


def by_themselves() -> Layout:
    """A folder of files as people name them."""
    made = Layout()
    made.add("ann_lee", {"ann_lee.ipynb": work("ann_lee")})
    made.add("bob", {"bob.ipynb": work("bob"), "bob.pdf": PDF, "bob.py": b"K = 1"})
    made.add("cy", {"cy.zip": zip_of({"hw.ipynb": work("cy"), "old/hw.ipynb": old("cy")})})
    made.add("dee", {"dee/hw.ipynb": work("dee"), "dee/helpers.py": b"K = 1", "dee/report.pdf": PDF})
    made.add("eve", {"eve.zip": zip_of({"hw.ipynb": work("eve")}), "eve/hw.ipynb": work("eve")})
    made.add("jane.doe@x.edu", {"jane.doe@x.edu.ipynb": work("jane.doe@x.edu")})
    made.add("hw_4_2_kim", {"hw_4_2_kim.ipynb": work("hw_4_2_kim")})
    made.add("hw_4_2_lou", {"hw_4_2_lou.ipynb": work("hw_4_2_lou")})
    made.add("max_mustermann_2026", {"max mustermann 2026.ipynb": work("max_mustermann_2026")})
    made.add("12345678", {"12345678.py": solution("12345678").encode()})
    made.add("double", {"double.zip": zip_of({"double.zip": zip_of({"hw.ipynb": work("double")})})})
    made.add("nothing_in_it", {"nothing_in_it/.gitkeep": b""}, "it is empty")
    made.add(
        "own_env",
        {
            "own_env/hw.ipynb": work("own_env"),
            "own_env/env/pyvenv.cfg": b"home = x",
            "own_env/env/lib/python3.11/site-packages/a.py": b"x",
            "own_env/env/bin/tool.py": b"x",
        },
    )
    made.add(
        "in_env",
        {"in_env/pyvenv.cfg": b"home = x", "in_env/hw.ipynb": work("in_env"), "in_env/lib/x.txt": b"x"},
    )
    for label, files, why in unreadable("hw"):
        made.add(f"no_{label}", {f"no_{label}{name[2:]}": content for name, content in files.items()}, why)
    return made


LAYOUTS = {
    make.__name__: make for make in (canvas, moodle_folders, moodle_new_folders, moodle_flat, gradescope, github, by_themselves)
}
LAYOUTS |= {make.__name__: make for make in (blackboard, brightspace_flat, brightspace_folders)}
JUNK = {
    "__MACOSX/._x.ipynb": ("__MACOSX", b"\0"),
    ".DS_Store": ("left by the system", b"\0"),
    "Thumbs.db": ("left by the system", b"\0"),
    ".ipynb_checkpoints/a-checkpoint.ipynb": ("checkpoints", work("nobody")),
    "venv/pyvenv.cfg": ("virtual environments", b"home = x"),
    "myenv/pyvenv.cfg": ("virtual environments", b"home = x"),
    "__pycache__/a.py": ("compiled Python", b"x"),
    ".git/config": ("git", b"x"),
}
"""What lies beside hand-ins and is nobody's: file -> (why, content)."""
