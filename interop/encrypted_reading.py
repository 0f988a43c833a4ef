# SPDX-License-Identifier: MIT
"""What the extension must find in an encrypted file, whose plain twin is known.

A Case is one pair of files; each of CHECKS yields lines that say what is wrong.
"""
import base64

import compare
import encrypted_tables
from encryption import (
    BLOOM_BITSET, BLOOM_HEADER, COLUMN_INDEX, DATA_PAGE, DATA_PAGE_HEADER, DICTIONARY_PAGE,
    DICTIONARY_PAGE_HEADER, LENGTH, NAMES, OFFSET_INDEX, Opened)
from sqlite_host import SqlError
from table_checks import literal, quoted

DAMAGES = 12
QUERIES = 8
OPERATORS = ["=", "<", "<=", ">", ">=", "<>"]
COUNTED = ["plan", "row_groups", "row_groups_by_statistics", "row_groups_by_pages",
           "row_groups_by_dictionary", "row_groups_by_bloom", "pages_skipped", "pages_by_bounds",
           "rows_tested", "rows_returned", "kept_because"]
SHOWN = {
    "parquet_schema": None,
    "parquet_kv_metadata": None,
    "parquet_metadata": [
        "row_group_id", "row_group_num_rows", "column_id", "num_values", "path_in_schema", "type",
        "stats_min", "stats_max", "stats_null_count", "stats_min_value", "stats_max_value",
        "compression", "encodings", "encoding_stats", "has_offset_index", "has_column_index"],
    "parquet_pages": [
        "row_group_id", "column_id", "page_id", "page_type", "encoding", "uncompressed_size",
        "num_values", "num_nulls", "num_rows", "first_row", "min_value", "max_value"],
    "parquet_indexes": [
        "row_group_id", "column_id", "has_statistics", "statistics_unused", "num_pages",
        "pages_with_bounds", "page_index_unused", "dictionary_unused"],
}
PAGES = (DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_HEADER, DICTIONARY_PAGE_HEADER)
MAY_BE_UNUSED = (COLUMN_INDEX, OFFSET_INDEX, BLOOM_HEADER, BLOOM_BITSET)


