/* SPDX-License-Identifier: MIT */
#include "parquet/write/column_metadata.h"

#include "parquet/format/format_enums.h"

static struct pq_statistics statistics_of(const struct pq_chunk_writer *writer,
                                          const struct pq_chunk_record *record)
{
    struct pq_statistics statistics = {
        .null_count = record->null_count,
        .has_null_count = true,
        .distinct_count = record->distinct_count,
        .has_distinct_count = record->has_distinct_count,
        .nan_count = record->nan_count,
        .has_nan_count = record->has_nan_count,
        .max_is_exact = -1,
        .min_is_exact = -1,
    };
    if (record->has_bounds) {
        statistics.min_value = pq_span_of(&writer->bounds, record->min);
        statistics.min_is_exact = record->min_is_exact;
    }
    if (record->has_bounds && record->has_max) {
        statistics.max_value = pq_span_of(&writer->bounds, record->max);
        statistics.max_is_exact = record->max_is_exact;
    }
    return statistics;
}

static struct pq_written_size size_of(const struct pq_chunk_writer *writer,
                                      const struct pq_leaf *leaf,
                                      const struct pq_chunk_record *record)
{
    struct pq_written_size size = {
        .has_unencoded_bytes = leaf->type == PQ_BYTE_ARRAY,
        .unencoded_bytes = record->unencoded_bytes,
        .n_repetition = record->n_repetition,
        .n_definition = record->n_definition,
    };
    if (size.n_definition > 0) {
        const uint8_t *counts = writer->histograms.data + record->histograms_begin;
        size.repetition_histogram = (const void *)counts;
        size.definition_histogram = size.repetition_histogram + record->n_repetition;
    }
    return size;
}

struct pq_written_chunk pq_describe_chunk(const struct pq_chunk_writer *writer,
                                          const struct pq_leaf *leaf,
                                          const struct pq_chunk_record *record,
                                          struct pq_chunk_lists *lists)
{
    bool has_dictionary = record->dictionary_page_offset > 0;
    uint32_t n_encodings = 0;
    if (has_dictionary)
        lists->encodings[n_encodings++] = PQ_PLAIN;
    lists->encodings[n_encodings++] = record->encoding;
    if (leaf->max_definition_level > 0 && record->encoding != PQ_RLE)
        lists->encodings[n_encodings++] = PQ_RLE;
    lists->counts[0] = (struct pq_encoding_count){
        writer->options->data_page_version == 1 ? PQ_DATA_PAGE : PQ_DATA_PAGE_V2,
        record->encoding, record->n_data_pages};
    lists->counts[1] = (struct pq_encoding_count){PQ_DICTIONARY_PAGE, PQ_PLAIN, 1};
    return (struct pq_written_chunk){
        .type = leaf->type,
        .encodings = lists->encodings,
        .n_encodings = n_encodings,
        .codec = writer->options->compression,
        .num_values = record->n_entries,
        .total_uncompressed_size = record->uncompressed_size,
        .total_compressed_size = record->compressed_size,
        .data_page_offset = record->data_page_offset,
        .dictionary_page_offset = record->dictionary_page_offset,
        .statistics = statistics_of(writer, record),
        .encoding_counts = lists->counts,
        .n_encoding_counts = has_dictionary ? 2 : 1,
        .size = size_of(writer, leaf, record),
        .has_bbox = record->geo.has_box,
        .bbox = record->geo.box,
        .geo_types = lists->geo_types,
        .n_geo_types = pq_geo_types(&record->geo, lists->geo_types),
    };
}
