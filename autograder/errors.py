"""What can go wrong, and who hears of it. The whole tree (each stands where it is raised):

UserError            bad input of a person: one line, the place and the way out; exit code 2
  LeakError          a release would give an answer away; exit code 3
  IntakeError        a hand-in cannot be read: its student gets a row that says why (intake/limits.py)
  DataError          a data set is missing or damaged (data/errors.py)
  DatabaseGone       the store cannot be reached any more (store/failures.py)
  Stale              somebody else decided meanwhile: both versions are shown (gradebook/ledger.py)

CheckFailed          a check found something wrong: the test fails with its finding (checks/failure.py)
Inconclusive         a check could decide nothing: the test has no verdict, staff is told (checks/failure.py)
ChecksFailed         the public checks of a cell in nbgrader (platforms/nbgrader/check.py)
Refused              a student's own check will not run this code (student/checks.py)
TimeIsUp             a student's own check took too long, and is ended (student/clock.py)
RequestRefused       the desk answers this request with an error page (desk/security.py)

StudentError         the student's code raised; it is also the builtin that was raised (suites/student_error.py)
WorkerLost           the student's code can answer no more: time, memory, crash (suites/transport.py)
ZygoteDied           the process that forks workers is gone: the test is run again (suites/transport.py)
Malformed, Closed    what came over a worker's wire is not a message, or nothing comes any more (worker/wire.py)
TooLarge             a value has too many parts to be sent (worker/values.py)
Forbidden            the code used what its exercise forbids (worker/missing_packages.py)
NotInGrading         the code imports a package that grading does not have (worker/missing_packages.py)
NotDefined           the submission has no such name (worker/session.py)
NotCallable          what it has under this name cannot be called (worker/session.py)

NotReadable          an answer in an exam is not of the kind that was asked for (exams/answers.py)
Degenerate           these numbers make no good question: others are drawn (exams/draw.py)

PlaceError           this machine cannot grade: the submission goes back to the queue (suites/transport.py)
  JailRefused        no worker with the asked isolation can be had (grading/workers.py)
  DeviceRefused      the GPU that an exercise is graded on does not start (grading/workers.py)
  ContentMissing     the store has no such hand-in, or it cannot be read from here (runs/grader_process.py)
DeviceDefect         `gradmark doctor` found a GPU that does not do what grading needs (grading/device_check.py)

JailError            a layer of the jail could not be applied (jail/kernel.py)
ChildFailed          a probe of the jail ended badly (jail/forked.py)

NoMatch              no way to match a student's parameters with the reference's (checks/weights.py)
NoTimeForHints       the time for explanations is used up (grading/allowance.py)
TooLong, OutOfTime   ends trusted code that computes for too long (grading/suite_clock.py, grading/workers.py)
Reached              ends a rehearsal once it has seen what it wanted (grading/function_stand_in.py)
Probed               the same for a generic blunder (auditing/blunders.py)
"""

from __future__ import annotations

import errno

NO_SPACE = "no space is left on the disk. Make room"
_OF_THE_DISK = {
    errno.ENOSPC: NO_SPACE,
    errno.EDQUOT: "your share of the disk is used up. Make room",
    errno.EFBIG: "a file may not become that large here. Raise the limit (ulimit -f)",
    errno.EROFS: "the disk is read-only. Choose another place",
    errno.EIO: "the disk cannot be read or written. Choose another place",
}


class UserError(Exception):
    """Bad input. The command prints the message on one line, without a traceback, and exits with 2."""


class LeakError(UserError):
    """A release that would give an answer away. Exits with 3."""


def of_the_disk(error: OSError) -> UserError | None:
    """The error as a sentence with what to do, where the disk is the reason."""
    reason = _OF_THE_DISK.get(error.errno or 0)
    where = f"{error.filename}: " if error.filename else ""
    return UserError(f"{where}{reason}, then run the same command again") if reason else None
