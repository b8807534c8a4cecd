"""Makes the pictures of the desk that the documentation shows: docs/images/desk_todo.png and desk_answer.png.

    python tools/desk_screenshots.py

The class of tests/desk (40 made-up students, four questions) is put on a desk, and Chromium looks at it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.desk.serve import Server  # noqa: E402
from tests.desk.desk_making import make_class  # noqa: E402

IMAGES = ROOT / "docs" / "images"


def main() -> int:
    from playwright.sync_api import sync_playwright

    names = ("chromium", "chromium-browser", "google-chrome")
    program = next((found for name in names if (found := shutil.which(name))), None)
    if program is None:
        print("no chromium: install Debian's package chromium")
        return 1
    with tempfile.TemporaryDirectory(prefix="gradmark-desk-") as folder, sync_playwright() as driver:
        server = Server(make_class(Path(folder)), by="Ada")
        server.desk.out = "graded"  # as one would have typed it
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
        page.goto(server.address)
        page.keyboard.press("Enter")
        page.wait_for_selector("header.bar")
        base = f"http://127.0.0.1:{server.port}"
        read_some(page, base)
        page.goto(base)
        page.screenshot(path=IMAGES / "desk_todo.png")
        page.goto(f"{base}/written/centred_difference")
        while not page.locator(".answer table").count():
            with page.expect_navigation():
                page.keyboard.press("j")
        page.keyboard.press("1")
        page.keyboard.press("2")
        page.keyboard.press("Alt+1")
        page.screenshot(path=IMAGES / "desk_answer.png")
        browser.close()
        server.stop()
        thread.join(10)
    return 0


def read_some(page, base: str) -> None:  # type: ignore[no-untyped-def]
    """Some answers are read already, with words that can be used again."""
    for question, words in (
        ("centred_difference", ["Where does the best h come from?", "The even terms cancel: say which.", ""]),
        ("dead_relu", ["", "Could another layer revive it?"]),
    ):
        page.goto(f"{base}/written/{question}")
        for number, text in enumerate(words * 3):
            page.keyboard.press("1" if number % 2 else "f")
            page.locator("#comment").fill(text)
            with page.expect_navigation():
                page.keyboard.press("Control+Enter")


if __name__ == "__main__":
    sys.exit(main())
