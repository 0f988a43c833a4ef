/* SPDX-License-Identifier: MIT */
/*
 * test_delta_table.c - which files a version of a Delta table has, from commits,
 * checkpoints of all forms and sidecars; versions, times and features that are refused
 * (delta_table.h).
 */
#define _GNU_SOURCE /* realpath() */
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "lake/deletions/z85.h"
#include "unit_delta_table.h"

#define BEGIN PROTOCOL_1 METADATA
#define VECTOR(name, offset)                                                             \
    "\"deletionVector\":{\"storageType\":\"u\",\"pathOrInlineDv\":\"" name               \
    "\",\"offset\":" offset ",\"sizeInBytes\":34,\"cardinality\":2}"

/* ---- Commits ---------------------------------------------------------------------- */

static void the_last_action_of_each_file_wins(void)
{
    new_table();
    write_commit(0, BEGIN ADD("a") ADD("b") ADD("c"));
    CHECK_TEXT(shown(), "v0: a, b, c");
    write_commit(1, REMOVE("b") ADD("d"));
    CHECK_TEXT(shown(), "v1: a, c, d");
    write_commit(2, ADD("b") REMOVE("a"));
    CHECK_TEXT(shown(), "v2: b, c, d");
    write_commit(3, REMOVE("never there") ADD("c"));
    CHECK_TEXT(shown(), "v3: b, c, d");
    CHECK_TEXT(shown_version(0), "v0: a, b, c");
    CHECK_TEXT(shown_version(1), "v1: a, c, d");
    CHECK(strstr(shown_version(4), "there is no version 4: the newest is 3") != NULL);
}

static void a_new_vector_is_another_file(void)
{
    new_table();
    write_commit(0, BEGIN ADD("a"));
    write_commit(1, ADD_WITH("a", VECTOR("v", "1")) REMOVE("a"));
    CHECK_TEXT(shown(), "v1: a");
    write_commit(2, ADD_WITH("a", VECTOR("v", "40")) REMOVE_WITH("a", VECTOR("v", "1")));
    CHECK_TEXT(shown(), "v2: a");
    write_commit(3, REMOVE_WITH("a", VECTOR("v", "1")));
    CHECK_TEXT(shown(), "v3: a");
    write_commit(4, REMOVE_WITH("a", VECTOR("v", "40")));
    CHECK_TEXT(shown(), "v4:");
}

static void forms_of_absolute_paths_name_the_same_file(void)
{
    char text[2000];
    new_table();
    snprintf(text, sizeof text, BEGIN ADD("file://%s/t/x%%20y"), folder);
    write_commit(0, text);
    CHECK_TEXT(shown(), "v0: x y");
    snprintf(text, sizeof text, REMOVE("%s/t/x%%20y"), folder);
    write_commit(1, text);
    CHECK_TEXT(shown(), "v1:");
}

/* Writers encode different characters, and take the paths of others apart. */
static void forms_of_encoded_paths_name_the_same_file(void)
{
    new_table();
    write_commit(0, BEGIN ADD("p=x%3Ay/a") ADD("%61b") ADD("c%2b") ADD("100%2525"));
    write_commit(1, REMOVE("p=x:y/a") REMOVE("ab") REMOVE("c%2B") REMOVE("100%25"));
    CHECK_TEXT(shown(), "v1: 100%25");
    write_commit(2, REMOVE("/elsewhere/x") REMOVE("../y") ADD("p%3Dx:y/a"));
    CHECK_TEXT(shown(), "v2: 100%25, p=x:y/a");
    write_log("00000000000000000002.checkpoint.parquet",
              BEGIN ADD("100%2525") ADD("p%3Dx:y/a"));
    write_commit(3, REMOVE("p=x%3ay/a"));
    CHECK_TEXT(shown(), "v3: 100%25");
}

static void other_actions_and_members_are_ignored(void)
{
    new_table();
    write_commit(0, "\n\n{\"commitInfo\":{\"operation\":7,\"timestamp\":[1]}}\n" BEGIN
                    "{\"txn\":{\"appId\":\"x\",\"version\":1}}\r\n"
                    "{\"cdc\":{\"path\":\"c\"}}\n{\"new\":[{}]} {\"add\":null}\n"
                    "{\"txn\":null,\"add\":{\"path\":\"a\",\"new\":{\"x\":[1,{}]}}}\n"
                    "{\n  \"add\": {\n    \"path\": \"b}\"\n  }\n}\n");
    CHECK_TEXT(shown(), "v0: a, b}");
}

