"""Every hand-in has a row and the right owner, whatever the platform, in a folder and in a zip."""

from __future__ import annotations

import random
import re
import shutil
import tempfile
import zipfile
from pathlib import Path

import messy_corpus
import pytest
from hand_in_corpus import ASKED, ASSIGNMENT, JUNK, Layout, nb, solution, work, zip_of
from hand_in_corpus import LAYOUTS as ORDERLY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.gradebook.handins import file_time
from autograder.intake.find import Survey, survey
from autograder.intake.limits import IntakeError
from autograder.intake.listing import list_folder
from autograder.intake.places import Found, found_from_json, found_to_json

LAYOUTS = {**ORDERLY, **messy_corpus.LAYOUTS}
CONTAINERS = ("folder", "zip", "wrapped folder", "wrapped zip", "zip in a folder", "twice wrapped")


def write(root: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    root.mkdir(parents=True, exist_ok=True)
    return root


def pack(path: Path, files: dict[str, bytes]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def laid_out(root: Path, files: dict[str, bytes], how: str, top: str = "download 2026-11-21") -> tuple[Path, bool | None]:
    """The path to give on the command line, and whether a zip is to be called a download."""
    wrapped = {f"{top}/{name}": content for name, content in files.items()}
    if how == "folder":
        return write(root / "class", files), None
    if how == "zip":
        return pack(root / "class.zip", files), True
    if how == "wrapped folder":
        return write(root / "class", wrapped), None
    if how == "twice wrapped":
        return write(root / "class", {f"outer/{n}": c for n, c in wrapped.items()}), None
    if how == "wrapped zip":
        return pack(root / "class.zip", wrapped), True
    pack(root / "class" / "class.zip", files)
    return root / "class", True


def row_of(found: Found) -> str:
    """What came of a hand-in, in the words that the corpus uses for it."""
    found = found_from_json(found.name, found_to_json(found))  # as a grader gets it
    try:
        read = found.read(prefer=ASSIGNMENT, asked=ASKED)
    except IntakeError as error:
        assert "ask the student for" in error.for_staff
        return f"not gradable: {error}"
    namespace: dict[str, object] = {}
    for cell in read.cells:
        exec("\n".join(line for line in cell.source.splitlines() if line[:1] not in ("!", "%")), namespace)
    return f"{namespace.get('OWNER')} {namespace.get('VERSION')}"


def check(layout: Layout, seen: Survey) -> None:
    names = [f.name for f in seen.found]
    assert sorted(names) == sorted(layout.rows), "every student has one row, and nobody else"
    for found in seen.found:
        wanted, got = layout.rows[found.name], row_of(found)
        if wanted.why_not:
            assert got.startswith("not gradable: ") and re.search(wanted.why_not, got), (found.name, got)
        else:
            assert got == f"{found.name} final", found.name
        assert found.author.late == wanted.late, found.name
        assert found.author.handed_in == wanted.handed_in, found.name
        assert found.author.clock == wanted.clock, found.name
        assert tuple(name for name, _, _ in found.author.people) == wanted.people, found.name


def test_the_corpus_is_large():
    assert sum(len(make().rows) for make in ORDERLY.values()) >= 150
    assert sum(len(make().rows) for make in messy_corpus.LAYOUTS.values()) >= 100


@pytest.mark.parametrize("how", CONTAINERS)
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_hand_in_has_its_row(tmp_path, name, how):
    layout = LAYOUTS[name]()
    path, bulk = laid_out(tmp_path, layout.files, how)
    check(layout, survey([path], bulk, prefer=ASSIGNMENT, asked=ASKED))


@pytest.mark.parametrize(
    "name", ["canvas", "moodle_folders", "moodle_flat", "gradescope", "blackboard", "brightspace_flat", "messy_canvas"]
)
def test_a_platforms_download_is_known_by_its_looks(tmp_path, name):
    layout = LAYOUTS[name]()
    for how in ("zip", "wrapped zip", "zip in a folder"):
        path, _ = laid_out(tmp_path / how, layout.files, how)
        check(layout, survey([path], prefer=ASSIGNMENT, asked=ASKED))


@pytest.mark.parametrize("name", ["canvas", "moodle_flat", "blackboard"])
def test_files_named_one_by_one_are_grouped_like_a_folder(tmp_path, name):
    """`gradmark grade 04 class/*`: the shell names every file."""
    layout = LAYOUTS[name]()
    root = write(tmp_path / "class", layout.files)
    check(layout, survey(sorted(root.iterdir()), prefer=ASSIGNMENT, asked=ASKED))


@pytest.mark.parametrize("name", ["moodle_folders", "github"])
def test_folders_named_one_by_one_are_hand_ins(tmp_path, name):
    layout = LAYOUTS[name]()
    root = write(tmp_path / "class", layout.files)
    found = survey(sorted(root.iterdir()), prefer=ASSIGNMENT, asked=ASKED).found
    both = {"Di_Both"} if name == "moodle_folders" else set()  # its two folders were named as two hand-ins
    assert {f.name for f in found} >= set(layout.rows) - both


def test_sections_side_by_side(tmp_path):
    """Two downloads in two folders: nobody of either is lost."""
    one, two = LAYOUTS["canvas"](), LAYOUTS["moodle_flat"]()
    files = {f"Lab A/{n}": c for n, c in one.files.items()} | {f"Lab B/{n}": c for n, c in two.files.items()}
    check(
        Layout(files, one.rows | two.rows),
        survey([write(tmp_path / "all", files)], prefer=ASSIGNMENT, asked=ASKED),
    )


def rows(path, **options):
    found = survey([path], prefer=ASSIGNMENT, asked=ASKED, **options).found
    return {f.name: row_of(f) for f in found}


CLASS = {"smithjane_11_101_hw.ipynb": work("smithjane"), "doejohn_12_102_hw.ipynb": work("doejohn")}
BOTH = {"smithjane": "smithjane final", "doejohn": "doejohn final"}
PLAIN = {f"{n}.ipynb": work(n) for n in ("ann", "bob", "cy")}
OPENED = {
    "unpacked beside its zip": {"sub.zip": zip_of(CLASS), **{f"sub/{n}": c for n, c in CLASS.items()}},
    "with a roster": {
        "roster.csv": b"identifier,github_username\n",
        **{f"sub/{n}": c for n, c in CLASS.items()},
    },
    "one zip for each section": {f"{n}.zip": zip_of({n: c}) for n, c in CLASS.items()},
    "with our own output": {**CLASS, "out/run.db": b"", "out/grades.csv": b"", "out/index.html": b""},
}


@pytest.mark.parametrize("files", OPENED.values(), ids=OPENED)
def test_a_download_is_found_wherever_it_lies(tmp_path, files):
    assert rows(write(tmp_path / "class", files)) == BOTH


def test_sections_of_people_s_own_names(tmp_path):
    files = {
        "Lab A/ann.ipynb": work("ann"),
        "Lab A/bob.zip": zip_of({"hw.ipynb": work("bob")}),
        "Lab B/cy.ipynb": work("cy"),
    }
    assert rows(write(tmp_path / "class", files)) == {n: f"{n} final" for n in ("ann", "bob", "cy")}


def test_a_zip_of_a_class_and_a_zip_of_parts(tmp_path):
    """Files that answer the same are several people's; those that answer this and that are one student's."""
    assert rows(pack(tmp_path / "all.zip", PLAIN)) == {n: f"{n} final" for n in ("ann", "bob", "cy")}
    parts = {f"{n}s.ipynb": nb(solution("x", [n])) for n in ASKED}
    assert list(rows(pack(tmp_path / "jane.zip", parts))) == ["jane"]
    two = pack(tmp_path / "two.zip", {n: c for n, c in PLAIN.items() if n != "cy.ipynb"})
    seen = survey([two], prefer=ASSIGNMENT, asked=ASKED)
    assert [f.name for f in seen.found] == ["two"] and "add --bulk" in seen.warnings[0]


def test_several_downloads_named_one_by_one_are_doubted(tmp_path):
    paths = [pack(tmp_path / f"{n}.zip", {n: c}) for n, c in CLASS.items()]
    assert all("looks like a platform's download" in w for w in survey(paths).warnings)
    assert len(survey(paths).warnings) == 2 and survey(paths, bulk=True).warnings == []


def test_a_student_s_folder_names_nobody_else(tmp_path):
    """What a student packed may look like a download: among other hand-ins it is one hand-in."""
    planted = {"mallory/alice_11_101_hw.ipynb": b"{}", "mallory/bob_12_102_hw.ipynb": b"{}"}
    root = write(tmp_path / "class", {"alice.ipynb": b"{}", "bob/hw.ipynb": b"{}", **planted})
    assert [f.name for f in survey([root]).found] == ["alice", "bob", "mallory"]


def test_names_stay_when_a_second_file_arrives(tmp_path):
    for first, second, name in (
        ("leebo_7_70_hw.ipynb", "leebo_7_71_a.ipynb", "leebo-7"),
        (
            "Jane Smith_12_assignsubmission_file_hw.pdf",
            "Jane Smith_12_assignsubmission_file_a.ipynb",
            "Jane_Smith",
        ),
        ("ann.pdf", "ann.ipynb", "ann"),
        ("ann.py", "ann.ipynb", "ann"),
    ):
        root = write(tmp_path / first, {first: b"{}", "leebo_8_80_hw.ipynb": b"{}"})
        graded = {f.name: f for f in survey([root]).found}
        if name == "leebo-7":
            assert name in graded
        (root / second).write_bytes(b"{}")
        again = {f.name for f in survey([root], graded=graded).found}
        assert again == set(graded), first


def test_what_is_nobody_s_is_counted_with_its_reason(tmp_path):
    junk = {name: content for name, (_, content) in JUNK.items()}
    files = {"ann.ipynb": b"{}", "bob.ipynb": b"{}", "cy.ipynb": b"{}", "dee/hw.ipynb": b"{}", **junk}
    files["dee/__MACOSX/._hw.ipynb"] = b"\0"
    files["Grades-Course-Assignment-77.csv"] = b"Identifier,Full name,Last modified (submission)\nParticipant 1,A B,-\n"
    path = write(tmp_path / "class", files)
    (path / "link.ipynb").symlink_to(path / "ann.ipynb")
    seen = survey([path])
    assert [f.name for f in seen.found] == ["ann", "bob", "cy", "dee"]
    assert seen.ignored_words == (
        "11 ignored: __MACOSX (2), a table of the class (1), checkpoints (1), compiled Python (1), git (1), "
        "left by the system (2), links (1), virtual environments (2)"
    )
    assert seen.tables == [(path / "Grades-Course-Assignment-77.csv", None)]
    zipped = survey([pack(tmp_path / "class.zip", files)], bulk=True)
    assert [f.name for f in zipped.found] == ["ann", "bob", "cy", "dee"]
    assert zipped.ignored_words == seen.ignored_words.replace("11 ", "10 ").replace("links (1), ", "")


def test_nobody_is_hidden_by_thousands_of_files(tmp_path):
    """A download in a folder of its own: everybody is listed, also behind the student who handed in a data set."""
    own = {f"export/{n}/hw.ipynb": work(n) for n in ("ann", "bob", "cy")}
    pictures = {f"export/ann/data/{i}.png": b"" for i in range(2500)}
    seen = survey([write(tmp_path / "one", {**own, **pictures})], prefer=ASSIGNMENT, asked=ASKED)
    assert [f.name for f in seen.found] == ["ann", "bob", "cy"]
    number = iter(range(5000, 9000))
    three = ("hw.ipynb", "notes.txt", "more.txt")
    flat = {f"export/smith{i}_{1000 + i}_{next(number)}_{name}": b"" for i in range(1000) for name in three}
    assert len(survey([write(tmp_path / "many", flat)]).found) == 1000


def test_the_deepest_are_left_out_where_there_is_too_much(tmp_path):
    files = {f"export/{n}/a/b/c/{i}.txt": b"" for n in ("ann", "bob", "cy") for i in range(10)}
    listing = list_folder(write(tmp_path / "class", files), most=5)
    assert {f"export/{n}/" for n in ("ann", "bob", "cy")} <= listing.folders and not listing.names


def test_names_in_a_zip_from_a_mac(tmp_path):
    """The whole class zipped by the Finder: people keep their names."""
    people = {"Zoë Łukasz": "Zoë_Łukasz", "Jörg Müller": "Jörg_Müller", "علي": "علي", "Ann Lee": "Ann_Lee"}
    files = {f"{n}_{i}_assignsubmission_file_/hw.ipynb": work(row) for i, (n, row) in enumerate(people.items(), 1)}
    (tmp_path / "class.zip").write_bytes(messy_corpus.mac_zip(files))
    assert rows(tmp_path / "class.zip") == {row: f"{row} final" for row in people.values()}
    assert all(file_time(found) for found in survey([tmp_path / "class.zip"]).found)


def test_groups_of_canvas_and_groups_of_people(tmp_path):
    """group3_1001_5001_hw.ipynb is Canvas's; a group's number and a version in a name of one's own are not."""
    own = {f"group_3_{i}_{name}.ipynb": work(f"group_3_{i}_{name}") for i, name in enumerate(("kim", "lou"), 1)}
    assert sorted(rows(write(tmp_path / "own", own))) == ["group_3_1_kim", "group_3_2_lou"]
    canvas = {"group3_LATE_1001_5001_hw.ipynb": work("group3"), "group3_LATE_1001_5002_helpers.py": b"K = 1"}
    (found,) = survey([write(tmp_path / "canvas", canvas)], prefer=ASSIGNMENT, asked=ASKED).found
    assert (found.name, row_of(found), found.author.late) == ("group3", "group3 final", True)


def test_a_download_beside_its_worksheet_is_opened(tmp_path):
    """The zip of the class and the platform's table in one folder: the table is nobody's, and gives the times."""
    table = b"Identifier,Full name,Last modified (submission)\nParticipant 1,A B,-\n"
    root = write(tmp_path / "class", {"sub.zip": zip_of(CLASS), "Grades-77.csv": table})
    seen = survey([root], prefer=ASSIGNMENT, asked=ASKED)
    assert {f.name: row_of(f) for f in seen.found} == BOTH
    assert seen.tables == [(root / "Grades-77.csv", None)] and seen.ignored_words == "1 ignored: a table of the class (1)"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("sub.zip", CLASS, "looks like a platform's download"),
        ("CS230.zip", PLAIN, "looks like those of several"),
        ("CS230", PLAIN, "looks like those of several"),
    ],
)
def test_a_class_among_other_hand_ins_is_named(tmp_path, name, content, says):
    """It is one row, since a student may have packed it; but several people in one row are never silent."""
    files = {name: zip_of(content)} if name.endswith(".zip") else {f"{name}/{n}": c for n, c in content.items()}
    files["dee.pdf"] = b"%PDF"
    for how in ("folder", "zip"):
        path, bulk = laid_out(tmp_path / how, files, how)
        (warning,) = survey([path], bulk, prefer=ASSIGNMENT, asked=ASKED).warnings
        assert name in warning and says in warning


