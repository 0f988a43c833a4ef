# SPDX-License-Identifier: MIT
"""parquet_vtab: Parquet and ORC files as SQLite tables.

    import sqlite3
    import parquet_vtab

    db = sqlite3.connect(":memory:")
    parquet_vtab.load(db)
    db.execute("CREATE VIRTUAL TABLE temp.trips USING parquet('trips.parquet')")

The wheel of each platform has the library in this folder, beside _version.py.
"""
import os
import sys
from typing import Any

from ._version import __version__

__all__ = ["CannotLoadExtensions", "__version__", "load", "loadable_path"]

_LIBRARIES = {"win32": "parquet_vtab.dll", "cygwin": "parquet_vtab.dll", "darwin": "parquet_vtab.dylib"}
_READONLY_ENTRY_POINT = "sqlite3_parquetvtab_readonly_init"


class CannotLoadExtensions(RuntimeError):
    """The SQLite module of the connection was built without extension loading."""


def loadable_path() -> str:
    """Returns the path of the library, for anything that loads SQLite extensions."""
    folder = os.path.dirname(os.path.abspath(__file__))
    return os.path.join(folder, _LIBRARIES.get(sys.platform, "parquet_vtab.so"))


def load(connection: Any, *, readonly: bool = False) -> None:
    """Loads the extension into a connection of sqlite3, apsw, pysqlite3 or sqlean.

    With `readonly`, the connection has no parquet_write(), parquet_attach() or parquet_import(), and
    keeps the keys that parquet_add_key() gave it before.

    Enables extension loading for this call and disables it afterwards, also where it was
    enabled before: SQL cannot load other libraries.
    """
    enable = getattr(connection, "enable_load_extension", None)
    if enable is None:
        sqlite3 = sys.modules.get("sqlite3")
        if sqlite3 and isinstance(connection, sqlite3.Connection):
            raise CannotLoadExtensions(_ADVICE)
        raise TypeError(
            "load() needs a connection of sqlite3, apsw, pysqlite3 or sqlean that can load "
            f"extensions, not {type(connection).__module__}.{type(connection).__qualname__}")
    enable(True)
    try:
        if readonly:
            # The method of sqlite3 has no parameter for an entry point before Python 3.12.
            connection.execute("SELECT load_extension(?, ?)",
                               (loadable_path(), _READONLY_ENTRY_POINT)).fetchall()
        else:
            connection.load_extension(loadable_path())
    finally:
        enable(False)


_ADVICE = f"""\
the sqlite3 module of this Python ({sys.executable}) was built without extension loading.
Choose one:
  * pip install apsw, and connect with apsw.Connection()
  * pip install pysqlite3 or pysqlite3-binary, and `import pysqlite3 as sqlite3`
  * pip install sqlean.py, and `import sqlean as sqlite3`
  * another Python: /usr/bin/python3 of Debian and Ubuntu, the one from Homebrew, or one that
    pyenv builds with PYTHON_CONFIGURE_OPTS=--enable-loadable-sqlite-extensions"""
