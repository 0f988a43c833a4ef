# SPDX-License-Identifier: MIT
"""Random types of ORC with random values, and what SQLite must show of them.

A Node is a type.  The values of a column are a list: None for null, int (dates in days, times
in nanoseconds, decimals unscaled), float, bool, or bytes; a tuple of a struct's fields; a list
of elements; a list of a map's pairs; a union's tag and value.
"""
import decimal
from typing import Callable, NamedTuple

import pyarrow as pa

import contract
import random_tables
from contract import Type
from nested_tables import lengths, offsets_of
from random_tables import TICKS, Kind, holes
from readers import Column, last_pairs

DEEPEST = 4
MOST_CHILDREN = 40_000  # values of the elements of one list
TEXT = Type("BYTE_ARRAY", ("STRING",))
FARTHEST = 9 * 10**24  # nanoseconds; pyarrow rounds seconds beyond 2^53


class Node(NamedTuple):
    """A type.  told: as ORC writes it; arrow: pyarrow's type for a leaf; units: how many
    nanoseconds its unit is, of a timestamp."""
    kind: str
    told: str = ""
    type: Type = None  # of a leaf
    draw: Callable = None
    arrow: pa.DataType = None
    children: tuple = ()
    names: tuple = ()
    units: int = 1


# --- leaves -----------------------------------------------------------------------------

def integer(told, bits, type):
    return Node("integer", told, type, random_tables.signed(bits), getattr(pa, f"int{bits}")())


def long_text(rng):
    """Sometimes longer than a compression block."""
    if rng.random() < 0.002:
        return "".join(rng.choices(random_tables.LETTERS, k=rng.randint(4000, 70_000))).encode()
    return random_tables.text(rng).encode()


def text_node(arrow=pa.string()):
    return Node("text", "string", TEXT, long_text, arrow)


def limited_text(told, length):
    """char(n) or varchar(n)."""
    def draw(rng):
        drawn = random_tables.text(rng)[:length]
        return (drawn.rstrip(" ") if told == "char" else drawn).encode()
    return Node("text", f"{told}({length})", TEXT, draw, pa.string())


def decimal_node(precision, scale):
    top = 10**precision - 1
    drawn = random_tables.integers(-top, top)

    def draw(rng):
        if rng.random() < 0.2:  # with zeros at the end
            number = drawn(rng)
            return number - number % 10**scale if number > 0 else number
        return rng.choice([top, -top, 0]) if rng.random() < 0.1 else drawn(rng)
    return Node("decimal", f"decimal({precision},{scale})",
                Type("INT64", ("DECIMAL", precision, scale)), draw,
                pa.decimal128(precision, scale))


def some_decimal(rng):
    precision = rng.choice([rng.randint(1, 38), rng.randint(1, 18), 38, 18, 19])
    return decimal_node(precision, rng.choice([0, rng.randint(0, precision), precision]))


