# SPDX-License-Identifier: MIT
"""The command parquet-sql; without arguments, prints the path of the library: sqlite3 -cmd ".load $(...)" """
import sys

from . import loadable_path
from .command import main

sys.exit(main() if len(sys.argv) > 1 else print(loadable_path()))
