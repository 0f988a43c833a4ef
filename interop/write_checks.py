# SPDX-License-Identifier: MIT
"""Random SQLite tables, written by parquet_write() and read by all readers.

    build/interop/venv/bin/python interop/write_checks.py [--seed N] [--files N] [--only I]
        [--only-nested I] [--only-variant I] [--extension FILE] [--java COMMAND]
        [--rust PROGRAM] [--node FOLDER] [FILE...]

run.sh makes the environment and calls it.  write_tables.py makes the tables and options.  From
the file that parquet_write() makes of each, the extension (table_checks.py, query_checks.py)
and other readers (write_readers.py) must read the table, and the other readers' pruning must
not change an answer; the file's metadata must be correct (write_metadata.py,
metadata_checks.py); parquet_check() must find nothing.

Then tables of JSON that become nested columns (nested_writes.py, nested_checks.py), or
Variants (variant_writes.py), and random files of other writers (writers.py): a copy has the
same columns, of the same types, and the same values.  Then numbers in ALP (alp_writes.py) and
geometries (geo_writes.py).

FILE...: files by other writers, to see whether the readers agree.

Environment: WRITE_FILES, the number of random tables.
"""
import argparse
import collections
import os
import pathlib
import random
import shlex
import shutil
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

import alp_writes  # noqa: E402
import compare  # noqa: E402
import contract  # noqa: E402
import geo_writes  # noqa: E402
import metadata_checks  # noqa: E402
import nested_checks  # noqa: E402
import nested_writes  # noqa: E402
import query_checks  # noqa: E402
import table_checks  # noqa: E402
import truth  # noqa: E402
import variant_writes  # noqa: E402
import write_filters  # noqa: E402
import write_metadata  # noqa: E402
import write_readers  # noqa: E402
import write_tables  # noqa: E402
import writers  # noqa: E402
from sqlite_host import Crash, Host, SqlError  # noqa: E402
from table_checks import literal, quoted  # noqa: E402

FILES = 60
SHOWN = 6


def with_real(values):
    """The values; if some are real, integers become real, too."""
    if any(type(v) is float for v in values) and any(type(v) is int for v in values):
        return [float(v) if type(v) is int else v for v in values]
    return values


class Written:
    """A table, the file made from it, and what pyarrow finds there."""

    def __init__(self, host, source, path):
        self.host, self.source, self.path = host, source, path
        host.open()
        host.rows(f"PRAGMA encoding = '{source.encoding}'")
        declared = ", ".join(f"{quoted(c.name)} {c.declared}" for c in source.columns)
        host.rows(f"CREATE TABLE src({declared})")
        marks = ", ".join("?" * len(source.columns))
        if source.rows:
            rows = list(zip(*(c.values for c in source.columns)))
            host.many(f"INSERT INTO src VALUES ({marks})", rows)
        host.rows("CREATE TEMP VIEW v AS SELECT * FROM src")
        found = host.columns("SELECT * FROM src") or [[] for _ in source.columns]
        self.expected = [with_real(v) if c.kind.type is None else v
                         for c, v in zip(source.columns, found)]
        options = [write_tables.option_text(*pair) for pair in source.options.items()]
        marks = ", ".join("?" * (2 + len(options)))
        self.answer = host.rows(f"SELECT parquet_write({marks})", str(path), source.query,
                                *options)[0][0]
        self.options = source.options

    def read(self):
        """Reads the file with pyarrow."""
        self.names, self.types, self.columns, self.arrow = write_readers.contents(self.path)


# --- checks of one file: each yields lines ----------------------------------------------

def check_answer(written):
    if written.answer != written.source.rows:
        yield f"parquet_write() returned {written.answer} for {written.source.rows} rows"
    leftover = [p.name for p in written.path.parent.iterdir() if p != written.path]
    if leftover:
        yield f"left over: {leftover}"


