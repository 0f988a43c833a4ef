# SPDX-License-Identifier: MIT
"""A bucket in memory, for LyingServer: any keys, and lists in pages of any size.

It checks no signature.  Servers that keep buckets in folders cannot have the keys "a" and "a/b",
and have pages of 1,000 keys.
"""
import base64
import hashlib
import itertools
import urllib.parse
from xml.sax.saxutils import escape

from answers import Answer, answer_ranges, precondition, ranges_of


def encoded(key):
    return escape(urllib.parse.quote(key, safe="/*-._"))


class Bucket:
    def __init__(self, page=1000):
        self.objects = {}  # key -> bytes
        self.page = page  # most entries
        self.n_empty = 0  # pages without entries that come first
        self.stray = None  # a key that is in the second page of each list, whatever is asked for
        self.order = str.encode  # what keys are sorted by
        self.n_repeated = 0  # entries of the page before that each page has again

    def answer(self, request):
        """The bucket's own name does not matter."""
        target = urllib.parse.urlsplit(request.target)
        key = urllib.parse.unquote(target.path.lstrip("/").partition("/")[2])
        query = dict(urllib.parse.parse_qsl(target.query, keep_blank_values=True))
        if "list-type" in query:
            return self.list(query)
        if request.method == "PUT":
            return self.put(request, key)
        if request.method == "DELETE":
            self.objects.pop(key, None)
            return Answer(204)
        return self.get(request, key)

    def etag(self, key):
        return f'"{hashlib.sha256(self.objects[key]).hexdigest()}"'

    def put(self, request, key):
        if request.headers.get("if-none-match") == "*" and key in self.objects:
            return Answer(412)
        self.objects[key] = request.body
        return Answer(headers={"ETag": self.etag(key)})

    def get(self, request, key):
        if key not in self.objects:
            return Answer(404)
        whole = self.objects[key]
        answer = Answer(headers={"ETag": self.etag(key)}, body=whole)
        status = precondition(request, self.etag(key), 0)
        if status:
            return Answer(status, headers=answer.headers)
        found = ranges_of(request.headers.get("range", ""), len(whole))
        return answer if found is None else answer_ranges(answer, found, whole)

    def entries(self, query):
        """Keys and common prefixes, in the order of the keys."""
        prefix, delimiter, found = query["prefix"], query.get("delimiter"), []
        for key in sorted(self.objects, key=self.order):
            rest = key[len(prefix):]
            if key.startswith(prefix):
                cut = delimiter is not None and delimiter in rest
                found.append((prefix + rest.split(delimiter)[0] + delimiter, True) if cut else (key, False))
        return [entry for entry, _ in itertools.groupby(found)]

    def list(self, query):
        """A token is a number of empty pages and of entries that have been sent."""
        token = query.get("continuation-token")
        n_empty, n = (int(part) for part in base64.b64decode(token).split(b" ")) if token else (0, 0)
        is_empty = n_empty < self.n_empty
        found = self.entries(query)
        page = [] if is_empty else found[max(0, n - self.n_repeated):n + self.page]
        if self.stray and n == self.page:
            page = [*page, (self.stray, False)]
        is_cut = is_empty or n + self.page < len(found)
        next_token = b"%d %d" % (n_empty + is_empty, n + (0 if is_empty else self.page))
        text = "".join(
            f"<CommonPrefixes><Prefix>{encoded(key)}</Prefix></CommonPrefixes>" if is_prefix else
            f"<Contents><Key>{encoded(key)}</Key><ETag>{escape(self.etag(key))}</ETag>"
            f"<Size>{len(self.objects[key])}</Size></Contents>" for key, is_prefix in page)
        if is_cut:
            token = base64.b64encode(next_token).decode()
            text += f"<NextContinuationToken>{token}</NextContinuationToken>"
        return Answer(body=f"<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>{str(is_cut).lower()}"
                           f"</IsTruncated>{text}</ListBucketResult>".encode())
