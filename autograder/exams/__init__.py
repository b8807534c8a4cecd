"""The exam bank: questions with numbers of their own for each student, sets of them, answers read and judged.

Nothing of a student's is ever run here: an answer is a number, a shape, letters or text (`answers.py`).
"""
