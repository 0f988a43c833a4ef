# SPDX-License-Identifier: MIT
"""Datasette: connections read Parquet and ORC files in the folders that an administrator names.

Visitors of Datasette can type any SELECT, so they get the read-only entry point, no
load_extension(), and no file outside of these folders.  The folders are in the plugin's
setting `read` or in the environment variable PARQUET_VTAB_RESTRICT.  The setting `keys` has
the keys of encrypted files, which visitors cannot change.
"""
import os
import sys
import warnings
from typing import Any, Dict, List, Optional

from datasette import hookimpl

from . import CannotLoadExtensions, load

_MEMORY = "256MiB"


def _settings(datasette: Any, database: Optional[str] = None) -> Dict[str, Any]:
    settings = datasette.plugin_config("parquet_vtab", database=database) or {}
    unknown = sorted(set(settings) - {"read", "memory", "keys"})
    if unknown:
        raise ValueError("parquet_vtab has the settings read, memory and keys, not "
                         f"{', '.join(unknown)}")
    return dict(settings)


def _restrictions(settings: Dict[str, Any]) -> List[str]:
    """Returns the arguments of parquet_restrict()."""
    folders = settings.get("read") or []
    if isinstance(folders, str):
        folders = [folders]
    quoted = ['"' + os.path.abspath(folder).replace('"', '""') + '"' for folder in folders]
    return [f"read={', '.join(quoted) or 'none'}", "write=none",
            f"memory={settings.get('memory', _MEMORY)}", "final=on"]


@hookimpl
def startup(datasette: Any) -> None:
    if not os.environ.get("PARQUET_VTAB_RESTRICT") and not _settings(datasette).get("read"):
        print("parquet_vtab: no file can be read, because no folder is named: set "
              "PARQUET_VTAB_RESTRICT='read=/folder' or the plugin's setting \"read\"",
              file=sys.stderr)


# After other plugins: no statement of a visitor finds extension loading enabled.
@hookimpl(trylast=True)
def prepare_connection(conn: Any, database: str, datasette: Any) -> None:
    settings = _settings(datasette, database)
    keys = settings.get("keys") or {}
    try:
        if keys:
            load(conn)
        for name, key in keys.items():
            conn.execute("SELECT parquet_add_key(?, ?)", (name, key)).fetchall()
        load(conn, readonly=True)
    except CannotLoadExtensions as error:
        warnings.warn(f"parquet_vtab is not loaded: {error}", RuntimeWarning)
        return
    if settings or not os.environ.get("PARQUET_VTAB_RESTRICT"):
        restrictions = _restrictions(settings)
        marks = ", ".join("?" * len(restrictions))
        conn.execute(f"SELECT parquet_restrict({marks})", restrictions).fetchall()
