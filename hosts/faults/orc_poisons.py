# SPDX-License-Identifier: MIT
"""Faults of an ORC file's optional metadata, one at a time: poisons.py, for ORC.

A poison is a function of (file, leaf, chunks, rng): the orc_tail.File to change, the leaf it is
about, and the leaf's chunks to change.  It returns False where it does not apply.  Bounds and
filters that must not be trusted are made false, so that a reader that trusts them loses rows.

As for Parquet, the rest of the file's metadata shows each fault: a count that contradicts the
number of rows, bounds in the wrong order or of another type, lists of another length than the
stripes, columns or strides, or a writer that is known for such faults.  What is wrong, but
possible, is not asked about, since no reader can notice it before it reads all values:

    bounds, sums and counts that are false, but agree with each other
    statistics of another column of the same type
    positions in a row index that are those of another place in the stream
    a rowIndexStride with which each stripe still has as many strides
    Bloom filters without bits, or with more hash functions than were used
    numbers of rows in stripes that have the right sum

LIES has some of these.  `structure` poisons change what a reader needs; it may refuse the file.
"""
import orc_tail
from orc_tail import (
    BINARY, BLOOM_FILTER, BLOOM_FILTER_UTF8, BOOLEAN, BYTE, CHAR, DATE, DECIMAL, DOUBLE, FLOAT,
    INSTANT, INT, LONG, Message, ROW_INDEX, SHORT, STRING, TIMESTAMP, VARCHAR, of, signed, unsigned)
from poison_list import PoisonList

ORC = PoisonList()
poison, structure = ORC.poison, ORC.structure

COUNT, HAS_NULL = 1, 10  # in ColumnStatistics
WRITER_VERSION = 6       # in the postscript
STRIDE, WRITER, SOFTWARE = 8, 9, 12  # in the footer
HIVE_8732, ORC_135 = 1, 6
JAVA, CPP = 0, 1
NAN = float("nan")
TYPES = {"integers": (BYTE, SHORT, INT, LONG), "doubles": (FLOAT, DOUBLE),
         "texts": (STRING, VARCHAR, CHAR), "buckets": (BOOLEAN,), "decimals": (DECIMAL,),
         "dates": (DATE,), "binaries": (BINARY,), "timestamps": (TIMESTAMP, INSTANT)}
# The field of ColumnStatistics with the bounds of a kind, and its fields minimum and maximum.
FIELDS = {"integers": 2, "doubles": 3, "texts": 4, "buckets": 5, "decimals": 6, "dates": 7,
          "binaries": 8, "timestamps": 9}
FIELD = {kind: FIELDS[name] for name, kinds in TYPES.items() for kind in kinds}
BOUNDS = {2: (1, 2), 3: (1, 2), 4: (1, 2), 6: (1, 2), 7: (1, 2), 9: (3, 4)}
WIDTHS = {BYTE: 8, SHORT: 16, INT: 32, LONG: 64, DATE: 32}
HIGH = 2**40
JUNK = [0, 1, 3, 2**31 - 1, 2**40, 2**63 - 1, 2**64 - 1]
TOO_MANY = [2**40, 2**63, 2**64 - 1]
FAULTY_CPP = [b"1.6.0", b"1.6.11", b"1.7.0", b"1.6.5-SNAPSHOT"]
DAMAGED = [b"\xff" * 7, b"\x0a\xff", b"\x0b", b"\x0a\x05abc", b"\x00"]


def each(chunks, change):
    """Applies change(...) to each; returns whether there was one to which it applied."""
    changed = [change(each_one) for each_one in chunks]
    return any(c is not False for c in changed)


def is_of(leaf, *names):
    return any(leaf.kind in TYPES[name] for name in names)


def has_bounds(leaf):
    return FIELD.get(leaf.kind) in BOUNDS


# --- statistics -------------------------------------------------------------------------

def stripe_statistics(chunks):
    """(ColumnStatistics, number of rows) of each stripe."""
    return [(c.stripe_statistics(), c.n_rows) for c in chunks if c.stripe_statistics()]


def stride_statistics(chunks):
    """The same of each stride."""
    return [(entry.message(2), n_rows) for c in chunks for entry, n_rows in c.entries()
            if entry.has(2)]


def all_statistics(chunks):
    return stripe_statistics(chunks) + stride_statistics(chunks)


def false_bounds(leaf):
    """The message with bounds that exclude what the file has; None: the type has none."""
    bound = {BYTE: signed(127), SHORT: signed(2**15 - 1), INT: signed(2**31 - 2),
             LONG: signed(2**62), DATE: signed(2**30), FLOAT: 3.3e38, DOUBLE: 1.7e308,
             TIMESTAMP: signed(2**45), INSTANT: signed(2**45),
             DECIMAL: b"9" * max(1, leaf.precision - leaf.scale)}.get(leaf.kind)
    if is_of(leaf, "texts"):
        bound = b"\xf4\x8f\xbf\xbf" * 3
    if leaf.kind == BOOLEAN:
        return Message().put_numbers(1, [0])
    if bound is None:
        return None
    low, high = BOUNDS[FIELD[leaf.kind]]
    return Message().put(low, bound).put(high, bound)