static void broken_commits_are_errors(void)
{
    static const char *const broken[] = {
        "{\"add\":{\"path\":\"a\"",
        "{\"add\":{\"path\":\"a",
        "{\"add\":{\"path\":\"a\"}}x",
        "x",
        "[]",
        "{\"add\":{}}",
        "{\"add\":{\"path\":1}}",
        "{\"add\":[]}",
        "{\"remove\":{}}",
        "{\"protocol\":{\"minWriterVersion\":1}}",
        "{\"metaData\":{}}",
        "{\"add\":{\"path\":\"\"}}",
        "{\"add\":{\"path\":\"a\",\"size\":1.5}}",
        "{\"add\":{\"path\":\"a\",\"deletionVector\":{\"storageType\":\"u\"}}}",
    };
    for (size_t i = 0; i < COUNT_OF(broken); i++) {
        new_table();
        write_commit(0, BEGIN ADD("x"));
        write_commit(1, broken[i]);
        const char *text = shown();
        if (strncmp(text, "corrupt: ", 9) != 0)
            CHECK_TEXT(text, broken[i]);
        CHECK_TEXT(shown_version(0), "v0: x");
    }
}

static void messages_name_the_action(void)
{
    new_table();
    write_commit(0, BEGIN ADD("x"));
    write_commit(1, ADD("y") "{\"add\":{}}");
    CHECK_TEXT(shown(), "corrupt: commit of version 1: action 2: add: it has no path");
}

/* ---- The log ---------------------------------------------------------------------- */

static void versions_are_contiguous(void)
{
    new_table();
    CHECK(strstr(shown(), "has no version") != NULL);
    write_commit(1, BEGIN ADD("a"));
    CHECK(strstr(shown(), "version 0 is missing") != NULL);
    write_commit(0, BEGIN ADD("b"));
    CHECK_TEXT(shown(), "v1: a, b");
    write_commit(3, ADD("c"));
    CHECK(strstr(shown(), "corrupt: the commit of version 2 is missing") != NULL);
    CHECK_TEXT(shown_version(1), "v1: a, b");
    remove_all(path_of("t/_delta_log"));
    CHECK(strstr(shown(), "there is no folder _delta_log") != NULL);
}

static void other_names_are_not_of_the_log(void)
{
    static const char *const names[] = {
        "1.json",
        "000000000000000000001.json",
        "00000000000000000001.json.tmp",
        ".00000000000000000001.json",
        "_00000000000000000001.json",
        "00000000000000000001.crc",
        "00000000000000000001.00000000000000000002.compacted.json",
        "0000000000000000000a.json",
        "99999999999999999999.json",
        "00000000000000000001.checkpoint",
        "00000000000000000001.checkpoint.parquet.tmp",
        "00000000000000000001.checkpoint.0000000001.0000000002.parquet",
        "00000000000000000001.checkpoint.0000000000.0000000001.parquet",
        "00000000000000000001.checkpoint.1.1.parquet",
        "00000000000000000001.checkpoint.00000000-0000-0000-0000-00000000000.json",
        "00000000000000000001.checkpoint.0000000000000-0000-0000-000000000000.json",
        "_last_checkpoint",
        "_staged_commits/00000000000000000001.uuid.json",
    };
    new_table();
    write_commit(0, BEGIN ADD("a"));
    for (size_t i = 0; i < COUNT_OF(names); i++)
        write_log(names[i], REMOVE("a"));
    CHECK_TEXT(shown(), "v0: a");
}

static void checkpoints_take_the_place_of_commits(void)
{
    new_table();
    write_log("00000000000000000005.checkpoint.parquet",
              BEGIN ADD("a") REMOVE("z") ADD("b") ADD("c"));
    CHECK_TEXT(shown(), "v5: a, b, c");
    write_commit(6, REMOVE("b") ADD("d") ADD("c"));
    CHECK_TEXT(shown(), "v6: a, c, d");
    CHECK_TEXT(shown_version(5), "v5: a, b, c");
    CHECK(strstr(shown_version(4), "version 4 can no longer be read: the oldest version "
                                   "that the table's log still has is 5") != NULL);
    write_log("00000000000000000007.checkpoint.parquet", BEGIN ADD("new"));
    CHECK_TEXT(shown(), "v7: new");
    write_commit(8, METADATA_WITH(FIELD("other", "string"), "", ""));
    CHECK_TEXT(shown(), "v8: new");
}

static void only_complete_checkpoints_count(void)
{
    new_table();
    write_commit(0, BEGIN ADD("a"));
    write_commit(1, ADD("b"));
    write_log("00000000000000000001.checkpoint.0000000001.0000000002.parquet", ADD("p1"));
    CHECK_TEXT(shown(), "v1: a, b");
    write_log("00000000000000000001.checkpoint.0000000002.0000000003.parquet", ADD("x"));
    write_log("00000000000000000001.checkpoint.0000000003.0000000003.parquet", ADD("x"));
    CHECK_TEXT(shown(), "v1: a, b");
    write_log("00000000000000000001.checkpoint.0000000002.0000000002.parquet",
              BEGIN ADD("p2"));
    CHECK_TEXT(shown(), "v1: p1, p2");
    write_log("00000000000000000001.checkpoint.parquet", BEGIN ADD("one"));
    CHECK_TEXT(shown(), "v1: one");
}

