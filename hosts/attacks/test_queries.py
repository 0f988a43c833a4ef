# SPDX-License-Identifier: MIT
"""parquet_query() has the rows and errors of a view, whatever the program did to its connection.

    python3 hosts/attacks/test_queries.py ./parquet_vtab.so       from the project's root
"""
import os
import sqlite3
import sys

sys.path.insert(0, "hosts")

from host_tests import connect, run_tests  # noqa: E402

EXTENSION = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so")
ROWS = ("WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 999)"
        "  SELECT i AS id, i % 7 AS few, printf('word %d', i * 7919 % 13) AS word,"
        "         i % 100 * 0.25 AS price, date('2024-01-01', (i * 7919 % 777) || ' days') AS day,"
        "         datetime('2024-01-01', (i * 7919 % 10007) || ' minutes') AS at FROM r")


def connection(folder):
    path = folder / "t.parquet"
    db = connect(EXTENSION, cached_statements=0)
    if not path.exists():
        db.execute("SELECT parquet_write(?, ?, 'types=day=DATE, at=TIMESTAMP(MILLIS)')", (str(path), ROWS))
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
    return db


def answers(db, table):
    """The rows in no order, or the error, if Python knows with its extended code."""
    try:
        return sorted(map(repr, db.execute(f"SELECT * FROM {table}")))
    except sqlite3.Error as error:
        return str(error), getattr(error, "sqlite_errorcode", None)


def check(folder, select, change):
    """Compares the table with the view, after a change of the connection."""
    db = connection(folder)
    quoted = select.replace("'", "''")
    db.execute(f"CREATE TEMP VIEW v AS {select}")
    db.execute(f"CREATE VIRTUAL TABLE temp.x USING parquet_query('{quoted}')")
    plan = db.execute("EXPLAIN QUERY PLAN SELECT * FROM x").fetchall()
    assert "vectors" in plan[0][3], (select, plan)
    before = answers(db, "x")
    assert before == answers(db, "v"), select
    change(db)
    expected, found = answers(db, "v"), answers(db, "x")
    db.set_authorizer(None)
    db.close()
    assert found == expected, (select, expected, found)


class Replaced:
    def __init__(self):
        self.n = 0

    def step(self, *_):
        self.n += 1000

    def finalize(self):
        return self.n


def test_aggregates_that_a_program_replaced(folder):
    for name, n, call in (("count", 0, "count(*)"), ("count", 1, "count(few)"),
                          ("sum", 1, "sum(id)"), ("total", 1, "total(id)"),
                          ("avg", 1, "avg(id)"), ("min", 1, "min(word)"),
                          ("max", 1, "max(day)")):
        check(folder, f"SELECT few, {call} FROM t GROUP BY few",
              lambda db, n=n, name=name: db.create_aggregate(name, n, Replaced))


def test_functions_that_a_program_replaced(folder):
    for name, n, expression in (("length", 1, "sum(length(word))"),
                                ("substr", 3, "substr(max(day), 1, 7)"),
                                ("round", 2, "round(sum(price), 2)"),
                                ("instr", 2, "sum(instr(word, 'd'))"),
                                ("replace", 3, "min(replace(word, 'word', ''))"),
                                ("lower", 1, "max(lower(word))"), ("upper", 1, "max(upper(word))"),
                                ("trim", 1, "max(trim(word))"), ("ltrim", 2, "max(ltrim(word, 'w'))"),
                                ("rtrim", 1, "max(rtrim(word))"),
                                ("like", 2, "count(*) FILTER (WHERE word LIKE '%1')"),
                                ("glob", 2, "count(*) FILTER (WHERE word GLOB '*1')")):
        check(folder, f"SELECT few % 3 AS k, {expression} FROM t GROUP BY k",
              lambda db, n=n, name=name: db.create_function(name, n, lambda *_: 7))
    # Only a part of a time is passed to SQLite's own functions.
    for name, n, key in (("substr", 3, "substr(at, 1, 13)"), ("date", 1, "date(at)"),
                         ("strftime", 2, "strftime('%H', at)")):
        check(folder, f"SELECT {key} AS k, count(*) FROM t GROUP BY k",
              lambda db, n=n, name=name: db.create_function(name, n, lambda *a: max(map(str, a))))
    check(folder, "SELECT few, count(*) FROM t WHERE word LIKE 'WORD 1' OR id < 9 GROUP BY few",
          lambda db: db.execute("PRAGMA case_sensitive_like = ON"))


