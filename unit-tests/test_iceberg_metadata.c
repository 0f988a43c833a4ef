/* SPDX-License-Identifier: MIT */
/* test_iceberg_metadata.c - metadata files of Iceberg tables as text: what is read of
 * each version, which snapshot and schema is found for which wish, and what is refused
 * (iceberg_metadata.h, iceberg_history.h). */
#include <string.h>

#include "lake/iceberg/iceberg_history.h"
#include "unit_bytes.h"
#include "unit_test.h"

#define FIELDS(name) "\"fields\":[{\"id\":1,\"name\":\"" name "\",\"type\":\"int\"}]"

static const char TABLE[] =
    "{\"format-version\":2,\"table-uuid\":\"u-1\",\"location\":\"s3:\\/\\/b\\/t\","
    "\"last-updated-ms\":4000,\"unknown\":[{\"a\":[1]}],"
    "\"schemas\":[{\"type\":\"struct\",\"schema-id\":0," FIELDS(
        "a") "},"
             "{\"schema-id\":7,\"type\":\"struct\"," FIELDS(
                 "b") "}],\"current-schema-id\":7,"
                      "\"partition-specs\":[{\"spec-id\":0,\"fields\":[]},"
                      "{\"spec-id\":3,\"fields\":[{\"source-id\":1,\"field-id\":1002,"
                      "\"name\":\"a_bucket\",\"transform\":\"bucket[16]\"}]}],"
                      "\"default-spec-id\":3,"
                      "\"properties\":{\"schema.name-mapping.default\":\"[{\\\"x\\\"}]\"}"
                      ",\"current-snapshot-id\":30,"
                      "\"snapshots\":["
                      "{\"snapshot-id\":10,\"timestamp-ms\":1000,\"schema-id\":0,"
                      "\"manifest-list\":\"s3://b/t/metadata/snap-10.avro\","
                      "\"summary\":{\"operation\":\"append\",\"n\":\"1\"}},"
                      "{\"snapshot-id\":20,\"parent-snapshot-id\":10,"
                      "\"timestamp-ms\":2000,\"schema-id\":0},"
                      "{\"snapshot-id\":30,\"parent-snapshot-id\":10,"
                      "\"sequence-number\":3,\"timestamp-ms\":3000,\"key-id\":\"k\"}],"
                      "\"snapshot-log\":[{\"snapshot-id\":10,\"timestamp-ms\":1000},"
                      "{\"snapshot-id\":20,\"timestamp-ms\":2000},"
                      "{\"snapshot-id\":10,\"timestamp-ms\":2500},"
                      "{\"snapshot-id\":30,\"timestamp-ms\":3000}],"
                      "\"refs\":{\"main\":{\"snapshot-id\":30,\"type\":\"branch\"},"
                      "\"old\":{\"snapshot-id\":10,\"type\":\"tag\"},"
                      "\"dev\":{\"snapshot-id\":20,\"type\":\"branch\"}}}";

static struct iceberg_metadata metadata;
static struct error error;

/* Reads a text from a block of its size; OK or the message's status. */
static enum status read_text(const char *text)
{
    uint8_t *copy = exact_copy(text, strlen(text));
    iceberg_metadata_release(&metadata);
    error_clear(&error);
    enum status status = iceberg_metadata_read(slice_of(copy, strlen(text)), &metadata,
                                               &error);
    free(copy);
    CHECK(status == error.status);
    return status;
}

/* The snapshot's id, and the schema's behind a slash; or the message. */
static const char *found(struct iceberg_wish wish)
{
    static char text[sizeof error.message];
    const struct iceberg_snapshot *snapshot;
    int32_t schema_id;
    error_clear(&error);
    if (iceberg_history_find(&metadata, &wish, &snapshot, &schema_id, &error) != OK)
        return error.message;
    snprintf(text, sizeof text, "%lld/%d",
             snapshot == NULL ? -1LL : (long long)snapshot->id, (int)schema_id);
    return text;
}

static const char *found_at(int64_t timestamp_ms)
{
    return found(
        (struct iceberg_wish){.version = ICEBERG_AS_OF, .timestamp_ms = timestamp_ms});
}

