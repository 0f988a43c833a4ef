# SPDX-License-Identifier: MIT
"""Writes testdata/encrypted/README.md: keys, files, attacks, and what pyarrow and Polars make of
them.  Fails if one of these reads a good file and finds other rows than those of plain.parquet.

    python3 testdata/make/encrypted_readme.py
"""
import pathlib

import polars as pl
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

from attacks import ATTACKS
from encrypted_files import (
    FEW, KEYS, OWN, PYARROW, SMALL, column_keys, few_rows, rows, small_rows)

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "encrypted"
HEAD = """# Encrypted files

Parquet Modular Encryption.  `make/encrypted_files.py` writes the files: those whose names begin
with `pyarrow` with pyarrow, which has no Bloom filters there, the others with
`make/encryption.py`, written from the specification, out of plain files of pyarrow.  The nonces
of the latter are the same in each run, which no real file may do.  `make/encrypted_readme.py`
writes this page.

## Keys

The name of a key is the key metadata that files store, except those of pyarrow and
`gcm_column_keys_nameless`, which store none.

| name | bytes in hexadecimal |
|---|---|
"""
GOOD = """
## Good files

All have the rows of `plain.parquet`: {n} rows in 2 row groups, pages of 16 rows with a page
index; `id` (REQUIRED, PLAIN, Bloom filter), `name` (dictionary, Snappy, Bloom filter), `amount`
(Zstandard), and in the group `place` the fields `lat` and `tags`, a list.

"pyarrow" and "Polars": what pyarrow 26.0.1 (which accepts one key for all without its own form
of key metadata) and Polars 2.1.0 return.  An empty place: not asked.

| file | footer key | column_keys | AAD prefix to supply | contents | pyarrow | Polars |
|---|---|---|---|---|---|---|
"""
FEW_HEAD = """
## What writers do differently

The first 16 rows of `plain.parquet` in 2 row groups, pages version 2 of 4 rows, Snappy; `id`,
`name` and `amount` encrypted with the footer key, the rest plain.  Readers must read all of these.

| file | footer key | column_keys | AAD prefix to supply | contents | pyarrow | Polars |
|---|---|---|---|---|---|---|
"""
SMALL_HEAD = """
## Small files

Two row groups of two pages of 4 rows: `i` from 0 (PLAIN, Bloom filter), `j` = 1000 + i, and `s`:
'a', 'b', 'c' in turn (dictionary, Snappy); all REQUIRED.

| file | footer key | column_keys | AAD prefix to supply | contents | pyarrow | Polars |
|---|---|---|---|---|---|---|
"""
ATTACK_HEAD = """
## Attacked files

`make/attacks.py` makes them from small files, and each is read with the keys of its small file.
What must happen:

* open: the file cannot be opened, whatever is asked for.
* scan: the named column cannot be read, and the error names the row group and the page.  Columns
  whose modules are whole can be read.
* lookup: a query that uses the module (`WHERE i = 5`) returns the right rows or fails; a query
  that does not use it returns the right rows.
* never: the format protects the pages of AES_GCM_CTR_V1 only by their headers, so the rows are
  wrong.

The last columns show what pyarrow and Polars make of it, given the key and not its name.  "right":
the reader does not use the module, or not the length that was changed (Polars takes the sizes of
pages from their headers, and the footer's from the end of the file).  "WRONG": it returns rows
that nobody wrote.

| attack_... | made from | what is changed | must fail | column | row group | page | pyarrow | Polars |
|---|---|---|---|---|--:|--:|---|---|
"""


def with_pyarrow(path, file, prefix, columns):
    properties = pe.create_decryption_properties(KEYS[file.footer_key],
                                                 aad_prefix=prefix.encode() or None)
    return pq.read_table(path, columns=columns, decryption_properties=properties,
                         partitioning=None).to_pylist()


def with_polars(path, file, prefix, columns):
    properties = pl.ParquetDecryptionProperties(
        footer_key=KEYS[file.footer_key], column_keys=column_keys(file.column_keys),
        aad_prefix=prefix.encode() or None)
    return pl.read_parquet(path, columns=columns, decryption=properties).to_dicts()


def outcome(read, path, file, expected, prefix, columns):
    try:
        found = read(path, file, prefix, columns)
    except pl.exceptions.PanicException as error:
        return "panic: " + str(error).split("\n")[0]
    except Exception as error:  # what a reader raises is its own
        return "error: " + str(error).split("\n")[0]
    return "right" if found == expected else "WRONG"


def outcomes(path, file, expected, prefix, columns=None):
    """pyarrow is asked only where it can read the file that was attacked."""
    result = [outcome(with_pyarrow, path, file, expected, prefix, columns)
              if not file.column_keys else "",
              outcome(with_polars, path, file, expected, prefix, columns)]
    print(path.stem, *result, sep="\n    ")
    return " | ".join(r.split(":")[0] for r in result)


def good_row(name, file, expected):
    """pyarrow reads all with one key, and Polars neither AES_GCM_CTR_V1 nor 192 bits."""
    found = outcomes(FOLDER / f"{name}.parquet", file, expected, file.aad_prefix)
    both = "" if file.column_keys else "right", \
        "error" if "ctr" in name or file.footer_key == "footer24" else "right"
    both = ("error", "error") if name == "few_v2_plain_levels" else both
    assert found == " | ".join(both), name
    return (f"| {name} | {file.footer_key} | {file.column_keys} | {file.aad_prefix} | "
            f"{file.what} | {found} |\n")


def attack_row(name, attack):
    file = SMALL[attack.base]
    prefix = attack.options.removeprefix("aad_prefix='").rstrip("'") \
        if attack.options.startswith("aad_prefix") else file.aad_prefix
    table = small_rows().select([attack.column] if attack.column else ["i", "j", "s"])
    found = outcomes(FOLDER / f"attack_{name}.parquet", file, table.to_pylist(), prefix,
                     table.column_names)
    place = [attack.column, attack.row_group, attack.page]
    shown = " | ".join("" if p is None else str(p) for p in place)
    what = f"{attack.what}; read with {attack.options}" if attack.options else attack.what
    return f"| {name} | {attack.base} | {what} | {attack.noticed} | {shown} | {found} |\n"


def main():
    text = HEAD + "".join(f"| {name} | {key.hex()} |\n" for name, key in KEYS.items())
    expected = rows().to_pylist()
    text += GOOD.format(n=len(expected))
    for name, file in (PYARROW | OWN).items():
        text += good_row(name, file, expected)
    text += FEW_HEAD
    for name, file in FEW.items():
        text += good_row(name, file, few_rows().to_pylist())
    text += SMALL_HEAD
    for name, file in SMALL.items():
        first = 100 if name == "small_gcm_other" else 0
        text += good_row(name, file, small_rows(first).to_pylist())
    text += ATTACK_HEAD + "".join(attack_row(name, a) for name, a in ATTACKS.items())
    (FOLDER / "README.md").write_text(text)


main()
