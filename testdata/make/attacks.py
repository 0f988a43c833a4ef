# SPDX-License-Identifier: MIT
"""What attackers do to the encrypted files of testdata/encrypted/, and what must be reported.

encrypted_files.py makes attack_NAME.parquet for each row of ATTACKS.  The attackers have no
keys, but for those that replace the metadata of columns: they have the footer key and seal the
footer again.
"""
import copy
import dataclasses
import struct

from encryption import (
    BINARY, BLOOM_BITSET, BLOOM_HEADER, COLUMN_INDEX, COLUMN_METADATA, DATA_PAGE,
    DATA_PAGE_HEADER, DICTIONARY_PAGE, DICTIONARY_PAGE_HEADER, I16, I64, LENGTH, NONCE,
    OFFSET_INDEX, STRUCT, TAG, Opened, ctr, drop, ending, parse_struct, struct_bytes, tail)


@dataclasses.dataclass
class Target:
    """file: the file under attack; options: those it was written with; other: a second file
    with the same keys."""
    file: Opened
    options: object
    other: Opened


@dataclasses.dataclass
class Attack:
    """noticed: what must notice it.  'open': the file cannot be opened.  'scan': reading
    `column` fails, and the error names column, row group and page where they are given.
    'lookup': a query that may use the module returns the right rows or fails.
    'never': the format cannot notice.  broken: other columns that cannot be read.  options: of
    the reader, beside the keys."""
    base: str
    what: str
    change: object
    noticed: str = "open"
    column: str = None
    row_group: int = None
    page: int = None
    options: str = ""
    broken: str = ""
    shown: tuple = (5, 260)  # 'never': the rowid of a row, and its wrong i


# --- changes of bytes ------------------------------------------------------------------------

def put(data, at, replacement):
    return data[:at] + replacement + data[at + len(replacement):]


def flip(data, at):
    return put(data, at, bytes([data[at] ^ 1]))


def bit(kind, *where, at=LENGTH + NONCE + 1):
    """A bit of a module, by default of its text.  where: row group, column, page."""
    def change(t):
        return flip(t.file.data, t.file.find(kind, *where).start + at)
    return change


def swap(first, second, kinds=(DATA_PAGE_HEADER, DATA_PAGE), other=False):
    """Exchanges modules, which must have the same size; other: takes the second ones from the
    other file."""
    def change(t):
        data, source = t.file.data, t.other if other else t.file
        for kind in kinds:
            a, b = t.file.find(kind, *first), source.find(kind, *second)
            assert len(a.sealed) == len(b.sealed), f"{len(a.sealed)} and {len(b.sealed)}"
            data = put(data, a.start, b.sealed)
            if not other:
                data = put(data, b.start, a.sealed)
        return data
    return change


def length(kind, *where, to=None, by=0):
    """A module that claims another size."""
    def change(t):
        module = t.file.find(kind, *where)
        size = len(module.sealed) - LENGTH + by if to is None else to
        return put(t.file.data, module.start, struct.pack("<i", size))
    return change


# --- changes of the footer -------------------------------------------------------------------

def with_tail(t, text, magic=None):
    """The file with another text before its last 8 bytes."""
    data = t.file.data
    return data[:t.file.tail] + ending(text, data[-4:] if magic is None else magic)


def footer_module(t):
    return t.file.data[t.file.head_end:-8]


def shortened_tag(n):
    """The footer's tag without its last n bytes."""
    def change(t):
        module = footer_module(t)[:-n]
        module = put(module, 0, struct.pack("<i", len(module) - LENGTH))
        return with_tail(t, struct_bytes(t.file.crypto) + module)
    return change


def footer_length(by=0, to=None):
    def change(t):
        module = footer_module(t)
        size = len(module) - LENGTH + by if to is None else to
        return with_tail(t, struct_bytes(t.file.crypto) + put(module, 0, struct.pack("<i", size)))
    return change


def combined_length(to):
    def change(t):
        return put(t.file.data, len(t.file.data) - 8, struct.pack("<i", to))
    return change


