# SPDX-License-Identifier: MIT
"""More poisons, for page indexes and Bloom filters.  See poisons.py."""
from parquet_footer import I32, I64, LIST, List, STRUCT, Struct, of
from poisons import (
    JUNK, each_index, false_bound, false_pages, poison, structure, without_indexes)


# --- page index -------------------------------------------------------------------------

def each_locations(file, chunks, change):
    """The same for offset indexes: change(locations, chunk's metadata)."""
    found = False
    for group, chunk, metadata in chunks:
        index = file.offset_index(chunk)
        if index is not None and len(index.get(1)) > 1:
            if change(index.get(1), metadata, group) is not False:
                file.put_offset_index(chunk, index)
                found = True
    return found


def false_and(file, leaf, chunks, change):
    """False bounds, and a fault that makes the whole index untrustworthy."""
    def both(index):
        false_pages(leaf)(index)
        return change(index)
    return each_index(file, chunks, both)


@poison
def index_null_pages_short(file, leaf, chunks, rng):
    return false_and(file, leaf, chunks, lambda index: index.get(1).pop() and None)


@poison
def index_null_pages_long(file, leaf, chunks, rng):
    return false_and(file, leaf, chunks, lambda index: index.get(1).append(True))


@poison
def index_min_short(file, leaf, chunks, rng):
    return false_and(file, leaf, chunks, lambda index: index.get(2).pop() and None)


@poison
def index_max_long(file, leaf, chunks, rng):
    return false_and(file, leaf, chunks, lambda index: index.get(3).append(false_bound(leaf)))


@poison
def index_counts_short(file, leaf, chunks, rng):
    def change(index):
        if not index.get(5):
            return False
        index.get(5).pop()
        return None
    return false_and(file, leaf, chunks, change)


@poison
def index_all_short(file, leaf, chunks, rng):
    """Lists that agree with each other, but have fewer pages than the offset index."""
    def change(index):
        for number in 1, 2, 3, 5:
            if index.get(number):
                index.get(number).pop()
    return false_and(file, leaf, chunks, change)


@poison
def index_all_long(file, leaf, chunks, rng):
    def change(index):
        for number in 1, 2, 3, 5:
            if index.get(number):
                index.get(number).append(index.get(number)[-1])
    return false_and(file, leaf, chunks, change)


@poison
def index_all_empty(file, leaf, chunks, rng):
    def change(index):
        for number in 1, 2, 3, 5:
            if index.get(number):
                del index.get(number)[:]
    return each_index(file, chunks, change)


@poison
def index_null_pages_lie(file, leaf, chunks, rng):
    """Pages marked as all null whose null counts say otherwise."""
    def change(index):
        counts = index.get(5)
        if not counts or not any(n == 0 for n in counts):
            return False
        for i, n in enumerate(counts):
            if n == 0:
                index.get(1)[i] = True
        return None
    return each_index(file, chunks, change)


@poison
def index_null_pages_lie_negative(file, leaf, chunks, rng):
    def change(index):
        if not index.get(5):
            return False
        index.get(1)[:] = [True] * len(index.get(1))
        index.get(5)[:] = [-1] * len(index.get(5))
        return None
    return each_index(file, chunks, change)


@poison
def index_empty_bounds(file, leaf, chunks, rng):
    """Pages with values and bounds of no bytes; of a fixed width, and the others false."""
    if leaf.physical == 6:
        return False

    def change(index):
        i = next((i for i, null in enumerate(index.get(1)) if not null), None)
        if i is None:
            return False
        index.get(2)[i] = index.get(3)[i] = b""
        return None
    return false_and(file, leaf, chunks, change)


@poison
def index_blank_bounds(file, leaf, chunks, rng):
    """Every bound blanked, as a rewriting tool once did."""
    def change(index):
        for number in 2, 3:
            index.get(number)[:] = [b""] * len(index.get(number))
    return each_index(file, chunks, change)


@poison
def index_swapped(file, leaf, chunks, rng):
    def change(index):
        low, high = list(index.get(2)), list(index.get(3))
        if low == high:
            return False
        index.get(2)[:], index.get(3)[:] = high, low
        return None
    return each_index(file, chunks, change)


@poison
def index_one_wrong_width(file, leaf, chunks, rng):
    if leaf.physical == 6:
        return False

    def change(index):
        i = rng.randrange(len(index.get(2)))
        bound = index.get(2)[i]
        index.get(rng.choice([2, 3]))[i] = rng.choice([bound + b"\0", bound[:-1], bound * 9])
        return not index.get(1)[i]
    return each_index(file, chunks, change)


