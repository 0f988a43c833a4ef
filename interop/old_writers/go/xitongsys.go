// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"strings"

	"LIBRARY/writer"
)

var xitongsysTypes = map[string]string{
	"bool": "BOOLEAN", "float": "FLOAT", "double": "DOUBLE", "binary": "BYTE_ARRAY",
	"text": "BYTE_ARRAY, convertedtype=UTF8", "fixed(4)": "FIXED_LEN_BYTE_ARRAY, length=4",
	"date": "INT32, convertedtype=DATE", "time_ms": "INT32, convertedtype=TIME_MILLIS",
	"time_us": "INT64, convertedtype=TIME_MICROS", "timestamp_ms": "INT64, convertedtype=TIMESTAMP_MILLIS",
	"timestamp_us_utc": "INT64, convertedtype=TIMESTAMP_MICROS",
}

// xitongsysType returns the tag of a kind, which a CSVWriter takes.
func xitongsysType(kind string, binaryDecimals bool) string {
	if told, ok := xitongsysTypes[kind]; ok {
		return told
	}
	if strings.HasPrefix(kind, "decimal") {
		precision, scale := digits(kind)
		kind := "FIXED_LEN_BYTE_ARRAY, length=16"
		if binaryDecimals {
			kind = "BYTE_ARRAY"
		} else if precision <= 9 {
			kind = "INT32"
		} else if precision <= 18 {
			kind = "INT64"
		}
		return fmt.Sprintf("%s, convertedtype=DECIMAL, scale=%d, precision=%d", kind, scale, precision)
	}
	if strings.HasPrefix(kind, "int") || strings.HasPrefix(kind, "uint") {
		physical, n := "INT32", bits(kind)
		if n == 64 {
			physical = "INT64"
		}
		sign := strings.ToUpper(strings.TrimRight(kind, "0123456789"))
		return fmt.Sprintf("%s, convertedtype=%s_%d", physical, sign, n)
	}
	panic("no such column: " + kind)
}

// spelled returns a value as the text that a CSVWriter parses.
func spelled(kind, word string) string {
	if strings.HasPrefix(word, "x") {
		return raw(word)
	}
	if kind == "bool" {
		return map[string]string{"0": "false", "1": "true"}[word]
	}
	if strings.HasPrefix(kind, "decimal") {
		_, scale := digits(kind)
		sign := ""
		if word[0] == '-' {
			sign, word = "-", word[1:]
		}
		for len(word) <= scale {
			word = "0" + word
		}
		return sign + word[:len(word)-scale] + "." + word[len(word)-scale:]
	}
	return word
}

func writeTable(t *table) {
	for _, variant := range []string{"default", "pages", "groups", "binary"} {
		if t.isLong() && variant != "default" {
			continue
		}
		attempt(t, variant, func(file *os.File) {
			var tags []string
			for _, c := range t.columns {
				tags = append(tags, fmt.Sprintf("name=%s, repetitiontype=OPTIONAL, type=%s", c.name,
					xitongsysType(c.kind, variant == "binary")))
			}
			made, err := writer.NewCSVWriterFromWriter(tags, file, 1)
			check(err)
			if variant != "default" {
				made.PageSize = int64(t.pageSize())
			}
			for i := 0; i < t.rows; i++ {
				var row []*string
				for _, c := range t.columns {
					if isNull(c.values[i]) {
						row = append(row, nil)
						continue
					}
					text := spelled(c.kind, c.values[i])
					row = append(row, &text)
				}
				check(made.WriteString(row))
				if i%t.group() == t.group()-1 && (variant == "groups" || variant == "binary") {
					check(made.Flush(true))
				}
			}
			check(made.WriteStop())
		})
	}
}
