/* test_created_by.c - who wrote a file, in which version. */
#include "parquet/created_by.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct pq_writer_version parse(const char *text)
{
    uint8_t *copy = exact_copy(text, strlen(text));
    struct pq_writer_version writer = pq_created_by_parse(slice_of(copy, strlen(text)));
    /* The name must outlive the copy. */
    if (writer.application.size > 0) {
        size_t offset = (size_t)(writer.application.data - copy);
        CHECK(offset + writer.application.size <= strlen(text));
        writer.application.data = (const uint8_t *)text + offset;
    }
    free(copy);
    return writer;
}

static void versions(void)
{
    static const struct {
        const char *text, *application;
        bool has_version;
        uint32_t major, minor, patch;
        bool is_prerelease;
    } writers[] = {
        {"parquet-mr version 1.8.0 (build 0fda28af84b9746396014ad6a415b90592a98b3b)",
         "parquet-mr", true, 1, 8, 0, false},
        {"parquet-mr version 1.8.0rc2-SNAPSHOT (build abc)", "parquet-mr", true, 1, 8, 0,
         true},
        {"parquet-mr version 1.8.0-SNAPSHOT", "parquet-mr", true, 1, 8, 0, true},
        {"parquet-mr version 1.12.3", "parquet-mr", true, 1, 12, 3, false},
        {"parquet-mr version 1.5.0-cdh5.5.0 (build ${buildNumber})", "parquet-mr", true,
         1, 5, 0, true},
        {"parquet-cpp version 1.5.1-SNAPSHOT", "parquet-cpp", true, 1, 5, 1, true},
        {"parquet-cpp-arrow version 12.0.0", "parquet-cpp-arrow", true, 12, 0, 0, false},
        {"impala version 2.2.0-cdh5.4.0 (build d)", "impala", true, 2, 2, 0, true},
        {"parquet-rs version 0.3.0 (build b)", "parquet-rs", true, 0, 3, 0, false},
        {"DuckDB version v1.1.3 (build 19864453f7)", "DuckDB", false, 0, 0, 0, false},
        {"Polars", "Polars", false, 0, 0, 0, false},
        {"parquet-mr", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version ", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr (build 5)", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version abc", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version 1.8", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version 1.8. (build 5)", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version 1.8.0+5 (build 5)", "parquet-mr", true, 1, 8, 0, false},
        {"parquet-mr version 1.8.0-rc1+5", "parquet-mr", true, 1, 8, 0, true},
        {"parquet-mr version 99999999999.0.0", "parquet-mr", false, 0, 0, 0, false},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        struct pq_writer_version writer = parse(writers[i].text);
        CHECK(slice_equals_text(writer.application, writers[i].application));
        /* DuckDB's "v1.1.3" may be understood or not. */
        if (strncmp(writers[i].text, "DuckDB", 6) == 0)
            continue;
        CHECK(writer.has_version == writers[i].has_version);
        if (!writer.has_version || !writers[i].has_version)
            continue;
        CHECK(writer.major == writers[i].major && writer.minor == writers[i].minor);
        CHECK(writer.patch == writers[i].patch);
        CHECK(writer.is_prerelease == writers[i].is_prerelease);
    }
}

static bool before(const char *text, const char *application, uint32_t major,
                   uint32_t minor, uint32_t patch)
{
    struct pq_writer_version writer = parse(text);
    return pq_written_before(&writer, application, major, minor, patch);
}

