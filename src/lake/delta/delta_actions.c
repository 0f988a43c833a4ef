/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_actions.h"

#include "base/interrupt.h"

enum member_form { TEXT, INTEGER, RAW, ANY, TEXTS, PAIRS, OBJECT };

/* A member of an action, and where it goes in the action's struct. */
struct member {
    const char *name;
    enum member_form form;
    size_t offset;
    const struct member *members; /* OBJECT: offsets are from the same struct */
};

#define FILE_MEMBER(name, form, member)                                                  \
    {                                                                                    \
        name, form, offsetof(struct delta_file_action, member), NULL                     \
    }
static const struct member VECTOR[] = {
    FILE_MEMBER("storageType", TEXT, vector.storage),
    FILE_MEMBER("pathOrInlineDv", TEXT, vector.text),
    FILE_MEMBER("offset", INTEGER, vector.offset),
    FILE_MEMBER("sizeInBytes", INTEGER, vector.size),
    FILE_MEMBER("cardinality", INTEGER, vector.cardinality),
    {NULL, TEXT, 0, NULL},
};
static const struct member ADD[] = {
    FILE_MEMBER("path", TEXT, path),
    FILE_MEMBER("partitionValues", PAIRS, partition_values),
    FILE_MEMBER("partitionValues_parsed", PAIRS, parsed_partition_values),
    FILE_MEMBER("size", INTEGER, size),
    FILE_MEMBER("modificationTime", INTEGER, modification_time),
    FILE_MEMBER("stats", TEXT, stats),
    FILE_MEMBER("stats_parsed", RAW, parsed_stats),
    {"deletionVector", OBJECT, 0, VECTOR},
    {NULL, TEXT, 0, NULL},
};
static const struct member REMOVE[] = {
    FILE_MEMBER("path", TEXT, path),
    {"deletionVector", OBJECT, 0, VECTOR},
    {NULL, TEXT, 0, NULL},
};
static const struct member SIDECAR[] = {
    FILE_MEMBER("path", TEXT, path),
    {NULL, TEXT, 0, NULL},
};

#define METADATA_MEMBER(name, form, member)                                              \
    {                                                                                    \
        name, form, offsetof(struct delta_metadata, member), NULL                        \
    }
static const struct member FORMAT[] = {
    METADATA_MEMBER("provider", TEXT, provider),
    {NULL, TEXT, 0, NULL},
};
static const struct member METADATA[] = {
    METADATA_MEMBER("id", TEXT, id),
    METADATA_MEMBER("name", TEXT, name),
    METADATA_MEMBER("description", TEXT, description),
    METADATA_MEMBER("schemaString", TEXT, schema),
    METADATA_MEMBER("partitionColumns", TEXTS, partition_columns),
    METADATA_MEMBER("configuration", PAIRS, properties),
    {"format", OBJECT, 0, FORMAT},
    {NULL, TEXT, 0, NULL},
};

#define PROTOCOL_MEMBER(name, form, member)                                              \
    {                                                                                    \
        name, form, offsetof(struct delta_protocol, member), NULL                        \
    }
static const struct member PROTOCOL[] = {
    PROTOCOL_MEMBER("minReaderVersion", INTEGER, min_reader_version),
    PROTOCOL_MEMBER("minWriterVersion", INTEGER, min_writer_version),
    PROTOCOL_MEMBER("readerFeatures", TEXTS, reader_features),
    PROTOCOL_MEMBER("writerFeatures", TEXTS, writer_features),
    {NULL, TEXT, 0, NULL},
};

#define INFO_MEMBER(name, form, member)                                                  \
    {                                                                                    \
        name, form, offsetof(struct delta_commit_info, member), NULL                     \
    }
/* Writers put into it what they like. */
static const struct member COMMIT_INFO[] = {
    INFO_MEMBER("timestamp", INTEGER, timestamp),
    INFO_MEMBER("inCommitTimestamp", INTEGER, in_commit_timestamp),
    INFO_MEMBER("operation", ANY, operation),
    INFO_MEMBER("userName", ANY, user),
    INFO_MEMBER("engineInfo", ANY, engine),
    INFO_MEMBER("operationParameters", ANY, parameters),
    INFO_MEMBER("operationMetrics", ANY, metrics),
    {NULL, TEXT, 0, NULL},
};

static const struct kind {
    const char *name;
    const struct member *members;
    size_t offset; /* of the struct in that of any action */
} KINDS[DELTA_OTHER] = {
    [DELTA_ADD] = {"add", ADD, offsetof(struct delta_action, file)},
    [DELTA_REMOVE] = {"remove", REMOVE, offsetof(struct delta_action, file)},
    [DELTA_METADATA] = {"metaData", METADATA, offsetof(struct delta_action, metadata)},
    [DELTA_PROTOCOL] = {"protocol", PROTOCOL, offsetof(struct delta_action, protocol)},
    [DELTA_COMMIT_INFO] = {"commitInfo", COMMIT_INFO,
                           offsetof(struct delta_action, commit_info)},
    [DELTA_SIDECAR] = {"sidecar", SIDECAR, offsetof(struct delta_action, file)},
};

const char *delta_kind_name(enum delta_kind kind)
{
    return kind < DELTA_OTHER ? KINDS[kind].name : NULL;
}

static const struct member *find_member(const struct member *members, struct slice name)
{
    while (members->name != NULL && !slice_equals_text(name, members->name))
        members++;
    return members;
}

static void read_member(struct delta_json *json, const struct member *member,
                        struct arena *arena, void *object);

static void read_members(struct delta_json *json, const struct member *members,
                         struct arena *arena, void *object)
{
    while (delta_json_key(json))
        read_member(json, find_member(members, json->text), arena, object);
}

