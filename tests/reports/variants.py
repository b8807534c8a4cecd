"""Students who solve an exercise each in their own way, and copyists who disguise another's work.

Rewrites keep what the code does: names, order of commutative terms, methods for functions, temporaries, comments.
"""

from __future__ import annotations

import ast
import random
import re

WORDS = """
acc arr avg back base blk buf cen col cur dat delta diff dist dot elem err ext fac fin flat frac grad grid hid idx inv item keep
lay left mat mid mom nrm num obs out2 part piece pos prev prod quot rat res rhs row scl seg shift sig spread step stk sub summ
tail temp term tmp tot upd val var2 vec wgt wid xc xn yy zed
""".split()
REMARKS = [
    "from the notes",
    "sum over the batch",
    "careful with the shape",
    "centre first",
    "this took me ages",
]


class Rewriter(ast.NodeTransformer):
    """One person's habits, from a seed."""

    def __init__(self, seed: int, rename: bool = True, habits: float = 0.5) -> None:
        self.random = random.Random(seed)
        self.rename, self.habits = rename, habits
        self.names: dict[str, str] = {}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        kept = {a.arg for a in (*node.args.args, *node.args.kwonlyargs)} | {node.name}
        stored = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.names = {}
        if self.rename:
            fresh = self.random.sample(WORDS, min(len(WORDS), len(stored - kept)))
            self.names = dict(zip(sorted(stored - kept), fresh))
        self.generic_visit(node)
        node.body = [new for statement in node.body for new in self.spread(statement)]
        return ast.fix_missing_locations(node)

    def often(self) -> bool:
        return self.random.random() < self.habits

    def spread(self, statement: ast.stmt) -> list[ast.stmt]:
        """A part of an expression gets a line and a name of its own."""
        if not isinstance(statement, (ast.Assign, ast.Return)) or not self.often():
            return [statement]
        parts = [n for n in ast.walk(statement) if isinstance(n, ast.BinOp)]
        if not parts:
            return [statement]
        chosen, name = self.random.choice(parts), self.random.choice(WORDS) + "_"
        side = self.random.choice(("left", "right"))
        before = ast.Assign([ast.Name(name, ast.Store())], getattr(chosen, side))
        setattr(chosen, side, ast.Name(name, ast.Load()))
        return [before, statement]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, (ast.Add, ast.Mult)) and self.often():
            node.left, node.right = node.right, node.left
        two = isinstance(node.right, ast.Constant) and node.right.value == 2
        if two and isinstance(node.op, ast.Pow) and self.often():
            return ast.Call(ast.Attribute(ast.Name("np", ast.Load()), "square", ast.Load()), [node.left], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        f = node.func
        wanted = isinstance(f, ast.Attribute) and f.attr in ("mean", "sum", "var") and self.often()
        if wanted and not (isinstance(f.value, ast.Name) and f.value.id == "np"):
            function = ast.Attribute(ast.Name("np", ast.Load()), f.attr, ast.Load())
            return ast.Call(function, [f.value, *node.args], node.keywords)
        return node


def rewritten(source: str, seed: int, *, rename: bool = True, habits: float = 0.5, remarks: bool = True) -> str:
    tree = Rewriter(seed, rename, habits).visit(ast.parse(source))
    lines = ast.unparse(ast.fix_missing_locations(tree)).split("\n")
    rng = random.Random(seed + 1)
    if remarks:
        for _ in range(3):
            at = rng.randrange(len(lines))
            if re.match(r" {4,}\w+ = ", lines[at]):
                indent = len(lines[at]) - len(lines[at].lstrip())
                lines.insert(at, " " * indent + f"# {rng.choice(REMARKS)} {rng.randrange(1000)}")
    return "\n".join(lines) + "\n"


def disguised(source: str, seed: int) -> str:
    """A copy with other names, other comments and another layout."""
    return rewritten(source, seed, rename=True, habits=0.0)
