"""How the processes of a machine share its cores: each computes in one thread.

Suites and students' code compute on small arrays: threads would only spin, and take the cores from other graders.
"""

ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "MKL", "OPENBLAS", "NUMEXPR")}
"""For the environment of a new process."""