static void a_file_that_is_named_twice_is_one(void)
{
    char text[2000];
    new_table();
    write_log("00000000000000000001.checkpoint.parquet",
              BEGIN ADD("a") ADD("b") ADD("a") ADD_WITH("a", VECTOR("v", "1")));
    CHECK_TEXT(shown(), "v1: a, a, b");
    write_commit(2, ADD("b") REMOVE_WITH("a", VECTOR("v", "1")));
    CHECK_TEXT(shown(), "v2: a, b");
    snprintf(text, sizeof text, BEGIN ADD("x%%20y") ADD("file:%s/t/x%%20y"), folder);
    write_log("00000000000000000003.checkpoint.0000000001.0000000002.parquet", text);
    write_log("00000000000000000003.checkpoint.0000000002.0000000002.parquet",
              ADD("x%20y") ADD("z"));
    CHECK_TEXT(shown(), "v3: x y, z");
}

static void sidecars_have_the_files_of_v2_checkpoints(void)
{
    static const char *const names[] = {
        "00000000000000000001.checkpoint.01234567-89ab-cdef-0123-456789abcdef.json",
        "00000000000000000001.checkpoint.01234567-89ab-cdef-0123-456789abcdef.parquet",
        "00000000000000000001.checkpoint.parquet",
    };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        new_table();
        write_log("_sidecars/a.parquet", ADD("a") REMOVE("x"));
        write_log("_sidecars/b c.parquet", ADD("b") ADD("c"));
        write_log("_sidecars/other.parquet", ADD("other"));
        write_log(names[i],
                  BEGIN "{\"checkpointMetadata\":{\"version\":1}}\n" ADD(
                      "top") "{\"sidecar\":{\"path\":\"a.parquet\"}}\n"
                             "{\"sidecar\":{\"path\":"
                             "\"file:/old/_delta_log/_sidecars/b%20c.parquet\"}}\n");
        CHECK_TEXT(shown(), "v1: a, b, c, top");
        write_commit(2, REMOVE("b") REMOVE("top"));
        CHECK_TEXT(shown(), "v2: a, c");
        remove_log_file("_sidecars/a.parquet");
        CHECK(strstr(shown(), "cannot open") != NULL);
    }
}

static void damaged_checkpoints_are_passed_over(void)
{
    static const char *const damaged[] = {
        "",
        BEGIN "{\"add\":{\"path\":\"x\"\n",
        BEGIN "{\"add\":{}}\n",
        PROTOCOL_1 ADD("x"),
        METADATA ADD("x"),
        BEGIN ADD("x") "{\"sidecar\":{\"path\":\"none.parquet\"}}\n",
    };
    static const char *const names[] = {
        "00000000000000000003.checkpoint.parquet",
        "00000000000000000003.checkpoint.01234567-89ab-cdef-0123-456789abcdef.json",
        "00000000000000000003.checkpoint.0000000001.0000000001.parquet",
    };
    for (size_t i = 0; i < COUNT_OF(damaged) * COUNT_OF(names); i++) {
        const char *name = names[i % COUNT_OF(names)];
        new_table();
        write_commit(0, BEGIN ADD("a"));
        write_log("00000000000000000001.checkpoint.parquet", BEGIN ADD("old"));
        write_commit(1, ADD("b"));
        write_commit(2, ADD("c"));
        write_commit(3, ADD("d"));
        write_log(name, damaged[i / COUNT_OF(names)]);
        CHECK_TEXT(shown(), "v3: c, d, old");
        write_commit(4, REMOVE("c"));
        CHECK_TEXT(shown(), "v4: d, old");
        write_log("00000000000000000001.checkpoint.parquet", "");
        CHECK_TEXT(shown(), "v4: a, b, d");
        remove_log_file("00000000000000000000.json");
        const char *text = shown();
        CHECK(strncmp(text, "v", 1) != 0 && strstr(text, name) != NULL);
        CHECK(strstr(text, "without this checkpoint: ") != NULL);
        remove_log_file("00000000000000000002.json");
        text = shown();
        CHECK(strstr(text, name) != NULL);
        CHECK(strstr(text, "does not have the version without this checkpoint") != NULL);
        remove_log_file("00000000000000000004.json");
        remove_log_file("00000000000000000003.json");
        text = shown(); /* never an older version */
        CHECK(strncmp(text, "v", 1) != 0 && strstr(text, name) != NULL);
    }
}

static void other_forms_of_a_damaged_checkpoint_are_read(void)
{
    new_table();
    write_log("00000000000000000003.checkpoint.parquet", "");
    write_log("00000000000000000003.checkpoint.0000000001.0000000002.parquet",
              BEGIN ADD("a"));
    CHECK(strstr(shown(), "3.checkpoint.parquet") != NULL);
    write_log("00000000000000000003.checkpoint.0000000002.0000000002.parquet", ADD("b"));
    CHECK_TEXT(shown(), "v3: a, b");
}

