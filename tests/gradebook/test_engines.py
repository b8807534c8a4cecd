"""A class of 100 on plain machines, on Slurm and on Ray: the grades of the local run, whatever is killed on the way."""

import contextlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gradebook_postgres as postgres
import pytest
import slurm_cluster
from hosts import Host
from sqlalchemy import func, select, update

from autograder.course.runner_settings import RunnerSettings
from autograder.runs.grade import Options, grade
from autograder.runs.runners.kubernetes import ray_job
from autograder.runs.shipping import versions
from autograder.store.queue import Store
from autograder.store.schema import bundles, gradings, jobs

pytestmark = pytest.mark.slow
COUNT = 100
SECONDS = 1500
RIGHT = "import time\nimport numpy as np\ndef softplus(x):\n    '{}'\n    time.sleep(0.02)\n    return np.logaddexp(0.0, x)\n"
WRONG = RIGHT.replace("np.logaddexp(0.0, x)", "np.maximum(0.0, x)")


class Run:
    """A class, its grades by a local run, and the command that grades it elsewhere."""

    def __init__(self, course, folder, url, **environment):
        self.course, self.folder, self.url = course, folder, url
        self.environment = {**os.environ, "GRADMARK_LEASE_SECONDS": "8", "GRADMARK_CACHE": str(folder / "cache"), **environment}
        hand_ins = folder / "class"
        hand_ins.mkdir()
        for number in range(COUNT):
            (hand_ins / f"s{number:03}.py").write_text((WRONG if number % 5 == 0 else RIGHT).format(number))
        self.local = grade(course.root, "01", [hand_ins], folder / "local", Options(seed=3, quiet=True, jobs=2))
        self.store = Store(url)
        self.running = None

    def start(self, *flags):
        given = ["grade", "01", self.folder / "class", "--out", self.folder / "out", "--course", self.course.root]
        command = [sys.executable, "-m", "autograder", *given, "--db", self.url, "--seed", 3, "--json", *flags]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.running = subprocess.Popen(list(map(str, command)), env=self.environment, **pipes)

    def wait_for(self, done, said=lambda: ""):
        end = time.monotonic() + SECONDS
        while self.store.progress().done < done:
            assert self.running.poll() is None, self.running.communicate()
            assert time.monotonic() < end, said()
            time.sleep(0.1)

    def kill(self):
        """The command, hard: nothing that it started is told."""
        self.running.kill()
        self.running.communicate()

    def check(self, said=lambda: ""):
        """Ends well, with the grades of the local run, byte for byte, and one result for each submission."""
        out, errors = self.running.communicate(timeout=SECONDS)
        assert self.running.returncode == 0, errors + said()
        assert json.loads(out)["scores"] == {r.submission: r.score for r in self.local.results}
        assert (self.folder / "out/grades.csv").read_bytes() == (self.folder / "local/grades.csv").read_bytes()
        with self.store.engine.begin() as db:
            rows = db.execute(select(gradings.c.submission, func.count()).group_by(gradings.c.submission)).tuples().all()
        assert len(rows) == COUNT and {count for _, count in rows} == {1}

    def end(self):
        self.store.close()
        if self.running is not None and self.running.poll() is None:
            self.kill()


@pytest.fixture
def run(small_course, tmp_path, postgres_url):
    made = []

    def make(url=postgres_url, **environment):
        made.append(Run(small_course, tmp_path, url, **environment))
        return made[-1]

    yield make
    for each in made:
        each.end()


# --- plain machines ----------------------------------------------------------------------------------------------------


@pytest.fixture
def own_server():
    """A PostgreSQL that may be restarted without anybody else's noticing."""
    if reason := postgres.why_not():
        pytest.skip(reason)
    server = postgres.Server()
    yield server
    server.stop()


def test_plain_machines(run, small_course, tmp_path, own_server):
    """One has another version and refuses, one is killed, the command is killed and started again, PostgreSQL is restarted."""
    this = run(own_server.new_database())
    hidden = [small_course.root, tmp_path / "class"]
    machines = [Host(name, tmp_path, hidden) for name in ("old", "doomed", "survivor")]
    try:
        this.start("--on", "none")
        end = time.monotonic() + SECONDS
        while this.store.progress().queued < COUNT:
            assert this.running.poll() is None and time.monotonic() < end
            time.sleep(0.1)
        with this.store.engine.begin() as db:
            db.execute(update(bundles).values(made_by=json.dumps({**versions(), "gradmark": "0.0.7"})))
        refusing = machines[0].start("work", url=this.url)
        assert "0.0.7 there" in refusing.communicate(timeout=SECONDS)[1] and refusing.returncode == 2
        with this.store.engine.begin() as db:
            assert db.execute(select(func.max(jobs.c.attempts))).scalar() == 0
            db.execute(update(bundles).values(made_by=json.dumps(versions())))
        doomed = machines[1].start("work", "--jobs", 1, url=this.url, processes=True)
        survivor = machines[2].start("work", "--jobs", 1, url=this.url)
        this.wait_for(15)
        doomed.kill()
        this.wait_for(30)
        own_server.restart(pause=1.0)
        this.wait_for(45)
        this.kill()
        this.start("--on", "none")
        this.check()
        assert survivor.wait(SECONDS) == 0
    finally:
        for machine in machines:
            machine.end()


