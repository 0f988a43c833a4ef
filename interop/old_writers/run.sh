#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks for versions of other writers whose statistics hide rows (hunt.py):
#
#     interop/old_writers/run.sh [--jobs N] [--quick] [WRITER | WRITER=VERSION]...
#
# --quick asks only about columns for which parquet_check finds something, in a tenth of the time.
# versions.txt names the versions, which come from the package registries; the first run of all
# of them takes hours and leaves some gigabytes in build/interop/old_writers.  Old Python
# packages need the Python that versions.txt names with them, of the system or of pyenv; what
# cannot be installed is skipped.
set -u

cd "$(dirname "$0")/../.." || exit 2
. interop/environment.sh
install_packages
exec "$python" interop/old_writers/hunt.py --extension "$extension" "$@"