def put_false(leaf, statistics):
    """Puts bounds that exclude what the file has into statistics of values."""
    bounds = false_bounds(leaf)
    if bounds is None or not statistics.has(FIELD[leaf.kind]):
        return False
    return statistics.put(FIELD[leaf.kind], bounds)


def make_false(leaf, found):
    """Makes bounds false."""
    return each(found, lambda pair: put_false(leaf, pair[0]))


def make_all_false(leaf, found):
    """Makes the statistics also claim that there is no NULL."""
    def change(pair):
        put_false(leaf, pair[0])
        return pair[0].put(COUNT, pair[1]).put(HAS_NULL, False)
    return each(found, change)


def each_statistics(chunks, change):
    """change(statistics, number of rows) of stripes and strides."""
    return each(all_statistics(chunks), lambda pair: change(*pair))


def each_bounds(leaf, chunks, change):
    """change(message with the bounds) where both are there, and differ."""
    def of_one(statistics, _):
        bounds = statistics.message(FIELD[leaf.kind])
        low, high = BOUNDS[FIELD[leaf.kind]]
        if bounds is None or not bounds.has(low, high) or bounds.get(low) == bounds.get(high):
            return False
        return change(bounds, low, high)
    return has_bounds(leaf) and each_statistics(chunks, of_one)


def false_and(leaf, chunks, change):
    """False bounds, and a fault that shows them to be untrustworthy."""
    def both(statistics, n_rows):
        if put_false(leaf, statistics) is False:
            return False
        return change(statistics, n_rows)
    return each_statistics(chunks, both)


def put_bounds(leaf, chunks, names, make):
    """Replaces the bounds by make()'s."""
    return is_of(leaf, *names) and false_and(
        leaf, chunks, lambda statistics, _: statistics.put(FIELD[leaf.kind], make()))


@poison
def bounds_reversed(file, leaf, chunks, rng):
    def swap(bounds, low, high):
        least, most = bounds.get(low), bounds.get(high)
        bounds.put(low, most).put(high, least)
        if leaf.kind in (FLOAT, DOUBLE):
            return bounds.double(low) != bounds.double(high)
        return None
    return each_bounds(leaf, chunks, swap)


@poison
def bounds_one_sided(file, leaf, chunks, rng):
    side = rng.choice([0, 1])
    return each_bounds(leaf, chunks, lambda bounds, *sides: bounds.put(sides[side], None))


@poison
def bounds_gone(file, leaf, chunks, rng):
    return each_bounds(
        leaf, chunks, lambda bounds, low, high: bounds.put(low, None).put(high, None))


@poison
def bounds_of_nan(file, leaf, chunks, rng):
    """NaN as a bound, beside a false one or another NaN."""
    which = rng.choice([(1,), (2,), (1, 2)])

    def make():
        bounds = false_bounds(leaf)
        for number in which:
            bounds.put(number, NAN)
        return bounds
    return put_bounds(leaf, chunks, ["doubles"], make)


@poison
def sum_of_nan(file, leaf, chunks, rng):
    """False bounds beside a sum that is NaN: values are NaN, and may have hidden the others."""
    return put_bounds(leaf, chunks, ["doubles"], lambda: false_bounds(leaf).put(3, NAN))


@poison
def bounds_beyond_type(file, leaf, chunks, rng):
    """Bounds that no value of the type can have."""
    if is_of(leaf, "decimals"):
        bound = rng.choice([b"9" * 41, b"-" + b"9" * 39])
    elif leaf.kind == FLOAT:
        bound = rng.choice([1e300, -1e300])
    elif WIDTHS.get(leaf.kind, 64) < 64:
        bound = signed(rng.choice([1, -1]) * rng.choice([2**(WIDTHS[leaf.kind] - 1) + 1, HIGH]))
    else:
        return False
    return put_bounds(leaf, chunks, TYPES, lambda: Message().put(1, bound).put(2, bound))


@poison
def bounds_unreadable(file, leaf, chunks, rng):
    """Bounds that are no numbers, or of another wire type."""
    if is_of(leaf, "decimals"):
        bound = rng.choice([b"", b"abc", b"--9", b"9x", b"\0", b"\xff\xfe", b".", b"9 9"])
    elif is_of(leaf, "texts"):
        bound = 7
    else:
        bound = rng.choice([b"", b"\1", b"99999999"])
    if not has_bounds(leaf):
        return False
    low, high = BOUNDS[FIELD[leaf.kind]]
    return put_bounds(leaf, chunks, TYPES, lambda: Message().put(low, bound).put(high, bound))