/* Recursion ends: the tables do not contain themselves. */
static void read_member(struct delta_json *json, const struct member *member,
                        struct arena *arena, void *object)
{
    void *at = (char *)object + member->offset;
    if (member->name == NULL) {
        delta_json_skip(json);
        return;
    }
    switch (member->form) {
    case TEXT:
        delta_json_text(json, arena, at);
        break;
    case INTEGER:
        delta_json_integer(json, at);
        break;
    case RAW:
        delta_json_raw(json, arena, at);
        break;
    case ANY:
        delta_json_any(json, arena, at);
        break;
    case TEXTS:
        delta_json_texts(json, arena, at);
        break;
    case PAIRS:
        delta_json_pairs(json, arena, at);
        break;
    case OBJECT:
        if (delta_json_enter(json, JSON_BEGIN_OBJECT))
            read_members(json, member->members, arena, object);
        break;
    }
}

/* What every action of its kind has. */
static void check_action(const struct delta_action *action, struct error *error)
{
    const struct deletion_vector *vector = &action->file.vector;
    bool is_of_file = action->kind == DELTA_ADD || action->kind == DELTA_REMOVE;
    if ((is_of_file || action->kind == DELTA_SIDECAR) && action->file.path.data == NULL)
        error_set(error, CORRUPT, "it has no path");
    else if (is_of_file && vector->storage.data != NULL && vector->text.data == NULL)
        error_set(error, CORRUPT, "its deletion vector has no pathOrInlineDv");
    else if (action->kind == DELTA_METADATA && action->metadata.schema.data == NULL)
        error_set(error, CORRUPT, "it has no schemaString");
    else if (action->kind == DELTA_PROTOCOL && action->protocol.min_reader_version < 0)
        error_set(error, CORRUPT, "it has no minReaderVersion");
}

/* Keeps the JSON of an action, from `begin` on, for those who read it again. */
static void keep_text(const struct delta_json *json, size_t begin, struct arena *arena,
                      struct delta_action *action, struct error *error)
{
    size_t size = json->reader.at - begin;
    const char *text = arena_copy_text(arena, json->reader.text.data + begin, size);
    if (text == NULL)
        error_nomem(error);
    if (action->kind == DELTA_METADATA)
        action->metadata.text = slice_of(text, size);
    else
        action->protocol.text = slice_of(text, size);
}

enum status delta_action_read(struct delta_json *json, enum delta_kind kind,
                              struct arena *arena, struct delta_action *action,
                              struct error *error)
{
    action->kind = DELTA_OTHER;
    if (kind == DELTA_METADATA)
        action->metadata = (struct delta_metadata){.is_known = true};
    else if (kind == DELTA_PROTOCOL)
        action->protocol = (struct delta_protocol){
            .min_reader_version = -1, .min_writer_version = -1, .is_known = true};
    else if (kind == DELTA_COMMIT_INFO)
        action->commit_info = (struct delta_commit_info){.timestamp = -1,
                                                         .in_commit_timestamp = -1};
    else
        action->file = (struct delta_file_action){
            .size = -1,
            .modification_time = -1,
            .vector = {.offset = -1, .size = -1, .cardinality = -1}};
    if (!delta_json_enter(json, JSON_BEGIN_OBJECT))
        return error->status;
    size_t begin = json->reader.at - 1;
    action->kind = kind;
    read_members(json, KINDS[kind].members, arena, (char *)action + KINDS[kind].offset);
    if (error->status == OK)
        check_action(action, error);
    if (error->status == OK && (kind == DELTA_METADATA || kind == DELTA_PROTOCOL))
        keep_text(json, begin, arena, action, error);
    return error->status;
}

/* ---- Commits ---------------------------------------------------------------------- */

void delta_commit_start(struct delta_commit *commit, struct slice text, unsigned wanted)
{
    commit->rest = text;
    commit->n = 0;
    commit->is_inside = false;
    commit->wanted = wanted;
}

void delta_commit_release(struct delta_commit *commit)
{
    delta_json_release(&commit->json);
}

static enum delta_kind kind_of(struct slice name)
{
    enum delta_kind kind = DELTA_ADD;
    while (kind < DELTA_OTHER && !slice_equals_text(name, KINDS[kind].name))
        kind++;
    return kind;
}

/* Moves to the next key; false at the end, or if that fails. */
static bool next_key(struct delta_commit *commit, struct error *error)
{
    struct slice document;
    for (;;) {
        if (commit->is_inside && delta_json_key(&commit->json))
            return true;
        commit->is_inside = false;
        if (error->status != OK || interrupt_check(error) != OK ||
            !delta_json_next_document(&commit->rest, &document))
            return false;
        commit->n++;
        delta_json_start(&commit->json, document, error);
        commit->is_inside = delta_json_enter(&commit->json, JSON_BEGIN_OBJECT);
    }
}

enum status delta_commit_next(struct delta_commit *commit, struct delta_action *action,
                              bool *is_end, struct error *error)
{
    commit->json.error = error;
    action->kind = DELTA_OTHER;
    while (error->status == OK && action->kind == DELTA_OTHER &&
           next_key(commit, error)) {
        enum delta_kind kind = kind_of(commit->json.text);
        bool is_of_file = kind == DELTA_ADD || kind == DELTA_REMOVE;
        struct arena *arena = is_of_file ? commit->files : commit->others;
        if (kind == DELTA_OTHER || (commit->wanted & 1u << kind) == 0)
            delta_json_skip(&commit->json);
        else if (delta_action_read(&commit->json, kind, arena, action, error) != OK)
            error_locate(error, "%s", KINDS[kind].name);
    }
    *is_end = action->kind == DELTA_OTHER;
    return error->status == OK
               ? OK
               : error_locate(error, "action %llu", (unsigned long long)commit->n);
}
