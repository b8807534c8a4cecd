"""gradmark inside otter: its commands, zips and reports stay; hidden suites decide the scores, in the jail.

    master.py     the master notebook for `otter assign`, from our one source
    release.py    `gradmark release NN --format otter`
    check.py      what `grader.check("...")` runs in a student's notebook (no otter needed)
    plugin.py     what otter calls while it grades
    reading.py    hand-ins that otter cannot open by itself; `gradmark otter`
    names.py      files that these agree on

Nothing here imports otter before it is used: that takes seconds.
"""