def test_lists_of_functions_that_a_database_hides(folder):
    def change(db):
        db.execute("CREATE TABLE pragma_function_list(name, builtin)")
        db.execute("INSERT INTO pragma_function_list VALUES('like', 1), ('sum', 1)")
        db.create_function("like", 2, lambda *_: 1)
        db.create_aggregate("sum", 1, Replaced)
    check(folder, "SELECT sum(id) FROM t WHERE word LIKE 'none'", change)


def test_a_collation_that_a_program_replaced(folder):
    def change(db):
        db.create_collation("BINARY", lambda a, b: (a < b) - (a > b))
    for select in ("SELECT min(word), max(word) FROM t",
                   "SELECT word, count(*) FROM t WHERE word < 'word 3' OR id < 10 GROUP BY word",
                   "SELECT count(DISTINCT word) FROM t WHERE day > '2024-09-01'"):
        check(folder, select, change)


def test_pages_that_are_damaged(folder):
    path = os.path.abspath("testdata/bad/chunk_count_differs.parquet")
    for select in ("SELECT max(c) FROM bad", "SELECT c, count(*) FROM bad GROUP BY c",
                   "SELECT c + 1 FROM bad", "SELECT ok FROM bad ORDER BY c",
                   "SELECT substr(c, 1, 2) AS k, count(*) FROM bad GROUP BY k",
                   "SELECT count(*) FROM bad WHERE c LIKE '%1%' OR ok = 1"):
        db = connection(folder)
        quoted = select.replace("'", "''")
        db.execute(f"CREATE VIRTUAL TABLE temp.bad USING parquet('{path}')")
        db.execute(f"CREATE TEMP VIEW v AS {select}")
        db.execute(f"CREATE VIRTUAL TABLE temp.x USING parquet_query('{quoted}')")
        expected, found = answers(db, "v"), answers(db, "x")
        db.close()
        assert "corrupt" in expected[0] and found == expected, (select, expected, found)


SELECTS = ("SELECT few, count(*), sum(price), max(day), round(avg(id), 1), min(length(word)) FROM t"
           " WHERE word LIKE '%1%' AND id > 5 GROUP BY few HAVING count(*) > 3 ORDER BY 2, 1",
           "SELECT substr(day, 1, 4) AS y, count(DISTINCT word), total(price) FROM t"
           " WHERE word GLOB '*1*' GROUP BY y",
           "SELECT min(substr(word, instr(word, ' ') + 1)), max(upper(replace(word, 'w', ''))),"
           " max(ltrim(lower(word), 'wo') || rtrim(trim(word), '1')) FROM t",
           "SELECT count(*) FROM t WHERE few = 3",
           "SELECT count(word) FROM t WHERE few = 3 OR price > 5",
           "SELECT count(*) FILTER (WHERE length(word) > 6), max(few) FROM t")


def actions(folder, select):
    """What an authorizer is asked when the statement runs."""
    asked = set()

    def note(*action):
        asked.add(action[:3])
        return sqlite3.SQLITE_OK

    db = connection(folder)
    db.set_authorizer(note)
    db.execute(select).fetchall()
    db.set_authorizer(None)
    db.close()
    return sorted(asked, key=repr)


def test_authorizers_that_refuse_a_part_of_the_statement(folder):
    n = 0
    for select in SELECTS:
        for action in actions(folder, select):
            if action[0] == sqlite3.SQLITE_SELECT:
                continue
            for answer in (sqlite3.SQLITE_DENY, sqlite3.SQLITE_IGNORE):
                def refuse(*asked, action=action, answer=answer):
                    return answer if asked[:3] == action else sqlite3.SQLITE_OK
                check(folder, select, lambda db, refuse=refuse: db.set_authorizer(refuse))
                n += 1
    assert n > 50, n


def test_authorizers_that_allow_only_what_the_statement_uses(folder):
    for select in SELECTS:
        allowed = actions(folder, select)
        for answer in (sqlite3.SQLITE_DENY, sqlite3.SQLITE_IGNORE):
            def refuse(*asked, allowed=allowed, answer=answer):
                is_allowed = asked[:3] in allowed or asked[1] in ("x", "v")
                return sqlite3.SQLITE_OK if is_allowed else answer
            check(folder, select, lambda db, refuse=refuse: db.set_authorizer(refuse))


def test_authorizers_that_refuse_what_is_inside(folder):
    for select in SELECTS:
        for answer in (sqlite3.SQLITE_DENY, sqlite3.SQLITE_IGNORE):
            def refuse(*asked, answer=answer):
                is_inside = str(asked[1]).startswith("_parquet") or asked[1] == "sqlite_master"
                return answer if is_inside else sqlite3.SQLITE_OK
            check(folder, select, lambda db, refuse=refuse: db.set_authorizer(refuse))


