# SPDX-License-Identifier: MIT
"""sqlite-utils: every connection of the command reads Parquet and ORC files.

It cannot write or attach any, nor add keys, unless the environment variable
PARQUET_VTAB_SQLITE_UTILS is `write`.
"""
import os
import warnings
from typing import Any

from sqlite_utils import hookimpl

from . import CannotLoadExtensions, load


@hookimpl
def prepare_connection(conn: Any) -> None:
    try:
        load(conn, readonly=os.environ.get("PARQUET_VTAB_SQLITE_UTILS") != "write")
    except CannotLoadExtensions as error:
        warnings.warn(f"parquet_vtab is not loaded: {error}", RuntimeWarning)
