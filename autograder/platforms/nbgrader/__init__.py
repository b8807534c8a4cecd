"""gradmark inside nbgrader: its commands, gradebook and pages stay; hidden suites decide the scores, in the jail.

    release.py    `gradmark release NN --format nbgrader`: a folder that nbgrader takes as a course
    check.py      what a test cell does in a student's notebook (no nbgrader needed)
    config.py     what `nbgrader_config.py` calls
    reading.py    a submitted notebook, whatever was handed in, as cells that nbgrader can work with
    clean.py      a student's Markdown on nbgrader's pages, without anything active in it
    grade.py      in place of nbgrader's Execute: gradmark's score and feedback as the output of each test cell

Nothing here imports nbgrader before it is used: that takes seconds.
"""
