"""A student's Markdown as HTML that may stand on a grader's page: rendered as nbconvert does, then cleaned by bleach.

nbgrader's pages put a hand-in's Markdown on them as it is. They render it with nbconvert's filter `markdown2html`, in whose
place `config.configure` puts this one, for feedback and for the formgrader.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

import bleach
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

TAGS = {
    *bleach.ALLOWED_TAGS,
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "div",
    "span",
    "del",
    "sub",
    "sup",
    "img",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
}
ATTRIBUTES = {"a": ["href", "title"], "img": ["src", "alt", "title"], "div": ["class"], "span": ["class"]}
"""Classes only where highlighted code has them: on a `pre` one would make a diagram, which is a program, of it."""
KEPT = "attachment"
"""The scheme of a cell's own pictures: harmless, and filled in when all else is clean."""
PROTOCOLS = {"http", "https", "mailto", KEPT}
PICTURES = ("image/png", "image/jpeg", "image/gif")
SOURCE = re.compile(rf'src="{KEPT}:([^"]*)"')


class Renderer(IPythonRenderer):
    def _embed_image_or_attachment(self, src: str) -> str:
        """Later: a picture that is missing must not end the page of everything else."""
        return src


@pass_context
def markdown2html(context: Context, source: str) -> str:
    cell = context.get("cell") or {}
    return clean_markdown(source, cell.get("attachments") or {})


def clean_markdown(source: str, attachments: Mapping[str, Any]) -> str:
    renderer = Renderer(escape=False, embed_images=False, exclude_anchor_links=True)
    html = MarkdownWithMath(renderer=renderer).render(source)
    clean = bleach.clean(html, tags=TAGS, attributes=ATTRIBUTES, protocols=PROTOCOLS)
    return SOURCE.sub(lambda found: f'src="{_picture(attachments.get(found[1]))}"', clean)


def _picture(attachment: Any) -> str:
    """As a data URL, if it is a picture of a kind that holds no script."""
    for kind in PICTURES:
        data = attachment.get(kind) if isinstance(attachment, Mapping) else None
        if isinstance(data, str):
            try:
                return f"data:{kind};base64,{base64.b64encode(base64.b64decode(data)).decode()}"
            except (binascii.Error, ValueError):
                continue
    return ""
