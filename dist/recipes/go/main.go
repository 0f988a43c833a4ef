// SPDX-License-Identifier: MIT
package main

import (
	"database/sql"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

func main() {
	sql.Register("sqlite3_parquet", &sqlite3.SQLiteDriver{Extensions: []string{"./parquet_vtab"}})
	db, err := sql.Open("sqlite3_parquet", "rides.db")
	if err != nil {
		panic(err)
	}
	if _, err = db.Exec("CREATE VIRTUAL TABLE IF NOT EXISTS trips USING parquet('testdata/trips.parquet')"); err != nil {
		panic(err)
	}
	var n int
	if err = db.QueryRow("SELECT count(*) FROM trips").Scan(&n); err != nil {
		panic(err)
	}
	fmt.Println(n)
}
