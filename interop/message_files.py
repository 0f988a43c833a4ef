# SPDX-License-Identifier: MIT
"""Builds files of the records of random_messages.py byte by byte.

They contain what current writers avoid: records that continue from one v1 page to the next,
over any number of pages, pages without values, and dictionaries that some pages use and
others in between do not.
"""
import gzip

import parquet_bytes as pb
import zstandard

REPETITIONS = {"required": pb.REQUIRED, "optional": pb.OPTIONAL, "repeated": pb.REPEATED}
GROUPS = {"LIST": (3, pb.record(pb.sub(3, pb.STOP))), "MAP": (1, pb.record(pb.sub(2, pb.STOP))),
          "MAP_KEY_VALUE": (2, None), "VARIANT": (None, pb.record(pb.sub(16, pb.STOP))),
          None: (None, None)}
CODECS = {"none": (pb.NONE, None), "gzip": (pb.GZIP, gzip.compress),
          "zstd": (pb.ZSTD, zstandard.ZstdCompressor().compress)}


class Leaf:
    """The entries of a leaf: levels, and a value or None for each."""

    def __init__(self, field, path, most_repeated, most_defined):
        self.type, self.path = field.type, path
        self.most_repeated, self.most_defined = most_repeated, most_defined
        self.slots = []     # (repetition, definition, value)
        self.records = []   # where each record begins


def leaves_of(fields, path=(), repeated=0, defined=0):
    for field in fields:
        r = repeated + (field.repetition == "repeated")
        d = defined + (field.repetition != "required")
        if field.children is None:
            yield Leaf(field, (*path, field.name), r, d)
        else:
            yield from leaves_of(field.children, (*path, field.name), r, d)


def put_absent(fields, leaves, repetition, definition):
    """An entry without a value for each leaf."""
    for field in fields:
        if field.children is None:
            next(leaves).slots.append((repetition, definition, None))
        else:
            put_absent(field.children, leaves, repetition, definition)


def skip(field, leaves):
    """The leaves of the field."""
    if field.children is None:
        return [next(leaves)]
    return [leaf for child in field.children for leaf in skip(child, leaves)]


def put(fields, values, leaves, repetition, definition, depth):
    """The entries of one record of the fields.  depth: the number of repeated fields above."""
    for field, found in zip(fields, values):
        mine = skip(field, leaves)
        inner_depth = depth + (field.repetition == "repeated")
        inner = definition + (field.repetition != "required")
        if not found:
            put_absent([field], iter(mine), repetition, definition)
        for i, value in enumerate(found):
            r = repetition if i == 0 else inner_depth
            if field.children is None:
                mine[0].slots.append((r, inner, value))
            else:
                put(field.children, value, iter(mine), r, inner, inner_depth)


def shredded(schema, records):
    leaves = list(leaves_of(schema))
    for record in records:
        for leaf in leaves:
            leaf.records.append(len(leaf.slots))
        put(schema, record, iter(leaves), 0, 0, 0)
    return leaves


# --- pages ------------------------------------------------------------------------------

def encoded(leaf, slots, entries):
    """(encoding, bytes) of the values; entries: of the dictionary, or None."""
    values = [v for _, d, v in slots if d == leaf.most_defined]
    if entries is None:
        return pb.PLAIN, pb.plain(leaf.type, values)
    return pb.RLE_DICTIONARY, pb.indices([entries[v] for v in values])


def level_bytes(levels, most):
    return pb.hybrid(levels, most.bit_length()) if most else b""


def page_v1(leaf, slots, entries, compress):
    encoding, values = encoded(leaf, slots, entries)
    body = b""
    for levels, most in (([r for r, _, _ in slots], leaf.most_repeated),
                         ([d for _, d, _ in slots], leaf.most_defined)):
        body += pb.sized(level_bytes(levels, most)) if most else b""
    return pb.data_page(body + values, len(slots), encoding, compress)


