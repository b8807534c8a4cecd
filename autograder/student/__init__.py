"""What a student's notebook and release folder use: `check(...)`, and the public checks on the student's own machine."""
