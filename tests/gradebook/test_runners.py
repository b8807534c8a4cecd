"""`gradmark grade --on ENGINE`: the loop that keeps workers going, and manifests. The engines themselves: test_engines.py."""

import json

import pytest

from autograder.cli import app
from autograder.course.runner_settings import RunnerSettings
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.runs.grade import Options, grade
from autograder.runs.runners import choice
from autograder.runs.runners.base import run_on
from autograder.runs.runners.kubernetes import job, ray_job
from autograder.store.queue import Store

RIGHT = "import numpy as np\ndef softplus(x):\n    '{}'\n    return np.logaddexp(0.0, x)\n"


def hand_ins(folder, count):
    folder.mkdir()
    for number in range(count):
        (folder / f"s{number:03}.py").write_text(RIGHT.format(number))
    return folder


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


# The fields of KubeRay's RayJob (ray.io/v1) that we may use, and what is in them. Pods are checked by Kubernetes's own schema.
TEXTS = {str: str}
RAY_JOB = {
    "entrypoint": str,
    "submissionMode": ("K8sJobMode", "HTTPMode", "SidecarMode", "InteractiveMode"),
    "shutdownAfterJobFinishes": bool,
    "ttlSecondsAfterFinished": int,
    "activeDeadlineSeconds": int,
    "backoffLimit": int,
    "rayClusterSpec": {
        "rayVersion": str,
        "headGroupSpec": {"rayStartParams": TEXTS, "template": dict, "serviceType": str},
        "workerGroupSpecs": [
            {
                "groupName": str,
                "replicas": int,
                "minReplicas": int,
                "maxReplicas": int,
                "numOfHosts": int,
                "rayStartParams": TEXTS,
                "template": dict,
            }
        ],
    },
}


def misfits(value, schema, place="spec"):
    """Where a manifest is not what the schema says."""
    if isinstance(schema, tuple):
        return [] if value in schema else [f"{place}: {value!r}"]
    if isinstance(schema, list):
        if not isinstance(value, list):
            return [f"{place}: no list"]
        return [found for n, each in enumerate(value) for found in misfits(each, schema[0], f"{place}[{n}]")]
    if schema is TEXTS:
        return [f"{place}.{k}: no text" for k, v in value.items() if not (isinstance(k, str) and isinstance(v, str))]
    if isinstance(schema, dict):
        unknown = [f"{place}.{name}: unknown" for name in value if name not in schema]
        return unknown + [f for n in value if n in schema for f in misfits(value[n], schema[n], f"{place}.{n}")]
    return [] if type(value) is schema else [f"{place}: {value!r}"]


@pytest.mark.parametrize("gpus", [0.0, 0.5, 1.0])
def test_the_ray_job_fits_the_api(gpus):
    made = ray_job(RunnerSettings(), 3, gpus)
    assert (made["apiVersion"], made["kind"]) == ("ray.io/v1", "RayJob")
    assert misfits(made["spec"], RAY_JOB) == []
    assert misfits({**made["spec"], "rayClusterSpecs": {}, "ttlSecondsAfterFinished": "600"}, RAY_JOB) == [
        "spec.rayClusterSpecs: unknown",
        "spec.ttlSecondsAfterFinished: '600'",
    ]
    groups = made["spec"]["rayClusterSpec"]
    (worker,) = groups["workerGroupSpecs"]
    assert worker["minReplicas"] <= worker["replicas"] <= worker["maxReplicas"]
    head, graders = (each["template"]["spec"]["containers"][0] for each in (groups["headGroupSpec"], worker))
    assert "GRADMARK_DB" in str(graders["env"]) and "GRADMARK_DB" not in str(head["env"]), "the head grades nothing"
    for each in (head, graders):
        assert each["securityContext"]["readOnlyRootFilesystem"] and "command" not in each


@pytest.mark.parametrize("gpus", [0.0, 1.0])
def test_the_pods_of_the_ray_job_fit_the_api(gpus):
    validate = pytest.importorskip("kubernetes_validate", reason="no kubernetes-validate here (pip install it)")
    groups = ray_job(RunnerSettings(), 3, gpus)["spec"]["rayClusterSpec"]
    for template in (groups["headGroupSpec"]["template"], groups["workerGroupSpecs"][0]["template"]):
        made = {"apiVersion": "v1", "kind": "PodTemplate", "metadata": {"name": "gradmark"}, "template": template}
        validate.validate(made, "1.30", strict=True)
        with pytest.raises(Exception):  # noqa: B017 - the check itself can fail
            validate.validate(
                {**made, "template": {**template, "spec": {**template["spec"], "volume": []}}}, "1.30", strict=True
            )


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
