"""gradmark as a Gradescope autograder: a zip that builds an image and grades one submission in it.

release.py      `gradmark release NN --format gradescope`: the plain release, and the zip
setup.sh        builds the image
run_autograder  grades; starts run.py
run.py          one submission, from its folder to results.json, in time
grade.py        the same in the process that does the work
results.py      our result in Gradescope's words
"""