@poison
def index_order_lie(file, leaf, chunks, rng):
    order = rng.choice([0, 1, 2, 3, -1, 99])
    return each_index(file, chunks, lambda index: index.put(4, I32, order) and None)


@poison
def index_order_other(file, leaf, chunks, rng):
    """Ascending is marked as descending, and unordered as either."""
    return each_index(file, chunks, lambda index: index.put(
        4, I32, {0: 1, 1: 2, 2: 1}.get(index.get(4), 1)) and None)


@poison
def index_order_gone(file, leaf, chunks, rng):
    return each_index(file, chunks, lambda index: index.put(4, I32, None) and None)


@poison
def index_counts_gone(file, leaf, chunks, rng):
    return each_index(file, chunks, lambda index: index.put(5, I64, None) and None)


@poison
def index_counts_too_large(file, leaf, chunks, rng):
    def change(index):
        if not index.get(5):
            return False
        index.get(5)[:] = [rng.choice([2**40, 10**6]) for _ in index.get(5)]
        return None
    return each_index(file, chunks, change)


@poison
def index_histograms(file, leaf, chunks, rng):
    def change(index):
        index.put(6, LIST, List(I64, [rng.choice(JUNK)] * rng.choice([0, 1, 3])))
        index.put(7, LIST, List(I64, [rng.choice(JUNK)] * rng.choice([1, 3, 77])))
    return each_index(file, chunks, change)


def misplace(file, chunks, rng, offset, length):
    """A part of the chunks, with these fields, is not at its claimed place."""
    for _, chunk, _ in chunks:
        if not chunk.has(offset, length):
            return False
        if rng.random() < 0.5:
            chunk.put(offset, I64,
                      rng.choice([*JUNK, 4, len(file.data) - 1, len(file.data) + 3]))
        else:
            chunk.put(length, I32, rng.choice([-1, 0, 1, 2, 2**31 - 1, -2**31,
                                               chunk.get(length) - 1]))
    return True


def replace_by_garbage(file, chunks, rng, offset, length, list_header):
    """A part of the chunks, with these fields, is garbage, perhaps lists without end."""
    junk = rng.choice([b"\xff" * 40, b"\0" * 40, rng.randbytes(60),
                       (b"\x19" + list_header + b"\xff\xff\xff\x7f") * 9])
    for _, chunk, _ in chunks:
        if not chunk.has(offset, length):
            return False
        chunk.put(offset, I64, file.append(junk)).put(length, I32, len(junk))
    return True


@poison
def index_place(file, leaf, chunks, rng):
    return misplace(file, chunks, rng, 6, 7)


@poison
def index_garbage(file, leaf, chunks, rng):
    return replace_by_garbage(file, chunks, rng, 6, 7, b"\xf5")


@poison
def index_without_locations(file, leaf, chunks, rng):
    found = any(chunk.has(4) for _, chunk, _ in chunks)
    for _, chunk, _ in chunks:
        chunk.put(4, I64, None).put(5, I32, None)
    return found


@poison
def locations_without_index(file, leaf, chunks, rng):
    found = any(chunk.has(6) for _, chunk, _ in chunks)
    without_indexes(chunks)
    return found


@poison
def index_half_told(file, leaf, chunks, rng):
    number = rng.choice([4, 5, 6, 7])
    for _, chunk, _ in chunks:
        if not chunk.has(number):
            return False
        chunk.put(number, I64, None)
    return True


@structure
def locations_first_not_zero(file, leaf, chunks, rng):
    return each_locations(file, chunks, lambda locations, *_: locations[0].put(
        3, I64, rng.choice([1, -1, 5])) and None)


@structure
def locations_rows_not_increasing(file, leaf, chunks, rng):
    def change(locations, *_):
        i = rng.randrange(1, len(locations))
        locations[i].put(3, I64, locations[i - 1].get(3) - rng.choice([0, 0, 1]))
    return each_locations(file, chunks, change)


@structure
def locations_rows_too_large(file, leaf, chunks, rng):
    def change(locations, metadata, group):
        locations[-1].put(3, I64, rng.choice([group.get(3), group.get(3) + 5, 2**40, 2**63 - 1]))
    return each_locations(file, chunks, change)


