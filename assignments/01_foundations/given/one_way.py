"""Things that are gone through in one direction, and not always to the end."""


class Once:
    """What a generator is: it can be gone through once, and has no length."""

    def __init__(self, items):
        self._items = iter(items)

    def __iter__(self):
        return self._items


def first_of(items):
    """The first item of a `for` loop that is left then."""
    for item in items:
        return item