@poison
def bounds_of_other_kind(file, leaf, chunks, rng):
    """Statistics of another type only: which column they are of is unknown."""
    others = [field for field in FIELDS.values() if field != FIELD.get(leaf.kind)]
    field = rng.choice(others)
    other = Message().put(1, b"zz").put(2, b"zz") if field in (4, 6) else Message().put(1, 7)

    def replace(statistics, n_rows):
        statistics.put(FIELD[leaf.kind], None).put(field, other)
        return statistics.put(COUNT, n_rows).put(HAS_NULL, False)
    return leaf.kind in FIELD and each_statistics(chunks, replace)


@poison
def statistics_swapped(file, leaf, chunks, rng):
    """Statistics of stripes or strides that are those of a column of another type."""
    others = [o for o in file.leaves
              if o.kind in FIELD and FIELD[o.kind] != FIELD.get(leaf.kind)]
    if not others or leaf.kind not in FIELD:
        return False
    other = rng.choice(others)
    of_strides = rng.random() < 0.5

    def swap(chunk):
        twin = orc_tail.Chunk(chunk.stripe, other)
        if of_strides:
            pairs = [(a, b) for (a, _), (b, _) in zip(chunk.entries(), twin.entries())]
            for mine, theirs in pairs:
                swap_fields(mine, theirs, 2)
            return bool(pairs)
        mine, theirs = chunk.stripe_statistics(), twin.stripe_statistics()
        if mine is None or theirs is None:
            return False
        mine.fields, theirs.fields = theirs.fields, mine.fields
        return True
    return each(chunks, swap)


def swap_fields(a, b, number):
    of_a, of_b = a.get(number), b.get(number)
    a.put(number, of_b)
    b.put(number, of_a)


@poison
def bounds_of_other_kind_besides(file, leaf, chunks, rng):
    """True statistics, and empty ones of other types."""
    def add(statistics, _):
        for field in FIELDS.values():
            if field != FIELD.get(leaf.kind):
                statistics.put(field, b"")
    return each_statistics(chunks, add)


@poison
def has_null_absent(file, leaf, chunks, rng):
    return each_statistics(chunks, lambda statistics, _: statistics.put(HAS_NULL, None))


@poison
def has_null_false(file, leaf, chunks, rng):
    """False, although there are fewer values than rows."""
    def change(statistics, n_rows):
        if statistics.get(COUNT, n_rows) == n_rows:
            return False
        return statistics.put(HAS_NULL, False)
    return each_statistics(chunks, change)


@poison
def has_null_true(file, leaf, chunks, rng):
    """True, although there may be as many values as rows: one of both is wrong."""
    def change(statistics, n_rows):
        statistics.put(HAS_NULL, True)
        if rng.random() < 0.5:
            statistics.put(COUNT, n_rows)
    return each_statistics(chunks, change)


@poison
def has_null_odd(file, leaf, chunks, rng):
    """Numbers other than 0 and 1 are true."""
    n = rng.choice([2, 2**32, 2**63])
    return each_statistics(chunks, lambda statistics, _: statistics.put(HAS_NULL, n)
                           if statistics.get(HAS_NULL, 1) else False)


@poison
def count_absent(file, leaf, chunks, rng):
    return each_statistics(chunks, lambda statistics, _: statistics.put(COUNT, None))


@poison
def counts_absent(file, leaf, chunks, rng):
    return each_statistics(
        chunks, lambda statistics, _: statistics.put(COUNT, None).put(HAS_NULL, None))


@poison
def count_zero(file, leaf, chunks, rng):
    """Bounds of no values, or true ones among none."""
    def change(statistics, _):
        inner = statistics.message(FIELD[leaf.kind])
        if inner is None or not any(inner.has(n) for n in BOUNDS.get(FIELD[leaf.kind], ())) \
                and (leaf.kind != BOOLEAN or inner.numbers(1) in ([], [0])):
            return False
        return statistics.put(COUNT, 0).put(HAS_NULL, True)
    return leaf.kind in FIELD and each_statistics(chunks, change)


@poison
def count_zero_without_null(file, leaf, chunks, rng):
    """Rows that have neither a value nor NULL."""
    return len(leaf.path) == 1 and each_statistics(
        chunks, lambda statistics, _: statistics.put(COUNT, 0).put(HAS_NULL, False)
        .put(FIELD.get(leaf.kind, 2), None))


@poison
def count_too_low(file, leaf, chunks, rng):
    """Fewer values than there are; one remains."""
    return each_statistics(chunks, lambda statistics, _: statistics.put(COUNT, 1)
                           .put(HAS_NULL, True) if statistics.get(COUNT, 0) > 1 else False)


@poison
def count_too_high(file, leaf, chunks, rng):
    """More values than rows."""
    return len(leaf.path) == 1 and false_and(
        leaf, chunks,
        lambda statistics, n_rows: statistics.put(COUNT, rng.choice([n_rows + 1, *TOO_MANY])))


