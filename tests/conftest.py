"""Shared fixtures, and the tiers: see tools/tiers.py for which tests run when."""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from autograder.authoring.scaffold import init_course
from autograder.course import Course
from autograder.worker.modules import MemoryModules

ROOT = Path(__file__).resolve().parent.parent
DURATIONS = ROOT / "tests/durations.json"
JOURNAL = ROOT / ".pytest_cache/journal.txt"
LEFT_OUT: pytest.StashKey[Counter] = pytest.StashKey()
sys.path.insert(0, str(ROOT / "tools"))

import tiers  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def given_code_of_others():
    """Courses are one to a process elsewhere; here another file's may have left its own given/ modules behind."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, MemoryModules)]
    for name in [n for n in sys.modules if n.split(".")[0] == "given"]:
        del sys.modules[name]


@pytest.fixture(scope="session")
def our_course() -> Course:
    return Course(ROOT)


@pytest.fixture
def small_course(tmp_path: Path) -> Course:
    """The example course of `gradmark init`: one exercise, softplus."""
    return init_course(tmp_path / "course")


@pytest.fixture(scope="module")
def chromium():
    """A headless Chromium driven by Playwright. It ends with the file that asked for it.

    Tests of other files kill what this process has started, or set a profiler, which Playwright's greenlets do not survive.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next((p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n))), None)
    if program is None:
        pytest.skip("no chromium: install Debian's package chromium to test the pages")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core from npm, kept outside of the repository; fetched once."""
    cache = Path(tempfile.gettempdir()) / "gradmark-axe-core"
    source = cache / "package" / "axe.min.js"
    if not source.is_file():
        if shutil.which("npm") is None:
            pytest.skip("no npm: axe-core cannot be fetched")
        cache.mkdir(exist_ok=True)
        try:
            done = subprocess.run(
                ["npm", "pack", "--silent", "axe-core@4"],
                cwd=cache,
                capture_output=True,
                text=True,
                timeout=60,
            )
        except subprocess.TimeoutExpired:
            pytest.skip("axe-core cannot be fetched from npm: no answer")
        packed = sorted(cache.glob("axe-core-*.tgz"))
        if done.returncode or not packed:
            pytest.skip(f"axe-core cannot be fetched from npm: {done.stderr.strip()[:200]}")
        with tarfile.open(packed[-1]) as archive:
            archive.extract("package/axe.min.js", cache, filter="data")
    return source.read_text(encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tier", choices=["fast", "all"], default="all", help="fast: see tools/tiers.py")
    parser.addoption("--turn", type=int, default=None, help="whose turn it is (default: the number of commits)")
    parser.addoption("--journal", action="store_true", help=f"note in {JOURNAL.relative_to(ROOT)} what passes and what fails")
    parser.addoption("--resume", action="store_true", help="leave out what has passed in the last run with --journal")
    parser.addoption("--record-durations", action="store_true", help="note in tests/durations.json what takes long")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    if config.getoption("--record-durations"):
        config.pluginmanager.register(tiers.Recorder(), "durations")
    if config.getoption("--journal"):
        journal = tiers.Journal(JOURNAL)
        journal.begin(config.getoption("--resume"))
        config.pluginmanager.register(journal, "journal")


def turn_of(config: pytest.Config) -> int:
    chosen = config.getoption("--turn")
    return commits() if chosen is None else int(chosen)


def commits() -> int:
    count = (
        os.environ.get("GRADMARK_TURN")
        or subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    )
    return int(count.strip() or 0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    known = tiers.load(DURATIONS)
    if config.getoption("--resume"):
        passed = tiers.Journal(JOURNAL).passed()
        items[:] = [item for item in items if item.nodeid not in passed]
    if config.getoption("--dist", "no") != "no" or hasattr(config, "workerinput"):
        items[:] = tiers.longest_first(items, known)
    if config.getoption("--tier") == "all":
        return
    kept = tiers.in_turn(items, turn_of(config), known)
    config.stash[LEFT_OUT] = tiers.left_out(items, kept)
    running = {id(item) for item in kept}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in running])
    items[:] = kept


def pytest_report_header(config: pytest.Config) -> str:
    return f"tier {config.getoption('--tier')}, turn {turn_of(config)}"


def pytest_sessionfinish(session: pytest.Session) -> None:
    recorder = session.config.pluginmanager.get_plugin("durations")
    if recorder is not None:
        found = recorder.durations()
        tiers.save(DURATIONS, found, {file for file, _ in recorder.calls})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash.get(LEFT_OUT, Counter())
    if left_out:
        total = sum(left_out.values())
        terminalreporter.write_line(f"left out of the fast tier this time: {total} tests; run all with: make test-all")
        for name, count in left_out.most_common():
            terminalreporter.write_line(f"  {count:4} of {name}")
