# SPDX-License-Identifier: MIT
"""An HTTP/1.1 server over a folder that counts what it is asked, and lies on request.

    python3 hosts/remote/lying_server.py [--port N] [--delay MS] [--upstream URL] [FOLDER]

It answers on the loopback device, prints its address, and ends with its standard input.
Ranges, HEAD, validators and conditional requests work as RFC 9110 says.  With --upstream it
passes requests on to another server, so that it can lie about that one's answers.

    /lie/NAME/path, /lie/NAME-ARGUMENT/path     the answer about that path, with a lie of lies.py
    /as/NAME/path                               the path at a URL of which nobody knows anything yet
    /_lie/NAME-ARGUMENT                         lies in all answers from now on; /_lie/ ends that
    /_counts, /_reset                           JSON of the counts; begins them anew
    /_delay/MS                                  changes --delay

A round trip is a group of requests that overlap in time: it begins when no other request is under
way.  Tests in the same process set `lie`, `choose`, `budget`, `intake` and `others` of the server.
"""
import argparse
import http.client
import json
import os
import re
import socket
import socketserver
import struct
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import lies  # noqa: E402
from answers import Folder, Request, Upstream  # noqa: E402


class Cut(Exception):
    """The connection has been cut on purpose, or the client has gone."""


# ---- Counts ------------------------------------------------------------------------------

class Counts:
    def __init__(self):
        self.lock = threading.Lock()
        self.under_way = 0
        self.reset()

    def reset(self):
        with self.lock:
            self.requests = self.bytes = self.sent = self.received = 0
            self.overlapping = self.round_trips = self.most_at_once = 0
            self.connections = 0
            self.log = []
            self.seen = {}

    def begin(self, request):
        with self.lock:
            request.number = self.requests
            self.requests += 1
            self.overlapping += self.under_way > 0
            self.round_trips += self.under_way == 0
            self.under_way += 1
            self.most_at_once = max(self.most_at_once, self.under_way)
            request.entry = [request.method, request.target, request.headers.get("range"), None]
            self.log.append(request.entry)

    def end(self, request, status):
        with self.lock:
            self.under_way -= 1
            request.entry[3] = status

    def times_seen(self, key):
        """How often it has been called with that key before."""
        with self.lock:
            n = self.seen.get(key, 0)
            self.seen[key] = n + 1
            return n

    def as_json(self):
        with self.lock:
            names = ("requests", "bytes", "sent", "overlapping", "round_trips", "most_at_once",
                     "connections")
            return {name: getattr(self, name) for name in names}


# ---- The server --------------------------------------------------------------------------

