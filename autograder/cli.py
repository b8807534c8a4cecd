"""The command `gradmark`: one verb, one module in `commands/`. Heavy imports happen inside the verbs.

Exit codes: 0 done; 1 done, and the answer is no (a check failed, an audit refuses); 2 bad input, said in one line;
3 a release refused because it leaks; 130 interrupted, and a second run goes on where this one stopped.
"""

from __future__ import annotations

import sys

import typer

from autograder.commands import (
    audit,
    check,
    coverage,
    desk,
    exam,
    excuse,
    export,
    extend,
    extra,
    give_back,
    grade,
    grades,
    import_,
    init,
    k8s,
    listing,
    new,
    otter,
    override,
    policy,
    regrade,
    release,
    replay,
    restore,
    roster,
    score,
    show,
    similar,
    simulate,
    status,
    translate,
    work,
)
from autograder.commands.options import JsonOption
from autograder.errors import LeakError, UserError, of_the_disk

app = typer.Typer(
    name="gradmark",
    help="An autograded deep-learning course: release assignments, grade what comes back, say what went wrong.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 done; 1 the answer is no; 2 bad input; 3 a release that leaks; 130 interrupted.",
)

app.command("list")(listing.command)
app.command("show")(show.command)
app.command("init")(init.command)
app.command("new")(new.command)
app.command("import")(import_.command)
app.command("release")(release.command)
app.command("check")(check.command)
app.command("grade")(grade.command)
app.command("work")(work.command)
app.command("k8s")(k8s.command)
app.command("audit")(audit.command)
app.command("coverage")(coverage.command)
app.command("replay")(replay.command)
app.command("simulate")(simulate.command)
app.command("similar")(similar.command)
app.command("translate")(translate.command)
_PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}
app.add_typer(exam.app, name="exam")
app.command("otter", context_settings=_PASSED_ON, add_help_option=False)(otter.command)

for _verb, _module in {
    "status": status,
    "grades": grades,
    "roster": roster,
    "policy": policy,
    "score": score,
    "desk": desk,
    "override": override,
    "extra": extra,
    "extend": extend,
    "excuse": excuse,
    "regrade": regrade,
    "export": export,
    "return": give_back,
    "restore": restore,
}.items():
    app.command(_verb, rich_help_panel="Gradebook")(_module.command)


@app.command("doctor")
def _doctor(as_json: JsonOption = False) -> None:
    """Show what this machine offers for grading: isolation layer by layer, GPU, versions, and how to get more.

    Example: `gradmark doctor`
    """
    from autograder.commands.doctor import doctor

    raise typer.Exit(doctor(as_json))


def _version(value: bool) -> None:
    if value:
        from autograder import __version__

        typer.echo(f"gradmark {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version and exit."),
) -> None:
    pass


def main() -> None:
    try:
        app()
    except LeakError as error:
        _complain(error)
        sys.exit(3)
    except UserError as error:
        _complain(error)
        sys.exit(2)
    except OSError as error:
        known = of_the_disk(error)
        if known is None:
            raise
        _complain(known)
        sys.exit(2)
    except KeyboardInterrupt:
        print("interrupted; run the same command again to go on", file=sys.stderr)
        sys.exit(130)


def _complain(error: UserError) -> None:
    print(f"gradmark: {error}", file=sys.stderr)
