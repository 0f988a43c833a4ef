# SPDX-License-Identifier: MIT
"""The command parquet-sql, installed from the wheel of `make wheel`.

    BIN/python hosts/systems/test_command.py BIN        from the project's root

BIN is the folder of programs of a virtual environment with the wheel; with pyarrow, too, files are
read back with it.
"""
import csv
import io
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, "hosts")

from host_tests import run_tests  # noqa: E402

BIN = pathlib.Path(sys.argv[1]).resolve()
DATA = pathlib.Path("testdata").resolve()
TRIPS = str(DATA / "trips.parquet")
LIBRARY = next(pathlib.Path("build/wheel").resolve().glob("parquet_vtab.*"))
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
SHOP = '''CREATE TABLE orders(id INTEGER PRIMARY KEY, price DECIMAL(8,2), at TIMESTAMP);
          CREATE TABLE "big ""customers"""(name TEXT, paid BOOLEAN); CREATE TABLE empty(x INTEGER);
          INSERT INTO orders VALUES (1, 9.5, '2026-01-02 03:04:05'), (2, NULL, '2026-01-03 00:00:00');
          INSERT INTO "big ""customers""" VALUES ('Zoë', 1), (NULL, 0);'''


# ---- Running the command ----------------------------------------------------------

def call(*arguments, status=0, stdin="", cwd=None, command=(BIN / "parquet-sql",)):
    """Runs the command; returns what it printed, on standard error if it was to fail."""
    done = subprocess.run([*command, *map(str, arguments)], input=stdin, cwd=cwd, capture_output=True,
                          text=True, encoding="utf-8", timeout=60, env=ENVIRONMENT)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr if status else done.stdout


def values(*arguments, **options):
    """Returns the rows that the command prints as CSV, without the header."""
    return list(csv.reader(io.StringIO(call(*arguments, "--csv", **options))))[1:]


def objects(*arguments, **options):
    return json.loads(call(*arguments, "--json", **options))


def on_terminal(*arguments, cwd=None, rows=24, columns=80, wait=20):
    """Runs the command on a terminal; returns its exit status and what it showed."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(cwd or ".")
        os.execve("/bin/sh", ["sh", "-c", f'stty rows {rows} cols {columns}; exec "$0" "$@"',
                              str(BIN / "parquet-sql"), *map(str, arguments)], ENVIRONMENT)
    shown = b""
    while True:
        try:
            read = os.read(terminal, 65536)
        except OSError:
            read = b""
        if not read:
            break
        shown += read
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode("utf-8")


def arrow(path):
    """Returns the rows of a Parquet file as pyarrow reads them."""
    try:
        import pyarrow.parquet
    except ImportError:
        return objects("SELECT * FROM " + "'" + str(path) + "'")
    return pyarrow.parquet.read_table(path).to_pylist()


def schema(path):
    """Returns the declared types of a file's columns."""
    return {row["name"]: row["sqlite_type"] for row in objects(
        f"SELECT name, sqlite_type FROM parquet_schema('{path}') LIMIT -1 OFFSET 1")}


def write(folder, name, text):
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return folder / name


def shop(folder):
    path = folder / "shop.db"
    sqlite3.connect(path).executescript(SHOP).connection.close()
    return path


# ---- What is in a file ------------------------------------------------------------

def test_overview_of_a_file():
    shown = call(TRIPS)
    assert f"{TRIPS}: table trips, t\n2000 rows, 4 row groups, 66256 bytes, parquet-cpp-arrow" in shown, shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["fare", "DECIMAL(8,2)", "1025", "0.0", "4.19", "53.62"] in rows, shown
    assert ["passengers", "TINYINT", "5", "3.75", "1", "5"] in rows, shown
    assert rows[-1][:3] == ["100004", "Blue", "Cab"], shown
    shown = call(DATA / "orc" / "pyarrow_strides.orc")
    assert "1500 rows, 5 stripes" in shown and "table pyarrow_strides" in shown, shown


def test_overview_fits_a_terminal(folder):
    status, shown = on_terminal(TRIPS)
    lines = shown.replace("\r\n", "\n").splitlines()
    assert status == 0 and len(lines) <= 24 and max(map(len, lines)) <= 80, shown
    names = ", ".join(f"{i} AS column_number_{i}" for i in range(300))
    call(f"SELECT {names}, '{'long ' * 99}' AS text", "--to", folder / "wide.parquet")
    for rows, columns in (24, 80), (10, 40), (50, 200):
        status, shown = on_terminal(folder / "wide.parquet", rows=rows, columns=columns)
        lines = [line.split("\x1b[K")[-1] for line in shown.replace("\r\n", "\n").splitlines()]
        assert status == 0 and len(lines) <= max(rows, 24), shown
        assert all(len(line) <= columns for line in lines if not line.startswith(("(", "/", "1 rows"))), shown
        assert "further columns: " in shown and "columns that do not fit: " in shown, shown


def test_overview_of_a_large_file_uses_statistics(folder):
    call("WITH n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 99999) SELECT "
         + ", ".join(f"i AS c{k}" for k in range(201)) + " FROM n", "--to", folder / "large.parquet",
         "--write", "compression=none")
    shown = call(folder / "large.parquet")
    assert "from statistics" in shown and re.search(r"^c200 +BIGINT +NULL +0.0 +0 +99999$", shown, re.M), shown


def test_overview_of_a_bomb_is_quick():
    assert "rows, 1 row groups" in call(DATA / "bombs" / "nulls_of_one_run.parquet")


def test_overview_of_several_tables(folder):
    shown = call(shop(folder), TRIPS)
    assert [line.split()[:2] for line in shown.splitlines()[2:]] == [
        ["big", '"customers"'], ["empty", "0"], ["orders", "2"], ["trips", "2000"]], shown


# ---- Tables and their names -------------------------------------------------------

