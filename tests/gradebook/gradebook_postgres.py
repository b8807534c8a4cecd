"""A real PostgreSQL server for the tests: private folder, unix socket only, gone afterwards."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path


def binaries() -> Path | None:
    """The folder of initdb and postgres: on the path, or where Debian puts it."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    known = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    return known[-1].parent if known else None


def why_not() -> str:
    if binaries() is None:
        return "no PostgreSQL server is installed here (Debian: apt install postgresql)"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "the PostgreSQL driver is not installed (pip install 'gradmark[postgres]')"
    return ""


class Server:
    """`postgres` refuses to run as root: then another user of this machine runs it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gm-pg-"))  # short: a socket's path has 107 letters
        self.user: str | None = None
        if os.geteuid() == 0:
            known = {entry.pw_name for entry in pwd.getpwall()}
            self.user = next(name for name in ("postgres", "nobody") if name in known)
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        bin = binaries()
        assert bin is not None
        self._run(
            [
                bin / "initdb",
                "-D",
                self.data,
                "-U",
                "grader",
                "--auth=trust",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C",
            ]
        )
        self.command = [
            bin / "postgres",
            "-D",
            self.data,
            "-k",
            self.folder,
            "-c",
            "listen_addresses=",
            "-c",
            "fsync=off",
        ]
        self.log = (self.folder / "log").open("wb")
        self._start()

    def _start(self) -> None:
        self.process = subprocess.Popen(
            self.command, stdout=self.log, stderr=self.log, user=self.user, cwd="/", start_new_session=True
        )
        self._wait()

    def restart(self, pause: float = 0.0) -> None:
        """As an administrator does it: connections are ended, and for a moment nobody answers."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)
        time.sleep(pause)
        self._start()

    def _run(self, command: list) -> None:
        done = subprocess.run(command, user=self.user, cwd="/", capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def _wait(self) -> None:
        import psycopg

        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(host=str(self.folder), user="grader", dbname="postgres").close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None and time.monotonic() < deadline, self.said()
                time.sleep(0.05)

    def said(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    def new_database(self) -> str:
        """URL of an empty place of its own: a schema, which costs nothing (a database is a thousand files)."""
        import psycopg

        name = f"t{uuid.uuid4().hex[:12]}"
        with psycopg.connect(host=str(self.folder), user="grader", dbname="postgres", autocommit=True) as db:
            db.execute(f"CREATE SCHEMA {name}")
        return f"postgresql://grader@/postgres?host={self.folder}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)  # its own group: the server and what it forked
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
