"""The grader that stays up between calls: real processes, and whatever may happen to them. Results are those of a cold run."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from autograder.authoring.scaffold import init_course
from autograder.authoring.wheel import write_zip
from autograder.course import Course
from autograder.errors import UserError
from autograder.grading.results import SubmissionResult
from autograder.runs import warm_call, warm_grader, warm_place
from autograder.runs.bundle import bundle_files
from autograder.runs.warm_call import grade_once, grade_warm
from autograder.runs.warm_place import Order

RIGHT = "import numpy as np\ndef softplus(x):\n    return np.logaddexp(0, x)\n"
ANSWERS = {
    "right": RIGHT,
    "wrong": "import numpy as np\ndef softplus(x):\n    return np.log(1 + x)\n",
    "missing": "x = 1\n",
    "fork_bomb": "import os\ndef softplus(x):\n    while True:\n        os.fork()\n",
    "leaves": "import os\ndef softplus(x):\n    os._exit(0)\n",
    "unreadable": "def softplus(x:\n",
}
SLOW = "import time\ntime.sleep(60)\n" + RIGHT
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="warm graders are for Linux, as the jail is")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    init_course(folder / "course")
    course = Course(folder / "course")
    write_zip(folder / "bundle.zip", bundle_files(course, course.assignment("01").select()))
    return folder / "bundle.zip"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where this test's graders live; none of them outlives it."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    yield warm_place.home()
    for pid in graders(runtime):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def call(bundle: Path, tmp_path: Path, folder: Path) -> Callable[..., SubmissionResult]:
    numbers = iter(range(1000))

    def grade(source: str, how: Callable = grade_warm, archive: Path = bundle) -> SubmissionResult:
        return how(archive, *places(tmp_path / f"call_{next(numbers)}", source), "standard", "mistake")

    return grade


def places(home: Path, source: str) -> tuple[Path, Path]:
    (home / "hand_in").mkdir(parents=True)
    (home / "hand_in" / "answer.py").write_text(source)
    return home / "hand_in", home


def graders(runtime: Path) -> list[int]:
    """Processes that stand in a folder below."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            place = Path(str((process / "cwd").readlink()).removesuffix(" (deleted)"))
        except OSError:
            continue
        if place.is_relative_to(runtime) and b"warm_grader" in (process / "cmdline").read_bytes():
            found.append(int(process.name))
    return found


def bytes_of(result: SubmissionResult) -> str:
    return result.model_copy(update={"timing": {}}).model_dump_json()


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_one_grader_serves_all_and_says_what_a_cold_run_says(call: Callable, folder: Path) -> None:
    cold = {name: call(source, grade_once) for name, source in ANSWERS.items()}
    assert not graders(folder.parent)
    warm = {name: call(source) for name, source in ANSWERS.items()}
    (pid,) = graders(folder.parent)
    again = {name: call(source) for name, source in reversed(ANSWERS.items())}
    assert graders(folder.parent) == [pid]
    assert cold["right"].score == cold["right"].possible > 0 == cold["fork_bomb"].score
    for name, result in cold.items():
        assert bytes_of(warm[name]) == bytes_of(again[name]) == bytes_of(result), name


def test_it_is_private_and_removes_itself_when_told_to_end(call: Callable, folder: Path) -> None:
    call(RIGHT)
    (pid,) = graders(folder.parent)
    (place,) = folder.iterdir()
    assert all(path.stat().st_mode & 0o077 == 0 for path in (folder, place, place / "bundle", place / "socket"))
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    assert children
    os.kill(pid, signal.SIGTERM)
    wait_until(lambda: ended(pid) and all(ended(int(child)) for child in children))
    assert not place.exists()


def test_a_call_survives_the_death_of_its_grader(call: Callable, folder: Path, tmp_path: Path) -> None:
    slow = "import time\ndef softplus(x):\n    time.sleep(0.4)\n    import numpy as np\n    return np.logaddexp(0, x)\n"
    call(RIGHT)
    (pid,) = graders(folder.parent)
    before = set(tmp_path.glob("call_*"))
    with ThreadPoolExecutor() as pool:
        running = pool.submit(call, slow)
        wait_until(lambda: any((home / "done.json").is_file() for home in set(tmp_path.glob("call_*")) - before))
        os.kill(pid, signal.SIGKILL)
        assert bytes_of(running.result()) == bytes_of(call(slow, grade_once))
    assert next(folder.iterdir()).joinpath("bundle").is_dir()  # left behind, until the next call
    assert call(RIGHT).score > 0
    (other,) = graders(folder.parent)
    assert other != pid and len(list(folder.iterdir())) == 1


