# SPDX-License-Identifier: MIT
"""The lies of lying_server.py: how servers, proxies and caches answer wrongly.

Each takes the exchange, the request and the text after the lie's name, and returns the answer.
"""
import gzip
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import answers  # noqa: E402

LIES = {}


def lie(function):
    LIES[function.__name__.replace("_", "-")] = function
    return function


def change(function):
    """A lie that changes the honest answer in place."""
    def answer_changed(exchange, request, argument):
        answer = exchange.honest(request)
        function(answer, argument)
        return answer
    LIES[function.__name__.replace("_", "-")] = answer_changed
    return function


def tell(name, exchange, request):
    """The answer with the lie NAME or NAME-ARGUMENT."""
    if name in LIES:
        return LIES[name](exchange, request, "")
    for known in sorted(LIES, key=len, reverse=True):
        if name.startswith(known + "-"):
            return LIES[known](exchange, request, name[len(known) + 1:])
    raise KeyError(f"no such lie: {name}")


def first_times(exchange, request, n, name):
    """Whether this request is one of the first n of its kind."""
    key = (name, request.method, request.target, request.headers.get("range"))
    return exchange.server.counts.times_seen(key) < n


# ---- Ranges ------------------------------------------------------------------------------

@lie
def no_ranges(exchange, request, argument):
    """The whole file, whatever is asked."""
    request.headers.pop("range", None)
    answer = exchange.honest(request)
    if argument == "says-so":
        answer.headers["Accept-Ranges"] = "none"
    return answer


@lie
def no_ranges_chunked(exchange, request, argument):
    """... and its size is not said."""
    answer = no_ranges(exchange, request, argument)
    answer.framing = "chunked"
    return answer


@lie
def no_ranges_closes(exchange, request, argument):
    answer = no_ranges(exchange, request, argument)
    answer.framing = "close"
    return answer


def bounds(answer):
    """The numbers of Content-Range; None without it."""
    match = re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)", answer.headers.get("Content-Range", ""))
    return [int(number) for number in match.groups()] if match else None


def shift_bounds(*by):
    def shift(answer, argument):
        found = bounds(answer)
        if found:
            first, last, total = (n + int(more) for n, more in zip(found, by))
            answer.headers["Content-Range"] = f"bytes {first}-{last}/{total}"
    return shift


for name, by in {"range-start": (1, 0, 0), "range-start-less": (-1, 0, 0), "range-end": (0, 1, 0),
                 "range-end-less": (0, -1, 0), "range-total": (0, 0, 1),
                 "range-total-less": (0, 0, -1), "range-total-huge": (0, 0, 1 << 62),
                 "range-beyond-64-bits": (0, 0, 1 << 66)}.items():
    change(shift_bounds(*by))
    LIES[name] = LIES.pop("shift")


def content_range(name, text):
    def replace(answer, argument):
        if "Content-Range" in answer.headers:
            answer.headers["Content-Range"] = text
    change(replace)
    LIES[name] = LIES.pop("replace")


content_range("range-items", "items 0-1/2")
content_range("range-garbage", "bytes \x7fgarbage")
content_range("range-backwards", "bytes 9-3/10")
content_range("range-negative", "bytes -5-10/-1")


@change
def range_missing(answer, argument):
    answer.headers.pop("Content-Range", None)


@change
def range_star(answer, argument):
    """The total is not said, which is legal."""
    found = bounds(answer)
    if found:
        answer.headers["Content-Range"] = "bytes {}-{}/*".format(*found)


def asked(request):
    """The two numbers of the Range header, as text."""
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", request.headers.get("range", ""))
    return match.groups() if match else None


@lie
def outside(exchange, request, argument):
    """Another range than is asked, honestly named."""
    range_ = asked(request)
    if range_ and range_[0]:
        first, last = int(range_[0]), range_[1]
        shift = 16 if first < 16 else -16
        request.headers["range"] = f"bytes={first + shift}-{int(last) + shift if last else ''}"
    elif range_:
        request.headers["range"] = f"bytes=0-{range_[1]}"
    return exchange.honest(request)


@lie
def less(exchange, request, argument):
    """The range's first half, honestly named."""
    range_ = asked(request)
    if range_ and range_[0] and range_[1]:
        first, last = map(int, range_)
        request.headers["range"] = f"bytes={first}-{first + (last - first) // 2}"
    elif range_ and range_[1]:
        request.headers["range"] = f"bytes=-{(int(range_[1]) + 1) // 2}"
    return exchange.honest(request)


@lie
def more(exchange, request, argument):
    """A larger range, honestly named."""
    range_ = asked(request)
    if range_ and range_[0] and range_[1]:
        request.headers["range"] = f"bytes={max(0, int(range_[0]) - 7)}-{int(range_[1]) + 9}"
    return exchange.honest(request)