@poison
def sums(file, leaf, chunks, rng):
    """Sums that are wrong or missing.  That of doubles says whether values are NaN."""
    if leaf.kind in (FLOAT, DOUBLE):
        made = rng.choice([None, NAN])
    elif leaf.kind == DECIMAL:
        made = rng.choice([None, b"", b"x", b"9" * 400, b"-1"])
    else:
        made = rng.choice([None, *JUNK])

    def change(statistics, _):
        inner = statistics.message(FIELD[leaf.kind])
        return False if inner is None else inner.put(
            1 if leaf.kind == BINARY else 3, made)
    return leaf.kind in FIELD and not is_of(leaf, "timestamps", "buckets") and \
        each_statistics(chunks, change)


@poison
def bytes_on_disk(file, leaf, chunks, rng):
    return each_statistics(chunks, lambda statistics, _: statistics.put(11, rng.choice(JUNK)))


@poison
def statistics_empty(file, leaf, chunks, rng):
    return each_statistics(chunks, lambda statistics, _: statistics.fields.clear())


@poison
def statistics_damaged(file, leaf, chunks, rng):
    """False statistics that end with a damaged field."""
    def change(statistics, _):
        damaged = statistics.bytes() + rng.choice([b"\xff" * 11, b"\x0b", b"\x12\x7f"])
        statistics.bytes = lambda: damaged
    return false_and(leaf, chunks, change)


@poison
def count_buckets(file, leaf, chunks, rng):
    """Counts of true that are more than there are values, or are too few or too many."""
    if leaf.kind != BOOLEAN:
        return False
    counts = rng.choice([[HIGH], [2**64 - 1], [], [0, 0], [7, 7, 7]])
    return each_statistics(chunks, lambda statistics, _: statistics.put(
        5, Message().put_numbers(1, counts)))


@poison
def decimals_in_other_scale(file, leaf, chunks, rng):
    """Bounds with more digits after the point than the type has, all of them 0."""
    def change(bounds, low, high):
        for number in low, high:
            text = bounds.get(number)
            bounds.put(number, text + (b"" if b"." in text else b".") + b"0" * 12)
    return leaf.kind == DECIMAL and each_bounds(leaf, chunks, change)


# --- texts, timestamps ------------------------------------------------------------------

@poison
def text_bounds_cut(file, leaf, chunks, rng):
    """lowerBound and upperBound in the place of one or both bounds."""
    sides = rng.choice([(1,), (2,), (1, 2)])

    def cut(bounds, low, high):
        least, most = bounds.get(low), bounds.get(high)
        if 1 in sides:
            bounds.put(low, None).put(4, least[:1])
        if 2 in sides:
            bounds.put(high, None).put(5, most + b"zz")
    return is_of(leaf, "texts") and each_bounds(leaf, chunks, cut)


@poison
def text_bounds_reversed(file, leaf, chunks, rng):
    """lowerBound above upperBound."""
    return put_bounds(leaf, chunks, ["texts"], lambda: of(_4=b"\xf4\x8f\xbf\xbf", _5=b"\0"))


@poison
def text_bounds_contradict(file, leaf, chunks, rng):
    """lowerBound above minimum, or upperBound below maximum."""
    def add(bounds, low, high):
        if rng.random() < 0.5:
            bounds.put(4, bounds.get(high) + b"z")
        else:
            bounds.put(5, b"\0")
    return is_of(leaf, "texts") and each_bounds(leaf, chunks, add)


@poison
def utc_bounds_gone(file, leaf, chunks, rng):
    """Bounds in some time zone only, like those of old writers."""
    shift = rng.randint(-14, 14) * 3600 * 1000

    def move(bounds, low, high):
        for number, other in (low, 1), (high, 2):
            bounds.put(other, signed(unsigned(bounds.get(number)) + shift)).put(number, None)
    return is_of(leaf, "timestamps") and each_bounds(leaf, chunks, move)


@poison
def utc_bounds_one_sided(file, leaf, chunks, rng):
    """One bound in UTC; the other in some time zone."""
    def move(bounds, low, high):
        number, other = rng.choice([(low, 1), (high, 2)])
        bounds.put(other, bounds.get(number)).put(number, None)
    return is_of(leaf, "timestamps") and each_bounds(leaf, chunks, move)


@poison
def local_bounds_false(file, leaf, chunks, rng):
    """Bounds in UTC, and false ones in some time zone."""
    return is_of(leaf, "timestamps") and each_bounds(
        leaf, chunks, lambda bounds, *_: bounds.put(1, signed(2**45)).put(2, signed(2**45)))


@poison
def nanos_out_of_range(file, leaf, chunks, rng):
    n = rng.choice([1_000_001, 2**31 - 1, 2**64 - 1])
    return is_of(leaf, "timestamps") and each_bounds(
        leaf, chunks, lambda bounds, *_: bounds.put(5, n).put(6, n))


