# SPDX-License-Identifier: MIT
"""Prints the path of the library: sqlite3 -cmd ".load $(python -m parquet_vtab)" """
from . import loadable_path

print(loadable_path())
