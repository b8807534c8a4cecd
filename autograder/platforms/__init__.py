"""gradmark and other systems: otter, nbgrader, Gradescope, Canvas, Moodle. For each: its release, its grading, its export."""
