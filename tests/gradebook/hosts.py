"""Machines made of namespaces: a name of their own, and without the files of the course and of the students."""

import os
import shutil
import subprocess
import sys

import pytest


def need_hosts() -> None:
    tried = subprocess.run(["unshare", "--mount", "--uts", "true"], capture_output=True) if shutil.which("unshare") else None
    if tried is None or tried.returncode:
        pytest.skip("no mount and name namespaces can be made here (root, util-linux)")


class Host:
    """`hidden`: folders that this machine does not have."""

    def __init__(self, name, folder, hidden, **environment):
        need_hosts()
        self.name, self.hidden = name, hidden
        self.cache = folder / f"cache-{name}"
        self.environment = {**os.environ, "GRADMARK_CACHE": str(self.cache), "GRADMARK_LEASE_SECONDS": "6", **environment}
        self.running = []

    def start(self, *command, url=None, processes=False, **changes):
        """A gradmark command there. With `processes`, as a container has it: with process numbers of its own."""
        hide = "".join(f"mount -t tmpfs none '{folder}' && " for folder in self.hidden)
        script = f'hostname {self.name} && {hide}exec "$@"'
        inside = ["--pid", "--fork", "--mount-proc", "--kill-child"] if processes else []
        environment = {**self.environment, **changes, **({"GRADMARK_DB": url} if url else {})}
        gradmark = [sys.executable, "-m", "autograder", *map(str, command)]
        started = subprocess.Popen(
            ["unshare", "--mount", "--uts", *inside, "sh", "-c", script, "sh", *gradmark],
            env=environment,
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.running.append(started)
        return started

    def end(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.communicate()
