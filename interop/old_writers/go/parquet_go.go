// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"sort"
	"strings"

	"LIBRARY"
)

func node(kind string) parquet.Node {
	switch {
	case strings.HasPrefix(kind, "decimal"):
		precision, scale := digits(kind)
		if precision <= 9 {
			return parquet.Decimal(scale, precision, parquet.Int32Type)
		} else if precision <= 18 {
			return parquet.Decimal(scale, precision, parquet.Int64Type)
		}
		return parquet.Decimal(scale, precision, parquet.FixedLenByteArrayType(16))
	case strings.HasPrefix(kind, "uint"):
		return parquet.Uint(bits(kind))
	case strings.HasPrefix(kind, "int"):
		return parquet.Int(bits(kind))
	}
	switch kind {
	case "bool":
		return parquet.Leaf(parquet.BooleanType)
	case "float":
		return parquet.Leaf(parquet.FloatType)
	case "double":
		return parquet.Leaf(parquet.DoubleType)
	case "binary":
		return parquet.Leaf(parquet.ByteArrayType)
	case "text":
		return parquet.String()
	case "fixed(4)":
		return parquet.Leaf(parquet.FixedLenByteArrayType(4))
	case "date":
		return parquet.Date()
	case "timestamp_ms":
		return parquet.Timestamp(parquet.Millisecond)
	case "timestamp_us":
		return parquet.Timestamp(parquet.Microsecond)
	case "timestamp_ns":
		return parquet.Timestamp(parquet.Nanosecond)
	case "time_ms":
		return parquet.Time(parquet.Millisecond)
	case "time_us":
		return parquet.Time(parquet.Microsecond)
	case "time_ns":
		return parquet.Time(parquet.Nanosecond)
	}
	if parts := strings.Split(kind, "/"); parts[0] == "struct" {
		return parquet.Group{"a": parquet.Optional(node(parts[1])), "b": parquet.Optional(node(parts[2]))}
	}
	panic("no such column: " + kind)
}

func value(kind parquet.Kind, word string) parquet.Value {
	switch kind {
	case parquet.Boolean:
		return parquet.ValueOf(word == "1")
	case parquet.Int32:
		return parquet.ValueOf(int32(integer(word)))
	case parquet.Int64:
		return parquet.ValueOf(integer(word))
	case parquet.Float:
		return parquet.ValueOf(float32(number(word)))
	case parquet.Double:
		return parquet.ValueOf(number(word))
	case parquet.FixedLenByteArray:
		if word[0] != 'x' {
			return parquet.FixedLenByteArrayValue(decimalBytes(word))
		}
		return parquet.FixedLenByteArrayValue([]byte(raw(word)))
	}
	return parquet.ByteArrayValue([]byte(raw(word)))
}

// leaf returns a leaf's value at the level of the groups around it.
func leaf(node parquet.Node, word string, level, index int) parquet.Value {
	if isNull(word) {
		return parquet.Value{}.Level(0, level, index)
	}
	return value(node.Type().Kind(), word).Level(0, level+1, index)
}

func rowOf(schema parquet.Group, columns []column, i int) parquet.Row {
	var row parquet.Row
	for _, c := range columns {
		word := c.values[i]
		if !strings.HasPrefix(c.kind, "struct") {
			row = append(row, leaf(schema[c.name], word, 0, len(row)))
			continue
		}
		inner, words, level := schema[c.name].Fields(), []string{"~", "~"}, 0
		if !isNull(word) {
			words, level = strings.Split(word[1:len(word)-1], ","), 1
		}
		for n := range words {
			row = append(row, leaf(inner[n], words[n], level, len(row)))
		}
	}
	return row
}

func writeTable(t *table) {
	small := []parquet.WriterOption{parquet.PageBufferSize(t.pageSize()), parquet.WriteBufferSize(0)}
	variants := map[string][]parquet.WriterOption{
		"default": nil, "pages": small,
		"v1": append(small, parquet.DataPageVersion(1), parquet.DataPageStatistics(true)),
	}
	for _, dictionary := range []bool{false, true} {
		for variant, options := range variants {
			if dictionary {
				variant += "_dictionary"
			}
			if t.isLong() && variant != "default" {
				continue
			}
			attempt(t, variant, func(file *os.File) {
				writeFile(t, file, dictionary, variant, options)
			})
		}
	}
}

func writeFile(t *table, file *os.File, dictionary bool, variant string, options []parquet.WriterOption) {
	fields := parquet.Group{}
	sort.Slice(t.columns, func(i, j int) bool { return t.columns[i].name < t.columns[j].name })
	for _, c := range t.columns {
		made := node(c.kind)
		if dictionary {
			made = parquet.Encoded(made, &parquet.RLEDictionary)
		}
		fields[c.name] = parquet.Optional(made)
	}
	all := append([]parquet.WriterOption{parquet.NewSchema("t", fields)}, options...)
	writer := parquet.NewWriter(file, all...)
	for i := 0; i < t.rows; i++ {
		_, err := writer.WriteRows([]parquet.Row{rowOf(fields, t.columns, i)})
		check(err)
		if !t.isLong() && i%t.group() == t.group()-1 && !strings.HasPrefix(variant, "default") {
			check(writer.Flush())
		}
	}
	check(writer.Close())
}