def test_names_are_easy_to_type(folder):
    names = {"2024 sales-data.parquet": "t_2024_sales_data", "trips.2024.parquet": "trips_2024", "Ventes d'été.parquet":
             "Ventes_d_été", "order.parquet": "t_order", "_x_.parquet": "x", "---.parquet": folder.name.strip("_"),
             "left.parquet": "left", "sqlite_x.parquet": "t_sqlite_x", "values.parquet": "t_values", "Ünï.PARQUET": "Ünï"}
    for path, name in names.items():
        shutil.copy(TRIPS, folder / path)
        assert values(folder / path, f"SELECT count(*) FROM {name}") == [["2000"]], path


def test_every_keyword_is_renamed(folder):
    keywords = """ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY
        CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE DATABASE DEFAULT DELETE
        DESC DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXISTS EXPLAIN FILTER FIRST FOR FOREIGN FROM FULL GLOB GROUP
        HAVING IF IN INDEX INNER INSERT INTERSECT INTO IS ISNULL JOIN KEY LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NOT
        NOTNULL NULL OF OFFSET ON OR ORDER OUTER OVER PRIMARY RANGE RECURSIVE REFERENCES RIGHT ROW SELECT SET TABLE TEMP
        THEN TO TRIGGER UNION UNIQUE UPDATE USING VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT main temp""".split()
    paths = [write(folder, f"{word}.csv", "a\n1\n") for word in keywords]
    names = [row[0] for row in values(*paths, "SELECT name FROM main.sqlite_master WHERE type = 'table'")]
    assert len(names) == len(keywords)
    statement = ";".join(f"SELECT {name}.a FROM {name}, {name} AS other" for name in names)
    assert call(*paths, statement, "--csv") == "a\n1\n" * len(names)


