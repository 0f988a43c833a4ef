# SPDX-License-Identifier: MIT
"""parquet_check() must find what is wrong with a file, and nothing in a sound file.

    python3 hosts/faults/check_poisons.py [options] EXTENSION      from the project's root

Changes one thing in the metadata of good files (poisons.py, index_poisons.py) and runs
parquet_check() on the changed file.  A wrong claim must make a finding; changes that are legal,
or claim nothing, are listed with the reason.

    --seed N         the seed of everything random
    --file FILE      change only this file; may be given more than once
    --only NAME      only this poison; may be given more than once
    --rounds N       poisoned files of each poison and file
    --verbose        print the kinds of findings that each poison made
"""
import collections
import pathlib
import random
import shutil
import sqlite3
import sys

sys.path[:0] = ["hosts", "hosts/questions", "testdata/make"]

import index_poisons  # noqa: E402  pylint: disable=unused-import
import poison  # noqa: E402
import poisons  # noqa: E402
import writer_poisons  # noqa: E402  pylint: disable=unused-import
from host_tests import connect  # noqa: E402
from parquet_footer import File  # noqa: E402

FOLDER = pathlib.Path("build/hosts/checked")

# Poisons that make no finding, and why.
LEGAL = {
    "bloom_length_gone": "the field is optional",
    "created_by": "any name is valid; and bounds by writers that are not trusted are not checked",
    "deprecated_only": "min and max in an order that they never had: readers must ignore them",
    "exact_flags_gone": "what is left out claims nothing",
    "index_counts_gone": "the field is optional",
    "index_without_locations": "what is left out claims nothing",
    "key_values": "they may hold anything",
    "locations_without_index": "what is left out claims nothing",
    "loose_bounds": "bounds that are not marked as exact may be loose",
    "loose_bounds_not_exact": "the same, said explicitly",
    "null_count_gone": "what is left out claims nothing",
    "one_sided": "what is left out claims nothing",
    "statistics_empty": "nothing is claimed",
    "statistics_gone": "nothing is claimed",
    "unknown_fields": "fields of the future",
}
LEGAL.update({name: "by a writer that is not trusted, whose claims are not checked"
              for name in poisons.PARQUET.poisons if name.startswith("writer_")})
# Poisons that make no finding for some columns or choices.  All others always must make one.
SOMETIMES = {
    "deprecated_true": "correct bounds, in a file that has no others and so needs no order",
    "distinct_count": "0 or 1 may be right, and without a dictionary larger counts are not checked",
    "encodings_gone": "the list need not name the dictionary page's own PLAIN: DuckDB's does not",
    "index_order_lie": "UNORDERED is always true, and another choice may be",
    "index_order_other": "pages that all have the same bounds are in every order",
    "index_swapped": "two zeros: bounds hold for either",
    "no_order_at_all": "INT96 with an order other than its own: readers must ignore the bounds",
    "sorting_lie": "the rows may be in the order claimed, or of a type that has none",
    "swapped": "two zeros: bounds hold for either",
    "wrong_width": "bounds of INT96, which readers must ignore",
}
ENOUGH = 12  # after so many files of a poison, at least one must have been found


class Checker:
    """A connection with the extension."""

    def __init__(self, extension):
        self.db = connect(extension, isolation_level=None)

    def kinds(self, path):
        """The number of findings of each kind; an error is a kind of its own."""
        try:
            rows = self.db.execute("SELECT kind, finding FROM parquet_check(?)", (str(path),))
            return collections.Counter(kind for kind, _ in rows)
        except sqlite3.Error as error:
            return collections.Counter({f"error: {error}": 1})


class Run:
    """Records what was found, and whether it is right."""

    def __init__(self, options):
        self.options = options
        self.checker = Checker(options.extension)
        self.passed = self.failed = 0
        self.made = collections.defaultdict(collections.Counter)
        self.silent = collections.Counter()

    def count(self, good, message):
        self.passed += good
        self.failed += not good
        if not good:
            print(message)

    def check_sound(self, path):
        kinds = self.checker.kinds(path)
        self.count(not kinds, f"{path}: sound, but there are findings: {dict(kinds)}")

    def check_poisoned(self, name, path):
        kinds = self.checker.kinds(path)
        self.made[name].update(kinds)
        self.silent[name] += not kinds
        errors = [kind for kind in kinds if kind.startswith("error: ")]
        good = not errors and (bool(kinds) or name in LEGAL or name in SOMETIMES)
        self.count(good, f"{path}: {errors[0] if errors else 'nothing was found'}")
        if good:
            path.unlink()

    def run_file(self, path):
        self.check_sound(path)
        good = File(pathlib.Path(path).read_bytes())
        for name in self.options.only or sorted(poisons.PARQUET.poisons):
            rng = random.Random(f"{self.options.seed}/{path}/{name}")
            leaves = list(good.leaves)
            rng.shuffle(leaves)
            done = 0
            for leaf in leaves:
                if done == self.options.rounds:
                    break
                changed = good.copy()
                chunks = list(changed.chunks(changed.leaves[leaf.number]))
                if poisons.PARQUET.poisons[name](changed, leaf, chunks, rng) is False:
                    continue
                if changed.bytes() == good.bytes():
                    continue
                done += 1
                file = FOLDER / f"{pathlib.Path(path).stem}-{name}-{done}.parquet"
                file.write_bytes(changed.bytes())
                self.check_poisoned(name, file)

    def check_sometimes(self):
        for name in SOMETIMES:
            if self.silent[name] >= ENOUGH and not self.made[name]:
                self.count(False, f"{name}: nothing was found in {self.silent[name]} files")


def main():
    options = poison.common_arguments(__doc__).parse_args()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    run = Run(options)
    for path in options.file or poison.PARQUET_FILES:
        run.run_file(path)
    run.check_sometimes()
    for name in sorted(run.made) if options.verbose else ():
        print(f"{name}: {run.silent[name]} silent, {dict(run.made[name])}")
    print(f"hosts: check: {run.passed} passed, {run.failed} failed ({len(run.made)} poisons)")
    sys.exit(run.failed > 0)


if __name__ == "__main__":
    main()
