"""`gradmark desk` as it is typed: it prints an address that works, and Ctrl-C ends it."""

import re
import signal
import subprocess
import sys
import time

import httpx


def test_the_command_serves_until_it_is_interrupted(out):
    command = [
        sys.executable,
        "-c",
        "from autograder.cli import main; main()",
        "desk",
        str(out),
        "--by",
        "Ada",
    ]
    desk = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        said = "".join(desk.stdout.readline() for _ in range(3))
        address = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S{40,}", said)[0]
        answer = None
        end = time.monotonic() + 60
        while answer is None and time.monotonic() < end:
            try:
                answer = httpx.get(address, timeout=10)
            except httpx.TransportError:
                time.sleep(0.1)
        assert answer.status_code == 200 and 'value="Ada"' in answer.text
        desk.send_signal(signal.SIGINT)
        assert desk.wait(60) == 0 and "Traceback" not in desk.stderr.read()
    finally:
        desk.kill()


def test_a_folder_without_a_run_is_said_in_a_sentence(tmp_path):
    command = [sys.executable, "-c", "from autograder.cli import main; main()", "desk", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "is not an output folder" in done.stderr
