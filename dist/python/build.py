#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the wheels: the files of dist/python/parquet_vtab and one library each.

    dist/python/build.py [--out FOLDER] [PLATFORM...]
    dist/python/build.py --library FILE [--out FOLDER]

A platform is a folder of build/dist, such as linux-x64; default: all that are there.  The
wheels go to build/packages.  The same inputs give the same bytes.  With --library, the wheel
has a library that `make` built, for this machine and others with the same libraries (`make
wheel`).  Needs Python 3.8 or newer.  pip uses the functions at the end to build the wheel
of its machine.
"""
import argparse
import base64
import hashlib
import io
import os
import pathlib
import platform
import re
import sys
import sysconfig
import zipfile

try:
    import tomllib
except ImportError:  # before Python 3.11
    from pip._vendor import tomli as tomllib

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent
LIBRARIES = TREE / "build" / "dist"
CODEC_LICENSES = LIBRARIES / "LICENSES.txt"

# The platforms of build/dist and the tags by which pip chooses a wheel.
TAGS = {
    "linux-x64": ["manylinux_2_17_x86_64", "manylinux2014_x86_64"],
    "linux-arm64": ["manylinux_2_17_aarch64", "manylinux2014_aarch64"],
    "linux-armv7": ["manylinux_2_17_armv7l", "manylinux2014_armv7l"],
    "linux-s390x": ["manylinux_2_17_s390x", "manylinux2014_s390x"],
    "linux-musl-x64": ["musllinux_1_1_x86_64"],
    "linux-musl-arm64": ["musllinux_1_1_aarch64"],
    "darwin-x64": ["macosx_11_0_x86_64"],
    "darwin-arm64": ["macosx_11_0_arm64"],
    "win32-x64": ["win_amd64"],
    "win32-arm64": ["win_arm64"],
}
SUFFIXES = {"linux": ".so", "darwin": ".dylib", "win32": ".dll"}

# The time of all files: the first that zip can store.
TIME = (1980, 1, 1, 0, 0, 0)


def version():
    """Returns PARQUET_VTAB_VERSION, which one header of src/ defines."""
    define = re.compile(r'^#define PARQUET_VTAB_VERSION "([^"]+)"', re.M)
    found = {match for path in sorted((TREE / "src").rglob("*.h"))
             for match in define.findall(path.read_text())}
    if len(found) != 1:
        raise SystemExit(f"src/ defines PARQUET_VTAB_VERSION {len(found)} times, not once")
    return found.pop()


def library_of(name):
    return LIBRARIES / name / ("parquet_vtab" + SUFFIXES[name.split("-")[0]])


def built_library():
    """Returns the library that `make` built."""
    suffix = next(suffix for system, suffix in SUFFIXES.items() if this_platform().startswith(system))
    return TREE / f"parquet_vtab{suffix}"


def licenses(library):
    """name -> content; those of the codecs are written together with the libraries that contain them."""
    files = {"LICENSE": (TREE / "LICENSE").read_bytes()}
    if CODEC_LICENSES.exists() and LIBRARIES in library.parents:
        files[CODEC_LICENSES.name] = CODEC_LICENSES.read_bytes()
    return files


def metadata(project, license_files):
    lines = ["Metadata-Version: 2.4",
             f"Name: {project['name']}",
             f"Version: {version()}",
             f"Summary: {project['description']}",
             f"License-Expression: {project['license']}"]
    lines += [f"License-File: {name}" for name in license_files]
    lines += [f"Keywords: {','.join(project['keywords'])}"]
    lines += [f"Classifier: {text}" for text in project["classifiers"]]
    lines += [f"Requires-Python: {project['requires-python']}",
              "Description-Content-Type: text/markdown", ""]
    return "\n".join(lines) + "\n" + (HERE / project["readme"]).read_text()


def entry_points(project):
    groups = [f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in points.items())
              for group, points in [("console_scripts", project["scripts"]), *project["entry-points"].items()]]
    return "\n".join(groups)


def contents(library, tags):
    """Returns (path, bytes) of all files but RECORD."""
    with open(HERE / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    package = HERE / "parquet_vtab"
    files = [(f"parquet_vtab/{path.name}", path.read_bytes())
             for path in sorted(package.iterdir())
             if path.suffix == ".py" or path.name == "py.typed"]
    files += [("parquet_vtab/_version.py",
               f'# SPDX-License-Identifier: MIT\n__version__ = "{version()}"\n'.encode())]
    files += [(f"parquet_vtab/{library.name}", library.read_bytes()),
              ("parquet_sql.py", (HERE / "parquet_sql.py").read_bytes())]
    info = f"parquet_vtab-{version()}.dist-info"
    wheel = ("Wheel-Version: 1.0\nGenerator: parquet_vtab's build.py\nRoot-Is-Purelib: false\n" +
             "".join(f"Tag: py3-none-{tag}\n" for tag in tags))
    license_files = licenses(library)
    files += [(f"{info}/METADATA", metadata(project, license_files).encode()),
              (f"{info}/WHEEL", wheel.encode()),
              (f"{info}/entry_points.txt", entry_points(project).encode())]
    files += [(f"{info}/licenses/{path}", data) for path, data in license_files.items()]
    return files, f"{info}/RECORD"


def record(files, path):
    def line(name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(data)}\n"
    return ("".join(line(name, data) for name, data in files) + f"{path},,\n").encode()


def zipped(files):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in files:
            entry = zipfile.ZipInfo(path, TIME)
            is_library = path.endswith(tuple(SUFFIXES.values()))
            entry.create_system = 3
            entry.external_attr = (0o100755 if is_library else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return memory.getvalue()


def write_wheel(library, tags, folder):
    """Writes the wheel with a library; returns its path."""
    files, record_path = contents(library, tags)
    files.append((record_path, record(files, record_path)))
    wheel = pathlib.Path(folder) / f"parquet_vtab-{version()}-py3-none-{'.'.join(tags)}.whl"
    wheel.write_bytes(zipped(files))
    return wheel


def this_platform():
    """Returns the name of the platform that runs this, as in build/dist."""
    machine = platform.machine().lower()
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "armv7l": "armv7"}.get(machine, machine)
    system = sys.platform
    if system == "linux" and "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or ""):
        system = "linux-musl"
    return f"{system}-{machine}"


def local_tags():
    """Returns the tag of wheels that may need other libraries of this machine."""
    return [re.sub(r"[^A-Za-z0-9_]", "_", sysconfig.get_platform())]


def main():
    parser = argparse.ArgumentParser(description="Writes the wheels.")
    parser.add_argument("--out", default=TREE / "build" / "packages", type=pathlib.Path)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("platforms", nargs="*", metavar="PLATFORM", help=", ".join(TAGS))
    arguments = parser.parse_args()
    if arguments.library:
        arguments.out.mkdir(parents=True, exist_ok=True)
        print(f"pip install {os.path.relpath(write_wheel(arguments.library, local_tags(), arguments.out))}")
        return
    names = arguments.platforms or [name for name in TAGS if library_of(name).exists()]
    for name in names:
        if name not in TAGS or not library_of(name).exists():
            parser.error(f"build/dist has no library for {name}")
    if not names:
        parser.error("build/dist has no libraries: run make dist first")
    if not CODEC_LICENSES.exists():
        print("build/dist/LICENSES.txt is missing: do not publish these wheels", file=sys.stderr)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name in names:
        wheel = write_wheel(library_of(name), TAGS[name], arguments.out)
        print(f"{os.path.relpath(wheel)}: {wheel.stat().st_size} bytes")


# ---- For pip (PEP 517) ------------------------------------------------------------

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = this_platform()
    if name in TAGS and library_of(name).exists():
        return write_wheel(library_of(name), TAGS[name], wheel_directory).name
    if not built_library().exists():
        raise SystemExit(f"neither {built_library().name} nor build/dist/{name} is there: run make, or make dist")
    return write_wheel(built_library(), local_tags(), wheel_directory).name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("parquet_vtab is distributed as wheels only")


if __name__ == "__main__":
    main()
