"""Names of files that the making of an assignment and its grading have to agree on."""

BUNDLE = "gradmark_bundle.zip"
STUDENT_FILES = "student"
"""Beside the master: what the plugin adds to the students' folder that `otter assign` makes."""
