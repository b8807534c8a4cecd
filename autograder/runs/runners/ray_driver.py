"""Talks to Ray for `gradmark grade --on ray://HEAD`: orders are lines of JSON on stdin, answers numbers on stdout.

Needs ray and nothing of gradmark. A task starts one process and waits for it: no student's code, and nothing made by it,
is ever in a Ray worker.
"""

import json
import logging
import os
import sys


def hold(command: list[str], environment: dict[str, str]) -> int:
    """The task. The process is started in the task's own thread, so that it ends when this worker does."""
    import ctypes
    import signal
    import subprocess

    def end_with_parent() -> None:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())  # Ray's workers hold signals back

    # A grader has no business with Ray: the cluster's token stays here.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_AUTH")}
    # Not where Ray was started: Python would import what lies there.
    process = subprocess.Popen(command, env={**kept, **environment}, cwd="/", preexec_fn=end_with_parent)
    try:
        return process.wait()
    finally:
        if process.poll() is None:
            process.terminate()


def main() -> None:
    first = json.loads(sys.stdin.readline())
    try:
        import ray
    except ImportError:
        way = "install it with: pip install 'ray[default]', or say where it is in gradmark.toml: [runners.ray] python"
        sys.exit(f"ray is not installed for {sys.executable}; {way}")
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what Ray prints is no answer
    ray.init(address=first["address"], log_to_driver=False, logging_level=logging.ERROR)
    task = ray.remote(num_cpus=1, num_gpus=first["gpus"], max_retries=0)(hold)
    running: list[object] = []
    print("gradmark:0", file=out)
    for line in sys.stdin:
        order = json.loads(line)
        running += [task.remote(first["command"], first["environment"]) for _ in range(order.get("start", 0))]
        if running:
            running = ray.wait(running, num_returns=len(running), timeout=0)[1]
        print(f"gradmark:{len(running)}", file=out)
    for each in running:
        ray.cancel(each, force=True)
    ray.shutdown()


if __name__ == "__main__":
    main()
