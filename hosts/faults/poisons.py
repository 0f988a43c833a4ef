# SPDX-License-Identifier: MIT
"""Faults of a Parquet file's optional metadata, one at a time.

A poison is a function of (file, leaf, chunks, rng): the File to change, the leaf it is
about, and the (row group, ColumnChunk, ColumnMetaData) of its chunks to change.  It returns
False where it does not apply.  Bounds and filters that must not be trusted are made false, so
that a reader that trusts them loses rows.

The rest of the file shows the fault: no poison can be detected only from the data, except
`structure` ones, which a reader may refuse.
"""
import struct

from parquet_footer import (
    BINARY, BYTE, FALSE, I32, I64, LIST, List, Struct, STRUCT, TRUE, of, struct_bytes)
from poison_list import PoisonList

NAN = {4: struct.pack("<f", float("nan")), 5: struct.pack("<d", float("nan"))}
WIDTHS = {0: 1, 1: 4, 2: 8, 3: 12, 4: 4, 5: 8}
OLD_WRITERS = [b"parquet-mr version 1.2.8 (build 1)", b"parquet-mr", b"parquet-mr version",
               b"parquet-cpp version 1.2.0", b"parquet-mr version 1.8.0rc2-SNAPSHOT (build x)"]
ODD_WRITERS = OLD_WRITERS + [b"", b"\xff\xfe\0", b"x" * 9000, b"parquet-mr version 1.9.0 (build x)",
                             b"parquet-mr version 99999999999999999999.0.0", b"impala version 2",
                             b"parquet-mr version 1.-5.x", b"version 1.8.1", b"(build)"]
JUNK = [-1, 0, 1, 3, 2**31 - 1, 2**40, 2**62, -2**63, 2**63 - 1]

PARQUET = PoisonList()
poison, structure = PARQUET.poison, PARQUET.structure


def false_bound(leaf):
    """A bound that excludes what the file has: large, and of the type's width."""
    if leaf.physical == 6:
        return b"\xf4\x8f\xbf\xbf" * 3
    if leaf.physical == 7:
        return b"\x7f" + b"\xfe" * (leaf.length - 1)
    if leaf.physical == 4:
        return struct.pack("<f", 3.3e38)
    if leaf.physical == 5:
        return struct.pack("<d", 1.7e308)
    if leaf.physical == 0:
        return b"\1"
    return b"\xf0" * (WIDTHS[leaf.physical] - 1) + (b"\xfe" if leaf.is_unsigned() else b"\x7e")


def true_statistics(metadata):
    stats = metadata.get(12)
    return stats if stats is not None and stats.has(5, 6) and stats.get(5) != stats.get(6) else None


def believe_nothing(leaf, chunks):
    """False bounds that only their surroundings show to be untrustworthy."""
    bound = false_bound(leaf)
    for _, _, metadata in chunks:
        stats = metadata.get(12) or Struct()
        metadata.put(12, STRUCT, stats.put(5, BINARY, bound).put(6, BINARY, bound))


def without_indexes(chunks):
    for _, chunk, _ in chunks:
        chunk.put(6, I64, None).put(7, I32, None)


def each_statistics(chunks, change):
    """Applies the change to every chunk that has bounds; returns whether there was one."""
    found = [true_statistics(m) for _, _, m in chunks]
    for stats in filter(None, found):
        change(stats)
    return any(found)


def each_index(file, chunks, change):
    """Applies the change to every column index of some pages; returns whether there was one."""
    found = False
    for _, chunk, _ in chunks:
        index = file.column_index(chunk)
        if index is not None and len(index.get(1)) > 1 and change(index) is not False:
            file.put_column_index(chunk, index)
            found = True
    return found


def false_pages(leaf):
    """A change of a column index to bounds that exclude everything, and no null page."""
    def change(index):
        bound = false_bound(leaf)
        for number in 2, 3:
            index.get(number)[:] = [bound] * len(index.get(number))
    return change


def false_index(file, leaf, chunks):
    return each_index(file, chunks, false_pages(leaf))


# --- which bounds to believe ------------------------------------------------------------

@poison
def orders_missing(file, leaf, chunks, rng):
    believe_nothing(leaf, chunks)
    without_indexes(chunks)
    file.footer.put(7, STRUCT, None)


