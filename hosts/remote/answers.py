# SPDX-License-Identifier: MIT
"""Requests and the honest answers to them, from a folder or from another server."""
import dataclasses
import email.utils
import http.client
import pathlib
import re
import urllib.parse


@dataclasses.dataclass
class Request:
    method: str
    target: str  # as it was sent
    headers: dict  # by lower-case name
    body: bytes = b""
    number: int = 0  # since the counts began
    entry: list = None  # in the log of requests

    @property
    def path(self):
        return urllib.parse.unquote(self.target.split("?")[0])


@dataclasses.dataclass
class Answer:
    """What is sent.  Lies change it before."""
    status: int = 200
    headers: dict = dataclasses.field(default_factory=dict)
    body: bytes = b""
    framing: str = "length"  # or "chunked", or "close"
    length: object = None  # what Content-Length claims; None: the truth
    then: str = "keep"  # afterwards: "keep" the connection, "close" or "reset" it
    pause: float = 0  # seconds after each byte
    endless: bool = False  # repeats the body until the client closes
    raw: bytes = None  # sent in place of all else


# ---- Conditions and ranges ---------------------------------------------------------------

def ranges_of(text, size):
    """The ranges [first, after) of a Range header; None if it is to be ignored."""
    match = re.fullmatch(r"bytes=(.+)", text.strip())
    if not match:
        return None
    found = []
    for part in match.group(1).split(","):
        match = re.fullmatch(r"(\d*)-(\d*)", part.strip())
        if not match or part.strip() == "-":
            return None
        first, last = match.groups()
        if first == "":
            first, after = max(0, size - int(last)), size
        else:
            first, after = int(first), min(size, int(last) + 1 if last else size)
        if first < after:
            found.append((first, after))
    return found


def matches(tags, etag, weakly=False):
    for tag in (tag.strip() for tag in tags.split(",")):
        strong = not tag.startswith("W/") and not etag.startswith("W/")
        if tag == "*" or (weakly or strong) and tag.removeprefix("W/") == etag.removeprefix("W/"):
            return True
    return False


def not_modified_since(date, modified):
    parsed = email.utils.parsedate_to_datetime(date)
    return int(modified) <= parsed.timestamp()


def precondition(request, etag, modified):
    """The status that a condition of the request leads to; None: none."""
    headers = request.headers
    if "if-match" in headers:
        if not matches(headers["if-match"], etag):
            return 412
    elif "if-unmodified-since" in headers:
        if not not_modified_since(headers["if-unmodified-since"], modified):
            return 412
    if "if-none-match" in headers:
        if matches(headers["if-none-match"], etag, weakly=True):
            return 304
    elif "if-modified-since" in headers:
        if not_modified_since(headers["if-modified-since"], modified):
            return 304
    return None


def answer_ranges(answer, found, whole):
    size = len(whole)
    if not found:
        answer.status, answer.body = 416, b""
        answer.headers["Content-Range"] = f"bytes */{size}"
    elif len(found) == 1:
        first, after = found[0]
        answer.status, answer.body = 206, whole[first:after]
        answer.headers["Content-Range"] = f"bytes {first}-{after - 1}/{size}"
    else:
        answer.status = 206
        multipart(answer, found, whole)
    return answer


def multipart(answer, found, whole):
    boundary = "a-part-of-a-file"
    body = b"".join(
        f"--{boundary}\r\nContent-Type: application/octet-stream\r\n"
        f"Content-Range: bytes {first}-{after - 1}/{len(whole)}\r\n\r\n".encode()
        + whole[first:after] + b"\r\n" for first, after in found)
    answer.body = body + f"--{boundary}--\r\n".encode()
    answer.headers["Content-Type"] = f"multipart/byteranges; boundary={boundary}"
    answer.headers.pop("Content-Range", None)


class Folder:
    """Answers from the files of a folder."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.replaced = {}  # path -> the file that now has its place; None: none

    def file(self, request):
        name = request.path.lstrip("/")
        if self.replaced.get(name, "") is None:
            return None
        path = pathlib.Path(self.replaced.get(name, self.path / name))
        inside = path.resolve().is_relative_to(self.path) or name in self.replaced
        return path if inside and path.is_file() else None

    def answer(self, request):
        answer = Answer(headers={"Date": email.utils.formatdate(usegmt=True)})
        path = self.file(request)
        if request.method not in ("GET", "HEAD"):
            answer.status = 405
        elif path is None:
            answer.status, answer.body = 404, b"no such file\n"
        else:
            self.answer_file(request, path, answer)
        return answer

    def answer_file(self, request, path, answer):
        facts, whole = path.stat(), path.read_bytes()
        etag = f'"{facts.st_mtime_ns:x}-{len(whole):x}"'
        answer.headers.update({
            "Content-Type": "application/octet-stream", "Accept-Ranges": "bytes", "ETag": etag,
            "Last-Modified": email.utils.formatdate(int(facts.st_mtime), usegmt=True)})
        status = precondition(request, etag, facts.st_mtime)
        if status:
            answer.status = status
            return
        answer.body = whole
        condition = request.headers.get("if-range", etag)
        if condition not in (etag, answer.headers["Last-Modified"]) or request.method == "HEAD":
            return
        found = ranges_of(request.headers.get("range", ""), len(whole))
        if found is not None:
            answer_ranges(answer, found, whole)


class Upstream:
    """Passes requests on.  The Host header stays, which signatures include."""

    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url).netloc

    def answer(self, request):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        headers = {name: value for name, value in request.headers.items()
                   if name not in ("expect", "transfer-encoding", "connection")}
        headers["content-length"] = str(len(request.body))
        try:
            connection.putrequest(request.method, request.target, skip_host=True,
                                  skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders(request.body)
            response = connection.getresponse()
            answer = Answer(response.status, body=response.read())
            answer.headers = {name: value for name, value in response.getheaders()
                              if name.lower() not in ("transfer-encoding", "connection")}
            if request.method == "HEAD":
                answer.length = answer.headers.get("Content-Length")
            answer.headers.pop("Content-Length", None)
            return answer
        finally:
            connection.close()
