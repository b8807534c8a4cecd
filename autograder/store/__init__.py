"""The run store: one database for the queue, every grading, the cache and the gradebook. A leaf under all that keep things."""
