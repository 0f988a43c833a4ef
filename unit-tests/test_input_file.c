/* SPDX-License-Identifier: MIT */
/* test_input_file.c - opening and reading files and memory. */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/disk_file.h"
#include "unit_bytes.h"
#include "unit_folder.h"
#include "unit_test.h"

static void write_file(const char *name, const char *text, size_t size)
{
    FILE *file = must(fopen(path_of(name), "wb"));
    if (fwrite(text, 1, size, file) != size || fclose(file) != 0)
        exit(2);
}

static void check_reads(struct input_file *file)
{
    struct error error = {0};
    char got[11] = {0};
    CHECK(input_file_size(file) == 10);
    CHECK(input_file_bytes_read(file) == 0);
    CHECK(input_file_read_at(file, 0, 10, got, &error) == OK);
    CHECK_TEXT(got, "0123456789");
    memset(got, 0, sizeof got);
    CHECK(input_file_read_at(file, 3, 4, got, &error) == OK);
    CHECK_TEXT(got, "3456");
    CHECK(input_file_read_at(file, 9, 1, got, &error) == OK);
    CHECK(got[0] == '9');
    CHECK(input_file_read_at(file, 10, 0, got, &error) == OK);
    CHECK(input_file_read_at(file, 0, 0, NULL, &error) == OK);
    CHECK(input_file_bytes_read(file) == 15);
}

static void check_refuses(struct input_file *file)
{
    static const struct {
        int64_t offset;
        size_t size;
    } ranges[] = {
        {10, 1},           {9, 2},
        {0, 11},           {11, 0},
        {11, 1},           {-1, 1},
        {-1, 0},           {-5, 5},
        {INT64_MAX, 1},    {INT64_MAX, SIZE_MAX},
        {INT64_MIN, 1},    {0, SIZE_MAX},
        {5, SIZE_MAX - 2}, {1, SIZE_MAX / 2},
    };
    char got[20];
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        struct error error = {0};
        CHECK(input_file_read_at(file, ranges[i].offset, ranges[i].size, got, &error) ==
              CORRUPT);
        CHECK(error.message[0] != 0);
    }
}

static void reads_files(void)
{
    struct input_file *file = NULL;
    struct error error = {0};
    write_file("ten", "0123456789", 10);
    CHECK(disk_file_open(path_of("ten"), &file, &error) == OK);
    if (file == NULL)
        return;
    check_reads(file);
    check_refuses(file);
    input_file_close(file);
}

static void reads_memory(void)
{
    struct input_file *file = NULL;
    struct error error = {0};
    uint8_t *copy = exact_copy("0123456789", 10);
    CHECK(input_file_open_memory(slice_of(copy, 10), &file, &error) == OK);
    if (file != NULL) {
        check_reads(file);
        check_refuses(file);
        input_file_close(file);
    }
    free(copy);
}

static void reads_nothing_from_empty_files(void)
{
    struct input_file *file = NULL;
    struct error error = {0};
    char got;
    write_file("empty", "", 0);
    CHECK(disk_file_open(path_of("empty"), &file, &error) == OK);
    CHECK(input_file_size(file) == 0);
    CHECK(input_file_read_at(file, 0, 0, &got, &error) == OK);
    CHECK(input_file_read_at(file, 0, 1, &got, &error) == CORRUPT);
    input_file_close(file);

    error = (struct error){0};
    CHECK(input_file_open_memory(slice_of(NULL, 0), &file, &error) == OK);
    CHECK(input_file_size(file) == 0);
    CHECK(input_file_read_at(file, 0, 0, &got, &error) == OK);
    CHECK(input_file_read_at(file, 0, 1, &got, &error) == CORRUPT);
    input_file_close(file);
    input_file_close(NULL);
}

static enum status status_of_open(const char *path)
{
    struct input_file *file = NULL;
    struct error error = {0};
    enum status status = disk_file_open(path, &file, &error);
    CHECK(status == error.status && error.message[0] != 0);
    return status;
}

static void check_cannot_open(const char *path)
{
    CHECK(status_of_open(path) == CANTOPEN);
}

static void reads_whole_files(void)
{
    struct buffer bytes = {0};
    struct error error = {0};
    write_file("file", "0123456789", 10);
    const char *path = path_of("file");
    CHECK(disk_file_read_whole(path, 10, &bytes, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&bytes), "0123456789"));
    CHECK(disk_file_read_whole(path, 9, &bytes, &error) == TOO_BIG && bytes.size == 0);
    CHECK_TEXT(error.message, "the file has more than 9 bytes");
    error = (struct error){0};
    CHECK(disk_file_read_front(path, 9, &bytes, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&bytes), "012345678"));
    CHECK(disk_file_read_front(path, SIZE_MAX, &bytes, &error) == OK && bytes.size == 10);
    CHECK(disk_file_read_whole("no such file", 9, &bytes, &error) == CANTOPEN);
    buffer_release(&bytes);
    write_file("file", "", 0);
    CHECK(disk_file_read_whole(path_of("file"), 0, &bytes, &error) == OK);
    CHECK(bytes.size == 0 && bytes.data != NULL);
    buffer_release(&bytes);
}