class Case:
    """A file of another writer."""

    def __init__(self, host, writer, rng, work):
        self.host, self.writer, self.rng = host, writer, rng
        self.plain, self.encrypted = work / "plain.parquet", work / "encrypted.parquet"
        self.made = encrypted_tables.table(rng)
        self.paths = encrypted_tables.leaf_paths(self.made)
        self.layout = encrypted_tables.layout(rng, self.made.num_rows)
        self.spec = writer.spec(rng, self.paths)
        self.opened = None
        self.by_metadata = {}  # key metadata or material: bytes of the key

    def write(self):
        keys = self.writer.write(self.rng, self.made, self.spec, self.layout, self.plain,
                                 self.encrypted)
        self.open_modules(keys or self.spec.by_path)
        return []

    def open_modules(self, keys):
        """Finds all modules, which shows that the file is right, except DuckDB's."""
        if self.writer.is_encrypted_otherwise:
            return

        def noted(path, metadata):
            value = keys(path, metadata)
            if metadata is not None:
                self.by_metadata[metadata] = value
            return value

        self.opened = Opened(self.encrypted.read_bytes(), noted,
                             self.spec.supplied_prefix.encode(), self.writer.has_filters)
        self.by_metadata |= self.spec.material

    def remove(self):
        self.plain.unlink(missing_ok=True)
        self.encrypted.unlink(missing_ok=True)

    # --- reading

    def attach(self, name, path, **options):
        told = "".join(f", {k}={literal(v)}" for k, v in options.items())
        self.host.rows(f"DROP TABLE IF EXISTS temp.{name}")
        self.host.rows(f"CREATE VIRTUAL TABLE temp.{name} USING parquet({literal(path)}{told})")

    def expected(self):
        """{column: values} of the plain file, the fields of groups too."""
        self.host.open()
        self.attach("p", self.plain)
        found = self.host.rows("PRAGMA temp.table_xinfo(p)")
        names = [row[1].decode() for row in found if not row[1].startswith(b"_")]
        listed = ", ".join(map(quoted, names))
        return dict(zip(names, self.host.columns(f"SELECT {listed} FROM p")))

    def leaves(self, column):
        """The paths of a column of SQL, a top-level one or a field of a group."""
        return [p for p in self.paths if p == column or p.startswith(column + ".")]

    def keys_for(self, column):
        """The names of the keys without which the column cannot be read."""
        found = [self.spec.key_of(path) for path in self.leaves(column)]
        return {key.name for key in found if key}

    def ways(self):
        """The ways to give the keys."""
        if self.spec.has_names:
            yield "names"
        yield "options"
        if self.opened and self.opened.key_metadata is not None:
            yield "function"

    def open(self, way, keys, path=None, **more):
        """Opens the file as table t; keys: {name: bytes}, perhaps not all or not the right ones."""
        self.host.open()
        self.options = dict(more)
        if self.spec.supplied_prefix:
            self.options["aad_prefix"] = self.spec.supplied_prefix
        if way == "function":
            name_of = {key.value: key.name for key in self.spec.keys.values()}
            self.host.function("test_key", {metadata: keys.get(name_of[value])
                                            for metadata, value in self.by_metadata.items()})
            self.options["key_function"] = "test_key"
        else:
            prefix = "my " if way == "options" else ""
            for name, value in keys.items():
                self.host.rows("SELECT parquet_add_key(?, ?)", prefix + name, self.form(value))
            if way == "options":
                self.options |= self.key_options(keys, prefix)
        self.attach("t", path or self.encrypted, **self.options)

    def form(self, value):
        """The bytes of a key, or text."""
        return self.rng.choice([value, value.hex(), base64.b64encode(value).decode()])

    def key_options(self, keys, prefix):
        options = {"footer_key": prefix + "foot"} if "foot" in keys else {}
        columns = {}
        for path, key in (self.spec.columns or {}).items():
            if key.name in keys:
                columns.setdefault(prefix + key.name, []).append(path)
        if columns:
            options["column_keys"] = "; ".join(
                f"{name}: {', '.join(paths)}" for name, paths in columns.items())
        return options

    def all_keys(self):
        return {key.name: key.value for key in self.spec.keys.values()}


def refused(case, statement, *parameters):
    """The error message, or None."""
    try:
        case.host.rows(statement, *parameters)
        return None
    except SqlError as error:
        return str(error)


def same_column(case, label, column, expected):
    found = case.host.columns(f"SELECT {quoted(column)} FROM t") or [[]]
    yield from map(str, compare.columns(label, column, found[0], expected))


def columns_with(case, label, expected, has_keys):
    """Reads each column alone: those that need other keys than has_keys must be refused."""
    for column, values in expected.items():
        if case.keys_for(column) <= has_keys:
            yield from same_column(case, label, column, values)
            continue
        error = refused(case, f"SELECT {quoted(column)} FROM t")
        if error is None:
            yield f"{label}: column {column!r} is read without its key"
        elif not error.startswith("parquet: "):
            yield f"{label}: column {column!r}: {error}"


# --- checks ----------------------------------------------------------------------------------

def check_rows(case):
    """The rows of the plain file, in each way to give the keys."""
    expected = case.expected()
    for way in [*case.ways()] + ["masters"] * bool(case.spec.masters):
        case.open(way, case.spec.masters if way == "masters" else case.all_keys())
        listed = ", ".join(map(quoted, expected))
        found = case.host.columns(f"SELECT {listed} FROM t") or [[]] * len(expected)
        for (name, values), other in zip(expected.items(), found):
            yield from map(str, compare.columns(way, name, other, values))
        rows = case.host.rows("SELECT count(*) FROM t")[0][0]
        if rows != case.made.num_rows:
            yield f"{way}: count(*) is {rows} of {case.made.num_rows}"