def check_table(written):
    """The extension reads the rows that were written, with and without pushdown."""
    columns = written.source.columns
    for options in {}, {"pushdown": "off"}, {"decimals": "text"}:
        told = "".join(f", {k}={v}" for k, v in options.items())
        wants_text = options.get("decimals", "real")
        written.host.rows("DROP TABLE IF EXISTS temp.t")
        written.host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet("
                          f"{literal(written.path)}{told})")
        found = written.host.columns("SELECT * FROM t") or [[] for _ in columns]
        names = [r[1].decode() for r in written.host.rows("PRAGMA temp.table_info(t)")]
        if [n.lower() for n in names] != [c.name.lower() for c in columns]:
            yield f"columns {names}"
            return
        for column, values, expected in zip(columns, found, written.expected):
            if column.kind.decimals == wants_text or "DECIMAL" not in str(column.kind.type):
                yield from map(str, compare.columns(f"read back{told}", column.name, values,
                                                    expected))


def check_types(written):
    """The Parquet type is the requested one."""
    for column, leaf in zip(written.source.columns, written.types):
        wanted = column.kind.type
        if wanted is None:
            continue
        exact = (leaf.physical, leaf.logical) == (wanted.physical, wanted.logical) \
            and leaf.length == wanted.length
        if leaf.logical is None and wanted.logical in (("INT", 32, True), ("INT", 64, True)):
            exact = leaf.physical == wanted.physical
        if column.asked and not exact:
            yield f"column {column.name!r}: asked for {column.asked}, it is {leaf}"
        if not column.asked and write_readers.kind_of(leaf) != write_readers.kind_of(wanted):
            yield f"column {column.name!r}: declared {column.declared}, it is {leaf}"


def check_pyarrow(written):
    """What pyarrow finds represents the rows that were written."""
    for column, leaf, values, expected in zip(written.source.columns, written.types,
                                              written.columns, written.expected):
        decimals = column.kind.decimals
        found = [contract.value(leaf, v, decimals=decimals) for v in values]
        yield from map(str, compare.columns("pyarrow", column.name, found, expected))


def check_nulls(written):
    """A column without nulls need not be REQUIRED, but a REQUIRED one has no nulls."""
    for field, values in zip(written.arrow.schema, written.columns):
        if not field.nullable and None in values:
            yield f"column {field.name!r} is required and has nulls"


def check_metadata(written):
    data = written.path.read_bytes()
    yield from write_metadata.metadata(data, written.names, written.types, written.columns,
                                       written.options)


def check_parquet_check(written):
    """The extension's own verdict."""
    for row in written.host.rows("SELECT * FROM parquet_check(?)", str(written.path)):
        yield f"parquet_check: {row}"


CHECKS = [check_answer, check_table, check_types, check_pyarrow, check_nulls, check_metadata,
          check_parquet_check]


def fastparquet_faults(written):
    """Columns that fastparquet silently reads wrongly, whoever wrote them."""
    by_column = dict(written.options.get("encodings", []))
    encodings = write_metadata.data_encodings(written.path.read_bytes())
    for name, leaf, found in zip(written.names, written.types, encodings):
        asked = by_column.get(name, written.options.get("encoding"))
        # Widths of more than 28 bits, which are never chosen by default, and INT64 in data
        # pages version 2.
        may_be_delta = asked == "DELTA_BINARY_PACKED" or written.options.get(
            "data_page_version") == "2"
        is_delta = may_be_delta and write_metadata.DELTA_BINARY_PACKED in found
        is_rle = asked == "RLE" and write_metadata.RLE in found
        # Where some texts come from dictionaries and some do not, it keeps only the latter.
        is_mixed = write_readers.kind_of(leaf) == "STRING" and len(found) > 1
        if is_delta or is_rle or is_mixed:
            yield name


# --- copies of other writers' files -----------------------------------------------------

def same_type(a, b, values):
    """Whether a copy may have type b for the leaf a, whose values SQLite shows."""
    kind = write_readers.kind_of(a)
    if kind == "DECIMAL":  # the largest ones are shown as numbers with one more digit
        top = 10.0**(a.logical[1] - a.logical[2])
        has_top = any(type(v) is float and abs(v) >= top for v in values)
        return a.logical == b.logical or has_top and b.physical == "DOUBLE"
    if kind == "INT" and a.logical[1:] in ((32, True), (64, True)):
        return b.physical == a.physical and b.logical in (None, a.logical)
    is_fixed = a.physical == "FIXED_LEN_BYTE_ARRAY"
    return a.logical == b.logical and a.physical == b.physical and \
        (not is_fixed or a.length == b.length)


