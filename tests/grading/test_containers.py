"""As containers have it: the command is process 1, or the numbers of all processes are small."""

import json
import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="process namespaces are Linux's")


def contained(*command, first=True, used=0):
    """In a new process namespace, as its first process or as a child of one; after so many numbers were used."""
    if shutil.which("unshare") is None:
        pytest.skip("no unshare here (Debian: util-linux)")
    inside = [sys.executable, "-m", "autograder", *map(str, command)]
    if not first:
        spend = f"for i in $(seq {used}); do /bin/true; done; " if used else ""
        inside = ["sh", "-c", f'{spend}"$@"; exit $?', "sh", *inside]
    done = subprocess.run(["unshare", "--pid", "--fork", "--mount-proc", *inside], capture_output=True, text=True, timeout=240)
    if "unshare failed" in done.stderr or "Operation not permitted" in done.stderr:
        pytest.skip(f"no process namespace can be made here: {done.stderr.strip()}")
    return done


@pytest.mark.parametrize("first", [True, False], ids=["as process 1", "as a child of it"])
def test_grading_in_a_container(small_course, tmp_path, first):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "right.py").write_text("import numpy as np\ndef softplus(x):\n    return np.logaddexp(0.0, x)\n")
    place = ["--out", tmp_path / "out", "--course", small_course.root]
    done = contained("grade", "01", tmp_path / "in", *place, "--seed", 3, "--json", first=first)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scores"] == {"right": 5.0}


@pytest.mark.parametrize("used", range(0, 12, 3))
def test_small_process_numbers_do_not_look_like_a_hole_in_the_jail(used):
    """The jailed child may have, in its own namespace, the very number of the grader that it is to attack."""
    report = json.loads(contained("doctor", "--json", first=False, used=used).stdout)
    outside = json.loads(
        subprocess.run([sys.executable, "-m", "autograder", "doctor", "--json"], capture_output=True, text=True).stdout
    )
    assert report["level"] == outside["level"] != "none", report["reasons"]
