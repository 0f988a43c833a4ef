# SPDX-License-Identifier: MIT
# Parts: files over HTTP and in buckets of S3, from servers on the loopback device.

# The servers themselves; how many round trips queries take; the cache on disk.
test_remote() {
    "$system_python" hosts/remote/test_servers.py || failures=$((failures + 1))
    "$system_python" hosts/remote/test_trips.py || failures=$((failures + 1))
    "$system_python" hosts/remote/test_folder_writes.py || failures=$((failures + 1))
    "$system_python" hosts/remote/test_disk_cache.py || failures=$((failures + 1))
}
