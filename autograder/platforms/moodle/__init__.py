"""Grades for Moodle."""