@poison
def orders_missing_true_bounds(file, leaf, chunks, rng):
    file.footer.put(7, STRUCT, None)


@poison
def orders_missing_false_index(file, leaf, chunks, rng):
    file.footer.put(7, STRUCT, None)
    return false_index(file, leaf, chunks)


@poison
def orders_too_few(file, leaf, chunks, rng):
    orders = file.footer.get(7)
    if not orders:
        return False
    believe_nothing(leaf, chunks)
    without_indexes(chunks)
    orders.pop()
    return True


@poison
def orders_too_many(file, leaf, chunks, rng):
    orders = file.footer.get(7)
    if not orders:
        return False
    believe_nothing(leaf, chunks)
    without_indexes(chunks)
    orders.append(of((1, STRUCT, Struct())))
    return True


@poison
def order_unknown(file, leaf, chunks, rng):
    orders = file.footer.get(7)
    if not orders or leaf.number >= len(orders):
        return False
    believe_nothing(leaf, chunks)
    without_indexes(chunks)
    orders[leaf.number] = rng.choice([of((99, STRUCT, Struct())), Struct()])
    return True


@poison
def order_unknown_false_index(file, leaf, chunks, rng):
    orders = file.footer.get(7)
    if not orders or leaf.number >= len(orders):
        return False
    orders[leaf.number] = of((77, STRUCT, Struct()))
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, None)
    return false_index(file, leaf, chunks)


@poison
def deprecated_only(file, leaf, chunks, rng):
    """False bounds in min and max alone, in an order that these never had."""
    if not leaf.is_unsigned():
        return False
    bound = false_bound(leaf)
    low = bound[:-1] + bytes([bound[-1] ^ 1])
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, of((1, BINARY, bound), (2, BINARY, low)))
    without_indexes(chunks)
    if rng.random() < 0.7:
        file.footer.put(6, BINARY, rng.choice([None, *OLD_WRITERS]))
    return True


@poison
def deprecated_true(file, leaf, chunks, rng):
    """Correct bounds in min and max, of signed orders."""
    if leaf.is_unsigned() or leaf.physical == 3:
        return False
    without_indexes(chunks)
    file.footer.put(7, STRUCT, None)

    def move(stats):
        stats.put(1, BINARY, stats.get(5)).put(2, BINARY, stats.get(6))
        stats.put(5, BINARY, None).put(6, BINARY, None)
    return each_statistics(chunks, move)


@poison
def swapped(file, leaf, chunks, rng):
    without_indexes(chunks)

    def swap(stats):
        low, high = stats.get(6), stats.get(5)
        stats.put(6, BINARY, high).put(5, BINARY, low)
    return each_statistics(chunks, swap)


@poison
def wrong_width(file, leaf, chunks, rng):
    """False bounds of another width than the type's."""
    if leaf.physical == 6:
        return False
    bound = false_bound(leaf)
    bound = rng.choice([bound[:-1], bound + b"\0", bound * 2, b"", bound[:1] * 40])
    without_indexes(chunks)
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, of((5, BINARY, bound), (6, BINARY, bound)))
    return leaf.physical != 0 or bound != b"\1"


@poison
def nan_bounds(file, leaf, chunks, rng):
    if leaf.physical not in NAN:
        return False
    which = rng.choice([(5,), (6,), (5, 6)])
    without_indexes(chunks)

    def put(stats):
        for number in which:
            stats.put(number, BINARY, NAN[leaf.physical])
    return each_statistics(chunks, put)


@poison
def nan_index(file, leaf, chunks, rng):
    if leaf.physical not in NAN:
        return False

    def put(index):
        for number in 2, 3:
            index.get(number)[rng.randrange(len(index.get(number)))] = NAN[leaf.physical]
    return each_index(file, chunks, put)


@poison
def one_sided(file, leaf, chunks, rng):
    number = rng.choice([5, 6])
    return each_statistics(chunks, lambda stats: stats.put(number, BINARY, None))


@poison
def loose_bounds(file, leaf, chunks, rng):
    """Bounds that no value reaches, like truncated ones."""
    if leaf.physical != 6:
        return False

    def loosen(stats):
        stats.put(6, BINARY, stats.get(6)[:1]).put(5, BINARY, stats.get(5) + b"zz")
        stats.put(7, TRUE, None).put(8, TRUE, None)
    without_indexes(chunks)
    return leaf.converted != 5 and each_statistics(chunks, loosen)


