# SPDX-License-Identifier: MIT
"""What parquet_write() encrypts: is it what was asked for, and as the specification wants it."""
import shutil
import struct

import encrypted_programs
import encrypted_reading
import encrypted_tables
from encryption import NONCE, Opened, parse_struct
from table_checks import literal

LONG_TEXT = 7  # bytes of values that cannot occur by chance


class Ours(encrypted_programs.Program):
    name = "parquet_write"


class Case(encrypted_reading.Case):
    """A file of parquet_write()."""

    def __init__(self, host, rng, work):
        self.host, self.writer, self.rng = host, Ours(), rng
        self.plain, self.encrypted = work / "plain.parquet", work / "encrypted.parquet"
        self.source = work / "source.parquet"
        self.made = encrypted_tables.table(rng)
        self.paths = encrypted_tables.leaf_paths(self.made)
        self.layout = encrypted_tables.layout(rng, self.made.num_rows)
        self.spec = encrypted_tables.spec(rng, self.paths)
        if rng.random() < 0.15:
            self.for_all_readers()
        self.opened, self.by_metadata = None, {}

    def for_all_readers(self):
        """What DuckDB reads, too."""
        flat = [f.name for f in self.made.schema if "." not in f.name
                and not encrypted_tables.pa.types.is_nested(f.type)]
        if not flat:
            return
        self.made = self.made.select(flat)
        self.paths = encrypted_tables.leaf_paths(self.made)
        self.layout.page_rows, self.layout.version = 1000, 1
        foot = encrypted_tables.Key("foot", self.rng.randbytes(8).hex().encode())
        self.spec = encrypted_tables.Spec(foot, None)

    def options(self):
        layout = self.layout
        yield f"row_group_size={layout.group_rows}"
        yield f"data_page_row_limit={layout.page_rows}"
        yield f"data_page_version={layout.version}"
        yield f"compression={layout.codec}"
        if not layout.dictionary:
            yield "dictionary_size_limit=0"
        if not layout.bloom:
            # Whether a filter pays depends on sizes, and encryption adds to them.
            yield "bloom_filter=none"
        else:
            simple = [f.name for f in self.made.schema if str(f.type) in ("int64", "string")]
            if simple:
                yield "bloom_filter=" + ", ".join(f'"{name}"' for name in simple)

    def encryption(self):
        spec = self.spec
        yield "footer_key=foot"
        if spec.columns is not None:
            yield "column_keys=" + self.key_options(self.all_keys(), "")["column_keys"]
        if spec.algorithm != "AES_GCM_V1" or self.rng.random() < 0.5:
            yield f"encryption_algorithm={spec.algorithm}"
        if spec.plaintext_footer:
            yield "plaintext_footer=true"
        if spec.aad_prefix:
            yield f"aad_prefix={spec.aad_prefix}"
            yield f"store_aad_prefix={str(spec.store_aad_prefix).lower()}"

    def write(self):
        encrypted_programs.write_with_pyarrow(self.made, self.source, self.layout)
        self.host.open()
        self.host.rows(f"CREATE VIRTUAL TABLE temp.src USING parquet({literal(self.source)})")
        for name, value in self.all_keys().items():
            self.host.rows("SELECT parquet_add_key(?, ?)", name, self.form(value))
        for path, options in ((self.plain, []), (self.encrypted, list(self.encryption()))):
            options = [*self.options(), *options]
            marks = ", ".join("?" * (2 + len(options)))
            rows = self.host.rows(f"SELECT parquet_write({marks})", str(path), "src", *options)
            if rows[0][0] != self.made.num_rows:
                yield f"parquet_write() returned {rows[0][0]} of {self.made.num_rows}"
        self.open_modules(self.spec.by_path)

    def remove(self):
        super().remove()
        self.source.unlink(missing_ok=True)


# --- checks ----------------------------------------------------------------------------------

