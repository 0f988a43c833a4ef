# SPDX-License-Identifier: MIT
"""Debian's nginx on the loopback device: HTTP/1.1, TLS, HTTP/2, passwords, redirects and gzip.

    python3 hosts/remote/nginx.py [FOLDER]      prints its addresses, ends with its standard input

/ are the files of the folder; the same files are below other locations:

    /private/       with the user "reader" and the password "pass-word"
    /bearer/        with the token "a-token"
    /moved/         redirects to /; /to-http/ from TLS to the other port; /to-https/ the other way
    /gzip/          compresses what it sends; /limited/ answers 429 above 5 requests a second
    /no-ranges/     ignores ranges

Three addresses use TLS: `https` with HTTP/2, `https1` without it, both by a certificate authority
of their own whose certificate is `authority`; `https_wrong` by a certificate for another host.
"""
import atexit
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

CONFIGURATION = """
daemon off; master_process on; worker_processes 2; pid {work}/pid; {user}
error_log {work}/errors warn;
events {{ worker_connections 256; }}
http {{
    access_log {work}/access;
    client_body_temp_path {work}/body; proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi; uwsgi_temp_path {work}/uwsgi; scgi_temp_path {work}/scgi;
    default_type application/octet-stream; autoindex off; absolute_redirect off;
    limit_req_zone $binary_remote_addr zone=slow:1m rate=5r/s;
    ssl_certificate {work}/right.pem; ssl_certificate_key {work}/right.key;
    server {{ listen 127.0.0.1:{http}; include {work}/locations; }}
    server {{ listen 127.0.0.1:{https} ssl http2; include {work}/locations; }}
    server {{ listen 127.0.0.1:{https1} ssl; include {work}/locations; }}
    server {{
        listen 127.0.0.1:{https_wrong} ssl;
        ssl_certificate {work}/wrong.pem; ssl_certificate_key {work}/wrong.key;
        include {work}/locations;
    }}
}}
"""

LOCATIONS = """
root {folder};
location /private/ {{
    alias {folder}/; auth_basic "files"; auth_basic_user_file {work}/users;
}}
location /bearer/ {{
    if ($http_authorization != "Bearer a-token") {{ return 401; }}
    alias {folder}/;
}}
location ~ ^/moved/(.*)$ {{ return 301 /$1; }}
location ~ ^/to-http/(.*)$ {{ return 302 http://127.0.0.1:{http}/$1; }}
location ~ ^/to-https/(.*)$ {{ return 302 https://127.0.0.1:{https}/$1; }}
location /gzip/ {{ alias {folder}/; gzip on; gzip_min_length 1; gzip_types *; }}
location /limited/ {{
    alias {folder}/; limit_req zone=slow burst=2 nodelay; limit_req_status 429;
}}
location /no-ranges/ {{ alias {folder}/; max_ranges 0; }}
"""


def free_ports(n):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def make_certificates(work):
    """authority.pem, and signed by it right.pem and wrong.pem with their keys."""
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", 2, "-subj", "/CN=tests",
            "-keyout", work / "authority.key", "-out", work / "authority.pem")
    for name, host in {"right": "IP:127.0.0.1,DNS:localhost", "wrong": "DNS:other.invalid"}.items():
        (work / "extensions").write_text(f"subjectAltName={host}\n")
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=" + name,
                "-keyout", work / f"{name}.key", "-out", work / "request")
        openssl("x509", "-req", "-days", 2, "-in", work / "request", "-CA",
                work / "authority.pem", "-CAkey", work / "authority.key", "-CAcreateserial",
                "-extfile", work / "extensions", "-out", work / f"{name}.pem")


def wait_for(port, process, seconds=10):
    """Until something listens at the port."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"{process.args[0]} does not listen")


class Nginx:
    def __init__(self, folder):
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="nginx."))
        os.chmod(self.work, 0o755)
        make_certificates(self.work)
        names = ("http", "https", "https1", "https_wrong")
        ports = dict(zip(names, free_ports(len(names))))
        values = {"work": self.work, "folder": pathlib.Path(folder).resolve(), **ports,
                  "user": "user root;" if os.geteuid() == 0 else ""}
        (self.work / "locations").write_text(LOCATIONS.format(**values))
        (self.work / "configuration").write_text(CONFIGURATION.format(**values))
        (self.work / "users").write_text("reader:{PLAIN}pass-word\n")
        self.authority = str(self.work / "authority.pem")
        self.http = f"http://127.0.0.1:{ports['http']}/"
        for name in names[1:]:
            setattr(self, name, f"https://127.0.0.1:{ports[name]}/")
        self.process = subprocess.Popen(
            [program(), "-e", self.work / "errors", "-p", self.work, "-c",
             self.work / "configuration"],
            stderr=subprocess.DEVNULL)
        atexit.register(self.stop)
        wait_for(ports["https_wrong"], self.process)

    def lines(self):
        """What it has logged of requests."""
        return (self.work / "access").read_text().splitlines()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(10)
        shutil.rmtree(self.work, ignore_errors=True)


def program():
    """The path of nginx, or None."""
    return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")


def main():
    nginx = Nginx(sys.argv[1] if len(sys.argv) > 1 else ".")
    for name in ("http", "https", "https1", "https_wrong", "authority"):
        print(name, getattr(nginx, name), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