class Exchange(socketserver.BaseRequestHandler):
    """A connection; lies see it as the exchange of one request and its answer."""

    entry = None  # of the request, in the log

    def handle(self):
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = self.request.makefile("rb")
        self.proxy = self.server
        with self.server.counts.lock:
            self.server.counts.connections += 1
        try:
            while self.serve():
                pass
        except (Cut, OSError, ValueError):
            pass
        finally:
            self.input.close()

    def read_request(self):
        line = self.input.readline(65536)
        if not line.strip():
            return None
        method, target, _ = line.decode("latin-1").split(" ", 2)
        headers = {}
        while (line := self.input.readline(1 << 20).decode("latin-1").strip()):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        if target.startswith("http://"):  # it is asked as a proxy
            _, _, host, path = target.split("/", 3)
            target = "/" + path
            self.server = self.proxy.others.get(host, self.proxy)
        request = Request(method, target, headers)
        if "100-continue" in headers.get("expect", "").lower():
            self.request.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        request.body = self.read_body(headers)
        return request

    def read_body(self, headers):
        if headers.get("transfer-encoding", "").lower() != "chunked":
            return self.read(int(headers.get("content-length", 0)))
        body = b""
        while (size := int(self.input.readline().split(b";")[0], 16)):
            body += self.input.read(size)
            self.input.readline()
        self.input.readline()
        return body

    def read(self, size):
        """Bytes of a body.  When the intake is spent, the connection is reset."""
        server = self.server
        with server.counts.lock:
            cut = server.intake is not None and size >= server.intake
            taken = server.intake if cut else size
            if server.intake is not None:
                server.intake = server.intake - taken if not cut or server.stays_down else None
            server.counts.received += taken
        data = self.input.read(taken)
        if cut:
            self.reset_connection()
            raise Cut
        return data

    def serve(self):
        """One request; whether the connection stays open."""
        request = self.read_request()
        if request is None:
            return False
        if request.target.startswith("/_"):
            self.control(request)
            return True
        self.server.counts.begin(request)
        self.entry = request.entry
        answer = None
        try:
            if self.server.delay:
                time.sleep(self.server.delay / 1000)
            answer = self.answer(request)
            self.send(request, answer)
        finally:
            self.server.counts.end(request, answer.status if answer else None)
        if answer.then == "reset":
            self.reset_connection()
        return (answer.then == "keep" and answer.framing != "close" and answer.raw is None
                and request.headers.get("connection", "").lower() != "close")

    def answer(self, request):
        name = self.server.lie
        if self.server.choose is not None:
            name = self.server.choose(request) or name
        match = re.match(r"/lie/([^/]+)(/.*)", request.target)
        if match:
            name, request.target = urllib.parse.unquote(match.group(1)), match.group(2)
        request.target = re.sub(r"^/as/[^/]*", "", request.target)
        return lies.tell(name, self, request) if name else self.honest(request)

    def honest(self, request):
        return self.server.source.answer(request)

    def control(self, request):
        _, what, *more = request.path.split("/", 2)
        if what == "_reset":
            self.server.counts.reset()
        elif what == "_lie":
            self.server.lie = "".join(more) or None
        elif what == "_delay":
            self.server.delay = float(more[0])
        body = json.dumps(self.server.counts.as_json()).encode() + b"\n"
        self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                             b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def write(self, data):
        """Sends bytes.  When the budget is spent, the connection is reset."""
        server = self.server
        with server.counts.lock:
            cut = server.budget is not None and len(data) >= server.budget
            if server.budget is not None:
                data = data[:server.budget]
                server.budget -= len(data)
            server.counts.sent += len(data)
            if cut:
                server.cuts.append(self.entry)
            if cut and not server.stays_down:
                server.budget = None
        self.request.sendall(data)
        if cut:
            self.reset_connection()
            raise Cut

    def reset_connection(self):
        linger = struct.pack("ii", 1, 0)
        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.input.close()
        self.request.close()

    def send(self, request, answer):
        if answer.raw is not None:
            self.write(answer.raw)
            return
        self.write(self.head(answer))
        if request.method == "HEAD" or answer.status in (204, 304) or answer.status < 200:
            return
        self.send_body(answer)

    def head(self, answer):
        reason = http.client.responses.get(answer.status, "Unknown")
        headers = dict(answer.headers)
        if answer.framing == "chunked":
            headers["Transfer-Encoding"] = "chunked"
        elif answer.framing == "length" and answer.status not in (204, 304):
            length = len(answer.body) if answer.length is None else answer.length
            headers["Content-Length"] = str(length)
        if answer.then != "keep" or answer.framing == "close":
            headers["Connection"] = "close"
        lines = [f"HTTP/1.1 {answer.status} {reason}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def send_body(self, answer):
        step = 1 if answer.pause else 1 << 16
        while True:
            for at in range(0, len(answer.body), step):
                part = answer.body[at:at + step]
                with self.server.counts.lock:
                    self.server.counts.bytes += len(part)
                if answer.framing == "chunked":
                    part = b"%x\r\n" % len(part) + part + b"\r\n"
                self.write(part)
                if answer.pause:
                    time.sleep(answer.pause)
            if not answer.endless:
                break
        if answer.framing == "chunked":
            self.write(b"0\r\n\r\n")


class LyingServer(socketserver.ThreadingTCPServer):
    """Runs in threads of this process after start()."""
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, source, port=0, delay=0):
        super().__init__(("127.0.0.1", port), Exchange)
        self.source = source
        self.delay = delay  # milliseconds before each answer
        self.others = {}  # as a proxy: hosts, and the servers that play them
        self.counts = Counts()
        self.be_honest()

    def be_honest(self):
        """No lie, no cut, counts of 0."""
        self.lie = None  # the name of a lie in all answers
        self.choose = None  # of a request: the name of a lie, or None
        self.budget = None  # the bytes that are sent before a connection is reset
        self.intake = None  # the bytes of bodies that are received before a connection is reset
        self.cuts = []  # the requests in whose answers that happened, as in the log
        self.stays_down = False  # all later connections are reset, too
        if isinstance(self.source, Folder):
            self.source.replaced = {}
        self.counts.reset()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def start(self):
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def stop(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default=".")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--upstream")
    options = parser.parse_args()
    source = Upstream(options.upstream) if options.upstream else Folder(options.folder)
    server = LyingServer(source, options.port, options.delay).start()
    print(server.url, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
