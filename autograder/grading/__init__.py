"""Grades one submission: slices, jailed workers, the suites, follow-through, diagnosis, points."""
