/* SPDX-License-Identifier: MIT */
/* test_iceberg_discovery.c - which metadata file of a folder is an Iceberg table's
 * (iceberg_discovery.h), and gzip by its first bytes (metadata_text.h). */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include <string.h>

#include "codec/codec.h"
#include "lake/iceberg/iceberg_discovery.h"
#include "lake/iceberg/metadata_text.h"
#include "unit_files.h"
#include "unit_test.h"

static struct error error;

static void write_file(const char *name, const void *bytes, size_t size)
{
    make_entry(name);
    FILE *file = must(fopen(path_of(name), "wb"));
    if (fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        exit(2);
}

static void write_text(const char *name, const char *text)
{
    write_file(name, text, strlen(text));
}

/* A metadata file that was written at the time. */
static void write_metadata(const char *name, int time)
{
    char text[200];
    snprintf(
        text, sizeof text,
        "{\"format-version\":2,\"schemas\":[{\"fields\":[]}],\"last-updated-ms\":%d}",
        time);
    write_text(name, text);
}

/* The chosen file's name, with how it was chosen; or the message. */
static const char *chosen(const char *table)
{
    static const char *const choices[] = {"given", "hint", "highest"};
    static char text[900];
    struct iceberg_location location;
    error_clear(&error);
    if (iceberg_discover(path_of(table), &location, &error) != OK)
        return error.message;
    size_t size = strlen(location.folder);
    CHECK(strncmp(location.metadata_file, location.folder, size) == 0);
    CHECK(location.folder[size - 1] == '/');
    snprintf(text, sizeof text, "%s %s", choices[location.choice],
             location.metadata_file + size);
    iceberg_location_release(&location);
    return text;
}

static void names_have_numbers(void)
{
    static const struct {
        const char *name;
        int64_t number;
    } cases[] = {
        {"v1.metadata.json", 1},          {"v012.gz.metadata.json", 12},
        {"v3.metadata.json.gz", 3},       {"00004-ab-c.metadata.json", 4},
        {"00005-ab.gz.metadata.json", 5}, {"6.metadata.json", 6},
        {"vfinal.metadata.json", -1},     {"v7-ab.metadata.json", -1},
        {"v.metadata.json", -1},          {"8.json", -1},
        {".metadata.json", -1},           {"99999999999999999999-a.metadata.json", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(iceberg_metadata_number(slice_of(cases[i].name, strlen(cases[i].name))) ==
              cases[i].number);
    CHECK(iceberg_is_metadata_file("a/vfinal.metadata.json"));
    CHECK(!iceberg_is_metadata_file("a.metadata.json/b"));
}

static void hints_are_followed(void)
{
    make_entry("hint/metadata/v2.metadata.json");
    make_entry("hint/metadata/v9.metadata.json");
    write_text("hint/metadata/version-hint.text", "2\n");
    CHECK_TEXT(chosen("hint"), "hint metadata/v2.metadata.json");
    CHECK_TEXT(chosen("hint/"), "hint metadata/v2.metadata.json");
    make_entry("hint/metadata/v3.gz.metadata.json");
    make_entry("hint/metadata/v4.metadata.json");
    CHECK_TEXT(chosen("hint"), "hint metadata/v4.metadata.json");
}

static void hints_may_be_names(void)
{
    make_entry("name/metadata/v2.metadata.json");
    make_entry("name/metadata/00003-a.metadata.json");
    make_entry("name/metadata/00004-b.metadata.json");
    write_text("name/metadata/version-hint.txt", " 00003-a ");
    CHECK_TEXT(chosen("name"), "hint metadata/00003-a.metadata.json");
    write_text("name/metadata/version-hint.txt", "00003-a.metadata.json");
    CHECK_TEXT(chosen("name"), "hint metadata/00003-a.metadata.json");
    write_text("name/metadata/version-hint.txt", "/elsewhere/metadata/v2.metadata.json");
    CHECK_TEXT(chosen("name"), "hint metadata/v2.metadata.json");
    write_text("name/metadata/version-hint.text", "2");
    CHECK_TEXT(chosen("name"), "hint metadata/v2.metadata.json");
}

static void hints_that_name_no_file_are_ignored(void)
{
    static const char *const hints[] = {
        "5", "", "x", "-1", "../v2.metadata.json/", "99999999999999999999"};
    make_entry("stale/metadata/v2.metadata.json");
    make_entry("stale/metadata/v3.metadata.json");
    make_entry("stale/metadata/x");
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        write_text("stale/metadata/version-hint.text", hints[i]);
        CHECK_TEXT(chosen("stale"), "highest metadata/v3.metadata.json");
    }
}

static void without_a_hint_the_highest_counts(void)
{
    make_entry("none/metadata/00009-f.metadata.json");
    make_entry("none/metadata/00010-a.metadata.json");
    make_entry("none/metadata/v2.metadata.json");
    make_entry("none/metadata/vfinal.metadata.json");
    make_entry("none/metadata/.00011-a.metadata.json");
    make_entry("none/metadata/snap-11.avro");
    CHECK_TEXT(chosen("none"), "highest metadata/00010-a.metadata.json");
    make_entry("only/metadata/vfinal.metadata.json");
    CHECK_TEXT(chosen("only"), "highest metadata/vfinal.metadata.json");
}

static void of_equal_numbers_the_latest_counts(void)
{
    write_metadata("equal/metadata/00002-a.metadata.json", 10);
    write_metadata("equal/metadata/00002-b.metadata.json", 30);
    write_metadata("equal/metadata/00002-c.metadata.json", 20);
    write_text("equal/metadata/00002-d.metadata.json", "{");
    CHECK_TEXT(chosen("equal"), "highest metadata/00002-b.metadata.json");
}

static void a_metadata_file_is_taken_as_it_is(void)
{
    make_entry("given/metadata/v1.metadata.json");
    make_entry("given/metadata/v2.metadata.json");
    CHECK_TEXT(chosen("given/metadata/v1.metadata.json"),
               "given metadata/v1.metadata.json");
    CHECK_TEXT(chosen("given/other/v1.metadata.json.gz"), "no such file");
}

static void other_folders_are_no_tables(void)
{
    make_entry("empty/");
    make_entry("bare/metadata/a.json");
    CHECK(strstr(chosen("empty"), "no Iceberg table: ") != NULL);
    CHECK(error.status == MISUSE);
    CHECK(strstr(chosen("bare"), " has no metadata.json file") != NULL);
    CHECK(error.status == MISUSE);
}

/* ---- gzip ------------------------------------------------------------------------- */

static void gzip_is_known_by_its_first_bytes(void)
{
    static const char text[] = "{\"a\":1,\"a\":1,\"a\":1,\"a\":1}";
    struct buffer packed = {0}, loaded = {0};
    struct codec_context *context = must(codec_context_new());
    error_clear(&error);
    CHECK(codec_compress(context, CODEC_GZIP, CODEC_DEFAULT_LEVEL,
                         slice_of(text, sizeof text - 1), &packed, &error) == OK);
    write_file("gzip", packed.data, packed.size);
    CHECK(metadata_text_load(path_of("gzip"), &loaded, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&loaded), text));
    buffer_release(&loaded);

    write_text("v1.gz.metadata.json", text);
    CHECK(metadata_text_load(path_of("v1.gz.metadata.json"), &loaded, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&loaded), text));
    buffer_release(&loaded);

    /* What claims to be larger than deflate could make it is not even allocated. */
    memcpy(packed.data + packed.size - 4, "\377\377\377\017", 4);
    write_file("gzip", packed.data, packed.size);
    CHECK(metadata_text_load(path_of("gzip"), &loaded, &error) == CORRUPT);
    CHECK(strstr(error.message, "claim to be 268435455 bytes") != NULL);
    buffer_release(&loaded);
    buffer_release(&packed);
    codec_context_free(context);
}

int main(void)
{
    make_folder();
    RUN(names_have_numbers);
    RUN(hints_are_followed);
    RUN(hints_may_be_names);
    RUN(hints_that_name_no_file_are_ignored);
    RUN(without_a_hint_the_highest_counts);
    RUN(of_equal_numbers_the_latest_counts);
    RUN(a_metadata_file_is_taken_as_it_is);
    RUN(other_folders_are_no_tables);
    RUN(gzip_is_known_by_its_first_bytes);
    remove_all(folder);
    return unit_test_done();
}
