/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_stream_ends.h"

static enum status check_stream(struct findings *findings, struct orc_stream_end end,
                                struct error *error)
{
    struct error failure = {0};
    bool is_at_end = true;
    if (end.stream->source == NULL || end.stream->range.begin == end.stream->range.end)
        return OK;
    enum status status = orc_bytes_is_at_end(end.stream, &is_at_end, &failure);
    findings->place.offset = (int64_t)end.stream->range.begin;
    if (status != OK)
        status = findings_add_failure(findings, SEVERITY_ERROR, "stream_end", &failure,
                                      error);
    else if (!is_at_end || end.n_left > 0)
        findings_add(findings, SEVERITY_WARNING, "stream_end",
                     "the stream %s continues after the last value",
                     orc_stream_kind_name(end.stream->range.kind));
    findings->place.offset = -1;
    return status;
}

enum status orc_check_stream_ends(struct findings *findings, struct orc_node *node,
                                  struct error *error)
{
    struct orc_stream_end ends[ORC_MOST_ENDS];
    unsigned n = orc_node_ends(node, ends);
    enum status status = OK;
    findings->place.column = node->type;
    for (unsigned i = 0; status == OK && i < n; i++)
        status = check_stream(findings, ends[i], error);
    return status;
}
