# SPDX-License-Identifier: MIT
# Parts: what untrusted databases, files, arguments and visitors of a site try.

# Runs the attacks with the SQLite that the arguments compile and link.
run_attacks() {
    local program=$1 folder
    shift

    if [ ! "$program" -nt hosts/attacks/schema_attacks.c ]; then
        ${CC:-cc} -std=c11 -O1 -o "$program" hosts/attacks/schema_attacks.c "$@" ||
            { fail "schema attacks ($program)"; return; }
    fi
    folder=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/attacks.XXXXXX")
    "$program" "$extension" "$folder" || failures=$((failures + 1))
    rm -rf "$folder"
}

# Databases whose schema calls functions that access files, on the system's SQLite and those of
# the part sqlite; connections that may not write, entry points, the environment variable; and
# what programs do to a connection that parquet_query() uses.
test_trust() {
    local folder

    run_attacks "$work/schema_attacks" -lsqlite3
    for folder in "$work"/better-sqlite3-*; do
        [ -e "$folder/sqlite3.o" ] && run_attacks "$folder/schema_attacks" "-I$folder" \
            "$folder/sqlite3.o" -lpthread -ldl -lm
    done
    needs_python trust && run_script hosts/attacks/test_trust.py "$extension"
    needs_python trust && run_script hosts/attacks/test_queries.py "$extension"
}

# The recipe of docs/security.md, and attacks by visitors.
test_datasette() {
    local folder=$work/datasette

    needs_python datasette || return
    if [ ! -x "$folder/bin/datasette" ]; then
        make_venv "$folder" datasette ||
            { skip datasette "it cannot be installed: see $folder.log"; return; }
    fi
    run_script hosts/attacks/test_datasette.py "$extension" "$folder/bin"
}

# Queries of files that take long to read (bombs.py), and calls with large arguments, end soon
# when they are interrupted, and stay within their memory limit; a few statements for each file.
# All statements on the largest files take an hour:
#
#     hosts/attacks/interrupts.py --full --patience 20 ./parquet_vtab.so
test_bombs() {
    needs_python bombs || return
    "$system_python" hosts/attacks/interrupts.py --seed "$seed" --some 3 --moments 1 \
        --patience 0.5 "$extension" | sed 's/^interrupts: /hosts: bombs: /'
    [ "${PIPESTATUS[0]}" -eq 0 ] || failures=$((failures + 1))
}

# Damaged metadata of Delta and Iceberg tables.
test_lakes() {
    needs_python lakes || return
    run_script hosts/attacks/lake_damage.py --seed "$seed" --rounds 8 "$extension"
}