def test_columns_that_appear_while_the_query_begins(folder):
    path = folder / "main.db"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE u(a, b)")
    other.execute("INSERT INTO u VALUES(1, 2)")
    other.commit()
    for begin in range(1, 12):
        db = connect(EXTENSION)
        db.execute("ATTACH ? AS b", (str(path),))
        n = 0

        def note(*action, begin=begin, other=other):
            nonlocal n
            n += action[:2] == (sqlite3.SQLITE_READ, "u")
            if n == begin:
                n += 1
                other.execute(f"ALTER TABLE u ADD COLUMN c{begin}")
            return sqlite3.SQLITE_OK

        db.set_authorizer(note)
        rows = answers(db, "parquet_query('SELECT * FROM b.u')")
        db.set_authorizer(None)
        db.close()
        assert "has other columns than before" in rows[0] or '"a":1,"b":2' in rows[0], rows
    other.close()


def test_expressions_that_are_long(folder):
    whens = " ".join(f"WHEN id = {i} THEN {i % 7}" for i in range(400))
    db = connection(folder)
    select = f"SELECT CASE {whens} END AS k, count(*) AS n FROM t GROUP BY k"
    db.execute(f"CREATE VIRTUAL TABLE temp.x USING parquet_query('{select}')")
    plan = db.execute("EXPLAIN QUERY PLAN SELECT * FROM x").fetchall()
    assert "too long" in plan[0][3], plan
    assert answers(db, "x") == answers(db, f"({select})")
    db.close()


CONDITIONS = """word = 'WORD 1' COLLATE NOCASE; word > 'WORD 1' COLLATE NOCASE; word = 'word 1  ' COLLATE RTRIM
 word >= 'word 1  ' COLLATE RTRIM; word LIKE 'WORD 1%'; word GLOB 'word 1*'; word >= 'word 5' COLLATE BINARY
 word BETWEEN 'word 3' AND 'word 7'; word IN ('word 3', 'WORD 4', 5, NULL); word COLLATE NOCASE IN ('WORD 3')
 word > 5; word < 5; word >= x'00'; word > NULL; word = day; day = '2024-05-01'; day >= '2024-5'; day > 2024
 few = '3'; few > 'abc'; few < 'abc'; few >= x'00'; few = 3.5; few > 2.5; few > NULL; few = '3 '; few IS 3
 price = '0.25'; price > 'x'; price >= 1; price = 0.25 AND few IN (1, 2); n > 3; n = '3'; few + 0 = 3
 few = -few; few = (SELECT 4); few IN (SELECT few - 1 FROM t); word || '' > 'word 5'; few = 1e300
 few < 9223372036854775808; few >= '9223372036854775808'; price < 1e999; price > '-1e999'; few = word
 few IS NOT 3; word IS NULL; (few, word) > (3, 'word 5'); (few, word) = (3, 'word 5'); few = 3 OR few = 4
 EXISTS (SELECT 1 FROM u WHERE u.few = o.few AND u.word > o.word); few = (SELECT max(few) FROM u)
 (SELECT count(*) FROM u WHERE u.few < o.few) = 3; NOT few; few & 1; rowid"""


def test_conditions_from_outside(folder):
    select = "SELECT word, few, price, day, count(*) AS n FROM t GROUP BY word, few, price, day"
    quoted = select.replace("'", "''")
    db = connection(folder)
    db.execute(f"CREATE TEMP VIEW v AS {select}")
    db.execute(f"CREATE VIRTUAL TABLE temp.x USING parquet_query('{quoted}')")
    conditions = [c.strip() for c in CONDITIONS.replace(chr(10), ";").split(";")]
    for condition in conditions[:-1]:
        found = {table: answers(db, f"{table} AS o WHERE " + condition.replace(" u ", f" {table} AS u "))
                 for table in ("x", "v")}
        assert found["x"] == found["v"], (condition, found)
        for other in (c for c in conditions[:-1] if " u " not in c):
            both = f"{condition} AND {other}".replace(" u ", " v AS u ")
            x, v = answers(db, f"x AS o WHERE {both}"), answers(db, f"v AS o WHERE {both}")
            assert x == v, (both, x, v)
    db.close()


if __name__ == "__main__":
    sys.exit(run_tests(globals(), "queries", f"queries, SQLite {sqlite3.sqlite_version}"))
