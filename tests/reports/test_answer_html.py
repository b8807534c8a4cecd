"""Answers as HTML: what is meant is shown, what is not ours is text."""

import pytest

from autograder.intake.answers import Answer, AnswerPart
from autograder.reports.answer_html import MOST_FORMULAS, answer_html, clean, markdown_html


@pytest.mark.parametrize(
    "text, inside",
    [
        ("$\\frac{1}{4}$", "<mfrac>"),
        ("$$\\sum_{i=1}^n x_i$$", '<math display="block">'),
        ("\\[a^2\\]", "<msup>"),
        ("\\(a_1\\)", "<msub>"),
        ("\\begin{align} a &= b \\\\ c &= d \\end{align}", "<mtable"),
        ("$a < b$ and $c > d$", "&lt;"),
        ("$\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$", "<mtr>"),
        ("| a |\n|---|\n| 1 |", "<td>1</td>"),
        ("- a\n- b", "<li>a</li>"),
        ("```python\ndef f(): pass\n```", '<span class="k">def</span>'),
        ("`x`", "<code>x</code>"),
        ("[a](https://x.org/)", 'href="https://x.org/"'),
        ("```\nplain <b>\n```", "plain &lt;b&gt;"),
        ("~~no~~", "<s>no</s>"),
    ],
)
def test_what_students_write_is_rendered(text, inside):
    assert inside in markdown_html(text)


def test_a_formula_that_cannot_be_converted_is_shown_as_source():
    assert '<code class="tex">' in markdown_html("$\\left( \\frac{1}{$") or "\\frac" in markdown_html("$\\left( \\frac{1}{$")
    assert "\\alpha" in markdown_html("$" + "\\alpha " * 600 + "$")
    many = markdown_html(" ".join(f"${i}$" for i in range(MOST_FORMULAS + 3)))
    assert many.count("<math") == MOST_FORMULAS and many.count('class="tex"') == 3


@pytest.mark.parametrize(
    "text",
    [
        "<script>x</script>",
        "<img src=x onerror=y>",
        "[a](javascript:x)",
        "[a](data:text/html,x)",
        "![a](javascript:x)",
        "<a href='vbscript:x'>a</a>",
        "![a](data:image/svg+xml;base64,PHN2Zy8+)",
        "$\\href{javascript:x}{y}$",
        "$\\text{<script>x</script>}$",
        "$\\text{<img src=x onerror=y>}$",
        "$\\style{color:red}{y}$",
        '$\\class{a" onclick="x}{y}$',
        '```x" onclick="y\nz\n```',
        "<svg/onload=x>",
        "[a]: javascript:x\n\n[a]",
        "<javascript:x>",
        "$\\unicode{x3c}script\\unicode{x3e}$",
        "[x](/student/u1)",
        "[x](//evil.example)",
        "![x](attachment:none.png)",
        "<style>*{}</style>",
        "$\\htmlData{a=b}{c}$",
    ],
)
def test_nothing_that_runs_or_loads_comes_out(text):
    html = str(markdown_html(text)).lower()
    for word in (
        "<script",
        "<img",
        "<svg",
        "<style",
        "<iframe",
        " style=",
        'onclick="',
        'href="j',
        'href="v',
        'href="d',
        'href="/',
        'src="h',
    ):
        assert word not in html, html


def test_cleaning_alone_holds():
    """Whatever a converter may let through."""
    hostile = '<p onclick="x">a<script>b</script><math href="javascript:x"><mtext><style><img src=x onerror=y></mtext></math>'
    hostile += '<img src="http://e/x">'
    hostile += '<img src="data:image/svg+xml;base64,AA=="><a href="javascript:x">y</a>'
    hostile += '<span class="a&quot;b" style="x">z</span><form><input></form>'
    html = str(clean(hostile)).lower()
    for word in ("onclick", "script", "onerror", "http:", "svg", "<form", "<input", " style", "javascript"):
        assert word not in html, html


def test_outputs_and_code_are_text():
    answer = Answer((AnswerPart("code", "print('<b>')"), AnswerPart("output", "<script>x</script>\u202e")))
    html = answer_html(answer)
    assert "&lt;script&gt;" in html and "<b>" not in html and "\u202e" not in html
    assert "Nothing was written" in answer_html(Answer())
    assert "&lt;i&gt;" in answer_html(Answer(problem="<i> is gone"))