def page_v2(leaf, slots, entries, compress):
    encoding, values = encoded(leaf, slots, entries)
    repetition = level_bytes([r for r, _, _ in slots], leaf.most_repeated)
    definition = level_bytes([d for _, d, _ in slots], leaf.most_defined)
    body = compress(values) if compress else values
    header = pb.record(
        pb.i32(1, len(slots)), pb.i32(2, sum(d < leaf.most_defined for _, d, _ in slots)),
        pb.i32(3, sum(r == 0 for r, _, _ in slots)), pb.i32(4, encoding),
        pb.i32(5, len(definition)), pb.i32(6, len(repetition)),
        pb.boolean(7, compress is not None))
    head = repetition + definition
    return pb.page(pb.DATA_PAGE_V2, head + body, len(head) + len(values), [pb.sub(8, header)])


def cuts(rng, leaf, first, last, by_record):
    """Where pages end between two entries; the same place twice is a page without values."""
    size = rng.choice([1, 2, 3, 8, 50, 1000, 10**6])
    places = leaf.records if by_record else range(first, last)
    found, at = [], first
    for place in places:
        if first < place < last and place - at >= size and rng.random() < 0.7:
            found.append(place)
            at = place
            if rng.random() < 0.02:
                found.append(place)
    return [first, *found, last]


def chunk(rng, leaf, first, last, options):
    """The column chunk of the entries between two places."""
    slots = leaf.slots[first:last]
    codec, codec_compress = CODECS[options["codec"]]
    compress = codec_compress and Squeezer(codec_compress)
    has_dictionary = leaf.type.physical != "BOOLEAN" and rng.random() < 0.5
    entries, pages = None, []
    if has_dictionary:
        values = [v for _, d, v in slots if d == leaf.most_defined]
        distinct = {pb.plain(leaf.type, [v]): v for v in values}  # NaN is not NaN, 0.0 is -0.0
        numbers = {key: i for i, key in enumerate(distinct)}
        entries = Numbers(leaf.type, numbers)
        pages.append(pb.dictionary_page(b"".join(distinct), len(distinct), pb.PLAIN, compress))
    by_record = options["version"] == 2 or rng.random() < 0.2
    make = page_v2 if options["version"] == 2 else page_v1
    ends = cuts(rng, leaf, first, last, by_record)
    for a, b in zip(ends, ends[1:]):
        own = entries if rng.random() < 0.85 else None
        pages.append(make(leaf, leaf.slots[a:b], own, compress))
    saved = compress.saved if compress else 0
    return pb.Chunk(list(leaf.path), leaf.type, pages, len(slots), codec,
                    [pb.PLAIN, pb.RLE, pb.RLE_DICTIONARY], has_dictionary,
                    uncompressed=sum(map(len, pages)) + saved)


class Squeezer:
    """Compresses, and counts the bytes saved."""

    def __init__(self, compress):
        self.compress, self.saved = compress, 0

    def __call__(self, data):
        squeezed = self.compress(data)
        self.saved += len(data) - len(squeezed)
        return squeezed


class Numbers:
    """Numbers the values by their bytes."""

    def __init__(self, type, numbers):
        self.type, self.numbers = type, numbers

    def __getitem__(self, value):
        return self.numbers[pb.plain(self.type, [value])]


# --- files ------------------------------------------------------------------------------

def elements(fields):
    for field in fields:
        repetition = REPETITIONS[field.repetition]
        if field.children is None:
            yield pb.element(field.name, field.type, repetition)
            continue
        converted, logical = GROUPS[field.annotation]
        yield pb.element(field.name, None, repetition, len(field.children),
                         logical or "both", converted=converted)
        yield from elements(field.children)


def write(rng, path, schema, records):
    """Writes the records and describes how."""
    leaves = shredded(schema, records)
    options = {"codec": rng.choice(list(CODECS)), "version": rng.choice([1, 1, 2]),
               "group_rows": rng.choice([7, 60, 10**6])}
    groups = []
    for start in range(0, len(records), options["group_rows"]):
        end = min(start + options["group_rows"], len(records))
        chunks = []
        for leaf in leaves:
            bounds = leaf.records + [len(leaf.slots)]
            chunks.append(chunk(rng, leaf, bounds[start], bounds[end], options))
        groups.append((end - start, chunks))
    sizes = [sum(c.metadata["uncompressed"] for c in chunks) for _, chunks in groups]
    path.write_bytes(pb.parquet_file(list(elements(schema)), groups, schema_count=len(schema),
                                     total_sizes=sizes))
    return "byte by byte " + " ".join(f"{k}={v}" for k, v in options.items())
