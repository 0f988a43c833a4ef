/* SPDX-License-Identifier: MIT */
/* test_remote_output.c - the parts of objects have sizes that S3 takes, and URLs that no
 * object can have are refused before anything is sent. */
#include "remote/remote_output.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

static void parts_suffice_for_the_largest_objects(void)
{
    static const size_t firsts[] = {5 << 20, 8 << 20};
    for (size_t f = 0; f < COUNT_OF(firsts); f++) {
        int64_t sum = 0, least = 0;
        for (uint32_t n = 0; n < UPLOAD_MOST_PARTS; n++) {
            int64_t size = (int64_t)remote_part_size(firsts[f], n);
            CHECK(size >= UPLOAD_LEAST_PART && size <= (int64_t)5 << 30);
            CHECK(size >= least);
            least = size;
            sum += size;
        }
        CHECK(sum >= (int64_t)5 << 40);
    }
}

/* Some servers want that of an object's parts. */
static void the_first_parts_have_the_same_size(void)
{
    CHECK(remote_part_size(8 << 20, 0) == 8 << 20);
    CHECK(remote_part_size(8 << 20, 4999) == 8 << 20);
    CHECK(remote_part_size(8 << 20, 5000) > 8 << 20);
}

static enum status create(const char *url, struct error *error)
{
    struct output_file *file;
    struct file_system_rights *rights = remote_rights_copy(NULL);
    *error = (struct error){0};
    enum status status = remote_output_create(rights, url, true, &file, error);
    if (status == OK)
        output_file_discard(file);
    remote_rights_release(rights);
    return status;
}

static void urls_without_a_key_are_refused(void)
{
    struct error error;
    CHECK(create("s3://bucket", &error) == CANTOPEN);
    CHECK(create("s3://bucket/", &error) == CANTOPEN);
    CHECK(create("s3://bucket/folder/", &error) == CANTOPEN);
    CHECK(create("https://host/x.parquet", &error) == UNSUPPORTED);
    CHECK(create("s3://bucket/folder/x.parquet", &error) == OK);
}

/* What is not sent yet is in memory, and charged. */
static void bytes_are_collected(void)
{
    static const uint8_t bytes[100000];
    struct output_file *file;
    struct error error = {0};
    struct file_system_rights *rights = remote_rights_copy(NULL);
    struct memory_account account = {.limit = 1 << 20};
    struct memory_scope scope = memory_account_enter(&account);
    CHECK(remote_output_create(rights, "s3://bucket/x", true, &file, &error) == OK);
    CHECK(output_file_append(file, bytes, sizeof bytes, &error) == OK);
    CHECK(account.used > sizeof bytes && output_file_size(file) == sizeof bytes);
    CHECK(output_file_rewind(file, &error) == OK && output_file_size(file) == 0);
    enum status status = OK;
    for (int i = 0; status == OK && i < 20; i++)
        status = output_file_append(file, bytes, sizeof bytes, &error);
    CHECK(status == NOMEM);
    error_clear(&error);
    CHECK(output_file_append(file, bytes, 1, &error) == IO); /* only discard is allowed */
    output_file_discard(file);
    CHECK(account.used == 0);
    memory_scope_restore(scope);
    remote_rights_release(rights);
}

int main(void)
{
    RUN(parts_suffice_for_the_largest_objects);
    RUN(the_first_parts_have_the_same_size);
    RUN(urls_without_a_key_are_refused);
    RUN(bytes_are_collected);
    return unit_test_done();
}
