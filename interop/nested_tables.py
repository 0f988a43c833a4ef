# SPDX-License-Identifier: MIT
"""Random nested Arrow arrays: lists, maps and structs in each other, up to six deep.

Nulls, empty lists and missing structs occur everywhere; now and then a list is so long that
its record continues over many pages.
"""
import pyarrow as pa

import random_tables
from random_tables import KINDS, holes, scalar

DEEPEST = 6
MOST_ELEMENTS = 12_000  # of one array
NAMES = ["a", "b", "c", "A", "x y", "n.m", "é", 'q"', "element", "list", "key", "value", "array"]
KEY_KINDS = ["string", "string", "string", "int32", "int64", "uint64", "date", "bool", "uuid",
             "timestamp_us", "timestamp_ns_utc", "time_us", "binary", "int8"]


class Shapes:
    """What a writer accepts."""

    def __init__(self, pick_kind, maps=True, unique_keys=False, large=True, keys=KEY_KINDS):
        self.pick_kind, self.maps, self.unique_keys = pick_kind, maps, unique_keys
        self.large, self.keys = large, keys


def lengths(rng, n, nulls):
    """The lengths of n lists; those that are null have none."""
    style = rng.choice(["short", "short", "short", "empty", "ones", "long", "one long"])
    most = max(1, min(6, MOST_ELEMENTS // max(n, 1)))
    draw = {"short": lambda: rng.randint(0, most), "empty": lambda: 0, "ones": lambda: 1,
            "long": lambda: rng.choice([0, 1, rng.randint(0, 4 * most)]),
            "one long": lambda: rng.randint(0, most)}[style]
    found = [0 if null else draw() for null in nulls]
    if style == "one long" and n:
        row = rng.randrange(n)
        if not nulls[row]:
            found[row] = rng.choice([33, 500, 3000])
    return found


def offsets_of(found):
    offsets = [0]
    for length in found:
        offsets.append(offsets[-1] + length)
    return offsets


def nulls_of(rng, n, nullable):
    return holes(rng, n) if nullable else [False] * n


def mask_of(nulls):
    return pa.array(nulls, pa.bool_()) if any(nulls) else None


def list_array(rng, shapes, n, nullable, depth):
    nulls = nulls_of(rng, n, nullable)
    offsets = offsets_of(lengths(rng, n, nulls))
    inner = rng.random() < 0.7
    values = any_array(rng, shapes, offsets[-1], inner, depth + 1)
    field = pa.field("item", values.type, inner or values.type == pa.null())
    if shapes.large and rng.random() < 0.2:
        return pa.LargeListArray.from_arrays(pa.array(offsets, pa.int64()), values,
                                             type=pa.large_list(field), mask=mask_of(nulls))
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values,
                                    type=pa.list_(field), mask=mask_of(nulls))


def map_keys(rng, kind, offsets, unique):
    keys = []
    for start, end in zip(offsets, offsets[1:]):
        pool = [kind.draw(rng) for _ in range(2 * (end - start))]
        chosen = list(dict.fromkeys(pool)) if unique else rng.choices(pool, k=end - start)
        while len(chosen) < end - start:
            more = kind.draw(rng)
            chosen += [more] if more not in chosen else []
        keys += chosen[:end - start]
    return kind.array(keys)


def map_array(rng, shapes, n, nullable, depth):
    nulls = nulls_of(rng, n, nullable)
    name = rng.choice(shapes.keys)
    found = lengths(rng, n, nulls)
    if shapes.unique_keys and name in ("bool", "int8"):
        found = [min(length, 2) for length in found]
    offsets = offsets_of(found)
    keys = map_keys(rng, KINDS[name], offsets, shapes.unique_keys)
    inner = rng.random() < 0.7
    values = any_array(rng, shapes, offsets[-1], inner, depth + 1)
    kind = pa.map_(pa.field("key", keys.type, False),
                   pa.field("value", values.type, inner or values.type == pa.null()))
    return pa.MapArray.from_arrays(pa.array(offsets, pa.int32()), keys, values, type=kind,
                                   mask=mask_of(nulls))


def struct_array(rng, shapes, n, nullable, depth):
    fields, arrays = [], []
    for name in rng.sample(NAMES, rng.choice([1, 1, 2, 3, 4])):
        inner = rng.random() < 0.7
        array = any_array(rng, shapes, n, inner, depth + 1)
        fields.append(pa.field(name, array.type, inner or array.type == pa.null()))
        arrays.append(array)
    mask = mask_of(nulls_of(rng, n, nullable))
    return pa.StructArray.from_arrays(arrays, fields=fields, mask=mask)


def any_array(rng, shapes, n, nullable, depth):
    """An array; the deeper it is, the more often one of scalars."""
    if depth >= DEEPEST or rng.random() < 0.25 + 0.1 * depth:
        kind = shapes.pick_kind(rng)
        return scalar(rng, kind, n, nullable or kind.type == pa.null())
    make = rng.choice([list_array, list_array, struct_array] + [map_array] * shapes.maps)
    return make(rng, shapes, n, nullable, depth)


def column(rng, shapes, n, nullable):
    """A list, a map, or usually a struct that has one of these somewhere."""
    make = rng.choice([list_array] * 3 + [struct_array] + [map_array] * 2 * shapes.maps)
    return make(rng, shapes, n, nullable, 0)


def table(rng, shapes):
    """A table of few rows; every other column is nested."""
    rows = rng.choice([0, 1, 2, 7, 8, 9, 33, rng.randint(0, 300), rng.randint(0, 1500)])
    fields, arrays = [], []
    for name in random_tables.names(rng, rng.choice([1, 2, 3, 5]), may_collide=False):
        nullable = rng.random() < 0.7
        if rng.random() < 0.7:
            array = column(rng, shapes, rows, nullable)
        else:
            kind = shapes.pick_kind(rng)
            nullable = nullable or kind.type == pa.null()
            array = scalar(rng, kind, rows, nullable)
        fields.append(pa.field(name, array.type, nullable))
        arrays.append(array)
    return pa.table(arrays, pa.schema(fields))