@structure
def locations_rows_shifted(file, leaf, chunks, rng):
    """Pages claimed to begin a row early or late, which their own headers contradict."""
    def change(locations, *_):
        step = rng.choice([1, -1])
        for location in locations[rng.randrange(1, len(locations)):]:
            location.put(3, I64, location.get(3) + step)
    return each_locations(file, chunks, change)


def shift_between(locations, rng):
    """Two pages that are claimed to have a row more and a row less; those between them have
    their rows at another place.  Returns their numbers and the step."""
    first, last = sorted(rng.sample(range(len(locations)), 2))
    step = rng.choice([1, -1])
    for location in locations[first + 1:last + 1]:
        location.put(3, I64, location.get(3) + step)
    return first, last, step


@structure
def locations_rows_shifted_between(file, leaf, chunks, rng):
    def change(locations, *_):
        shift_between(locations, rng)
    return each_locations(file, chunks, change)


@structure
def locations_page_moved(file, leaf, chunks, rng):
    """A page that ends elsewhere, where the next one begins."""
    def change(locations, *_):
        i = rng.randrange(1, len(locations))
        step = rng.choice([1, -1, 8, -8])
        locations[i - 1].put(2, I32, locations[i - 1].get(2) + step)
        locations[i].put(1, I64, locations[i].get(1) + step)
        locations[i].put(2, I32, locations[i].get(2) - step)
    return each_locations(file, chunks, change)


@structure
def locations_of_next_pages(file, leaf, chunks, rng):
    """Each page at the place of the next one."""
    def change(locations, *_):
        for location, following in zip(locations, locations[1:]):
            location.put(1, I64, following.get(1)).put(2, I32, following.get(2))
    return each_locations(file, chunks, change)


@structure
def pages_joined(file, leaf, chunks, rng):
    """Two pages that both parts of the index claim to be one, of the first one's values."""
    found = False
    for _, chunk, _ in chunks:
        offsets, index = file.offset_index(chunk), file.column_index(chunk)
        if offsets is None or index is None or len(offsets.get(1)) < 2:
            continue
        locations = offsets.get(1)
        i = rng.randrange(len(locations) - 1)
        locations[i].put(2, I32, locations[i].get(2) + locations[i + 1].get(2))
        del locations[i + 1]
        counts = index.get(7)
        if counts:
            n = len(counts) // len(index.get(1))
            for k in range(n):
                counts[i * n + k] += counts[(i + 1) * n + k]
            del counts[(i + 1) * n:(i + 2) * n]
        for number in 1, 2, 3, 5:
            if index.get(number):
                del index.get(number)[i + 1]
        file.put_offset_index(chunk, offsets)
        file.put_column_index(chunk, index)
        found = True
    return found


@structure
def level_counts_shifted(file, leaf, chunks, rng):
    """Both parts of the index claim the same wrong numbers of rows for two pages."""
    found = False
    for _, chunk, _ in chunks:
        offsets, index = file.offset_index(chunk), file.column_index(chunk)
        if offsets is None or index is None or not index.get(7) or len(index.get(1)) < 2:
            continue
        n = len(index.get(7)) // len(index.get(1))
        first, last, step = shift_between(offsets.get(1), rng)
        index.get(7)[first * n + n - 1] += step
        index.get(7)[last * n + n - 1] -= step
        file.put_offset_index(chunk, offsets)
        file.put_column_index(chunk, index)
        found = True
    return found


@structure
def locations_last_missing(file, leaf, chunks, rng):
    return each_locations(file, chunks, lambda locations, *_: locations.pop() and None)


@structure
def locations_one_missing(file, leaf, chunks, rng):
    def change(locations, *_):
        del locations[rng.randrange(len(locations))]
    return each_locations(file, chunks, change)


@structure
def locations_none(file, leaf, chunks, rng):
    def change(locations, *_):
        del locations[:]
    return each_locations(file, chunks, change)


@structure
def locations_with_dictionary(file, leaf, chunks, rng):
    """The dictionary's page listed before the data's."""
    def change(locations, metadata, _):
        if not metadata.has(11):
            return False
        size = metadata.get(9) - metadata.get(11)
        locations.insert(0, of((1, I64, metadata.get(11)), (2, I32, size), (3, I64, 0)))
        return None
    return each_locations(file, chunks, change)


