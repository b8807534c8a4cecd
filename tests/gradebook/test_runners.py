"""`gradmark grade --on ENGINE` with the real engines: the grades of the local run, also when a node is killed."""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import slurm_cluster

from autograder.cli import app
from autograder.course.runner_settings import RunnerSettings
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.runs.grade import Options, grade
from autograder.runs.runners import choice
from autograder.runs.runners.base import run_on
from autograder.runs.runners.kubernetes import job, ray_job
from autograder.store.queue import Store

SLOW = "import time\nimport numpy as np\ndef softplus(x):\n    '{}'\n    time.sleep(0.2)\n    return np.logaddexp(0.0, x)\n"
WRONG = SLOW.replace("np.logaddexp(0.0, x)", "np.maximum(0.0, x)")


def hand_ins(folder, count):
    folder.mkdir()
    for number in range(count):
        (folder / f"s{number:03}.py").write_text((WRONG if number % 5 == 0 else SLOW).format(number))
    return folder


def command(course, tmp_path, url, *flags):
    given = ["grade", "01", tmp_path / "class", "--out", tmp_path / "out", "--course", course.root, "--db", url]
    return [sys.executable, "-m", "autograder", *map(str, [*given, "--seed", 3, "--json", *flags])]


# --- Slurm -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def slurm():
    if reason := slurm_cluster.why_not():
        pytest.skip(reason)
    cluster = slurm_cluster.Cluster()
    yield cluster
    cluster.stop()