static const char *found_named(enum iceberg_version version, const char *name)
{
    return found((struct iceberg_wish){.version = version, .name = name});
}

static void members_are_read_in_any_order(void)
{
    CHECK(read_text(TABLE) == OK);
    CHECK(metadata.format_version == 2);
    CHECK(slice_equals_text(metadata.uuid, "u-1"));
    CHECK(slice_equals_text(metadata.location, "s3://b/t"));
    CHECK(metadata.last_updated_ms == 4000);
    CHECK(metadata.n_schemas == 2 && metadata.schemas[1].id == 7);
    CHECK(metadata.n_specs == 2 && metadata.n_snapshots == 3);
    CHECK(metadata.n_refs == 3 && metadata.n_log == 4);
    CHECK(slice_equals_text(metadata.name_mapping, "[{\"x\"}]"));
    const struct iceberg_partition_spec *spec = iceberg_metadata_spec(&metadata, 3);
    CHECK(spec != NULL && spec->n_fields == 1 && spec->fields[0].parameter == 16 &&
          spec->fields[0].transform == ICEBERG_BUCKET);
    CHECK(iceberg_metadata_spec(&metadata, 1) == NULL);
    CHECK(iceberg_metadata_snapshot(&metadata, 30)->sequence_number == 3);
}

static void schemas_are_found_by_id(void)
{
    const struct iceberg_schema *schema;
    const struct iceberg_field *field;
    CHECK(read_text(TABLE) == OK);
    CHECK(iceberg_metadata_schema(&metadata, 0, &schema, &error) == OK);
    CHECK(schema->n_fields == 1 && slice_equals_text(schema->fields[0].name, "a"));
    CHECK(iceberg_metadata_find_field(&metadata, schema, 1, &field, &error) == OK);
    CHECK(field == &schema->fields[0]);
    CHECK(iceberg_metadata_find_field(&metadata, schema, 2, &field, &error) == OK);
    CHECK(field == NULL);
    CHECK(iceberg_metadata_schema(&metadata, 8, &schema, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the metadata have no schema 8");
}

static void a_dropped_column_is_found_in_older_schemas(void)
{
    const struct iceberg_schema *schema;
    const struct iceberg_field *field;
    CHECK(read_text("{\"format-version\":2,\"current-schema-id\":3,\"schemas\":["
                    "{\"schema-id\":1,\"fields\":[{\"id\":1,\"name\":\"a\",\"type\":"
                    "\"int\"},{\"id\":2,\"name\":\"b\",\"type\":\"int\"}]},"
                    "{\"schema-id\":2,\"fields\":[{\"id\":2,\"name\":\"c\",\"type\":"
                    "\"what\"}]},{\"schema-id\":3,\"fields\":[]}]}") == OK);
    CHECK(iceberg_metadata_schema(&metadata, 3, &schema, &error) == OK);
    CHECK(iceberg_metadata_find_field(&metadata, schema, 2, &field, &error) == OK);
    CHECK(field != NULL && slice_equals_text(field->name, "b"));
    CHECK(iceberg_metadata_schema(&metadata, 2, &schema, &error) == UNSUPPORTED);
    CHECK_TEXT(error.message, "schema 2: field \"c\": unknown type what");
}

static void snapshots_are_found_by_wish(void)
{
    CHECK(read_text(TABLE) == OK);
    CHECK_TEXT(found((struct iceberg_wish){.version = ICEBERG_CURRENT}), "30/7");
    CHECK_TEXT(
        found((struct iceberg_wish){.version = ICEBERG_SNAPSHOT, .snapshot_id = 20}),
        "20/0");
    CHECK_TEXT(
        found((struct iceberg_wish){.version = ICEBERG_SNAPSHOT, .snapshot_id = 5}),
        "the table has no snapshot 5; it has 3 others");
    /* The schema of a branch is the table's, that of a tag its snapshot's. */
    CHECK_TEXT(found_named(ICEBERG_BRANCH, "main"), "30/7");
    CHECK_TEXT(found_named(ICEBERG_BRANCH, "dev"), "20/7");
    CHECK_TEXT(found_named(ICEBERG_TAG, "old"), "10/0");
    CHECK_TEXT(found_named(ICEBERG_TAG, "dev"),
               "the table has no tag \"dev\", but a branch of this name");
    CHECK_TEXT(found_named(ICEBERG_BRANCH, "x"), "the table has no branch \"x\"");
}

static void times_find_what_was_current_then(void)
{
    CHECK(read_text(TABLE) == OK);
    CHECK_TEXT(found_at(1000), "10/0");
    CHECK_TEXT(found_at(1999), "10/0");
    CHECK_TEXT(found_at(2000), "20/0");
    CHECK_TEXT(found_at(2600), "10/0"); /* it was rolled back */
    CHECK_TEXT(found_at(INT64_MAX), "30/7");
    CHECK_TEXT(found_at(999), "the table has no snapshot as old as 1970-01-01 "
                              "00:00:00.999 UTC; the first that it knows is of "
                              "1970-01-01 00:00:01");
}

static void times_without_a_log_find_ancestors(void)
{
    char text[sizeof TABLE];
    strcpy(text, TABLE);
    memcpy(strstr(text, "snapshot-log"), "snapshot-dog", 12);
    CHECK(read_text(text) == OK);
    CHECK_TEXT(found_at(3000), "30/7");
    CHECK_TEXT(found_at(2999), "10/0"); /* 20 is not one of its parents */
    memcpy(strstr(text, "\"parent-snapshot-id\":10,\"seq"), "\"parent-snapshot-id\":30,",
           24);
    CHECK(read_text(text) == OK);
    CHECK_TEXT(found_at(2999), "the table has no snapshot as old as 1970-01-01 "
                               "00:00:02.999 UTC; the first that it knows is of "
                               "1970-01-01 00:00:03");
}

static void details_of_snapshots_are_read(void)
{
    struct iceberg_snapshot_details details;
    CHECK(read_text(TABLE) == OK);
    CHECK(iceberg_snapshot_read(&metadata.snapshots[0], &metadata.arena, &details,
                                &error) == OK);
    CHECK(slice_equals_text(details.operation, "append"));
    CHECK(slice_equals_text(details.summary, "{\"operation\":\"append\",\"n\":\"1\"}"));
    CHECK(slice_equals_text(details.manifest_list, "s3://b/t/metadata/snap-10.avro"));
    CHECK(details.manifests.size == 0 && details.key_id.size == 0);
    CHECK(iceberg_snapshot_read(&metadata.snapshots[2], &metadata.arena, &details,
                                &error) == OK);
    CHECK(slice_equals_text(details.key_id, "k"));
}

static void version_1_has_single_members(void)
{
    const struct iceberg_schema *schema;
    struct iceberg_snapshot_details details;
    CHECK(read_text("{\"format-version\":1,\"schema\":{\"type\":\"struct\"," FIELDS(
              "a") "},"
                   "\"partition-spec\":[{\"source-id\":1,\"name\":\"p\",\"transform\":"
                   "\"void\"},{\"source-id\":1,\"name\":\"q\",\"transform\":\"days\"}],"
                   "\"current-snapshot-id\":1,\"snapshots\":[{\"snapshot-id\":1,"
                   "\"timestamp-ms\":1,\"manifests\":[\"a\",\"b\"]}]}") == OK);
    CHECK(iceberg_metadata_schema(&metadata, 0, &schema, &error) == OK);
    CHECK_TEXT(found((struct iceberg_wish){.version = ICEBERG_CURRENT}), "1/0");
    const struct iceberg_partition_spec *spec = iceberg_metadata_spec(&metadata, 0);
    CHECK(spec->n_fields == 2 && spec->fields[1].field_id == 1001 &&
          spec->fields[0].transform == ICEBERG_VOID &&
          spec->fields[1].transform == ICEBERG_OTHER);
    CHECK(iceberg_snapshot_read(&metadata.snapshots[0], &metadata.arena, &details,
                                &error) == OK);
    CHECK(slice_equals_text(details.manifests, "[\"a\",\"b\"]"));
}

#define EMPTY(more)                                                                      \
    "{\"format-version\":3,\"schemas\":[{\"schema-id\":0,\"fields\":[]}]" more "}"

static void empty_tables_have_no_snapshot(void)
{
    static const char *const texts[] = {
        EMPTY(""),
        EMPTY(",\"current-snapshot-id\":-1"),
        EMPTY(",\"current-snapshot-id\":null,\"refs\":null"),
        EMPTY(",\"current-snapshot-id\":-1,\"snapshots\":[{\"snapshot-id\":1}]"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(read_text(texts[i]) == OK);
        CHECK_TEXT(found((struct iceberg_wish){.version = ICEBERG_CURRENT}), "-1/0");
        CHECK_TEXT(found_named(ICEBERG_BRANCH, "main"), "-1/0");
        CHECK_TEXT(found_at(5), "-1/0");
    }
}

static void a_current_snapshot_must_exist(void)
{
    CHECK(read_text(EMPTY(",\"current-snapshot-id\":9876543210123456789,"
                          "\"snapshots\":[{\"snapshot-id\":9876543210123456789},"
                          "{\"snapshot-id\":4}]")) == OK);
    CHECK_TEXT(found((struct iceberg_wish){.version = ICEBERG_CURRENT}),
               "the current snapshot, 9876543210123456789, is not one of the 2 in the "
               "metadata");
    CHECK_TEXT(
        found((struct iceberg_wish){.version = ICEBERG_SNAPSHOT, .snapshot_id = 4}),
        "4/0");
}

static void what_is_wrong_is_refused(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"format-version\":4,\"schemas\":7}",
         "the table has format version 4; this version reads those up to 3"},
        {"{\"schemas\":7,\"format-version\":4}",
         "the table has format version 4; this version reads those up to 3"},
        {"{}", "the metadata have no format-version"},
        {"{\"format-version\":0}", "the metadata have no format-version"},
        {"{\"format-version\":2}", "the metadata have no schema"},
        {"{\"format-version\":2,\"schemas\":[]}", "the metadata have no schema"},
        {"{\"format-version\":\"2\"}",
         "JSON has \"2\" where a 64-bit integer is expected"},
        {"{\"format-version\":4294967298}",
         "JSON has 4294967298 where a 32-bit integer is expected"},
        {"{\"format-version\":2,\"location\":5}", "JSON has 5 where a text is expected"},
        {"{\"format-version\":2,\"snapshots\":[3]}",
         "snapshots: JSON has 3 where an object or an array is expected"},
        {"", "not JSON: the text ends early: a value is expected"},
        {"{\"format-version\":2,", "not JSON: the text ends early: a key is expected"},
        {"{\"partition-specs\":[{\"spec-id\":5}]}",
         "partition-specs: partition spec 5: it has no fields"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(read_text(cases[i].text) != OK);
        CHECK_TEXT(error.message, cases[i].message);
        CHECK(error.status ==
              (strstr(error.message, "version 4") != NULL ? UNSUPPORTED : CORRUPT));
    }
}

/* A file that was cut is never a table. */
static void cut_texts_are_refused(void)
{
    char text[sizeof TABLE];
    for (size_t n = 0; n < sizeof TABLE - 1; n++) {
        memcpy(text, TABLE, n);
        text[n] = '\0';
        CHECK(read_text(text) == CORRUPT);
    }
}

int main(void)
{
    RUN(members_are_read_in_any_order);
    RUN(schemas_are_found_by_id);
    RUN(a_dropped_column_is_found_in_older_schemas);
    RUN(snapshots_are_found_by_wish);
    RUN(times_find_what_was_current_then);
    RUN(times_without_a_log_find_ancestors);
    RUN(details_of_snapshots_are_read);
    RUN(version_1_has_single_members);
    RUN(empty_tables_have_no_snapshot);
    RUN(a_current_snapshot_must_exist);
    RUN(what_is_wrong_is_refused);
    RUN(cut_texts_are_refused);
    iceberg_metadata_release(&metadata);
    return unit_test_done();
}