def check_settings(case):
    """Algorithm, AAD prefix, key metadata, and which columns are encrypted with what."""
    opened, spec = case.opened, case.spec
    names = {1: "AES_GCM_V1", 2: "AES_GCM_CTR_V1"}
    if names[opened.algorithm] != spec.algorithm:
        yield f"algorithm {opened.algorithm}"
    if opened.plaintext_footer != spec.plaintext_footer:
        yield f"a plaintext footer: {opened.plaintext_footer}"
    stored = spec.aad_prefix.encode() if spec.store_aad_prefix else b""
    supply = opened.settings.get(3, False)
    if opened.settings.get(1, b"") != stored or supply != bool(spec.supplied_prefix):
        yield f"AAD prefix {opened.settings.get(1)!r}, supply_aad_prefix {supply}"
    if len(opened.settings.get(2, b"")) < 8:
        yield f"aad_file_unique {opened.settings.get(2)!r}"
    if opened.key_metadata != b"foot":
        yield f"footer key metadata {opened.key_metadata!r}"
    groups = opened.footer.get(4) or []
    for g, group in enumerate(groups):
        if group.get(7) != g:
            yield f"row group {g} has the ordinal {group.get(7)}"
        for path, column in zip(case.paths, group.get(1)):
            yield from chunk_settings(case, f"row group {g}, {path}", path, column)


def chunk_settings(case, place, path, column):
    key, crypto = case.spec.key_of(path), column.get(8)
    if key is None or crypto is None:
        if (key is None) != (crypto is None) or column.get(9) is not None:
            yield f"{place}: crypto_metadata {crypto and crypto.fields!r} with key {key}"
        return
    with_key = crypto.get(2)
    if (with_key is None) != case.spec.is_uniform:
        yield f"{place}: {crypto.fields!r}"
    elif with_key is not None:
        told = ".".join(name.decode() for name in with_key.get(1))
        if told != path or with_key.get(2) != key.name.encode():
            yield f"{place}: path {told}, key metadata {with_key.get(2)!r}"
    is_apart = not case.spec.is_uniform or case.spec.plaintext_footer
    if (column.get(9) is not None) != is_apart:
        yield f"{place}: encrypted_column_metadata {column.get(9) is not None}"
    visible = column.get(3)
    if (visible is not None) != (case.spec.is_uniform or case.spec.plaintext_footer):
        yield f"{place}: meta_data {visible is not None}"
    if is_apart and visible is not None and any(
            visible.get(i) for i in (8, 12, 13, 14, 15, 16, 17)):
        yield f"{place}: statistics in a plaintext footer"


def check_nonces(case):
    """No nonce occurs twice, and none is in both of two files."""
    nonces = case.opened.nonces()
    if case.opened.plaintext_footer:
        nonces.append(case.opened.data[case.opened.head_end:][:NONCE])
    if len(set(nonces)) != len(nonces):
        yield f"{len(nonces) - len(set(nonces))} nonces occur twice"
    if any(n[:8] == bytes(8) or n[4:] == bytes(8) for n in nonces):
        yield "nonces with 8 bytes of zeros"
    first = case.opened
    list(case.write())
    if set(case.opened.nonces()) & set(first.nonces()):
        yield "the same nonce in two files"
    if case.opened.settings.get(2) == first.settings.get(2):
        yield "the same aad_file_unique in two files"


def check_secrets(case):
    """No value of an encrypted column, as it is stored, is anywhere in the file."""
    data = case.encrypted.read_bytes()
    open_values = set()
    for field in case.made.schema:
        leaves = case.leaves(field.name)
        if not all(case.spec.key_of(path) for path in leaves):
            open_values |= values_of(case, field)
    for field in case.made.schema:
        if all(case.spec.key_of(path) for path in case.leaves(field.name)):
            for value in values_of(case, field) - open_values:
                if value in data:
                    yield f"column {field.name!r}: {value!r} is in the file"
                    break