/* What a checkpoint says is no damage. */
static void refused_checkpoints_are_not_passed_over(void)
{
    new_table();
    write_commit(0, BEGIN ADD("a"));
    write_commit(1, ADD("b"));
    write_log("00000000000000000001.checkpoint.parquet",
              "{\"protocol\":{\"minReaderVersion\":4}}\n" METADATA ADD("b"));
    CHECK(strstr(shown(), "unsupported: ") != NULL);
    write_log("00000000000000000001.checkpoint.parquet",
              BEGIN ADD("../elsewhere.parquet"));
    CHECK(strncmp(shown(), "v", 1) != 0);
}

/* ---- What is refused -------------------------------------------------------------- */

static const char *shown_with_protocol(const char *protocol)
{
    char text[2000];
    new_table();
    snprintf(text, sizeof text, "{\"protocol\":%s}\n" METADATA ADD("a"), protocol);
    write_commit(0, text);
    return shown();
}

static void only_known_features_are_read(void)
{
    static const char *const known[] = {
        "{\"minReaderVersion\":1}",
        "{\"minReaderVersion\":2,\"minWriterVersion\":5}",
        "{\"minReaderVersion\":3,\"readerFeatures\":[]}",
        "{\"minReaderVersion\":3,\"readerFeatures\":[\"deletionVectors\","
        "\"columnMapping\",\"timestampNtz\",\"typeWidening\",\"typeWidening-preview\","
        "\"v2Checkpoint\",\"vacuumProtocolCheck\",\"variantType\","
        "\"variantType-preview\",\"variantShredding-preview\"]}",
        "{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[\"future\"]}",
    };
    static const struct {
        const char *protocol, *names;
    } refused[] = {
        {"{\"minReaderVersion\":4}", "protocol version 4"},
        {"{\"minReaderVersion\":3,\"readerFeatures\":[\"columnMapping\",\"future\"]}",
         "feature future"},
        {"{\"minReaderVersion\":3,\"readerFeatures\":[\"catalogManaged\"]}", "catalog"},
        {"{\"minReaderVersion\":3,\"readerFeatures\":[\"catalogOwned-preview\"]}",
         "catalog"},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++)
        CHECK_TEXT(shown_with_protocol(known[i]), "v0: a");
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        const char *text = shown_with_protocol(refused[i].protocol);
        CHECK(strncmp(text, "unsupported: ", 13) == 0);
        CHECK(strstr(text, refused[i].names) != NULL);
    }
}

static void the_newest_protocol_and_metadata_count(void)
{
    new_table();
    write_commit(0, PROTOCOL_1 ADD("a"));
    CHECK(strstr(shown(), "no metaData") != NULL);
    write_commit(0, METADATA ADD("a"));
    CHECK(strstr(shown(), "no protocol") != NULL);
    write_commit(1, "{\"protocol\":{\"minReaderVersion\":9}}" ADD("b"));
    write_commit(2, PROTOCOL_1);
    CHECK(strstr(shown_version(1), "protocol version 9") != NULL);
    CHECK_TEXT(shown(), "v2: a, b");
}

static void files_elsewhere_need_permission(void)
{
    struct lake_roots roots;
    struct error error = {0};
    new_table();
    write_commit(0, BEGIN ADD("s3://bucket/other/x%20y"));
    CHECK(strstr(shown(), "lake_roots") != NULL);
    CHECK(lake_roots_parse("s3://bucket=/0123456789012345678901234567890123456789/data",
                           &roots, &error) == OK);
    const char *text = shown_request(
        (struct delta_request){.version = DELTA_NEWEST, .roots = &roots});
    CHECK(strstr(text, "/data/other/x y") != NULL);
    lake_roots_release(&roots);
    write_commit(0, BEGIN ADD("%2e%2e/x"));
    CHECK(strstr(shown(), "lake_roots") != NULL);
}

/* ---- Times ------------------------------------------------------------------------ */

static void set_time(int version, time_t seconds)
{
    char name[60];
    snprintf(name, sizeof name, "t/_delta_log/%020d.json", version);
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    CHECK(utimensat(AT_FDCWD, path_of(name), times, 0) == 0);
}

static const char *shown_at(int64_t timestamp)
{
    return shown_request(
        (struct delta_request){.has_timestamp = true, .timestamp = timestamp});
}

static void versions_are_found_by_their_times(void)
{
    new_table();
    write_commit(0, BEGIN ADD("a"));
    write_commit(1, ADD("b"));
    write_commit(2, ADD("c"));
    set_time(0, 1000);
    set_time(1, 2000);
    set_time(2, 1500); /* made 2000.001 */
    CHECK(strstr(shown_at(999999999), "version that can still be read, 0, is of "
                                      "1970-01-01 00:16:40 UTC") != NULL);
    CHECK_TEXT(shown_at(1000000000), "v0: a");
    CHECK_TEXT(shown_at(1999999999), "v0: a");
    CHECK_TEXT(shown_at(2000000000), "v1: a, b");
    CHECK_TEXT(shown_at(2000000999), "v1: a, b");
    CHECK_TEXT(shown_at(2000001000), "v2: a, b, c");
    CHECK_TEXT(shown_at(INT64_MAX), "v2: a, b, c");
    write_commit(3, "{\"commitInfo\":{\"inCommitTimestamp\":1600000}}\n" ADD("d"));
    CHECK_TEXT(shown_at(1600000000), "v3: a, b, c, d");
    CHECK_TEXT(shown_at(1599999999), "v0: a");
}