@lie
def multipart_ranges(exchange, request, argument):
    """A single range as multipart/byteranges."""
    answer = exchange.honest(request)
    found = bounds(answer)
    if found:
        size = len(answer.body)
        answers.multipart(answer, [(0, size)], answer.body)
    return answer


@lie
def unsatisfiable(exchange, request, argument):
    """416 for ranges of files smaller than the argument, else of all."""
    answer = exchange.honest(request)
    found = bounds(answer)
    if found and (not argument or found[2] < int(argument)):
        answer.status, answer.body = 416, b""
        answer.headers["Content-Range"] = f"bytes */{found[2]}"
    return answer


# ---- Bodies ------------------------------------------------------------------------------

@change
def chunked(answer, argument):
    answer.framing = "chunked"


@change
def closes(answer, argument):
    answer.framing = "close"


@change
def gzip_encoded(answer, argument):
    if answer.status in (200, 206):
        answer.body = gzip.compress(answer.body)
        answer.headers["Content-Encoding"] = "gzip"


@change
def shorter(answer, argument):
    """Fewer bytes than Content-Length says."""
    answer.length = len(answer.body)
    answer.body = answer.body[:max(0, len(answer.body) - int(argument or 1))]
    answer.then = "close"


@change
def longer(answer, argument):
    answer.length = len(answer.body)
    answer.body += b"more" * int(argument or 1)


@change
def shorter_honestly(answer, argument):
    """Content-Length is true, but the range of Content-Range is longer."""
    answer.body = answer.body[:max(0, len(answer.body) - int(argument or 1))]


@change
def longer_honestly(answer, argument):
    answer.body += b"x" * int(argument or 1)


@change
def empty(answer, argument):
    answer.body = b""


@change
def endless(answer, argument):
    answer.framing, answer.endless = "close", True
    answer.body = answer.body or b"x" * 65536


@change
def endless_chunks(answer, argument):
    endless(answer, argument)
    answer.framing = "chunked"


@change
def endless_with_length(answer, argument):
    endless(answer, argument)
    answer.framing, answer.length, answer.then = "length", 1 << 62, "close"


@change
def huge_length(answer, argument):
    answer.length, answer.then = 1 << 62, "close"


@change
def negative_length(answer, argument):
    answer.length, answer.then = -5, "close"


@change
def drip(answer, argument):
    """A byte a second, or in the given number of seconds."""
    answer.pause = float(argument or 1)


@lie
def bad_chunks(exchange, request, argument):
    answer = exchange.honest(request)
    answer.framing = "chunked"
    answer.raw = exchange.head(answer) + b"zz\r\n" + answer.body
    return answer


# ---- Headers -----------------------------------------------------------------------------

@change
def weak_etag(answer, argument):
    if "ETag" in answer.headers:
        answer.headers["ETag"] = "W/" + answer.headers["ETag"]


@lie
def multipart_etag(exchange, request, argument):
    """As S3 has it of objects that came in parts."""
    without_conditions(request)
    answer = exchange.honest(request)
    answer.headers["ETag"] = '"9b2cf535f27731c974343645a3985328-2"'
    return answer


@lie
def changing_etag(exchange, request, argument):
    """Another one each time, so that no condition holds."""
    without_conditions(request)
    answer = exchange.honest(request)
    answer.headers["ETag"] = f'"{request.number}"'
    return answer


@lie
def changing_etag_checked(exchange, request, argument):
    """... and the conditions of requests are checked."""
    failed = "if-match" in request.headers
    answer = changing_etag(exchange, request, argument)
    if failed:
        answer.status, answer.body = 412, b""
    return answer


@lie
def no_etag(exchange, request, argument):
    without_conditions(request)
    answer = exchange.honest(request)
    answer.headers.pop("ETag", None)
    return answer


@lie
def no_etag_nor_date(exchange, request, argument):
    answer = no_etag(exchange, request, argument)
    answer.headers.pop("Last-Modified", None)
    answer.headers.pop("Date", None)
    return answer


@lie
def changing_date(exchange, request, argument):
    answer = no_etag(exchange, request, argument)
    answer.headers["Last-Modified"] = f"Sat, 28 Nov 2026 10:00:{request.number % 60:02} GMT"
    return answer


def without_conditions(request):
    for name in ("if-match", "if-range", "if-unmodified-since", "if-none-match"):
        request.headers.pop(name, None)


@change
def big_header(answer, argument):
    answer.headers["X-Large"] = "x" * int(argument or 10_000_000)


@change
def many_headers(answer, argument):
    answer.headers.update({f"X-{i}": "x" for i in range(int(argument or 100_000))})


