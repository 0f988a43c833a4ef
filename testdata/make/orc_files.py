# SPDX-License-Identifier: MIT
"""The files of testdata/orc/ whose names begin with pyarrow_, and absent_structs.orc in
testdata/regressions/: ORC files that pyarrow (the C++ library of ORC) writes.

    python3 testdata/make/orc_files.py [FOLDER]
"""
import datetime
import decimal
import pathlib
import sys

import pyarrow as pa
from pyarrow import orc

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../../orc").resolve()

UTC = datetime.timezone.utc
WORDS = ["amber", "birch", "cedar", "dahlia", "elm", "fern", "ginkgo", "hazel"]


def write(name, columns, **options):
    """columns: name -> (type, values)"""
    table = pa.table({n: pa.array(values, type) for n, (type, values) in columns.items()})
    options = {"compression": "uncompressed"} | options
    orc.write_table(table, FOLDER / f"{name}.orc", **options)


def thirds(values):
    """NULL in every third row."""
    return [None if i % 3 == 2 else v for i, v in enumerate(values)]


def ends(bits):
    low, high = -2**(bits - 1), 2**(bits - 1) - 1
    return thirds([low, high, 0, 1, -1, 0, low + 1, high - 1, 0, 42, -42, 0])


def day(text):
    return datetime.date.fromisoformat(text)


def second(text, zone=None):
    return datetime.datetime.fromisoformat(text).replace(tzinfo=zone)


SECONDS = ["1970-01-01 00:00:00", "1969-12-31 23:59:59.999999", "", "2015-01-01 00:00:00",
           "2014-12-31 23:59:59.000001", "", "1883-11-18 12:00:00", "2262-04-11 23:47:16.854775",
           "", "2000-02-29 12:34:56.789", "1677-09-21 00:12:44", ""]


def seconds(zone=None):
    return thirds([second(t, zone) if t else None for t in SECONDS])


