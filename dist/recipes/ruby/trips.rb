# SPDX-License-Identifier: MIT
require "sqlite3"

db = SQLite3::Database.new(":memory:")
db.enable_load_extension(true)
db.load_extension("./parquet_vtab")
db.enable_load_extension(false)
db.execute("CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet')")
puts db.get_first_value("SELECT count(*) FROM trips")