def check_wrong_keys(case):
    """Each key wrong once."""
    expected = case.expected()
    for way in case.ways():
        for name, value in case.all_keys().items():
            keys = case.all_keys() | {name: case.rng.randbytes(len(value))}
            label = f"{way}, wrong key {name}"
            try:
                case.open(way, keys)
                if name == "foot":
                    case.host.rows("SELECT count(*) FROM t")
            except SqlError as error:
                if name != "foot" or not str(error).startswith("parquet: "):
                    yield f"{label}: {error}"
                continue
            if name == "foot":
                yield f"{label}: the file is opened"
                continue
            yield from columns_with(case, label, expected, set(keys) - {name})


def check_missing_keys(case):
    """Each key missing once: what does not need it can be read."""
    expected = case.expected()
    for way in case.ways():
        for missing in case.all_keys():
            keys = {n: v for n, v in case.all_keys().items() if n != missing}
            label = f"{way}, without key {missing}"
            try:
                case.open(way, keys)
                rows = case.host.rows("SELECT count(*) FROM t")[0][0]
            except SqlError as error:
                if missing != "foot" or not str(error).startswith("parquet: "):
                    yield f"{label}: {error}"
                continue
            if missing == "foot" and not case.spec.plaintext_footer:
                yield f"{label}: the file is opened"
                continue
            if rows != case.made.num_rows:
                yield f"{label}: count(*) is {rows}"
            yield from columns_with(case, label, expected, set(keys))


def counters(case, query, parameters):
    """The rows of a query, and what its scan did."""
    rows = case.host.rows(query, *parameters)
    told = case.host.rows(f"SELECT {', '.join(COUNTED)} FROM parquet_scan_stats "
                          "ORDER BY seq DESC LIMIT 1")[0]
    return rows, dict(zip(COUNTED, told))


def check_pruning(case):
    """The same rows and, if the twins have the same pages, indexes and filters, counters."""
    are_alike = not case.writer.is_encrypted_otherwise and (
        case.writer.has_filters or not case.layout.bloom)
    expected = case.expected()
    case.open("options", case.all_keys())
    case.attach("p", case.plain)
    columns = [c for c, values in expected.items() if any(v is not None for v in values)]
    for _ in range(QUERIES if columns else 0):
        column = case.rng.choice(columns)
        value = case.rng.choice([v for v in expected[column] if v is not None])
        told, value = ("CAST(? AS TEXT)", bytes(value)) if isinstance(value, compare.Text) \
            else ("?", value)
        query = (f"SELECT count(*), min(rowid), max(rowid), count({quoted(column)}) FROM @ "
                 f"WHERE {quoted(column)} {case.rng.choice(OPERATORS)} {told}")
        plain = counters(case, query.replace("@", "p"), [value])
        found = counters(case, query.replace("@", "t"), [value])
        if plain[0] != found[0]:
            yield f"{query} {value!r}: {found[0]}, expected {plain[0]}"
        elif are_alike and plain[1] != found[1]:
            other = [f"{k} {found[1][k]}, expected {plain[1][k]}" for k in COUNTED
                     if found[1][k] != plain[1][k]]
            yield f"{query} {value!r}: {'; '.join(other)}"


def damaged(case, module):
    """(data, what was done) with one bit of the module changed."""
    at = case.rng.randrange(len(module.sealed))
    data = bytearray(case.encrypted.read_bytes())
    data[module.start + at] ^= 1 << case.rng.randrange(8)
    place = "length" if at < LENGTH else "nonce" if at < LENGTH + 12 else "text or tag"
    where = f"{NAMES[module.kind]}, {place}, at {module.start + at}"
    if module.row_group is not None:
        where += f", row group {module.row_group}, column {module.path!r}, page {module.page}"
    return bytes(data), where, place


def must_notice(case, module, place):
    """A wrong length may be harmless, and the pages of AES_GCM_CTR_V1 are not protected."""
    body = module.kind in (DATA_PAGE, DICTIONARY_PAGE)
    return not (place == "length" or body and case.spec.algorithm == "AES_GCM_CTR_V1"
                or module.kind in MAY_BE_UNUSED)


