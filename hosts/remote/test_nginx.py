# SPDX-License-Identifier: MIT
"""Files from nginx: TLS, HTTP/2, passwords, redirects and compression.

    python3 hosts/remote/test_nginx.py ./parquet_vtab.so [NAME]        from the project's root
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from nginx import Nginx, program  # noqa: E402
from remote_tests import ONLY, ORC, QUESTIONS, TRIPS, Asker, judge  # noqa: E402
from host_tests import run_tests  # noqa: E402

nginx = Nginx(".") if program() else None
PASSWORD = "SELECT parquet_add_secret('{url}', 'reader', 'pass-word')"
TOKEN = "SELECT parquet_add_secret('{url}', '', 'a-token')"


def check(url, path=TRIPS, setup=(), *names):
    """Whether the rows of the file below the URL are right."""
    asker = Asker([statement.replace("{url}", url) for statement in setup])
    return all([judge(asker.ask(url + path, question), Asker().right(path, question), url + path,
                      *names) for question in QUESTIONS])


def trusting(authority):
    """Sets whose certificates are trusted."""
    if authority:
        os.environ["SSL_CERT_FILE"] = authority
    else:
        os.environ.pop("SSL_CERT_FILE", None)


def test_files():
    for path in (TRIPS, ORC, "testdata/pyarrow_structs_pages.parquet"):
        assert check(nginx.http, path), path


def test_missing_files():
    assert not check(nginx.http + "no/", TRIPS, (), "404")
    for path in ("", "testdata", "testdata/"):
        found = Asker().ask(nginx.http + path, QUESTIONS[0])
        assert isinstance(found, str) and nginx.http + path in found, found
    found = Asker().ask(nginx.http + "no-{1,2}.parquet", QUESTIONS[0])
    assert nginx.http + "no-1.parquet" in found and "current folder" not in found, found


def test_certificates():
    for url in (nginx.https, nginx.https1):
        trusting(nginx.authority)
        assert check(url), url
        trusting(None)
        assert not check(url), url
    trusting(nginx.authority)
    assert not check(nginx.https_wrong)
    # The name is in the certificate, too.
    assert check(nginx.https.replace("127.0.0.1", "localhost"))
    trusting(None)


def test_version_2_of_http():
    trusting(nginx.authority)
    n = len(nginx.lines())
    assert check(nginx.https)
    assert check(nginx.https1)
    trusting(None)
    lines = nginx.lines()[n:]
    for version in ('HTTP/2.0"', 'HTTP/1.1"'):
        assert any(version in line for line in lines), lines


def test_passwords():
    url = nginx.http + "private/"
    assert not check(url, TRIPS, (), "401")
    assert check(url, TRIPS, [PASSWORD])
    assert not check(url, TRIPS, [PASSWORD.replace("pass-word", "wrong")], "401")
    assert not check(url, TRIPS, [PASSWORD.replace("{url}", nginx.http + "other/")], "401")


def test_tokens():
    url = nginx.http + "bearer/"
    assert not check(url, TRIPS, (), "401")
    assert check(url, TRIPS, [TOKEN])
    assert not check(url, TRIPS, [TOKEN.replace("a-token", "b")], "401")


def test_secrets_in_messages():
    for secret in (PASSWORD, TOKEN):
        setup = [secret.replace("{url}", nginx.http).replace("'pass-word'", "'XYZZY'")
                 .replace("'a-token'", "'XYZZY'")]
        found = Asker(setup).ask(nginx.http + "private/" + TRIPS, QUESTIONS[0])
        assert isinstance(found, str) and "XYZZY" not in found, found


def test_redirects():
    assert check(nginx.http + "moved/")
    trusting(nginx.authority)
    assert check(nginx.http + "to-https/")
    # A redirect away from TLS is not followed.
    assert not check(nginx.https + "to-http/")
    trusting(None)


def test_compressed_answers():
    assert check(nginx.http + "gzip/")


def test_servers_without_ranges():
    check(nginx.http + "no-ranges/")


def test_limits_of_rates():
    """429 is overcome by asking again later."""
    assert check(nginx.http + "limited/")


if __name__ == "__main__":
    if nginx is None:
        print("skipped: remote, nginx: nginx is not installed")
        sys.exit(0)
    sys.exit(run_tests(globals(), "nginx", "remote, nginx", ONLY,
                       times=bool(os.environ.get("TIMES"))))