static void opens_only_regular_files(void)
{
    check_cannot_open(path_of("missing"));
    check_cannot_open("");
    check_cannot_open("/dev/zero");
    check_cannot_open(path_of("ten/below"));
    CHECK(status_of_open(folder) == UNSUPPORTED);

    /* A plain open() of a pipe would wait for a writer. */
    CHECK(mkfifo(path_of("fifo"), 0600) == 0);
    alarm(10);
    check_cannot_open(path_of("fifo"));
    alarm(0);

    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path_of("socket"), sizeof address.sun_path - 1);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0);
    check_cannot_open(path_of("socket"));
    close(listener);

    if (geteuid() != 0) {
        write_file("forbidden", "x", 1);
        CHECK(chmod(path_of("forbidden"), 0) == 0);
        check_cannot_open(path_of("forbidden"));
    }
}

static void follows_links(void)
{
    struct input_file *file = NULL;
    struct error error = {0};
    write_file("ten", "0123456789", 10);
    CHECK(symlink(path_of("ten"), path_of("link")) == 0);
    CHECK(disk_file_open(path_of("link"), &file, &error) == OK);
    CHECK(input_file_size(file) == 10);
    input_file_close(file);
    CHECK(symlink("nowhere", path_of("dangling")) == 0);
    check_cannot_open(path_of("dangling"));
}

static void file_that_shrinks_is_not_read_on(void)
{
    struct input_file *file = NULL;
    struct error error = {0};
    char got[10];
    write_file("shrinks", "0123456789", 10);
    CHECK(disk_file_open(path_of("shrinks"), &file, &error) == OK);
    CHECK(input_file_read_at(file, 0, 4, got, &error) == OK);
    CHECK(truncate(path_of("shrinks"), 4) == 0);
    CHECK(input_file_read_at(file, 0, 10, got, &error) == CHANGED);
    error = (struct error){0};
    /* The remaining bytes may be new and must not be mixed with the old. */
    CHECK(input_file_read_at(file, 0, 4, got, &error) == CHANGED);
    error = (struct error){0};
    CHECK(input_file_read_at(file, 5, 2, got, &error) == CHANGED);
    CHECK(error.message[0] != 0);
    input_file_close(file);
}

static void descriptors_are_not_leaked(void)
{
    int before = dup(0);
    close(before);
    for (int i = 0; i < 20; i++) {
        struct input_file *file = NULL;
        struct error error = {0};
        CHECK(disk_file_open(folder, &file, &error) == UNSUPPORTED);
        error = (struct error){0};
        CHECK(disk_file_open(path_of("ten"), &file, &error) == OK);
        input_file_close(file);
        error = (struct error){0};
        mem_fail_at(1, 1);
        CHECK(disk_file_open(path_of("ten"), &file, &error) == NOMEM);
        mem_fail_at(0, 0);
    }
    int after = dup(0);
    close(after);
    CHECK(before == after);
}

static void descriptors_are_closed_on_exec(void)
{
    struct input_file *file = NULL;
    struct error error = {0};
    int lowest = dup(0);
    close(lowest);
    CHECK(disk_file_open(path_of("ten"), &file, &error) == OK);
    CHECK((fcntl(lowest, F_GETFD) & FD_CLOEXEC) != 0);
    input_file_close(file);
}

static void identity_changes_with_the_file(void)
{
    struct file_identity first, second;
    struct error error = {0};
    struct input_file *file = NULL;
    write_file("one", "0123456789", 10);
    write_file("two", "0123456789", 10);
    CHECK(disk_file_identity(path_of("one"), &first, &error) == OK);
    CHECK(disk_file_identity(path_of("one"), &second, &error) == OK);
    CHECK(file_identity_equal(&first, &second));
    CHECK(first.size == 10);
    CHECK(disk_file_open(path_of("one"), &file, &error) == OK);
    CHECK(file_identity_equal(input_file_identity(file), &first));

    CHECK(disk_file_identity(path_of("two"), &second, &error) == OK);
    CHECK(!file_identity_equal(&first, &second));
    CHECK(rename(path_of("two"), path_of("one")) == 0);
    CHECK(disk_file_identity(path_of("one"), &second, &error) == OK);
    CHECK(!file_identity_equal(input_file_identity(file), &second));
    char got[2];
    CHECK(input_file_read_at(file, 8, 2, got, &error) == OK);
    input_file_close(file);

    CHECK(unlink(path_of("one")) == 0);
    CHECK(disk_file_identity(path_of("one"), &second, &error) == CANTOPEN);
}

static void every_part_of_an_identity_counts(void)
{
    const struct file_identity one = {1, 2, 3, 4, 5, 6, 7};
    struct file_identity other = one;
    CHECK(file_identity_equal(&one, &other));
    other.device++;
    CHECK(!file_identity_equal(&one, &other));
    other = one, other.inode++;
    CHECK(!file_identity_equal(&one, &other));
    other = one, other.size++;
    CHECK(!file_identity_equal(&one, &other));
    other = one, other.modified_seconds++;
    CHECK(!file_identity_equal(&one, &other));
    other = one, other.modified_nanoseconds++;
    CHECK(!file_identity_equal(&one, &other));
    other = one, other.changed_seconds++;
    CHECK(!file_identity_equal(&one, &other));
    other = one, other.changed_nanoseconds++;
    CHECK(!file_identity_equal(&one, &other));
}

int main(void)
{
    make_folder();
    RUN(reads_files);
    RUN(reads_memory);
    RUN(reads_nothing_from_empty_files);
    RUN(reads_whole_files);
    RUN(opens_only_regular_files);
    RUN(follows_links);
    RUN(file_that_shrinks_is_not_read_on);
    RUN(descriptors_are_not_leaked);
    RUN(descriptors_are_closed_on_exec);
    RUN(identity_changes_with_the_file);
    RUN(every_part_of_an_identity_counts);
    remove_all(folder);
    return unit_test_done();
}
