"""The use-cases: grade, regrade, replay, audit; and the processes that graders run in."""