# --- Slurm -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def slurm():
    if reason := slurm_cluster.why_not():
        pytest.skip(reason)
    cluster = slurm_cluster.Cluster()
    yield cluster
    cluster.stop()


def test_slurm(run, slurm):
    """A job is preempted, a node is killed, the command is killed and started again."""
    this = run(SLURM_CONF=slurm.environment["SLURM_CONF"])
    flags = ["--on", "slurm", "--workers", 2, "--gpus-per-worker", 1]
    this.start(*flags)
    this.wait_for(10, slurm.said)
    script = slurm.run("scontrol", "show", "job", "-dd")
    assert this.url not in script, "the address of the database can be read by nobody else"
    busy = slurm.run("squeue", "-h", "-t", "R", "-o", "%N").split()
    slurm.preempt(busy[0])
    this.wait_for(30, slurm.said)
    restarts = slurm.run("scontrol", "show", "job").split()
    assert any(word.startswith("Restarts=") and word != "Restarts=0" for word in restarts), "a job was preempted, and requeued"
    this.kill()
    this.start(*flags)
    this.wait_for(50, slurm.said)
    slurm.kill_node(slurm.names[0])
    this.check(slurm.said)
    left = slurm.run("squeue", "-h", "-t", "R,PD", "-o", "%j %i").splitlines()
    # What a killed command had started ends by itself, since nothing waits any more.
    end = time.monotonic() + 120
    while left and time.monotonic() < end:
        time.sleep(1)
        left = slurm.run("squeue", "-h", "-t", "R,PD", "-o", "%j %i").splitlines()
    assert [line for line in left if line.startswith("gradmark")] == []


# --- Ray ---------------------------------------------------------------------------------------------------------------

TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "a" * 64}


def ray_python() -> str:
    """An interpreter with ray: this one's, or that of an environment named by GRADMARK_TEST_RAY."""
    for python in (os.environ.get("GRADMARK_TEST_RAY", ""), sys.executable):
        if python and subprocess.run([python, "-c", "import ray"], capture_output=True).returncode == 0:
            return python
    pytest.skip("no ray here: make an environment with it, and set GRADMARK_TEST_RAY to its interpreter")


@pytest.fixture
def ray_cluster():
    """Two nodes with one made-up GPU each, on addresses of loopback, for whoever has the token."""
    python = ray_python()
    ray = str(Path(python).with_name("ray"))
    port = slurm_cluster.free_port()
    common = ["--num-cpus=2", "--num-gpus=1", "--disable-usage-stats"]
    quiet = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "start_new_session": True,
        "env": {**os.environ, **TOKEN},
    }
    head = [ray, "start", "--head", "--node-ip-address=127.0.0.2", f"--port={port}", "--include-dashboard=false", *common]
    nodes = [subprocess.Popen([*head, "--block"], **quiet)]
    time.sleep(20)
    second = [ray, "start", f"--address=127.0.0.2:{port}", "--node-ip-address=127.0.0.3", *common, "--block"]
    nodes.append(subprocess.Popen(second, **quiet))
    time.sleep(10)
    yield python, f"ray://127.0.0.2:{port}", nodes
    for node in reversed(nodes):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(node.pid, 9)
        node.wait()


def test_ray(run, small_course, ray_cluster):
    """Without the token nothing is started; the command is killed and started again; a node is killed."""
    python, address, nodes = ray_cluster
    settings = f'[runners]\nworkers = 2\ngpus_per_worker = 0.5\n[runners.ray]\npython = "{python}"\n'
    (small_course.root / "gradmark.toml").write_text(settings)
    stranger = run()
    stranger.environment |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "b" * 64}
    stranger.start("--on", address)
    _, errors = stranger.running.communicate(timeout=SECONDS)
    assert stranger.running.returncode == 2 and "--on ray://" in errors and "Traceback" not in errors, errors
    assert stranger.store.progress().done == 0
    this = stranger
    this.environment |= TOKEN
    this.start("--on", address)
    this.wait_for(15)
    this.kill()
    this.start("--on", address)
    this.wait_for(40)
    os.killpg(nodes[1].pid, 9)
    this.check()


def test_what_the_ray_job_runs_is_one_process_a_worker(tmp_path):
    """The text that KubeRay is handed, run by a real Ray of its own."""
    log = tmp_path / "log"
    settings = RunnerSettings(command=["sh", "-c", f"echo graded >> {log}; exit 3", "gradmark"])
    entry = shlex.split(ray_job(settings, 2, 0)["spec"]["entrypoint"])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    with tempfile.TemporaryDirectory(prefix="gm-ray-") as folder:  # else it looks for a Ray that was here before
        environment["RAY_TMPDIR"] = folder
        command = [ray_python(), *entry[1:]]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 3, done.stderr
    assert log.read_text() == "graded\n" * 2
