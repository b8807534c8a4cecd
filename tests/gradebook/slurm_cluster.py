"""A small Slurm on this machine: munged, slurmctld and some slurmd, on loopback, with made-up GPUs; gone afterwards."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel")


def why_not() -> str:
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        return f"no {missing[0]} here (Debian: apt install slurm-wlm munge)"
    return "" if os.geteuid() == 0 else "Slurm's daemons need root here"


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Cluster:
    def __init__(self, nodes: int = 2) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gm-slurm-"))
        self.folder.chmod(0o755)
        self.daemons: dict[str, subprocess.Popen] = {}
        self.log = (self.folder / "log").open("wb")
        key, door = self.folder / "munge.key", self.folder / "munge.socket"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        places = {"key-file": key, "socket": door, "pid-file": self.folder / "munge.pid", "log-file": self.folder / "munge.log"}
        places["seed-file"] = self.folder / "munge.seed"
        self._start("munged", ["munged", "-F", "--force", *(f"--{name}={path}" for name, path in places.items())])
        self._until(door.exists)
        host = socket.gethostname()
        ports = [free_port() for _ in range(nodes + 1)]
        self.names = [f"n{number}" for number in range(nodes)]
        (self.folder / "gres.conf").write_text("Name=gpu File=/dev/null,/dev/zero\n")
        lines = [
            "ClusterName=test",
            f"SlurmctldHost={host}(127.0.0.1)",
            f"SlurmctldPort={ports[0]}",
            "SlurmUser=root",
            "AuthType=auth/munge",
            f"AuthInfo=socket={door}",
            "CryptoType=crypto/munge",
            "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny",
            "ProctrackType=proctrack/pgid",
            "TaskPlugin=task/none",
            "SchedulerType=sched/backfill",
            "SelectType=select/cons_tres",
            "SelectTypeParameters=CR_Core",
            "GresTypes=gpu",
            "MpiDefault=none",
            "ReturnToService=2",
            "SlurmdTimeout=10",
            "KillWait=5",
            "PreemptType=preempt/partition_prio",
            "PreemptMode=REQUEUE",
            f"StateSaveLocation={self.folder}/state",
            f"SlurmdSpoolDir={self.folder}/spool-%n",
            f"SlurmctldPidFile={self.folder}/ctld.pid",
            f"SlurmdPidFile={self.folder}/%n.pid",
            f"SlurmctldLogFile={self.folder}/ctld.log",
            f"SlurmdLogFile={self.folder}/%n.log",
        ]
        for name, port in zip(self.names, ports[1:]):
            lines.append(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 Gres=gpu:2 State=UNKNOWN")
        nodes_of_all = f"Nodes={','.join(self.names)} MaxTime=INFINITE State=UP OverSubscribe=NO"
        lines.append(f"PartitionName=main {nodes_of_all} Default=YES PriorityTier=1")
        lines.append(f"PartitionName=urgent {nodes_of_all} PriorityTier=9")
        (self.folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        self._start("slurmctld", ["slurmctld", "-D", "-f", str(self.folder / "slurm.conf")])
        for name in self.names:
            self._start(name, ["slurmd", "-D", "-N", name, "-f", str(self.folder / "slurm.conf")])
        self._until(lambda: self.run("sinfo", "-h", "-o", "%t").split() == ["idle"])

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def run(self, *command: str) -> str:
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout

    def preempt(self, name: str, seconds: int = 5) -> None:
        """Somebody with more rights takes the whole node for a while."""
        self.run("sbatch", "-p", "urgent", "-w", name, "--exclusive", "-o", "/dev/null", f"--wrap=sleep {seconds}")

    def kill_node(self, name: str) -> None:
        """Hard: the daemon, and what it runs."""
        for line in self.run("squeue", "-h", "-w", name, "-t", "R", "-o", "%A").split():
            self.run("scancel", "-s", "KILL", "--full", line)
        self.daemons.pop(name).kill()

    def _start(self, name: str, command: list[str]) -> None:
        environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.daemons[name] = subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log, cwd="/")

    def _until(self, condition) -> None:
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, self.said()
            time.sleep(0.2)

    def said(self) -> str:
        logs = [*self.folder.glob("*.log"), self.folder / "log"]
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-1500:]}" for path in logs if path.exists())

    def stop(self) -> None:
        self.run("scancel", "-u", "root")
        for daemon in reversed(list(self.daemons.values())):
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
