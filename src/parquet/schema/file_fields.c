/* SPDX-License-Identifier: MIT */
#include "parquet/schema/file_fields.h"

#include <string.h>

static const struct {
    const char *name;
    int type;
    bool is_text;
} known[PQ_N_FILE_FIELDS] = {
    {"uri", PQ_BYTE_ARRAY, true},      {"offset", PQ_INT64, false},
    {"size", PQ_INT64, false},         {"content_type", PQ_BYTE_ARRAY, true},
    {"checksum", PQ_BYTE_ARRAY, true}, {"inline", PQ_BYTE_ARRAY, false}};

void pq_file_fields(struct pq_schema_element fields[PQ_N_FILE_FIELDS])
{
    for (size_t i = 0; i < PQ_N_FILE_FIELDS; i++) {
        bool is_text = known[i].is_text;
        fields[i] = (struct pq_schema_element){
            .type = known[i].type,
            .repetition = PQ_OPTIONAL,
            .name = slice_of(known[i].name, strlen(known[i].name)),
            .n_children = -1,
            .converted_type = is_text ? PQ_UTF8 : PQ_CONVERTED_NONE,
            .logical = {.kind = is_text ? PQ_LOGICAL_STRING : PQ_LOGICAL_NONE,
                        .algorithm = -1}};
    }
}

bool pq_is_file_field(const struct pq_schema_element *element)
{
    for (size_t i = 0; i < PQ_N_FILE_FIELDS; i++) {
        if (slice_equals_text(element->name, known[i].name))
            return element->type == known[i].type && element->repetition == PQ_OPTIONAL &&
                   element->logical.kind ==
                       (known[i].is_text ? PQ_LOGICAL_STRING : PQ_LOGICAL_NONE);
    }
    return false;
}
