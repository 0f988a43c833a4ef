# SPDX-License-Identifier: MIT
"""A VFS for apsw that reads files over HTTP, by ranges of bytes.

    vfs = HttpVFS("http", ["https://data.example.org/public/"])

Keep the object as long as connections use it.  Paths are URLs, and must begin with one of
the prefixes: whoever types SQL could otherwise make this process fetch anything.
"""
import urllib.error
import urllib.request

import apsw


class HttpFile:
    """One open file.  The server must support ranges."""

    def __init__(self, url, timeout):
        self.url, self.timeout, self.etag = url, timeout, None
        reply = self.get("bytes=0-0")
        etag = reply.headers.get("ETag", "")
        if not etag.startswith("W/"):  # a weak one may stay when bytes change
            self.etag = etag
        self.size = int(reply.headers["Content-Range"].rpartition("/")[2])

    def get(self, byte_range):
        request = urllib.request.Request(self.url, headers={"Range": byte_range})
        if self.etag:
            request.add_header("If-Match", self.etag)  # fails if the file has changed
        try:
            reply = urllib.request.urlopen(request, timeout=self.timeout)
        except (OSError, urllib.error.URLError) as error:
            raise apsw.IOError(f"{self.url}: {error}") from None
        if reply.status != 206:
            reply.close()
            raise apsw.IOError(f"{self.url}: the server does not support ranges")
        return reply

    def xRead(self, amount, offset):
        with self.get(f"bytes={offset}-{offset + amount - 1}") as reply:
            return reply.read(amount)

    def xFileSize(self):
        return self.size

    def xClose(self):
        pass


class HttpVFS(apsw.VFS):
    def __init__(self, name, prefixes, timeout=30):
        self.prefixes, self.timeout = tuple(prefixes), timeout
        super().__init__(name, "", maxpathname=4096)

    def xFullPathname(self, url):
        return url

    def xOpen(self, url, flags):
        url = url.filename() if isinstance(url, apsw.URIFilename) else url
        if not url.startswith(self.prefixes):
            raise apsw.CantOpenError(f"{url} begins with none of the VFS's prefixes")
        return HttpFile(url, self.timeout)
