# SPDX-License-Identifier: MIT
"""Other writers and readers of encrypted files.

A writer makes two files with the same contents, one of them encrypted.  A reader reads both
and says what differs; cannot() says what it does not support in files of others.
"""
import contextlib
import pathlib
import sys

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

import encrypted_tables
import kms
import write_readers
from write_readers import CannotRead, quiet

CODECS = {"none": "uncompressed", "snappy": "snappy", "zstd": "zstd"}


class Program:
    """is_encrypted_otherwise: its files have no AAD as the specification has it.  has_filters:
    it encrypts Bloom filters, or writes none."""
    is_encrypted_otherwise = False
    has_filters = True

    def is_strange(self, layout):
        """Whether other readers cannot read what it writes."""
        return self.is_encrypted_otherwise

    def close(self):
        pass


# --- pyarrow ---------------------------------------------------------------------------------

def write_with_pyarrow(made, path, layout, properties=None):
    pq.write_table(
        made, path, row_group_size=layout.group_rows, max_rows_per_page=layout.page_rows,
        write_batch_size=layout.page_rows, use_dictionary=layout.dictionary,
        compression=layout.codec, data_page_version=f"{layout.version}.0",
        write_page_index=True, write_page_checksum=layout.bloom,
        encryption_properties=properties)


class Pyarrow(Program):
    """One key for all, which its users handle themselves."""
    name = "pyarrow"

    def spec(self, rng, paths):
        return encrypted_tables.spec(rng, paths, uniform=True, has_names=False)

    def write(self, rng, made, spec, layout, plain, encrypted):
        prefix = {"aad_prefix": spec.aad_prefix.encode(),
                  "store_aad_prefix": spec.store_aad_prefix} if spec.aad_prefix else {}
        properties = pe.create_encryption_properties(
            spec.footer.value, encryption_algorithm=spec.algorithm,
            plaintext_footer=spec.plaintext_footer, **prefix)
        write_with_pyarrow(made, plain, layout)
        write_with_pyarrow(made, encrypted, layout, properties)

    def cannot(self, case):
        return "column keys without PKMT1" if not case.spec.is_uniform else None

    def rows(self, path, spec=None):
        properties = None
        if spec:
            properties = pe.create_decryption_properties(
                spec.footer.value, aad_prefix=spec.supplied_prefix.encode() or None)
        file = pq.ParquetFile(path, decryption_properties=properties,
                              page_checksum_verification=True)
        return file.read().to_pylist()

    def difference(self, plain, encrypted, spec):
        return differing(self.rows(plain), self.rows(encrypted, spec))


class PyarrowKms(Pyarrow):
    """Column keys by way of a key management service, whose key material is key metadata."""
    name = "pyarrow with PKMT1"

    def spec(self, rng, paths):
        found = encrypted_tables.spec(rng, paths, has_names=False)
        found.aad_prefix, found.store_aad_prefix = "", True
        masters = {"foot": "master0", "k0": "master1", "k1": "master2", "k2": "master3"}
        found.footer = encrypted_tables.Key(masters["foot"])
        found.columns = found.columns and {
            path: encrypted_tables.Key(masters[key.name]) for path, key in found.columns.items()}
        return found

    def write(self, rng, made, spec, layout, plain, encrypted):
        """Returns the function for encryption.Opened, which notes the keys that the service has
        made in the spec."""
        options = rng.random() < 0.5, rng.random() < 0.7, rng.choice([128, 192, 256])
        for old in encrypted.parent.glob("_KEY_MATERIAL*"):
            old.unlink()
        _factory, properties = kms.encryption_properties(spec, encrypted, *options)
        write_with_pyarrow(made, plain, layout)
        write_with_pyarrow(made, encrypted, layout, properties)
        spec.material, spec.masters = {}, kms.MASTER_KEYS

        def note(path, metadata):
            text = kms.material(metadata, encrypted)
            value = kms.data_key(text)
            spec.material[text] = value
            if path is None:
                spec.footer = encrypted_tables.Key("foot", value)
            else:
                name = f"k{sorted(spec.columns).index(path)}"
                spec.columns[path] = encrypted_tables.Key(name, value)
            return value

        return note

    def rows(self, path, spec=None):
        if spec is None:
            return super().rows(path)
        _factory, properties = kms.decryption_properties(path)
        return pq.ParquetFile(path, decryption_properties=properties).read().to_pylist()


