"""What one top-level statement reads, binds and changes, by Python's scope rules, without running it.

A name read *now* is looked up while the statement runs (decorators, defaults, bases, class bodies,
right-hand sides); a name read *late* is looked up when a function is called. A read is *hard* when its
failure would be a NameError, and soft when it only might be needed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Sequence

from autograder.intake.wordlists import CHANGES_ARGUMENT, IN_PLACE

_WORD = re.compile(r"[A-Za-z_]\w*")
_DOTTED = re.compile(r"[A-Za-z_]\w*(\.\w+)*\Z")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_CELL_RUNNERS = {"run_cell", "ex", "push", "user_ns", "run_code", "safe_execfile", "run_cell_async"}
_NO_EXPRESSION = {"ctx", "op", "ops", "arg", "conversion", "kind", "is_async", "name", "str"}
_CHILD_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
_TRY = (ast.Try, getattr(ast, "TryStar", ast.Try))


def root_name(node: ast.AST) -> str:
    """`net` of `net.layers[0].weight` and of `net.layers().append`; "" where there is none."""
    while True:
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return ""


class Scope:
    """Facts of one scope, collected in the order of evaluation."""

    def __init__(self, kind: str, future_annotations: bool = False, parent: Scope | None = None) -> None:
        self.kind = kind  # module, class, function or comprehension
        self.parent = parent
        self.future_annotations = future_annotations
        self.now: dict[str, bool] = {}  # name -> hard
        self.late: dict[str, bool] = {}
        self.binds: dict[str, bool] = {}  # name -> certainly bound afterwards
        self.bound: set[str] = set()  # bound at this point of the walk
        self.deleted: set[str] = set()
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.changes: set[str] = set()
        self.changes_late: set[str] = set()
        self.global_binds: set[str] = set()  # by `global x` in a function
        self.calls: list[tuple[str, list[str], dict[str, str]]] = []  # callee, roots of its arguments
        self.calls_late: list[tuple[str, list[str], dict[str, str]]] = []
        self.methods: set[tuple[str, str]] = set()
        self.attributes: set[tuple[str, str]] = set()
        self.aliases: dict[str, set[str]] = {}  # name -> roots of what it is another name for
        self.holds: dict[str, set[str]] = {}  # name -> roots of what it was constructed from
        self.steps: set[str] = set()
        self.imports: list[tuple[str, int, int]] = []  # dotted name, line, relative level
        self.stars: list[str] = []
        self.defines: str = ""  # how it could define names unseen
        self.looks_up: str = ""  # how it could read names unseen
        self.strings: set[str] = set()
        self.parameters: list[str] = []
        self.changed_parameters: set[str] = set()
        self.self_changing: set[str] = set()  # methods of a class that change self

    # -- names ---------------------------------------------------------------------------------------

    def read(self, name: str, hard: bool = True, late: bool = False) -> None:
        if self.kind in ("module", "class"):
            if not late and name in self.bound:
                return
            hard = hard and (late or name not in self.binds)
        into = self.late if late else self.now
        into[name] = hard or into.get(name, False)

    def bind(self, name: str, sure: bool = True) -> None:
        if self.kind == "comprehension":
            self.binds[name] = True
            return
        if self.kind == "function" and name in self.globals:
            self.global_binds.add(name)
            return
        self.binds[name] = sure or self.binds.get(name, False)
        self.bound.add(name)
        self.deleted.discard(name)

    # -- statements ----------------------------------------------------------------------------------

    def block(self, body: Iterable[ast.stmt], sure: bool = True) -> None:
        for node in body:
            self.statement(node, sure)

    def branch(self, body: Sequence[ast.stmt], start: set[str]) -> set[str]:
        """Walks a part that may not run; returns what is bound at its end."""
        self.bound = set(start)
        self.block(body, sure=False)
        return self.bound

    def statement(self, node: ast.stmt, sure: bool = True) -> None:
        if isinstance(node, ast.Expr):
            self.expression(node.value)
        elif isinstance(node, ast.Assign):
            self.expression(node.value)
            for target in node.targets:
                self.assign(target, node.value, sure)
        elif isinstance(node, ast.AugAssign):
            self.expression(node.value)
            root = root_name(node.target)
            self.changes.add(root)
            if isinstance(node.target, ast.Name):
                self.read(node.target.id)
                self.bind(node.target.id, sure)
            else:
                self.target(node.target, sure)
        elif isinstance(node, ast.AnnAssign):
            if self.kind != "function":
                self.annotation(node.annotation)
            if node.value is not None:
                self.expression(node.value)
                self.assign(node.target, node.value, sure)
            elif not isinstance(node.target, ast.Name):
                self.target(node.target, sure)
            elif self.kind == "function":
                self.bind(node.target.id, sure)  # a bare annotation makes a local
        elif isinstance(node, _FUNCTIONS):
            self.function(node, sure)
        elif isinstance(node, ast.ClassDef):
            self.class_(node, sure)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                self.imports.append((alias.name, getattr(alias, "lineno", node.lineno), 0))
                self.bind(alias.asname or alias.name.split(".")[0], sure)
        elif isinstance(node, ast.ImportFrom):
            self.import_from(node, sure)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self.expression(node.iter)
            before = set(self.bound)
            self.target(node.target, sure=False)
            sources = {n.id for n in ast.walk(node.iter) if isinstance(n, ast.Name)}
            for name in (n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)):
                self.aliases.setdefault(name, set()).update(sources)
            self.branch(node.body, self.bound)
            self.branch(node.orelse, before)
            self.bound = before
        elif isinstance(node, ast.While):
            self.expression(node.test)
            before = set(self.bound)
            self.branch(node.body, before)
            self.branch(node.orelse, before)
            self.bound = before
        elif isinstance(node, ast.If):
            self.if_(node, sure)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self.expression(item.context_expr)
                if item.optional_vars is not None:
                    self.target(item.optional_vars, sure)
            self.block(node.body, sure)
        elif isinstance(node, _TRY):
            before = set(self.bound)
            self.branch(node.body, before)
            self.branch(node.orelse, self.bound)
            for handler in node.handlers:
                if handler.type is not None:
                    self.bound = set(before)
                    self.expression(handler.type)
                if handler.name:
                    self.bind(handler.name, sure=False)
                self.branch(handler.body, before | ({handler.name} if handler.name else set()))
            self.bound = before
            self.block(node.finalbody, sure)
        elif isinstance(node, ast.Match):
            self.match(node)
        elif isinstance(node, ast.Delete):
            for target in node.targets:
                self.delete(target, sure)
        elif isinstance(node, ast.Global):
            if self.kind != "module":
                self.globals.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            self.nonlocals.update(node.names)
        elif node.__class__.__name__ == "TypeAlias":
            self.type_alias(node, sure)
        else:  # return, raise, assert
            for child in ast.iter_child_nodes(node):
                self.expression(child)

    def if_(self, node: ast.If, sure: bool) -> None:
        # An elif is an if in the orelse: a loop, because chains can be long.
        ends, before = [], set(self.bound)
        chain: list[ast.stmt] = [node]
        while len(chain) == 1 and isinstance(chain[0], ast.If):
            link = chain[0]
            self.bound = set(before)
            self.expression(link.test)
            before = set(self.bound)
            ends.append(self.branch(link.body, before))
            chain = link.orelse
        ends.append(self.branch(chain, before))
        self.bound = set.intersection(*ends)
        for name in self.bound - before:
            if sure and name in self.binds:
                self.binds[name] = True

    def assign(self, target: ast.expr, value: ast.expr, sure: bool) -> None:
        self.target(target, sure)
        if isinstance(target, ast.Name):
            if isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)) and root_name(value):
                self.aliases.setdefault(target.id, set()).add(root_name(value))
            elif isinstance(value, ast.Call):
                roots = {root_name(a) for a in [*value.args, *(k.value for k in value.keywords)]} - {""}
                self.holds.setdefault(target.id, set()).update(roots)

    def target(self, node: ast.expr, sure: bool) -> None:
        if isinstance(node, ast.Name):
            self.bind(node.id, sure)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for element in node.elts:
                self.target(element, sure)
        elif isinstance(node, ast.Starred):
            self.target(node.value, sure)
        elif self._names_table(node):
            assert isinstance(node, ast.Subscript)
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                if self.kind == "module":
                    self.bind(node.slice.value, sure)
                else:
                    self.global_binds.add(node.slice.value)
            else:
                self.defines = "globals()"
                self.expression(node.slice)
        else:
            self.changes.add(root_name(node))
            self.expression(node)

    def delete(self, target: ast.expr, sure: bool) -> None:
        if isinstance(target, ast.Name):
            self.read(target.id)
            self.bind(target.id, sure)
            self.bound.discard(target.id)
            if sure:
                self.deleted.add(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self.delete(element, sure)
        else:
            self.target(target, sure)

    def import_from(self, node: ast.ImportFrom, sure: bool) -> None:
        module = node.module or ""
        for alias in node.names:
            line = getattr(alias, "lineno", node.lineno)
            if alias.name == "*":
                self.imports.append((module, line, node.level))
                self.stars.append(module)
                continue
            self.imports.append((f"{module}.{alias.name}" if module else alias.name, line, node.level))
            self.bind(alias.asname or alias.name, sure)

    def match(self, node: ast.Match) -> None:
        self.expression(node.subject)
        before = set(self.bound)
        for case in node.cases:
            self.bound = set(before)
            for part in ast.walk(case.pattern):
                if isinstance(part, ast.Name):
                    self.read(part.id)
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if isinstance(name, str) and isinstance(part, (ast.MatchAs, ast.MatchStar, ast.MatchMapping)):
                    self.bind(name, sure=False)
            if case.guard is not None:
                self.expression(case.guard)
            self.branch(case.body, self.bound)
        self.bound = before

    def type_alias(self, node: ast.AST, sure: bool) -> None:  # Python 3.12: type X[T] = ...
        inner = Scope("function", parent=self)
        _bind_type_parameters(inner, node)
        inner.expression(node.value)  # type: ignore[attr-defined]
        self.absorb(inner, late=True)
        self.bind(node.name.id, sure)  # type: ignore[attr-defined]

    # -- definitions ---------------------------------------------------------------------------------

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, sure: bool) -> None:
        for decorator in node.decorator_list:
            self.expression(decorator)
            self._called(decorator, [node.name], {})
        self.defaults(node.args)
        inner = Scope("function", self.future_annotations, self)
        _bind_type_parameters(inner, node)
        annotated = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        annotated += [a for a in (node.args.vararg, node.args.kwarg) if a]
        for note in [*(a.annotation for a in annotated), node.returns]:
            if note is not None:
                self.annotation(note, skip=inner.binds)
        inner.take_parameters(node.args)
        inner.block(node.body)
        self.absorb(inner, late=True)
        if self.kind == "class" and inner.parameters and not node.name.startswith("__"):
            if inner.parameters[0] in inner.changed_parameters:
                self.self_changing.add(node.name)
        elif self.kind == "module":
            self.parameters, self.changed_parameters = inner.parameters, inner.changed_parameters
        self.bind(node.name, sure)

    def lambda_(self, node: ast.Lambda) -> None:
        self.defaults(node.args)
        inner = Scope("function", self.future_annotations, self)
        inner.take_parameters(node.args)
        inner.expression(node.body)
        self.absorb(inner, late=True)

    def class_(self, node: ast.ClassDef, sure: bool) -> None:
        for decorator in node.decorator_list:
            self.expression(decorator)
            self._called(decorator, [node.name], {})
        inner = Scope("class", self.future_annotations, self)
        parameters = {p.name for p in getattr(node, "type_params", ())}
        for base in node.bases:
            self.expression(base)
        for keyword in node.keywords:
            self.expression(keyword.value)
        inner.bound |= parameters | {"__module__", "__qualname__"}
        inner.block(node.body)
        for name in parameters:
            inner.late.pop(name, None)
        self.absorb(inner, late=False)
        self.self_changing |= inner.self_changing
        self.bind(node.name, sure)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        self.expression(node.generators[0].iter)
        inner = Scope("comprehension", parent=self)
        for position, generator in enumerate(node.generators):
            inner.target(generator.target, sure=True)
            if position:
                inner.expression(generator.iter)
            for test in generator.ifs:
                inner.expression(test)
        if isinstance(node, ast.DictComp):
            inner.expression(node.key)
            inner.expression(node.value)
        else:
            inner.expression(node.elt)
        self.absorb(inner, late=False)

    def take_parameters(self, args: ast.arguments) -> None:
        self.parameters = [a.arg for a in [*args.posonlyargs, *args.args, *args.kwonlyargs]]
        for name in self.parameters + [a.arg for a in (args.vararg, args.kwarg) if a]:
            self.binds[name] = True

    def defaults(self, args: ast.arguments) -> None:
        for default in [*args.defaults, *args.kw_defaults]:
            if default is not None:
                self.expression(default)

    def annotation(self, node: ast.expr, skip: Collection[str] = ()) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _DOTTED.match(node.value):
                self.read(node.value.split(".")[0], hard=False, late=True)
        elif self.future_annotations:
            # Not evaluated by Python, but by run-time type checkers: wanted if there, no loss if not.
            for part in ast.walk(node):
                if isinstance(part, ast.Name) and part.id not in skip:
                    self.read(part.id, hard=False, late=True)
        elif not skip:
            self.expression(node)
        else:
            inner = Scope("comprehension", parent=self)
            inner.binds.update(dict.fromkeys(skip, True))
            inner.expression(node)
            self.absorb(inner, late=False)

    def absorb(self, inner: Scope, late: bool) -> None:
        """Take over what an inner scope needs of the outside."""
        local: set[str] = set()
        if inner.kind in ("function", "comprehension"):
            local = set(inner.binds) - inner.globals - inner.nonlocals
        inner.settle()
        if inner.kind == "function":
            inner.changed_parameters = inner.changes & set(inner.parameters)
        outside_class = set(inner.binds) if inner.kind == "class" else set()
        for reads, is_late in ((inner.now, late), (inner.late, True)):
            for name, hard in reads.items():
                if name not in local:
                    # A class body falls back to the outside where its own name is not bound yet.
                    self.read(name, hard and not (not is_late and name in outside_class), is_late)
        changed = (inner.changes | set()) - local - outside_class
        if late:
            self.changes_late |= changed | (inner.changes_late - local)
            self.calls_late += [c for c in [*inner.calls, *inner.calls_late] if c[0] not in local]
        else:
            self.changes |= changed
            self.changes_late |= inner.changes_late - local
            self.calls += [c for c in inner.calls if c[0] not in local]
            self.calls_late += [c for c in inner.calls_late if c[0] not in local]
            self.methods |= {(root, m) for root, m in inner.methods if root not in local}
            self.steps |= inner.steps - local
        if late and inner.kind == "function":
            # Calls that hand a parameter on; whether they change it is known only when all units are.
            self.passed_on = [c for c in inner.calls if set(c[1]) & set(inner.parameters)]
        self.global_binds |= inner.global_binds
        self.attributes |= {(root, a) for root, a in inner.attributes if root not in local}
        self.imports += inner.imports
        self.stars += inner.stars
        self.defines = self.defines or inner.defines
        self.looks_up = self.looks_up or inner.looks_up
        self.strings |= inner.strings

    passed_on: Sequence[tuple[str, list[str], dict[str, str]]] = ()

    def settle(self) -> None:
        """Follow aliases inside this scope: who changes `p` of `for p in net.parameters()` changes `net`."""
        for _ in range(4):
            more = {root for name in self.changes for root in self.aliases.get(name, ())}
            more |= {root for name in self.steps for root in self.holds.get(name, ())}
            if more <= self.changes:
                break
            self.changes |= more
        self.changes.discard("")

    # -- expressions ---------------------------------------------------------------------------------

    def expression(self, node: ast.AST) -> None:
        """Iterative, because a long sum is a deep tree."""
        stack: list[ast.AST] = [node]
        while stack:
            node = stack.pop()
            kind = node.__class__
            if kind is ast.Name:
                self._name(node)  # type: ignore[arg-type]
                continue
            if kind is ast.Constant:
                if isinstance(node.value, str) and len(node.value) < 5000:  # type: ignore[attr-defined]
                    self.strings.add(node.value)  # type: ignore[attr-defined]
                continue
            if kind is ast.Attribute:
                value = node.value  # type: ignore[attr-defined]
                if value.__class__ is ast.Name:
                    self.attributes.add((value.id, node.attr))  # type: ignore[attr-defined]
                    if value.id == "sys" and node.attr == "modules":  # type: ignore[attr-defined]
                        self.defines = self.defines or "sys.modules"
                stack.append(value)
                continue
            if kind is ast.Call:
                function = node.func  # type: ignore[attr-defined]
                self._called(function, *_argument_roots(node))  # type: ignore[arg-type]
                if isinstance(function, ast.Name) and function.id == "vars" and node.args:  # type: ignore[attr-defined]
                    stack += node.args  # type: ignore[attr-defined]  # vars(x) looks at an object, not at our names
                    continue
            elif kind is ast.Compare and _asks_for_module(node):
                stack += [node.left, node.comparators[0].value]  # type: ignore[attr-defined]
                continue
            elif kind is ast.Lambda:
                self.lambda_(node)  # type: ignore[arg-type]
                continue
            elif kind in _COMPREHENSIONS:
                self.comprehension(node)  # type: ignore[arg-type]
                continue
            elif kind is ast.NamedExpr:
                self.expression(node.value)  # type: ignore[attr-defined]
                self._walrus(node.target.id)  # type: ignore[attr-defined]
                continue
            elif kind is ast.Subscript and self._names_table(node):
                key = node.slice  # type: ignore[attr-defined]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    self.read(key.value, hard=False, late=True)
                    continue
            for name in _child_fields(kind):
                child = getattr(node, name, None)
                if child.__class__ is list:
                    stack += [c for c in reversed(child) if isinstance(c, ast.AST)]  # type: ignore[call-overload]
                elif child is not None:
                    stack.append(child)

    def _walrus(self, name: str) -> None:
        """Binds in the nearest scope that is no comprehension."""
        scope = self
        while scope.kind == "comprehension" and scope.parent is not None:
            scope.binds.setdefault(name, True)
            scope = scope.parent
        scope.bind(name)

    def _name(self, node: ast.Name) -> None:
        name = node.id
        self.read(name)
        if name == "exec":
            self.defines = self.looks_up = "exec"
        elif name == "eval":
            self.looks_up = "eval"
        elif name == "globals" or (name in ("locals", "vars") and self.kind == "module"):
            self.defines = self.defines or f"{name}()"
            self.looks_up = self.looks_up or f"{name}()"
        elif name in ("__builtins__", "__main__", "builtins"):
            self.defines = name

    def _called(self, function: ast.expr, arguments: list[str], keywords: dict[str, str]) -> None:
        if isinstance(function, ast.Name):
            self.calls.append((function.id, arguments, keywords))
            if function.id in CHANGES_ARGUMENT and arguments:
                self.changes.add(arguments[0])
        elif isinstance(function, ast.Attribute):
            method, root = function.attr, root_name(function.value)
            if method in IN_PLACE or (method.endswith("_") and not method.startswith("_")):
                self.changes.add(root)
            elif root:
                self.methods.add((root, method))
            if method == "step":
                self.steps.add(root)
            if arguments and (method in CHANGES_ARGUMENT or (method.endswith("_") and not method.startswith("_"))):
                self.changes.add(arguments[0])
            if root == "get_ipython" and (
                method in _CELL_RUNNERS or (method == "run_line_magic" and self.strings & {"run", "pylab"})
            ):
                self.defines = "get_ipython()"
            if root == "sys" and method == "_getframe":
                self.defines = "sys._getframe"
        elif isinstance(function, ast.Call):  # @registry.add("relu")
            self._called(function.func, arguments, keywords)

    def _names_table(self, node: ast.AST) -> bool:
        """Is it `globals()[...]` (or `locals()[...]` of the module)?"""
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call)):
            return False
        function = node.value.func
        if not isinstance(function, ast.Name) or node.value.args:
            return False
        return function.id == "globals" or (function.id in ("locals", "vars") and self.kind == "module")

    def words(self) -> set[str]:
        """Every identifier inside a string of this scope: what an `exec` here might define."""
        return {word for text in self.strings for word in _WORD.findall(text)}


def _child_fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """Fields of an expression node with expressions in them, the last one first."""
    fields = _CHILD_FIELDS.get(kind)
    if fields is None:
        fields = _CHILD_FIELDS[kind] = tuple(f for f in reversed(kind._fields) if f not in _NO_EXPRESSION)
    return fields


def _argument_roots(call: ast.Call) -> tuple[list[str], dict[str, str]]:
    return [root_name(a) for a in call.args], {k.arg: root_name(k.value) for k in call.keywords if k.arg}


def _bind_type_parameters(scope: Scope, node: ast.AST) -> None:
    for parameter in getattr(node, "type_params", ()):
        scope.binds[parameter.name] = True


def module_exports(tree: ast.Module) -> tuple[set[str], list[str]]:
    """Names that `from module import *` takes, as far as can be seen, and the modules it stars in turn."""
    scope = Scope("module")
    scope.block(tree.body)
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(t, ast.Name) and t.id == "__all__" for t in targets):
            listed = [e.value for e in getattr(node.value, "elts", []) if isinstance(e, ast.Constant)]  # type: ignore[attr-defined]
            return {name for name in listed if isinstance(name, str)}, []
    return {name for name in scope.binds if not name.startswith("_")}, scope.stars


def _asks_for_module(node: ast.AST) -> bool:
    """`"google.colab" in sys.modules` defines nothing."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return False
    table = node.comparators[0]
    is_modules = isinstance(table, ast.Attribute) and table.attr == "modules"
    return is_modules and isinstance(table.value, ast.Name) and table.value.id == "sys"  # type: ignore[attr-defined]