static void long_first_actions_have_no_time(void)
{
    static char text[100000];
    new_table();
    strcpy(text, "{\"commitInfo\":{\"inCommitTimestamp\":5,\"operation\":\"");
    memset(text + strlen(text), 'x', 70000);
    strcat(text, "}}\"}}\n" BEGIN ADD("a"));
    write_commit(0, text);
    set_time(0, 1000);
    CHECK_TEXT(shown_at(1000000000), "v0: a");
    CHECK(strstr(shown_at(5000), "the oldest version") != NULL);
}

static void history_lists_the_versions(void)
{
    struct delta_history history;
    struct error error = {0};
    char path[600];
    new_table();
    write_log("00000000000000000002.checkpoint.parquet", BEGIN ADD("a"));
    write_commit(1, ADD("old"));
    write_commit(2, "{\"commitInfo\":{\"timestamp\":5,\"operation\":\"WRITE\","
                    "\"operationParameters\":{\"mode\":\"Append\"},"
                    "\"engineInfo\":\"test\",\"userName\":\"u\"}}\n" ADD("b"));
    write_commit(3, ADD("c"));
    snprintf(path, sizeof path, "%s/t/", folder);
    CHECK(delta_table_history(path, &history, &error) == OK);
    CHECK(history.n == 2 && history.versions[0].version == 2);
    const struct delta_commit_info *info = &history.versions[0].info;
    CHECK(slice_equals_text(info->operation, "WRITE") && info->timestamp == 5);
    CHECK(slice_equals_text(info->parameters, "{\"mode\":\"Append\"}"));
    CHECK(slice_equals_text(info->engine, "test") && slice_equals_text(info->user, "u"));
    CHECK(history.versions[0].is_file_time && history.versions[0].timestamp > 0);
    CHECK(history.versions[1].version == 3 &&
          history.versions[1].info.operation.data == NULL);
    delta_history_release(&history);
}

static void later_commits_are_noticed(void)
{
    struct error error = {0};
    bool is_current = false;
    new_table();
    write_commit(0, BEGIN ADD("a"));
    struct declared_table *table = open_table(
        (struct delta_request){.version = DELTA_NEWEST}, &error);
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && is_current);
    write_log("00000000000000000000.checkpoint.parquet", BEGIN ADD("a"));
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && is_current);
    write_commit(1, ADD("b"));
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && !is_current);
    remove_log_file("00000000000000000001.json");
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && is_current);
    set_time(0, 1000); /* another table by now */
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && !is_current);
    declared_table_release(table);
}

/* A later version may have no commit after this one: only a checkpoint. */
static void versions_whose_commits_are_gone_are_noticed(void)
{
    struct error error = {0};
    bool is_current = true;
    new_table();
    write_log("00000000000000000001.checkpoint.parquet", BEGIN ADD("a"));
    struct declared_table *table = open_table(
        (struct delta_request){.version = DELTA_NEWEST}, &error);
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && is_current);
    write_log("00000000000000000003.checkpoint.parquet", BEGIN ADD("b"));
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && !is_current);
    remove_log_file("00000000000000000003.checkpoint.parquet");
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && is_current);
    write_commit(3, ADD("c")); /* whoever opens the table again says what is missing */
    CHECK(delta_table_is_current(table, &is_current, &error) == OK && !is_current);
    declared_table_release(table);
}

static void a_table_of_the_same_version_is_shared(void)
{
    struct error error = {0};
    struct delta_request request = {.version = DELTA_NEWEST};
    new_table();
    write_commit(0, BEGIN ADD("a"));
    struct declared_table *first = open_table(request, &error);
    request.before = first;
    struct declared_table *second = open_table(request, &error);
    CHECK(second == first);
    declared_table_release(first);
    write_commit(1, ADD("b"));
    struct declared_table *third = open_table(request, &error);
    CHECK(third != first && third->n_files == 2 && second->n_files == 1);
    declared_table_release(second);
    write_commit(1, ADD("c") ADD("d")); /* another log */
    set_time(1, 1000);
    request.before = third;
    struct declared_table *fourth = open_table(request, &error);
    CHECK(fourth != third && fourth->n_files == 3);
    declared_table_release(third);
    declared_table_release(fourth);
}

/* Opens the newest version, also as one after `before`, which is released, and checks
 * that both have the same files, in the same order. */