@poison
def timestamps_extreme(file, leaf, chunks, rng):
    """Bounds that are true, but too far apart to calculate with."""
    return is_of(leaf, "timestamps") and each_bounds(
        leaf, chunks, lambda bounds, low, high:
        bounds.put(low, signed(-2**63 + rng.choice([0, 1, 10**8])))
        .put(high, signed(2**63 - 1 - rng.choice([0, 1, 10**8]))))


# --- statistics of stripes and of the file ----------------------------------------------

def false_stripes(file, leaf):
    """False statistics of all stripes, so that those of strides are not asked."""
    return make_all_false(leaf, stripe_statistics(file.chunks(leaf)))


@poison
def stripes_too_few(file, leaf, chunks, rng):
    if not false_stripes(file, leaf):
        return False
    stripes = file.metadata.messages(1)
    del stripes[rng.choice([0, -1])]
    file.metadata.put(1, *stripes)
    return True


@poison
def stripes_too_many(file, leaf, chunks, rng):
    if not false_stripes(file, leaf):
        return False
    stripes = file.metadata.messages(1)
    file.metadata.put(1, *stripes, *rng.choice([[Message()], stripes]))
    return True


@poison
def columns_too_few(file, leaf, chunks, rng):
    return false_stripes(file, leaf) and each(
        file.metadata.messages(1), lambda stripe: stripe.put(1, *stripe.messages(1)[:-1]))


@poison
def columns_too_many(file, leaf, chunks, rng):
    at = rng.choice([0, 99])

    def insert(stripe):
        columns = stripe.messages(1)
        columns.insert(at, of(_1=1, _10=0))
        stripe.put(1, *columns)
    return false_stripes(file, leaf) and each(file.metadata.messages(1), insert)


@poison
def metadata_gone(file, leaf, chunks, rng):
    file.metadata_bytes = b""


@poison
def metadata_damaged(file, leaf, chunks, rng):
    if not false_stripes(file, leaf):
        return False
    file.metadata_bytes = file.packed(
        file.metadata.bytes() + rng.choice([b"\x0a\x7f", b"\xff" * 11, b"\x0b"]))
    return True


@poison
def file_statistics(file, leaf, chunks, rng):
    """False statistics of the file; its stripes have others."""
    columns = file.footer.messages(7)
    rows = file.footer.get(6, 0)
    return leaf.number < len(columns) and make_all_false(leaf, [(columns[leaf.number], rows)])


@poison
def file_statistics_gone(file, leaf, chunks, rng):
    columns = file.footer.messages(7)
    file.footer.put(7, *rng.choice([[], columns[:1], columns * 2, [b"\xff\xff\xff"]]))


# --- writers ----------------------------------------------------------------------------

def by_java(file):
    """Makes Java the writer.  Filters of tinyint columns are left out: those of C++ are not those
    of Java."""
    file.footer.put(WRITER, JAVA).put(SOFTWARE, b"1.9.2")
    for leaf in file.leaves:
        if leaf.kind == BYTE:
            remove_streams(file.chunks(leaf), BLOOM_FILTER_UTF8)


@poison
def writer_version_gone(file, leaf, chunks, rng):
    """As of Hive before HIVE-8732: bounds of stripes are wrong, and those of text."""
    false_stripes(file, leaf)
    if is_of(leaf, "texts"):
        make_false(leaf, stride_statistics(chunks))
    file.postscript.put(WRITER_VERSION, rng.choice([None, 0]))
    if rng.random() < 0.5:
        by_java(file)


@poison
def writer_before_orc_135(file, leaf, chunks, rng):
    file.postscript.put(WRITER_VERSION, rng.randint(HIVE_8732, ORC_135 - 1))
    return is_of(leaf, "timestamps") and make_false(leaf, all_statistics(chunks))


@poison
def writer_of_small_decimals(file, leaf, chunks, rng):
    by_java(file)
    file.postscript.put(WRITER_VERSION, ORC_135)
    return leaf.kind == DECIMAL and leaf.precision <= 18 and make_false(
        leaf, all_statistics(chunks))


@poison
def writer_version_high(file, leaf, chunks, rng):
    file.postscript.put(WRITER_VERSION, rng.choice([7, 10, 99, *TOO_MANY]))


@poison
def writer_gone(file, leaf, chunks, rng):
    by_java(file)
    file.footer.put(WRITER, None).put(SOFTWARE, None)
    file.postscript.put(WRITER_VERSION, rng.randint(HIVE_8732, 9))


@poison
def writer_unknown(file, leaf, chunks, rng):
    file.footer.put(WRITER, rng.choice([6, 77, *TOO_MANY]))


@poison
def software_version(file, leaf, chunks, rng):
    file.footer.put(SOFTWARE, rng.choice([None, b"", b"\0", b"x" * 5000, b"-", b"99.99"]))


@poison
def format_version_gone(file, leaf, chunks, rng):
    file.postscript.put(4, None)


