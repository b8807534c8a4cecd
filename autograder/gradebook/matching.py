"""Whose submission is it? Pure functions over names; what people said (links) comes first, guesses are never silent.

Tried in this order, and each step must point to exactly one student: the platform's number in the file's name, an
e-mail address, an id, a login, the full name; then the same as a part of a longer name (`hw4_jsmith`, `smith-jane-final`).
A step that points to several makes the submission ambiguous: a person decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from autograder.gradebook.roster import RosterStudent
from autograder.intake.places import owner_of

_SHORTEST = 3
"""Shorter ids and logins are not looked for inside longer names: "hw4_al" need not be Al's."""
_LONGEST_RUN = 5
"""Words that a login may have: GitHub's are like jane-q-public."""


@dataclass(frozen=True)
class Match:
    submission: str
    students: tuple[str, ...] = ()
    """Keys: one, or several of a group that handed in together."""
    how: str = ""
    candidates: tuple[str, ...] = ()
    """Where it is not clear: who it could be."""

    @property
    def state(self) -> str:
        return "matched" if self.students else "ambiguous" if self.candidates else "unmatched"


@dataclass
class Matching:
    matches: dict[str, Match] = field(default_factory=dict)
    missing: list[RosterStudent] = field(default_factory=list)
    """On the roster, and nothing handed in."""

    def of(self, state: str) -> list[Match]:
        return [m for m in self.matches.values() if m.state == state]

    def submissions_of(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for m in self.matches.values():
            for key in m.students:
                found[key].append(m.submission)
        return found


def plain(text: str) -> str:
    """Letters and digits only, without accents and case: Müller-Lüdenscheidt -> mullerludenscheidt."""
    split = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in split if c.isalnum())


def words(text: str) -> list[str]:
    split = "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if not unicodedata.combining(c))
    return [w for w in re.split(r"[^\w]|_", split) if w]


class _Index:
    """Everything a student can be called, looked up at once."""

    def __init__(self, people: Iterable[RosterStudent]) -> None:
        self.exact: dict[str, dict[str, set[str]]] = {
            how: defaultdict(set) for how in ("number", "e-mail", "id", "login", "name")
        }
        self.name_words: dict[str, set[frozenset[str]]] = defaultdict(set)
        self.by_word: dict[str, set[str]] = defaultdict(set)
        for s in people:
            for number in s.platform_ids:
                self.exact["number"][number].add(s.key)
            self._add("id", s.key, s.key)
            self._add("login", s.login, s.key)
            self._add("login", s.login.partition("@")[0], s.key)
            self._add("e-mail", s.email, s.key)
            self._add("login", s.email.partition("@")[0], s.key)
            self._add_name(s.name.replace("'", "").replace("\u2019", ""), s.key)
            if words(s.name) != words(s.name.replace("'", "")):
                self._add_name(s.name, s.key)  # O'Neil becomes o_neil in some file names

    def _add_name(self, name: str, key: str) -> None:
        parts = words(name)
        forms = (parts, parts[::-1], parts[-1:] + parts[:-1], parts[:1] + parts[-1:], parts[-1:] + parts[:1])
        for form in forms:
            if len(parts) > 1 or len("".join(form)) >= _SHORTEST:
                self._add("name", "".join(form), key)
        if len(parts) > 1:
            self.name_words[key] |= {frozenset(parts), frozenset((parts[0], parts[-1]))}
            for word in parts:
                self.by_word[word].add(key)

    def _add(self, how: str, text: str, key: str) -> None:
        if plain(text):
            self.exact[how][plain(text)].add(key)

    def whole(self, names: Iterable[str]) -> tuple[str, set[str]]:
        for how in ("e-mail", "id", "login", "name"):
            found = set().union(*(self.exact[how].get(plain(n), set()) for n in names))
            if found:
                return how, found
        return "", set()

    def listed(self, how: str, text: str) -> set[str]:
        """Whom a platform means that says somebody's e-mail address, id or name."""
        kinds = {"e-mail": ("e-mail",), "id": ("id", "login"), "name": ("name",)}[how]
        return next((found for kind in kinds if (found := self.exact[kind].get(plain(text), set()))), set())

    def _words_that_are(self, how: str, parts: list[str]) -> set[str]:
        """Ids or logins that are a run of words: jane.doe written as jane_doe. `jane-doe` is not `doe`."""
        runs: dict[tuple[int, int], set[str]] = {}
        for start in range(len(parts)):
            for end in range(start + 1, min(start + _LONGEST_RUN, len(parts)) + 1):
                text = "".join(parts[start:end])
                if len(text) >= _SHORTEST and text in self.exact[how]:
                    runs[start, end] = self.exact[how][text]
        inside = lambda a: any(b != a and b[0] <= a[0] and a[1] <= b[1] for b in runs)
        return set().union(*(found for run, found in runs.items() if not inside(run)))

    def part(self, names: Iterable[str]) -> tuple[str, set[str]]:
        """Inside a longer name: an id or login as one of its words, or all words of a person's name."""
        for name in names:
            parts = words(name)
            mails = {m.lower() for m in re.findall(r"[\w.+-]+@[\w.-]+\.\w+", name)}
            found = set().union(*(self.exact["e-mail"].get(plain(m), set()) for m in mails))
            if found:
                return "e-mail in the name", found
            for how in ("id", "login"):
                found = self._words_that_are(how, parts)
                if found:
                    return f"{how} in the name", found
            present = set(parts)
            near = set().union(*(self.by_word.get(p, set()) for p in present))
            fits = {k: max((f for f in self.name_words[k] if f <= present), key=len, default=None) for k in near}
            named = {k: form for k, form in fits.items() if form}
            if named:
                # "jane smith lopez" also holds the name of Jane Smith; two names beside each other stay unclear.
                longest = max(named.values(), key=len)
                rest = {k for k, form in named.items() if not form < longest}
                return "name in the name", rest
        return "", set()


