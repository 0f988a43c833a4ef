# SPDX-License-Identifier: MIT
"""Writes testdata/encrypted/: encrypted files, and attacked versions of some of them.

    python3 testdata/make/encrypted_files.py [FOLDER]

Those whose names begin with pyarrow are written by pyarrow, with nonces and file ids at random:
they are made again only if they are missing.  The others are plain files of pyarrow, encrypted
by encryption.py, with nonces and ids that are the same in each run.  Checks that each good file
has the rows of plain.parquet.  encrypted_checks.py shows what other readers make of the files.
"""
import dataclasses
import io
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

import attacks
from encryption import CTR, GCM, Encryption, Key, Nonces, Opened, encrypt, take_apart

# The name of a key is what files store as its key metadata.
KEYS = {"footer16": bytes(range(0x00, 0x10)), "footer24": bytes(range(0x10, 0x28)),
        "footer32": bytes(range(0x30, 0x50)), "column16": bytes(range(0x50, 0x60)),
        "nested16": bytes(range(0x60, 0x70)), "column32": bytes(range(0x70, 0x90))}
NAMES = ["city", "Zürich", "Bern", "", "Genève"]
ROWS = 64


def named(name):
    return Key(KEYS[name], name.encode())


def rows():
    n = range(ROWS)
    place = [None if i % 11 == 5 else {
        "lat": None if i % 13 == 4 else i / 4,
        "tags": None if i % 9 == 8 else list(range(i % 4))} for i in n]
    return pa.table({
        "id": pa.array([i * 10 for i in n], pa.int64()),
        "name": pa.array([None if i % 7 == 3 else NAMES[i % 5] for i in n]),
        "amount": pa.array([None if i % 10 == 9 else i * 1.25 for i in n]),
        "place": pa.array(place, pa.struct([("lat", pa.float64()),
                                            ("tags", pa.list_(pa.int32()))])),
    }, pa.schema([pa.field("id", pa.int64(), False), pa.field("name", pa.string()),
                  pa.field("amount", pa.float64()),
                  pa.field("place", pa.struct([("lat", pa.float64()),
                                               ("tags", pa.list_(pa.int32()))]))]))


def small_rows(first=0):
    """For attacks: i from 0, j = 1000 + i, s = a, b or c."""
    n = range(first, first + 16)
    return pa.table({"i": list(n), "j": [1000 + i for i in n], "s": ["abc"[i % 3] for i in n]},
                    pa.schema([pa.field("i", pa.int64(), False), pa.field("j", pa.int64(), False),
                               pa.field("s", pa.string(), False)]))


def few_rows():
    return rows().slice(0, 16)


def write(table, where, row_group, page, bloom, codecs, **options):
    pq.write_table(
        table, where, row_group_size=row_group, max_rows_per_page=page, write_batch_size=page,
        use_dictionary=[n for n in table.column_names if n in ("name", "s")],
        compression=codecs, write_page_index=True, store_schema=False,
        bloom_filter_options={n: {"ndv": row_group, "fpp": 0.1} for n in bloom}, **options)


def write_rows(where, bloom=("id", "name"), **options):
    write(rows(), where, 32, 16, bloom,
          {"id": "NONE", "name": "SNAPPY", "amount": "ZSTD", "place.lat": "NONE",
           "place.tags.list.element": "NONE"}, **options)


def write_few(where):
    """Pages version 2 with levels, and Bloom filters."""
    write(few_rows(), where, 8, 4, ("id", "name"), "SNAPPY", data_page_version="2.0")


def write_small(where, first=0, codec="NONE"):
    write(small_rows(first), where, 8, 4, ("i",), {"i": codec, "j": codec, "s": "SNAPPY"})


def plain_bytes(writer, *arguments):
    out = io.BytesIO()
    writer(out, *arguments)
    return out.getvalue()


# --- good files ------------------------------------------------------------------------------

