// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"strings"

	goparquet "LIBRARY"
	"LIBRARY/parquetschema"
)

var fraugsterTypes = map[string]string{
	"bool": "boolean %s", "float": "float %s", "double": "double %s", "binary": "binary %s",
	"text": "binary %s (STRING)", "fixed(4)": "fixed_len_byte_array(4) %s", "date": "int32 %s (DATE)",
	"time_ms": "int32 %s (TIME(MILLIS, false))", "time_us": "int64 %s (TIME(MICROS, false))",
	"timestamp_ms": "int64 %s (TIMESTAMP(MILLIS, false))",
	"timestamp_us": "int64 %s (TIMESTAMP(MICROS, false))",
	"timestamp_ns": "int64 %s (TIMESTAMP(NANOS, false))",
}

func fraugsterType(kind string) string {
	if told, ok := fraugsterTypes[kind]; ok {
		return told
	}
	if strings.HasPrefix(kind, "decimal") {
		precision, scale := digits(kind)
		physical := "fixed_len_byte_array(16)"
		if precision <= 9 {
			physical = "int32"
		} else if precision <= 18 {
			physical = "int64"
		}
		return fmt.Sprintf("%s %%s (DECIMAL(%d, %d))", physical, precision, scale)
	}
	if strings.HasPrefix(kind, "int") || strings.HasPrefix(kind, "uint") {
		physical, n := "int32", bits(kind)
		if n == 64 {
			physical = "int64"
		}
		return fmt.Sprintf("%s %%s (INT(%d, %v))", physical, n, kind[0] == 'i')
	}
	panic("no such column: " + kind)
}

func fraugsterValue(declared, word string) interface{} {
	switch strings.Split(declared, " ")[0] {
	case "boolean":
		return word == "1"
	case "int32":
		return int32(integer(word))
	case "int64":
		return integer(word)
	case "float":
		return float32(number(word))
	case "double":
		return number(word)
	}
	if word[0] != 'x' {
		return decimalBytes(word)
	}
	return []byte(raw(word))
}

func writeTable(t *table) {
	small := []goparquet.FileWriterOption{goparquet.WithMaxPageSize(int64(t.pageSize()))}
	variants := map[string][]goparquet.FileWriterOption{
		"default": nil, "pages": small,
		"v2": append(small, goparquet.WithDataPageV2()),
	}
	for variant, options := range variants {
		if t.isLong() && variant != "default" {
			continue
		}
		attempt(t, variant, func(file *os.File) {
			text := "message t {"
			for _, c := range t.columns {
				text += "optional " + fmt.Sprintf(fraugsterType(c.kind), c.name) + ";"
			}
			schema, err := parquetschema.ParseSchemaDefinition(text + "}")
			check(err)
			writer := goparquet.NewFileWriter(file,
				append(options, goparquet.WithSchemaDefinition(schema))...)
			for i := 0; i < t.rows; i++ {
				row := map[string]interface{}{}
				for _, c := range t.columns {
					if !isNull(c.values[i]) {
						row[c.name] = fraugsterValue(fraugsterType(c.kind), c.values[i])
					}
				}
				check(writer.AddData(row))
				if i%t.group() == t.group()-1 && variant != "default" {
					check(writer.FlushRowGroup())
				}
			}
			check(writer.Close())
		})
	}
}