def values_of(case, field):
    """Those that cannot occur by chance, as PLAIN has them."""
    pack = {"int64": "<q", "double": "<d"}.get(str(field.type))
    values = case.made.column(field.name)
    if pack:
        packed = {struct.pack(pack, v) for v in values.to_pylist() if v is not None}
        return {v for v in packed if len(set(v)) > 5}
    if str(field.type) in ("string", "binary"):
        texts = {v.encode() if isinstance(v, str) else v for v in values.to_pylist() if v}
        return {v for v in texts if len(v) >= LONG_TEXT and len(set(v)) > 4}
    return set()


def check_sizes(case):
    """The pages that the offset indexes list are those that are there."""
    for module in case.opened.modules:
        if module.kind != 7:  # offset index
            continue
        index, _ = parse_struct(module.text)
        headers = [m for m in case.opened.modules if m.kind == 4
                   and (m.row_group, m.column) == (module.row_group, module.column)]
        bodies = [m for m in case.opened.modules if m.kind == 2
                  and (m.row_group, m.column) == (module.row_group, module.column)]
        told = [(p.get(1), p.get(2)) for p in index.get(1)]
        found = [(h.start, b.end - h.start) for h, b in zip(headers, bodies)]
        if told != found:
            yield f"{module.path}, row group {module.row_group}: offset index {told}, is {found}"


def check_parquet_check(case):
    """The extension's own verdict."""
    case.open("names", case.all_keys())
    prefix = case.spec.supplied_prefix
    options = [f"aad_prefix={prefix}"] if prefix else []
    marks = ", ".join("?" * (1 + len(options)))
    for row in case.host.rows(f"SELECT * FROM parquet_check({marks})", str(case.encrypted),
                              *options):
        yield f"parquet_check: {row}"


def check_unknown_keys(case):
    """A key that does not exist is refused, and no file is left."""
    path = case.encrypted.with_suffix(".refused")
    case.host.open()
    case.host.rows(f"CREATE VIRTUAL TABLE temp.src USING parquet({literal(case.source)})")
    options = list(case.encryption())
    marks = ", ".join("?" * (2 + len(options)))
    error = encrypted_reading.refused(case, f"SELECT parquet_write({marks})", str(path), "src",
                                      *options)
    if error is None or "key" not in error:
        yield f"without keys: {error}"
    if path.exists():
        yield f"{path.name} was written"
        path.unlink()


def check_folder(case):
    """Several files, each with an id of its own, which are one table again."""
    folder = case.encrypted.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    case.host.open()
    case.host.rows(f"CREATE VIRTUAL TABLE temp.src USING parquet({literal(case.source)})")
    for name, value in case.all_keys().items():
        case.host.rows("SELECT parquet_add_key(?, ?)", name, value)
    size = case.made.num_rows // 3 + 1
    options = [f"rows_per_file={size}", *case.encryption()]
    marks = ", ".join("?" * (2 + len(options)))
    case.host.rows(f"SELECT parquet_write({marks})", f"{folder}/", "src", *options)
    files = sorted(folder.glob("*.parquet"))
    if len(files) != -(-case.made.num_rows // size):
        yield f"{len(files)} files of {size} rows"
    prefix = case.spec.supplied_prefix
    ids = {Opened(path.read_bytes(), case.spec.by_path, prefix.encode()).settings.get(2)
           for path in files}
    if len(ids) != len(files):
        yield f"{len(ids)} ids of {len(files)} files"
    case.attach("t", f"{folder}/", **({"aad_prefix": prefix} if prefix else {}))
    yield from (f"folder: {line}" for line in other_rows(case))
    shutil.rmtree(folder)


def other_rows(case):
    listed = ", ".join(f'"{f.name}"' for f in case.made.schema)
    found, expected = (sorted(case.host.rows(f"SELECT {listed} FROM {name}"), key=repr)
                       for name in ("t", "src"))
    told = encrypted_programs.differing(expected, found)
    if told:
        yield told


CHECKS = [check_settings, check_nonces, check_secrets, check_sizes, check_parquet_check,
          check_unknown_keys, check_folder]