@dataclasses.dataclass
class File:
    """keys: of which column is what, as the option column_keys says it."""
    what: str
    footer_key: str
    column_keys: str = ""
    aad_prefix: str = ""       # what a reader must supply
    options: dict = dataclasses.field(default_factory=dict)
    data: bytes = None


PYARROW = {
    "pyarrow_gcm": File("AES_GCM_V1, encrypted footer", "footer16"),
    "pyarrow_ctr": File("AES_GCM_CTR_V1, encrypted footer", "footer16",
                        options=dict(encryption_algorithm="AES_GCM_CTR_V1")),
    "pyarrow_gcm_signed": File("AES_GCM_V1, plaintext footer", "footer16",
                               options=dict(plaintext_footer=True)),
    "pyarrow_ctr_signed": File("AES_GCM_CTR_V1, plaintext footer", "footer32", options=dict(
        plaintext_footer=True, encryption_algorithm="AES_GCM_CTR_V1")),
    "pyarrow_gcm_192": File("a key of 192 bits, AAD prefix not stored", "footer24",
                            aad_prefix="town/1",
                            options=dict(aad_prefix=b"town/1", store_aad_prefix=False)),
    "pyarrow_gcm_256": File("a key of 256 bits, AAD prefix stored", "footer32",
                            options=dict(aad_prefix=b"town/1")),
}

COLUMNS = {"name": named("column16"), "place.lat": named("nested16"),
           "place.tags.list.element": named("nested16")}
COLUMN_KEYS = "column16: name; nested16: place.lat, place.tags.list.element"
BIG = {"id": named("column32"), "amount": named("footer32")}


def column_file(what, key="footer16", columns=COLUMNS, column_keys=COLUMN_KEYS, supply="",
                **options):
    return File(what, key, column_keys, supply,
                {"footer_key": named(key), "columns": columns} | options)


def nameless(columns):
    return {path: Key(key.value) for path, key in columns.items()}


def footer_key_columns(key, paths, others=()):
    """Columns with the footer key (the same object says so), and others."""
    return {"footer_key": key, "columns": {path: key for path in paths} | dict(others)}


OWN = {
    "gcm_named_key": File("the footer key alone, all columns", "footer16",
                          options=dict(footer_key=named("footer16"))),
    "gcm_column_keys": column_file("column keys; id and amount are plain"),
    "ctr_column_keys": column_file("the same in AES_GCM_CTR_V1", algorithm=CTR),
    "gcm_column_keys_signed": column_file("column keys, plaintext footer",
                                          plaintext_footer=True),
    "ctr_column_keys_signed": column_file(
        "AES_GCM_CTR_V1, plaintext footer, AAD prefix not stored", supply="town/2",
        algorithm=CTR, plaintext_footer=True, aad_prefix=b"town/2", store_aad_prefix=False),
    "gcm_column_keys_nameless": column_file("column keys without key metadata",
                                            footer_key=Key(KEYS["footer16"]),
                                            columns=nameless(COLUMNS)),
    "gcm_footer_key_columns": File(
        "name with the footer key, amount with column32, the rest plain; AAD prefix stored",
        "footer32", "column32: amount",
        options=footer_key_columns(named("footer32"), ["name"], {"amount": named("column32")})
        | dict(aad_prefix=b"town/3")),
    "gcm_footer_key_columns_signed": File(
        "the same with a plaintext footer", "footer32", "column32: amount",
        options=footer_key_columns(named("footer32"), ["name"], {"amount": named("column32")})
        | dict(plaintext_footer=True)),
    "gcm_signed_plain_columns": File(
        "a signed footer, all columns plain", "footer16",
        options=footer_key_columns(named("footer16"), []) | dict(plaintext_footer=True)),
}

FEW_KEYS = footer_key_columns(named("footer16"), ["id", "name", "amount"])
FEW = {
    "few_v2": File("all of a page version 2 is encrypted, as pyarrow and arrow-rs do it",
                   "footer16", options=FEW_KEYS),
    "few_v2_plain_levels": File("its levels are plain, as parquet-java does it", "footer16",
                                options=FEW_KEYS | dict(plain_levels=True)),
    "few_plain_filters": File("the Bloom filters of encrypted columns are plain, as arrow-rs "
                              "does it", "footer16", options=FEW_KEYS | dict(plain_filters=True)),
}

