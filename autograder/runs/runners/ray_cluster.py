"""Graders as tasks of a Ray cluster. Ray is spoken to by a process of its own (`ray_driver.py`): it writes on stdout, starts
threads, and need not be installed where gradmark is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.runs.runners.base import Site
from autograder.store.address import VARIABLE

DRIVER = Path(__file__).with_name("ray_driver.py")


class RayRunner:
    name = "Ray"

    def __init__(self, site: Site, address: str) -> None:
        """`address`: ray://HEAD:PORT as `--on` says it; HEAD:PORT is what Ray's own processes call it."""
        self.site = site
        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.driver = subprocess.Popen(
            [site.settings.ray.python or sys.executable, "-u", str(DRIVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.said,
            text=True,
            start_new_session=True,
            env=dict(os.environ),  # a cluster's token, too: RAY_AUTH_MODE=token with RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH
        )
        self._ask(
            {
                "address": address.removeprefix("ray://"),
                "command": site.command,
                "environment": {VARIABLE: site.database},
                "gpus": site.gpus_per_worker,
            }
        )

    def start(self, count: int) -> None:
        self._ask({"start": count})

    def alive(self) -> int:
        return int(self._ask({"alive": True}))

    def stop(self) -> None:
        if self.driver.poll() is None and self.driver.stdin is not None:
            self.driver.stdin.close()  # the driver ends its tasks, and itself
            try:
                self.driver.wait(30)
            except subprocess.TimeoutExpired:
                self.driver.kill()
                self.driver.wait()

    def last_words(self) -> str:
        self.said.seek(0)
        return self.said.read()[-2000:].strip()

    def _ask(self, order: dict[str, Any]) -> int:
        assert self.driver.stdin is not None and self.driver.stdout is not None
        try:
            self.driver.stdin.write(json.dumps(order) + "\n")
            self.driver.stdin.flush()
        except BrokenPipeError:
            pass
        while line := self.driver.stdout.readline():
            if line.startswith("gradmark:"):  # whatever else Ray prints
                return int(line.removeprefix("gradmark:"))
        words = self.last_words().splitlines()
        raise UserError(f"--on ray://...: {words[-1] if words else 'its driver ended'}")
