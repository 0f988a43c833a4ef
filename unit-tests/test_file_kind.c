/* SPDX-License-Identifier: MIT */
/*
 * test_file_kind.c - what files look like that are neither Parquet nor ORC, also cut and
 * hostile ones (file_kind.h).
 */
#include "file_kind.h"

#include "base/alloc.h"
#include "unit_test.h"

/* The message about a file with these bytes and this path; "not" if nothing is known. */
static const char *message_of(struct slice bytes, const char *path)
{
    static struct error error;
    struct input_file *input;
    struct error failure = {0};
    error = (struct error){0};
    CHECK(input_file_open_memory(bytes, &input, &failure) == OK);
    input->path = path;
    error_set(&error, CORRUPT, "not");
    enum status status = file_kind_refuse(input, &error);
    bool is_corrupt = bytes.size == 0 || strcmp(error.message, "not") == 0;
    CHECK(status == error.status && status == (is_corrupt ? CORRUPT : UNSUPPORTED));
    input_file_close(input);
    return error.message;
}

#define BYTES(text) ((struct slice){(const uint8_t *)(text), sizeof(text) - 1})

#define SIZED(text) text, sizeof(text) - 1

static void kinds_are_recognized(void)
{
    static char tar[300];
    static const struct {
        const char *bytes;
        size_t size;
        const char *message; /* its beginning */
    } files[] = {
        {SIZED("ARROW1\0\0"), "an Arrow IPC (Feather) file; "},
        {SIZED("FEA1\0"), "a Feather file; "},
        {SIZED("Obj\1\4"), "an Avro file; "},
        {SIZED("\x89HDF\r\n\x1a\n\0"), "an HDF5 file; "},
        {SIZED("SQLite format 3\0\x10"), "an SQLite database; open it with ATTACH "},
        {SIZED("\1\2\3\4\5\6\7\10DUCK"), "a DuckDB database; "},
        {SIZED("\x1f\x8b\x08"), "compressed with gzip; decompress it first: gunzip "},
        {SIZED("\x28\xb5\x2f\xfd"), "compressed with zstd; decompress it first: unzstd "},
        {SIZED("BZh9"), "compressed with bzip2; decompress it first: bunzip2 "},
        {SIZED("\xfd"
               "7zXZ\0"),
         "compressed with xz; decompress it first: unxz "},
        {SIZED("\x04\x22\x4d\x18"), "compressed with lz4; decompress it first: unlz4 "},
        {SIZED("%PDF-1.4\n"), "a PDF document; "},
        {SIZED("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "an Excel workbook or another "},
        {SIZED("PK\3\4"), "a ZIP archive; unpack it first: unzip FILE"},
        {SIZED("PK\3\4"
               "567890123456789012345678901[Content_Types].xml"),
         "a ZIP archive; "}, /* one byte too far */
        {SIZED("PK\3\4"
               "56789012345678901234567890[Content_Types].xml"),
         "an Excel workbook or another Office document; "},
        {SIZED("PK\3\4"
               "56789012345678901234567890mimetypeapplication/vnd.oasis.open"),
         "an Excel workbook or another Office document; "},
        {SIZED("id,name\n1,a\n"), "looks like CSV; import it in the sqlite3 shell with "
                                  ".import --csv FILE TABLE"},
        {SIZED("\xef\xbb\xbfid,name\r\n1,\"a, b\"\r\n"), "looks like CSV; "},
        {SIZED("id,name\n1,a"), "looks like CSV; "},
        {SIZED("id\tname\n1\ta\n"), "looks like CSV with tabs; "},
        {SIZED("id;name\n1;a,b\n"), "looks like CSV with semicolons; "},
        {SIZED("id|name\n1|a\n"), "looks like CSV with |; "},
        {SIZED("Gr\xf6\xdf"
               "e,number of pieces in stock\n1,2\n"),
         "looks like CSV; "},
        {SIZED("id,name\n1,\x80\x81\x82\x83\n"), "not"},
        {SIZED("id,name\n1,2,3\n"), "looks like a text of 14 bytes; "},
        {SIZED("id,name\n\n"), "looks like a text of 9 bytes; "},
        {SIZED("id,name"), "looks like a text of 7 bytes; "},
        {SIZED("{\"a\": 1}"), "looks like JSON; "},
        {SIZED(" [{\"a\": 1},\n {\"a\": 2}]\n"), "looks like JSON; "},
        {SIZED("{\n  \"a\": 1\n}\n"), "looks like JSON; "},
        {SIZED("{"), "looks like JSON; "},
        {SIZED("{\"a\": 1}\n{\"a\": 2}\n"), "looks like JSON, one object on each line; "},
        {SIZED("{\"a\": 1} \r\n{\"a"), "looks like JSON, one object on each line; "},
        {SIZED("\n<!DOCTYPE HTML>\n<html>"), "an HTML page, "},
        {SIZED("<HTML lang=\"en\">"), "an HTML page, "},
        {SIZED("<?xml version=\"1.0\"?>\n<Error>"), "an XML document, "},
        {SIZED("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"),
         "a Git LFS pointer in place of the file; fetch the file with git lfs pull"},
        {SIZED("/annex/objects/MD5-s5--00\n"), "a git-annex pointer in place of the "},
        {SIZED("hello"), "looks like a text of 5 bytes; "},
        {SIZED("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e"), "looks like a text of 9 bytes; "},
        {SIZED(" "), "looks like a text of 1 bytes; "},
        {SIZED("\n\n\n"), "looks like a text of 3 bytes; "},
        {SIZED("\xef\xbb\xbf"), "looks like a text of 3 bytes; "},
        {SIZED(""), "the file is empty"},
        {SIZED("\0"), "not"},
        {SIZED("hello\0"), "not"},
        {SIZED("hello\x7f"), "not"},
        {SIZED("\xff\xfe\xfd\xfc"), "not"},
        {SIZED("SQLite format 4\0"), "not"},
        {SIZED("PAR1"), "not"},
        {SIZED("PARE and text"), "not"},
        {SIZED("ORC"), "not"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *expected = files[i].message;
        const char *message = message_of(slice_of(files[i].bytes, files[i].size), NULL);
        CHECK(strlen(message) < 200);
        if (strncmp(message, expected, strlen(expected)) != 0)
            CHECK_TEXT(message, expected);
    }
    memcpy(tar + 257, "ustar", 5);
    CHECK(strncmp(message_of(slice_of(tar, 300), NULL), "a tar archive; ", 15) == 0);
    CHECK_TEXT(message_of(slice_of(tar, 261), NULL), "not");
}

/* A name helps only where the text does not decide. */
static void names_help(void)
{
    static const char csv[] = "looks like CSV; ", tabs[] = "looks like CSV with tabs; ";
    CHECK(strncmp(message_of(BYTES("a\n1\n"), "x/a.CSV"), csv, strlen(csv)) == 0);
    CHECK(strncmp(message_of(BYTES("a\n1\n"), "a.tsv"), tabs, strlen(tabs)) == 0);
    CHECK(strncmp(message_of(BYTES("a\tb\n1\t2\n"), "a.csv"), tabs, strlen(tabs)) == 0);
    CHECK(strncmp(message_of(BYTES("{}"), "a.csv"), "looks like JSON", 15) == 0);
    CHECK_TEXT(message_of(BYTES("\0\1"), "a.csv"), "not");
    CHECK(strncmp(message_of(BYTES("a\n1\n"), "csv/a"), "looks like a text", 17) == 0);
}

/* Only the front counts; a character may be cut at its end. */
static void long_files_are_judged_by_their_fronts(void)
{
    enum { FRONT = 4096, SIZE = 3 * FRONT };
    uint8_t *bytes = mem_alloc(SIZE, 1);
    struct slice slice = slice_of(bytes, SIZE);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (uint8_t) "\xe6\x97\xa5"[i % 3];
    CHECK(strncmp(message_of(slice, NULL), "looks like a text of 12288 ", 27) == 0);
    bytes[FRONT] = 0;
    CHECK(strncmp(message_of(slice, NULL), "looks like a text of 12288 ", 27) == 0);
    bytes[FRONT - 1] = 0;
    CHECK_TEXT(message_of(slice, NULL), "not");
    memset(bytes, '"', SIZE); /* quotes that are not closed */
    bytes[SIZE - 1] = '\n';
    CHECK(strncmp(message_of(slice, NULL), "looks like a text of 12288 ", 27) == 0);
    mem_free(bytes);
}

static void other_failures_stay(void)
{
    struct input_file *input;
    struct error error = {0};
    CHECK(input_file_open_memory(BYTES("hello"), &input, &error) == OK);
    error_set(&error, AUTH, "no key");
    CHECK(file_kind_refuse(input, &error) == AUTH);
    CHECK_TEXT(error.message, "no key");
    error = (struct error){0};
    error_set(&error, CORRUPT, "not");
    input_file_fail_at(1, false);
    CHECK(file_kind_refuse(input, &error) == IO && error.status == IO);
    input_file_fail_at(0, false);
    input_file_close(input);
}

int main(void)
{
    RUN(kinds_are_recognized);
    RUN(names_help);
    RUN(long_files_are_judged_by_their_fronts);
    RUN(other_failures_stay);
    return unit_test_done();
}
