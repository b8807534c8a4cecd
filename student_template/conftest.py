"""Lets plain `pytest` run the public checks on the notebook in this folder."""

pytest_plugins = ["autograder.student.plugin"]