@poison
def loose_bounds_not_exact(file, leaf, chunks, rng):
    if loose_bounds(file, leaf, chunks, rng) is False:
        return False
    return each_statistics(chunks, lambda s: s.put(7, FALSE, False).put(8, FALSE, False))


@poison
def exact_flags_gone(file, leaf, chunks, rng):
    return each_statistics(chunks, lambda s: s.put(7, TRUE, None).put(8, TRUE, None))


@poison
def no_order_at_all(file, leaf, chunks, rng):
    """Bounds of a type that has no order: INT96 and INTERVAL."""
    if leaf.physical != 3 and leaf.converted != 21:
        return False
    without_indexes(chunks)
    believe_nothing(leaf, chunks)
    return True


@poison
def statistics_gone(file, leaf, chunks, rng):
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, None)


@poison
def statistics_empty(file, leaf, chunks, rng):
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, Struct())


@poison
def created_by(file, leaf, chunks, rng):
    if any(m.get(7) != m.get(6) for _, _, m in chunks) and rng.random() < 0.5:
        file.footer.put(6, BINARY, b"parquet-mr version 1.6.0 (build 2)")
    else:
        file.footer.put(6, BINARY, rng.choice(ODD_WRITERS))


@poison
def created_by_gone(file, leaf, chunks, rng):
    file.footer.put(6, BINARY, None)


# --- counts -----------------------------------------------------------------------------

@poison
def null_count_gone(file, leaf, chunks, rng):
    return each_null_count(chunks, lambda metadata: None)


@poison
def null_count_negative(file, leaf, chunks, rng):
    return each_null_count(chunks, lambda metadata: rng.choice([-1, -2**31, -2**63]))


@poison
def null_count_too_large(file, leaf, chunks, rng):
    return each_null_count(chunks, lambda m: rng.choice([m.get(5) + 1, 2**40, 2**63 - 1]))


def each_null_count(chunks, value):
    found = False
    for _, _, metadata in chunks:
        stats = metadata.get(12)
        if stats is not None and stats.has(3):
            stats.put(3, I64, value(metadata))
            found = True
    return found


@poison
def distinct_count(file, leaf, chunks, rng):
    for _, _, metadata in chunks:
        stats = metadata.get(12) or Struct()
        metadata.put(12, STRUCT, stats.put(4, I64, rng.choice([0, 1, -1, 2**40])))


@poison
def size_statistics(file, leaf, chunks, rng):
    for _, _, metadata in chunks:
        histogram = List(I64, rng.choice([[], [0], [0, 0, 0], [-1] * 5, [10**6, 0]]))
        metadata.put(16, STRUCT, of(
            (1, I64, rng.choice(JUNK)), (2, LIST, histogram), (3, LIST, histogram)))


# --- the rest of the footer -------------------------------------------------------------

@poison
def sorting_lie(file, leaf, chunks, rng):
    descending = rng.random() < 0.5
    for group in file.groups():
        sorted_by = of((1, I32, leaf.number), (2, TRUE, descending), (3, TRUE, rng.random() < 0.5))
        group.put(4, LIST, List(STRUCT, [sorted_by]))


@poison
def sorting_out_of_range(file, leaf, chunks, rng):
    for group in file.groups():
        n = rng.choice([-1, len(file.leaves), 2**31 - 1, -2**31])
        sorted_by = of((1, I32, n), (2, TRUE, False), (3, TRUE, True))
        group.put(4, LIST, List(STRUCT, [sorted_by] * rng.choice([1, 3])))


@poison
def encodings_gone(file, leaf, chunks, rng):
    """No encoding_stats, and PLAIN is not listed among the encodings."""
    for _, _, metadata in chunks:
        metadata.put(13, STRUCT, None)
        if 8 in metadata.get(2):
            metadata.get(2)[:] = [e for e in metadata.get(2) if e not in (0, 2)]


@poison
def encoding_stats_without_data(file, leaf, chunks, rng):
    """encoding_stats that list only the dictionary page, or nothing."""
    for _, _, metadata in chunks:
        page = of((1, I32, 2), (2, I32, 0), (3, I32, 1))
        metadata.put(13, LIST, List(STRUCT, rng.choice([[], [page]])))


