# SPDX-License-Identifier: MIT
"""A server to try the VFS with: http.server of Python's own library has no ranges."""
import http.server
import os
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        path = self.translate_path(self.path)
        if not os.path.isfile(path) or not self.headers.get("Range", "").startswith("bytes="):
            self.send_error(404)
            return
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            first, last = map(int, self.headers["Range"][6:].split("-"))
            file.seek(first)
            part = file.read(min(last, size - 1) - first + 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{first + len(part) - 1}/{size}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *arguments):
        pass


def serve(folder):
    """Serves a folder to this machine, until the program ends; returns its URL."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *arguments: Handler(*arguments, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"
