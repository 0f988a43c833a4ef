// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"strings"

	"LIBRARY/arrow"
	"LIBRARY/arrow/array"
	"LIBRARY/arrow/decimal128"
	"LIBRARY/arrow/memory"
	"LIBRARY/parquet"
	"LIBRARY/parquet/pqarrow"
	"math/big"
)

var units = map[string]arrow.TimeUnit{
	"s": arrow.Second, "ms": arrow.Millisecond, "us": arrow.Microsecond, "ns": arrow.Nanosecond}

var arrowTypes = map[string]arrow.DataType{
	"bool": arrow.FixedWidthTypes.Boolean, "float": arrow.PrimitiveTypes.Float32,
	"double": arrow.PrimitiveTypes.Float64, "binary": arrow.BinaryTypes.Binary,
	"text": arrow.BinaryTypes.String, "fixed(4)": &arrow.FixedSizeBinaryType{ByteWidth: 4},
	"date": arrow.FixedWidthTypes.Date32, "int8": arrow.PrimitiveTypes.Int8,
	"int16": arrow.PrimitiveTypes.Int16, "int32": arrow.PrimitiveTypes.Int32,
	"int64": arrow.PrimitiveTypes.Int64, "uint8": arrow.PrimitiveTypes.Uint8,
	"uint16": arrow.PrimitiveTypes.Uint16, "uint32": arrow.PrimitiveTypes.Uint32,
	"uint64": arrow.PrimitiveTypes.Uint64, "time_ms": arrow.FixedWidthTypes.Time32ms,
	"time_us": arrow.FixedWidthTypes.Time64us, "time_ns": arrow.FixedWidthTypes.Time64ns,
}

func arrowType(kind string) arrow.DataType {
	if found, ok := arrowTypes[kind]; ok {
		return found
	}
	parts := strings.Split(kind, "/")
	switch {
	case strings.HasPrefix(kind, "decimal"):
		precision, scale := digits(kind)
		return &arrow.Decimal128Type{Precision: int32(precision), Scale: int32(scale)}
	case strings.HasPrefix(kind, "timestamp"):
		return &arrow.TimestampType{Unit: units[strings.Split(kind, "_")[1]]}
	case parts[0] == "list":
		return arrow.ListOf(arrowType(parts[1]))
	case parts[0] == "struct":
		return arrow.StructOf(arrow.Field{Name: "a", Type: arrowType(parts[1]), Nullable: true},
			arrow.Field{Name: "b", Type: arrowType(parts[2]), Nullable: true})
	}
	panic("no such column: " + kind)
}

func inside(word string) []string {
	if len(word) < 3 {
		return nil
	}
	return strings.Split(word[1:len(word)-1], ",")
}

func appendWord(builder array.Builder, word string) {
	if isNull(word) {
		builder.AppendNull()
		return
	}
	switch b := builder.(type) {
	case *array.BooleanBuilder:
		b.Append(word == "1")
	case *array.Float32Builder:
		b.Append(float32(number(word)))
	case *array.Float64Builder:
		b.Append(number(word))
	case *array.StringBuilder:
		b.Append(raw(word))
	case *array.BinaryBuilder:
		b.Append([]byte(raw(word)))
	case *array.FixedSizeBinaryBuilder:
		b.Append([]byte(raw(word)))
	case *array.Int8Builder:
		b.Append(int8(integer(word)))
	case *array.Int16Builder:
		b.Append(int16(integer(word)))
	case *array.Int32Builder:
		b.Append(int32(integer(word)))
	case *array.Int64Builder:
		b.Append(integer(word))
	case *array.Uint8Builder:
		b.Append(uint8(integer(word)))
	case *array.Uint16Builder:
		b.Append(uint16(integer(word)))
	case *array.Uint32Builder:
		b.Append(uint32(integer(word)))
	case *array.Uint64Builder:
		b.Append(uint64(integer(word)))
	case *array.Date32Builder:
		b.Append(arrow.Date32(integer(word)))
	case *array.Time32Builder:
		b.Append(arrow.Time32(integer(word)))
	case *array.Time64Builder:
		b.Append(arrow.Time64(integer(word)))
	case *array.TimestampBuilder:
		b.Append(arrow.Timestamp(integer(word)))
	case *array.Decimal128Builder:
		n, _ := new(big.Int).SetString(word, 10)
		b.Append(decimal128.FromBigInt(n))
	case *array.ListBuilder:
		b.Append(true)
		for _, w := range inside(word) {
			appendWord(b.ValueBuilder(), w)
		}
	case *array.StructBuilder:
		b.Append(true)
		for i, w := range inside(word) {
			appendWord(b.FieldBuilder(i), w)
		}
	default:
		panic("no such column")
	}
}

func writeTable(t *table) {
	small := []parquet.WriterProperty{parquet.WithDataPageSize(int64(t.pageSize() / 2)), parquet.WithBatchSize(int64(t.group() / 8)),
		parquet.WithMaxRowGroupLength(int64(t.group()))}
	variants := map[string][]parquet.WriterProperty{
		"default": nil, "pages": small,
		"v2":    append(small, parquet.WithDataPageVersion(parquet.DataPageV2)),
		"plain": append(small, parquet.WithDictionaryDefault(false)),
	}
	var fields []arrow.Field
	for _, c := range t.columns {
		fields = append(fields, arrow.Field{Name: c.name, Nullable: true})
	}
	for variant, options := range variants {
		if t.isLong() && variant != "default" {
			continue
		}
		attempt(t, variant, func(file *os.File) {
			for i, c := range t.columns {
				fields[i].Type = arrowType(c.kind)
			}
			builder := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
			for i, c := range t.columns {
				for _, word := range c.values {
					appendWord(builder.Field(i), word)
				}
			}
			record := builder.NewRecord()
			rows := array.NewTableFromRecords(record.Schema(), []RECORD{record})
			groups := int64(t.group())
			if variant == "default" {
				groups = 1 << 20
			}
			check(pqarrow.WriteTable(rows, file, groups, parquet.NewWriterProperties(options...),
				pqarrow.DefaultWriterProps()))
		})
	}
}
