# SPDX-License-Identifier: MIT
"""The codecs that our writer offers, from the rows of src/codec/codec_list.h."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^CODEC\((\w+), *(\d+), *(\w+), *(\w+)\)", re.MULTILINE)
ROWS = ROW.findall((ROOT / "src/codec/codec_list.h").read_text())
NUMBERS = {format_name: int(number) for format_name, number, _, _ in ROWS}
# Name -> Parquet's number of the codec that is written.  All other readers read files in each
# of them; a codec that a reader does not know is a Limit in write_readers.py.
WRITTEN = {name: NUMBERS[written_as] for _, _, name, written_as in ROWS if written_as in NUMBERS}
