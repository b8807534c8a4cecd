"""What an object of the student's is to a test, and with it what may be sent to it.

A test that expects a number computes with it: `out - expected`, `out.dot(weights)`, `out[labels]`. If an object came back in
its place, each of these would carry a secret to the student's code. So values reach only what the task makes an object:
an instance of a class that the exercise asks for, code of the course, a model that a function is asked to return. That
is known from how a test came by it and from the reference's annotations, never from what the object says of itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from autograder.course.returned import ReturnKinds

Kind = Literal["value", "maker", "object", "part"]
SELF_RETURNING = frozenset("double float half to cpu cuda eval train requires_grad_ apply zero_grad".split())
"""Methods of torch modules that give back the module."""


@dataclass(frozen=True, slots=True)
class Role:
    kind: Kind
    """A value was asked for; something that makes objects; an object; an attribute, method or item of one."""
    of: str = ""
    """The class of the exercise that it is, or is a part of."""
    name: str = ""
    """What a part is called."""


VALUE, MAKER, OBJECT = Role("value"), Role("maker"), Role("object")


@dataclass(frozen=True)
class Roles:
    """By what is known of the exercise; None where no reference is at hand (public checks), and nothing is secret."""

    returned: ReturnKinds | None

    # --- what a test gets --------------------------------------------------------------------------------------

    def called(self, name: str) -> Role:
        """The result of a name of the submission."""
        if self.returned is None:
            return OBJECT
        if name in self.returned.classes:
            return Role("object", name)
        return VALUE if name in self.returned.values else Role("object", self.returned.objects.get(name, ""))

    def called_object(self, target: Role) -> Role:
        if self.returned is None or target.kind == "maker":
            return OBJECT
        if target.kind != "part":
            return VALUE
        returns = self._members(target.of).get(target.name, "")
        if returns:
            return Role("object", returns)
        return Role("object", target.of) if target.name in SELF_RETURNING else VALUE

    def attribute(self, target: Role, name: str) -> Role:
        if target.kind in ("value", "maker"):
            return target
        known = self.returned.classes.get(target.of) if self.returned and target.kind == "object" else None
        if known is not None and not known.inherits and name not in known.members:
            return VALUE  # an attribute that is no method: data
        return Role("part", target.of if target.kind == "object" else "", name)

    def item(self, target: Role) -> Role:
        return target if target.kind in ("value", "maker") else Role("part")

    def operated(self, name: str, operands: list[Role | None]) -> Role:
        """The result of an operator on objects (roles) and values (None)."""
        if self.returned is None:
            return OBJECT
        for role, special in zip(operands, (f"__{name}__", f"__r{name}__")):
            returns = self._members(role.of).get(special, "") if role is not None else ""
            if returns:
                return Role("object", returns)
        return VALUE

    # --- what may be sent to it --------------------------------------------------------------------------------

    def takes_operand(self, role: Role, special: str) -> bool:
        """Whether a value may be an operand beside the object: only where its class defines that operator."""
        return self.returned is None or (role.kind == "object" and special in self._members(role.of))

    def takes_arguments(self, role: Role) -> bool:
        return role.kind != "value"

    def takes_index(self, role: Role, index: Any) -> bool:
        return role.kind != "value" or _is_constant(index)

    def _members(self, name: str) -> dict[str, str]:
        known = self.returned.classes.get(name) if self.returned and name else None
        return dict(known.members) if known else {}


def _is_constant(index: Any) -> bool:
    """What stands in a test's text, such as `[0]` or `["x"]`, and no array or number that was drawn."""
    if type(index) is tuple:
        return all(_is_constant(part) for part in index)
    if type(index) is slice:
        return all(_is_constant(part) for part in (index.start, index.stop, index.step))
    return index is None or index is Ellipsis or type(index) in (int, str)