@change
def odd_headers(answer, argument):
    """Control characters, no colon, empty names, cookies."""
    answer.headers.update({"X-Odd": "a\x01b\x7f\xff", "Set-Cookie": "a=b", "": "x", "X y": "z"})


# ---- Status ------------------------------------------------------------------------------

@lie
def head(exchange, request, argument):
    """HEAD has the status that the argument names."""
    answer = exchange.honest(request)
    if request.method == "HEAD":
        answer.status, answer.body, answer.headers = int(argument), b"", {}
    return answer


@lie
def head_without_length(exchange, request, argument):
    answer = exchange.honest(request)
    if request.method == "HEAD":
        answer.framing = "none"
    return answer


def refuse(status, **headers):
    """The request is not carried out."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return answers.Answer(status, headers, b"no\n")


@lie
def status(exchange, request, argument):
    answer = refuse(int(argument))
    if 300 <= answer.status < 400:
        answer.headers["Location"] = request.target
    return answer


@lie
def status_with_body(exchange, request, argument):
    """The status with the honest answer's body and headers."""
    answer = exchange.honest(request)
    answer.status = int(argument)
    return answer


@lie
def error_in_body(exchange, request, argument):
    """An error of S3 with status 200; the request is not carried out."""
    text = b"<?xml version='1.0'?><Error><Code>InternalError</Code><Message>no</Message></Error>"
    return answers.Answer(200, {"Content-Type": "application/xml"}, text)


@lie
def once(exchange, request, argument):
    """The status the first time for each range, then the truth."""
    if first_times(exchange, request, 1, "once-" + argument):
        return refuse(int(argument))
    return exchange.honest(request)


@lie
def twice(exchange, request, argument):
    if first_times(exchange, request, 2, "twice-" + argument):
        return refuse(int(argument))
    return exchange.honest(request)


@lie
def retry_after(exchange, request, argument):
    """503 the first time, with the seconds after which to ask again."""
    if first_times(exchange, request, 1, "retry-after"):
        return refuse(503, Retry_After=argument or "1")
    return exchange.honest(request)


@lie
def always_retry_after(exchange, request, argument):
    return refuse(503, Retry_After=argument or "86400")


# ---- Redirects ---------------------------------------------------------------------------

def redirect(exchange, request, location, status=302):
    return refuse(status, Location=location)


@lie
def redirects(exchange, request, argument):
    """So many of them, one after the other."""
    n = int(argument)
    if n == 0:
        return exchange.honest(request)
    return redirect(exchange, request, f"/lie/redirects-{n - 1}{request.target}")


@lie
def redirect_loop(exchange, request, argument):
    return redirect(exchange, request, f"/lie/redirect-loop{request.target}")


@lie
def redirect_to(exchange, request, argument):
    """To the URL whose bytes the argument has in hexadecimal; {path} is the file's."""
    url = bytes.fromhex(argument).decode().replace("{path}", request.target)
    return redirect(exchange, request, url, 307)


@lie
def redirect_once(exchange, request, argument):
    """The first request is redirected; its redirected form has an honest answer."""
    return redirect(exchange, request, exchange.server.url.rstrip("/") + request.target, 301)


@lie
def redirect_without_location(exchange, request, argument):
    return refuse(302)


# ---- Connections -------------------------------------------------------------------------

def raw(exchange, request, data):
    answer = exchange.honest(request)
    answer.raw = data
    return answer


@lie
def no_answer(exchange, request, argument):
    return raw(exchange, request, b"")


@lie
def garbage(exchange, request, argument):
    return raw(exchange, request, b"\x00\x01PAR1 garbage\r\n" * 50)


@lie
def http_0_9(exchange, request, argument):
    return raw(exchange, request, exchange.honest(request).body)


@lie
def continues(exchange, request, argument):
    """100 Continue a thousand times, then the truth."""
    answer = exchange.honest(request)
    text = b"HTTP/1.1 100 Continue\r\n\r\n" * int(argument or 1000)
    return raw(exchange, request, text + exchange.head(answer) + answer.body)


@lie
def two_answers(exchange, request, argument):
    """An answer that was not asked for comes after the right one."""
    answer = exchange.honest(request)
    whole = exchange.head(answer) + (b"" if request.method == "HEAD" else answer.body)
    return raw(exchange, request, whole + b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad")


@change
def reset(answer, argument):
    """The connection is reset after as many bytes of the body as the argument says."""
    answer.length, answer.then = len(answer.body), "reset"
    answer.body = answer.body[:int(argument or 0)]


@lie
def hangs(exchange, request, argument):
    """No byte for as many seconds."""
    time.sleep(float(argument or 3600))
    return exchange.honest(request)
