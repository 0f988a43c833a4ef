# SPDX-License-Identifier: MIT
"""The data of ClickBench: a synthetic file of hits, stored like the published one, in which
texts are unannotated bytes, dates are UINT_16 and times seconds in INT64."""
import itertools
import os

import data
import engines

COUNTER = 62  # of the queries; one row in 50
TEXTS = ("Title", "URL", "Referer", "SearchPhrase", "MobilePhoneModel")
N_COLUMNS = 105


def columns(n_rows):
    """{name: SQL for its value in row i}; values repeat about as often as in the original."""
    salt = itertools.count(1)

    def h(modulus):
        return f"(hash(i * 256 + {next(salt)}) % {int(modulus)})::BIGINT"

    def skewed(modulus):
        """Small numbers are frequent."""
        return f"least({h(modulus)}, {h(modulus)}, {h(modulus)}, {h(modulus)})"

    def often(percent, value, otherwise):
        return f"CASE WHEN {h(1000)} < {int(percent * 10)} THEN {value} ELSE {otherwise} END"

    user, site = h(n_rows // 6), skewed(4000)
    google = often(0.5, "' Google'", "''")
    engine = often(1, "'google'", "'site'")
    www = often(50, "'www.'", "''")
    named = {
        "WatchID": "(hash(i) >> 1)::BIGINT",
        "Title": f"'Title ' || {skewed(n_rows // 20)} || {google} || ' of a page'",
        "EventTime": f"1372636800 + {h(31 * 86400)}",  # July 2013
        "EventDate": "0",  # set from EventTime
        "CounterID": often(2, COUNTER, f"100 + {skewed(6500)}") + "::INTEGER",
        "ClientIP": f"(hash(1 + {user} % {n_rows // 8}) & 2147483647)::INTEGER",
        "RegionID": f"{skewed(5000)}::INTEGER",
        "UserID": f"(hash({user}) >> 1)::BIGINT",
        "URL": f"'http://' || {engine} || {site} || '.example/' || {skewed(n_rows // 10)} || "
               f"'/page?id=' || {skewed(50)}",
        "Referer": often(20, "''", f"'http://' || {www} || 'ref' || {skewed(500)} || "
                                   f"'.example/q=' || {skewed(n_rows // 10)}"),
        "IsRefresh": often(10, 1, 0) + "::SMALLINT",
        "TraficSourceID": f"({h(9)} - 1)::SMALLINT",
        "SearchEngineID": often(13, f"1 + {skewed(60)}", 0) + "::SMALLINT",
        "AdvEngineID": often(0.6, f"1 + {skewed(17)}", 0) + "::SMALLINT",
        "SearchPhrase": often(
            13, f"'phrase ' || {skewed(n_rows // 10)} || ' to search for'", "''"),
        "MobilePhone": often(7, f"1 + {skewed(80)}", 0) + "::SMALLINT",
        "MobilePhoneModel": often(5, f"'Model ' || {skewed(160)}", "''"),
        "ResolutionWidth": f"(320 + 16 * {h(120)})::SMALLINT",
        "WindowClientWidth": f"(300 + 20 * {h(50)})::SMALLINT",
        "WindowClientHeight": f"(200 + 20 * {h(40)})::SMALLINT",
        "DontCountHits": often(5, 1, 0) + "::SMALLINT",
        "IsLink": often(20, 1, 0) + "::SMALLINT",
        "IsDownload": often(1, 1, 0) + "::SMALLINT",
        "RefererHash": "0",  # set from Referer
        "URLHash": "0",      # set from URL
    }
    for k in range(N_COLUMNS - len(named)):
        named[f"Other{k}"] = f"{h((2, 7, 60, 1000)[k % 4])}::SMALLINT"
    return named


def hits(n_rows):
    values = ", ".join(f"{value} AS {name}" for name, value in columns(n_rows).items())
    texts = ", ".join(f"{name}::BLOB AS {name}" for name in TEXTS)
    return f"""
    SELECT * REPLACE ({texts}, (EventTime // 86400)::USMALLINT AS EventDate,
        (hash(Referer) >> 1)::BIGINT AS RefererHash, (hash(URL) >> 1)::BIGINT AS URLHash)
    FROM (SELECT {values} FROM range({n_rows}) t(i))
    ORDER BY CounterID, EventDate, UserID, EventTime, WatchID"""


TYPES = "EventDate=DATE, EventTime=TIMESTAMP_S, " + ", ".join(f"{name}=TEXT" for name in TEXTS)
TYPED = ("* REPLACE (DATE '1970-01-01' + EventDate::INTEGER AS EventDate, "
         "make_timestamp(EventTime * 1000000) AS EventTime, "
         + ", ".join(f"decode({name}) AS {name}" for name in TEXTS) + ")")


class ClickBenchData:
    """Paths; files that do not exist are made."""

    def __init__(self, folder, n_rows, connection):
        self.n_rows, self.connection = n_rows, connection
        self.parquet = f"{folder}/clickbench_{n_rows}.parquet"
        self.native = f"{folder}/clickbench_{n_rows}.db"
        if not os.path.exists(self.parquet):
            data.write_parquet(connection, self.parquet, hits(n_rows), "snappy")
        data.write_native(connection, self.native,
                          {"hits": f"(SELECT {TYPED} FROM '{self.parquet}')"})

    def constants(self):
        """Values that occur, for conditions on them."""
        def one(expression, condition):
            return self.connection.execute(f"SELECT {expression} FROM '{self.parquet}' "
                                           f"WHERE {condition}").fetchone()[0]

        counted = f"CounterID = {COUNTER}"
        return {"user": one("max(UserID)", "true"),
                "referer": one("mode(RefererHash)", f"{counted} AND TraficSourceID IN (-1, 6)"),
                "url": one("mode(URLHash)", counted),
                "many": self.n_rows // 1000}