def crypto_metadata(edit):
    """Another FileCryptoMetaData, which nothing but the AAD protects."""
    def change(t):
        crypto = copy.deepcopy(t.file.crypto)
        edit(crypto)
        return with_tail(t, struct_bytes(crypto) + footer_module(t))
    return change


def plaintext_footer(edit, signature=slice(None)):
    """Another plaintext footer with a part of the old signature."""
    def change(t):
        footer, end = parse_struct(t.file.data, t.file.tail)
        edit(footer)
        return with_tail(t, struct_bytes(footer) + t.file.data[end:-8][signature])
    return change


def sealed_again(edit):
    """Another footer by someone who has the footer key."""
    def change(t):
        footer = copy.deepcopy(t.file.footer)
        edit(footer)
        return t.file.data[:t.file.tail] + tail(footer, t.options)
    return change


def chunk(footer, row_group, column):
    return footer.get(4)[row_group].get(1)[column]


def edit_column_metadata(edit):
    """Changes the encrypted metadata of column 0 in row group 1."""
    def change(footer):
        sealed = chunk(footer, 1, 0).get(9)
        chunk(footer, 1, 0).put(9, BINARY, edit(sealed))
    return sealed_again(change)


def swap_column_metadata(first, second):
    def change(footer):
        a, b = chunk(footer, *first), chunk(footer, *second)
        x, y = a.get(9), b.get(9)
        a.put(9, BINARY, y)
        b.put(9, BINARY, x)
    return sealed_again(change)


def swap_ordinals(footer):
    for group, ordinal in zip(footer.get(4), (1, 0)):
        group.put(7, I16, ordinal)


def drop_ordinals(footer):
    for group in footer.get(4):
        drop(group, 7)


def metadata_in_plain(t):
    """The metadata of column 0 in row group 1, in the form of a column with the footer's key."""
    text = t.file.find(COLUMN_METADATA, 1, "i").text

    def edit(footer):
        drop(chunk(footer, 1, 0), 9)
        chunk(footer, 1, 0).put(3, STRUCT, parse_struct(text)[0])
    return sealed_again(edit)(t)


def change_algorithm(union, to):
    union.fields = {to: union.fields.popitem()[1]}


def settings_of(crypto):
    """AesGcmV1 or AesGcmCtrV1."""
    return next(iter(crypto.get(1).fields.values()))[1]


def flip_unique(crypto):
    settings = settings_of(crypto)
    settings.put(2, BINARY, flip(settings.get(2), 3))


def another_prefix(crypto):
    settings_of(crypto).put(1, BINARY, b"orders/3")


def split_prefix(crypto):
    """The same AAD of another prefix."""
    settings = settings_of(crypto)
    settings.put(1, BINARY, b"orders/")
    settings.put(2, BINARY, b"2" + settings.get(2))


def add_rows(footer):
    footer.put(3, I64, footer.get(3) + 1)


def no_encryption(footer):
    """What is left if everything that says that the file is encrypted is removed."""
    drop(footer, 8, 9)
    for group in footer.get(4):
        for column in group.get(1):
            drop(column, 8, 9)


def shifted(t):
    """Pages of AES_GCM_V1 as AES_GCM_CTR_V1: the tag's room goes before the text, so that the
    counter of each block is the one it was encrypted with.  Page 0 of i in row group 0."""
    data = crypto_metadata(lambda c: change_algorithm(c.get(1), 2))(t)
    page = t.file.find(DATA_PAGE, 0, "i", 0)
    body = page.sealed[LENGTH + NONCE:-TAG]
    return put(data, page.start, page.sealed[:LENGTH + NONCE] + bytes(TAG) + body)


def exclusive_or(a, b):
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def snappy(unknown, value):
    """Two values that cannot be chosen, but for their last bytes, and twice `value`: Snappy's
    form of 32 bytes in 42 bytes, of which copies of 5 bytes each fill the last 15."""
    copies = [struct.pack("<BI", (n - 1) << 2 | 3, len(value)) for n in (6, 1, 1)]
    return (bytes([32, 15 << 2]) + unknown + b"\0\0" + bytes([(len(value) - 1) << 2]) + value
            + b"".join(copies))


