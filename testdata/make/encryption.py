# SPDX-License-Identifier: MIT
"""Parquet Modular Encryption after the specification, in Python: encrypts a plain file, and finds,
opens and replaces the modules of an encrypted one.

Used by encrypted_files.py, which makes testdata/encrypted/, and by interop/, which looks into
the files that parquet_write() encrypts.  Shares no code with the extension.  Nothing here
refuses wrong arguments, so that files can be wrong on purpose.
"""
import copy
import dataclasses
import hashlib
import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from parquet_footer import (
    BINARY, I16, I32, I64, LIST, STRUCT, TRUE, List, Reader, Struct, of, struct_bytes)


def parse_struct(data, at=0):
    """The struct that begins at data[at], and where it ends."""
    reader = Reader(data, at)
    return reader.struct(), reader.at


def as_bytes(value):
    return struct_bytes(value) if isinstance(value, Struct) else value


def drop(value, *numbers):
    for number in numbers:
        value.put(number, None, None)


# --- modules ---------------------------------------------------------------------------------

(FOOTER, COLUMN_METADATA, DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_HEADER, DICTIONARY_PAGE_HEADER,
 COLUMN_INDEX, OFFSET_INDEX, BLOOM_HEADER, BLOOM_BITSET) = range(10)
NAMES = ("footer", "column metadata", "data page", "dictionary page", "data page header",
         "dictionary page header", "column index", "offset index", "Bloom filter header",
         "Bloom filter bitset")
GCM, CTR = 1, 2  # the fields of the union EncryptionAlgorithm
NONCE, TAG, LENGTH = 12, 16, 4


def module_aad(file_aad, kind, row_group=None, column=None, page=None):
    """file_aad: the AAD prefix, then aad_file_unique."""
    ordinals = [] if kind == FOOTER else [row_group, column]
    if kind in (DATA_PAGE, DATA_PAGE_HEADER):
        ordinals.append(page)
    return file_aad + bytes([kind]) + b"".join(struct.pack("<h", n) for n in ordinals)


def ctr(key, nonce, text):
    cipher = Cipher(algorithms.AES(key), modes.CTR(nonce + b"\0\0\0\1")).encryptor()
    return cipher.update(text) + cipher.finalize()


def uses_ctr(algorithm, kind):
    return algorithm == CTR and kind in (DATA_PAGE, DICTIONARY_PAGE)


def seal(key, nonce, text, aad, algorithm=GCM, kind=FOOTER):
    body = ctr(key, nonce, text) if uses_ctr(algorithm, kind) else (
        AESGCM(key).encrypt(nonce, text, aad))
    return struct.pack("<i", NONCE + len(body)) + nonce + body


def unseal(key, module, aad, algorithm=GCM, kind=FOOTER):
    """The text of a module that begins with its length; cryptography's InvalidTag if forged."""
    size, = struct.unpack_from("<i", module)
    nonce, body = module[LENGTH:LENGTH + NONCE], module[LENGTH + NONCE:LENGTH + size]
    return ctr(key, nonce, body) if uses_ctr(algorithm, kind) else (
        AESGCM(key).decrypt(nonce, body, aad))


class Nonces:
    """Nonces that are the same in every run.  For test files only: real ones are random."""

    def __init__(self, name):
        self.name, self.n = name, 0

    def __call__(self):
        self.n += 1
        return hashlib.sha256(f"{self.name} {self.n}".encode()).digest()[:NONCE]


# --- plain files, taken apart ----------------------------------------------------------------

@dataclasses.dataclass
class Page:
    header: Struct
    body: bytes


@dataclasses.dataclass
class Chunk:
    column: Struct      # ColumnChunk
    metadata: Struct    # its ColumnMetaData
    dictionary: Page = None
    pages: list = dataclasses.field(default_factory=list)
    column_index: Struct = None
    offset_index: Struct = None
    bloom_header: Struct = None
    bitset: bytes = None

    @property
    def path(self):
        return dotted(self.metadata)


@dataclasses.dataclass
class Plain:
    footer: Struct
    row_groups: list    # of lists of Chunk


def dotted(metadata):
    return ".".join(name.decode() for name in metadata.get(3))


def first_page(metadata):
    return metadata.get(11) or metadata.get(9)


def take_apart_chunk(data, column):
    metadata = column.get(3)
    chunk = Chunk(column, metadata)
    at = first_page(metadata)
    end = at + metadata.get(7)
    while at < end:
        header, at = parse_struct(data, at)
        page = Page(header, data[at:at + header.get(3)])
        at += header.get(3)
        if header.get(1) == 2:
            chunk.dictionary = page
        else:
            chunk.pages.append(page)
    if column.get(6):
        chunk.column_index, _ = parse_struct(data, column.get(6))
    if column.get(4):
        chunk.offset_index, _ = parse_struct(data, column.get(4))
    if metadata.get(14):
        chunk.bloom_header, at = parse_struct(data, metadata.get(14))
        chunk.bitset = data[at:at + chunk.bloom_header.get(1)]
    return chunk


