# SPDX-License-Identifier: MIT
"""What the Python scripts in hosts/ share: connections with the extension, and running tests."""
import inspect
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback


def load(db, extension):
    """Loads the extension; statements can then load no other.  Returns the connection."""
    if not hasattr(db, "enable_load_extension"):
        sys.exit("this Python cannot load extensions: try /usr/bin/python3")
    db.enable_load_extension(True)
    db.load_extension(extension)
    db.enable_load_extension(False)
    return db


def connect(extension, path=":memory:", **options):
    return load(sqlite3.connect(path, **options), extension)


def failure(call, *arguments):
    """Returns the message of the error that the call raises."""
    try:
        result = call(*arguments)
        if isinstance(result, sqlite3.Cursor):
            result.fetchall()
    except sqlite3.Error as error:
        return str(error)
    raise AssertionError(f"no error: {arguments}")


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
