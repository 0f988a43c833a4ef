/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_stream_ends.h"

/* n_left: values that are decoded and not read. */
static enum status check_stream(struct findings *findings, struct orc_byte_stream *stream,
                                uint32_t n_left, struct error *error)
{
    struct error failure = {0};
    bool is_at_end = true;
    if (stream->source == NULL || stream->range.begin == stream->range.end)
        return OK;
    enum status status = orc_bytes_is_at_end(stream, &is_at_end, &failure);
    findings->place.offset = (int64_t)stream->range.begin;
    if (status != OK)
        status = findings_add_failure(findings, SEVERITY_ERROR, "stream_end", &failure,
                                      error);
    else if (!is_at_end || n_left > 0)
        findings_add(findings, SEVERITY_WARNING, "stream_end",
                     "the stream %s continues after the last value",
                     orc_stream_kind_name(stream->range.kind));
    findings->place.offset = -1;
    return status;
}

static enum status check_integers(struct findings *findings,
                                  struct orc_integer_reader *reader, struct error *error)
{
    return check_stream(findings, &reader->bytes, reader->n - reader->at, error);
}

static enum status check_byte_values(struct findings *findings,
                                     struct orc_byte_reader *reader, struct error *error)
{
    return check_stream(findings, &reader->bytes, reader->n - reader->at, error);
}

static enum status check_values(struct findings *findings, struct orc_leaf_values *values,
                                struct error *error)
{
    enum status status;
    switch (values->kind) {
    case ORC_BOOLEAN:
        return check_byte_values(findings, &values->booleans.bytes, error);
    case ORC_BYTE:
        return check_byte_values(findings, &values->bytes, error);
    case ORC_FLOAT:
    case ORC_DOUBLE_TYPE:
        return check_stream(findings, &values->data, 0, error);
    case ORC_TIMESTAMP:
    case ORC_TIMESTAMP_INSTANT:
        status = check_integers(findings, &values->integers, error);
        return status == OK ? check_integers(findings, &values->lengths, error) : status;
    case ORC_DECIMAL:
        if (values->has_integer_decimals)
            return check_integers(findings, &values->integers, error);
        status = check_stream(findings, &values->decimals.digits, 0, error);
        return status == OK ? check_integers(findings, &values->decimals.scales, error)
                            : status;
    case ORC_STRING:
    case ORC_VARCHAR:
    case ORC_CHAR:
    case ORC_BINARY:
        /* The ends of a dictionary were checked when it was read. */
        if (values->is_dictionary)
            return check_integers(findings, &values->integers, error);
        status = check_stream(findings, &values->data, 0, error);
        return status == OK ? check_integers(findings, &values->lengths, error) : status;
    default:
        return check_integers(findings, &values->integers, error);
    }
}

enum status orc_check_stream_ends(struct findings *findings, struct orc_node *node,
                                  struct error *error)
{
    enum status status = OK;
    findings->place.column = node->type;
    if (node->has_present)
        status = check_byte_values(findings, &node->present.bytes, error);
    if (status != OK)
        return status;
    if (node->values != NULL)
        return check_values(findings, node->values, error);
    if (node->kind == ORC_LIST || node->kind == ORC_MAP)
        return check_integers(findings, &node->sizes, error);
    return node->kind == ORC_UNION ? check_byte_values(findings, &node->tag_reader, error)
                                   : OK;
}
