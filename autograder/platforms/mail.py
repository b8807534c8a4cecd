"""Feedback as e-mail: one .eml file for each student, which a mail program opens as a draft or a script sends."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from autograder.errors import UserError
from autograder.intake.naming import unique_names
from autograder.platforms.returning import PAGE, Batch, Feedback, Handed

# One address and nothing else: what comes from a roster goes into a header.
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\Z")


def write(batch: Batch, folder: Path) -> Handed:
    if batch.sender and not _ADDRESS.match(batch.sender):
        raise UserError(f"--from {batch.sender}: give one e-mail address, such as course@example.edu")
    handed = Handed(paths=[folder])
    addresses = [_address(f) for f in batch.feedback]
    used = Counter(a.casefold() for a in addresses if a)
    names = unique_names([(f.row.name, f.row.key) for f in batch.feedback])
    for name, address, feedback in zip(names, addresses, batch.feedback):
        if not address:
            handed.left_out.append((feedback, "the roster has no e-mail address that can be used"))
        elif used[address.casefold()] > 1:
            handed.left_out.append((feedback, f"{address} is the address of {used[address.casefold()]} students"))
        else:
            (folder / f"{name}.eml").write_bytes(_message(batch, feedback, address))
            handed.files.append((f"{name}.eml", feedback))
    if not batch.sender:
        handed.notes.append("the mails have no sender; add one with --from ADDRESS, or let your mail program do it")
    return handed


def _address(feedback: Feedback) -> str:
    """From the roster; else as Gradescope lists it, where one student handed in alone."""
    said = feedback.row.student.email if feedback.row.student else ""
    people = feedback.found.author.people if feedback.found else ()
    if not said and feedback.row.student is None and len(people) == 1:
        said = people[0][1]
    said = said.strip()
    return said if _ADDRESS.match(said) else ""


def _message(batch: Batch, feedback: Feedback, address: str) -> bytes:
    message = EmailMessage()
    user, _, domain = address.rpartition("@")
    message["To"] = Address(_line(feedback.name), user, domain)
    if batch.sender:
        message["From"] = batch.sender
    message["Subject"] = _line(f"{batch.title}: your feedback")
    message["X-Unsent"] = "1"  # opens as a draft
    message.set_content("\n".join([*map(_line, feedback.summary()), "", f"The page attached ({PAGE}) says more.", ""]))
    message.add_attachment(feedback.page, subtype="html", filename=PAGE)
    digest = hashlib.sha256(f"{address}\0{feedback.page}".encode("utf-8", "replace")).hexdigest()
    message.set_boundary(f"gradmark-{digest[:32]}")  # the same feedback, the same bytes
    return message.as_bytes(policy=SMTP)


def _line(text: str) -> str:
    """A name or a comment as one line without control characters, as a header can hold it."""
    return " ".join("".join(c if c.isprintable() else " " for c in text.encode("utf-8", "replace").decode()).split())[:900]
