# SPDX-License-Identifier: MIT
"""Servers that answer wrongly: the right rows, or an error that says of which URL.

    python3 hosts/remote/test_lies.py ./parquet_vtab.so [NAME]         from the project's root

With LIES=1 in the environment, it prints what each lie led to.
"""
import concurrent.futures
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from answers import Folder  # noqa: E402
from lies import LIES  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from remote_tests import (EXTENSION, ONLY, ORC, QUESTIONS, TRIPS, Asker, TooLong,  # noqa: E402
                          judge, make_large, peak_memory, timed)
from host_tests import run_tests  # noqa: E402

# Where no redirect is followed to.
FOREIGN = [url.encode().hex() for url in ("file:///etc/passwd", "ftp://127.0.0.1/x", "s3://b/x",
                                          "gopher://127.0.0.1/x", "http://user@127.0.0.1/")]
# What must come of a lie.  The others may lead to either.
RIGHT, ERROR, EITHER = "right rows", "an error", "either"
MUST = {
    "chunked": RIGHT, "closes": RIGHT, "weak-etag": RIGHT,
    "multipart-etag": RIGHT, "no-etag": RIGHT, "no-etag-nor-date": RIGHT, "more": EITHER,
    "head-403": RIGHT, "head-404": RIGHT, "head-405": RIGHT, "head-501": RIGHT,
    "head-without-length": RIGHT, "redirects-5": RIGHT, "redirect-once": RIGHT,
    "once-429": RIGHT, "once-503": RIGHT, "twice-503": RIGHT, "once-500": RIGHT,
    "retry-after-1": RIGHT, "odd-headers": EITHER,
    "redirect-loop": ERROR, "redirects-10000": ERROR, "redirect-without-location": ERROR,
    **{f"redirect-to-{url}": ERROR for url in FOREIGN},
    "range-start": ERROR, "range-start-less": ERROR, "range-garbage": ERROR, "range-items": ERROR,
    "outside": ERROR, "garbage": ERROR, "no-answer": ERROR, "http-0-9": ERROR,
    "empty": ERROR, "endless": ERROR, "endless-chunks": ERROR, "endless-with-length": ERROR,
    "changing-etag": EITHER, "always-retry-after": ERROR, "gzip-encoded": EITHER,
}
ARGUMENTS = {
    "shorter": ["", "100"], "longer": ["", "100"], "shorter-honestly": ["", "100"],
    "longer-honestly": ["", "100"], "no-ranges": ["", "says-so"],
    "unsatisfiable": ["", "1000000"], "head": ["403", "404", "405", "501"],
    "redirects": ["5", "10000"], "once": ["429", "503", "500", "408"], "twice": ["503", "429"],
    "retry-after": ["1"], "reset": ["0", "1", "100"], "status-with-body": ["203", "226", "304"],
    "redirect-to": FOREIGN,
    "status": [],  # test_each_status
    "drip": [], "hangs": [],  # test_slow_servers
}

asker = Asker()
folder = tempfile.TemporaryDirectory()
LARGE = os.path.join(folder.name, "large.parquet")


def show(*words):
    if os.environ.get("LIES"):
        print(" ".join(words) + "\n", end="", flush=True)


def all_lies():
    for name in sorted(LIES):
        for argument in ARGUMENTS.get(name, [""]):
            yield f"{name}-{argument}" if argument else name


def check_lie(name, path, question, where="."):
    """Asks about a file with the lie in each answer; returns what is wrong, or None.

    Each lie has a server of its own: some leave bytes in a connection that others would read.
    """
    server = LyingServer(Folder(where)).start()
    url = f"{server.url}lie/{name}/{path}"
    try:
        found, seconds = timed(asker.ask, url, question)
        right = judge(found, asker.right(path, question), url)
    except TooLong:
        return f"{name}: {question} does not end"
    except AssertionError as error:
        return f"{name}: {question}: {error}"
    finally:
        server.stop()
    show(f"{name}: {seconds:.1f} s:", "right" if right else found)
    must = MUST.get(name, EITHER)
    return None if must == EITHER or right == (must == RIGHT) else f"{name}: {must} expected: {found}"


def check_lies(names, path, question, where="."):
    """Most of the time they wait before they ask again, so many do it at the same time."""
    asker.right(path, question)
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        problems = list(pool.map(lambda name: check_lie(name, path, question, where), names))
    problems = [problem for problem in problems if problem]
    assert not problems, "\n".join(problems)


def test_memory():
    """An answer takes little memory, however long it is.  First of all: the peak stays."""
    for name in ("endless", "endless-chunks", "endless-with-length", "big-header", "many-headers",
                 "huge-length", "continues-100000"):
        problem = check_lie(name, TRIPS, QUESTIONS[0])
        assert problem is None, problem
    assert peak_memory() < 200, peak_memory()


def test_lies_about_a_small_file():
    check_lies(all_lies(), TRIPS, QUESTIONS[1])


def test_lies_about_an_orc_file():
    check_lies(all_lies(), ORC, QUESTIONS[2])


def test_lies_about_a_large_file():
    path = os.path.basename(LARGE)
    make_large(LARGE)
    asker.answers[path, QUESTIONS[3]] = asker.ask(LARGE, QUESTIONS[3])
    check_lies(all_lies(), path, QUESTIONS[3], folder.name)


def test_each_status():
    """Each status in all answers, but for those that go on (100 to 199)."""
    check_lies([f"status-{status}" for status in range(200, 600)], TRIPS, QUESTIONS[0])


if __name__ == "__main__":
    pathlib.Path("build/hosts").mkdir(parents=True, exist_ok=True)
    sys.exit(run_tests(globals(), "lies", "remote, lies", ONLY, times=bool(os.environ.get("LIES"))))