def test_calls_at_once_get_their_own_results(call: Callable, folder: Path) -> None:
    names = ["right", "wrong", "missing", "right"]
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda name: call(ANSWERS[name]), names))
    assert len(graders(folder.parent)) == 1
    for name, result in zip(names, found):
        assert bytes_of(result) == bytes_of(call(ANSWERS[name]))


def test_a_busy_grader_is_not_waited_for(call: Callable, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = call(RIGHT)
    (pid,) = graders(folder.parent)
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr(warm_call, "BUSY_SECONDS", 0.3)
    try:
        assert bytes_of(call(RIGHT)) == bytes_of(expected)
    finally:
        os.kill(pid, signal.SIGCONT)
    monkeypatch.undo()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder.parent))
    assert bytes_of(call(RIGHT)) == bytes_of(expected)  # what was given up is not begun, and harms nobody
    assert graders(folder.parent) == [pid]


CALLER = """
import sys
from pathlib import Path
from autograder.runs.warm_call import grade_warm
grade_warm(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), "standard", "mistake")
"""


def test_a_grader_ends_with_a_caller_that_goes_away(bundle: Path, folder: Path, tmp_path: Path) -> None:
    hand_in, home = places(tmp_path / "gone", SLOW)
    caller = subprocess.Popen([sys.executable, "-c", CALLER, str(bundle), str(hand_in), str(home)])
    wait_until(lambda: (home / "done.json").is_file())
    (pid,) = graders(folder.parent)
    caller.kill()
    caller.wait()
    wait_until(lambda: ended(pid))
    assert not list(folder.iterdir())


# --- what lies in its place --------------------------------------------------------------------------------------


def order_for(bundle: Path) -> Order:
    return Order(warm_place.digest_of_file(bundle), "standard", "mistake")


def test_a_stale_socket_is_replaced(call: Callable, bundle: Path, folder: Path) -> None:
    place = folder / order_for(bundle).name
    place.mkdir(mode=0o700)
    (place / "bundle").mkdir()
    (place / "bundle" / "leftover").write_text("of one that was killed")
    warm_place.listen(place).close()
    assert (place / "socket").is_socket() and warm_place.connect(place) is None
    assert call(RIGHT).score > 0
    assert len(graders(folder.parent)) == 1 and not (place / "bundle" / "leftover").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_a_socket_of_another_user_is_not_spoken_to(call: Callable, bundle: Path, folder: Path) -> None:
    place = folder / order_for(bundle).name
    place.mkdir(mode=0o700)
    listener = socket.socket(socket.AF_UNIX)
    with warm_place.short_path(place) as path:
        listener.bind(path)
    child = os.fork()
    if child == 0:
        os.setresuid(65534, 65534, 65534)
        listener.listen()  # the kernel notes who does
        time.sleep(60)
        os._exit(0)
    try:
        wait_until(lambda: Path(f"/proc/{child}/status").read_text().split("Uid:")[1].split()[0] == "65534")
        time.sleep(0.2)
        assert warm_place.connect(place) is None
        assert call(RIGHT).score > 0
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.parametrize("what", ["open to others", "a link", "of another user", "a file"])
def test_a_folder_that_is_not_ours_alone_is_not_used(what: str, call: Callable, folder: Path, tmp_path: Path) -> None:
    folder.rmdir()
    if what == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    elif what == "a file":
        folder.touch()
    else:
        folder.mkdir(mode=0o700)
        folder.chmod(0o755 if what == "open to others" else 0o700)
        if what == "of another user":
            if os.geteuid() != 0:
                pytest.skip("only root can give a folder away")
            os.chown(folder, 65534, 65534)
    with pytest.raises(OSError):
        warm_place.home()
    assert call(RIGHT).score > 0
    assert not graders(folder.parent)


# --- what it is for -----------------------------------------------------------------------------------------------