def match(submissions: Mapping[str, str], people: list[RosterStudent], links: Mapping[str, str] | None = None) -> Matching:
    """`submissions`: name -> source (`found_to_json`). `links`: what people said; "" means nobody's."""
    links = links or {}
    active = [s for s in people if s.active]
    index = _Index(active)
    known = {s.key for s in people}
    result = Matching()
    for name, source in submissions.items():
        if name in links:
            keys = tuple(k for k in links[name].split("\n") if k in known)
            result.matches[name] = Match(name, keys, "said by hand")
        else:
            result.matches[name] = _match_one(name, source, index)
    handed_in = {k for m in result.matches.values() for k in m.students}
    result.missing = [s for s in active if s.key not in handed_in]
    return result


def _match_one(name: str, source: str, index: _Index) -> Match:
    author = owner_of(name, source)
    if author.home in ("canvas", "moodle") and author.id in index.exact["number"]:
        found = index.exact["number"][author.id]
        return _answer(name, f"{author.home} number", found)
    if author.people:
        return _match_people(name, author.people, index)
    bare = re.sub(r"-\d+\Z", "", name)  # a second one of the same name got a number
    names = list(dict.fromkeys((author.student, name, bare)))
    if "+" in name or "+" in author.student:
        group = [_one_of(part, index) for part in (author.student if "+" in author.student else name).split("+")]
        if all(len(g) == 1 for g in group):
            return Match(name, tuple(sorted(set().union(*group))), "names of a group")
        if any(group):
            return Match(name, (), "some names of a group", tuple(sorted(set().union(*group))))
    for look in (index.whole, index.part):
        how, found = look(names)
        if found:
            return _answer(name, how, found)
    return Match(name)


def _match_people(name: str, people: Iterable[tuple[str, str, str]], index: _Index) -> Match:
    """Those whom the platform lists: by e-mail address, student id or name, each to exactly one student."""
    group = []
    hows = set()
    for called, email, number in people:
        how, found = next(
            (
                (how, found)
                for how, text in (("e-mail", email), ("id", number), ("name", called))
                if (found := index.listed(how, text))
            ),
            ("", set()),
        )
        group.append(found)
        hows.add(how)
    everybody = tuple(sorted(set().union(*group)))
    if all(len(g) == 1 for g in group):
        return Match(name, everybody, f"listed: {', '.join(sorted(hows))}")
    return Match(name, (), "some of those listed", everybody)


def _one_of(part: str, index: _Index) -> set[str]:
    return index.whole([part])[1] or index.part([part])[1]


def _answer(name: str, how: str, found: set[str]) -> Match:
    if len(found) == 1:
        return Match(name, tuple(found), how)
    return Match(name, (), how, tuple(sorted(found)))
