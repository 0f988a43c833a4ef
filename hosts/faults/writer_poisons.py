# SPDX-License-Identifier: MIT
"""More poisons: faults of known writers, in files that name them.  See poisons.py.

The metadata is wrong in the writer's way; the rows must be right nevertheless.
"""
import struct

from index_poisons import each_bloom
from parquet_footer import BINARY, I64, STRUCT, Struct, of
from poisons import (
    each_index, each_statistics, false_bound, poison, true_statistics,
    without_indexes)

TIMES = {6, 7, 8, 9, 10}  # converted types
GO = b"github.com/segmentio/parquet-go version 0.0.0(build 5337127538e5)"


def is_decimal(leaf):
    return leaf.converted == 5 or leaf.logical == 5


def by(file, rng, *writers):
    file.footer.put(6, BINARY, rng.choice(writers))


def false_bounds(leaf, chunks, low=5, high=6):
    """Different bounds that exclude what the file has; low and high: their fields."""
    bound = false_bound(leaf)
    lower = bound[:-1] + bytes([bound[-1] ^ 1])
    without_indexes(chunks)
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, of((low, BINARY, max(bound, lower)),
                                    (high, BINARY, min(bound, lower))))
    return True


def false_null_counts(chunks, count, only=lambda metadata: True, bounds=True):
    """count of the metadata's values, where there are nulls and another number of them."""
    found = False
    without_indexes(chunks)
    for _, _, metadata in chunks:
        stats = metadata.get(12)
        told = count(metadata)
        if stats is None or stats.get(3) in (None, told) or not only(metadata):
            continue
        stats.put(3, I64, told)
        if not bounds:
            metadata.put(12, STRUCT, of((3, I64, told)))
        found = True
    return found


@poison
def writer_reused_buffer(file, leaf, chunks, rng):
    if leaf.physical not in (6, 7):
        return False
    by(file, rng, b"parquet-mr version 1.7.0 (build 1)", b"parquet-mr", b"")
    bound = false_bound(leaf)
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, of((1, BINARY, bound), (2, BINARY, bound)))
    without_indexes(chunks)
    return True


@poison
def writer_signed_bytes(file, leaf, chunks, rng):
    by(file, rng, b"parquet-mr version 1.9.0 (build 1)", b"parquet-cpp version 1.2.0",
       b"parquet-rs version 5.1.0")
    return leaf.is_unsigned() and false_bounds(leaf, chunks)


@poison
def writer_nan(file, leaf, chunks, rng):
    by(file, rng, b"parquet-cpp version 1.3.1", b"parquet-rs version 4.0.0", GO, b"",
       b"github.com/parquet-go/parquet-go version 0.27.0(build )")
    return leaf.is_float() and false_bounds(leaf, chunks)


@poison
def writer_rounded_zeros(file, leaf, chunks, rng):
    by(file, rng, b"parquet-cpp version 1.5.1-SNAPSHOT")
    if leaf.physical not in (4, 5):
        return False
    zero = bytes(4 if leaf.physical == 4 else 8)
    without_indexes(chunks)
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, of((5, BINARY, zero), (6, BINARY, zero)))
    return True


@poison
def writer_time_bounds(file, leaf, chunks, rng):
    by(file, rng, b"Parquet.Net version 4.25.0 (build 687fbb4)",
       b"https://github.com/gaborcsardi/nanoparquet")
    return leaf.converted in TIMES and false_bounds(leaf, chunks, *rng.choice([(5, 6), (1, 2)]))


@poison
def writer_decimal_bytes(file, leaf, chunks, rng):
    by(file, rng, b"parquet-cpp version 1.5.1-SNAPSHOT",
       b"Polars (python) version 2.1.0 (build 7)")
    if leaf.physical not in (6, 7) or not is_decimal(leaf):
        return False
    bound = b"\1" if leaf.physical == 6 else b"\0" * (leaf.length - 1) + b"\1"
    without_indexes(chunks)
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, of((5, BINARY, bound), (6, BINARY, bound)))
    return True


@poison
def writer_decimal_int32(file, leaf, chunks, rng):
    by(file, rng, b"hyparquet")
    if leaf.physical != 1 or not is_decimal(leaf):
        return False
    without_indexes(chunks)
    for _, _, metadata in chunks:
        metadata.put(12, STRUCT, of((5, BINARY, struct.pack("<i", 7)),
                                    (6, BINARY, struct.pack("<i", 7))))
    return True


