# SPDX-License-Identifier: MIT
"""Runs the tests of a script in hosts/ and prints their counts."""
import inspect
import pathlib
import shutil
import sys
import tempfile
import time
import traceback


def run_tests(module, topic, host, only=None, times=False):
    """Runs the functions test_* among the module's globals; returns the exit status.

    A test with a parameter gets a new folder.  A test may return the reason it was skipped.
    """
    passed = failed = 0
    for name, test in list(module.items()):
        if not name.startswith("test_") or (only and only not in name):
            continue
        started = time.monotonic()
        folder = pathlib.Path(tempfile.mkdtemp()).resolve()
        try:
            skipped = test(folder) if inspect.signature(test).parameters else test()
        except Exception:  # report any failure
            failed += 1
            print(f"{topic}: {name} failed")
            traceback.print_exc(file=sys.stdout)
        else:
            passed += not skipped
            if skipped:
                print(f"skipped: {topic}: {name}: {skipped}")
        shutil.rmtree(folder, ignore_errors=True)
        if times:
            print(f"{topic}: {time.monotonic() - started:6.2f} s {name}")
    print(f"hosts: {host}: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