def leaves_by_column(path):
    """(whether it is nested, its leaves' types) of each column."""
    file = truth.pq.ParquetFile(path, arrow_extensions_enabled=False)
    types = iter([truth.readers.leaf_type(file.schema.column(i))
                  for i in range(len(file.schema))])
    for field in file.schema_arrow:
        n = truth.readers.leaf_count(field.type)
        yield truth.pa.types.is_nested(field.type), [next(types) for _ in range(n)]


def same_types(column, own, copied, values):
    """Whether a copied column has the types that it may have."""
    (was_nested, leaves), (is_nested, others) = own, copied
    if was_nested and not is_nested:
        # NaN is null, which a required field cannot be; and names may occur twice in a group.
        return others[0].logical == ("JSON",)
    if was_nested != is_nested or len(leaves) != len(others):
        return False
    return all(same_type(a, b, values if column.type else []) for a, b in zip(leaves, others))


def check_copy(host, path, copy, options):
    """Lines; the original is at path."""
    contents = truth.contents(path)
    host.open()
    host.rows(f"CREATE VIRTUAL TABLE temp.o USING parquet({literal(path)})")
    marks = ", ".join("?" * (2 + len(options)))
    try:
        written = host.rows(f"SELECT parquet_write({marks})", str(copy), "o", *options)[0][0]
    except SqlError as error:
        if "UTF-8" not in str(error):
            yield f"{error}"
        return
    if written != contents.rows:
        yield f"{written} rows of {contents.rows}"
    host.rows(f"CREATE VIRTUAL TABLE temp.c USING parquet({literal(copy)})")
    originals, copies = (host.columns(f"SELECT * FROM {name}") for name in "oc")
    names = [r[1].decode() for r in host.rows("PRAGMA temp.table_info(o)")]
    for name, values, expected in zip(names, copies, originals):
        yield from map(str, compare.columns("copy", name, values, expected))
    visible = [c for c in contents.columns if not c.hidden]
    for name, column, own, leaves, values in zip(names, visible, leaves_by_column(path),
                                                 leaves_by_column(copy), copies):
        if not same_types(column, own, leaves, values):
            yield f"column {name!r}: {own} became {leaves}"
    for row in host.rows("SELECT * FROM parquet_check(?)", str(copy)):
        yield f"parquet_check: {row}"