def take_apart(data):
    """A plain file's pages, indexes and filters."""
    size, = struct.unpack("<i", data[-8:-4])
    footer, _ = parse_struct(data[-8 - size:-8])
    return Plain(footer, [[take_apart_chunk(data, c) for c in group.get(1)]
                          for group in footer.get(4)])


# --- encryption ------------------------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Key:
    value: bytes
    metadata: bytes = None


@dataclasses.dataclass
class Encryption:
    """columns: the Key of each encrypted column, the rest stays plain; None: all columns are
    encrypted with the footer key.  plain_levels: of pages version 2, as parquet-java has them;
    plain_filters: Bloom filters, as arrow-rs has them."""
    footer_key: Key
    columns: dict = None
    algorithm: int = GCM
    plaintext_footer: bool = False
    aad_prefix: bytes = b""
    store_aad_prefix: bool = True
    unique: bytes = b""
    nonces: Nonces = None
    plain_levels: bool = False
    plain_filters: bool = False

    @property
    def file_aad(self):
        return self.aad_prefix + self.unique

    def key_of(self, path):
        return self.footer_key if self.columns is None else self.columns.get(path)

    def algorithm_struct(self):
        inner = Struct()
        if self.aad_prefix and self.store_aad_prefix:
            inner.put(1, BINARY, self.aad_prefix)
        inner.put(2, BINARY, self.unique)
        if self.aad_prefix and not self.store_aad_prefix:
            inner.put(3, TRUE, True)
        return of((self.algorithm, STRUCT, inner))


class Writer:
    """Writes the parts of a plain file in order, each sealed with its column's key."""

    def __init__(self, plain, options):
        self.plain, self.options = copy.deepcopy(plain), options
        self.out = bytearray(b"PAR1" if options.plaintext_footer else b"PARE")

    def sealed(self, key, kind, text, *ordinals):
        if key is None:
            return as_bytes(text)
        o = self.options
        return seal(key.value, o.nonces(), as_bytes(text), module_aad(o.file_aad, kind, *ordinals),
                    o.algorithm, kind)

    def append(self, *arguments):
        """Returns where the module begins and its size."""
        at = len(self.out)
        self.out += self.sealed(*arguments)
        return at, len(self.out) - at

    def page(self, key, page, kinds, *ordinals):
        """Returns where the page begins, its size in the file, and its size there if it were
        neither compressed nor encrypted, but for the header."""
        at, levels = len(self.out), 0
        if self.options.plain_levels and page.header.get(8):
            levels = page.header.get(8).get(5) + page.header.get(8).get(6)
        body = page.body[:levels] + self.sealed(key, kinds[1], page.body[levels:], *ordinals)
        page.header.put(3, I32, len(body))
        header_size = self.append(key, kinds[0], page.header, *ordinals)[1]
        self.out += body
        return at, len(self.out) - at, header_size + page.header.get(2)

    def chunk(self, chunk, group, column):
        key, metadata = self.options.key_of(chunk.path), chunk.metadata
        start, uncompressed = len(self.out), 0
        if chunk.dictionary:
            uncompressed += self.page(key, chunk.dictionary,
                                      (DICTIONARY_PAGE_HEADER, DICTIONARY_PAGE), group, column)[2]
            metadata.put(11, I64, start)
        else:
            drop(metadata, 11)
        metadata.put(9, I64, len(self.out))
        for i, page in enumerate(chunk.pages):
            at, size, more = self.page(key, page, (DATA_PAGE_HEADER, DATA_PAGE), group, column, i)
            uncompressed += more
            if chunk.offset_index:
                location = chunk.offset_index.get(1)[i]
                location.put(1, I64, at)
                location.put(2, I32, size)
        metadata.put(6, I64, uncompressed)
        metadata.put(7, I64, len(self.out) - start)

    def filter(self, chunk, group, column):
        key = None if self.options.plain_filters else self.options.key_of(chunk.path)
        at, size = self.append(key, BLOOM_HEADER, chunk.bloom_header, group, column)
        more = self.append(key, BLOOM_BITSET, chunk.bitset, group, column)[1]
        chunk.metadata.put(14, I64, at)
        chunk.metadata.put(15, I32, size + more)

    def index(self, chunk, kind, index, fields, group, column):
        at, size = self.append(self.options.key_of(chunk.path), kind, index, group, column)
        chunk.column.put(fields[0], I64, at)
        chunk.column.put(fields[1], I32, size)

    def column_metadata(self, chunk, group, column):
        """The metadata of an encrypted column: in its place only if the footer is encrypted
        with the same key; redacted there in a plaintext footer."""
        key, o = self.options.key_of(chunk.path), self.options
        chunk.column.put(3, STRUCT, chunk.metadata)
        if key is None:
            return
        crypto = of((1, STRUCT, Struct()))
        if key is not o.footer_key:
            inner = of((1, LIST, chunk.metadata.get(3)))
            if key.metadata is not None:
                inner.put(2, BINARY, key.metadata)
            crypto = of((2, STRUCT, inner))
        chunk.column.put(8, STRUCT, crypto)
        if key is o.footer_key and not o.plaintext_footer:
            return
        module = self.sealed(key, COLUMN_METADATA, chunk.metadata, group, column)
        chunk.column.put(9, BINARY, module)
        if o.plaintext_footer:
            redacted = copy.deepcopy(chunk.metadata)
            drop(redacted, 12, 13, 16, 17)
            chunk.column.put(3, STRUCT, redacted)
        else:
            drop(chunk.column, 3)

    def each_chunk(self, wanted=lambda chunk: True):
        for g, group in enumerate(self.plain.row_groups):
            for c, chunk in enumerate(group):
                if wanted(chunk):
                    yield chunk, g, c

    def write(self):
        for chunk, g, c in self.each_chunk():
            self.chunk(chunk, g, c)
        for chunk, g, c in self.each_chunk(lambda chunk: chunk.bloom_header):
            self.filter(chunk, g, c)
        for chunk, g, c in self.each_chunk(lambda chunk: chunk.column_index):
            self.index(chunk, COLUMN_INDEX, chunk.column_index, (6, 7), g, c)
        for chunk, g, c in self.each_chunk(lambda chunk: chunk.offset_index):
            self.index(chunk, OFFSET_INDEX, chunk.offset_index, (4, 5), g, c)
        for chunk, g, c in self.each_chunk():
            self.column_metadata(chunk, g, c)
        for g, group in enumerate(self.plain.footer.get(4)):
            group.put(1, LIST, List(STRUCT, [c.column for c in self.plain.row_groups[g]]))
            group.put(2, I64, sum(c.metadata.get(6) for c in self.plain.row_groups[g]))
            group.put(5, I64, first_page(self.plain.row_groups[g][0].metadata))
            group.put(6, I64, sum(c.metadata.get(7) for c in self.plain.row_groups[g]))
            group.put(7, I16, g)
        return bytes(self.out) + tail(self.plain.footer, self.options)


