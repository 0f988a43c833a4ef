# SPDX-License-Identifier: MIT
"""The codecs that our writer can be asked for, from the rows of src/codec/codec_list.h."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^CODEC\((\w+), *(\d+), *(\w+), *(\w+)\)", re.MULTILINE)
ROWS = ROW.findall((ROOT / "src/codec/codec_list.h").read_text())
NUMBERS = {format_name: int(number) for format_name, number, _, _ in ROWS}
# Name -> Parquet's number of what is written then.  Files in each of these codecs go to all other
# readers: what one of them does not know is a Limit in write_readers.py.
WRITTEN = {name: NUMBERS[written_as] for _, _, name, written_as in ROWS if written_as in NUMBERS}