@poison
def calendar_odd(file, leaf, chunks, rng):
    file.footer.put(11, rng.choice([None, 0, 2, 77, 2**40]))


# --- row indexes ------------------------------------------------------------------------

def remove_streams(chunks, kind):
    def remove(chunk):
        stream = chunk.stripe.stream(chunk.leaf.number, kind)
        if stream is None:
            return False
        return chunk.stripe.streams.remove(stream)
    return each(chunks, remove)


def each_index(leaf, chunks, change):
    """change(row index) with false statistics, which its fault shows to be untrustworthy."""
    def both(chunk):
        if len(chunk.entries()) < 2:
            return False
        make_all_false(leaf, stride_statistics([chunk]))
        return change(chunk.index())
    return each(chunks, both)


@poison
def index_gone(file, leaf, chunks, rng):
    return remove_streams(chunks, ROW_INDEX)


@poison
def index_too_short(file, leaf, chunks, rng):
    at = rng.choice([0, -1])

    def shorten(index):
        entries = index.messages(1)
        del entries[at]
        index.put(1, *entries)
    return each_index(leaf, chunks, shorten)


@poison
def index_too_long(file, leaf, chunks, rng):
    def lengthen(index):
        entries = index.messages(1)
        index.put(1, *entries, *rng.choice([[Message()], entries, entries[:1] * 5000]))
    return each_index(leaf, chunks, lengthen)


@poison
def index_empty(file, leaf, chunks, rng):
    return each_index(leaf, chunks, lambda index: index.fields.clear())


@poison
def index_damaged(file, leaf, chunks, rng):
    """False statistics, and a damaged end."""
    def damage(index):
        damaged = index.bytes() + rng.choice([b"\x0a\x7f", b"\xff" * 11, b"\x0b"])
        index.bytes = lambda: damaged
    return each_index(leaf, chunks, damage)


@poison
def index_not_decompressed(file, leaf, chunks, rng):
    """A stream whose chunks cannot be decompressed, or exceed it."""
    def damage(chunk):
        stream = chunk.stripe.stream(leaf.number, ROW_INDEX)
        if stream is None or file.compression == orc_tail.NONE:
            return False
        stream.data = rng.choice([stream.data[:-1], stream.data[:2], b"\xff" * 20,
                                  b"\x20\0\0" + b"\xaa" * 16])
        return True
    return each(chunks, damage)


@poison
def entries_without_statistics(file, leaf, chunks, rng):
    entries = [entry for chunk in chunks for entry, _ in chunk.entries()]
    return each(entries, lambda entry: entry.put(2, None) if rng.random() < 0.7 else None)


def each_position(chunks, change):
    """positions -> positions of each entry"""
    def of_one(entry):
        positions = entry.numbers(1)
        return bool(positions) and entry.put_numbers(1, change(positions))
    return each([entry for chunk in chunks for entry, _ in chunk.entries()], of_one)


@structure
def positions_cut(file, leaf, chunks, rng):
    keep = rng.choice([0, 1, -1])
    return each_position(chunks, lambda positions: positions[:keep])


@structure
def positions_gone(file, leaf, chunks, rng):
    """Statistics are true, but no stride can be found by them."""
    return each_position(chunks, lambda positions: [])


@structure
def positions_more(file, leaf, chunks, rng):
    return each_position(chunks, lambda positions: positions + [rng.choice(JUNK)] * 3)


@structure
def positions_far(file, leaf, chunks, rng):
    """One position, or all of them, far beyond the end of anything."""
    far, at = rng.choice(TOO_MANY), rng.choice([None, 0, -1])

    def change(positions):
        if at is None:
            return [far] * len(positions)
        positions[at] = far
        return positions
    return each_position(chunks, change)


def false_strides(file):
    """False statistics of all strides, and no filters."""
    for leaf in file.leaves:
        make_all_false(leaf, stride_statistics(file.chunks(leaf)))