def tail(footer, options):
    """The end of a file: its footer, encrypted or signed."""
    o = options
    aad = module_aad(o.file_aad, FOOTER)
    if o.plaintext_footer:
        footer.put(8, STRUCT, o.algorithm_struct())
        if o.footer_key.metadata is not None:
            footer.put(9, BINARY, o.footer_key.metadata)
        text = struct_bytes(footer)
        text += signature(o.footer_key.value, o.nonces(), text, aad)
    else:
        crypto = of((1, STRUCT, o.algorithm_struct()))
        if o.footer_key.metadata is not None:
            crypto.put(2, BINARY, o.footer_key.metadata)
        text = struct_bytes(crypto) + seal(o.footer_key.value, o.nonces(),
                                         struct_bytes(footer), aad)
    return ending(text, b"PAR1" if o.plaintext_footer else b"PARE")


def signature(key, nonce, text, aad):
    return nonce + AESGCM(key).encrypt(nonce, text, aad)[-TAG:]


def ending(text, magic):
    return text + struct.pack("<i", len(text)) + magic


def encrypt(data, options):
    """The plain file data, encrypted."""
    return Writer(take_apart(data), options).write()


# --- encrypted files, with their keys --------------------------------------------------------

@dataclasses.dataclass
class Module:
    """start: its place in the file; of column metadata, None if the footer is encrypted."""
    kind: int
    row_group: int
    column: int
    page: int
    start: int
    sealed: bytes
    text: bytes
    path: str = ""

    @property
    def end(self):
        return self.start + len(self.sealed)


