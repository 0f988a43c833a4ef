/* SPDX-License-Identifier: MIT */
/*
 * format_structs.h - tables that describe the structs of parquet.thrift for
 * thrift_struct.h: field ids, types, and the members of parquet_format.h that hold them.
 * Field ids appear in format_structs.c and nowhere else.
 */
#ifndef PARQUET_FORMAT_STRUCTS_H
#define PARQUET_FORMAT_STRUCTS_H

#include "parquet/format/file_metadata.h"
#include "parquet/format/thrift_struct.h"

/* Each table fills the C struct of the same name, unless a comment names another one.
 * Structs that occur only inside others are not declared here. */
extern const struct thrift_struct PQ_FILE_METADATA;
extern const struct thrift_struct PQ_SCHEMA_ELEMENT;
extern const struct thrift_struct PQ_ROW_GROUP; /* struct pq_row_group_fields */
extern const struct thrift_struct PQ_COLUMN_CHUNK;
extern const struct thrift_struct PQ_COLUMN_METADATA;
extern const struct thrift_struct PQ_STATISTICS;
extern const struct thrift_struct PQ_ENCODING_COUNT;
extern const struct thrift_struct PQ_KEY_VALUE;
extern const struct thrift_struct PQ_SORTING_COLUMN;
extern const struct thrift_struct PQ_PAGE_HEADER;
extern const struct thrift_struct PQ_OFFSET_INDEX;
extern const struct thrift_struct PQ_PAGE_LOCATION;
extern const struct thrift_struct PQ_COLUMN_INDEX;
extern const struct thrift_struct PQ_BLOOM_HEADER;
extern const struct thrift_struct PQ_FILE_CRYPTO;

/*
 * Readers and writers of the footer's long lists, which are handled element by element
 * instead of being stored.  file_metadata.c reads them, or skips them if reader->context
 * is NULL; format_writer.c writes them.
 */
void pq_read_schema(struct thrift_reader *reader, const struct thrift_field *field,
                    void *metadata);
void pq_read_row_groups(struct thrift_reader *reader, const struct thrift_field *field,
                        void *metadata);
void pq_read_columns(struct thrift_reader *reader, const struct thrift_field *field,
                     void *row_group);
void pq_write_schema(struct thrift_writer *writer, const void *metadata);
void pq_write_row_groups(struct thrift_writer *writer, const void *metadata);
void pq_write_columns(struct thrift_writer *writer, const void *row_group);

#endif
