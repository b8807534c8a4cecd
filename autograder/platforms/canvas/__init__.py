"""Grades for Canvas."""