static struct declared_table *open_after(struct declared_table *before)
{
    struct error error = {0};
    struct delta_request request = {.version = DELTA_NEWEST};
    struct declared_table *whole = open_table(request, &error);
    request.before = before;
    struct declared_table *after = open_table(request, &error);
    declared_table_release(before);
    if (whole == NULL || after == NULL)
        return after;
    CHECK(after->n_files == whole->n_files);
    for (uint32_t i = 0; i < whole->n_files && i < after->n_files; i++)
        CHECK(strcmp(whole->files[i].path, after->files[i].path) == 0 &&
              whole->files[i].n_rows == after->files[i].n_rows &&
              whole->files[i].n_deleted == after->files[i].n_deleted);
    CHECK(delta_table_version(whole) == delta_table_version(after));
    CHECK(whole->n_columns == after->n_columns);
    declared_table_release(whole);
    return after;
}

static void later_commits_are_applied_to_the_version_before(void)
{
    static const char *const commits[] = {
        ADD("b") ADD_WITH("v", VECTOR("v", "1")),
        REMOVE("a"),
        ADD("a") REMOVE("b"),
        ADD_WITH("v", VECTOR("v", "40")) REMOVE_WITH("v", VECTOR("v", "1")),
        REMOVE("v"), /* is another file */
        ADD("%41 x") ADD("p%20q"),
        REMOVE("A%20x"),
        ADD("A x") REMOVE("%41%20x") ADD("%61"),
        "{\"commitInfo\":{}}\n",
        METADATA_WITH(FIELD("id", "long") "," FIELD("more", "long"), "", "") ADD("m"),
        ADD_WITH("e", "\"deletionVector\":{\"storageType\":\"i\",\"pathOrInlineDv\":\"\","
                      "\"sizeInBytes\":0,\"cardinality\":0}"),
        ADD("e") ADD("n"),
        REMOVE("e"),
        REMOVE("/elsewhere/x"),
        PROTOCOL_1 ADD("q"),
    };
    new_table();
    write_commit(0, BEGIN ADD("a"));
    struct declared_table *table = open_after(NULL);
    for (size_t i = 0; i < COUNT_OF(commits); i++) {
        write_commit((int)i + 1, commits[i]);
        table = open_after(table);
        CHECK(delta_table_version(table) == (int64_t)i + 1);
    }
    for (int i = 0; i < 40; i++) { /* more than share memory */
        write_commit((int)COUNT_OF(commits) + 1 + i, i % 2 ? REMOVE("z") : ADD("z"));
        if (i % 3 != 0)
            table = open_after(table);
    }
    declared_table_release(table);
}

/* Only what is new is read: commits before it may be damaged by now. */
static void earlier_commits_are_not_read_again(void)
{
    struct error error = {0};
    struct delta_request request = {.version = DELTA_NEWEST};
    new_table();
    write_commit(0, BEGIN ADD("a"));
    write_commit(1, ADD("b"));
    struct declared_table *first = open_table(request, &error);
    write_commit(0, "damaged");
    write_commit(2, ADD("c") REMOVE("a"));
    CHECK(open_table(request, &error) == NULL);
    error_clear(&error);
    request.before = first;
    struct declared_table *second = open_table(request, &error);
    CHECK(second != NULL && second->n_files == 2 && first->n_files == 2);
    CHECK_TEXT(first->files[0].path + strlen(folder), "/t/a");
    declared_table_release(first);
    CHECK_TEXT(second->files[0].path + strlen(folder), "/t/b");
    declared_table_release(second);
    /* Another log with the same names is read from its beginning. */
    new_table();
    write_commit(0, BEGIN ADD("a"));
    request.before = NULL;
    first = open_table(request, &error);
    write_commit(0, BEGIN ADD("other"));
    set_time(0, 1000);
    write_commit(1, ADD("c"));
    request.before = first;
    second = open_table(request, &error);
    CHECK_TEXT(second->files[1].path + strlen(folder), "/t/other");
    declared_table_release(first);
    declared_table_release(second);
}

/* ---- Values ----------------------------------------------------------------------- */

static void partition_values_are_those_of_the_log(void)
{
    new_table();
    write_commit(
        0,
        PROTOCOL_1 METADATA_WITH(
            FIELD("p", "integer") "," FIELD("id", "long") "," FIELD("q", "string"),
            "\"q\",\"p\"",
            "") "{\"add\":{\"path\":\"p=7/q=x/a\",\"partitionValues\":{\"p\":\"007\","
                "\"q\":\"a/b\",\"r\":\"1\"}}}\n"
                "{\"add\":{\"path\":\"b\",\"partitionValues\":{\"p\":null,\"q\":\"\"}}}\n"
                "{\"add\":{\"path\":\"c\"}}\n"
                "{\"add\":{\"path\":\"d\",\"partitionValues_parsed\":{\"p\":12,"
                "\"q\":\"__HIVE_DEFAULT_PARTITION__\"}}}\n");
    CHECK_TEXT(shown(), "v0: b p=NULL q=NULL, c p=NULL q=NULL, "
                        "d p=12 q=__HIVE_DEFAULT_PARTITION__, p=7/q=x/a p=7 q=a/b");
    write_commit(1, "{\"add\":{\"path\":\"e\",\"partitionValues\":{\"p\":\"x\"}}}\n");
    CHECK(strstr(shown(), "corrupt: \"x\" is no value of the partition column \"p\"") !=
          NULL);
}

