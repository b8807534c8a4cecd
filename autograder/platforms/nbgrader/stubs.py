"""For `nbgrader generate_assignment`: takes our solutions out and leaves our stubs."""

from __future__ import annotations

from typing import Any

from nbgrader.preprocessors import ClearSolutions

from autograder.exams.notebook import WRITE_HERE
from autograder.intake.answers import YOUR_ANSWER

ANSWER = "*{words}*\n\n"


class KeepStubs(ClearSolutions):
    """A stub stands above its solution, so nothing has to come in the solution's place. Other notebooks are
    treated as ever."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        if "gradmark" in nb.metadata:
            self.code_stub = {"python": ""}
            self.text_stub = ANSWER.format(words=nb.metadata["gradmark"].get("answer", YOUR_ANSWER))
            if "exam" in nb.metadata["gradmark"]:
                self.text_stub = WRITE_HERE  # as it stands in the students' notebooks, so that an untouched cell is one
        return super().preprocess(nb, resources)