def timestamp_node(unit, zone=None, low=-2**63, high=2**63 - 1):
    units = 10**9 // TICKS[unit]
    low, high = max(low, -FARTHEST // units), min(high, FARTHEST // units)
    drawn = random_tables.instants(unit, low, high)
    return Node("timestamp", "timestamp with local time zone" if zone else "timestamp",
                Type("ORC", ("TIMESTAMP", "ns", zone is not None)),
                lambda rng: drawn(rng) * units, pa.timestamp(unit, zone), units=units)


LEAVES = {
    "boolean": Node("boolean", "boolean", Type("BOOLEAN"), lambda rng: rng.random() < 0.5,
                    pa.bool_()),
    "tinyint": integer("tinyint", 8, Type("INT32", ("INT", 8, True))),
    "smallint": integer("smallint", 16, Type("INT32", ("INT", 16, True))),
    "int": integer("int", 32, Type("INT32")),
    "bigint": integer("bigint", 64, Type("INT64")),
    "float": Node("floating", "float", Type("FLOAT"), random_tables.SINGLE, pa.float32()),
    "double": Node("floating", "double", Type("DOUBLE"), random_tables.DOUBLE, pa.float64()),
    "string": text_node(),
    "binary": Node("binary", "binary", Type("BYTE_ARRAY"), random_tables.blob, pa.binary()),
    "date": Node("date", "date", Type("INT32", ("DATE",)),
                 random_tables.days(-2**31, 2**31 - 1), pa.date32()),
}


def arrow_leaf(rng):
    """A leaf that pyarrow writes."""
    how = rng.random()
    if how < 0.12:
        return some_decimal(rng)
    if how < 0.3:
        unit = rng.choice(sorted(TICKS))
        # Usually in the range that pyarrow also reads.
        top = 2**63 - 1 if rng.random() < 0.2 else 9 * 10**9 * TICKS[unit]
        return timestamp_node(unit, rng.choice([None, None, "UTC", "Europe/Amsterdam"]), -top, top)
    if how < 0.34:
        return text_node(pa.large_string())
    if how < 0.37:
        size = rng.choice([1, 3, 16])
        return LEAVES["binary"]._replace(draw=random_tables.fixed(size), arrow=pa.binary(size))
    return LEAVES[rng.choice(sorted(LEAVES))]


def key_leaf(rng):
    """The keys of a map: not floating-point numbers, whose text is not determined."""
    return LEAVES[rng.choice(["string", "string", "string", "int", "bigint", "date", "boolean"])]


# --- types and values -------------------------------------------------------------------

def node(rng, leaf, arrow=False, unions=True, depth=0, nested=None):
    """A random type; leaf(rng) gives the type of a leaf.  arrow: that pyarrow can write, whose
    process aborts if a union is within one.
    """
    if nested is None:
        nested = depth < DEEPEST and rng.random() > 0.3 + 0.15 * depth
    if not nested:
        return leaf(rng)
    kind = rng.choice(["struct", "struct", "list", "list", "map"] + ["union"] * unions)

    def child():
        return node(rng, leaf, arrow, unions and not (arrow and kind == "union"), depth + 1)

    if kind == "list":
        made = Node(kind, children=(child(),))
    elif kind == "map":
        made = Node(kind, children=(key_leaf(rng), child()))
    elif kind == "struct":
        names = rng.sample(["a", "b", "c", "A", "x y", "é", "tag", "_elem"], rng.randint(1, 4))
        made = Node(kind, children=tuple(child() for _ in names), names=tuple(names))
    else:
        made = Node(kind, children=tuple(child() for _ in range(rng.randint(1, 4))))
    return made._replace(told=told(made))


def name_told(name):
    return "`" + name.replace("`", "``") + "`"


def told(made):
    """The type as ORC's Java library parses it."""
    inside = [c.told for c in made.children]
    if made.kind == "struct":
        inside = [f"{name_told(n)}:{t}" for n, t in zip(made.names, inside)]
    word = {"list": "array", "union": "uniontype"}.get(made.kind, made.kind)
    return f"{word}<{','.join(inside)}>"


def integers(rng, made, n):
    """Values for all encodings of integers: steps, runs, a few outliers."""
    how = rng.random()
    bits = made.arrow.bit_width
    if how < 0.15:
        low, step = rng.randint(-2**(bits - 2), 2**(bits - 2)), rng.randint(-9, 9)
        values = [low + step * i for i in range(n)]
    elif how < 0.35:
        width, share = rng.randint(1, bits - 2), rng.choice([0.01, 0.05])
        values = [made.draw(rng) if rng.random() < share else rng.getrandbits(width)
                  for _ in range(n)]
    else:
        return random_tables.spread(rng, made.draw, n)
    low, high = -2**(bits - 1), 2**(bits - 1) - 1
    return [v if low <= v <= high else v % 100 for v in values]


def values(rng, made, n, nullable=True, arrow=False):
    """n random values; arrow: that pyarrow can write.  Its unions cannot be null, and its
    process aborts if a struct around one is.
    """
    is_full = arrow and made.kind in ("union", "struct") and has_unions(made)
    absent = holes(rng, n) if nullable and not is_full else [False] * n

    def inner(child, count, nullable=True):
        return values(rng, child, count, nullable and rng.random() < 0.7, arrow)

    if made.kind == "integer":
        drawn = integers(rng, made, n)
    elif not made.children:
        drawn = random_tables.spread(rng, made.draw, n)
    elif made.kind == "struct":
        drawn = list(zip(*(inner(c, n) for c in made.children)))
    elif made.kind == "union":
        tags = random_tables.spread(rng, lambda r: r.randrange(len(made.children)), n)
        inside = [iter(inner(c, tags.count(i))) for i, c in enumerate(made.children)]
        drawn = [(tag, next(inside[tag])) for tag in tags]
    else:
        offsets = offsets_of(lengths(rng, n, absent))
        inside = [inner(c, offsets[-1], not is_key)
                  for c, is_key in zip(made.children, (made.kind == "map", False))]
        flat = inside[0] if made.kind == "list" else list(zip(*inside))
        drawn = [flat[a:b] for a, b in zip(offsets, offsets[1:])]
    return [None if hole else v for v, hole in zip(drawn, absent)]


def has_unions(made):
    return made.kind == "union" or any(map(has_unions, made.children))


# --- from and to Arrow ------------------------------------------------------------------

def mask_of(items):
    return pa.array([v is None for v in items], pa.bool_()) if None in items else None


def union_array(made, items, dense):
    """Of nothing (a value below a null) the first kind, null."""
    items = [v or (0, None) for v in items]
    tags = [tag for tag, _ in items]
    if dense:
        inside, offsets = [[] for _ in made.children], []
        for tag, value in items:
            offsets.append(len(inside[tag]))
            inside[tag].append(value)
        children = [to_arrow(c, v, dense) for c, v in zip(made.children, inside)]
        return pa.UnionArray.from_dense(pa.array(tags, pa.int8()), pa.array(offsets, pa.int32()),
                                        children)
    inside = [[v if tag == i else None for tag, v in items] for i in range(len(made.children))]
    children = [to_arrow(c, v, dense) for c, v in zip(made.children, inside)]
    return pa.UnionArray.from_sparse(pa.array(tags, pa.int8()), children)


def leaf_array(made, items):
    if made.kind == "decimal":
        scale = made.type.logical[2]
        items = [None if v is None else decimal.Decimal(v).scaleb(-scale) for v in items]
        return pa.array(items, made.arrow)
    if made.kind == "timestamp":
        items = [None if v is None else v // made.units for v in items]
        return Kind(made.arrow, None, pa.int64()).array(items)
    if made.kind == "date":
        return Kind(made.arrow, None, pa.int32()).array(items)
    if made.kind == "text":
        is_large = made.arrow == pa.large_string()
        return Kind(made.arrow, None, pa.large_binary() if is_large else pa.binary()).array(items)
    return pa.array(items, made.arrow)


def to_arrow(made, items, dense=False):
    if made.kind == "struct":
        arrays = [to_arrow(c, [v[i] if v else None for v in items], dense)
                  for i, c in enumerate(made.children)]
        fields = [pa.field(n, a.type) for n, a in zip(made.names, arrays)]
        return pa.StructArray.from_arrays(arrays, fields=fields, mask=mask_of(items))
    if made.kind == "union":
        return union_array(made, items, dense)
    if not made.children:
        return leaf_array(made, items)
    offsets = pa.array(offsets_of([len(v or ()) for v in items]), pa.int32())
    flat = [element for v in items for element in v or ()]
    if made.kind == "list":
        return pa.ListArray.from_arrays(offsets, to_arrow(made.children[0], flat, dense),
                                        mask=mask_of(items))
    keys, inside = (to_arrow(c, [pair[i] for pair in flat], dense)
                    for i, c in enumerate(made.children))
    return pa.MapArray.from_arrays(offsets, keys, inside, mask=mask_of(items))


def leaf_values(made, array):
    if made.kind == "decimal":
        scale = array.type.scale
        return [None if v is None else int(v.scaleb(scale)) for v in array.to_pylist()]
    if made.kind == "timestamp":
        units = 10**9 // TICKS[array.type.unit]
        return [None if v is None else v * units for v in array.cast(pa.int64()).to_pylist()]
    if made.kind == "date":
        return array.cast(pa.int32()).to_pylist()
    if made.kind == "text":
        items = array.cast(pa.large_binary()).to_pylist()
        if made.told.startswith("char("):  # which pyarrow fills up with spaces
            return [v and v.rstrip(b" ") for v in items]
        return items
    return array.to_pylist()


def fields_of(array):
    # Not flatten(), which aborts the process for unions.
    return [array.field(i) for i in range(array.type.num_fields)]


def from_arrow(made, array):
    """The values of what pyarrow has read."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if not made.children and made.kind != "struct":
        return leaf_values(made, array)
    valid = array.is_valid().to_pylist()
    if made.kind == "struct":
        inside = [from_arrow(c, a) for c, a in zip(made.children, fields_of(array))]
        items = list(zip(*inside)) if inside else [()] * len(array)
    elif made.kind == "union":
        tags = array.type_codes.to_pylist()
        inside = [from_arrow(c, array.field(i)) for i, c in enumerate(made.children)]
        return [(tag, inside[tag][i]) for i, tag in enumerate(tags)]
    else:
        offsets = array.offsets.to_pylist()
        if made.kind == "list":
            flat = from_arrow(made.children[0], array.values)
        else:
            flat = list(zip(from_arrow(made.children[0], array.keys),
                            from_arrow(made.children[1], array.items)))
        items = [flat[a:b] for a, b in zip(offsets, offsets[1:])]
    return [v if ok else None for v, ok in zip(items, valid)]


def node_of(kind):
    """The Node of a type that pyarrow has read."""
    for made in LEAVES.values():
        if made.arrow == kind:
            return made
    if pa.types.is_decimal(kind):
        return decimal_node(kind.precision, kind.scale)
    if pa.types.is_timestamp(kind):
        return timestamp_node(kind.unit, kind.tz)
    word = ("struct" if pa.types.is_struct(kind) else "map" if pa.types.is_map(kind) else
            "list" if pa.types.is_list(kind) else "union")
    fields = [kind.key_field, kind.item_field] if word == "map" else [
        kind.field(i) for i in range(kind.num_fields)]
    return Node(word, children=tuple(node_of(f.type) for f in fields),
                names=tuple(f.name for f in fields))


# --- what SQLite must show --------------------------------------------------------------

def map_texts(made, items):
    flat = [pair for v in items for pair in v or ()]
    keys = texts(made.children[0], [k for k, _ in flat])
    keys = [t if t.startswith('"') else f'"{t}"' for t in keys]
    pairs = iter(zip(keys, texts(made.children[1], [v for _, v in flat])))
    for v in items:
        kept = last_pairs([next(pairs) for _ in v or ()])
        yield "{" + ",".join(f"{k}:{t}" for k, t in kept.items()) + "}"


def union_texts(made, items):
    items = [v or (0, None) for v in items]
    inside = [iter(texts(c, [v for tag, v in items if tag == i]))
              for i, c in enumerate(made.children)]
    return [f'{{"tag":{tag},"value":{next(inside[tag])}}}' for tag, _ in items]


def texts(made, items):
    """The JSON text of each value."""
    if not made.children and made.kind != "struct":
        return [contract.json_value(made.type, v) for v in items]
    if made.kind == "struct":
        names = [contract.json_string(n.encode()) for n in made.names]
        inside = [texts(c, [v[i] if v else None for v in items])
                  for i, c in enumerate(made.children)]
        rows = zip(*inside) if inside else [()] * len(items)
        shown = ["{" + ",".join(f"{n}:{t}" for n, t in zip(names, row)) + "}" for row in rows]
    elif made.kind == "union":
        shown = union_texts(made, items)
    elif made.kind == "map":
        shown = map_texts(made, items)
    else:
        inside = iter(texts(made.children[0], [e for v in items for e in v or ()]))
        shown = ["[" + ",".join(next(inside) for _ in v or ()) + "]" for v in items]
    return ["null" if v is None else t for v, t in zip(items, shown)]


def hidden(name, made, items):
    """The columns of the leaves in structs."""
    if made.kind != "struct":
        if not made.children:
            yield Column(name, made.type, items, hidden=True)
        return
    for i, (field, child) in enumerate(zip(made.names, made.children)):
        yield from hidden(f"{name}.{field}", child, [v[i] if v else None for v in items])


def leaf_steps(made, steps=()):
    """The names on the way to each of these."""
    if made.kind == "struct":
        for field, child in zip(made.names, made.children):
            yield from leaf_steps(child, steps + (field,))
    elif not made.children:
        yield steps


def columns(name, made, items):
    """The column, and the hidden ones of its leaves."""
    if not made.children and made.kind != "struct":
        return Column(name, made.type, items), []
    shown = [None if t == "null" else contract.text(t) for t in texts(made, items)]
    return Column(name, None, shown), list(hidden(name, made, items))