# --- Polars ----------------------------------------------------------------------------------

class Polars(Program):
    name = "Polars"

    def spec(self, rng, paths):
        return encrypted_tables.spec(rng, paths, sizes=(16, 32), algorithms=["AES_GCM_V1"],
                                     has_names=False)

    def write(self, rng, made, spec, layout, plain, encrypted):
        prefix = {"aad_prefix": spec.aad_prefix.encode(),
                  "store_aad_prefix": spec.store_aad_prefix} if spec.aad_prefix else {}
        columns = {path: key.value for path, key in (spec.columns or {}).items()}
        properties = pl.ParquetEncryptionProperties(
            footer_key=spec.footer.value, column_keys=columns or None,
            plaintext_footer=spec.plaintext_footer, **prefix)
        options = {"compression": CODECS[layout.codec], "row_group_size": layout.group_rows,
                   "data_page_size": 200 * layout.page_rows}
        frame = pl.from_arrow(made)
        frame.write_parquet(plain, **options)
        frame.write_parquet(encrypted, encryption=properties, **options)

    def cannot(self, case):
        if case.spec.algorithm != "AES_GCM_V1":
            return "AES_GCM_CTR_V1"
        has_192 = any(len(key.value) == 24 for key in case.spec.keys.values())
        return "192 bits" if has_192 else None

    def rows(self, path, spec=None):
        properties = None
        if spec:
            properties = pl.ParquetDecryptionProperties(
                footer_key=spec.footer.value,
                column_keys={path: key.value for path, key in (spec.columns or {}).items()},
                aad_prefix=spec.supplied_prefix.encode() or None)
        with quiet():
            return pl.read_parquet(path, decryption=properties, glob=False).to_dicts()

    def difference(self, plain, encrypted, spec):
        return differing(self.rows(plain), self.rows(encrypted, spec))


# --- DuckDB ----------------------------------------------------------------------------------

class Duckdb(Program):
    """Reads the first pages of flat columns of others.  Its own files have no aad_file_unique."""
    name = "DuckDB"
    is_encrypted_otherwise = True
    refused = 0

    def spec(self, rng, paths):
        found = encrypted_tables.spec(rng, paths, algorithms=["AES_GCM_V1"], uniform=True,
                                      plaintext_footers=False, has_names=False)
        found.aad_prefix, found.store_aad_prefix = "", True
        value = found.footer.value
        found.footer = encrypted_tables.Key("foot", value.hex()[:len(value)].encode())
        return found

    @contextlib.contextmanager
    def connected(self, spec):
        with duckdb.connect() as db:
            db.execute("SET threads=1; SET TimeZone='UTC'")
            # Otherwise it encrypts only with an extension that is not part of the package.
            db.execute("SET force_mbedtls_unsafe = 'true'")
            if spec:
                db.execute(f"PRAGMA add_parquet_key('foot', '{spec.footer.value.decode()}')")
            yield db

    def write(self, rng, made, spec, layout, plain, encrypted):
        with self.connected(spec) as db:
            db.register("made", made)
            for path, more in (plain, ""), (encrypted, ", encryption_config {footer_key: 'foot'}"):
                db.execute(f"COPY made TO '{path}' (FORMAT parquet, "
                           f"compression {CODECS[layout.codec]}{more})")

    def cannot(self, case):
        spec = case.spec
        if spec.algorithm != "AES_GCM_V1":
            return "AES_GCM_CTR_V1"
        if case.layout.version == 2 or any(m.page for m in case.opened.modules):
            return "pages version 2, and pages after the first"
        if any("." in path for path in case.paths):
            return "nested columns"
        if not spec.is_uniform:
            return "column keys"
        if spec.plaintext_footer:
            return "plaintext footers"
        if not spec.footer.value.isascii():
            return "keys of any bytes"
        return "AAD prefixes" if spec.supplied_prefix else None

    def rows(self, path, spec=None):
        more = ", encryption_config={footer_key: 'foot'}" if spec else ""
        with self.connected(spec) as db:
            return db.execute(f"SELECT * FROM read_parquet('{path}'{more})").fetchall()

    def difference(self, plain, encrypted, spec):
        """It does not open some files that all others read, such as some with dictionaries."""
        try:
            found = self.rows(encrypted, spec)
        except duckdb.Error as error:
            if "Computed AES tag differs" in str(error):
                self.refused += 1
                return None
            raise
        return differing(self.rows(plain), found)


