"""How a shared queue scales: submissions a second at 1, 2, 4 and 8 graders on one PostgreSQL, and what the queue itself costs.

`python benchmarks/scale.py` starts a PostgreSQL of its own. Grading is replaced by sleeping: there are fewer cores than
graders, and what is measured is the queue (lease, content, result of 20 kB, cache), not the grading.
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/gradebook"))

from autograder.store.owners import owner_id
from autograder.store.queue import Store, ToGrade

COUNT = 400
SLEEP = 0.05
RESULT = {"score": 1.0, "possible": 1.0, "exercises": [], "filler": "x" * 20_000}


def fill(url: str, count: int) -> None:
    store = Store(url)
    digests = store.shelf.put_contents([f"{n}".encode() * 2000 for n in range(count)])
    store.enqueue([ToGrade(f"s{n:05}", "{}", str(n), digests[n]) for n in range(count)], "plan", force=True)
    store.close()


def drain(url: str, sleep: float, costs: multiprocessing.Queue) -> None:
    store, me = Store(url), owner_id()
    spent, cpu = [], time.process_time()
    while True:
        start = time.perf_counter()
        job = store.lease(me, plan="plan")
        if job is None:
            break
        assert job.body is not None
        leased = time.perf_counter() - start
        time.sleep(sleep)
        start = time.perf_counter()
        store.cached([job.digest, "another"])
        store.complete(job, me, RESULT, {job.digest: {"of": job.submission}})
        spent.append(leased + time.perf_counter() - start)
    store.close()
    costs.put((spent, time.process_time() - cpu))


def run(url: str, graders: int, sleep: float) -> tuple[float, float, float]:
    """Submissions a second; milliseconds that the queue takes for one (median); and those of the grader's own CPU time."""
    fill(url, COUNT)
    context = multiprocessing.get_context("spawn")
    costs = context.Queue()
    start = time.perf_counter()
    processes = [context.Process(target=drain, args=(url, sleep, costs)) for _ in range(graders)]
    for process in processes:
        process.start()
    answers = [costs.get() for _ in processes]
    for process in processes:
        process.join()
    spent = [cost for each, _ in answers for cost in each]
    cpu = sum(each for _, each in answers)
    return COUNT / (time.perf_counter() - start), 1000 * statistics.median(spent), 1000 * cpu / COUNT


def main() -> None:
    import gradebook_postgres

    if reason := gradebook_postgres.why_not():
        sys.exit(reason)
    server = gradebook_postgres.Server()
    try:
        print(f"{COUNT} submissions, {SLEEP * 1000:g} ms of sleep in place of grading\n")
        print("| graders | submissions/s | of the ideal | queue, ms a submission | of that CPU here |\n|---|---|---|---|---|")
        for graders in (1, 2, 4, 8):
            rate, cost, cpu = run(server.new_database(), graders, SLEEP)
            print(f"| {graders} | {rate:.1f} | {rate * SLEEP / graders:.0%} | {cost:.1f} | {cpu:.1f} |", flush=True)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
