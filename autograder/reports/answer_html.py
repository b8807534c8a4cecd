"""A written answer as HTML that can do nothing: Markdown, formulas, code and pictures, and no word of it runs or loads.

Raw HTML in the Markdown is text. Formulas become MathML, which browsers show without a script or a font from elsewhere; what
the converter does not know is shown as it was written. Whatever comes out is cleaned once more against a list of elements and
attributes, since the converters were not made for hostile input. Pictures are shown if they are attached and made of dots;
others are named, never fetched. On top of that stands the page's policy (`desk/security.py`).
"""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from markupsafe import Markup, escape

from autograder.intake.answers import Answer, AnswerPart, decoded_picture
from autograder.reports.environment import visible

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MOST_FORMULA = 1500
MOST_FORMULAS = 200
_MATH = {
    "math",
    "mrow",
    "mi",
    "mo",
    "mn",
    "mfrac",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mtable",
    "mtr",
    "mtd",
    "mtext",
    "mspace",
    "mstyle",
    "msqrt",
    "mroot",
    "mpadded",
    "mphantom",
    "menclose",
    "mfenced",
    "mmultiscripts",
    "mprescripts",
    "none",
}
_TEXT = {
    "p",
    "br",
    "hr",
    "em",
    "strong",
    "s",
    "code",
    "pre",
    "blockquote",
    "ul",
    "ol",
    "li",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "a",
    "img",
    "span",
    "div",
}
_ATTRIBUTES = {
    "math": {"display"},
    "mo": {"stretchy", "fence", "form", "separator", "minsize", "maxsize", "movablelimits"},
    "mspace": {"width"},
    "mtd": {"columnalign"},
    "mtable": {"columnalign", "rowspacing", "columnspacing"},
    "mover": {"accent"},
    "munder": {"accentunder"},
    "mi": {"mathvariant"},
    "mn": {"mathvariant"},
    "mstyle": {"displaystyle"},
    "mfrac": {"linethickness"},
    "menclose": {"notation"},
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "span": {"class"},
    "code": {"class"},
    "pre": {"class"},
    "div": {"class"},
}
_DATA = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)\Z")
_LANGUAGE = re.compile(r"[\w+-]{1,20}\Z")


def answer_html(answer: Answer) -> Markup:
    if answer.problem:
        return Markup('<p class="note warn">{}</p>').format(visible(answer.problem))
    if answer.is_blank:
        return Markup('<p class="blank">Nothing was written here.</p>')
    return Markup("\n").join(_part(part) for part in answer.parts)


def markdown_html(text: str) -> Markup:
    """Of our own prompts and rubrics, by the same road."""
    return _part(AnswerPart("markdown", text))


def _part(part: AnswerPart) -> Markup:
    if part.kind == "code":
        return Markup('<pre class="source">{}</pre>').format(highlighted(part.text, "python"))
    if part.kind == "output":
        return Markup('<pre class="output">{}</pre>').format(visible(part.text))
    if part.kind == "picture":
        kind, data = part.pictures[""]
        return _image(kind, data, "picture that the code made")
    rendered = _markdown().render(_block_environments(str(visible(part.text))), {"pictures": part.pictures, "formulas": 0})
    return clean(rendered)


def clean(html: str) -> Markup:
    import nh3

    return Markup(
        nh3.clean(
            html,
            tags=_TEXT | _MATH,
            attributes=_ATTRIBUTES,
            url_schemes={"http", "https", "mailto", "data"},
            attribute_filter=_only_ours,
            link_rel="noopener noreferrer nofollow",
            strip_comments=True,
        )
    )


def _only_ours(tag: str, name: str, value: str) -> str | None:
    """A picture is one that we put in; a link leads to a page, not to data."""
    if name == "src":
        return value if _DATA.match(value) else None
    if name == "href":
        return value if value.startswith(("http://", "https://", "mailto:")) else None
    return value if name != "class" or re.fullmatch(r"[\w -]{0,60}", value) else None


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.amsmath import amsmath_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    made = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": False})
    made.enable(["table", "strikethrough"])
    dollarmath_plugin(made, allow_space=True, allow_digits=True, double_inline=True)
    amsmath_plugin(made)
    made.add_render_rule("math_inline", _inline)
    made.add_render_rule("math_inline_double", _display)
    made.add_render_rule("math_block", _display)
    made.add_render_rule("math_block_label", _display)
    made.add_render_rule("amsmath", _display)
    made.add_render_rule("image", _picture_token)
    made.add_render_rule("fence", _fence)
    return made


def _block_environments(text: str) -> str:
    r"""\[ ... \] and \( ... \), which some write, as the dollars that the parser knows."""
    text = re.sub(r"\\\[(.{1,2000}?)\\\]", r"$$\1$$", text, flags=re.S)
    return re.sub(r"\\\((.{1,500}?)\\\)", r"$\1$", text)


def _inline(_: Any, tokens: Any, index: int, __: Any, env: Any) -> str:
    return _formula(tokens[index].content, "inline", env)


def _display(_: Any, tokens: Any, index: int, __: Any, env: Any) -> str:
    return f'<span class="formula">{_formula(tokens[index].content, "block", env)}</span>'


def _formula(source: str, display: str, env: dict[str, Any]) -> str:
    env["formulas"] += 1
    if env["formulas"] > MOST_FORMULAS:
        return f'<code class="tex">{escape(source)}</code>'
    return _mathml(source.strip(), display)


@lru_cache(maxsize=5000)
def _mathml(source: str, display: str) -> str:
    """Browsers of today show MathML by themselves. What cannot be converted is shown as source."""
    from latex2mathml.converter import convert

    if len(source) <= MOST_FORMULA:
        try:
            # The converter puts these into its output as they are.
            safe = source.replace("<", r"\lt ").replace(">", r"\gt ")
            return str(clean(convert(safe, display=display)))
        except Exception:  # a parser made for honest input: whatever it raises, the source can be read
            pass
    return f'<code class="tex">{escape(source)}</code>'


def _picture_token(_: Any, tokens: Any, index: int, __: Any, env: dict[str, Any]) -> str:
    token = tokens[index]
    where, words = unquote(str(token.attrs.get("src", ""))), token.content or "picture"
    attached = env["pictures"].get(where.removeprefix("attachment:")) if where.startswith("attachment:") else None
    inside = _DATA.match(where)
    picture = attached or (decoded_picture(inside[1]) if inside else None)
    if picture:
        kind, data = picture
        return str(_image(kind, data, words))
    shown = where if len(where) < 120 else where[:120] + "…"
    return f'<span class="left-out">picture not shown: {escape(words)} ({escape(shown)})</span>'


def _image(kind: str, data: bytes, words: str) -> Markup:
    return Markup('<img src="data:{};base64,{}" alt="{}">').format(kind, base64.b64encode(data).decode(), visible(words))


def _fence(_: Any, tokens: Any, index: int, __: Any, ___: Any) -> str:
    token = tokens[index]
    language = token.info.strip().split()[0] if token.info.strip() else ""
    return f'<pre class="source">{highlighted(token.content, language)}</pre>'


def highlighted(code: str, language: str) -> Markup:
    """Code in colours, by classes of the style sheet; without them where the language is not known."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    text = str(visible(code))
    try:
        if not _LANGUAGE.match(language) or len(text) > 20_000:
            return escape(text)
        return Markup(highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True)))
    except ClassNotFound:
        return escape(text)
