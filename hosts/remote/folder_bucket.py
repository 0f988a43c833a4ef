# SPDX-License-Identifier: MIT
"""Buckets of S3 as a source of lying_server.py: lists, objects, and uploads in parts.

A bucket of any name has the files of the folder, so that tests have URLs that are new to the
process.  Signatures are not checked: the servers of s3_servers.py do that.
"""
import hashlib
import itertools
import os
import sys
import threading
import urllib.parse
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from answers import Answer, Folder  # noqa: E402

DATE = "2026-01-01T00:00:00.000Z"


def document(name, fields, repeated=()):
    """An answer with an XML document; repeated: names and fields of elements in it."""
    root = xml.Element(name, xmlns="http://s3.amazonaws.com/doc/2006-03-01/")
    for at, found in [(root, fields)] + [(xml.SubElement(root, one), of) for one, of in repeated]:
        for field, text in found.items():
            xml.SubElement(at, field).text = str(text)
    return Answer(200, {"Content-Type": "application/xml"}, xml.tostring(root))


def refusal(status, code):
    answer = document("Error", {"Code": code, "Message": "no"})
    answer.status = status
    return answer


class Bucket(Folder):
    def __init__(self, path):
        super().__init__(path)
        self.lock = threading.Lock()
        self.numbers = itertools.count(1)
        self.uploads = {}  # id -> (key, {number: bytes})

    def file(self, request):
        request.target = "/" + request.target.lstrip("/").partition("/")[2]
        return super().file(request)

    def answer(self, request):
        path, _, query = request.target.partition("?")
        query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        key = urllib.parse.unquote(path).lstrip("/").partition("/")[2]
        if key == "":
            return self.list_uploads(query) if "uploads" in query else self.list_keys(query)
        if "uploads" in query or "uploadId" in query:
            return self.upload(request, key, query)
        if request.method == "PUT":
            return self.put(request, key, request.body)
        if request.method == "DELETE":
            (self.path / key).unlink(missing_ok=True)
            return Answer(204)
        answer = super().answer(request)
        return answer if answer.status != 404 else refusal(404, "NoSuchKey")

    def keys(self):
        """The keys and sizes of all objects."""
        found = {}
        for folder, _, names in os.walk(self.path):
            for name in names:
                path = os.path.join(folder, name)
                key = os.path.relpath(path, self.path)
                if self.replaced.get(key, "") is not None and not name.startswith(".put."):
                    found[key] = os.path.getsize(self.replaced.get(key, path))
        return found

    def list_keys(self, query):
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter")
        most, after = int(query.get("max-keys", 1000)), query.get("continuation-token", "")
        sizes, entries = self.keys(), {}
        for key in sorted(sizes):
            at = key.find(delimiter, len(prefix)) if delimiter and key.startswith(prefix) else -1
            if key.startswith(prefix):
                entries[key if at < 0 else key[:at + 1]] = sizes[key] if at < 0 else None
        names = [name for name in sorted(entries) if name > after]
        fields = {"Prefix": prefix, "KeyCount": len(names[:most]),
                  "IsTruncated": str(len(names) > most).lower()}
        if len(names) > most:
            fields["NextContinuationToken"] = names[most - 1]
        return document("ListBucketResult", fields, [
            ("CommonPrefixes", {"Prefix": name}) if entries[name] is None else
            ("Contents", {"Key": name, "Size": entries[name], "LastModified": DATE})
            for name in names[:most]])

    def list_uploads(self, query):
        with self.lock:
            return document("ListMultipartUploadsResult", {"IsTruncated": "false"}, [
                ("Upload", {"Key": key, "UploadId": name, "Initiated": DATE})
                for name, (key, _) in self.uploads.items() if key.startswith(query.get("prefix", ""))])

    def put(self, request, key, data):
        path = self.path / key
        with self.lock:
            if request.headers.get("if-none-match") == "*" and path.exists():
                return refusal(412, "PreconditionFailed")
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f".put.{next(self.numbers)}")
            new.write_bytes(data)
            os.replace(new, path)
        return Answer(200, {"ETag": f'"{hashlib.md5(data).hexdigest()}"'})

    def upload(self, request, key, query):
        """A request about an upload in parts."""
        if "uploads" in query:
            name = f"upload-{next(self.numbers)}"
            with self.lock:
                self.uploads[name] = key, {}
            return document("InitiateMultipartUploadResult", {"Key": key, "UploadId": name})
        name = query["uploadId"]
        with self.lock:
            parts = self.uploads.get(name, (None, None))[1]
            if parts is None:
                return refusal(404, "NoSuchUpload")
            if request.method == "DELETE":
                del self.uploads[name]
                return Answer(204)
            if request.method == "PUT":
                parts[int(query["partNumber"])] = request.body
                return Answer(200, {"ETag": f'"{hashlib.md5(request.body).hexdigest()}"'})
        if request.method == "GET":
            return document("ListPartsResult", {"Key": key, "UploadId": name})
        return self.complete(request, key, name, parts)

    def complete(self, request, key, name, parts):
        named = [(int(part.findtext("{*}PartNumber")), part.findtext("{*}ETag"))
                 for part in xml.fromstring(request.body)]
        if named != [(n, f'"{hashlib.md5(parts[n]).hexdigest()}"') for n in sorted(parts)]:
            return refusal(400, "InvalidPart")
        answer = self.put(request, key, b"".join(parts[n] for n, _ in named))
        if answer.status != 200:
            return answer
        with self.lock:
            self.uploads.pop(name, None)
        return document("CompleteMultipartUploadResult", {"Key": key, "ETag": answer.headers["ETag"]})
