# SPDX-License-Identifier: MIT
"""python -m parquet_sql: the command parquet-sql, also in a folder with a library parquet_vtab.so.

Python would take the library for the package, because the current folder comes first.
"""
import os
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from parquet_vtab.command import main

    sys.exit(main())