@poison
def writer_cut_maxima(file, leaf, chunks, rng):
    if leaf.physical != 6 or is_decimal(leaf):
        return False
    by(file, rng, b"hyparquet", GO)
    without_indexes(chunks)

    def cut(stats):
        for number in 5, 6:
            stats.put(number, BINARY, stats.get(number)[:1])
    return each_statistics(chunks, cut)


def cut_pages(index):
    for number in 2, 3:
        index.get(number)[:] = [bound[:1] for bound in index.get(number)]


@poison
def writer_cut_page_maxima(file, leaf, chunks, rng):
    if leaf.physical != 6 or is_decimal(leaf):
        return False
    by(file, rng, GO)
    if rng.random() < 0.5:
        for _, _, metadata in chunks:
            metadata.put(12, STRUCT, None)
    return each_index(file, chunks, cut_pages)


@poison
def writer_first_batch(file, leaf, chunks, rng):
    if leaf.physical != 6:
        return False
    by(file, rng, b"parquet-cpp-arrow version 5.0.0", b"parquet-cpp-arrow version 11.0.0")
    chunks = [c for c in chunks if c[2].has(11)]
    return bool(chunks) and false_bounds(leaf, chunks)


@poison
def writer_dictionary_nulls(file, leaf, chunks, rng):
    if leaf.physical != 6:
        return False
    by(file, rng, b"parquet-cpp-arrow version 4.0.1", b"parquet-cpp version 1.5.1-SNAPSHOT",
       b"parquet-cpp-arrow version 11.0.0")
    return false_null_counts(chunks, lambda m: 0, only=lambda m: m.has(11))


@poison
def writer_null_counts(file, leaf, chunks, rng):
    by(file, rng, b"parquet-go", b"Arrow2 - Native Rust implementation of Arrow",
       b"cudf version 21.10.00", b"flow-php parquet version 1.0.0", b"")
    every = rng.random() < 0.3
    return false_null_counts(chunks, lambda m: m.get(5) if every else 0, bounds=not every)


@poison
def writer_statistics(file, leaf, chunks, rng):
    by(file, rng, b"Polars", b"Polars (python) version 2.0.0 (build 7)")
    if rng.random() < 0.5:
        return false_bounds(leaf, chunks)
    return false_null_counts(chunks, lambda m: rng.choice([0, m.get(5)]), bounds=False)


@poison
def writer_nulls_repeated(file, leaf, chunks, rng):
    by(file, rng, b"Polars (python) version 2.1.0 (build 7)", b"DuckDB")
    return false_null_counts(chunks, lambda m: m.get(5), only=lambda m: m.get(12).get(3) > 0,
                             bounds=False)


@poison
def writer_bloom_gaps(file, leaf, chunks, rng):
    by(file, rng, b"parquet-go version 18.4.0", b"parquet-go")
    without_indexes(chunks)
    return each_bloom(file, chunks, lambda header, bits: (header, bytes(len(bits)), True))


# --- of any writer -------------------------------------------------------------------------

def false_values(leaf):
    """False bounds of the pages that have values."""
    def change(index):
        for number in 2, 3:
            index.get(number)[:] = [b"" if is_null else false_bound(leaf)
                                    for is_null in index.get(1)]
    return change


@poison
def index_beyond_chunk(file, leaf, chunks, rng):
    """Page bounds that do not reach the chunk's bounds."""
    chunks = [c for c in chunks if true_statistics(c[2]) is not None]
    for _, _, metadata in chunks:
        metadata.get(12).put(7, 1, None).put(8, 1, None)
    return each_index(file, chunks, false_values(leaf))


@poison
def index_counts_beside_chunk(file, leaf, chunks, rng):
    """Page null counts that do not add up to the chunk's, and false bounds."""
    chunks = [c for c in chunks if (c[2].get(12) or Struct()).get(3)]

    def change(index):
        if not index.get(5) or any(index.get(1)):
            return False
        false_values(leaf)(index)
        index.get(5)[:] = [0] * len(index.get(5))
        return None
    return each_index(file, chunks, change)
