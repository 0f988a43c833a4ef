/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_history.h"

#include "lake/iceberg/iceberg_json.h"
#include "value/value_text.h"

static const char MAIN_BRANCH[] = "main";

/* ---- Which snapshot --------------------------------------------------------------- */

static enum status find_id(const struct iceberg_metadata *metadata, int64_t id,
                           const struct iceberg_snapshot **snapshot, struct error *error)
{
    *snapshot = iceberg_metadata_snapshot(metadata, id);
    if (*snapshot != NULL)
        return OK;
    return error_set(error, MISUSE, "the table has no snapshot %lld; it has %u others",
                     (long long)id, (unsigned)metadata->n_snapshots);
}

static enum status find_current(const struct iceberg_metadata *metadata,
                                const struct iceberg_snapshot **snapshot,
                                struct error *error)
{
    if (!metadata->has_current)
        return OK;
    *snapshot = iceberg_metadata_snapshot(metadata, metadata->current_snapshot_id);
    if (*snapshot != NULL)
        return OK;
    return error_set(error, CORRUPT,
                     "the current snapshot, %.*s, is not one of the %u in the metadata",
                     SLICE_SHOWN(metadata->current_snapshot_text, 40),
                     (unsigned)metadata->n_snapshots);
}

static const struct iceberg_ref *find_ref(const struct iceberg_metadata *metadata,
                                          const char *name)
{
    for (uint32_t i = 0; i < metadata->n_refs; i++) {
        if (slice_equals_text(metadata->refs[i].name, name))
            return &metadata->refs[i];
    }
    return NULL;
}

static enum status find_by_name(const struct iceberg_metadata *metadata,
                                const struct iceberg_wish *wish,
                                const struct iceberg_snapshot **snapshot,
                                struct error *error)
{
    bool is_tag = wish->version == ICEBERG_TAG;
    const struct iceberg_ref *ref = find_ref(metadata, wish->name);
    if (!is_tag && strcmp(wish->name, MAIN_BRANCH) == 0)
        return find_current(metadata, snapshot, error);
    if (ref != NULL && ref->is_tag == is_tag)
        return find_id(metadata, ref->snapshot_id, snapshot, error);
    error_set(error, MISUSE, "the table has no %s \"%.100s\"", is_tag ? "tag" : "branch",
              wish->name);
    if (ref != NULL)
        error_append(error, ", but a %s of this name", is_tag ? "branch" : "tag");
    return error->status;
}

static enum status refuse_time(int64_t timestamp_ms, int64_t first_ms,
                               struct error *error)
{
    char wanted[VALUE_TEXT_SIZE], first[VALUE_TEXT_SIZE];
    wanted[text_from_timestamp(timestamp_ms, UNIT_MILLIS, wanted)] = '\0';
    first[text_from_timestamp(first_ms, UNIT_MILLIS, first)] = '\0';
    return error_set(
        error, MISUSE,
        "the table has no snapshot as old as %s UTC; the first that it knows "
        "is of %s",
        wanted, first);
}

/* The last one that became current until then.  The log has the order in which that
 * happened, which after a rollback is not that of the snapshots. */
static enum status find_in_log(const struct iceberg_metadata *metadata, int64_t until_ms,
                               const struct iceberg_snapshot **snapshot,
                               struct error *error)
{
    const struct iceberg_log_entry *found = NULL;
    for (uint32_t i = 0; i < metadata->n_log; i++) {
        if (metadata->log[i].timestamp_ms <= until_ms)
            found = &metadata->log[i];
    }
    if (found == NULL)
        return refuse_time(until_ms, metadata->log[0].timestamp_ms, error);
    return find_id(metadata, found->snapshot_id, snapshot, error);
}

/* Without a log: among the current one and those that it was made from. */
static enum status find_ancestor(const struct iceberg_metadata *metadata,
                                 int64_t until_ms,
                                 const struct iceberg_snapshot **snapshot,
                                 struct error *error)
{
    const struct iceberg_snapshot *current;
    enum status status = find_current(metadata, &current, error);
    if (status != OK || !metadata->has_current)
        return status;
    /* Parents may go round in circles. */
    for (uint32_t i = 0; i < metadata->n_snapshots && current->timestamp_ms > until_ms;
         i++) {
        const struct iceberg_snapshot *parent =
            current->has_parent ? iceberg_metadata_snapshot(metadata, current->parent_id)
                                : NULL;
        if (parent == NULL)
            break;
        current = parent;
    }
    if (current->timestamp_ms > until_ms)
        return refuse_time(until_ms, current->timestamp_ms, error);
    *snapshot = current;
    return OK;
}

enum status iceberg_history_find(const struct iceberg_metadata *metadata,
                                 const struct iceberg_wish *wish,
                                 const struct iceberg_snapshot **snapshot,
                                 int32_t *schema_id, struct error *error)
{
    enum status status = OK;
    *snapshot = NULL;
    *schema_id = metadata->current_schema_id;
    switch (wish->version) {
    case ICEBERG_CURRENT:
        return find_current(metadata, snapshot, error);
    case ICEBERG_BRANCH:
        return find_by_name(metadata, wish, snapshot, error);
    case ICEBERG_TAG:
        status = find_by_name(metadata, wish, snapshot, error);
        break;
    case ICEBERG_SNAPSHOT:
        status = find_id(metadata, wish->snapshot_id, snapshot, error);
        break;
    case ICEBERG_AS_OF:
        status = metadata->n_log > 0
                     ? find_in_log(metadata, wish->timestamp_ms, snapshot, error)
                     : find_ancestor(metadata, wish->timestamp_ms, snapshot, error);
        break;
    }
    if (status == OK && *snapshot != NULL && (*snapshot)->has_schema_id)
        *schema_id = (*snapshot)->schema_id;
    return status;
}

/* ---- What is known of one --------------------------------------------------------- */

static enum status read_operation(struct slice summary, struct arena *arena,
                                  struct slice *operation, struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, summary, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "operation"))
            status = iceberg_json_text(value, arena, operation, error);
    }
    return status;
}

enum status iceberg_snapshot_read(const struct iceberg_snapshot *snapshot,
                                  struct arena *arena,
                                  struct iceberg_snapshot_details *details,
                                  struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    *details = (struct iceberg_snapshot_details){.operation = {0}};
    enum status status = iceberg_json_open(&walk, snapshot->json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        bool is_null = iceberg_json_kind(value) == JSON_NULL;
        if (slice_equals_text(key, "manifest-list"))
            status = iceberg_json_text(value, arena, &details->manifest_list, error);
        else if (slice_equals_text(key, "key-id"))
            status = iceberg_json_text(value, arena, &details->key_id, error);
        else if (slice_equals_text(key, "manifests") && !is_null)
            details->manifests = value;
        else if (slice_equals_text(key, "summary") && !is_null)
            details->summary = value;
    }
    if (status == OK && details->summary.size > 0)
        status = read_operation(details->summary, arena, &details->operation, error);
    return status;
}