def test_a_link_in_the_place_of_a_hand_in_is_named(tmp_path):
    """It is not followed: it may lead to a neighbour's work. But who has nothing else is not left out silently."""
    root = write(tmp_path / "class", {"ann.ipynb": work("ann"), "bob/hw.ipynb": work("bob"), "cy.ipynb": work("cy")})
    (root / "dee.ipynb").symlink_to(root / "ann.ipynb")
    (root / "eve").symlink_to(tmp_path / "nowhere")
    (root / "bob.ipynb").symlink_to(root / "ann.ipynb")
    (root / "bob" / "fay.ipynb").symlink_to(root / "ann.ipynb")
    seen = survey([root], prefer=ASSIGNMENT, asked=ASKED)
    assert {f.name: row_of(f) for f in seen.found} == {n: f"{n} final" for n in ("ann", "bob", "cy")}
    (warning,) = seen.warnings
    assert "nobody else has these names: dee.ipynb, eve;" in warning
    assert seen.ignored_words == "4 ignored: links (4)"


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(list(LAYOUTS)),
    st.sampled_from(CONTAINERS),
    st.integers(0, 2**32 - 1),
    st.sampled_from(["export", "assignment_8046601_export", "hw4-submissions", "Übung 4 (Abgaben)", "CS101-HW4-77"]),
    st.sets(st.sampled_from(list(JUNK))),
)
def test_shuffled_nested_renamed_and_zipped_the_rows_are_the_same(name, how, seed, top, junk):
    layout, dice = LAYOUTS[name](), random.Random(seed)
    rows = dict(layout.rows)
    files = list(layout.files.items())
    dice.shuffle(files)
    files += [(each, JUNK[each][1]) for each in junk]
    root = Path(tempfile.mkdtemp())
    try:
        path, bulk = laid_out(root, dict(files), how, top)
        seen = survey([path], bulk, prefer=ASSIGNMENT, asked=ASKED)
        check(Layout(layout.files, rows), seen)
        expected = {JUNK[each][0] for each in junk}
        assert expected <= set(seen.ignored.values())
        assert len(seen.found) == len(rows)
    finally:
        shutil.rmtree(root)
