# SPDX-License-Identifier: MIT
"""Writes the tables of tables.txt with the version of a Python package that is installed.

    python python_writers.py WRITER TABLES FOLDER

Runs with Python 3.6 and later, and with every version of the packages: an option that a version
does not have is left out, and so is a table that it refuses, with a line in FOLDER/refused.
What FOLDER/tried has was tried before; so a version that crashes goes on with the next file.
"""
import csv
import datetime
import decimal
import glob
import os
import re
import shutil
import sys

LONG = 100000  # rows of a table that is written only in the first way
DUCKDB_GROUP = 2048  # the smallest that it makes
EPOCH = datetime.datetime(1970, 1, 1)
TICKS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}

decimal.getcontext().prec = 80


# --- the tables -------------------------------------------------------------------------

def parsed(kind, word):
    if word == "~":
        return None
    kind, inner = kind.split("/")[0], kind.split("/")[1:]
    if kind == "list":
        return [parsed(inner[0], w) for w in word[1:-1].split(",") if w]
    if kind == "struct":
        return [parsed(k, w) for k, w in zip(inner, word[1:-1].split(","))]
    if kind in ("float", "double"):
        return float(word)
    if kind == "bool":
        return word == "1"
    if kind in ("text", "binary") or kind.startswith("fixed"):
        value = bytes(bytearray.fromhex(word[1:]))
        return value.decode() if kind == "text" else value
    if kind.startswith("decimal"):
        return decimal.Decimal(int(word)).scaleb(-scale_of(kind))
    return int(word)


def scale_of(kind):
    return int(re.findall(r"\d+", kind)[1])


def unit_of(kind):
    return kind.split("_")[1]


def tables(path):
    """(name, rows, [(column, kind, values)])"""
    name, columns = None, []
    with open(path) as file:
        for line in file:
            words = line.split()
            if words[0] == "column":
                columns.append((words[1], words[2], [parsed(words[2], w) for w in words[3:]]))
                continue
            if columns:
                yield name, rows, columns
            name, rows, columns = words[1], int(words[2]), []
    yield name, rows, columns


