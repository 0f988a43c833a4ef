# SPDX-License-Identifier: MIT
# What the parts of hosts/run.sh share.

extension=${EXTENSION:-./parquet_vtab.so}
[ "$(uname -s)" = Darwin ] && extension=${EXTENSION:-./parquet_vtab.dylib}
system_python=${PYTHON:-/usr/bin/python3}
work=build/hosts
seed=${SEED:-$RANDOM}
rounds=${ROUNDS:-2}
failures=0
mkdir -p "$work"

# skip NAME WHY
skip() {
    echo "skipped: $1: $2"
}

# fail NAME: for what fails before it counts.
fail() {
    failures=$((failures + 1))
    echo "hosts: $1: 0 passed, 1 failed"
}

# ---- Python -----------------------------------------------------------------------

# Whether its sqlite3 module loads extensions.
python_loads() {
    "$system_python" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2>/dev/null
}

# The same; if it does not, the tests $1 are skipped.
needs_python() {
    python_loads || { skip "$1" "no Python whose sqlite3 module loads extensions"; return 1; }
}

run_script() {
    "$system_python" "$@" || failures=$((failures + 1))
}

# Makes a new virtual environment in the folder $1 with the packages that follow; no folder if
# that fails.
make_venv() {
    local folder=$1
    shift

    rm -rf "$folder"
    { "$system_python" -m venv "$folder" &&
        { [ $# -eq 0 ] || "$folder/bin/pip" install --quiet "$@"; }; } >"$folder.log" 2>&1 && return
    rm -rf "$folder"
    return 1
}

# ---- Other versions of SQLite -----------------------------------------------------

# Puts the amalgamation of better-sqlite3 $1 into the folder $2.
fetch_amalgamation() {
    local version=$1 folder=$2 unpacked=$2.unpacked

    [ -e "$folder/sqlite3.c" ] && return
    command -v npm >/dev/null || return
    rm -rf "$unpacked"
    mkdir -p "$unpacked" "$folder"
    (cd "$unpacked" && npm pack --silent "better-sqlite3@$version" >/dev/null 2>&1 &&
        tar xzf ./*.tgz) || return
    if [ -e "$unpacked/package/deps/sqlite3.tar.gz" ]; then
        tar xzf "$unpacked/package/deps/sqlite3.tar.gz" -C "$unpacked/package/deps"
    fi
    find "$unpacked/package/deps" -name 'sqlite3*.[ch]' -exec cp {} "$folder" \;
    rm -rf "$unpacked"
    [ -e "$folder/sqlite3.c" ]
}

# The version of the amalgamation in the folder $1.
sqlite_version() {
    sed -n 's/^#define SQLITE_VERSION  *"\(.*\)"/\1/p' "$1/sqlite3.h"
}

# Builds sqlrun with the amalgamation in the folder $1, and the options that follow.
build_sqlrun() {
    local folder=$1
    shift

    if [ ! -e "$folder/sqlite3.o" ]; then
        ${CC:-cc} -O1 -w -c -o "$folder/sqlite3.o" -DSQLITE_ENABLE_LOAD_EXTENSION \
            "${@:--DSQLITE_ENABLE_COLUMN_METADATA}" -DSQLITE_ENABLE_JSON1 \
            "$folder/sqlite3.c" || return
    fi
    if [ ! "$folder/sqlrun" -nt sql-tests/sqlrun.c ]; then
        ${CC:-cc} -std=c11 -O1 -I"$folder" -o "$folder/sqlrun" sql-tests/sqlrun.c \
            "$folder/sqlite3.o" -lpthread -ldl -lm || return
    fi
}

# Runs all SQL tests with the command given and reports under the name $1.
run_sql_tests() {
    local name=$1 log=$work/log.$$
    shift

    sql-tests/run.sh "$@" >"$log" 2>&1 || failures=$((failures + 1))
    if grep -q '^sql: [0-9]' "$log"; then
        sed "s/^sql: \([0-9].* failed\), .*/hosts: $name: \1/" "$log"
    else
        cat "$log"
        echo "hosts: $name: 0 passed, 1 failed"
    fi
    rm -f "$log"
}

# ---- Random questions -------------------------------------------------------------

# Runs the script $1, without .py, under the name $2 with the arguments that follow.
run_differential() {
    local script=$1 name=$2
    shift 2

    "$system_python" "hosts/questions/$script.py" --seed "$seed" "$@" |
        sed "s/^differential/hosts: $name, &/"
    [ "${PIPESTATUS[0]}" -eq 0 ] || failures=$((failures + 1))
}
