#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes terminal.svg: what the sqlite3 shell prints for the statements of terminal.sql.

    make pictures
"""
import pathlib
import subprocess
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MARK = "end of statement"
PROMPT, CONTINUED = "sqlite> ", "   ...> "
CHARACTER, LINE, MARGIN, BAR = 8.2, 18, 16, 30  # pixels


def statements():
    """The statements of terminal.sql, each a list of lines."""
    lines = []
    for line in (HERE / "terminal.sql").read_text().splitlines():
        lines.append(line)
        if line.startswith(".") or line.endswith(";"):
            yield lines
            lines = []


def outputs():
    """The lines that the shell prints for each statement."""
    script = "".join("\n".join(lines) + f"\n.print {MARK}\n" for lines in statements())
    shell = subprocess.run(["sqlite3", "-batch", "-box", ":memory:"], input=script, cwd=ROOT,
                           capture_output=True, text=True, check=True)
    if shell.stderr:
        raise SystemExit(shell.stderr)
    return [text.strip("\n").splitlines() for text in shell.stdout.split(MARK)]


def spans():
    """The lines of the picture, each a list of pairs: a style and a text."""
    for typed, printed in zip(statements(), outputs()):
        for prompt, line in zip([PROMPT] + [CONTINUED] * len(typed), typed):
            yield [("prompt", prompt), ("typed", line)]
        yield from ([("output", line)] for line in printed)


def svg():
    lines = list(spans())
    columns = max(sum(len(text) for _, text in line) for line in lines)
    width, height = columns * CHARACTER + 2 * MARGIN, len(lines) * LINE + BAR + MARGIN
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
           f'viewBox="0 0 {width:.0f} {height}" role="img">')
    yield "<title>The sqlite3 shell queries a Parquet file</title>"
    yield ("<style>text { font: 13.6px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; "
           "white-space: pre } .prompt { fill: #7ee787 } .typed { fill: #ffffff } "
           ".output { fill: #b8c0cc }</style>")
    yield f'<rect width="100%" height="100%" rx="8" fill="#1b1f24"/>'
    for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{18 + 18 * i}" cy="16" r="5.5" fill="{colour}"/>'
    for i, line in enumerate(lines):
        column = 0
        for style, text in line:
            # textLength keeps columns aligned in any font.
            yield (f'<text class="{style}" x="{MARGIN + column * CHARACTER:.1f}" '
                   f'y="{BAR + (i + 1) * LINE - 5}" textLength="{len(text) * CHARACTER:.1f}" '
                   f'xml:space="preserve">{escape(text)}</text>')
            column += len(text)
    yield "</svg>"


(HERE / "terminal.svg").write_text("\n".join(svg()) + "\n", encoding="utf-8")
