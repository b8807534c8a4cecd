"""The TA's desk: what has to be done first, written answers, and every decision, as pages served on loopback (`gradmark desk`).

It is the staff side of a portal to come: it knows the gradebook and the reports, and writes through `gradebook/deciding.py`
only, as the commands do.
"""