def test_another_bundle_has_another_grader(call: Callable, bundle: Path, folder: Path, tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(bundle) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    record = next(name for name in files if name.endswith("assignment.toml"))
    files[record] = files[record].replace(b"softplus = 5", b"softplus = 7")
    write_zip(tmp_path / "other.zip", files)
    assert [call(RIGHT).possible, call(RIGHT, archive=tmp_path / "other.zip").possible, call(RIGHT).possible] == [5, 7, 5]
    assert len(graders(folder.parent)) == 2


def test_the_name_says_all_that_matters(bundle: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [order_for(bundle).name]
    names.append(Order("another", "standard", "mistake").name)
    names.append(Order(order_for(bundle).bundle, "standard", "none").name)
    with monkeypatch.context() as changed:
        changed.setattr(warm_place, "__version__", "0.0.1")
        names.append(order_for(bundle).name)
    with monkeypatch.context() as changed:
        changed.setenv("GRADMARK_DATA", "/elsewhere")
        names.append(order_for(bundle).name)
    with monkeypatch.context() as changed:
        changed.setattr(sys, "prefix", "/another/environment")
        names.append(order_for(bundle).name)
    assert len(set(names)) == len(names)
    assert order_for(bundle).name == names[0]
    monkeypatch.setenv("A_VARIABLE", "that a grader is not told")
    assert order_for(bundle).name == names[0]


def test_a_changed_file_of_gradmark_is_another_name(tmp_path: Path) -> None:
    package = Path(warm_place.__file__).parents[1]
    copy = tmp_path / "autograder"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    code = "import autograder.runs.warm_place as w; print(w.__file__, w.Order('b', 'standard', 'mistake').name)"

    def name() -> str:
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout.startswith(str(tmp_path))
        return done.stdout

    before = name()
    assert name() == before
    changed = copy / "checks" / "close.py"
    changed.write_text(changed.read_text() + "\n")
    assert name() != before


def test_a_grader_that_finds_another_version_ends(call: Callable, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller believes in a version that the new process does not have: it is graded cold."""
    monkeypatch.setattr(warm_place, "__version__", "0.0.1")
    assert call(RIGHT).score > 0
    assert not graders(folder.parent)


def test_only_a_few_stay_up(call: Callable, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_call, "MOST", 1)
    other = folder / ("0" * 32)
    lock = warm_place.locked(other)
    assert lock is not None
    assert call(RIGHT).score > 0 and not graders(folder.parent)
    os.close(lock)  # it died
    assert call(RIGHT).score > 0 and len(graders(folder.parent)) == 1
    assert not other.exists()


def test_what_is_refused_is_said(call: Callable, folder: Path, tmp_path: Path) -> None:
    write_zip(tmp_path / "broken.zip", {"assignments/01_x/assignment.toml": b"", ".gradmark/secret": b"00\n"})
    with pytest.raises(UserError):
        call(RIGHT, archive=tmp_path / "broken.zip")


# --- callers that are none ----------------------------------------------------------------------------------------


@pytest.fixture
def served(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, list[Path]]]:
    """`serve` in a thread of this process, with a stand-in for grading."""
    monkeypatch.setattr(warm_grader, "IDLE_SECONDS", 1.0)
    monkeypatch.setattr(warm_grader, "HANDSHAKE_SECONDS", 0.2)
    graded: list[Path] = []

    def grade(hand_in: Path, home: Path) -> SubmissionResult:
        graded.append(hand_in)
        return SubmissionResult(submission="s", assignment="a", score=0, possible=0, exercises=[])

    place = folder / "place"
    place.mkdir(mode=0o700)
    listener = warm_place.listen(place)
    thread = threading.Thread(target=warm_grader.serve, args=(listener, "name", place, grade))
    thread.start()
    yield place, graded
    thread.join(30)
    assert not thread.is_alive(), "it ends when nobody calls"
    listener.close()


@pytest.mark.parametrize(
    "said",
    [b"", b"\n", b"not JSON\n", b"[]\n", b'{"name": 1}\n', b'{"name": "another", "hand_in": "x", "home": "y"}\n', b"x" * 5000],
)
def test_nonsense_grades_nothing_and_ends_nothing(said: bytes, served: tuple[Path, list[Path]]) -> None:
    place, graded = served
    for _ in range(2):
        connection = warm_place.connect(place)
        assert connection is not None
        connection.sendall(said)
        connection.settimeout(5)
        assert connection.recv(100) == b""
        connection.close()
    request = json.dumps({"name": "name", "hand_in": "/h", "home": "/o"}).encode() + b"\n"
    gone = warm_place.connect(place)
    assert gone is not None
    gone.sendall(request)
    gone.close()  # before it said go
    assert not graded
    with warm_place.connect(place) as proper:
        answer = warm_call.exchange(proper, 5.0, json.loads(request))
    assert json.loads(answer)["submission"] == "s" and graded == [Path("/h")]
