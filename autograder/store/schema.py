"""All tables of a run's database: the queue's and the gradebook's. What may be changed or deleted in them is said at each."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData()
meta = Table("meta", metadata, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))
jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("submission", String(200), nullable=False, unique=True),
    Column("source", Text, nullable=False),  # where it is, as `Found.to_json` says
    Column("digest", String(64), nullable=False),
    Column("plan", String(64), nullable=False),
    Column("generation", Integer, nullable=False, default=1),
    Column("state", String(10), nullable=False, default="queued"),
    Column("owner", String(200)),
    Column("lease_until", Float),
    Column("attempts", Integer, nullable=False, default=0),
    Column("content", String(64)),  # of `contents`; none in a run of an earlier gradmark: then `source` is read
    Column("needs", String(20), nullable=False, default="", server_default=""),  # "gpu": only a grader that has one
    Column("rank", Integer, nullable=False, default=0, server_default="0"),  # the lowest is graded first
    Column("trouble", Text),  # why a machine gave it back without a result
)
contents = Table(  # hand-ins as they were read (`intake/stored.py`), by the digest of these bytes
    "contents",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
bundles = Table(  # the course that grades a plan, secret included: never where students' code can look
    "bundles",
    metadata,
    Column("plan", String(64), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("made_by", Text, nullable=False),
)
gradings = Table(
    "gradings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("submission", String(200), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("plan", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("result", Text, nullable=False),
    # Facts of the result that the history is asked for.
    Column("score", Float),
    Column("possible", Float),
    Column("isolation", String(20)),
    Column("device", String(20)),
    Column("seconds", Float),
    Column("host", String(200)),
    UniqueConstraint("submission", "generation"),
)
cache = Table("cache", metadata, Column("key", String(64), primary_key=True), Column("result", Text, nullable=False))
held = Table(  # while a regrade is looked at: the generation that still counts
    "held",
    metadata,
    Column("submission", String(200), primary_key=True),
    Column("generation", Integer, nullable=False),
)
Index("jobs_state", jobs.c.state, jobs.c.id)
Index("jobs_next", jobs.c.plan, jobs.c.state, jobs.c.rank, jobs.c.id)
students = Table(
    "students",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(200), nullable=False, unique=True),  # what decisions and exports call the student
    Column("name", Text, nullable=False),
    Column("login", Text, nullable=False, default=""),
    Column("email", Text, nullable=False, default=""),
    Column("section", Text, nullable=False, default=""),
    Column("columns", Text, nullable=False),  # every column of the roster's row, so that an export can give them back
    Column("active", Integer, nullable=False, default=1),  # 0: was on an earlier roster, not on the last one
)
decisions = Table(  # append only: what people decided; the last one of a kind about a subject and item is in force
    "decisions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created", Float, nullable=False),
    Column("by", String(200), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("subject", String(300), nullable=False),  # student:KEY, submission:NAME, or empty for the whole class
    Column("item", String(200), nullable=False, default=""),
    Column("value", Float),  # none: the decision before it is withdrawn
    Column("text", Text, nullable=False, default=""),
    Column("reason", Text, nullable=False, default=""),
)
handins = Table(  # append only: when a content was first seen under a name
    "handins",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("submission", String(200), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("handed_in", Float, nullable=False),
    Column("how", String(20), nullable=False),
    UniqueConstraint("submission", "digest"),
)
plans = Table(  # append only: what a plan's digest in `gradings` stands for
    "plans",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("created", Float, nullable=False),
    Column("seeds", String(40), nullable=False),  # "course secret", or "seed N"
    Column("plan", Text, nullable=False),
    Column("versions", Text, nullable=False),  # exercise -> suite version
    Column("gradmark", String(40), nullable=False),
)
Index("decisions_subject", decisions.c.subject, decisions.c.kind)
