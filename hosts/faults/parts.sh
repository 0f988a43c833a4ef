# SPDX-License-Identifier: MIT
# Parts: metadata that is wrong, and writes that fail.

# Random queries of files whose optional metadata is wrong.
test_poison() {
    needs_python poison && run_script hosts/faults/poison.py --seed "$seed" --rounds "$rounds" "$extension"
}

# parquet_check() finds what is wrong with such files.
test_check() {
    needs_python check && run_script hosts/faults/check_poisons.py --seed "$seed" --rounds "$rounds" "$extension"
}

# parquet_write() when something goes wrong; what it writes reads back unchanged; and what is
# written from imported tables has the types of the imported files.
test_write() {
    needs_python write || return
    run_script hosts/faults/write_faults.py "$extension"
    run_script hosts/questions/random_writes.py --seed "$seed" "$extension"
    run_script hosts/questions/test_import.py "$extension"
}
