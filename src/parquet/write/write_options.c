/* SPDX-License-Identifier: MIT */
/*
 * write_options.c - what files are written like unless options say otherwise.
 */
#include "parquet/write/file_writer.h"

#include "codec/codec.h"

void pq_write_options_init(struct pq_write_options *options)
{
    *options = (struct pq_write_options){
        .compression = PQ_ZSTD,
        .compression_level = CODEC_DEFAULT_LEVEL,
        .row_group_rows = 122880,
        .row_group_bytes = 128 << 20,
        .page_bytes = 1 << 20,
        .page_rows = 20000,
        .front_bytes = 8 << 10,
        .dictionary_bytes = 1 << 20,
        .dictionary_entries = UINT32_MAX,
        .data_page_version = 1,
        .bloom_false_positive_ratio = 0.01,
        .geoparquet = PQ_GEOPARQUET_BOTH,
        .created_by = "parquet_vtab",
        .in_background = true,
    };
}
