# SPDX-License-Identifier: MIT
"""Other engines in the suite query: DuckDB with one and two threads, and Polars and DataFusion with
as many as the extension, if they are installed."""
import collections
import os
import re
import statistics

import engines

# typed: what DuckDB selects from the file to have the types of the statements
Source = collections.namedtuple("Source", "path typed", defaults=("*",))


def dated(sql):
    """The statement with dates as such, where DuckDB takes texts for dates by itself."""
    return re.sub(r"(?<!date )'(\d{4}-\d\d-\d\d)'", r"DATE '\1'", sql)


class Polars:
    name = "polars"

    def __init__(self, sources):
        os.environ["POLARS_MAX_THREADS"] = str(engines.threads)
        import polars  # pylint: disable=import-outside-toplevel
        self.context = polars.SQLContext()
        for table, source in sources.items():
            frame = polars.scan_parquet(source.path)
            if source.typed != "*":
                frame = self.typed(polars, frame)
            self.context.register(table, frame)

    @staticmethod
    def typed(polars, frame):
        """Texts, dates and times of ClickBench's file."""
        texts = [name for name, kind in frame.collect_schema().items() if kind == polars.Binary]
        return frame.with_columns(
            *(polars.col(name).cast(polars.String) for name in texts),
            polars.col("EventDate").cast(polars.Int32).cast(polars.Date),
            (polars.col("EventTime") * 1_000_000).cast(polars.Datetime("us")))

    def rows(self, sql):
        return self.context.execute(dated(sql), eager=True).rows()


class DataFusion:
    name = "datafusion"

    def __init__(self, sources):
        import datafusion  # pylint: disable=import-outside-toplevel
        config = datafusion.SessionConfig().with_target_partitions(engines.threads)
        for name, value in (("sql_parser.enable_ident_normalization", "false"),
                            ("execution.parquet.binary_as_string", "true")):
            config = config.set(f"datafusion.{name}", value)
        self.context = datafusion.SessionContext(config)
        for table, source in sources.items():
            if source.typed == "*":
                self.context.register_parquet(table, source.path)
                continue
            self.context.register_parquet(f"raw_{table}", source.path)
            self.context.sql(f"""CREATE VIEW {table} AS SELECT * EXCEPT ("EventDate", "EventTime"),
                CAST(CAST("EventDate" AS INT) AS DATE) AS "EventDate",
                to_timestamp_seconds("EventTime") AS "EventTime" FROM raw_{table}""")

    def rows(self, sql):
        batches = self.context.sql(dated(sql)).collect()
        return [tuple(column[i].as_py() for column in batch.columns)
                for batch in batches for i in range(batch.num_rows)]


class Peers:
    """Runs statements in turns, as engines.DuckDB does.  names: of the columns."""

    names = ("duck 1T", "duck 2T", "polars", "datafusion")

    def __init__(self, options, sources, texts):
        """sources: {table: Source}; texts: {name: DuckDB's SQL}"""
        self.texts, self.refused = texts, set()
        self.times = collections.defaultdict(list)
        self.said = collections.defaultdict(dict)
        self.duck, self.engines = engines.DuckDB({}), []
        if options.no_duckdb:
            return
        views = "".join(f"CREATE VIEW {table} AS SELECT {source.typed} FROM '{source.path}';"
                        for table, source in sources.items())
        self.duck = engines.DuckDB({name: [("duck", text, False)]
                                    for name, text in texts.items()}, views)
        for kind in (Polars, DataFusion):
            try:
                self.engines.append(kind(sources))
            except ImportError:
                print(f"skipped: {kind.name}: it is not installed in build/bench/venv")

    def run(self, name, timed):
        self.duck.run(name, timed)
        for engine in self.engines:
            if (name, engine.name) not in self.refused:
                self.run_one(engine, name, timed)

    def run_one(self, engine, name, timed):
        sql = self.texts[name]
        try:
            if timed:
                self.times[name, engine.name].append(engines.turn_ms(lambda: engine.rows(sql)))
            else:
                self.said[name][engine.name] = [[engines.value_text(value) for value in row]
                                                for row in engine.rows(sql)]
        except BaseException as error:  # pylint: disable=broad-exception-caught
            if isinstance(error, KeyboardInterrupt):
                raise
            # These engines do not know all functions of SQL that are asked for.
            self.refused.add((name, engine.name))
            print(f"{engine.name} refuses {name}: {str(error).splitlines()[0][:120]}")

    def median(self, name, who):
        if who.startswith("duck"):
            return self.duck.median(name, "duck", int(who[5])) if self.duck.statements else None
        times = self.times[name, who]
        return statistics.median(times) if times else None

    def answers(self, name):
        said = dict(self.said[name])
        if (name, "duck") in self.duck.answers:
            said["duck"] = self.duck.answers[name, "duck"]
        return said
