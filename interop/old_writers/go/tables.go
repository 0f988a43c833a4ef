// SPDX-License-Identifier: MIT

// Writes the tables of tables.txt (tables.py) with a version of a library of Go: TABLES FOLDER.
// hunt.py builds this file together with the library's own.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
)

type column struct {
	name, kind string
	values     []string
}

type table struct {
	name    string
	rows    int
	columns []column
}

func (t *table) isLong() bool { return t.rows > 100000 }

// group returns the number of rows of a row group.
func (t *table) group() int { return t.rows / 4 }

// pageSize returns the bytes of a page: a few for most tables.
func (t *table) pageSize() int { return max(40, t.rows/4) }

// isNull returns whether a word stands for NULL.
func isNull(word string) bool { return word == "~" }

func raw(word string) string {
	made, err := hex.DecodeString(word[1:])
	check(err)
	return string(made)
}

func integer(word string) int64 {
	if n, err := strconv.ParseUint(word, 10, 64); err == nil {
		return int64(n)
	}
	n, err := strconv.ParseInt(word, 10, 64)
	check(err)
	return n
}

func number(word string) float64 {
	if word == "nan" {
		return math.NaN()
	}
	n, err := strconv.ParseFloat(word, 64)
	check(err)
	return n
}

// digits returns the precision and the scale of a decimal.
func digits(kind string) (precision, scale int) {
	_, err := fmt.Sscanf(kind, "decimal(%d,%d)", &precision, &scale)
	check(err)
	return
}

// decimalBytes returns an unscaled decimal as 16 bytes.
func decimalBytes(word string) []byte {
	n, _ := new(big.Int).SetString(word, 10)
	if n.Sign() < 0 {
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return n.FillBytes(make([]byte, 16))
}

func bits(kind string) int {
	n, err := strconv.Atoi(strings.TrimLeft(kind, "uint"))
	check(err)
	return n
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// attempt writes one file; what the library refuses is a line in FOLDER/refused.
func attempt(t *table, variant string, write func(file *os.File)) {
	name := os.Args[2] + "/" + t.name + "." + variant
	defer func() {
		if why := recover(); why != nil {
			refused, _ := os.OpenFile(os.Args[2]+"/refused", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0644)
			fmt.Fprintf(refused, "%s.%s: %.200v\n", t.name, variant, why)
			refused.Close()
			os.Remove(name + ".part")
		}
	}()
	file, err := os.Create(name + ".part")
	check(err)
	write(file)
	file.Close()
	check(os.Rename(name+".part", name+".parquet"))
}

func main() {
	file, err := os.Open(os.Args[1])
	check(err)
	lines := bufio.NewReaderSize(file, 1<<20)
	var now *table
	for {
		line, err := lines.ReadString('\n')
		words := strings.Fields(line)
		if now != nil && (err != nil || words[0] == "table") {
			writeTable(now)
		}
		if err != nil {
			return
		}
		if words[0] == "table" {
			rows, _ := strconv.Atoi(words[2])
			now = &table{name: words[1], rows: rows}
		} else {
			now.columns = append(now.columns, column{words[1], words[2], words[3:]})
		}
	}
}