static void older_than(void)
{
    CHECK(before("parquet-mr version 1.7.9 (build x)", "parquet-mr", 1, 8, 0));
    CHECK(before("parquet-mr version 0.9.9", "parquet-mr", 1, 8, 0));
    CHECK(before("parquet-mr version 1.2.8", "parquet-mr", 1, 2, 9));
    CHECK(!before("parquet-mr version 1.2.9", "parquet-mr", 1, 2, 9));
    CHECK(!before("parquet-mr version 1.8.0", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr version 1.10.0", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr version 2.0.0", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr version 2.1.0", "parquet-mr", 1, 8, 5));
    /* Pre-releases sort below the release. */
    CHECK(before("parquet-mr version 1.8.0rc2-SNAPSHOT", "parquet-mr", 1, 8, 0));
    CHECK(before("parquet-mr version 1.8.0-SNAPSHOT", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr version 1.8.1-SNAPSHOT", "parquet-mr", 1, 8, 0));
    CHECK(before("parquet-cpp version 1.5.1-SNAPSHOT", "parquet-cpp", 2, 0, 0));
    CHECK(!before("parquet-cpp version 2.0.0", "parquet-cpp", 2, 0, 0));
}

static void the_name_is_matched_exactly(void)
{
    CHECK(!before("parquet-cpp-arrow version 1.0.0", "parquet-cpp", 2, 0, 0));
    CHECK(!before("parquet version 1.0.0", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr2 version 1.0.0", "parquet-mr", 1, 8, 0));
    CHECK(!before("Parquet-MR version 1.0.0", "parquet-mr", 1, 8, 0));
    CHECK(!before("impala version 1.0.0", "parquet-mr", 1, 8, 0));
}

static void unknown_versions_are_not_older(void)
{
    CHECK(!before("", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr version", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr version x", "parquet-mr", 1, 8, 0));
    CHECK(!before("parquet-mr version -1.0.0", "parquet-mr", 1, 8, 0));
    struct pq_writer_version none = pq_created_by_parse(slice_of(NULL, 0));
    CHECK(none.application.size == 0 && !none.has_version);
    CHECK(!pq_written_before(&none, "", 1, 0, 0));
    CHECK(!pq_written_before(&none, "parquet-mr", 1, 8, 0));
}

static void unknown_versions_may_be_older(void)
{
    static const struct {
        const char *text;
        bool may_be_older, spoils_binary_bounds;
    } writers[] = {
        {"parquet-mr", true, true},
        {"parquet-mr version x", true, true},
        {"parquet-mr version 1.7.9", true, true},
        {"parquet-mr version 1.8.0", true, false},
        {"parquet-mr version 1.10.0", false, false},
        {"parquet-mr version 1.5.0", true, true},
        {"parquet-mr version 1.5.0-cdh5.5.0", true, false},
        {"parquet-mr version 1.5.0-cdh5.5.0-SNAPSHOT (build 5)", true, false},
        {"parquet-mr version 1.5.0-cdh5.12.1", true, false},
        {"parquet-mr version 1.5.0-cdh5.4.12", true, true},
        {"parquet-mr version 1.5.0-cdh5", true, true},
        {"parquet-mr version 1.5.1-cdh5.5.0", true, true},
        {"parquet-mr version 1.6.0-cdh5.5.0", true, true},
        {"parquet-mr version 1.5.0-SNAPSHOT", true, true},
        {"", false, true},
        {"Polars", false, true},
        {"impala version 1.0.0", false, false},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        struct pq_writer_version writer = pq_created_by_parse(
            slice_of(writers[i].text, strlen(writers[i].text)));
        CHECK(pq_may_be_written_before(&writer, "parquet-mr", 1, 10, 0) ==
              writers[i].may_be_older);
        CHECK(pq_writer_spoils_binary_bounds(&writer) == writers[i].spoils_binary_bounds);
    }
}

/* Any bytes at all, of any length. */
static void odd_strings_do_no_harm(void)
{
    static const char good[] = "parquet-mr version 1.12.3-SNAPSHOT (build abc)";
    for (size_t size = 0; size < sizeof good; size++) {
        uint8_t *copy = exact_copy(good, size);
        struct pq_writer_version writer = pq_created_by_parse(slice_of(copy, size));
        CHECK(writer.application.size <= size);
        CHECK(writer.prerelease.size <= size);
        (void)pq_writer_spoils_binary_bounds(&writer);
        free(copy);
    }
    uint64_t random = 81;
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[60];
        size_t size = random_below(&random, sizeof bytes + 1);
        static const char letters[] = " .0123456789-version()build\0\xff";
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)letters[random_below(&random, sizeof letters - 1)];
        uint8_t *copy = exact_copy(bytes, size);
        struct pq_writer_version writer = pq_created_by_parse(slice_of(copy, size));
        CHECK(writer.application.size <= size);
        CHECK(writer.prerelease.size <= size);
        (void)pq_writer_spoils_binary_bounds(&writer);
        free(copy);
    }
}

int main(void)
{
    RUN(versions);
    RUN(older_than);
    RUN(the_name_is_matched_exactly);
    RUN(unknown_versions_are_not_older);
    RUN(unknown_versions_may_be_older);
    RUN(odd_strings_do_no_harm);
    return unit_test_done();
}
