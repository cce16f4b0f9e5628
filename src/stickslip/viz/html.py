"""HTML without a library: every text is escaped unless it is HTML already; no page refers to anything outside of it."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

MOST_ROWS = 200  # of a table


class Html(str):
    """Text that is HTML already."""


def escape(value: Any) -> Html:
    """Return a value as HTML; text is escaped, control characters are shown as �."""
    if isinstance(value, Html):
        return value
    text = "".join(c if c >= " " or c in "\n\t" else "�" for c in str(value))
    return Html(html.escape(text, quote=True))


def tag(name: str, *children: Any, **attributes: Any) -> Html:
    """Return ``<name attributes>children</name>``; ``class_`` is the attribute class, False and None are left out."""
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Html(f"<{name}{given}>{join(children)}</{name}>")


def join(children: Iterable[Any]) -> Html:
    """Return children one after another."""
    return Html("".join(escape(child) for child in children))


def table(head: Sequence[Any], rows: Iterable[Sequence[Any]], numbers: Sequence[int] = ()) -> Html:
    """Return a table; the columns ``numbers`` are aligned to the right, rows after the first 200 are only counted."""
    kept = list(rows)
    cells = [
        tag("tr", *(tag("td", cell, class_="n" if k in numbers else None) for k, cell in enumerate(row)))
        for row in kept[:MOST_ROWS]
    ]
    if len(kept) > MOST_ROWS:
        cells.append(tag("tr", tag("td", f"... and {len(kept) - MOST_ROWS} more", colspan=max(len(head), 1))))
    titles = tag("tr", *(tag("th", cell, class_="n" if k in numbers else None) for k, cell in enumerate(head)))
    return tag("table", tag("thead", titles), tag("tbody", *cells))


def fold(title: Any, *children: Any, open_: bool = False) -> Html:
    """Return a block that opens by a click on its title."""
    return tag("details", tag("summary", title), *children, open=open_)


def counted(count: int, plural: str) -> str:
    """Return "1 body", "2 bodies"."""
    singular = plural[:-3] + "y" if plural.endswith("ies") else plural[:-1]
    return f"{count} {singular if count == 1 else plural}"


def number(value: Any) -> str:
    """Return a number, vector or text briefly."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        items = [number(item) for item in value[:6]]
        return f"({', '.join(items)}{', ...' if len(value) > 6 else ''})"
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