SMALL_KEYS = {"i": named("column16"), "j": named("column16")}
SMALL = {
    "small_gcm": File("the footer key alone", "footer16"),
    "small_gcm_other": File("rows 100 to 115, of the same keys", "footer16"),
    "small_ctr": File("AES_GCM_CTR_V1", "footer16", options=dict(algorithm=CTR)),
    "small_signed": File("i and j encrypted with column16, plaintext footer", "footer16",
                         "column16: i, j",
                         options=dict(columns=SMALL_KEYS, plaintext_footer=True)),
    "small_columns": File("i and j encrypted with column16, s plain", "footer16",
                          "column16: i, j", options=dict(columns=SMALL_KEYS)),
    "small_snappy": File("the footer key alone; i and j are compressed with Snappy", "footer16"),
    "small_version": File("version 2 of two: AAD prefix orders/2, stored", "footer16",
                          options=dict(aad_prefix=b"orders/2")),
}


def own_options(name, file):
    unique = Nonces(f"{name} id")()[:8]
    return Encryption(**({"footer_key": named(file.footer_key), "unique": unique,
                          "nonces": Nonces(name)} | file.options))


def make_pyarrow(folder):
    for name, file in PYARROW.items():
        path = folder / f"{name}.parquet"
        if not path.exists():
            # pyarrow encrypts no Bloom filters yet.
            write_rows(path, (), encryption_properties=pe.create_encryption_properties(
                KEYS[file.footer_key], **file.options))
        file.data = path.read_bytes()


def make_own(folder):
    plain = plain_bytes(write_rows)
    (folder / "plain.parquet").write_bytes(plain)
    for name, file in OWN.items():
        file.data = encrypt(plain, own_options(name, file))
    for name, file in SMALL.items():
        first = 100 if name == "small_gcm_other" else 0
        codec = "SNAPPY" if name == "small_snappy" else "NONE"
        file.data = encrypt(plain_bytes(write_small, first, codec), own_options(name, file))
    for name, file in FEW.items():
        file.data = encrypt(plain_bytes(write_few), own_options(name, file))
    for name, file in (OWN | FEW | SMALL).items():
        (folder / f"{name}.parquet").write_bytes(file.data)


def column_keys(text):
    """The keys that the option column_keys gives, by path."""
    keys = {}
    for part in filter(None, text.split(";")):
        key, paths = part.split(":")
        keys |= {path.strip(): KEYS[key.strip()] for path in paths.split(",")}
    return keys


def opened(file, data=None):
    keys = column_keys(file.column_keys)
    return Opened(file.data if data is None else data,
                  lambda path, _: KEYS[file.footer_key] if path is None else keys[path],
                  file.aad_prefix.encode(), not file.options.get("plain_filters"))


def check(name, file):
    """Every module opens with its AAD, and no nonce is used twice."""
    modules = opened(file).modules
    nonces = [m.sealed[4:16] for m in modules]
    assert len(set(nonces)) == len(nonces), name
    return modules


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                          else pathlib.Path(__file__).parent.parent / "encrypted")
    folder.mkdir(parents=True, exist_ok=True)
    make_pyarrow(folder)
    make_own(folder)
    good = PYARROW | OWN | FEW | SMALL
    for name, file in good.items():
        check(name, file)
    for name, attack in attacks.ATTACKS.items():
        base = good[attack.base]
        target = attacks.Target(opened(base), own_options(attack.base, base),
                                opened(SMALL["small_gcm_other"]))
        data = attack.change(target)
        assert data != base.data or attack.base == "small_version", name
        (folder / f"attack_{name}.parquet").write_bytes(data)


if __name__ == "__main__":
    main()
