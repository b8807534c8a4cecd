"""The trusted side: the student proxy, the pytest plugin, the run store, graders, results and feedback."""