def moment_text(kind, value):
    """A date, time or timestamp as SQL has it, to nine digits."""
    if value is None:
        return None
    if kind == "date":
        return str((EPOCH + datetime.timedelta(days=value)).date())
    ticks = TICKS[unit_of(kind)]
    seconds, rest = divmod(value, ticks)
    text = str(EPOCH + datetime.timedelta(seconds=seconds))
    text += ".%09d" % (rest * (10**9 // ticks)) if rest else ""
    return text[11:] if kind.startswith("time_") else text


def call(function, *args, **options):
    """Calls it without the options that it does not know."""
    while True:
        try:
            return function(*args, **options)
        except BaseException as error:  # a panic of Rust is no Exception
            unknown = [o for o in options if re.search(r"\b%s\b" % o, str(error))]
            if not unknown:
                raise
            for option in unknown:
                del options[option]


def sizes(rows):
    """The rows of a row group, and the bytes of a page with a tenth of them or less."""
    return rows // 4, 16 if rows < 1000 else rows // 4


# --- Polars -----------------------------------------------------------------------------

def polars_types():
    import polars as pl
    types = {"float": "Float32", "double": "Float64", "text": "Utf8", "binary": "Binary",
             "bool": "Boolean", "date": "Date"}
    for bits in 8, 16, 32, 64:
        types["int%d" % bits] = "Int%d" % bits
        types["uint%d" % bits] = "UInt%d" % bits
    return {kind: getattr(pl, name) for kind, name in types.items() if hasattr(pl, name)}


def polars_series(name, kind, values):
    import polars as pl
    types = polars_types()
    outer, inner = kind.split("/")[0], kind.split("/")[1:]
    if outer == "list":
        return pl.Series(name, values, dtype=pl.List(types[inner[0]]))
    if outer == "struct":
        dtype = pl.Struct([pl.Field(n, types[k]) for n, k in zip("ab", inner)])
        return pl.Series(name, [v and dict(zip("ab", v)) for v in values], dtype=dtype)
    if kind == "date":
        return pl.Series(name, values, dtype=pl.Int32).cast(pl.Date)
    if kind == "time_ns":
        return pl.Series(name, values, dtype=pl.Int64).cast(pl.Time)
    if kind.startswith("timestamp") and kind != "timestamp_s":
        dtype = pl.Datetime(unit_of(kind), "UTC") if kind.endswith("utc") else pl.Datetime(
            unit_of(kind))
        return pl.Series(name, values, dtype=pl.Int64).cast(dtype)
    if kind.startswith("decimal"):
        precision = int(re.findall(r"\d+", kind)[0])
        return pl.Series(name, values, dtype=pl.Decimal(precision, scale_of(kind)))
    return pl.Series(name, values, dtype=types[kind])


def polars(name, rows, columns):
    import polars as pl
    frame = pl.DataFrame([polars_series(*c) for c in columns])
    groups, size = sizes(rows)
    size *= 4
    write = frame.write_parquet if hasattr(frame, "write_parquet") else frame.to_parquet
    basic = {"compression": "uncompressed", "statistics": True, "row_group_size": groups}
    pages = dict(basic, data_page_size=size, data_pagesize_limit=size)
    yield "default", lambda path: call(write, path, compression="snappy", statistics=True)
    yield "pages", lambda path: call(write, path, **pages)
    yield "full", lambda path: call(write, path, **dict(pages, statistics="full"))
    yield "groups", lambda path: call(write, path, **basic)
    if hasattr(pl.LazyFrame, "sink_parquet"):
        yield "sink", lambda path: call(frame.lazy().sink_parquet, path, **pages)


# --- pyarrow and what takes its tables --------------------------------------------------

def arrow_type(kind):
    import pyarrow as pa
    outer, inner = kind.split("/")[0], kind.split("/")[1:]
    if outer == "list":
        return pa.list_(arrow_type(inner[0]))
    if outer == "struct":
        return pa.struct([pa.field(n, arrow_type(k)) for n, k in zip("ab", inner)])
    if kind.startswith("decimal"):
        return pa.decimal128(*map(int, re.findall(r"\d+", kind)))
    if kind.startswith("fixed"):
        return pa.binary(int(re.findall(r"\d+", kind)[0]))
    if kind.startswith("timestamp"):
        return pa.timestamp(unit_of(kind), "UTC" if kind.endswith("utc") else None)
    if kind.startswith("time_"):
        unit = unit_of(kind)
        return pa.time32(unit) if unit == "ms" else pa.time64(unit)
    names = {"float": "float32", "double": "float64", "text": "string", "bool": "bool_",
             "date": "date32"}
    return getattr(pa, names.get(kind, kind))()


def arrow_array(kind, values):
    import pyarrow as pa
    arrow = arrow_type(kind)
    if kind == "date" or kind.startswith("time"):
        stored = pa.int32() if kind == "date" or kind == "time_ms" else pa.int64()
        array = pa.array(values, stored)
        return pa.Array.from_buffers(arrow, len(array), array.buffers())
    if kind.startswith("struct"):
        values = [v and dict(zip("ab", v)) for v in values]
    return pa.array(values, arrow, from_pandas=False)


def arrow_table(columns):
    import pyarrow as pa
    return pa.Table.from_arrays([arrow_array(k, v) for _, k, v in columns],
                                [n for n, _, _ in columns])


def pyarrow(name, rows, columns):
    import pyarrow as pa
    import pyarrow.parquet as pq
    table = arrow_table(columns)
    groups, size = sizes(rows)
    small = {"row_group_size": groups, "data_page_size": size, "write_page_index": True,
             "write_batch_size": groups // 8}
    write = pq.write_table
    last = {"version": "2.6" if hasattr(pa, "cpp_version") else "2.0"}
    variants = {"default": {}, "pages": dict(small, **last),
                "v2": dict(small, data_page_version="2.0", compression="none"),
                "plain": dict(small, use_dictionary=False, **last)}
    if name.startswith("timestamp"):
        variants["int96"] = dict(small, use_deprecated_int96_timestamps=True)
    if name.startswith("decimal"):
        variants["integers"] = dict(small, store_decimal_as_integer=True)
    for variant, options in variants.items():
        yield variant, lambda path, o=options: call(write, table, path, **o)
    if name in ("text", "prefixes", "binary"):
        encoded = pa.Table.from_arrays([c.dictionary_encode() for c in table.columns],
                                       [c[0] for c in columns])
        yield "dictionary", lambda path: call(write, encoded, path, **variants["pages"])


def datafusion(name, rows, columns):
    import datafusion as df
    table = arrow_table(columns)
    groups, size = sizes(rows)
    small = {"max_row_group_size": groups, "data_pagesize_limit": size,
             "write_batch_size": groups // 8, "data_page_row_count_limit": groups // 8,
             "statistics_enabled": "page"}
    variants = {"default": {}, "pages": small, "plain": dict(small, dictionary_enabled="false"),
                "bloom": dict(small, bloom_filter_on_write="true", writer_version="2.0")}

    def configured(**options):
        config = df.SessionConfig().with_target_partitions(1)
        for option, value in options.items():
            config = config.set("datafusion.execution.parquet." + option, str(value))
        return config

    def write(path, options):
        context = getattr(df, "SessionContext", getattr(df, "ExecutionContext", None))
        context = context(call(configured, **options)) if options else context()
        frame = context.create_dataframe([table.to_batches()])
        folder = path + ".parquet"
        shutil.rmtree(folder, ignore_errors=True)
        frame.write_parquet(folder)
        only_file(folder, path)

    for variant, options in variants.items():
        if not options or hasattr(df, "SessionConfig"):
            yield variant, lambda path, o=options: write(path, o)


def only_file(folder, path):
    """Moves the largest file of a folder, or the file that has its name."""
    if os.path.isdir(folder):
        inside = glob.glob(os.path.join(folder, "**", "*.parquet"), recursive=True)
        os.rename(max(inside, key=os.path.getsize), path)
        shutil.rmtree(folder)
    else:
        os.rename(folder, path)


def deltalake(name, rows, columns):
    import deltalake as dl
    table = arrow_table(columns)
    groups, size = sizes(rows)
    small = {"max_row_group_size": groups, "data_page_size_limit": size,
             "write_batch_size": groups // 8, "data_page_row_count_limit": groups // 8}

    def write(path, options):
        folder = path + ".table"
        shutil.rmtree(folder, ignore_errors=True)
        properties = call(dl.WriterProperties, **options)
        call(dl.write_deltalake, folder, table, engine="rust", writer_properties=properties)
        only_file(folder, path)

    yield "default", lambda path: write(path, {})
    yield "pages", lambda path: write(path, small)


# --- DuckDB -----------------------------------------------------------------------------

def duckdb_type(kind):
    types = {"bool": "BOOLEAN", "float": "FLOAT", "double": "DOUBLE", "text": "VARCHAR",
             "binary": "BLOB", "date": "DATE", "time_us": "TIME", "timestamp_us": "TIMESTAMP",
             "timestamp_us_utc": "TIMESTAMPTZ", "int8": "TINYINT", "int16": "SMALLINT",
             "int32": "INTEGER", "int64": "BIGINT", "uint8": "UTINYINT", "uint16": "USMALLINT",
             "uint32": "UINTEGER", "uint64": "UBIGINT"}
    types.update({"timestamp_" + u: "TIMESTAMP_" + u for u in ("s", "ms", "ns")})
    if kind.startswith("decimal"):
        return kind
    if kind.startswith("list"):
        return types[kind[5:]] + "[]"
    if kind.startswith("struct"):
        return "STRUCT(a %s, b %s)" % tuple(types[k] for k in kind.split("/")[1:])
    return types[kind]


def duckdb_value(kind, value, is_plain):
    if kind.startswith(("date", "time")):
        return moment_text(kind, value)
    if kind == "text" and is_plain and value:
        return value.replace("\0", "\1")  # old versions have no zero bytes in texts
    if kind.startswith("struct") and value:
        return dict(zip("ab", value))
    return value


def duckdb_load(db, rows, columns):
    declared = ", ".join("%s %s" % (n, duckdb_type(k)) for n, k, _ in columns)
    db.execute("CREATE TABLE t(i INTEGER, %s)" % declared)
    if rows > LONG:
        path = os.path.abspath("long.csv")
        with open(path, "w") as file:
            listed = zip(range(rows), *[["~" if v is None else v for v in c[2]] for c in columns])
            csv.writer(file).writerows(listed)
        db.execute("COPY t FROM '%s' (NULL '~')" % path)
        os.remove(path)
        return
    places = ", ".join("?" * (len(columns) + 1))
    for is_plain in False, True:
        made = [[duckdb_value(k, v, is_plain) for v in values] for _, k, values in columns]
        try:
            db.executemany("INSERT INTO t VALUES (%s)" % places,
                           [list(row) for row in zip(range(rows), *made)])
            return
        except Exception:  # its classes differ by version
            if is_plain:
                raise
            db.execute("DELETE FROM t")


def duckdb(name, rows, columns):
    import duckdb as module
    db = module.connect()
    duckdb_load(db, rows, columns)
    names = ", ".join(n for n, _, _ in columns)
    again = max(1, DUCKDB_GROUP // sizes(rows)[0])
    times = ", range(%d) AS again(n)" % again if again > 1 else ""
    source = "(SELECT %s FROM t%s ORDER BY i)" % (names, times)

    def write(path, options):
        while True:  # the newest options are the last
            try:
                db.execute("COPY %s TO '%s' (%s)" % (source, path, ", ".join(options)))
                return
            except Exception:
                if len(options) == 1:
                    raise
                options = options[:-1]

    parquet, groups = "FORMAT PARQUET", "ROW_GROUP_SIZE %d" % DUCKDB_GROUP
    try:
        db.execute("SET threads=1")
        db.execute("SET preserve_insertion_order=true")
    except Exception:
        pass
    yield "default", lambda path: write(path, [parquet])
    yield "groups", lambda path: write(path, [parquet, groups])
    yield "v2", lambda path: write(path, [parquet, groups, "PARQUET_VERSION v2"])
    yield "plain", lambda path: write(path, [parquet, groups, "CODEC 'ZSTD'",
                                             "DICTIONARY_SIZE_LIMIT 1"])


# --- fastparquet ------------------------------------------------------------------------

def pandas_column(kind, values):
    """A column and how fastparquet encodes its objects."""
    import pandas as pd
    encodings = {"text": "utf8", "binary": "bytes"}
    if kind in encodings:
        return pd.Series(values, dtype="object"), encodings[kind]
    if kind in ("float", "double"):
        # It stores None and NaN alike.
        return pd.Series(values, dtype="float32" if kind == "float" else "float64"), None
    has_nulls = None in values
    if kind == "bool":
        if has_nulls:
            return pd.Series(values, dtype="object"), "bool"
        return pd.Series(values), None
    if kind.startswith(("int", "uint")):
        if not has_nulls:
            return pd.Series(values, dtype=kind), None
        if hasattr(pd, "Int64Dtype"):
            dtype = kind.replace("int", "Int").replace("u", "U")
            return pd.Series(values, dtype=dtype), None
        return pd.Series(values, dtype="object"), "int"
    if kind.startswith("decimal"):
        return pd.Series(values, dtype="object"), "decimal"
    if kind in ("timestamp_us", "timestamp_ns", "timestamp_ms"):
        ticks = TICKS[unit_of(kind)]
        stored = [None if v is None or abs(v // ticks) > 9 * 10**9 else
                  pd.Timestamp(v * (10**9 // ticks)) for v in values]
        return pd.Series(stored, dtype="datetime64[ns]"), None
    raise ValueError("no such column")


def fastparquet(name, rows, columns):
    import fastparquet as module
    import pandas as pd
    made, encoding = {}, {}
    for column, kind, values in columns:
        made[column], how = pandas_column(kind, values)
        if how:
            encoding[column] = how
    frame = pd.DataFrame(made)
    offsets = list(range(0, rows, sizes(rows)[0]))

    def write(path, page_size=None, **options):
        usual = module.writer.MAX_PAGE_SIZE if page_size else None
        if page_size:
            module.writer.MAX_PAGE_SIZE = page_size
        try:
            call(module.write, path, frame, object_encoding=encoding or "infer", write_index=False,
                 has_nulls=True, **options)
        finally:
            if page_size:
                module.writer.MAX_PAGE_SIZE = usual

    yield "default", write
    yield "groups", lambda path: write(path, row_group_offsets=offsets, stats=True)
    if hasattr(module.writer, "MAX_PAGE_SIZE"):
        size = 4 * sizes(rows)[1]
        yield "pages", lambda path: write(path, size, row_group_offsets=offsets, stats=True)
    yield "int96", lambda path: write(path, row_group_offsets=offsets, times="int96", stats=True)


# --- chdb -------------------------------------------------------------------------------

def chdb_type(kind):
    types = {"bool": "Bool", "float": "Float32", "double": "Float64", "text": "String",
             "binary": "String", "fixed(4)": "FixedString(4)", "date": "Date32",
             "timestamp_s": "DateTime64(0, 'UTC')", "timestamp_ms": "DateTime64(3, 'UTC')",
             "timestamp_us": "DateTime64(6, 'UTC')", "timestamp_ns": "DateTime64(9, 'UTC')"}
    if kind.startswith(("int", "uint")):
        return kind.replace("int", "Int").replace("u", "U")
    if kind.startswith("decimal"):
        return kind.replace("d", "D", 1)
    return types[kind]


def chdb_text(kind, value):
    """A value in a file of tab-separated values."""
    if value is None:
        return b"\\N"
    if kind.startswith(("date", "time")):
        return moment_text(kind, value).encode()
    if isinstance(value, str):
        value = value.encode()
    if not isinstance(value, bytes):
        return str(value).encode()
    for plain, escaped in (b"\\", b"\\\\"), (b"\t", b"\\t"), (b"\n", b"\\n"), (b"\0", b"\\0"):
        value = value.replace(plain, escaped)
    return value


def chdb(name, rows, columns):
    import chdb as module
    groups, size = sizes(rows)
    source = os.path.abspath("source.tsv")
    declared = ", ".join("%s Nullable(%s)" % (n, chdb_type(k)) for n, k, _ in columns)
    with open(source, "wb") as file:
        for i in range(rows):
            cells = [chdb_text(k, values[i]) for _, k, values in columns]
            file.write(b"\t".join([str(i).encode()] + cells) + b"\n")

    def write(path, settings):
        done = path + ".parquet"
        chosen = dict(settings, max_threads=1, engine_file_truncate_on_insert=1)
        while True:
            told = ", ".join("%s = %r" % pair for pair in chosen.items())
            try:
                module.query("INSERT INTO FUNCTION file('%s', 'Parquet') SELECT * EXCEPT i FROM "
                             "file('%s', 'TSV', 'i UInt32, %s') ORDER BY i SETTINGS %s"
                             % (done, source, declared.replace("'", "''"), told))
                break
            except Exception as error:
                unknown = [o for o in chosen if o in str(error)]
                if not unknown:
                    raise
                del chosen[unknown[0]]
        os.rename(done, path)

    option = "output_format_parquet_"
    small = {option + "row_group_size": groups, option + "data_page_size": size,
             option + "batch_size": groups // 8, option + "compression_method": "none"}
    yield "default", lambda path: write(path, {})
    yield "pages", lambda path: write(path, small)
    yield "strings", lambda path: write(path, dict(small, **{
        option + "string_as_string": 1, option + "use_custom_encoder": 1,
        option + "write_bloom_filter": 1, option + "max_dictionary_size": 0}))
    yield "arrow", lambda path: write(path, dict(small, **{option + "use_custom_encoder": 0}))


# --- ORC --------------------------------------------------------------------------------

def orc_type(kind):
    types = {"bool": "boolean", "text": "string", "timestamp_ns": "timestamp",
             "timestamp_us": "timestamp", "timestamp_us_utc": "timestamp with local time zone",
             "int8": "tinyint", "int16": "smallint", "int32": "int", "int64": "bigint"}
    outer, inner = kind.split("/")[0], kind.split("/")[1:]
    if outer == "list":
        return "array<%s>" % orc_type(inner[0])
    if outer == "struct":
        return "struct<a:%s,b:%s>" % tuple(orc_type(k) for k in inner)
    if kind.startswith(("float", "double", "binary", "date", "decimal")):
        return kind
    return types[kind]


def orc_value(kind, value):
    if value is None:
        return None
    if kind == "date":
        return (EPOCH + datetime.timedelta(days=value)).date()
    if kind.startswith("timestamp"):
        zone = datetime.timezone.utc
        return EPOCH.replace(tzinfo=zone) + datetime.timedelta(
            microseconds=value * 10**6 // TICKS[unit_of(kind)])
    if kind.startswith("struct"):
        return tuple(orc_value(k, v) for k, v in zip(kind.split("/")[1:], value))
    return value


def pyorc(name, rows, columns):
    import pyorc as module
    schema = "struct<%s>" % ",".join("%s:%s" % (n, orc_type(k)) for n, k, _ in columns)
    made = list(zip(*[[orc_value(k, v) for v in values] for _, k, values in columns]))
    groups, _ = sizes(rows)

    def write(path, **options):
        with open(path, "wb") as file:
            with call(module.Writer, file, schema, **options) as writer:
                for row in made:
                    writer.write(row)

    yield "default", write
    small = {"row_index_stride": max(4, groups // 8), "compression": module.CompressionKind.NONE}
    yield "strides", lambda path: write(path, **small)
    yield "stripes", lambda path: write(path, stripe_size=1024, batch_size=groups, **small)
    yield "bloom", lambda path: write(path, bloom_filter_columns=[c[0] for c in columns], **small)


# --- all --------------------------------------------------------------------------------

WRITERS = {w.__name__: w for w in (
    polars, pyarrow, datafusion, deltalake, duckdb, fastparquet, chdb, pyorc)}


class Log:
    """What was tried, and what was refused."""

    def __init__(self, folder):
        self.folder = folder
        try:
            with open(os.path.join(folder, "tried")) as file:
                self.tried = set(file.read().split("\n"))
        except IOError:
            self.tried = set()

    def append(self, name, line):
        with open(os.path.join(self.folder, name), "a") as file:
            file.write(line.replace("\n", " ")[:300] + "\n")

    def ended_in(self, table):
        """An earlier run finished the table, or ended while it made the columns."""
        went_on = any(t.startswith(table + ".") for t in self.tried)
        return table + " done" in self.tried or (table in self.tried and not went_on)

    def attempt(self, name, function, *args):
        """Calls the function; false if it fails."""
        self.append("tried", name)
        try:
            function(*args)
            return True
        except BaseException as error:  # a panic of Rust is no Exception
            if isinstance(error, KeyboardInterrupt):
                raise
            self.append("refused", "%s: %s: %s" % (name, type(error).__name__, error))
            return False


def main():
    writer, source, folder = sys.argv[1:4]
    log = Log(folder)
    for table, rows, columns in tables(source):
        if log.ended_in(table):
            continue
        variants = []
        log.attempt(table, lambda: variants.extend(WRITERS[writer](table, rows, columns)))
        for variant, write in variants[:1 if rows > LONG else None]:
            name = "%s.%s" % (table, variant)
            part = os.path.join(folder, name + ".part")
            if name not in log.tried and log.attempt(name, write, part):
                os.rename(part, part.replace(".part", ".orc" if writer == "pyorc" else ".parquet"))
        log.append("tried", table + " done")


if __name__ == "__main__":
    main()
