/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_findings.h"

#include <string.h>

/* Kinds that are not errors; all others are. */
static const struct {
    const char *kind;
    enum severity severity;
} MILD[] = {
    {"column_orders", SEVERITY_WARNING},
    {"created_by", SEVERITY_NOTE},
    {"data_page_offset", SEVERITY_WARNING},
    {"dictionary_page_offset", SEVERITY_WARNING},
    {"distinct_count", SEVERITY_WARNING},
    {"encoding_stats", SEVERITY_WARNING},
    {"encodings", SEVERITY_WARNING},
    {"file_offset", SEVERITY_NOTE},
    {"geo_types", SEVERITY_WARNING},
    {"index_page_offset", SEVERITY_NOTE},
    {"json", SEVERITY_WARNING},
    {"levels", SEVERITY_WARNING},
    {"magic", SEVERITY_WARNING},
    {"num_nulls", SEVERITY_WARNING},
    {"num_values", SEVERITY_WARNING},
    {"overlap", SEVERITY_WARNING},
    {"path_in_schema", SEVERITY_NOTE},
    {"range", SEVERITY_WARNING},
    {"recoverable", SEVERITY_NOTE},
    {"size_statistics", SEVERITY_WARNING},
    {"sorting_columns", SEVERITY_WARNING},
    {"total_byte_size", SEVERITY_NOTE},
    {"total_compressed_size", SEVERITY_NOTE},
    {"total_uncompressed_size", SEVERITY_NOTE},
    {"unsupported", SEVERITY_WARNING},
    {"utf8", SEVERITY_WARNING},
    {"values", SEVERITY_WARNING},
    {"version", SEVERITY_NOTE},
};

static enum severity severity_of(const char *kind)
{
    for (size_t i = 0; i < sizeof MILD / sizeof MILD[0]; i++) {
        if (strcmp(MILD[i].kind, kind) == 0)
            return MILD[i].severity;
    }
    return SEVERITY_ERROR;
}

void pq_find(struct findings *findings, const char *kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    findings_add_args(findings, severity_of(kind), kind, format, args);
    va_end(args);
}

enum status pq_find_failure(struct findings *findings, const char *kind,
                            const struct error *failure, struct error *error)
{
    return findings_add_failure(findings, severity_of(kind), kind, failure, error);
}