@pytest.mark.slow
def test_a_class_on_slurm_with_a_node_killed(slurm, small_course, tmp_path, postgres_url):
    count = 30
    folder = hand_ins(tmp_path / "class", count)
    local = grade(small_course.root, "01", [folder], tmp_path / "local", Options(seed=3, quiet=True, jobs=1))
    environment = {**slurm.environment, "GRADMARK_LEASE_SECONDS": "8", "GRADMARK_CACHE": str(tmp_path / "cache")}
    flags = ["--on", "slurm", "--workers", 2, "--gpus-per-worker", 1]
    running = subprocess.Popen(
        command(small_course, tmp_path, postgres_url, *flags),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    store = Store(postgres_url)
    end = time.monotonic() + 900
    while store.progress().done < 5:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end, slurm.said()
        time.sleep(0.2)
    script = slurm.run("scontrol", "show", "job", "-dd")
    assert str(postgres_url) not in script, "the address of the database can be read by nobody else"
    slurm.kill_node(slurm.names[0])
    out, errors = running.communicate(timeout=900)
    assert running.returncode == 0, errors + slurm.said()
    assert json.loads(out)["scores"] == {r.submission: r.score for r in local.results}
    assert (tmp_path / "out/grades.csv").read_text() == (tmp_path / "local/grades.csv").read_text()
    assert store.progress().done == count
    store.close()
    left = slurm.run("squeue", "-h", "-t", "R,PD", "-o", "%j").split()
    assert left == [], "nothing is left when the command is done"


# --- Ray ---------------------------------------------------------------------------------------------------------------


def ray_python() -> str:
    """An interpreter with ray: this one's, or that of an environment named by GRADMARK_TEST_RAY."""
    for python in (os.environ.get("GRADMARK_TEST_RAY", ""), sys.executable):
        if python and subprocess.run([python, "-c", "import ray"], capture_output=True).returncode == 0:
            return python
    pytest.skip("no ray here: make an environment with it, and set GRADMARK_TEST_RAY to its interpreter")


@pytest.fixture(scope="module")
def ray_cluster():
    """Two nodes with one made-up GPU each, on addresses of loopback."""
    python = ray_python()
    ray = str(Path(python).with_name("ray"))
    port = slurm_cluster.free_port()
    common = ["--num-cpus=2", "--num-gpus=1", "--disable-usage-stats", "--include-dashboard=false"]
    head = [ray, "start", "--head", "--node-ip-address=127.0.0.2", f"--port={port}", *common]
    nodes = [subprocess.Popen([*head, "--block"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)]
    time.sleep(20)
    second = [ray, "start", f"--address=127.0.0.2:{port}", "--node-ip-address=127.0.0.3", *common[:2], "--block"]
    nodes.append(subprocess.Popen(second, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True))
    time.sleep(10)
    yield python, f"ray://127.0.0.2:{port}", nodes
    for node in reversed(nodes):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(node.pid, 9)
        node.wait()


@pytest.mark.slow
def test_a_class_on_ray_with_a_node_killed(ray_cluster, small_course, tmp_path, postgres_url):
    python, address, nodes = ray_cluster
    settings = f'[runners]\nworkers = 2\ngpus_per_worker = 0.5\n[runners.ray]\npython = "{python}"\n'
    (small_course.root / "gradmark.toml").write_text(settings)
    folder = hand_ins(tmp_path / "class", 30)
    local = grade(small_course.root, "01", [folder], tmp_path / "local", Options(seed=3, quiet=True, jobs=1))
    environment = {**os.environ, "GRADMARK_LEASE_SECONDS": "8", "GRADMARK_CACHE": str(tmp_path / "cache")}
    running = subprocess.Popen(
        command(small_course, tmp_path, postgres_url, "--on", address),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    store = Store(postgres_url)
    end = time.monotonic() + 900
    while store.progress().done < 5:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end
        time.sleep(0.2)
    os.killpg(nodes[1].pid, 9)
    out, errors = running.communicate(timeout=900)
    assert running.returncode == 0, errors
    assert json.loads(out)["scores"] == {r.submission: r.score for r in local.results}
    assert (tmp_path / "out/grades.csv").read_text() == (tmp_path / "local/grades.csv").read_text()
    store.close()


# --- Kubernetes --------------------------------------------------------------------------------------------------------


def test_the_manifest_says_what_a_pod_may_do():
    made = job(RunnerSettings(), 4, 1.0)
    pod = made["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert made["spec"]["completionMode"] == "Indexed" and made["spec"]["parallelism"] == 4
    assert container["securityContext"]["readOnlyRootFilesystem"] and pod["automountServiceAccountToken"] is False
    assert container["resources"]["limits"]["nvidia.com/gpu"] == 1
    assert container["command"][-3:] == ["work", "--jobs", "1"]
    assert "postgresql" not in json.dumps(made), "the address comes from a Secret"
    spec = ray_job(RunnerSettings(), 4, 0.5)["spec"]
    assert spec["rayClusterSpec"]["workerGroupSpecs"][0]["replicas"] == 4


@pytest.mark.parametrize("gpus", [0.0, 1.0])
def test_the_manifest_fits_the_api(gpus):
    validate = pytest.importorskip("kubernetes_validate", reason="no kubernetes-validate here (pip install it)")
    made = job(RunnerSettings(), 3, gpus)
    validate.validate(made, "1.30", strict=True)
    with pytest.raises(Exception):  # noqa: B017 - the check itself can fail
        validate.validate({**made, "spec": {**made["spec"], "paralelism": 1}}, "1.30", strict=True)


def test_the_command_prints_it(small_course, monkeypatch):
    import yaml
    from typer.testing import CliRunner

    settings = '[runners]\nworkers = 6\n[runners.k8s]\nimage = "registry.example/gradmark"\n'
    (small_course.root / "gradmark.toml").write_text(settings)
    for flags, kind in ([], "Job"), (["--ray"], "RayJob"):
        done = CliRunner().invoke(app, ["k8s", "--course", str(small_course.root), *flags])
        made = yaml.safe_load(done.stdout)
        assert made["kind"] == kind and "registry.example/gradmark" in done.stdout


# --- the loop ----------------------------------------------------------------------------------------------------------


class Engine:
    """Workers that end at once, or that stay and do nothing until `grade` is called."""

    name = "an engine"

    def __init__(self, lives):
        self.lives, self.started, self.running, self.stopped = lives, 0, 0, False

    def start(self, count):
        self.started += count
        self.running += count if self.lives else 0

    def alive(self):
        return self.running

    def stop(self):
        self.stopped = True

    def last_words(self):
        return "no such partition"


@pytest.fixture
def queue(small_course, tmp_path):
    plan = Plan.make(small_course, small_course.assignment("01").select(), seed=3)
    store = Store(tmp_path / "run.db")
    store.enqueue([(f"s{n}", "{}", "1") for n in range(5)], plan.digest)
    yield plan, store
    store.close()


def test_workers_that_keep_ending_are_not_started_for_ever(queue, monkeypatch):
    monkeypatch.setattr("autograder.runs.runners.base.POLL_SECONDS", 0.0)
    plan, store = queue
    engine = Engine(lives=False)
    with pytest.raises(UserError, match="end without grading anything; they said:\nno such partition"):
        run_on(engine, plan, store, 3, lambda progress: None)
    assert engine.started == 30 and engine.stopped


def test_what_is_left_is_stopped_when_all_is_done(queue, monkeypatch):
    monkeypatch.setattr("autograder.runs.runners.base.POLL_SECONDS", 0.0)
    plan, store = queue
    engine = Engine(lives=True)

    def watch(progress):
        if engine.running and (leased := store.lease("me", plan=plan.digest)):
            store.complete(leased, "me", {"submission": leased.submission})

    run_on(engine, plan, store, 3, watch)
    assert engine.started == 3 and engine.stopped and store.progress().done == 5


def test_engines_are_named_and_need_a_shared_database(small_course, tmp_path):
    with pytest.raises(UserError, match="choose one of local, slurm, ray://HEAD:PORT, k8s or none"):
        choice.check("slrum")
    hand_ins(tmp_path / "class", 1)
    with pytest.raises(UserError, match="--on none: graders elsewhere need a database"):
        grade(small_course.root, "01", [tmp_path / "class"], tmp_path / "out", Options(on="none", quiet=True))