def decimals(digits, scale):
    with decimal.localcontext() as context:
        context.prec = 50
        most = 10**digits - 1
        return thirds([decimal.Decimal(u).scaleb(-scale)
                       for u in (0, most, 0, -most, 1, 0, -1, most // 3, 0, 10, -100, 0)])


def scalar_columns():
    """Twelve rows of each type that Arrow maps to ORC."""
    texts = thirds(["", "a", "", "naïve", "日本語", "", "😀", "a" * 300, "", "it's", '"', ""])
    return {
        "flag": (pa.bool_(), thirds([i % 2 == 0 for i in range(12)])),
        "i8": (pa.int8(), ends(8)),
        "i16": (pa.int16(), ends(16)),
        "i32": (pa.int32(), ends(32)),
        "i64": (pa.int64(), ends(64)),
        "f32": (pa.float32(), thirds([0.0, 1.5, 0, -2.25, 3e38, 0, -0.0, 0.1, 0, 7, -7, 0])),
        "f64": (pa.float64(), thirds([0.0, 1.5, 0, -2.25, 1e308, 0, -0.0, 0.1, 0, 7, -7, 0])),
        "text": (pa.string(), texts),
        "bytes": (pa.binary(), [t and t.encode() for t in texts]),
        "d9": (pa.decimal128(9, 2), decimals(9, 2)),
        "d18": (pa.decimal128(18, 18), decimals(18, 18)),
        "d38": (pa.decimal128(38, 10), decimals(38, 10)),
        "day": (pa.date32(), thirds([day(t) for t in (
            "1970-01-01", "1969-12-31", "2000-01-01", "0001-01-01", "9999-12-31", "2000-01-01",
            "1582-10-15", "1582-10-14", "2000-01-01", "2024-02-29", "1900-03-01",
            "2000-01-01")])),
        "local": (pa.timestamp("us"), seconds()),
        "instant": (pa.timestamp("us", "UTC"), seconds(UTC)),
    }


def nested_columns():
    """Nine rows: each kind of group, empty and NULL at each depth."""
    point = pa.struct([("x", pa.int32()), ("label", pa.string())])
    return {
        "id": (pa.int32(), list(range(9))),
        "point": (point, [{"x": 1, "label": "a"}, {"x": None, "label": "b"}, None,
                          {"x": 4, "label": None}, {"x": None, "label": None}, None,
                          {"x": 7, "label": "g"}, {"x": 8, "label": ""}, {"x": 9, "label": "i"}]),
        "tags": (pa.list_(pa.string()), [["a", "b"], [], None, [None], ["c"], ["d", None, "e"],
                                         [], None, ["f"] * 20]),
        "counts": (pa.map_(pa.string(), pa.int64()), [[("a", 1)], [], None, [("b", None)],
                                                      [("c", 3), ("d", 4)], [], [("e", 5)], None,
                                                      [("f", 6)]]),
        "path": (pa.list_(point), [[{"x": 1, "label": "a"}], [], None, [None],
                                   [{"x": None, "label": None}, {"x": 2, "label": "b"}], [], None,
                                   [{"x": 3, "label": "c"}], []]),
        "matrix": (pa.list_(pa.list_(pa.int16())), [[[1, 2], []], [None], [], None, [[3]], [[4], [5]],
                                                    [], None, [[6, None]]]),
        "variety": (pa.dense_union([pa.field("n", pa.int64()), pa.field("t", pa.string())],
                                   type_codes=[0, 1]), None),
    }


def unions():
    """The values of the union in nested_columns()."""
    return pa.UnionArray.from_dense(
        pa.array([0, 1, 0, 1, 1, 0, 0, 1, 0], pa.int8()),
        pa.array([0, 0, 1, 1, 2, 2, 3, 3, 4], pa.int32()),
        [pa.array([10, None, 30, 40, 50], pa.int64()), pa.array(["a", "b", None, "d"])],
        ["n", "t"])


def write_nested():
    """The first column has attributes."""
    columns = nested_columns()
    arrays = [unions() if values is None else pa.array(values, type)
              for type, values in columns.values()]
    fields = [pa.field(n, a.type, metadata={"unit": "1", "note": 'a "quoted" note'} if n == "id"
                       else None) for n, a in zip(columns, arrays)]
    orc.write_table(pa.table(arrays, pa.schema(fields)), FOLDER / "pyarrow_nested.orc")


def strided_columns(n):
    """n rows that differ from stride to stride."""
    return {
        "id": (pa.int64(), [i * 3 for i in range(n)]),
        "word": (pa.string(), [WORDS[i // 100 % 8] for i in range(n)]),
        "note": (pa.string(), [None if i % 7 == 0 else f"note {i * 7919 % n}" for i in range(n)]),
        "amount": (pa.float64(), [i % 97 / 4 for i in range(n)]),
        "price": (pa.decimal128(8, 2), [decimal.Decimal(i * 37 % 10000).scaleb(-2)
                                        for i in range(n)]),
        "day": (pa.date32(), [day("2024-01-01") + datetime.timedelta(days=i // 50)
                              for i in range(n)]),
        "at": (pa.timestamp("us", "UTC"), [second("2024-01-01 00:00:00", UTC) +
                                           datetime.timedelta(minutes=i) for i in range(n)]),
        "place": (pa.struct([("lat", pa.float32()), ("zone", pa.string())]),
                  [None if i % 11 == 0 else {"lat": i / 8, "zone": WORDS[i % 8]}
                   for i in range(n)]),
        "tags": (pa.list_(pa.string()), [WORDS[:i % 3] for i in range(n)]),
    }


def write_strides():
    """A stripe ends with a batch that exceeds its size."""
    write("pyarrow_strides", strided_columns(1500), row_index_stride=100, stripe_size=1 << 13,
          batch_size=300)
    write("pyarrow_bloom", {n: c for n, c in strided_columns(1500).items()
                            if n in ("id", "word", "note", "amount", "day")},
          row_index_stride=500, bloom_filter_columns=[1, 2, 3, 4, 5],
          dictionary_key_size_threshold=0.5)


def sorted_columns(n):
    """n rows of most types that grow from row to row, with NULL and NaN here and there."""
    def some(value, step):
        return [None if i % step == 4 else value(i) for i in range(n)]

    start = datetime.datetime(1969, 12, 1)
    return {
        "id": (pa.int64(), [i * 1000 for i in range(n)]),
        "tiny": (pa.int8(), some(lambda i: i * 200 // n - 100, 9)),
        "small": (pa.int16(), some(lambda i: i * 3 - 900, 13)),
        "flag": (pa.bool_(), some(lambda i: i % 400 >= 200, 31)),
        "ratio": (pa.float32(), some(lambda i: i / 8 - 20, 7)),
        "amount": (pa.float64(), [float("nan") if i % 150 == 77 else i / 4 - 100
                                  for i in range(n)]),
        "word": (pa.string(), some(lambda i: f"{WORDS[i * 8 // n]} {i:04}", 11)),
        "code": (pa.binary(), some(lambda i: b"%04d" % i, 17)),
        "price": (pa.decimal128(9, 2), some(lambda i: decimal.Decimal(i * 10 - 3000).scaleb(-2),
                                            10)),
        "wide": (pa.decimal128(30, 4), some(lambda i: decimal.Decimal(i * 10**20 - 10**22)
                                            .scaleb(-4), 8)),
        "day": (pa.date32(), some(lambda i: (start + datetime.timedelta(days=i)).date(), 12)),
        "local": (pa.timestamp("us"), some(lambda i: start + datetime.timedelta(hours=i), 14)),
        "instant": (pa.timestamp("us", "UTC"),
                    some(lambda i: (start + datetime.timedelta(hours=i, milliseconds=i))
                         .replace(tzinfo=UTC), 15)),
        "place": (pa.struct([("n", pa.int32()), ("name", pa.string())]),
                  some(lambda i: {"n": i // 2, "name": None if i % 5 == 0 else f"n{i:04}"}, 16)),
        "tags": (pa.list_(pa.string()), some(lambda i: [f"t{i:04}"] * (i % 3), 18)),
    }


def write_sorted():
    """Several stripes of four strides, and one of twelve that is compressed."""
    columns = sorted_columns(1200)
    for name, compression in (("pyarrow_sorted", "uncompressed"), ("pyarrow_sorted_zlib", "zlib")):
        write(name, columns, compression=compression, row_index_stride=100, stripe_size=1 << 12,
              batch_size=400, bloom_filter_columns=list(range(1, 19)),
              dictionary_key_size_threshold=0.5)


def write_compressions():
    """Texts of more bytes than a chunk has."""
    columns = {"n": (pa.int32(), [i % 1000 * (i % 3) for i in range(7000)]),
               "t": (pa.string(), [f"{WORDS[i % 8]} {i // 40}" for i in range(7000)])}
    for compression in ("snappy", "zlib", "lz4", "zstd"):
        write(f"pyarrow_{compression}", columns, compression=compression,
              compression_block_size=65536, row_index_stride=3000)


def varint(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)


def number_at(data, at):
    """A varint, and where it ends."""
    low = data[at]
    if low < 128:
        return low, at + 1
    high, end = number_at(data, at + 1)
    return low & 127 | high << 7, end


def part(number, data):
    """A field of a message that is bytes."""
    return varint(number << 3 | 2) + varint(len(data)) + data


def write_with_footer(name, source, added):
    """A copy of a file that is not compressed, with more fields in its footer."""
    data = (FOLDER / f"{source}.orc").read_bytes()
    footer_end = len(data) - 1 - data[-1]
    postscript = data[footer_end:-1]
    size, at = number_at(postscript, 1)
    postscript = postscript[:1] + varint(size + len(added)) + postscript[at:]
    (FOLDER / f"{name}.orc").write_bytes(
        data[:footer_end] + added + postscript + bytes([len(postscript)]))


def write_footers():
    """What pyarrow does not write, and Java does."""
    write_with_footer("pyarrow_metadata", "pyarrow_zero_rows", b"".join(
        part(5, part(1, key) + part(2, value)) for key, value in (
            (b"author", b"orc_files.py"), (b"empty", b""), (b"raw", b"\xff\x00"))))
    write_with_footer("pyarrow_julian", "pyarrow_types", varint(11 << 3) + b"\x01")


def write_absent():
    """A struct with absent structs in it: the C++ library also writes the values that the arrays
    have there, so the fields x and y have twelve values for eight structs.  Half of those of x
    are null, so only the end of a stream shows it."""
    numbers = pa.array(range(12), pa.int32())
    halves = pa.array([None if i % 2 == 0 else i for i in range(12)], pa.int32())
    holes = pa.array([i % 3 == 1 for i in range(12)])
    inner = pa.StructArray.from_arrays([halves, numbers], ["x", "y"], mask=holes)
    outer = pa.StructArray.from_arrays([inner, numbers], ["inner", "z"])
    table = pa.table({"outer": outer, "id": numbers})
    orc.write_table(table, FOLDER.parent / "regressions/absent_structs.orc",
                    compression="uncompressed")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    write("pyarrow_types", scalar_columns())
    write("pyarrow_types_v0", scalar_columns(), file_version="0.11")
    write_nested()
    write_strides()
    write_sorted()
    write_absent()
    write_compressions()
    write("pyarrow_zero_rows", {"n": (pa.int32(), []), "t": (pa.string(), [])})
    write_footers()
    write("pyarrow_dictionary", {"t": (pa.string(), thirds([WORDS[i % 3] for i in range(600)]))},
          dictionary_key_size_threshold=1.0)


main()
