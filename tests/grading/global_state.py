"""Solution notebooks whose answers keep global state, made from the reference: a memo, a history, counters, settings."""

import ast
import json
import textwrap

from autograder.authoring.simulated_class import Simulator

STATE = """
_first_{name} = {name}
{memo} = {{}}
{history} = []
CONFIG_{name} = {{"calls": 0, "rng": np.random.default_rng(0)}}
total_{name} = 0


class Log_{name}:
    made = 0

    @staticmethod
    def apply(x):
        Log_{name}.made += 1
        return x


def {name}(*args, **kwargs):
    global total_{name}, latest_{name}
    total_{name} += 1
    latest_{name} = Log_{name}.apply(total_{name})
    CONFIG_{name}["calls"] = latest_{name}
    CONFIG_{name}["rng"].normal()
    {history}.append(latest_{name})
    {memo}.setdefault(latest_{name}, len({history}))
    return _first_{name}(*args, **kwargs)
"""
STATE_OF_A_CLASS = """
_First_{name} = {name}
{memo} = {{}}
{history} = []


class {name}(_First_{name}):
    made = 0

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        {name}.made += 1
        {history}.append({name}.made)
        {memo}.update(made={name}.made)
"""


def cells_of(notebook):
    """The code cells, as (label, source)."""
    code = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    return [(f"cell {i}", source) for i, source in enumerate(code, 1)]


def roles_of(notebook):
    """Label -> what the release made the cell for."""
    roles = [c["id"].split("-")[0] for c in notebook["cells"] if c["cell_type"] == "code"]
    return {f"cell {i}": role for i, role in enumerate(roles, 1)}


def with_global_state(course, selection, ids=None):
    """The solved notebook; each answer is wrapped in code that changes globals, some called as in demonstrations."""
    simulator = Simulator(course, selection)
    answers = dict(simulator.right)
    taken = {name for text in answers.values() for name in _bound(text)} | {"np", "torch", "nn", "F"}
    free = [name for name in dict.fromkeys(_shown(simulator.stubs)) if name not in taken]
    free += [f"state_{i}" for i in range(200)]
    for e in selection.exercises:
        for name in e.names if ids is None or e.id in ids else ():
            kinds = {n.name: type(n) for n in ast.parse(answers[e.id]).body if hasattr(n, "name")}
            text = STATE_OF_A_CLASS if kinds.get(name) is ast.ClassDef else STATE
            memo, history = free.pop(0), free.pop(0)
            answers[e.id] += textwrap.dedent(text).format(name=name, memo=memo, history=history)
    return json.loads(json.dumps(simulator._fill(answers)))


def _bound(text):
    return [n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)]


def _shown(notebook):
    """Names that the release's own cells assign, below answers that a student may call the same."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and cell["id"].startswith("code-"):
            for node in ast.parse("".join(cell["source"])).body:
                if isinstance(node, ast.Assign):
                    yield from (n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name))