class Run:
    """Counts, and where the files are."""

    def __init__(self, given):
        self.given = given
        self.host = Host(given.extension)
        self.work = ROOT / "build/interop/written"
        self.failed_folder = ROOT / "build/interop/failed"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.failed_folder.mkdir(parents=True, exist_ok=True)
        dumps = ROOT / "build/interop"
        self.readers = write_readers.Readers(dumps, given.java, given.rust, given.node)
        self.passed = self.failed = 0
        self.seconds = collections.Counter()

    def check(self, name, check, *subject):
        """Whether it passed."""
        started = time.monotonic()
        try:
            lines = [str(line) for line in check(*subject)]
        except SqlError as error:
            lines = [f"{error}"]
        except Crash as error:
            lines = [f"SQLite's process ended: {error}"]
        except write_readers.ERRORS:  # also faults of these scripts, which must not be hidden
            told = traceback.format_exc().strip().split("\n")
            lines = [" | ".join(told[-3:])]
        self.seconds[check.__name__] += time.monotonic() - started
        if not lines:
            self.passed += 1
            return True
        self.failed += 1
        for line in lines[:SHOWN]:
            print(f"{name}: {check.__name__}: {line:.600}")
        if len(lines) > SHOWN:
            print(f"{name}: {check.__name__}: ... and {len(lines) - SHOWN} more")
        return False

    def check_readers(self, written):
        """All other readers, and the quality of the Bloom filters."""
        left_out = {("fastparquet", name) for name in fastparquet_faults(written)}
        yield from self.readers.check(written.path, written.names, written.types,
                                      written.columns, left_out)
        for program in self.readers.whole:
            if isinstance(program, write_readers.ArrowRs):
                probes, found = program.last
                ratio = float(written.options.get("bloom_filter_false_positive_ratio", "0.01"))
                # Sizes are powers of two, and small filters are worse than expected.
                if found > 8 * ratio * probes + 20:
                    yield f"Bloom filters find {found} of {probes} values that are not there"

    def check_written(self, name, written):
        passed = [self.check(name, check, written) for check in CHECKS]
        passed.append(self.check(name, self.check_readers, written))
        passed.append(self.check(name, write_filters.check, written))
        contents = truth.contents(written.path)
        rng = random.Random(name)
        table = table_checks.Table(self.host, written.path, contents, rng)
        for check in query_checks.CHECKS + [table_checks.check_rowids,
                                            table_checks.check_declarations]:
            passed.append(self.check(name, check, table))
        metadata = metadata_checks.Metadata(self.host, written.path, contents)
        for check in metadata_checks.CHECKS:
            passed.append(self.check(name, check, metadata))
        metadata.duckdb.close()
        return all(passed)

    def check_random(self, i):
        """Writes the i-th table of the seed."""
        name = f"seed-{self.given.seed}-{i}"
        source = write_tables.source(random.Random(f"write {self.given.seed}/{i}"))
        path = self.work / f"{name}.parquet"
        passed = False

        def write():
            written = Written(self.host, source, path)
            written.read()
            yield from ()
            made.append(written)

        made = []
        if self.check(name, write):
            passed = self.check_written(name, made[0])
        if not passed:
            print(f"{name}: {source.rows} rows: {source.about:.1500}")
            print("    " + " ".join(map(shlex.quote, [
                sys.executable, "interop/write_checks.py", "--seed", str(self.given.seed),
                "--only", str(i)])))
            if path.exists():
                shutil.copy(path, self.failed_folder / path.name)
        path.unlink(missing_ok=True)

    def check_random_copy(self, i):
        """Copies the i-th file that other writers make of the seed."""
        name = f"copy-{self.given.seed}-{i}"
        rng = random.Random(f"copy {self.given.seed}/{i}")
        path, copy = self.work / f"{name}-original.parquet", self.work / f"{name}.parquet"
        options = rng.sample(["row_group_size=1000", "page_size=4096", "data_page_version=2",
                              "compression=snappy", "encoding=plain"], rng.randint(0, 3))
        try:
            about = writers.write(rng, path).by
            truth.contents(path)
        except writers.ERRORS:  # any refusal of a writer
            path.unlink(missing_ok=True)
            return
        if not self.check(name, check_copy, self.host, path, copy, options):
            print(f"{name}: {options} {about:.600}")
            shutil.copy(path, self.failed_folder / path.name)
        path.unlink()
        copy.unlink(missing_ok=True)

    def check_nested(self, i):
        """Writes the i-th table of JSON."""
        name = f"nested-{self.given.seed}-{i}"
        rng = random.Random(f"nested {self.given.seed}/{i}")
        source = nested_writes.source(rng)
        path = self.work / f"{name}.parquet"
        made = []

        def write():
            made.append(nested_checks.Written(self.host, source, path))
            return []

        passed = self.check(name, write)
        if passed:
            passed = self.check_nested_file(name, made[0], rng)
        if not passed:
            print(f"{name}: {len(source.records)} rows: {source.about:.1500}")
            if path.exists():
                shutil.copy(path, self.failed_folder / path.name)
        path.unlink(missing_ok=True)

    def check_nested_file(self, name, written, rng):
        passed = [self.check(name, check, written)
                  for check in nested_checks.CHECKS + nested_checks.READERS]
        by_program = {"parquet-java": nested_checks.check_java,
                      "arrow-rs": nested_checks.check_rust,
                      "hyparquet": nested_checks.check_hyparquet}
        for program in self.readers.whole:
            passed.append(self.check(name, by_program[program.name], written, program))
        table = table_checks.Table(self.host, written.path, written.contents, rng)
        for check in query_checks.CHECKS + table_checks.CHECKS:
            passed.append(self.check(name, check, table))
        metadata = metadata_checks.Metadata(self.host, written.path, written.contents)
        for check in metadata_checks.CHECKS:
            passed.append(self.check(name, check, metadata))
        metadata.duckdb.close()
        passed.append(self.check(name, nested_checks.check_refused, written, rng))
        return all(passed)

    def check_variant(self, i):
        """Writes the i-th table of JSON as Variants."""
        name = f"variant-{self.given.seed}-{i}"
        rng = random.Random(f"variant {self.given.seed}/{i}")
        types, texts = variant_writes.source(rng)
        options = nested_writes.random_options(rng, len(texts))
        path = self.work / f"{name}.parquet"
        if not self.check(name, variant_writes.check, self.host, path, types, texts, options):
            print(f"{name}: {len(texts)} rows: {types:.1500} {options}")
            if path.exists():
                shutil.copy(path, self.failed_folder / path.name)
        path.unlink(missing_ok=True)

    def check_alp(self, i):
        """Writes the i-th table of numbers in ALP, which only arrow-rs reads."""
        name = f"alp-{self.given.seed}-{i}"
        rng = random.Random(f"alp {self.given.seed}/{i}")
        path = self.work / f"{name}.parquet"
        for program in self.readers.whole:
            if isinstance(program, write_readers.ArrowRs) and not self.check(
                    name, alp_writes.check, self.host, path, rng, program) and path.exists():
                shutil.copy(path, self.failed_folder / path.name)
        path.unlink(missing_ok=True)

    def check_geo(self, i):
        """Writes the i-th table of geometries in each form."""
        name = f"geo-{self.given.seed}-{i}"
        rng = random.Random(f"geo {self.given.seed}/{i}")
        path = self.work / f"{name}.parquet"
        if not self.check(name, geo_writes.check, self.host, path, rng) and path.exists():
            shutil.copy(path, self.failed_folder / path.name)
        path.unlink(missing_ok=True)

    def check_file(self, path):
        """Whether the readers agree on a file of another writer."""
        names, types, columns, _ = write_readers.contents(path)
        self.check(path.stem, self.readers.check, path, names, types, columns)

    def report(self):
        readers = self.readers
        told = ", ".join(f"{reader} {n}" for reader, n in readers.compared.most_common())
        print(f"write: columns compared: {told}; left out: {dict(readers.left_out)}")
        for limit, n in sorted(readers.could_not.items()):
            kinds = ", ".join(limit.kinds) or "all"
            print(f"write: {limit.reader}: {kinds}: {n} times {limit.error!r}")
        for program in readers.whole:
            if isinstance(program, write_readers.ArrowRs) and program.probes:
                share = 100 * program.false_positives / program.probes
                print(f"write: {program.filters} Bloom filters: {program.probes} values that "
                      f"are not there, {share:.2f} % found")
        if self.given.times:
            for name, seconds in self.seconds.most_common():
                print(f"write: {seconds:6.1f} s {name}")
        print(f"write: {self.passed} passed, {self.failed} failed")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--files", type=int, default=int(os.environ.get("WRITE_FILES", FILES)))
    parser.add_argument("--only", type=int)
    parser.add_argument("--only-nested", type=int)
    parser.add_argument("--only-variant", type=int)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    parser.add_argument("--java", type=shlex.split)
    parser.add_argument("--rust")
    parser.add_argument("--node")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("file", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    given.extension = os.path.abspath(given.extension)
    return given


def main():
    given = arguments()
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    print(f"write: seed {given.seed}")
    run = Run(given)
    for path in given.file:
        run.check_file(path.resolve())
    if given.only_nested is not None:
        run.check_nested(given.only_nested)
    elif given.only_variant is not None:
        run.check_variant(given.only_variant)
    elif given.only is not None:
        run.check_random(given.only)
    elif not given.file:
        for check in (run.check_random, run.check_nested, run.check_variant,
                      run.check_random_copy, run.check_alp, run.check_geo):
            for i in range(given.files):
                check(i)
    run.readers.close()
    run.report()
    return 0 if run.failed == 0 and run.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