/* ---- Deleted rows ----------------------------------------------------------------- */

/* Rows 3, 4, 7, 11, 18 and 29, in 44 bytes. */
static const char SIX_ROWS[] = "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L";

/* The deleted rows of the file at the index, or the message. */
static const char *deleted_rows(const struct declared_table *table, uint32_t file,
                                uint64_t n_rows)
{
    static const struct table_file_ops ops = {.row_group_count = action_groups,
                                              .row_group_rows = action_rows};
    struct action_file open = {.base.ops = &ops, .n_rows = (uint32_t)n_rows};
    const struct row_bitmap *rows = NULL, *again = NULL;
    struct error error = {0}, error_again = {0};
    enum status status = table->ops->deleted_rows(table, file, &open.base, &rows, &error);
    CHECK(table->ops->deleted_rows(table, file, &open.base, &again, &error_again) ==
          status);
    CHECK(status != OK || rows == again);
    shown_text[0] = '\0';
    if (status != OK)
        show("%s: %s", status_name(status), error.message);
    for (uint64_t row = 0; status == OK && rows != NULL; row++) {
        row = row_bitmap_next(rows, row);
        if (row == UINT64_MAX)
            break;
        show("%llu ", (unsigned long long)row);
    }
    return shown_text;
}

/* Writes a file of vectors: one at offset 1. */
static void write_vectors(const char *name, bool is_damaged)
{
    uint8_t bitmap[44];
    struct bytes file = {0};
    CHECK(z85_decode(slice_of(SIX_ROWS, sizeof SIX_ROWS - 1), bitmap));
    uint32_t numbers[2] = {sizeof bitmap, crc32_of(slice_of(bitmap, sizeof bitmap))};
    bytes_put_u8(&file, 1);
    for (int i = 0; i < 2; i++) {
        for (int k = 3; k >= 0; k--)
            bytes_put_u8(&file, numbers[i] >> (8 * k) & 0xff);
        if (i == 0)
            bytes_put(&file, bitmap, sizeof bitmap);
    }
    file.data[20] ^= is_damaged;
    make_entry(name);
    FILE *out = must(fopen(path_of(name), "wb"));
    fwrite(file.data, 1, file.size, out);
    fclose(out);
    bytes_free(&file);
}

#define DELETES(type, text)                                                              \
    "\"deletionVector\":{\"storageType\":\"" type "\",\"pathOrInlineDv\":\"" text        \
    "\",\"sizeInBytes\":44,\"cardinality\":6,\"offset\":"

static void vectors_are_decoded(void)
{
    struct error error = {0};
    new_table();
    write_commit(
        0, BEGIN ADD("a") ADD_WITH(
               "b",
               DELETES("i",
                       "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L") "null}")
               ADD_WITH("c", DELETES("u", "ab^-aqEH.-t@S}K{vb[*k^") "1}")
                   ADD_WITH("d", DELETES("p", "s3://bucket/x.bin") "1}"));
    struct declared_table *table = open_table(
        (struct delta_request){.version = DELTA_NEWEST}, &error);
    CHECK(table->has_deleted_rows && table->n_files == 4);
    CHECK(table->files[0].n_deleted == 0 && table->files[1].n_deleted == 6);
    CHECK_TEXT(deleted_rows(table, 0, 30), "");
    CHECK_TEXT(deleted_rows(table, 1, 30), "3 4 7 11 18 29 ");
    CHECK(strstr(deleted_rows(table, 2, 30), "deletion_vector_") != NULL);
    write_vectors("t/ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin", true);
    CHECK(strncmp(deleted_rows(table, 2, 30), "corrupt: ", 9) == 0);
    write_vectors("t/ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin", false);
    CHECK(strncmp(deleted_rows(table, 2, 29), "corrupt: ", 9) == 0);
    CHECK_TEXT(deleted_rows(table, 2, 30), "3 4 7 11 18 29 ");
    CHECK(strstr(deleted_rows(table, 3, 30), "lake_roots") != NULL);
    declared_table_release(table);
}