def n_strides(file, stride):
    return [-(-stripe.n_rows // stride) for stripe in file.stripes]


@poison
def stride_gone(file, leaf, chunks, rng):
    """No stride, so no row indexes, whatever is in them."""
    false_strides(file)
    file.footer.put(STRIDE, rng.choice([None, 0]))


@poison
def stride_wrong(file, leaf, chunks, rng):
    """Another stride, with which each stripe would have another number of them."""
    now = file.footer.get(STRIDE, 0)
    fit = [n for n in (1, 2, now // 2, now * 2, now - 1, *TOO_MANY) if now and n > 0
           and all(a != b for a, b in zip(n_strides(file, n), n_strides(file, now)))]
    if not fit:
        return False
    false_strides(file)
    file.footer.put(STRIDE, rng.choice(fit))
    return True


# --- Bloom filters ----------------------------------------------------------------------

def each_bloom(chunks, change):
    """change(filters) of each chunk."""
    def of_one(chunk):
        index = chunk.blooms()
        if index is None or not index.has(1):
            return False
        filters = change(index.messages(1))
        return index.put(1, *filters)
    return each(chunks, of_one)


def each_filter(chunks, change):
    """change(filter) of each, whose bits are all 0."""
    def of_all(filters):
        for one in filters:
            one.put(3, bytes(len(one.get(3, b""))))
            change(one)
        return filters
    return each_bloom(chunks, of_all)


def without_bits(chunks):
    return each_filter(chunks, lambda one: None)


@poison
def bloom_gone(file, leaf, chunks, rng):
    return remove_streams(chunks, BLOOM_FILTER_UTF8)


@poison
def bloom_wrong_size(file, leaf, chunks, rng):
    """Bits that are none, or no whole words."""
    size = rng.choice([0, 1, 4, 7, 9, 1023])
    return each_filter(chunks, lambda one: one.put(3, bytes(size)))


@poison
def bloom_without_bitset(file, leaf, chunks, rng):
    """Only the words that older filters have, or nothing."""
    def change(one):
        one.put(3, None)
        if rng.random() < 0.5:
            one.fields.append([2, orc_tail.EIGHT_BYTES, bytes(8)])
    return each_filter(chunks, change)


@poison
def bloom_without_hashes(file, leaf, chunks, rng):
    n = rng.choice([None, 0])
    return each_filter(chunks, lambda one: one.put(1, n))


@poison
def bloom_too_few(file, leaf, chunks, rng):
    at = rng.choice([1, 0])
    return without_bits(chunks) and each_bloom(
        chunks, lambda filters: filters[at:len(filters) - 1 + at])


@poison
def bloom_too_many(file, leaf, chunks, rng):
    return without_bits(chunks) and each_bloom(
        chunks, lambda filters: filters + filters[:rng.choice([1, 99])])


@poison
def bloom_damaged(file, leaf, chunks, rng):
    def change(chunk):
        if not without_bits([chunk]):
            return False
        index = chunk.blooms()
        damaged = index.bytes() + rng.choice([b"\x0a\x7f", b"\xff" * 11, b"\x0b"])
        index.bytes = lambda: damaged
        return True
    return each(chunks, change)


@poison
def bloom_encoding(file, leaf, chunks, rng):
    """Filters of texts in the writer's own encoding, or of a hash that is not known."""
    encoding = rng.choice([None, 0, 2, 2**40])
    return without_bits(chunks) and each(
        chunks, lambda chunk: chunk.stripe.encoding(leaf.number).put(3, encoding))


@poison
def bloom_of_old_kind(file, leaf, chunks, rng):
    def change(chunk):
        chunk.stripe.stream(leaf.number, BLOOM_FILTER_UTF8).kind = BLOOM_FILTER
    return without_bits(chunks) and each(chunks, change)


@poison
def bloom_writer(file, leaf, chunks, rng):
    """Filters of C++ before ORC-1024."""
    file.footer.put(WRITER, CPP).put(SOFTWARE, rng.choice(FAULTY_CPP))
    return is_of(leaf, "integers") and without_bits(chunks)


@poison
def bloom_type(file, leaf, chunks, rng):
    """Types whose filters writers do not agree on."""
    return leaf.kind in (BOOLEAN, DECIMAL, TIMESTAMP, INSTANT, CHAR, BINARY, BYTE) and \
        without_bits(chunks)


# --- the rest of the metadata -----------------------------------------------------------

@poison
def key_values(file, leaf, chunks, rng):
    pairs = [of(_1=b"orc.schema", _2=b"\xff\0"), of(_1=b""), Message(), of(_1=b"x" * 9000, _2=b"{")]
    file.footer.put(5, *rng.sample(pairs, rng.randint(1, 4)))


@poison
def lengths_unused(file, leaf, chunks, rng):
    """Lengths that nothing should use."""
    file.footer.put(1, rng.choice(JUNK)).put(2, rng.choice(JUNK))
    file.postscript.put(7, rng.choice(JUNK))


@poison
def unknown_fields(file, leaf, chunks, rng):
    messages = [file.footer, file.postscript, file.metadata, *file.footer.messages(4)]
    for chunk in chunks:
        messages += [chunk.stripe.footer, chunk.stripe.info, chunk.index(), chunk.blooms()]
    messages += [statistics for statistics, _ in all_statistics(chunks)]
    for message in filter(None, messages):
        message.put(777, b"?").put(500_000_000, 5).put(600, 1.5)
        message.fields.append([601, orc_tail.FOUR_BYTES, b"abcd"])


@poison
def footer_rows_gone(file, leaf, chunks, rng):
    file.footer.put(6, None)


@poison
def zone_gone(file, leaf, chunks, rng):
    """No time zone, where it is that which is the default."""
    return is_of(leaf, "timestamps") and each(chunks, lambda chunk: chunk.stripe.footer.put(3, None)
                if chunk.stripe.footer.get(3) in (b"UTC", b"GMT") else False)


@structure
def zone_unknown(file, leaf, chunks, rng):
    name = rng.choice([b"Mars/Phobos", b"\xff\xfe", b"../../../etc/passwd", b"x" * 5000, b"\0"])
    return is_of(leaf, "timestamps") and each(
        chunks, lambda chunk: chunk.stripe.footer.put(3, name))


@structure
def footer_rows(file, leaf, chunks, rng):
    n = file.footer.get(6, 0)
    file.footer.put(6, rng.choice([n + 1, n - 1, 0, *TOO_MANY]))


@structure
def stripe_rows(file, leaf, chunks, rng):
    """A number of rows that does not fit the footer's."""
    info = rng.choice(file.stripes).info
    n = info.get(5, 0)
    info.put(5, rng.choice([None, 0, n + 1, n - 1, 2 * n, *TOO_MANY]))


@structure
def stripe_place(file, leaf, chunks, rng):
    """A stripe beyond the end of the file."""
    number, value = rng.choice([1, 2, 3, 4]), rng.choice(TOO_MANY)
    rng.choice(file.stripes).change_info = lambda info: info.put(number, value)


@structure
def stream_place(file, leaf, chunks, rng):
    """A stream that is longer than its stripe, or of a column that does not exist."""
    number, value = rng.choice([(2, 10_000), (2, 2**40), *((3, n) for n in TOO_MANY)])

    def change(footer):
        rng.choice(footer.messages(1)).put(number, value)
    for chunk in chunks:
        chunk.stripe.change_footer = change


@structure
def streams_twice(file, leaf, chunks, rng):
    """Each stream is listed twice, so that they exceed the stripe."""
    for chunk in chunks:
        chunk.stripe.change_footer = lambda footer: footer.put(1, *footer.messages(1) * 2)


@structure
def encodings_too_few(file, leaf, chunks, rng):
    return each(chunks, lambda chunk: chunk.stripe.footer.put(
        2, *chunk.stripe.footer.messages(2)[:-1]))


@structure
def encoding_unknown(file, leaf, chunks, rng):
    return each(chunks, lambda chunk: chunk.stripe.encoding(leaf.number).put(
        1, rng.choice([4, 99, 2**40])))


def put_dictionary_size(leaf, chunks, sizes):
    """sizes(now) -> the sizes to choose from"""
    def change(chunk):
        encoding = chunk.stripe.encoding(leaf.number)
        now = encoding.get(2, 0)
        return bool(now) and encoding.put(2, sizes(now))
    return each(chunks, change)


@structure
def dictionary_too_large(file, leaf, chunks, rng):
    return put_dictionary_size(leaf, chunks, lambda now: rng.choice([now + 1, 2 * now, *TOO_MANY]))


@structure
def dictionary_too_small(file, leaf, chunks, rng):
    """Fewer entries than lengths, so that some bytes of the dictionary are in none."""
    return put_dictionary_size(leaf, chunks, lambda now: rng.choice([None, 0, now - 1]))


@structure
def tail_lengths(file, leaf, chunks, rng):
    number, value = rng.choice([1, 5]), rng.choice(TOO_MANY)
    file.change_postscript = lambda postscript: postscript.put(number, value)


@structure
def metadata_length(file, leaf, chunks, rng):
    """Metadata that begins too early or too late."""
    false_stripes(file, leaf)
    step = rng.choice([-1, 1, 2])
    file.change_postscript = lambda postscript: postscript.put(5, postscript.get(5) + step)
    return file.compression != orc_tail.NONE


@structure
def compression_block(file, leaf, chunks, rng):
    """Chunks that are larger than the postscript permits."""
    file.postscript.put(3, rng.choice([1, 100, 2**31, *TOO_MANY]))
    return file.compression != orc_tail.NONE


@structure
def compression_unknown(file, leaf, chunks, rng):
    file.postscript.put(2, rng.choice([7, 99, *TOO_MANY]))


# --- what nothing reveals ---------------------------------------------------------------

def shift_positions(chunks):
    """Gives each stride the positions of the next one."""
    def shift(chunk):
        entries = [entry for entry, _ in chunk.entries()]
        if len(entries) < 2 or not entries[0].numbers(1):
            return False
        positions = [entry.numbers(1) for entry in entries]
        for entry, of_next in zip(entries, positions[1:] + positions[:1]):
            entry.put_numbers(1, of_next)
        return True
    return each(chunks, shift)


LIES = {
    "statistics of stripes": lambda file, leaf, chunks: make_false(leaf, stripe_statistics(chunks)),
    "statistics of strides": lambda file, leaf, chunks: make_false(leaf, stride_statistics(chunks)),
    "positions": lambda file, leaf, chunks: shift_positions(chunks),
    "Bloom filters": lambda file, leaf, chunks: without_bits(chunks),
}