def forged(t):
    """Values of the attacker's choice in a page of AES_GCM_V1 whose values are known, without
    the key: CTR's second block has the key stream of GCM's first.  The stream of CTR's first
    block is not known; an attacker tries all 65,536 beginnings, of which this takes the right
    one.  Page 0 of i in row group 0."""
    data = crypto_metadata(lambda c: change_algorithm(c.get(1), 2))(t)
    page = t.file.find(DATA_PAGE, 0, "i", 0)
    at = page.start + LENGTH + NONCE
    nonce, body = page.sealed[LENGTH:LENGTH + NONCE], page.sealed[LENGTH + NONCE:-TAG]
    first = ctr(t.options.footer_key.value, nonce, bytes(16))
    stream = first + exclusive_or(body, page.text)
    return put(data, at, exclusive_or(snappy(first[2:], struct.pack("<q", 999999)), stream))


def other_tail(t):
    return t.file.data[:t.file.tail] + t.other.data[t.other.tail:]


def other_footer(t):
    return with_tail(t, struct_bytes(t.file.crypto) + footer_module(
        Target(t.other, None, None)))


def unchanged(t):
    return t.file.data


def scan(base, what, change, *place, broken=""):
    return Attack(base, what, change, "scan", *place, broken=broken)


def lookup(what, change, row_group=0):
    return Attack("small_gcm", what, change, "lookup", "i", row_group)


