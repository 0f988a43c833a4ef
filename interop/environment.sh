# SPDX-License-Identifier: MIT
# Read by run.sh and old_writers/run.sh with `.`, in the project's root: where they work, and the
# virtual environment with the newest packages.
work=$PWD/build/interop
python=$work/venv/bin/python
extension=${EXTENSION:-./parquet_vtab.so}
[ "$(uname -s)" = Darwin ] && extension=${EXTENSION:-./parquet_vtab.dylib}
export PYTHONDONTWRITEBYTECODE=1 RUST_BACKTRACE=0
mkdir -p "$work"

# install_lakes: adds the packages of lake_requirements.txt; fails if that is impossible.
install_lakes() {
    local wanted=$work/lake_requirements.txt

    if [ -n "${INTEROP_PACKAGES:-}" ]; then
        sed 's/==.*//' interop/lake_requirements.txt >"$wanted"
    else
        cp interop/lake_requirements.txt "$wanted"
    fi
    cmp -s "$wanted" "$work/venv/lakes" && return
    if ! "$python" -m pip --require-virtualenv install --quiet --requirement "$wanted" \
        >"$work/lakes.log" 2>&1; then
        echo "skipped: lakes: pip install: $(tail -n 1 "$work/lakes.log")"
        return 1
    fi
    mv "$wanted" "$work/venv/lakes"
}

skip_all() {
    echo "skipped: interop: $1"
    echo "interop: 0 passed, 0 failed, 1 skipped"
    exit 0
}

# Installs the packages, unless the same ones are installed already.
install_packages() {
    local wanted

    if [ -n "${INTEROP_PACKAGES:-}" ]; then
        wanted=$(printf '%s\n' $INTEROP_PACKAGES)
    else
        wanted=$(cat testdata/make/requirements.txt)
    fi
    [ -x "$python" ] && [ "$(cat "$work/packages" 2>/dev/null)" = "$wanted" ] && return
    rm -f "$work/packages"
    if ! "$python" -m pip --version >/dev/null 2>&1; then
        rm -rf "$work/venv"
        # By its full path: otherwise Python considers itself to be the python3 of PATH, which
        # may be a shim for another one, and pip would install there.
        "$(command -p -v python3)" -m venv "$work/venv" >"$work/venv.log" 2>&1 ||
            skip_all "python3 -m venv does not work (package python3-venv)"
    fi
    printf '%s\n' "$wanted" >"$work/requirements.txt"
    "$python" -m pip --require-virtualenv install --quiet --requirement "$work/requirements.txt" \
        >"$work/pip.log" 2>&1 || skip_all "pip install: $(tail -n 1 "$work/pip.log")"
    mv "$work/requirements.txt" "$work/packages"
}
