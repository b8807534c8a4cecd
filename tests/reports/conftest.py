"""A real browser to look at pages with, and axe-core to hear what they sound like."""

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium driven by Playwright; one for all tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(
        (p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n))), None
    )
    if program is None:
        pytest.skip("no chromium: install Debian's package chromium to test the pages")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visit:
    """A page that is open, and all it said and asked for."""

    def __init__(self, context, path: Path, fragment: str = "") -> None:
        self.page = context.new_page()
        self.said: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda m: self.said.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.said.append(str(e)))
        self.page.on("dialog", lambda d: (self.said.append(f"dialog {d.message}"), d.dismiss()))
        self.blocked: list[str] = []
        self.page.on("requestfailed", lambda r: self.blocked.append(f"{r.url} {r.failure}"))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.url = path.resolve().as_uri()
        self.page.goto(self.url + fragment)

    def assert_quiet(self) -> None:
        """Nothing on the console, nothing loaded but the page itself."""
        assert self.said == []
        assert [r for r in self.requests if not r.startswith(("data:", self.url))] == []


@pytest.fixture
def visit(chromium, tmp_path):
    """`visit(html or path, **context options)`."""
    contexts = []

    def open_page(what, fragment="", **options):
        path = what
        if not isinstance(what, Path):
            path = tmp_path / f"page{len(contexts)}.html"
            path.write_text(what, encoding="utf-8")
        context = chromium.new_context(**options)
        contexts.append(context)
        return Visit(context, path, fragment)

    yield open_page
    for context in contexts:
        context.close()


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