I0 = (0, "i", 0)
GCM_BITS = {
    "crypto_metadata_bit": Attack("small_gcm", "a bit of aad_file_unique",
                                  crypto_metadata(flip_unique)),
    "footer_bit": Attack("small_gcm", "a bit of the footer",
                         lambda t: flip(t.file.data, t.file.head_end + LENGTH + NONCE + 5)),
    "footer_tag_bit": Attack("small_gcm", "a bit of the footer's tag",
                             lambda t: flip(t.file.data, len(t.file.data) - 9)),
    "signature_tag_bit": Attack("small_signed", "a bit of the signature's tag",
                                lambda t: flip(t.file.data, len(t.file.data) - 9)),
    "column_metadata_bit": scan("small_columns", "a bit of the column metadata",
                                edit_column_metadata(lambda m: flip(m, LENGTH + NONCE + 2)),
                                "i", 1),
    "page_header_bit": scan("small_gcm", "a bit of a page header",
                            bit(DATA_PAGE_HEADER, 0, "i", 1), "i", 0, 1),
    "page_bit": scan("small_gcm", "a bit of a page", bit(DATA_PAGE, 0, "i", 1), "i", 0, 1),
    "dictionary_header_bit": scan("small_gcm", "a bit of a dictionary page's header",
                                  bit(DICTIONARY_PAGE_HEADER, 1, "s"), "s", 1),
    "dictionary_page_bit": scan("small_gcm", "a bit of a dictionary page",
                                bit(DICTIONARY_PAGE, 1, "s"), "s", 1),
    "column_index_bit": lookup("a bit of a column index", bit(COLUMN_INDEX, 0, "i")),
    "offset_index_bit": lookup("a bit of an offset index", bit(OFFSET_INDEX, 0, "i")),
    "bloom_header_bit": lookup("a bit of a Bloom filter's header", bit(BLOOM_HEADER, 0, "i")),
    "bloom_bitset_bit": lookup("a bit of a Bloom filter's bitset", bit(BLOOM_BITSET, 0, "i")),
    "ctr_page_bit": Attack("small_ctr", "a bit of a page: i = 4 becomes 260",
                           bit(DATA_PAGE, 0, "i", 1), "never"),
}
SWAPS = {
    "pages_swapped": scan("small_gcm", "pages 0 and 1 swapped", swap(I0, (0, "i", 1)), "i", 0, 0),
    "page_bodies_swapped": scan("small_gcm", "the same, the headers kept",
                                swap(I0, (0, "i", 1), [DATA_PAGE]), "i", 0, 0),
    "pages_swapped_columns": scan("small_gcm", "pages 0 of i and j swapped",
                                  swap(I0, (0, "j", 0)), "i", 0, 0, broken="j"),
    "pages_swapped_row_groups": scan("small_gcm", "pages 0 of two row groups swapped",
                                     swap(I0, (1, "i", 0)), "i", 0, 0),
    "pages_of_other_file": scan("small_gcm", "page 0 of small_gcm_other",
                                swap(I0, I0, other=True), "i", 0, 0),
    "dictionaries_swapped": scan(
        "small_gcm", "the dictionaries of two row groups swapped, whose texts are equal",
        swap((0, "s"), (1, "s"), (DICTIONARY_PAGE_HEADER, DICTIONARY_PAGE)), "s", 0),
    "ctr_pages_swapped": scan("small_ctr", "pages 0 and 1 swapped", swap(I0, (0, "i", 1)),
                              "i", 0, 0),
    "column_indexes_swapped": lookup("column indexes of i and j swapped",
                                     swap((0, "i"), (0, "j"), [COLUMN_INDEX])),
    "offset_indexes_swapped": lookup("offset indexes of i and j swapped",
                                     swap((1, "i"), (1, "j"), [OFFSET_INDEX]), 1),
    "bloom_bitsets_swapped": lookup("the bitsets of two row groups swapped",
                                    swap((0, "i"), (1, "i"), [BLOOM_BITSET])),
    "column_metadata_swapped": scan("small_columns", "the column metadata of i and j swapped, "
                                    "by someone with the footer key",
                                    swap_column_metadata((0, 0), (0, 1)), "i", 0, broken="j"),
    "footer_of_other_file": Attack("small_gcm", "footer and crypto metadata of small_gcm_other",
                                   other_tail, "scan", "i", 0, 0, broken="js"),
    "footer_module_of_other_file": Attack("small_gcm", "the footer alone of small_gcm_other",
                                          other_footer),
    "old_version": Attack("small_version", "none: version 2 in place of version 3", unchanged,
                          options="aad_prefix='orders/3'"),
    "aad_prefix_changed": Attack("small_version", "the stored AAD prefix says orders/3",
                                 crypto_metadata(another_prefix)),
    "aad_prefix_split": Attack("small_version", "the stored AAD prefix is shorter, aad_file_unique "
                               "longer, by the same byte", crypto_metadata(split_prefix),
                               options="aad_prefix='orders/2'"),
}
BEYOND, NEGATIVE = 2**31 - 1, -1
LENGTHS = {
    "footer_tag_missing": Attack("small_gcm", "a footer without tag", shortened_tag(TAG)),
    "footer_tag_short": Attack("small_gcm", "a footer's tag of 4 bytes", shortened_tag(12)),
    "page_tag_missing": scan("small_gcm", "a page's length leaves out the tag",
                             length(DATA_PAGE, 0, "i", 1, by=-TAG), "i", 0, 1),
    "page_length_larger": scan("small_gcm", "a page's length is too large by 1",
                               length(DATA_PAGE, 0, "i", 1, by=1), "i", 0, 1),
    "page_length_negative": scan("small_gcm", "a page's length is -1",
                                 length(DATA_PAGE, 0, "i", 1, to=NEGATIVE), "i", 0, 1),
    "page_length_beyond": scan("small_gcm", "a page's length is 2^31 - 1",
                               length(DATA_PAGE, 0, "i", 1, to=BEYOND), "i", 0, 1),
    "page_header_length_0": scan("small_gcm", "a page header's length is 0",
                                 length(DATA_PAGE_HEADER, 0, "i", 1, to=0), "i", 0, 1),
    "page_header_length_beyond": scan("small_gcm", "a page header's length is 2^31 - 1",
                                      length(DATA_PAGE_HEADER, 0, "i", 1, to=BEYOND),
                                      "i", 0, 1),
    "ctr_page_length_11": scan("small_ctr", "a page of 11 bytes: no room for the nonce",
                               length(DATA_PAGE, 0, "i", 1, to=11), "i", 0, 1),
    "offset_index_length_beyond": lookup("an offset index's length is 2^31 - 1",
                                         length(OFFSET_INDEX, 0, "i", to=BEYOND)),
    "bloom_header_length_beyond": lookup("a Bloom filter header's length is 2^31 - 1",
                                         length(BLOOM_HEADER, 0, "i", to=BEYOND)),
    "bloom_bitset_length_0": lookup("a bitset's length is 0",
                                    length(BLOOM_BITSET, 0, "i", to=0)),
    "column_metadata_length_beyond": scan(
        "small_columns", "the column metadata's length is 2^31 - 1",
        edit_column_metadata(lambda m: put(m, 0, struct.pack("<i", BEYOND))), "i", 1),
    "column_metadata_plain": scan(
        "small_columns", "the column metadata is in plain, by someone with both keys",
        metadata_in_plain, "i", 1),
    "column_metadata_empty": scan("small_columns", "the column metadata has no bytes",
                                  edit_column_metadata(lambda m: b""), "i", 1),
    "footer_length_27": Attack("small_gcm", "the footer's length is 27", footer_length(to=27)),
    "footer_length_negative": Attack("small_gcm", "the footer's length is -1",
                                     footer_length(to=NEGATIVE)),
    "combined_length_beyond": Attack("small_gcm", "the length at the end is 2^31 - 1",
                                     combined_length(BEYOND)),
    "combined_length_4": Attack("small_gcm", "the length at the end is 4: no crypto metadata",
                                combined_length(4)),
}
FOOTERS = {
    "signed_num_rows": Attack("small_signed", "num_rows is larger by 1, the signature kept",
                              plaintext_footer(add_rows)),
    "signature_short": Attack("small_signed", "the signature has 27 bytes",
                              plaintext_footer(lambda f: None, slice(27))),
    "signature_stripped": Attack("small_signed", "no signature",
                                 plaintext_footer(lambda f: None, slice(0))),
    "encryption_stripped": Attack(
        "small_signed", "no signature, and nothing says that the file is encrypted: an error if a "
        "footer key is given for it; otherwise i and j cannot be read",
        plaintext_footer(no_encryption, slice(0)), options="footer_key='footer16'"),
    "ordinals_swapped": lookup("the ordinals of the row groups are swapped, by someone with the "
                               "footer key", sealed_again(swap_ordinals)),
    "ordinals_missing": lookup("the row groups have no ordinals, by someone with the footer key",
                               sealed_again(drop_ordinals)),
    "algorithm_ctr": scan("small_gcm", "the algorithm says AES_GCM_CTR_V1",
                          crypto_metadata(lambda c: change_algorithm(c.get(1), 2)), "i", 0, 0,
                          broken="js"),
    "algorithm_ctr_shifted": scan(
        "small_gcm", "the same, and a page's text is where CTR decrypts it: 16 bytes too long",
        shifted, "i", 0, 0, broken="js"),
    "algorithm_ctr_forged": Attack(
        "small_snappy", "the same, and what a page decrypts to then was chosen by somebody who knew "
        "its values: i = 2 becomes 999999", forged, "never", shown=(3, 999999)),
    "algorithm_ctr_signed": Attack(
        "small_signed", "the algorithm of a signed footer says AES_GCM_CTR_V1",
        plaintext_footer(lambda f: change_algorithm(f.get(8), 2))),
    "algorithm_gcm": scan("small_ctr", "the algorithm says AES_GCM_V1",
                          crypto_metadata(lambda c: change_algorithm(c.get(1), 1)), "i", 0, 0,
                          broken="js"),
    "algorithm_unknown": Attack("small_gcm", "the algorithm is field 3 of the union",
                                crypto_metadata(lambda c: change_algorithm(c.get(1), 3))),
    "key_metadata_changed": Attack("small_gcm", "the key metadata names column16; read without "
                                   "footer_key",
                                   crypto_metadata(lambda c: c.put(2, BINARY, b"column16"))),
    "key_metadata_unknown": Attack("small_gcm", "the key metadata names a key that does not "
                                   "exist; read without footer_key",
                                   crypto_metadata(lambda c: c.put(2, BINARY, b"none"))),
}
ATTACKS = GCM_BITS | SWAPS | LENGTHS | FOOTERS
