# SPDX-License-Identifier: MIT
"""A small client of S3, with which tests fill buckets and look into them.

It signs as AWS's signature version 4 says, and addresses buckets as folders.
"""
import datetime
import hashlib
import hmac
import http.client
import urllib.parse
import xml.etree.ElementTree


class S3Error(Exception):
    pass


def quoted(text, safe=""):
    return urllib.parse.quote(text, safe=safe + "-._~")


def elements(document, name):
    """All elements of that name, whatever their namespace."""
    return [one for one in document.iter() if one.tag.rpartition("}")[2] == name]


def text_of(element, name):
    found = elements(element, name)
    return found[0].text or "" if found else ""


class Client:
    def __init__(self, endpoint, key, secret, region="us-east-1"):
        self.host = urllib.parse.urlsplit(endpoint).netloc
        self.key, self.secret, self.region = key, secret, region

    def signature(self, method, path, query, headers, digest, time):
        names = ";".join(sorted(headers))
        lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
        request = "\n".join([method, path, query, lines, names, digest])
        scope = f"{time[:8]}/{self.region}/s3/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", time, scope,
                          hashlib.sha256(request.encode()).hexdigest()])
        key = ("AWS4" + self.secret).encode()
        for part in (time[:8], self.region, "s3", "aws4_request"):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
        return (f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, SignedHeaders={names}, "
                f"Signature={signature}")

    def request(self, method, path, query=None, body=b""):
        """Returns the status and the body."""
        path = quoted(path, safe="/")
        query = "&".join(f"{quoted(name)}={quoted(str(value))}"
                         for name, value in sorted((query or {}).items()))
        time = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        digest = hashlib.sha256(body).hexdigest()
        headers = {"host": self.host, "x-amz-date": time, "x-amz-content-sha256": digest}
        headers["authorization"] = self.signature(method, path, query, headers, digest, time)
        connection = http.client.HTTPConnection(self.host, timeout=60)
        try:
            connection.request(method, path + (f"?{query}" if query else ""), body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def expect(self, method, path, query=None, body=b""):
        status, answer = self.request(method, path, query, body)
        if status >= 300:
            raise S3Error(f"{method} {path}: {status} {answer.decode(errors='replace')}")
        return answer

    def document(self, path, query):
        return xml.etree.ElementTree.fromstring(self.expect("GET", path, query))

    def make_bucket(self, bucket):
        status, answer = self.request("PUT", f"/{bucket}")
        if status >= 300 and b"BucketAlready" not in answer:
            raise S3Error(f"{bucket}: {status} {answer.decode(errors='replace')}")

    def put(self, bucket, key, data):
        self.expect("PUT", f"/{bucket}/{key}", body=data)

    def get(self, bucket, key):
        return self.expect("GET", f"/{bucket}/{key}")

    def delete(self, bucket, key):
        self.expect("DELETE", f"/{bucket}/{key}")

    def keys(self, bucket, prefix=""):
        found, query = [], {"list-type": 2, "prefix": prefix}
        while True:
            document = self.document(f"/{bucket}", query)
            found += [text_of(one, "Key") for one in elements(document, "Contents")]
            if text_of(document, "IsTruncated") != "true":
                return found
            query["continuation-token"] = text_of(document, "NextContinuationToken")

    def empty(self, bucket, prefix=""):
        """Deletes all objects whose keys begin so."""
        for key in self.keys(bucket, prefix):
            self.delete(bucket, key)

    def uploads(self, bucket):
        """The keys of uploads in parts that have neither been completed nor aborted."""
        document = self.document(f"/{bucket}", {"uploads": ""})
        return [text_of(one, "Key") for one in elements(document, "Upload")]
