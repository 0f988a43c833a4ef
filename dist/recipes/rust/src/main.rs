// SPDX-License-Identifier: MIT
use rusqlite::{Connection, LoadExtensionGuard, Result};

fn main() -> Result<()> {
    let db = Connection::open_in_memory()?;
    unsafe {
        let _enabled = LoadExtensionGuard::new(&db)?;
        db.load_extension("./parquet_vtab", None::<&str>)?;
    }
    db.execute_batch("CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet')")?;
    let n: i64 = db.query_row("SELECT count(*) FROM trips", [], |row| row.get(0))?;
    println!("{n}");
    Ok(())
}