def check_damage(case):
    """A changed bit anywhere is an error, or changes nothing."""
    if case.opened is None:
        return
    expected = case.expected()
    modules = [m for m in case.opened.modules if m.start is not None]
    path = case.encrypted.with_suffix(".damaged")
    for _ in range(DAMAGES):
        module = case.rng.choice(modules)
        data, where, place = damaged(case, module)
        path.write_bytes(data)
        yield from damage(case, path, module, where, must_notice(case, module, place), expected)
        if module.kind in PAGES and case.spec.algorithm == "AES_GCM_V1":
            yield from salvage(case, path, module, where, expected)
    path.unlink()


def salvage(case, path, module, where, expected):
    """The rest of the rows of a file with a damaged page, and no other values.  Some damage,
    such as that of a dictionary of which nothing is used, is an error all the same."""
    column = next(c for c in expected if module.path in case.leaves(c))
    case.open("options", case.all_keys(), path, salvage="on")
    for name, values in expected.items():
        error = refused(case, f"SELECT {quoted(name)} FROM t")
        if error and (name == column or is_of(name, column)) and "dictionary" in NAMES[module.kind]:
            continue
        found = (case.host.columns(f"SELECT {quoted(name)} FROM t") or [[]])[0]
        if len(found) != len(values):
            yield f"salvaged {where}: {len(found)} rows of {len(values)}"
        elif not all(compare.same(a, b) or name == column and a is None or is_of(name, column)
                     for a, b in zip(found, values)):
            yield f"salvaged {where}: other values in {name!r}"


def is_of(name, column):
    """Whether the column of SQL is a field of the other, or the other way round."""
    return name.startswith(column + ".") or column.startswith(name + ".")


def damage(case, path, module, where, must_fail, expected):
    may_differ = case.spec.algorithm == "AES_GCM_CTR_V1" and module.kind in (
        DATA_PAGE, DICTIONARY_PAGE)
    failed = False
    column = next((c for c in expected if module.path and module.path in case.leaves(c)), None)
    try:
        case.open("options", case.all_keys(), path)
        for name, values in expected.items():
            if column in (None, name):
                found = case.host.columns(f"SELECT {quoted(name)} FROM t") or [[]]
                if not may_differ and not compare.same_columns(found[0], values):
                    yield f"damaged {where}: other values in {name!r}"
        value = next((v for v in expected.get(column, []) if v is not None), None)
        if value is not None:
            found = case.host.rows(f"SELECT count(*) FROM t WHERE {quoted(column)} = ?",
                                   bytes(value) if isinstance(value, compare.Text) else value)
            if found[0][0] == 0 and not may_differ and not isinstance(value, compare.Text):
                yield f"damaged {where}: a look-up does not find {value!r}"
    except SqlError as error:
        failed = True
        if not str(error).startswith("parquet: "):
            yield f"damaged {where}: {error}"
    if must_fail and not failed:
        yield f"damaged {where}: not noticed"


def check_metadata(case):
    """The functions that show metadata show the same, apart from places and sizes."""
    if case.writer.is_encrypted_otherwise:
        return
    case.open("options", case.all_keys())
    options = [f"{name}={value}" for name, value in case.options.items()]
    marks = ", ".join("?" * (1 + len(options)))
    for function, columns in SHOWN.items():
        if columns is None:
            found = case.host.rows(f"SELECT name FROM pragma_table_info('{function}')")
            columns = [row[0].decode() for row in found if row[0] != b"file_name"]
        listed = ", ".join(columns)
        plain = case.host.rows(f"SELECT {listed} FROM {function}(?)", str(case.plain))
        found = case.host.rows(f"SELECT {listed} FROM {function}({marks})", str(case.encrypted),
                               *options)
        if len(plain) != len(found):
            yield f"{function}: {len(found)} rows, expected {len(plain)}"
        for expected, row in zip(plain, found):
            other = [f"{c} {a!r}, expected {b!r}" for c, a, b in zip(columns, row, expected)
                     if a != b]
            if other:
                yield f"{function}: {row[:5]}: {'; '.join(other)}"
                break


CHECKS = [check_rows, check_wrong_keys, check_missing_keys, check_pruning, check_damage,
          check_metadata]