@structure
def locations_outside(file, leaf, chunks, rng):
    def change(locations, metadata, _):
        size = len(file.data)
        locations[rng.randrange(len(locations))].put(1, I64, rng.choice(
            [*JUNK, size, size + 100, 4, metadata.get(9) + metadata.get(7)]))
    return each_locations(file, chunks, change)


@structure
def locations_inside_page(file, leaf, chunks, rng):
    def change(locations, *_):
        location = rng.choice(locations)
        location.put(1, I64, location.get(1) + rng.choice([1, -1, 7]))
    return each_locations(file, chunks, change)


@structure
def locations_swapped(file, leaf, chunks, rng):
    def change(locations, *_):
        a, b = locations[0], locations[-1]
        first, last = a.get(1), b.get(1)
        a.put(1, I64, last)
        b.put(1, I64, first)
    return each_locations(file, chunks, change)


@structure
def locations_sizes(file, leaf, chunks, rng):
    def change(locations, *_):
        location = rng.choice(locations)
        size = location.get(2)
        location.put(2, I32, rng.choice([0, -1, 1, size - 1, size + 1, 2**31 - 1, -2**31]))
    return each_locations(file, chunks, change)


@structure
def locations_place(file, leaf, chunks, rng):
    return misplace(file, chunks, rng, 4, 5)


@structure
def locations_garbage(file, leaf, chunks, rng):
    return replace_by_garbage(file, chunks, rng, 4, 5, b"\xfc")


# --- Bloom filters ----------------------------------------------------------------------

def each_bloom(file, chunks, change):
    """change(header, bits) returns the header, the bits and the length to write."""
    found = False
    for _, _, metadata in chunks:
        bloom = file.bloom(metadata)
        if bloom is not None:
            file.put_bloom(metadata, *change(*bloom))
            found = True
    return found


@poison
def bloom_place(file, leaf, chunks, rng):
    found = False
    for _, _, metadata in chunks:
        if metadata.has(14):
            metadata.put(14, I64, rng.choice([*JUNK, 4, len(file.data) - 1, len(file.data) + 9]))
            found = True
    return found


@poison
def bloom_in_data(file, leaf, chunks, rng):
    found = False
    for _, _, metadata in chunks:
        if metadata.has(14):
            metadata.put(14, I64, metadata.get(9) + rng.choice([0, 1, 8]))
            found = True
    return found


@poison
def bloom_length(file, leaf, chunks, rng):
    found = False
    for _, _, metadata in chunks:
        if metadata.has(14, 15):
            length = metadata.get(15)
            metadata.put(15, I32, rng.choice([0, -1, 1, 31, length - 1, 2**31 - 1, -2**31]))
            found = True
    return found


@poison
def bloom_length_gone(file, leaf, chunks, rng):
    return each_bloom(file, chunks, lambda header, bits: (header, bits, None))


@poison
def bloom_header_garbage(file, leaf, chunks, rng):
    junk = rng.choice([b"\xff" * 50, b"\0" * 50, rng.randbytes(80)])
    found = False
    for _, _, metadata in chunks:
        if metadata.has(14):
            metadata.put(14, I64, file.append(junk))
            metadata.put(15, I32, rng.choice([None, len(junk)]))
            found = True
    return found


@poison
def bloom_size(file, leaf, chunks, rng):
    """numBytes is not a positive multiple of 32, or not the filter's; the bits are zeros."""
    def change(header, bits):
        n = rng.choice([0, -32, 1, 31, 33, len(bits) + 32, 2**31 - 1, -2**31, 2**31 - 32])
        return header.put(1, I32, n), bytes(len(bits)), True
    return each_bloom(file, chunks, change)


@poison
def bloom_size_gone(file, leaf, chunks, rng):
    return each_bloom(
        file, chunks, lambda header, bits: (header.put(1, I32, None), bytes(len(bits)), True))


@poison
def bloom_past_end(file, leaf, chunks, rng):
    """A filter that would end in the footer or beyond, without a length."""
    def change(header, bits):
        return header.put(1, I32, 2**26), bytes(len(bits)), None
    return each_bloom(file, chunks, change)


@poison
def bloom_unknown(file, leaf, chunks, rng):
    """Another algorithm, hash or compression; the bits are zeros."""
    number = rng.choice([2, 3, 4])
    other = rng.choice([of((2, STRUCT, Struct())), Struct(), None])

    def change(header, bits):
        return header.put(number, STRUCT, other), bytes(len(bits)), True
    return each_bloom(file, chunks, change)