# --- programs --------------------------------------------------------------------------------

class Copier(write_readers.Program, Program):
    """Copies files: see readers/rust/src/bin/encrypted.rs."""

    def copy(self, source, target, layout, decrypt=None, encrypt=None):
        fields = [("from", source), ("to", target)]
        if decrypt:
            fields += self.decryption(decrypt)
        if encrypt:
            fields += self.encryption(encrypt)
        fields += [("group_rows", layout.group_rows), ("page_rows", layout.page_rows),
                   ("codec", CODECS[layout.codec]), ("version", layout.version),
                   ("dictionary", str(layout.dictionary).lower()),
                   ("bloom", str(layout.bloom).lower())]
        self.ask_line("\t".join(f"{name}={value}" for name, value in fields))

    def decryption(self, spec):
        yield "footer_key", spec.footer.value.hex()
        for path, key in (spec.columns or {}).items():
            yield "column_key", f"{key.value.hex()}:{path}"
        if spec.supplied_prefix:
            yield "aad_prefix", spec.supplied_prefix.encode().hex()

    def encryption(self, spec):
        def told(key):
            name = key.name.encode().hex() if spec.has_names else ""
            return f"{key.value.hex()}:{name}"

        yield "to_footer_key", told(spec.footer)
        for path, key in (spec.columns or {}).items():
            yield "to_column_key", f"{told(key)}:{path}"
        yield "to_algorithm", spec.algorithm
        yield "plaintext_footer", str(spec.plaintext_footer).lower()
        if spec.aad_prefix:
            yield "to_aad_prefix", spec.aad_prefix.encode().hex()
            yield "store_aad_prefix", str(spec.store_aad_prefix).lower()

    def write(self, rng, made, spec, layout, plain, encrypted):
        """Both from a file of pyarrow."""
        source = plain.with_suffix(".source")
        write_with_pyarrow(made, source, layout)
        self.copy(source, plain, layout)
        self.copy(source, encrypted, layout, encrypt=spec)
        source.unlink()

    def difference(self, plain, encrypted, spec):
        """Copies both to plain files, which pyarrow reads."""
        layout = encrypted_tables.Layout(10**6, 1000, "none", 1, False, False)
        rows = []
        for path, decrypt in (plain, None), (encrypted, spec):
            copy = pathlib.Path(path).with_suffix(".copy")
            self.copy(path, copy, layout, decrypt=decrypt)
            rows.append(pq.ParquetFile(copy).read().to_pylist())
            copy.unlink()
        return differing(*rows)


class Rust(Copier):
    has_filters = False

    def spec(self, rng, paths):
        return encrypted_tables.spec(rng, paths, sizes=(16, 32), algorithms=["AES_GCM_V1"],
                                     has_names=rng.random() < 0.7)

    def cannot(self, case):
        return Polars.cannot(self, case)


class Java(Copier):
    def is_strange(self, layout):
        """Of pages version 2 it encrypts the values, and not the levels."""
        return layout.version == 2

    def spec(self, rng, paths):
        return encrypted_tables.spec(rng, paths, has_names=rng.random() < 0.7)

    def cannot(self, case):
        return "pages version 2 of others" if self.is_strange(case.layout) else None


def differing(expected, found):
    """What is different in two lists of rows, or None; NaN is NaN."""
    if repr(expected) == repr(found):
        return None
    if len(expected) != len(found):
        return f"{len(found)} rows, expected {len(expected)}"
    at = next(i for i, (a, b) in enumerate(zip(expected, found)) if repr(a) != repr(b))
    return f"row {at + 1}: {found[at]!r:.300}, expected {expected[at]!r:.300}"


def available(work, java=None, rust=None):
    """All readers; pyarrow twice, and the programs only where they were built."""
    found = [Pyarrow(), PyarrowKms(), Polars(), Duckdb()]
    if java:
        found.append(Java("parquet-java", java, write_readers.ROOT, work))
    if rust:
        found.append(Rust("arrow-rs", [rust], write_readers.ROOT, work))
    return found