class Opened:
    """An encrypted file and all its modules.

    keys: function from the path of a column (None: the footer) and its key metadata to the
    bytes of a key.  aad_prefix: if the file does not store it.  has_filters: whether the Bloom
    filters are encrypted, too, which arrow-rs does not do."""

    def __init__(self, data, keys, aad_prefix=b"", has_filters=True):
        self.data, self.keys, self.modules = data, keys, []
        self.has_filters = has_filters
        self.plain_levels = 0  # pages version 2 whose levels are not encrypted
        size, = struct.unpack("<i", data[-8:-4])
        self.tail = len(data) - 8 - size
        self.plaintext_footer = data[-4:] == b"PAR1"
        head, self.head_end = parse_struct(data, self.tail)
        chosen = head.get(8) if self.plaintext_footer else head.get(1)
        self.algorithm, (_, self.settings) = next(iter(chosen.fields.items()))
        self.file_aad = self.settings.get(1, aad_prefix) + self.settings.get(2, b"")
        self.key_metadata = head.get(9 if self.plaintext_footer else 2)
        self.footer_key = keys(None, self.key_metadata)
        if self.plaintext_footer:
            self.footer = head
            self.check_signature()
        else:
            self.crypto = head
            text = self.open(FOOTER, self.head_end, self.footer_key).text
            self.footer, _ = parse_struct(text)
        for g, group in enumerate(self.footer.get(4)):
            for c, column in enumerate(group.get(1)):
                self.open_chunk(group.get(7, g), c, column)

    def check_signature(self):
        text = self.data[self.tail:self.head_end]
        stored = self.data[self.head_end:-8]
        assert len(stored) == NONCE + TAG, f"a signature of {len(stored)} bytes"
        assert signature(self.footer_key, stored[:NONCE], text,
                         module_aad(self.file_aad, FOOTER)) == stored, "a wrong signature"

    def unseal(self, module, key, kind, *ordinals):
        return unseal(key, module, module_aad(self.file_aad, kind, *ordinals), self.algorithm,
                      kind)

    def open(self, kind, start, key, *ordinals, path=""):
        size, = struct.unpack_from("<i", self.data, start)
        sealed = self.data[start:start + LENGTH + size]
        ordinals_or_none = (*ordinals, None, None, None)[:3]
        module = Module(kind, *ordinals_or_none, start, sealed,
                        self.unseal(sealed, key, kind, *ordinals), path)
        self.modules.append(module)
        return module

    def open_metadata(self, g, c, column, key):
        sealed = column.get(9)
        if sealed is None:
            return column.get(3)
        text = self.unseal(sealed, key, COLUMN_METADATA, g, c)
        metadata, _ = parse_struct(text)
        start = self.data.find(sealed) if self.plaintext_footer else None
        self.modules.append(Module(COLUMN_METADATA, g, c, None, start, sealed, text,
                                   dotted(metadata)))
        return metadata

    def open_chunk(self, g, c, column):
        crypto = column.get(8)
        if crypto is None:
            return
        with_key = crypto.get(2)
        key = self.footer_key
        if with_key is not None:
            path = ".".join(name.decode() for name in with_key.get(1))
            key = self.keys(path, with_key.get(2))
        metadata = self.open_metadata(g, c, column, key)
        path = dotted(metadata)
        at = first_page(metadata)
        end = at + metadata.get(7)
        if metadata.get(11):
            at = self.open_page(at, key, (DICTIONARY_PAGE_HEADER, DICTIONARY_PAGE), g, c,
                                path=path)
        page = 0
        while at < end:
            at = self.open_page(at, key, (DATA_PAGE_HEADER, DATA_PAGE), g, c, page, path=path)
            page += 1
        assert at == end, f"{path}: pages end at {at}, not at {end}"
        if metadata.get(14) and self.has_filters:
            header = self.open(BLOOM_HEADER, metadata.get(14), key, g, c, path=path)
            bitset = self.open(BLOOM_BITSET, header.end, key, g, c, path=path)
            assert metadata.get(15, bitset.end - header.start) == bitset.end - header.start
        for kind, offset, size in (COLUMN_INDEX, 6, 7), (OFFSET_INDEX, 4, 5):
            if column.get(offset):
                module = self.open(kind, column.get(offset), key, g, c, path=path)
                assert len(module.sealed) == column.get(size)

    def open_page(self, at, key, kinds, *ordinals, path):
        module = self.open(kinds[0], at, key, *ordinals, path=path)
        header, _ = parse_struct(module.text)
        size, levels = header.get(3), 0
        if struct.unpack_from("<i", self.data, module.end)[0] + LENGTH != size:
            levels = header.get(8).get(5) + header.get(8).get(6)  # as parquet-java has them
        page = self.open(kinds[1], module.end + levels, key, *ordinals, path=path)
        assert size == levels + len(page.sealed), f"{path}: a page header of another size"
        self.plain_levels += levels > 0
        return page.end

    def find(self, kind, row_group=None, path=None, page=None):
        return next(m for m in self.modules if m.kind == kind
                    and row_group in (None, m.row_group) and path in (None, m.path)
                    and page in (None, m.page))

    def nonces(self):
        return [m.sealed[LENGTH:LENGTH + NONCE] for m in self.modules]


def by_metadata(keys):
    """For Opened: keys by the names that a file stores."""
    return lambda path, metadata: keys[metadata.decode()]


def by_path(footer_key, columns):
    """For Opened: keys by column."""
    return lambda path, metadata: footer_key if path is None else columns[path]
