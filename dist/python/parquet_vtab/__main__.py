# SPDX-License-Identifier: MIT
"""The command parquet-sql; without arguments, prints the path of the library: sqlite3 -cmd ".load $(...)" """
import sys

from . import loadable_path
from .command import main

if len(sys.argv) > 1:
    sys.exit(main())
print(loadable_path())