def test_same_names_are_numbered_and_shown(folder):
    for name in ("a", "b"):
        (folder / name).mkdir()
        call("SELECT 1 AS x", "--to", folder / name / "trips.parquet")
    done = subprocess.run([BIN / "parquet-sql", TRIPS, "a/trips.parquet", "b/trips.parquet", "SELECT x FROM trips_3"],
                          cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0 and done.stdout.split() == ["x", "-", "1"], done
    assert done.stderr == ("parquet-sql: a/trips.parquet is trips_2: there is another trips\n"
                           "parquet-sql: b/trips.parquet is trips_3: there is another trips\n"), done.stderr
    assert values(TRIPS, "old=a/trips.parquet", "SELECT x FROM old", cwd=folder) == [["1"]]
    assert "no such table: tripz; there are trips (" in call(TRIPS, "SELECT * FROM tripz", status=1)


def test_folders_and_patterns(folder):
    for year in 2024, 2025:
        (folder / "sales").mkdir(exist_ok=True)
        call(f"SELECT {year} AS year, 5 AS price", "--to", folder / "sales" / f"{year}-all.parquet")
    assert values(folder / "sales", "SELECT sum(year) FROM sales") == [["4049"]]
    assert values("sales/*.parquet", "SELECT sum(year) FROM sales", cwd=folder) == [["4049"]]
    assert values("sales/202*-all.parquet", "SELECT sum(year) FROM t_202_all", cwd=folder) == [["4049"]]
    assert values("*.parquet", "SELECT count(*) FROM sales", cwd=folder / "sales") == [["2"]]
    both = [folder / "sales" / f"{year}-all.parquet" for year in (2024, 2025)]  # as a shell expands a pattern
    assert values(*both, "SELECT sum(t.year), t_2024_all.year FROM t, t_2024_all") == [["4049", "2024"]]
    assert 'no file matches "x*.parquet"' in call("x*.parquet", status=1)
    call("SELECT 1 AS other", "--to", folder / "sales" / "other.parquet")
    assert values(folder / "sales", "SELECT other, year FROM other, t_2024_all") == [["1", "2024"]]
    assert "no such table: t;" in call(folder / "sales", "SELECT * FROM t", status=1)
    call(TRIPS, "--to", folder / "by_vendor", "--write", "partition_by=vendor")
    assert sorted(path.name for path in (folder / "by_vendor").iterdir())[0] == "vendor=Blue%20Cab"
    assert len(values(folder / "by_vendor", "SELECT DISTINCT vendor FROM t WHERE vendor > 'C'")) == 2


def test_databases_are_attached(folder):
    path = shop(folder)
    assert values(path, TRIPS, "SELECT o.price, count(*) FROM orders o, t WHERE o.id = 1") == [["9.5", "2000"]]
    assert values(path, "SELECT count(*) FROM shop.orders") == [["2"]]
    shutil.copy(TRIPS, folder / "orders.parquet")
    done = subprocess.run([BIN / "parquet-sql", path, folder / "orders.parquet", "--csv", "SELECT count(*) FROM orders_2"],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.stdout == "count(*)\n2000\n" and "is orders_2: there is another orders" in done.stderr, done
    call(path, "UPDATE orders SET price = 7 WHERE id = 1")
    assert values(path, "SELECT price FROM orders WHERE id = 1") == [["7"]]


def test_a_file_in_from_as_duckdb_has_it():
    assert values(f"SELECT count(*) FROM '{TRIPS}'") == [["2000"]]
    assert values("SELECT count(*) FROM 'trips.*' AS a, \"trips.parquet\" AS b WHERE a.trip_id = b.trip_id",
                  cwd=DATA) == [["2000"]]
    assert "missing.parquet: no such file" in call("SELECT * FROM 'missing.parquet'", status=1)
    assert "write FROM 'trips.parquet', in quotes" in call("SELECT * FROM trips.parquet", cwd=DATA, status=1)


LAST_SCAN = "; SELECT in_batches FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1"
GROUPS = ("SELECT payment, count(*), max(fare) FROM t GROUP BY payment",
          "-- by day\n/* and */ select substr(pickup_at, 1, 10) AS \"day \"\"1\"\"\", avg(fare), 'a;b' FROM trips "
          "WHERE fare > 10 GROUP BY 1 HAVING count(*) > 20 ORDER BY count(*) % 3, 2 DESC LIMIT 7 OFFSET 1",
          "SELECT count(*), count(*), sum(fare), sum(fare), tipped, tipped AS payment, payment, t.payment COLLATE BINARY AS x "
          "FROM t GROUP BY tipped, payment",
          "SELECT tipped, vendor AS \"limit\", count(DISTINCT passengers) AS n FROM t GROUP BY vendor, tipped ORDER BY tipped LIMIT 3",
          f"SELECT min(fare), max(pickup_at), total(distance_km) FROM '{TRIPS}' -- no limit",
          "SELECT passengers, count(*) n FROM t GROUP BY passengers ORDER BY n % 2, n % 3 LIMIT 4",
          "SELECT trip_id / 3, count(*) FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 9")
NOT_GROUPS = ("SELECT DISTINCT payment FROM t", "SELECT count(*) FROM t JOIN trips USING (trip_id)",
              "EXPLAIN QUERY PLAN SELECT count(*) FROM t", "SELECT count(*) FROM (SELECT * FROM t)",
              "VALUES (1)", "SELECT group_concat(DISTINCT payment) FROM t", "/* SELECT */ PRAGMA table_info(t)")


def test_groups_run_on_vectors():
    for statement, batches in [(sql, "1") for sql in GROUPS] + [(sql, "0") for sql in NOT_GROUPS]:
        scans = call(TRIPS, "--csv", stdin="SELECT count(*) FROM t WHERE trip_id < 0; " + statement + "\n" + LAST_SCAN).splitlines()
        if not statement.startswith(("EXPLAIN", "VALUES", "/*")):
            assert scans[-1] == batches, (statement, scans)
        for form in "--csv", "--json", "--markdown":
            as_it_is = statement if batches == "0" else "WITH x AS (SELECT 1) " + statement
            assert call(TRIPS, form, stdin=statement) == call(TRIPS, form, stdin=as_it_is), statement
    assert [row["tipped"] for row in objects(TRIPS, "SELECT tipped, count(*) FROM t GROUP BY 1")] == [None, False, True]


def test_vectors_leave_no_trace(folder):
    """Neither tables, changes nor transactions show that a statement has run on vectors."""
    groups = "SELECT count(*) AS n FROM t GROUP BY payment LIMIT 1;"
    assert values(TRIPS, f"{groups} SELECT name FROM temp.sqlite_master")[2:] == [["trips"], ["t"]]
    assert values(TRIPS, f"CREATE TABLE x(i); INSERT INTO x VALUES (7), (8); {groups} SELECT changes(), total_changes(), "
                  "last_insert_rowid()")[-1] == ["2", "2", "2"]
    assert values(TRIPS, f"CREATE TABLE x(i); BEGIN; INSERT INTO x VALUES (7); {groups} ROLLBACK; {groups} SELECT count(*) "
                  "FROM x")[1:] == [["n"], ["297"], ["count(*)"], ["0"]]
    call(TRIPS, groups + groups, "--to", folder / "x.csv")
    assert (folder / "x.csv").read_text() == "n\n297\n"
    for before in "PRAGMA query_only = on;", "SELECT parquet_restrict('final=on') AS r;":
        assert values(TRIPS, before + groups)[-1] == ["297"]


def test_errors_of_groups_are_those_of_the_statement(folder):
    damaged = bytearray(pathlib.Path(TRIPS).read_bytes())
    damaged[200:20000] = bytes(19800)
    write(folder, "damaged.parquet", damaged)
    for statement in ("SELECT sum(9223372036854775807 - passengers) FROM t", "SELECT sum(absent) FROM t", "SELECT count(*) FROM t WHERE",
                      "SELECT sum(fare) FROM t WHERE fare > ?", "SELECT count(*) FROM absent", "SELECT fare(1), count(*) FROM t",
                      "SELECT sum(fare) FROM 'absent.parquet'", f"SELECT sum(fare), max(vendor) FROM '{folder}/damaged.parquet'"):
        as_it_is = "WITH x AS (SELECT 1) " + statement
        assert call(TRIPS, statement, status=1) == call(TRIPS, as_it_is, status=1) != "", statement


def test_options_of_tables_and_writes(folder):
    call("SELECT 1 AS a", "--to", folder / "1.parquet")
    call("SELECT 2 AS b", "--to", folder / "2.parquet")
    assert objects("t=*.parquet", "--read", "union_by_name=on", "SELECT * FROM t ORDER BY a", cwd=folder) == [
        {"a": None, "b": 2}, {"a": 1, "b": None}]
    call(TRIPS, "--to", folder / "x.parquet", "--write", "compression=snappy", "--write", "row_group_size=500")
    assert values(f"SELECT DISTINCT compression, row_group_num_rows FROM parquet_metadata('{folder}/x.parquet')") == [
        ["SNAPPY", "500"]]


# ---- Statements and forms ---------------------------------------------------------

def test_statements_come_from_standard_input():
    statements = "-- a comment; with a semicolon\nCREATE TEMP TABLE x AS SELECT ';' AS a;\nSELECT a FROM x; SELECT 2 AS b"
    assert call(stdin=statements) == "a\n-\n;\n\nb\n-\n2\n"
    assert call("--csv", stdin=statements) == "a\n;\nb\n2\n"
    assert values(TRIPS, stdin="SELECT count(*) FROM t") == [["2000"]]
    assert values(TRIPS, "SELECT 1 AS a", "SELECT count(*) FROM t", stdin="nonsense") == [["1"], ["count(*)"], ["2000"]]


def test_csv_is_what_a_reader_of_csv_expects():
    rows = [["a,b", '"', "line\nend", "é", "", "NULL", "1e5"], ["", "", "", "", "", "", ""]]
    texts = ", ".join(f"value ->> {i} AS c{i}" for i in range(7))
    assert values(f"SELECT {texts} FROM json_each('{json.dumps(rows)}')") == rows
    assert values("SELECT 1, 1.5, NULL, x'00ff', 'text', 1e300*1e300, 0.1, -5") == [
        ["1", "1.5", "", "00FF", "text", "inf", "0.1", "-5"]]
    assert values(TRIPS, "SELECT tipped, pickup_at FROM t LIMIT 1") == [["false", "2024-01-01 00:08:21"]]


def test_json_has_values_not_texts():
    [row] = objects(TRIPS, "SELECT dropoff, tipped, fare, pickup_at, NULL AS n, x'0a' AS b, 9e999 AS i FROM t LIMIT 1")
    assert row == {"dropoff": {"zone": "Old Town", "lat": 52.371, "lon": 4.905}, "tipped": False, "fare": 6.61,
                   "pickup_at": "2024-01-01 00:08:21", "n": None, "b": "0A", "i": float("inf")}, row
    assert objects("SELECT 1 AS a, 2 AS a, 3 AS A") == [{"a": 1, "a_2": 2, "A_3": 3}]
    assert objects("SELECT 1 AS a WHERE 0") == []
    assert objects("CREATE TEMP TABLE j(j JSON); INSERT INTO j VALUES ('[1'), ('[NaN]'), ('[1]'); SELECT j FROM j") == [
        {"j": "[1"}, {"j": "[NaN]"}, {"j": [1]}]
    assert objects("SELECT CAST(x'61ff' AS TEXT) AS a, char(10, 34, 0x1f600) AS b") == [
        {"a": "a\ufffd", "b": '\n"\U0001f600'}]


def test_markdown():
    assert call("--markdown", "SELECT 'a|b' AS x, NULL AS y") == "| x | y |\n| --- | --- |\n| a\\|b | NULL |\n"


def test_columns_are_aligned_and_safe():
    assert call("SELECT 'ab' AS name, 1 AS n UNION ALL SELECT '日本', 100") == (
        "name    n\n----  ---\nab      1\n日本  100\n")
    assert call("SELECT char(27) || '[2J' || char(10) || char(0x9b) AS x, x'00' AS b, NULL AS n") == (
        "x              b      n\n-------------  --  ----\n\\x1b[2J\\n\\x9b  00  NULL\n")
    many = call("WITH n(i) AS (VALUES (1) UNION ALL SELECT i * 10 FROM n WHERE i < 1000) SELECT i FROM n")
    assert many.splitlines()[2:] == ["   1", "  10", " 100", "1000"], many


# ---- Writing ----------------------------------------------------------------------

def test_each_place_of_to(folder):
    sql, expected = "SELECT trip_id, vendor, fare FROM t WHERE fare > 49", [
        {"trip_id": row["trip_id"], "vendor": row["vendor"], "fare": row["fare"]}
        for row in objects(TRIPS, "SELECT trip_id, vendor, fare FROM t WHERE fare > 49")]
    assert len(expected) > 1
    for name in "x.parquet", "x.csv", "x.tsv", "x.json", "x.md", "x.db":
        told = call(TRIPS, sql, "--to", folder / name)
        if name.endswith((".parquet", ".db")):
            assert f"{len(expected)} rows" in told, told
    rows = arrow(folder / "x.parquet")
    assert [{**row, "fare": float(row["fare"])} for row in rows] == expected
    for name, delimiter in ("x.csv", ","), ("x.tsv", "\t"):
        with open(folder / name, encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file, delimiter=delimiter))
        assert [{**row, "trip_id": int(row["trip_id"]), "fare": float(row["fare"])} for row in found] == expected
    assert json.loads((folder / "x.json").read_text()) == expected
    assert (folder / "x.md").read_text().count("\n") == len(expected) + 2
    db = sqlite3.connect(folder / "x.db")
    assert [dict(zip(expected[0], row)) for row in db.execute("SELECT * FROM result")] == expected
    assert [row[2] for row in db.execute("PRAGMA table_info(result)")] == ["BIGINT", "TEXT", "DECIMAL REAL(8,2)"]
    assert "must end in .parquet" in call(TRIPS, "--to", folder / "x.xlsx", status=2)
    assert not list(folder.glob(".*")), list(folder.glob(".*"))


def test_a_database_becomes_files_and_comes_back(folder):
    call(shop(folder), "--to", f"{folder}/shop/")
    assert sorted(path.name for path in (folder / "shop").iterdir()) == [
        "big _customers_.parquet", "empty.parquet", "orders.parquet"]
    rows = arrow(folder / "shop" / "orders.parquet")
    assert [row["id"] for row in rows] == [1, 2] and str(rows[0]["at"]) == "2026-01-02 03:04:05", rows
    assert schema(folder / "shop" / "orders.parquet") == {
        "id": "BIGINT", "price": "DECIMAL REAL(8,2)", "at": "TIMESTAMP TEXT"}
    call(f"{folder}/shop/", "--to", folder / "back.db")
    db = sqlite3.connect(folder / "back.db")
    assert db.execute("SELECT * FROM orders").fetchall() == [(1, 9.5, "2026-01-02 03:04:05"), (2, None, "2026-01-03 00:00:00")]
    assert db.execute("SELECT * FROM big_customers").fetchall() == [("Zoë", 1), (None, 0)]
    assert [row[2] for row in db.execute("PRAGMA table_info(orders)")] == ["BIGINT", "DECIMAL REAL(8,2)", "TIMESTAMP TEXT"]


def test_a_failed_write_leaves_nothing(folder):
    for name in "x.parquet", "x.csv", "x.json":
        write(folder, name, "old")
        call("SELECT abs(-9223372036854775808) UNION ALL SELECT 1", "--to", folder / name, status=1)
        assert (folder / name).read_text() == "old"
    assert sorted(path.name for path in folder.iterdir()) == ["x.csv", "x.json", "x.parquet"]
    db = sqlite3.connect(folder / "y.db")
    db.executescript("CREATE TABLE b(x)").connection.close()
    a, b = write(folder, "a.csv", "x\n1\n"), write(folder, "b.csv", "x\n2\n")
    assert 'table "b" already exists' in call(a, b, "--to", folder / "y.db", status=1)
    assert sqlite3.connect(folder / "y.db").execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


# ---- CSV --------------------------------------------------------------------------

def types_of(folder, *fields, options=()):
    """Returns the declared type of a column with these fields, and its values."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows([["x", "other"], *([field, "text"] for field in fields)])
    path = write(folder, "x.csv", buffer.getvalue())
    shown = call(path, "SELECT type FROM pragma_table_info('x') LIMIT 1; SELECT x FROM x", "--json", *options)
    [row], end = json.JSONDecoder().raw_decode(shown)
    return row["type"], [row["x"] for row in json.loads(shown[end:])]


def test_types_of_csv(folder):
    for fields, kind, expected in [
            (["1", "-5", ""], "BIGINT", [1, -5, None]),
            (["9223372036854775807"], "BIGINT", [2**63 - 1]),
            (["9223372036854775808"], "TEXT", ["9223372036854775808"]),
            (["01234", "5"], "TEXT", ["01234", "5"]),
            (["0", "00"], "TEXT", ["0", "00"]),
            (["+5"], "TEXT", ["+5"]),
            (["12.50", "3.00", "-0.05"], "DECIMAL REAL(9,2)", [12.5, 3.0, -0.05]),
            (["1234567890.125", "1.000"], "DECIMAL REAL(18,3)", [1234567890.125, 1.0]),
            (["1.5", "2.25"], "DOUBLE", [1.5, 2.25]),
            (["1", "2.5"], "DOUBLE", [1.0, 2.5]),
            (["1e5", "-2.5E-3", ".5", "5."], "DOUBLE", [1e5, -2.5e-3, .5, 5.0]),
            (["0.707056753354459", "0.5"], "DOUBLE", [0.707056753354459, .5]),
            (["0.123456789012345678"], "TEXT", ["0.123456789012345678"]),
            (["9007199254740993", "0.5"], "TEXT", ["9007199254740993", "0.5"]),
            (["1e999"], "TEXT", ["1e999"]),
            (["true", "FALSE", "True"], "BOOLEAN", [True, False, True]),
            (["true", "1"], "TEXT", ["true", "1"]),
            (["2024-02-29", "1999-12-31"], "DATE TEXT", ["2024-02-29", "1999-12-31"]),
            (["2024-02-30"], "TEXT", ["2024-02-30"]),
            (["07:05", "23:59:59.5"], "TIME TEXT", ["07:05:00", "23:59:59.500"]),
            (["24:00"], "TEXT", ["24:00"]),
            (["2024-01-01T10:00", "2024-01-01 10:00:00.1234567"], "TIMESTAMP TEXT",
             ["2024-01-01 10:00:00", "2024-01-01 10:00:00.123456700"]),
            (["2024-01-01T00:30:00.5+02:00", "2024-01-01T10:00:00Z"], "TIMESTAMPTZ TEXT",
             ["2023-12-31 22:30:00.500", "2024-01-01 10:00:00"]),
            (["2024-01-01T10:00Z", "2024-01-01T10:00"], "TEXT", ["2024-01-01T10:00Z", "2024-01-01T10:00"]),
            (["2024-01-01", "2024-01-01 10:00"], "TEXT", ["2024-01-01", "2024-01-01 10:00"]),
            (["", ""], "TEXT", [None, None]),
            ([" 5"], "TEXT", [" 5"]),
            (["1"] * 3000 + ["x"], "TEXT", ["1"] * 3000 + ["x"])]:
        found = types_of(folder, *fields)
        assert found == (kind, expected), (fields[:3], found)


def test_types_that_the_user_gives(folder):
    def given(kind, *fields):
        return types_of(folder, *fields, options=("--types", f"x={kind}"))

    assert given("TEXT", "12", "") == ("TEXT", ["12", None])
    assert given("BIGINT", "007", "+5") == ("BIGINT", [7, 5])
    assert given("BOOLEAN", "1", "no", "T") == ("BOOLEAN", [True, False, True])
    assert given("DECIMAL(20,2)", "12345678901234567.89") == ("DECIMAL TEXT(20,2)", ["12345678901234567.89"])
    assert given("TIMESTAMP", "2024-01-01", "2024-01-01T01:02+01:00") == (
        "TIMESTAMP TEXT", ["2024-01-01 00:00:00", "2024-01-01 00:02:00"])
    path = write(folder, "x.csv", "a,b\n1,x\n,\n2,2024-13-01\n")
    assert f'{path}: line 2: column "b": \'x\' is not DATE' in call(path, "--types", "b=DATE", status=1)
    assert "is not like" in call(path, "--types", "b", status=2)
    call(path, "--types", "a=INT8, b=JSON", "--to", folder / "y.parquet", status=1)
    call(path, "--types", "a=INT8", "--to", folder / "y.parquet")
    assert schema(folder / "y.parquet") == {"a": "TINYINT", "b": "TEXT"}
    assert 'no column "c"' in call(path, "--types", "c=INT8", "--to", folder / "y.parquet", status=1)


def test_delimiters_and_headers(folder):
    def found(text, *options, name="x.csv"):
        return objects(write(folder, name, text), "SELECT * FROM x", *options)

    expected = [{"a": 1, "b": "x"}]
    for text in "a,b\n1,x\n", "a;b\n1;x\n", "a\tb\r\n1\tx\r\n", "a|b\n1|x\n", "\ufeffa,b\n1,x\n", '"a","b"\n"1","x"\n\n':
        assert found(text) == expected, text
    assert found("a\tb\n1\tx\n", name="x.tsv") == expected
    assert found("a;b\n1,5;x\n") == [{"a": "1,5", "b": "x"}]
    assert found("a:b\n1:x\n", "--delimiter", ":") == expected
    assert found("1,x\n2,y\n") == [{"column_1": 1, "column_2": "x"}, {"column_1": 2, "column_2": "y"}]
    assert found("a,b\nc,d\n", "--header", "no") == [{"column_1": "a", "column_2": "b"}, {"column_1": "c", "column_2": "d"}]
    assert found("country,2019\nNL,5\n", "--header", "yes") == [{"country": "NL", "2019": 5}]
    assert found(",a,A,a\n1,2,3,4\n") == [{"column_1": 1, "a": 2, "A_2": 3, "a_3": 4}]
    assert found("a\n1\n\n2\n") == [{"a": 1}, {"a": 2}]
    assert found("a,b\n1,NA\n", "--null", "NA") == [{"a": 1, "b": None}]
    assert found("a,b\n1,é\n".encode("cp1252"), "--encoding", "cp1252") == [{"a": 1, "b": "é"}]
    many = "a,b\n" + "".join(f'{i},"{i},\n{i}"\n' for i in range(20000))  # longer than the sample
    assert found(many)[19999] == {"a": 19999, "b": "19999,\n19999"}


def test_wrong_csv_is_refused_with_its_line(folder):
    for text, message in [("a,b\n1,2\n3\n", "line 3: 1 fields, but 2 in the first row"), ("", "empty"),
                          ('a,b\n1,"x"y\n', "line 2: "), (b"a,b\n1,\xff\n", "not utf-8 text"), ('a,b\n1,"x\n', "line 2: ")]:
        shown = call(write(folder, "x.csv", text), status=1)
        assert message in shown and "x.csv" in shown, shown
    assert call("missing.csv", status=1) == "parquet-sql: missing.csv: No such file or directory\n"


def test_from_reads_csv_of_any_name_and_standard_input(folder):
    write(folder, "export.dat", "a,b\n1,2\n")
    assert objects("--from", folder / "export.dat", "SELECT * FROM export") == [{"a": 1, "b": 2}]
    assert values("--from", "-", "SELECT sum(a) FROM t", stdin="a\n1\n2\n") == [["3"]]
    call("--from", "-", "--to", folder / "x.parquet", stdin="a\n1\n2\n")
    assert arrow(folder / "x.parquet") == [{"a": 1}, {"a": 2}]
    assert values("--from", shop(folder), "SELECT count(*) FROM orders") == [["2"]]


def test_csv_to_parquet_and_back(folder):
    text = ("id,name,zip,born,weight,active,seen,price\n1,Ann,01234,1990-02-28,60.5,true,2024-01-01 10:00:00,12.25\n"
            '2,"Bob, ""Jr""",98765,,80.25,false,2024-01-01 12:30:00.500,3.99\n3,Zoë,00001,2000-01-01,,true,,100.01\n')
    path = write(folder, "people.csv", text)
    call(path, "--to", folder / "people.parquet")
    rows = arrow(folder / "people.parquet")
    assert [row["zip"] for row in rows] == ["01234", "98765", "00001"] and rows[1]["born"] is None
    assert [bool(row["active"]) for row in rows] == [True, False, True] and float(rows[0]["price"]) == 12.25
    assert schema(folder / "people.parquet") == {
        "id": "BIGINT", "name": "TEXT", "zip": "TEXT", "born": "DATE TEXT", "weight": "DOUBLE", "active": "BOOLEAN",
        "seen": "TIMESTAMP TEXT", "price": "DECIMAL REAL(9,2)"}
    assert call(folder / "people.parquet", "--csv") == text
    call(folder / "people.parquet", "--to", folder / "again.csv")
    assert (folder / "again.csv").read_text() == text


# ---- Ends -------------------------------------------------------------------------

def test_exit_statuses_and_messages(folder):
    assert "no such file" in call(folder / "missing.parquet", status=1)
    assert "near \"FRM\": syntax error" in call(TRIPS, "SELECT * FRM t", status=1)
    assert "looks like a text" in call(write(folder, "x.parquet", "hello, this is text"), status=1)
    assert "usage:" in call("--nonsense", status=2)
    assert "quotes" in call(TRIPS, "SELECT", "x", status=2)
    assert "no statement begins with DESCRIBE" in call(TRIPS, "DESCRIBE t", status=1)
    assert "nothing to do" in call(status=2)
    assert "the ending of the file says the form" in call(TRIPS, "--csv", "--to", "x.csv", status=2)
    a, b = write(folder, "a.csv", "x\n1\n"), write(folder, "b.csv", "y\n1\n")
    assert "which table? (a, b)" in call(a, b, "--csv", status=2)
    status, shown = on_terminal()
    assert status == 2 and "--help shows examples" in shown, shown


ENDLESS = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def interrupted(*arguments, after=1.0, **options):
    """Starts the command, interrupts it, and returns its exit status, its messages and the seconds it took to end."""
    with subprocess.Popen([BIN / "parquet-sql", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, env=ENVIRONMENT, **{"stdin": subprocess.DEVNULL, **options}) as process:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        try:
            _, messages = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return process.returncode, messages, time.monotonic() - began


def test_ctrl_c_ends_the_statement(folder):
    sleeping = ENDLESS.replace("count(*)", "i")
    for arguments in ([ENDLESS], [TRIPS, "SELECT count(*) FROM t a, t b, t c WHERE a.fare + b.fare < c.fare"],
                      [sleeping, "--to", folder / "x.parquet"], [sleeping, "--to", folder / "x.csv"],
                      [sleeping, "--to", folder / "x.db"]):
        status, messages, seconds = interrupted(*arguments)
        assert status == 130 and messages == "parquet-sql: interrupted\n" and seconds < 5, (arguments, status, messages, seconds)
    left = [path.name for path in folder.iterdir() if path.stat().st_size]
    assert not left, left


def test_ctrl_c_ends_groups_on_vectors(folder):
    files = "\n".join([TRIPS] * 100000)
    report = write(folder, "report.sql", f"CREATE VIRTUAL TABLE temp.t USING parquet('{files}'); SELECT payment, sum(fare) FROM t GROUP BY 1")
    with open(report, encoding="utf-8") as text:
        status, messages, seconds = interrupted("-", stdin=text, after=2.5)
    assert status == 130 and messages == "parquet-sql: interrupted\n" and seconds < 5, (status, messages, seconds)


def test_ctrl_c_ends_an_import(folder):
    path = write(folder, "x.csv", "a,b,c\n" + "2024-01-01 10:00:00,0.123456,text\n" * 400000)
    status, messages, _ = interrupted(path, "SELECT 1", after=0.7)
    assert (status, messages) == (130, "parquet-sql: interrupted\n"), (status, messages)


def test_broken_pipes_are_silent():
    for form in [], ["--csv"], ["--json"], ["--markdown"]:
        script = f'"$0" "$1" {" ".join(form)} | head -n 2; echo ${{PIPESTATUS[0]}}'
        done = subprocess.run(["/bin/bash", "-c", script, BIN / "parquet-sql", ENDLESS.replace("count(*)", "i")],
                              capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
        assert done.stderr == "" and done.stdout.splitlines()[-1] == "141", (form, done)


def test_progress_on_a_terminal(folder):
    path = write(folder, "x.csv", "a,b,c\n" + "2024-01-01 10:00:00,0.123456,text\n" * 150000)
    status, shown = on_terminal(path, "--to", folder / "x.parquet")
    assert status == 0 and "150000 rows" in shown and re.search(r"reading .*x\.csv: [1-9]\d* %, \d+ s", shown), shown
    call("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT random() AS r, hex(i) AS h FROM n",
         "--to", folder / "y.parquet")
    status, shown = on_terminal(folder / "y.parquet", "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20) "
                                "SELECT count(*), sum(length(h || i)) FROM n CROSS JOIN t WHERE r + i <> 0.5")
    assert status == 0 and "4000000" in shown and re.search(r"running: [1-9]\d* %, \d+ s", shown), shown
    done = subprocess.run([BIN / "parquet-sql", path, "SELECT 1"], capture_output=True, stdin=subprocess.DEVNULL)
    assert done.stderr == b""


# ---- Installation -----------------------------------------------------------------

def test_help_has_examples_that_work(folder):
    shown = call("--help")
    examples = re.findall(r"^  parquet-sql (.*?)(?:   .*)?$", shown, re.M)
    assert len(examples) >= 10, shown
    shutil.copy(TRIPS, folder)
    shop(folder)
    (folder / "backup").mkdir()
    shutil.copy(TRIPS, folder / "backup")
    (folder / "sales").mkdir()
    call("SELECT 5 AS price", "--to", folder / "sales/2026-1.parquet")
    write(folder, "people.csv", "name,zip\nAnn,01234\n")
    write(folder, "report.sql", "SELECT count(*) FROM t")
    for example in examples:
        if "shop/ --to shop.db" in example:
            (folder / "shop.db").unlink()
        done = subprocess.run(f"'{BIN}/parquet-sql' {example}", shell=True, cwd=folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        assert done.returncode == 0 and not done.stderr, (example, done)
    assert (folder / "trips.csv").stat().st_size > 100000 and (folder / "shop/orders.parquet").exists()


def test_examples_of_the_document(folder):
    """They begin with ```bash, which sql-tests/documents.sh does not run."""
    (folder / "testdata").symlink_to(DATA)
    examples = re.findall(r"```bash\n(.*?)```\n```text\n(.*?)```", pathlib.Path("docs/command.md").read_text(), re.S)
    assert len(examples) >= 2
    for script, expected in examples:
        done = subprocess.run(script, shell=True, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env={**ENVIRONMENT, "PATH": f"{BIN}:{os.environ['PATH']}"})
        assert (done.stdout, done.stderr) == (expected, ""), (script, done)


def test_pip_installs_the_checkout(folder):
    subprocess.run([BIN / "pip", "install", "--quiet", "--no-index", "--target", folder, "dist/python"], check=True)
    done = subprocess.run([BIN / "python", "-c", "import parquet_vtab; print(parquet_vtab.__file__)"], cwd=folder, text=True,
                          capture_output=True, env={**ENVIRONMENT, "PYTHONPATH": str(folder)})
    assert done.stdout.startswith(str(folder)), done
    assert values(TRIPS, "SELECT count(*) FROM t", cwd=folder, command=[BIN / "python", "-m", "parquet_sql"]) == [["2000"]]
    assert not pathlib.Path("dist/python/build").exists()


def test_the_library_in_the_current_folder_is_no_module(folder):
    shutil.copy(LIBRARY, folder / "parquet_vtab.so")
    for command in [BIN / "parquet-sql"], [BIN / "python", "-m", "parquet_sql"]:
        assert values(TRIPS, "SELECT count(*) FROM t", cwd=folder, command=command) == [["2000"]]
    inside = [BIN / "python", "-m", "parquet_vtab"]
    assert values(TRIPS, "SELECT count(*) FROM t", command=inside, cwd=DATA) == [["2000"]]
    done = subprocess.run([*inside, TRIPS], cwd=folder, capture_output=True, text=True)
    assert done.returncode and "parquet_vtab" in done.stderr  # what docs/command.md says
    if sys.version_info >= (3, 11):
        assert values(TRIPS, "SELECT count(*) FROM t", command=[BIN / "python", "-P", "-m", "parquet_vtab"], cwd=folder) == [
            ["2000"]]
    path = call(command=inside, cwd=DATA).strip()
    assert pathlib.Path(path).name.startswith("parquet_vtab.") and os.path.exists(path)


def test_a_python_that_cannot_load_extensions():
    for python in [*pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv")).glob("versions/3.*/bin/python"), sys.executable]:
        check = "import sqlite3; print(hasattr(sqlite3.Connection, 'enable_load_extension'))"
        if subprocess.run([python, "-c", check], capture_output=True, text=True).stdout == "False\n":
            packages = next((BIN.parent / "lib").glob("python3*/site-packages"))
            done = subprocess.run([python, "-m", "parquet_sql", TRIPS], cwd=packages, capture_output=True, text=True)
            assert done.returncode == 1 and "was built without extension loading" in done.stderr, done
            assert "pip install pysqlite3" in done.stderr and "Traceback" not in done.stderr, done
            return None
    return "no Python whose sqlite3 module cannot load extensions"


def test_the_command_of_npm(folder):
    """A small part of the same, with better-sqlite3 as hosts/run.sh node installs it, or node:sqlite."""
    node, modules = shutil.which(os.environ.get("NODE", "node")), pathlib.Path("build/hosts/node/node_modules").resolve()
    ready = node and subprocess.run([node, "-e", f"process.chdir('/'); try {{ require('{modules}/better-sqlite3') }} catch "
                                     "{ require('node:sqlite') }"], capture_output=True).returncode == 0
    if not ready:
        return "no Node with better-sqlite3 or node:sqlite"
    code = "const m = process.platform + '-' + process.arch; console.log(m)"
    name = "parquet-vtab-" + subprocess.run([node, "-e", code], capture_output=True, text=True).stdout.strip()
    main, library = folder / "node_modules" / "parquet-vtab", folder / "node_modules" / name
    shutil.copytree("dist/node/package", main)
    library.mkdir()
    shutil.copy(LIBRARY, library)
    (main / "package.json").write_text(json.dumps({"version": "0", "optionalDependencies": {name: "0"}}))
    (library / "package.json").write_text("{}")
    if modules.exists():
        for module in modules.iterdir():
            (folder / "node_modules" / module.name).symlink_to(module)
    command = [node, "--no-warnings", main / "parquet-sql.cjs"]
    assert values(TRIPS, "SELECT count(*) FROM trips", command=command) == [["2000"]]
    assert values(stdin="SELECT ';' AS a; SELECT 1 AS b -- ;\n", command=command) == [[";"], ["b"], ["1"]]
    assert "fare         DECIMAL REAL(8,2)  4.19" in call(TRIPS, command=command)
    assert objects(TRIPS, "SELECT 2 * count(*) AS n, 9007199254740993 AS i, NULL AS x, 9e999 AS y FROM t", command=command) == [
        {"n": 4000, "i": 9007199254740993, "x": None, "y": float("inf")}]
    assert call("--markdown", "SELECT 'a|b' AS x, NULL AS y", command=command) == (
        "| x | y |\n| --- | --- |\n| a\\|b | NULL |\n")
    assert call("SELECT char(27) AS x", command=command) == "x\n----\n\\x1b\n"
    statements = [sql for sql in GROUPS if "count(*), count(*)" not in sql and TRIPS not in sql] + ["SELECT DISTINCT payment FROM t"]
    for sql in statements:
        as_it_is, batches = "WITH x AS (SELECT 1) " + sql, "0" if "DISTINCT payment" in sql else "1"
        assert call(TRIPS, "--json", stdin=sql, command=command) == call(TRIPS, "--json", stdin=as_it_is, command=command), sql
        assert values(TRIPS, stdin=sql + LAST_SCAN, command=command)[-1] == [batches], sql
    assert values(TRIPS, GROUPS[0], "SELECT name FROM temp.sqlite_master", command=command)[-2:] == [["trips"], ["t"]]
    for sql in "SELECT sum(absent) FROM t", "SELECT sum(9223372036854775807 - passengers) FROM t":
        as_it_is = "WITH x AS (SELECT 1) " + sql
        assert call(TRIPS, sql, command=command, status=1) == call(TRIPS, as_it_is, command=command, status=1)
    call(TRIPS, "SELECT trip_id FROM t WHERE fare > 50", "--to", folder / "x.parquet", command=command)
    assert [row["trip_id"] for row in arrow(folder / "x.parquet")] == [101220, 101383]
    call(folder / "x.parquet", "--to", folder / "x.csv", command=command)
    assert (folder / "x.csv").read_text() == "trip_id\n101220\n101383\n"
    call(shop(folder), "--to", f"{folder}/shop/", command=command)
    assert sorted(path.name for path in (folder / "shop").iterdir()) == ["big -customers-.parquet", "empty.parquet", "orders.parquet"]
    for path in "2024 sales-data.parquet", "order.parquet":
        shutil.copy(TRIPS, folder / path)
    assert values(folder / "2024 sales-data.parquet", folder / "order.parquet", command=command,
                  stdin="SELECT count(*) FROM t_2024_sales_data JOIN t_order USING (trip_id)") == [["2000"]]
    assert "no such file" in call("missing.parquet", command=command, status=1)
    assert "only the command of the Python package reads CSV" in call("x.csv", command=command, status=1)
    assert "--help shows" in call("--nonsense", command=command, status=2)
    assert "--help shows examples" in call(command=command, status=2) and "usage:" in call("--help", command=command)
    done = subprocess.run(["/bin/bash", "-c", '"$@" | head -n 1; echo ${PIPESTATUS[0]}', "-", *command, TRIPS, "--csv",
                           ENDLESS.replace("count(*)", "i")], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    assert done.stdout == "i\n141\n" and done.stderr == "", done


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a background job, and by what it starts
    only = sys.argv[2] if len(sys.argv) > 2 else None
    sys.exit(run_tests(globals(), "command", "command", only, times=bool(os.environ.get("TIMES"))))
