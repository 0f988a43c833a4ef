# SPDX-License-Identifier: MIT
# Parts: files over HTTP and in buckets of S3, from servers on the loopback device.

# Runs a script of this folder; it is ended when it hangs.
run_remote() {
    timeout 900 "$system_python" "hosts/remote/$1.py" "$extension" "${@:2}" ||
        failures=$((failures + 1))
}

# Whether the extension reads URLs at all.
reads_urls() {
    "$system_python" hosts/remote/remote_tests.py "$extension"
}

# needs_remote PART: Python, and an extension that reads URLs.
needs_remote() {
    needs_python "$1" || return
    reads_urls || { skip "$1" "this build reads no URLs, or libcurl is missing"; return 1; }
}

# How many round trips queries take; folders that are written; lists of buckets; the cache on
# disk; servers that lie, break off, replace
# files and redirect; nginx; what parquet_restrict() allows.
test_remote() {
    "$system_python" hosts/remote/test_servers.py || failures=$((failures + 1))
    needs_remote remote || return
    run_remote test_trips
    run_remote test_folder_writes
    run_remote test_disk_cache
    run_remote test_lists
    run_remote test_lies
    CUTS=${CUTS:-$((rounds * 20))} run_remote test_faults
    run_remote test_restrict
    run_remote test_nginx
}

# Starts a server that writes to the file $1 where it is; stop_server ends it.
start_server() {
    local output=$1 i
    shift

    : >"$output"
    exec {server_input}> >("$system_python" "$@" >"$output")
    for i in $(seq 600); do
        [ -s "$output" ] && return
        sleep 0.1
    done
    return 1
}

stop_server() {
    exec {server_input}>&- # it ends with its standard input
}

# Random faults: connections that are cut, statuses, lies, objects that are replaced or removed,
# names and proxies that fail, writes that break off.  FAULT_RUNS=10000: as many of each kind.
test_remote_faults() {
    needs_remote remote_faults || return
    FAULT_RUNS=${FAULT_RUNS:-$((rounds * 8))} SEED=${SEED:-$RANDOM} \
        "$system_python" hosts/remote/fault_runs.py "$extension" || failures=$((failures + 1))
}

# The SQL tests and random questions about the same files over HTTP, and the tests in a bucket.
test_remote_sql() {
    local server_input output=$work/remote_server

    needs_remote remote_sql || return
    make -s build/plain/sqlrun || { fail remote_sql; return; }
    start_server "$output" hosts/remote/lying_server.py . || { fail remote_sql; return; }
    REMOTE=$(cat "$output") run_sql_tests "SQL tests over HTTP" build/plain/sqlrun -e "$extension"
    run_differential differential "random questions over HTTP" --remote "$(cat "$output")" --quick \
        --questions $((rounds * 15)) --python "$extension"
    stop_server
    has_s3_server versitygw "remote_sql, S3" || return
    start_server "$output" hosts/remote/s3_servers.py versitygw testdata || { fail remote_sql; return; }
    # shellcheck disable=SC2046
    export $(cat "$output")
    REMOTE=s3://tests/ run_sql_tests "SQL tests over S3" build/plain/sqlrun -e "$extension"
    unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION AWS_ENDPOINT_URL_S3
    stop_server
}

# Whether the S3 server $1 is there, or can be installed; else the tests $2 are skipped.
has_s3_server() {
    if [ "$1" = s3s-fs ] && [ ! -x build/remote/bin/s3s-fs ] && [ -n "${CI:-}" ] && [ "${TURN:-}" != all ]; then
        skip "$2" "$1 takes minutes to build: make nightly does that"
        return 1
    fi
    "$system_python" hosts/remote/s3_servers.py install "$1" ||
        { skip "$2" "$1 cannot be installed: see build/remote/$1.log"; return 1; }
}

# run_with_s3 SCRIPT PART: with both servers.
run_with_s3() {
    local name

    needs_remote "$2" || return
    for name in versitygw s3s-fs; do
        has_s3_server "$name" "$2, $name" && run_remote "$1" "" "$name"
    done
}

# Buckets of two S3 servers.
test_remote_s3() {
    run_with_s3 test_s3 remote_s3
}

# Writing into these buckets, and what is left there when it fails.
test_remote_writes() {
    run_with_s3 test_writes remote_writes
}
