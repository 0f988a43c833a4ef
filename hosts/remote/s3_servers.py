# SPDX-License-Identifier: MIT
"""Two servers of S3 on the loopback device: versitygw (Go) and s3s-fs (Rust).

    python3 hosts/remote/s3_servers.py install NAME     into build/remote, which takes minutes
    python3 hosts/remote/s3_servers.py NAME [FOLDER]    starts one, with the folder in its bucket
                                                        "tests", until its standard input ends

Each keeps buckets as folders of a temporary folder.
"""
import atexit
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from nginx import free_ports, wait_for  # noqa: E402
from s3_client import Client  # noqa: E402

BUILD = pathlib.Path(__file__).resolve().parents[2] / "build" / "remote"
KEY, SECRET, REGION = "a-key-of-tests", "a+secret/of-tests", "us-east-1"
# The newest s3s-fs whose Rust is not newer than 1.92.
INSTALL = {
    "versitygw": ["go", "install", "github.com/versity/versitygw/cmd/versitygw@v1.8.0"],
    "s3s-fs": ["cargo", "install", "s3s-fs", "--version", "0.14.1", "--locked", "--features",
               "binary", "--root", str(BUILD), "--target-dir", str(BUILD / "cargo")]}


def program(name):
    return BUILD / "bin" / name


def install(name):
    """Whether the server is there; output of installing it is in build/remote/NAME.log."""
    if program(name).exists():
        return True
    if shutil.which(INSTALL[name][0]) is None:
        return False
    BUILD.mkdir(parents=True, exist_ok=True)
    with open(BUILD / f"{name}.log", "wb") as log:
        subprocess.run(["nice", *INSTALL[name]], env={**os.environ, "GOBIN": str(BUILD / "bin")},
                       stdout=log, stderr=subprocess.STDOUT, check=False)
    return program(name).exists()


class S3Server:
    def __init__(self, name):
        self.name = name
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=name + "."))
        (self.folder / "buckets").mkdir()
        port, = free_ports(1)
        self.endpoint = f"http://127.0.0.1:{port}"
        self.log = open(self.folder / "log", "wb")
        environment = {**os.environ, "ROOT_ACCESS_KEY": KEY, "ROOT_SECRET_KEY": SECRET}
        self.process = subprocess.Popen(self.command(port), env=environment, stdout=self.log,
                                        stderr=self.log, cwd=self.folder)
        atexit.register(self.stop)
        wait_for(port, self.process)
        self.client = Client(self.endpoint, KEY, SECRET, REGION)

    def command(self, port):
        buckets = self.folder / "buckets"
        if self.name == "versitygw":
            # Attributes of objects are kept in files beside the buckets: not every file
            # system has extended attributes.
            sidecar = self.folder / "sidecar"
            sidecar.mkdir()
            return [program(self.name), "--port", f"127.0.0.1:{port}", "--region", REGION,
                    "--quiet", "posix", "--sidecar", sidecar, buckets]
        return [program(self.name), "--host", "127.0.0.1", "--port", str(port), "--access-key",
                KEY, "--secret-key", SECRET, buckets]

    def upload(self, bucket, folder, prefix=""):
        """Puts the files of a folder into a new bucket."""
        self.client.make_bucket(bucket)
        folder = pathlib.Path(folder)
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.client.put(bucket, prefix + str(path.relative_to(folder)), path.read_bytes())

    def uploads(self, bucket):
        """The uploads in parts that have neither been completed nor aborted."""
        if self.name == "versitygw":
            return self.client.uploads(bucket)
        # s3s-fs does not list them; it keeps them in files beside the buckets.
        return [path.name for path in (self.folder / "buckets").rglob(".upload*")]

    def environment(self):
        """The variables by which clients find the server and its keys."""
        return {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": REGION,
                "AWS_ENDPOINT_URL_S3": self.endpoint}

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    if sys.argv[1] == "install":
        sys.exit(not install(sys.argv[2]))
    server = S3Server(sys.argv[1])
    for folder in sys.argv[2:]:
        server.upload("tests", folder, os.path.basename(folder) + "/")
    print("\n".join(f"{name}={value}" for name, value in server.environment().items()), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
