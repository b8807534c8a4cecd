"""Runs a suite on some code: the pytest plugin, the student proxy, transports, the reference. Grading, audit and checks do."""