@poison
def encoding_stats_safe(file, leaf, chunks, rng):
    """A missing page is claimed to be PLAIN."""
    for _, _, metadata in chunks:
        stats = metadata.get(13)
        page = of((1, I32, rng.choice([0, 3])), (2, I32, 0), (3, I32, 1))
        metadata.put(13, LIST, List(STRUCT, [*(stats or []), page]))


@poison
def encoding_stats_odd(file, leaf, chunks, rng):
    for _, _, metadata in chunks:
        page = of((1, I32, rng.choice([-1, 17])), (2, I32, rng.choice([-5, 99])),
                  (3, I32, rng.choice([-1, 2**31 - 1])))
        metadata.put(13, LIST, List(STRUCT, [page]))


@poison
def key_values(file, leaf, chunks, rng):
    pairs = [of((1, BINARY, b"ARROW:schema"), (2, BINARY, rng.randbytes(50))),
             of((1, BINARY, b"pandas"), (2, BINARY, b"{\"columns\": 7")),
             of((1, BINARY, b"org.apache.spark.version")), of((1, BINARY, b""), (2, BINARY, b"\0"))]
    file.footer.put(5, LIST, List(STRUCT, rng.sample(pairs, rng.randint(1, 4))))
    for _, _, metadata in chunks:
        metadata.put(8, LIST, List(STRUCT, pairs[:1]))


@poison
def offsets_unused(file, leaf, chunks, rng):
    """Fields with offsets that nothing should use."""
    for group, chunk, metadata in chunks:
        chunk.put(2, I64, rng.choice(JUNK))
        metadata.put(10, I64, rng.choice(JUNK))
        group.put(5, I64, rng.choice(JUNK)).put(7, 4, rng.choice([-1, 7, 32767]))
        group.put(2, I64, rng.choice(JUNK)).put(6, I64, rng.choice(JUNK))


@poison
def unknown_fields(file, leaf, chunks, rng):
    for group, chunk, metadata in chunks:
        for each in file.footer, group, chunk, metadata, metadata.get(12) or Struct():
            each.put(32_767, BINARY, b"?").put(2000, STRUCT, of((1, BYTE, 5)))


@structure
def dictionary_place(file, leaf, chunks, rng):
    found = False
    for _, _, metadata in chunks:
        if metadata.has(11):
            data = metadata.get(9)
            metadata.put(11, I64, rng.choice([None, 0, data, data + 9, -5, 2**40]))
            found = True
    return found


@structure
def chunk_values(file, leaf, chunks, rng):
    for _, _, metadata in chunks:
        n = metadata.get(5)
        metadata.put(5, I64, rng.choice([n + 1, n - 1, 0, -1, 2**40, 2 * n]))


@structure
def group_rows(file, leaf, chunks, rng):
    group = rng.choice(file.groups())
    n = group.get(3)
    group.put(3, I64, rng.choice([n + 1, n - 1, 2 * n, -1]))


@structure
def group_rows_wild(file, leaf, chunks, rng):
    """No rows, or very many, in a row group whose chunks say otherwise."""
    rng.choice(file.groups()).put(3, I64, rng.choice([0, 2**40]))


@structure
def chunk_sizes(file, leaf, chunks, rng):
    for _, _, metadata in chunks:
        n = metadata.get(7)
        metadata.put(7, I64, rng.choice([n - 1, 0, -1, 2**40, n // 2]))


@structure
def page_statistics(file, leaf, chunks, rng):
    """Bounds in a page header that belong to no page: they are read, but not trusted."""
    return page_headers(file, chunks, leaf)


def page_headers(file, chunks, leaf):
    """Overwrites the statistics inside page headers with others of the same size, swapped."""
    found = False
    for _, _, metadata in chunks:
        at = metadata.get(9)
        header = file.struct_at(at)
        size = len(struct_bytes(header))
        number = 5 if header.has(5) else 8
        inner = header.get(number)
        stats = inner.get(5 if number == 5 else 8) if inner else None
        if stats is None or not stats.has(5, 6) or stats.get(5) == stats.get(6):
            continue
        low, high = stats.get(6), stats.get(5)
        stats.put(6, BINARY, high).put(5, BINARY, low)
        data = struct_bytes(header)
        if len(data) == size:
            file.data[at:at + size] = data
            found = True
    return found
