# SPDX-License-Identifier: MIT
# Parts: random questions, to tables of files and to ordinary tables with the same rows.

# Runs the script $1, without .py, with the options that follow on the system's SQLite and those
# of the part sqlite.
on_each_host() {
    local script=$1 folder
    shift

    make -s build/plain/sqlrun && run_differential "$script" "system's SQLite" "$@" \
        build/plain/sqlrun -e "$extension"
    for folder in "$work"/better-sqlite3-*; do
        [ -x "$folder/sqlrun" ] &&
            run_differential "$script" "SQLite $(sqlite_version "$folder")" "$@" \
                "$folder/sqlrun" -e "$extension"
    done
}

# Random queries of a Parquet or ORC table with and without pushdown, and of an ordinary table.
test_random() {
    echo "hosts: random questions: seed $seed"
    on_each_host differential --quick --questions 80
    if python_loads; then
        run_differential differential python --quick --questions 200 --python "$extension"
        run_differential differential python --quick --questions 60 --self-test \
            --python "$extension"
    fi
}

# The same with more queries, and systematic ones; about a minute on each SQLite.
test_differential() {
    on_each_host differential
}

# Random joins and correlated subqueries of Parquet and ORC tables and of ordinary tables.
test_joins() {
    echo "hosts: random joins: seed $seed"
    on_each_host differential_joins --groups 8 --questions 200
    if python_loads; then
        run_differential differential_joins python --groups 20 --questions 320 \
            --python "$extension"
        run_differential differential_joins python --groups 2 --questions 100 --self-test \
            --python "$extension"
    fi
}

# Random groups and sums by parquet_query and by views of the same text.
test_groups() {
    echo "hosts: random groups: seed $seed"
    on_each_host differential_groups --files 6 --questions 150
    if python_loads; then
        run_differential differential_groups python --files 15 --questions 300 \
            --python "$extension"
        run_differential differential_groups python --files 4 --questions 100 --self-test \
            --python "$extension"
    fi
}

# Statements that return to the same pages, on Python's sqlite3 module.
test_scans() {
    needs_python scans || return
    echo "hosts: random scans: seed $seed"
    run_script hosts/questions/random_scans.py --seed "$seed" "$extension"
}