/* As Spark's DeletionVectorDescriptor.EMPTY. */
static void vectors_may_be_empty(void)
{
    struct error error = {0};
    new_table();
    write_commit(0, BEGIN ADD_WITH("a", "\"deletionVector\":{\"storageType\":\"i\","
                                        "\"pathOrInlineDv\":\"\",\"sizeInBytes\":0,"
                                        "\"cardinality\":0}")
                        ADD_WITH("b", "\"deletionVector\":{\"storageType\":\"u\","
                                      "\"pathOrInlineDv\":\"\",\"cardinality\":0}")
                            ADD_WITH("c", "\"deletionVector\":{\"storageType\":\"i\","
                                          "\"pathOrInlineDv\":\"\",\"cardinality\":1}"));
    struct declared_table *table = open_table(
        (struct delta_request){.version = DELTA_NEWEST}, &error);
    CHECK(table->n_files == 3 && table->files[0].n_deleted == 0);
    CHECK_TEXT(deleted_rows(table, 0, 30), "");
    CHECK_TEXT(deleted_rows(table, 1, 30), "");
    CHECK(strncmp(deleted_rows(table, 2, 30), "corrupt: ", 9) == 0);
    declared_table_release(table);
}

/* ---- Memory ----------------------------------------------------------------------- */

/* A log with all kinds of actions and files. */
static void write_all(void)
{
    new_table();
    write_log("_sidecars/s.parquet",
              "{\"add\":{\"path\":\"s\",\"partitionValues\":{\"p\":\"x\"},"
              "\"stats\":\"{\\\"numRecords\\\":3}\"}}\n");
    write_log("00000000000000000001.checkpoint.01234567-89ab-cdef-0123-456789abcdef.json",
              PROTOCOL_1 METADATA_WITH(FIELD("p", "string") "," FIELD("o", "odd"),
                                       "\"p\"", "\"a\":\"b\"")
                  ADD("%41") "{\"sidecar\":{\"path\":\"s.parquet\"}}\n");
    write_commit(2, ADD_WITH("v", VECTOR("v", "1")) REMOVE("%41"));
}

static void lack_of_memory_is_reported(void)
{
    bool failed = true;
    write_all();
    for (long n = 1; failed; n++) {
        struct error error = {0};
        struct delta_history history;
        mem_fail_at(n, 0);
        struct declared_table *table = open_table(
            (struct delta_request){.has_timestamp = true, .timestamp = INT64_MAX},
            &error);
        failed = mem_fail_at(0, 0) == 0;
        CHECK(error.status == (failed ? NOMEM : OK));
        declared_table_release(table);
        error_clear(&error);
        mem_fail_at(n, 0);
        enum status status = delta_table_history(path_of("t/"), &history, &error);
        bool has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK));
        if (status == OK)
            delta_history_release(&history);
    }
    CHECK_TEXT(shown(), "v2: s p=x, v p=NULL");
}

static void lack_of_memory_for_later_commits_is_reported(void)
{
    struct error none = {0};
    struct delta_request request = {.version = DELTA_NEWEST};
    bool failed = true;
    write_all();
    struct declared_table *before = open_table(request, &none);
    write_commit(3, ADD("w") REMOVE("s"));
    request.before = before;
    for (long n = 1; failed; n++) {
        struct error error = {0};
        mem_fail_at(n, 0);
        struct declared_table *table = open_table(request, &error);
        failed = mem_fail_at(0, 0) == 0;
        CHECK(error.status == (failed ? NOMEM : OK));
        CHECK(table == NULL || table->n_files == 2);
        declared_table_release(table);
    }
    declared_table_release(before);
}

int main(void)
{
    RUN(the_last_action_of_each_file_wins);
    RUN(a_new_vector_is_another_file);
    RUN(forms_of_absolute_paths_name_the_same_file);
    RUN(forms_of_encoded_paths_name_the_same_file);
    RUN(other_actions_and_members_are_ignored);
    RUN(broken_commits_are_errors);
    RUN(messages_name_the_action);
    RUN(versions_are_contiguous);
    RUN(other_names_are_not_of_the_log);
    RUN(checkpoints_take_the_place_of_commits);
    RUN(only_complete_checkpoints_count);
    RUN(a_file_that_is_named_twice_is_one);
    RUN(sidecars_have_the_files_of_v2_checkpoints);
    RUN(damaged_checkpoints_are_passed_over);
    RUN(other_forms_of_a_damaged_checkpoint_are_read);
    RUN(refused_checkpoints_are_not_passed_over);
    RUN(only_known_features_are_read);
    RUN(the_newest_protocol_and_metadata_count);
    RUN(files_elsewhere_need_permission);
    RUN(versions_are_found_by_their_times);
    RUN(long_first_actions_have_no_time);
    RUN(history_lists_the_versions);
    RUN(later_commits_are_noticed);
    RUN(versions_whose_commits_are_gone_are_noticed);
    RUN(a_table_of_the_same_version_is_shared);
    RUN(later_commits_are_applied_to_the_version_before);
    RUN(earlier_commits_are_not_read_again);
    RUN(partition_values_are_those_of_the_log);
    RUN(vectors_are_decoded);
    RUN(vectors_may_be_empty);
    RUN(lack_of_memory_is_reported);
    RUN(lack_of_memory_for_later_commits_is_reported);
    remove_all(folder);
    return unit_test_done();
}
