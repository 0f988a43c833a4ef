# SPDX-License-Identifier: MIT
"""Random tables for ORC files with much to prune, and much to get wrong: the kinds of
pushdown_files.py that ORC has, in a few strides and stripes.
"""
import struct

import orc_types
import orc_writers
import pushdown_files
import random_tables

STRIDE = 1000  # the smallest that the writers accept
LEAVES = orc_types.LEAVES


def as_leaf(name, kind):
    """The leaf of a kind, or None."""
    draw = kind.draw
    if name.startswith("decimal"):
        precision, scale = kind.type.precision, kind.type.scale
        return orc_types.decimal_node(precision, scale)._replace(
            draw=lambda rng: int(draw(rng).scaleb(scale)))
    if name.startswith("edge_") and name != "edge_date":
        _, unit, zone = name.split("_")
        node = orc_types.timestamp_node(unit, None if zone == "None" else zone)
        return node._replace(draw=lambda rng: draw(rng) * node.units)
    for leaf in LEAVES.values():
        if leaf.arrow == kind.type:
            if leaf.kind == "text":
                return leaf._replace(draw=lambda rng: draw(rng).encode())
            if leaf.told == "float":
                return leaf._replace(draw=lambda rng: struct.unpack("f", struct.pack(
                    "f", draw(rng)))[0])
            return leaf._replace(draw=draw)
    return None


SPECIAL = [leaf for leaf in (as_leaf(name, kind) for name, kind in pushdown_files.SPECIAL.items())
           if leaf]


def draw(rng, java):
    """(names, nodes, columns, rows)"""
    rows = rng.choice([STRIDE * rng.randint(1, 5), rng.randint(1, 6 * STRIDE)])
    nodes, columns = [], []
    for _ in range(rng.randint(2, 7)):
        leaf = rng.choice(SPECIAL) if rng.random() < 0.8 else orc_types.arrow_leaf(rng)
        if java:
            is_time = rng.random() < 0.25
            leaf = orc_writers.java_timestamp(rng) if is_time else orc_writers.stored_by_java(leaf)
        values = pushdown_files.drawn(rng, leaf, rows)
        if rng.random() < 0.75:
            values = pushdown_files.with_nulls(rng, values)
        if rng.random() < 0.3:  # in a struct, whose leaf is a hidden column
            is_null = random_tables.holes(rng, rows)
            values = [None if hole else (v,) for v, hole in zip(values, is_null)]
            leaf = orc_types.Node("struct", children=(leaf,), names=("a",))
            leaf = leaf._replace(told=orc_types.told(leaf))
        nodes.append(leaf)
        columns.append(values)
    return [f"c{i}" for i in range(len(nodes))], nodes, columns, rows
