#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes all sources as one file of C and one header, for applications that link them.

    dist/amalgamate.py FOLDER       writes FOLDER/parquet_vtab.c and FOLDER/parquet_vtab.h

The sources are compiled as one unit, so names that belong to one file must not mean something
else in another.  A static function `count` of src/scan/findings.c becomes `findings_c_count`
where other files have a `count`, too.  Members of structs keep their names.  Macros of a file
are undefined where it ends.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What files define to see more of the system's headers, which one unit includes only once.
FEATURES = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(_GNU_SOURCE|_DARWIN_C_SOURCE|_DEFAULT_SOURCE|_FILE_OFFSET_BITS|"
                      r"_CRT_RAND_S|WIN32_LEAN_AND_MEAN|UNICODE|_WIN32_WINNT|PARQUET_VTAB_DEFINES_SQLITE_API)\b")
HEAD = """\
#if defined(_WIN32)
#define _CRT_RAND_S
#define WIN32_LEAN_AND_MEAN
#define UNICODE
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602
#endif
#else
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#define _FILE_OFFSET_BITS 64
#endif
#define PARQUET_VTAB_DEFINES_SQLITE_API
"""
HEADER = """\
/* SPDX-License-Identifier: MIT */
/*
 * parquet_vtab.h - Parquet and ORC files as SQLite tables, version {version}.
 *
 *     sqlite3_auto_extension((void (*)(void))sqlite3_parquetvtab_init);
 *
 * Compile parquet_vtab.c with -DSQLITE_CORE, and link it with SQLite.
 */
#ifndef PARQUET_VTAB_H
#define PARQUET_VTAB_H

#include "sqlite3.h"

#ifdef __cplusplus
extern "C" {{
#endif

struct sqlite3_api_routines;

/* Adds the modules and functions to a connection; an entry point of an extension. */
int sqlite3_parquetvtab_init(sqlite3 *db, char **message,
                             const struct sqlite3_api_routines *api);
/* The same without what writes files or runs SQL that it is given. */
int sqlite3_parquetvtab_readonly_init(sqlite3 *db, char **message,
                                      const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}}
#endif

#endif
"""
TOKEN = re.compile(r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' |
                       ^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])* | [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|[\w.])* |
                       -> | \s+ | .""", re.X | re.S | re.M)
TAG = re.compile(r"\b(?:struct|union|enum)\s+(\w+)")
WORD = re.compile(r"[A-Za-z_]\w*")
# Names of the system's headers that files use for something else.
SYSTEM = {"close", "free", "index", "link", "open", "random", "read", "remove", "rename", "select", "signal", "time",
          "write", "CHAR", "NONE", "SIZE", "small"}


def tokens_of(text):
    return TOKEN.findall(text)


def is_code(token):
    return not (token.isspace() or token.startswith(("/*", "//")) or token.lstrip().startswith("#"))


class Scope:
    """Walks over the tokens of a file and says for each word where it is."""

    def __init__(self):
        self.braces = []  # of each open brace: "struct", "enum" or "other"
        self.before = collections.deque(maxlen=3)
        self.kind = None  # struct or enum that may open a brace
        self.brackets = 0

    def step(self, token):
        if token in ("struct", "union"):
            self.kind = "struct"
        elif token == "enum":
            self.kind = "enum"
        elif token == "{":
            self.braces.append(self.kind or "other")
            self.kind = None
        elif token == "}":
            self.braces.pop()
        elif not WORD.fullmatch(token):
            self.kind = None
            self.brackets += {"[": 1, "]": -1}.get(token, 0)
        self.before.append(token)

    def is_tag(self):
        return bool(self.before) and self.before[-1] in ("struct", "union", "enum")

    def is_member_declaration(self):
        return "struct" in self.braces and self.brackets == 0 and self.before[-1] not in ("struct", "union", "enum")

    def is_member_use(self):
        return bool(self.before) and self.before[-1] in (".", "->")


def file_scope_names(text):
    """The names that a file defines outside of functions, in two sets: static functions, static
    variables and constants; and tags of types.  In lists such as X(FIRST, "first") FIRST is
    taken for a constant."""
    names = {name for define in re.findall(r"^#define (?:\\\n|.)*", text, re.M)
             for name in re.findall(r"\bX\((\w+),", define)}
    tags = set()
    statement, kind, depth = [], None, 0  # a declaration so far, without what is in braces
    tokens = [token for token in tokens_of(text) if is_code(token)]
    for i, token in enumerate(tokens):
        if depth > 0:
            is_constant = depth == 1 and kind == "enum" and tokens[i - 1] in ("{", ",")
            if is_constant and WORD.fullmatch(token):
                names.add(token)
            depth += {"{": 1, "}": -1}.get(token, 0)
            if depth == 0:
                statement = [] if kind == "function" else [*statement, "}"]
            continue
        if token in ("(", "=", ";", "[", ","):
            if "static" in statement and not {"(", "=", "["} & set(statement):
                name = tokens[i + 2] if token == "(" and tokens[i + 1] == "*" else statement[-1]
                names.add(tokens[i + 3] if name == "const" else name)
            statement = [] if token == ";" else [*statement, token]
        elif token == "{":
            depth = 1
            if "=" in statement:
                kind = "value"
            elif "(" in statement:
                kind = "function"
            else:
                kind = "enum" if "enum" in statement else "type"
                if statement[-1] not in ("struct", "union", "enum"):
                    tags.add(statement[-1])
        else:
            statement.append(token)
    return {name for name in names if WORD.fullmatch(name)}, tags


def renamed(text, new_names, new_tags):
    """The text with names replaced, but not those of members, and tags of types."""
    result, scope = [], Scope()
    for token in tokens_of(text):
        if token.lstrip().startswith("#"):
            if not token.lstrip().startswith("#include"):
                token = rename_in_macro(token, new_names, new_tags)
            result.append(token)
            continue
        if scope.is_tag():
            result.append(new_tags.get(token, token))
        elif token in new_names and not scope.is_member_use() and not scope.is_member_declaration():
            result.append(new_names[token])
        else:
            result.append(token)
        if is_code(token):
            scope.step(token)
    return "".join(result)


def rename_in_macro(text, new_names, new_tags):
    scan = re.compile(r'("(?:\\.|[^"\\])*"|/\*.*?\*/)|((?:->|\.)\s*)?((?:struct|union|enum)\s+)?\b([A-Za-z_]\w*)\b', re.S)

    def replace(match):
        if match[1] or match[2]:
            return match[0]
        if match[3]:
            return match[3] + new_tags.get(match[4], match[4])
        return new_names.get(match[4], match[4])
    return scan.sub(replace, text)


def source_order():
    """All files of C, those of the lowest folder first."""
    script = (ROOT / "unit-tests/check_layers.sh").read_text()
    folders = reversed(re.search(r"order='\nwithout\n(.*?)'", script, re.S)[1].split())
    files = [path for folder in folders for path in sorted((ROOT / "src" / folder).glob("*.c"))]
    every = set(ROOT.glob("src/**/*.c")) - set(ROOT.glob("src/without/*.c"))
    assert set(files) == every, every - set(files)
    # windows.h defines thousands of names: nothing but the files that need it may come after it.
    files.sort(key=lambda path: path.stem.endswith("_windows"))
    first = next(i for i, path in enumerate(files) if path.stem.endswith("_windows"))
    return [*files[:first], ROOT / "parquet_vtab.c", *files[first:]]


class Amalgamation:
    """The texts of all files, and the new names that those of each get."""

    def __init__(self):
        self.texts = {path: path.read_text() for path in [*ROOT.glob("src/**/*.[ch]"), ROOT / "parquet_vtab.c"]}
        self.headers = []  # those with guards, each after those that it includes
        names = {path: file_scope_names(text) for path, text in self.texts.items()}
        words = collections.Counter(word for text in self.texts.values() for word in set(WORD.findall(text)))
        tag_counts = collections.Counter(tag for _, tags in names.values() for tag in tags)
        stems = collections.Counter(path.stem for path in self.texts if path.suffix == ".c")
        self.new_names, self.new_tags = {}, {}
        for path, (found, tags) in names.items():
            if path.suffix == ".h":
                continue
            stem = path.stem if stems[path.stem] == 1 else f"{path.parent.name}_{path.stem}"
            self.new_names[path] = {name: f"{stem}_c_{name}" for name in found if words[name] > 1 or name in SYSTEM}
            # A header that this file includes may mention a type that the file defines.
            mentioned = {tag for header in self.included(path) for tag in TAG.findall(self.texts[header])}
            self.new_tags[path] = {tag: f"{stem}_c_{tag}" for tag in tags - mentioned if tag_counts[tag] > 1}

    def included(self, path):
        """The headers that a file includes, and those that they include."""
        found, queue = set(), [path]
        while queue:
            for name in re.findall(r'^#include "(.*?)"', self.texts[queue.pop()], re.M):
                header = ROOT / "src" / name
                if header in self.texts and header not in found:
                    found.add(header)
                    queue.append(header)
        return found

    def is_guarded(self, path):
        return re.search(r"^#ifndef \w+_H$", self.texts[path], re.M) is not None

    def add_headers(self, path):
        """Appends the headers of a file, each after those that it includes."""
        for name in re.findall(r'^#include "(.*?)"', self.texts[path], re.M):
            header = ROOT / "src" / name
            if header in self.texts and header not in self.headers:
                self.add_headers(header)
                if self.is_guarded(header) and header not in self.headers:
                    self.headers.append(header)

    def body(self, path, within=None):
        """A file without what is elsewhere: headers with guards, and features.  A header without
        a guard is part of the file that includes it."""
        lines, names = [], within or path
        for line in renamed(self.texts[path], self.new_names.get(names, {}), self.new_tags.get(names, {})).split("\n"):
            include = re.match(r'#include "(.*?)"', line)
            header = ROOT / "src" / include[1] if include else None
            if FEATURES.match(line) or "SPDX-License-Identifier" in line:
                continue
            if header in self.texts:
                if not self.is_guarded(header):
                    lines.append(self.body(header, path))
                continue
            lines.append(line)
        return "\n".join(lines).strip("\n")

    def write(self, folder):
        sources = source_order()
        for path in sources:
            self.add_headers(path)
        version = re.search(r'PARQUET_VTAB_VERSION "(.*?)"', "".join(
            text for path, text in self.texts.items() if path.suffix == ".h"))[1]
        parts = [f"/* SPDX-License-Identifier: MIT */\n/* parquet_vtab {version}, all sources in one file, made by"
                 f" dist/amalgamate.py.\n * Make changes in the sources. */\n{HEAD}"]
        for path in [*self.headers, *sources]:
            text = self.body(path)
            parts.append(f"/* ==== {path.relative_to(ROOT)} ==== */\n\n{text}\n")
            if path.suffix == ".c":
                macros = dict.fromkeys(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M))
                parts.append("".join(f"#undef {macro}\n" for macro in macros))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "parquet_vtab.c").write_text("\n".join(parts))
        (folder / "parquet_vtab.h").write_text(HEADER.format(version=version))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Amalgamation().write(pathlib.Path(sys.argv[1]))


if __name__ == "__main__":
    main()
