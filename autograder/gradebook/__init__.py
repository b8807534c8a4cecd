"""The gradebook: who is in the class, whose submission is whose, and what the gradings, people and policy add up to.

It lives in the run's own database (`autograder/store/queue.py`) and adds tables to it. Two rules hold everywhere:
gradings and decisions are only ever appended, and a grade is never stored but derived from them.
"""
