"""The edits a mutant may consist of: for one node of a reference, what a slip of the pen could have put there.

Each function takes a node and yields `(kind, replacement)`. An edit keeps the syntax valid; whether it changes an answer
is for the suite to find out. Parentheses stay where they were, so that no edit changes more than it says.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import libcst as cst

Edit = tuple[str, cst.CSTNode]

AXIS_KEYWORDS = {"axis", "dim"}
KEEP_KEYWORDS = {"keepdims", "keepdim"}
REDUCTIONS = {
    "mean",
    "sum",
    "max",
    "min",
    "var",
    "std",
    "prod",
    "any",
    "all",
    "argmax",
    "argmin",
    "cumsum",
    "amax",
    "amin",
}
OTHER_FUNCTION = {
    "mean": "sum",
    "sum": "mean",
    "max": "min",
    "min": "max",
    "amax": "amin",
    "amin": "amax",
    "argmax": "argmin",
    "argmin": "argmax",
    "maximum": "minimum",
    "minimum": "maximum",
    "var": "std",
    "std": "var",
    "floor": "ceil",
    "ceil": "floor",
    "any": "all",
    "all": "any",
    "zeros": "ones",
    "ones": "zeros",
    "zeros_like": "ones_like",
    "ones_like": "zeros_like",
    "sin": "cos",
    "cos": "sin",
    "triu": "tril",
    "tril": "triu",
}
DROPPED_FUNCTIONS = {
    "sqrt",
    "abs",
    "exp",
    "log",
    "log1p",
    "expm1",
    "sign",
    "square",
    "clip",
    "round",
    "softmax",
    "log_softmax",
}
"""`f(x)` that may be forgotten around its first argument."""
DROPPED_METHODS = {
    "copy",
    "clone",
    "astype",
    "transpose",
    "permute",
    "swapaxes",
    "detach",
    "clip",
    "abs",
    "sqrt",
    "exp",
    "log",
}
"""`x.f(...)` that may be forgotten."""
COMMUTATIVE = {
    "maximum",
    "minimum",
    "add",
    "multiply",
    "logaddexp",
    "isclose",
    "allclose",
    "zip",
    "isinstance",
    "len",
    "gcd",
}
SMALL_NAMES = {"eps", "epsilon", "tiny"}
SINGLE = {"float64": "float32", "complex128": "complex64", "int64": "int32", "double": "float"}
OTHER_BINARY: dict[type, tuple[str, type]] = {
    cst.Add: ("sign", cst.Subtract),
    cst.Subtract: ("sign", cst.Add),
    cst.Multiply: ("operator", cst.Divide),
    cst.Divide: ("operator", cst.Multiply),
    cst.MatrixMultiply: ("operator", cst.Multiply),
}
OTHER_AUGMENTED: dict[type, tuple[str, type]] = {
    cst.AddAssign: ("sign", cst.SubtractAssign),
    cst.SubtractAssign: ("sign", cst.AddAssign),
    cst.MultiplyAssign: ("operator", cst.DivideAssign),
    cst.DivideAssign: ("operator", cst.MultiplyAssign),
}
OTHER_COMPARISON: dict[type, type] = {
    cst.LessThan: cst.LessThanEqual,
    cst.LessThanEqual: cst.LessThan,
    cst.GreaterThan: cst.GreaterThanEqual,
    cst.GreaterThanEqual: cst.GreaterThan,
    cst.Equal: cst.NotEqual,
    cst.NotEqual: cst.Equal,
}


def edits_of(node: cst.CSTNode) -> Iterator[Edit]:
    """Every edit of this node itself (not of what is inside it)."""
    for make in EDITORS.get(type(node), ()):
        yield from make(node)


# --- operators ------------------------------------------------------------------------------------------------


def _binary(node: cst.BinaryOperation) -> Iterator[Edit]:
    operator = type(node.operator)
    if operator in OTHER_BINARY:
        kind, other = OTHER_BINARY[operator]
        yield kind, node.with_changes(operator=other())
    if operator in (cst.Add, cst.Subtract):
        small = _is_small(node.right)
        yield ("eps dropped" if small else "term dropped"), _in_place_of(node, node.left)
        if operator is cst.Add and not small:
            yield "term dropped", _in_place_of(node, node.right)
        if operator is cst.Subtract:
            yield "term dropped", _in_place_of(node, cst.UnaryOperation(cst.Minus(), _wrapped(node.right)))
    if operator in (cst.Multiply, cst.Divide):
        yield "factor dropped", _in_place_of(node, node.left)
    if operator is cst.Multiply:
        yield "factor dropped", _in_place_of(node, node.right)
    if operator is cst.Power:
        yield "power", _in_place_of(node, node.left)
        if isinstance(node.right, cst.Integer):
            yield "power", node.with_changes(right=cst.Integer(str(int(node.right.value) + 1)))


def _augmented(node: cst.AugAssign) -> Iterator[Edit]:
    if type(node.operator) in OTHER_AUGMENTED:
        kind, other = OTHER_AUGMENTED[type(node.operator)]
        yield kind, node.with_changes(operator=other())
    yield "statement dropped", cst.Pass()
    yield "assigned", cst.Assign([cst.AssignTarget(node.target)], node.value)


def _unary(node: cst.UnaryOperation) -> Iterator[Edit]:
    if isinstance(node.operator, cst.Minus) and not isinstance(node.expression, (cst.Integer, cst.Float)):
        yield "sign", _in_place_of(node, node.expression)
    elif isinstance(node.operator, (cst.Not, cst.BitInvert)):
        yield "condition", _in_place_of(node, node.expression)


def _comparison(node: cst.Comparison) -> Iterator[Edit]:
    for i, part in enumerate(node.comparisons):
        other = OTHER_COMPARISON.get(type(part.operator))
        if other is not None:
            changed = [*node.comparisons]
            changed[i] = part.with_changes(operator=other())
            yield "comparison", node.with_changes(comparisons=changed)


def _boolean(node: cst.BooleanOperation) -> Iterator[Edit]:
    other = cst.Or if isinstance(node.operator, cst.And) else cst.And
    yield "condition", node.with_changes(operator=other())


def _if(node: cst.If | cst.IfExp) -> Iterator[Edit]:
    yield "condition", node.with_changes(test=cst.UnaryOperation(cst.Not(), _wrapped(node.test)))


# --- numbers --------------------------------------------------------------------------------------------------


def _integer(node: cst.Integer) -> Iterator[Edit]:
    value = int(node.value, 0)
    yield "off by one", node.with_changes(value=str(value + 1))
    if value >= 2:
        yield "off by one", node.with_changes(value=str(value - 1))


def _float(node: cst.Float) -> Iterator[Edit]:
    value = float(node.value)
    if value == 0:
        yield "constant", node.with_changes(value="1.0")
    else:
        yield "constant", node.with_changes(value=repr(2 * value))


def _name(node: cst.Name) -> Iterator[Edit]:
    if node.value in ("True", "False"):
        yield "constant", node.with_changes(value=str(node.value == "False"))


# --- calls ----------------------------------------------------------------------------------------------------


def _call(node: cst.Call) -> Iterator[Edit]:
    name = called(node)
    yield from _axis(node, name)
    yield from _keepdims(node)
    if name in OTHER_FUNCTION and not isinstance(node.func, cst.Name):
        yield _function_kind(name), _renamed(node, OTHER_FUNCTION[name])
    yield from _biased(node, name)
    yield from _eps_moved(node, name)
    yield from _swapped(node, name)
    yield from _call_dropped(node, name)
    if name == "no_grad":
        yield "detach", _renamed(node, "enable_grad")
    if name in ("range", "len", "arange") and node.args and isinstance(node.func, (cst.Name, cst.Attribute)):
        yield (
            "off by one",
            cst.BinaryOperation(node, cst.Subtract(), cst.Integer("1"), lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            if name == "len"
            else _last_position_less_one(node),
        )


def _axis(node: cst.Call, name: str) -> Iterator[Edit]:
    for i, arg in enumerate(node.args):
        is_method = isinstance(node.func, cst.Attribute) and not _is_module(node.func.value)
        positional = arg.keyword is None and name in REDUCTIONS and i == (0 if is_method else 1) and not arg.star
        if not positional and (arg.keyword is None or arg.keyword.value not in AXIS_KEYWORDS):
            continue
        for other in _other_axes(arg.value):
            yield "axis", _with_arg(node, i, arg.with_changes(value=other))
        if name in REDUCTIONS:
            yield "axis dropped", _without_arg(node, i)


def _other_axes(value: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    number = as_int(value)
    if number is not None:
        yield _int({0: 1, -1: 0, -2: -1}.get(number, number - 1))
    elif isinstance(value, cst.Tuple) and len(value.elements) > 1:
        for i in range(len(value.elements)):
            kept = [e.value for j, e in enumerate(value.elements) if j != i]
            yield kept[0] if len(kept) == 1 else value.with_changes(elements=[cst.Element(v) for v in kept])


def _keepdims(node: cst.Call) -> Iterator[Edit]:
    for i, arg in enumerate(node.args):
        if arg.keyword is not None and arg.keyword.value in KEEP_KEYWORDS and _is_name(arg.value, "True"):
            yield "keepdims", _without_arg(node, i)


def _function_kind(name: str) -> str:
    return {"mean": "mean/sum", "sum": "mean/sum", "var": "var/std", "std": "var/std"}.get(name, "function")


def _biased(node: cst.Call, name: str) -> Iterator[Edit]:
    if name == "mean" and isinstance(node.func, cst.Attribute):
        data = node.args[0].value if _is_module(node.func.value) and node.args else node.func.value
        axes = [as_int(a.value) for a in node.args if a.keyword is not None and a.keyword.value in AXIS_KEYWORDS]
        if axes == [0]:
            less = cst.BinaryOperation(
                cst.Call(cst.Name("len"), [cst.Arg(data)]),
                cst.Subtract(),
                cst.Integer("1"),
                lpar=[cst.LeftParen()],
                rpar=[cst.RightParen()],
            )
            whole = cst.BinaryOperation(_renamed(node, "sum"), cst.Divide(), less)
            yield "biased", whole.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    if name not in ("var", "std", "cov"):
        return
    keywords = {a.keyword.value: i for i, a in enumerate(node.args) if a.keyword is not None}
    for keyword in ("ddof", "correction", "unbiased"):
        if keyword in keywords:
            yield "biased", _without_arg(node, keywords[keyword])
            return
    yield "biased", _with_keyword(node, "ddof", "1")


def _eps_moved(node: cst.Call, name: str) -> Iterator[Edit]:
    """sqrt(a + eps) -> sqrt(a) + eps, and log(a + eps) likewise."""
    if name not in ("sqrt", "log", "norm", "rsqrt") or not node.args:
        return
    inner = node.args[0].value
    if isinstance(inner, cst.BinaryOperation) and isinstance(inner.operator, cst.Add) and _is_small(inner.right):
        outer = _with_arg(node, 0, node.args[0].with_changes(value=inner.left))
        yield (
            "eps moved",
            cst.BinaryOperation(outer, cst.Add(), inner.right, lpar=[cst.LeftParen()], rpar=[cst.RightParen()]),
        )


def _swapped(node: cst.Call, name: str) -> Iterator[Edit]:
    if name in COMMUTATIVE:
        return
    plain = [i for i, a in enumerate(node.args) if a.keyword is None and not a.star]
    for i, j in itertools.pairwise(plain):
        if (name == "where" and i == 0) or (name == "clip" and j == 1):
            continue  # a condition is no value; clip(x, low, high) is the same as clip(low, x, high)
        first, second = node.args[i], node.args[j]
        if as_int(first.value) is not None or as_int(second.value) is not None:
            continue
        args = list(node.args)
        args[i], args[j] = first.with_changes(value=second.value), second.with_changes(value=first.value)
        yield "swapped", node.with_changes(args=args)


def _call_dropped(node: cst.Call, name: str) -> Iterator[Edit]:
    kind = {
        "transpose": "transpose dropped",
        "permute": "transpose dropped",
        "swapaxes": "transpose dropped",
        "detach": "detach",
        "astype": "dtype",
        "copy": "copy dropped",
        "clone": "copy dropped",
    }.get(name, "function dropped")
    if isinstance(node.func, cst.Attribute) and name in DROPPED_METHODS and not _is_module(node.func.value):
        yield kind, _in_place_of(node, node.func.value)
    elif name in DROPPED_FUNCTIONS | {"transpose", "swapaxes", "copy"} and node.args and node.args[0].keyword is None:
        yield kind, _in_place_of(node, _wrapped(node.args[0].value))


def _last_position_less_one(node: cst.Call) -> cst.Call:
    """range(n) -> range(n - 1); range(a, b) -> range(a, b - 1)."""
    plain = [i for i, a in enumerate(node.args) if a.keyword is None]
    at = min(1, len(plain) - 1) if plain else 0
    arg = node.args[at]
    less = cst.BinaryOperation(_wrapped(arg.value), cst.Subtract(), cst.Integer("1"))
    return _with_arg(node, at, arg.with_changes(value=less))


# --- attributes, items, statements -----------------------------------------------------------------------------


def _attribute(node: cst.Attribute) -> Iterator[Edit]:
    if node.attr.value in ("T", "mT"):
        yield "transpose dropped", _in_place_of(node, node.value)
    if node.attr.value in SINGLE and _is_module(node.value):
        yield "dtype", node.with_changes(attr=cst.Name(SINGLE[node.attr.value]))


def _return(node: cst.Return) -> Iterator[Edit]:
    """`return a, b` -> `return b, a`."""
    if isinstance(node.value, cst.Tuple) and len(node.value.elements) > 1:
        for i in range(len(node.value.elements) - 1):
            elements = list(node.value.elements)
            first, second = elements[i], elements[i + 1]
            elements[i] = first.with_changes(value=second.value)
            elements[i + 1] = second.with_changes(value=first.value)
            yield "swapped", node.with_changes(value=node.value.with_changes(elements=elements))


def _expression_statement(node: cst.Expr) -> Iterator[Edit]:
    if isinstance(node.value, cst.Call):
        yield "statement dropped", cst.Pass()


EDITORS: dict[type, tuple[Callable[[Any], Iterator[Edit]], ...]] = {
    cst.BinaryOperation: (_binary,),
    cst.AugAssign: (_augmented,),
    cst.UnaryOperation: (_unary,),
    cst.Comparison: (_comparison,),
    cst.BooleanOperation: (_boolean,),
    cst.If: (_if,),
    cst.IfExp: (_if,),
    cst.Integer: (_integer,),
    cst.Float: (_float,),
    cst.Name: (_name,),
    cst.Call: (_call,),
    cst.Attribute: (_attribute,),
    cst.Return: (_return,),
    cst.Expr: (_expression_statement,),
}


# --- small helpers ----------------------------------------------------------------------------------------------


def called(node: cst.Call) -> str:
    """The last part of what is called: `mean` of `np.mean(x)` and of `x.mean()`."""
    if isinstance(node.func, cst.Attribute):
        return node.func.attr.value
    return node.func.value if isinstance(node.func, cst.Name) else ""


def as_int(value: cst.BaseExpression) -> int | None:
    if isinstance(value, cst.Integer):
        return int(value.value, 0)
    if isinstance(value, cst.UnaryOperation) and isinstance(value.operator, cst.Minus):
        inner = as_int(value.expression)
        return None if inner is None else -inner
    return None


def _int(value: int) -> cst.BaseExpression:
    number = cst.Integer(str(abs(value)))
    return cst.UnaryOperation(cst.Minus(), number) if value < 0 else number


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name


def _is_module(node: cst.CSTNode) -> bool:
    """np.f, torch.f, np.linalg.f, F.f: a function of a library, not a method of a value."""
    if isinstance(node, cst.Attribute):
        return _is_module(node.value)
    return isinstance(node, cst.Name) and node.value in ("np", "numpy", "torch", "F", "nn", "math", "scipy")


def _is_small(node: cst.CSTNode) -> bool:
    """An eps, by name or by size."""
    if isinstance(node, cst.Name):
        return node.value.lower().strip("_") in SMALL_NAMES
    if isinstance(node, cst.Attribute):
        return node.attr.value.lower() in SMALL_NAMES
    return isinstance(node, cst.Float) and 0 < float(node.value) <= 1e-3


def _in_place_of(old: Any, new: Any) -> Any:
    """The new expression inside the parentheses of the old one."""
    return new.with_changes(lpar=[*old.lpar, *new.lpar], rpar=[*new.rpar, *old.rpar])


def _wrapped(node: Any) -> Any:
    """In parentheses, unless it holds together without."""
    if node.lpar or isinstance(node, (cst.Name, cst.Call, cst.Attribute, cst.Subscript, cst.Integer, cst.Float)):
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _renamed(node: cst.Call, name: str) -> cst.Call:
    if isinstance(node.func, cst.Attribute):
        return node.with_changes(func=node.func.with_changes(attr=cst.Name(name)))
    return node.with_changes(func=cst.Name(name))


def _with_arg(node: cst.Call, i: int, arg: cst.Arg) -> cst.Call:
    return node.with_changes(args=[*node.args[:i], arg, *node.args[i + 1 :]])


def _without_arg(node: cst.Call, i: int) -> cst.Call:
    kept = [*node.args[:i], *node.args[i + 1 :]]
    if kept:
        kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return node.with_changes(args=kept)


def _with_keyword(node: cst.Call, keyword: str, value: str) -> cst.Call:
    arg = cst.Arg(
        keyword=cst.Name(keyword),
        value=cst.parse_expression(value),
        equal=cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace("")),
    )
    args = list(node.args)
    if args:
        args[-1] = args[-1].with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
    return node.with_changes(args=[*args, arg])
