/* SPDX-License-Identifier: MIT */
#include "file_kind.h"

#include "base/path.h"

enum { MOST_FRONT = 4096 };

struct kind {
    const char *what, *advice;
};

static const char CONVERT[] = "only Parquet and ORC files can be read: convert it";

/* ---- Files with a magic number ----------------------------------------------------- */

static const struct magic {
    size_t at, size;
    const char *bytes;
    struct kind kind;
} magics[] = {
    {0, 6, "ARROW1", {"an Arrow IPC (Feather) file", CONVERT}},
    {0, 4, "FEA1", {"a Feather file", CONVERT}},
    {0, 4, "Obj\x01", {"an Avro file", CONVERT}},
    {0, 8, "\x89HDF\r\n\x1a\n", {"an HDF5 file", CONVERT}},
    {0,
     16,
     "SQLite format 3",
     {"an SQLite database", "open it with ATTACH 'FILE' AS name"}},
    {8, 4, "DUCK", {"a DuckDB database", "write its tables with DuckDB's COPY ... TO"}},
    {0, 2, "\x1f\x8b", {"compressed with gzip", "decompress it first: gunzip FILE"}},
    {0,
     4,
     "\x28\xb5\x2f\xfd",
     {"compressed with zstd", "decompress it first: unzstd FILE"}},
    {0, 3, "BZh", {"compressed with bzip2", "decompress it first: bunzip2 FILE"}},
    {0,
     6,
     "\xfd"
     "7zXZ",
     {"compressed with xz", "decompress it first: unxz FILE"}},
    {0,
     4,
     "\x04\x22\x4d\x18",
     {"compressed with lz4", "decompress it first: unlz4 FILE"}},
    {257, 5, "ustar", {"a tar archive", "unpack it first: tar xf FILE"}},
    {0, 5, "%PDF-", {"a PDF document", CONVERT}},
};

static const struct kind WORKBOOK = {"an Excel workbook or another Office document",
                                     "save the sheet as CSV and import it in the sqlite3 "
                                     "shell with .import --csv FILE TABLE"};

/* Whether the text follows in the bytes at that offset. */
static bool has_text(struct slice bytes, size_t at, const char *text, size_t size)
{
    return bytes.size >= at + size && memcmp(bytes.data + at, text, size) == 0;
}

/* The first file in an Office document has one of a few names. */
static const struct kind *find_zip(struct slice front)
{
    static const struct kind archive = {"a ZIP archive", "unpack it first: unzip FILE"};
    static const char *const names[] = {"[Content_Types].xml", "_rels/", "xl/",
                                        "docProps/", "mimetypeapplication/vnd.oasis"};
    enum { NAME_AT = 30 };
    if (!has_text(front, 0, "PK\x03\x04", 4))
        return NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (has_text(front, NAME_AT, names[i], strlen(names[i])))
            return &WORKBOOK;
    }
    return &archive;
}

static const struct kind *find_magic(struct slice front)
{
    if (has_text(front, 0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8))
        return &WORKBOOK;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        if (has_text(front, magics[i].at, magics[i].bytes, magics[i].size))
            return &magics[i].kind;
    }
    return find_zip(front);
}

/* ---- Texts ------------------------------------------------------------------------ */

/* Whether the bytes are text: no control characters, and in UTF-8 or with few letters
 * beyond ASCII. */
static bool is_text(struct slice bytes)
{
    size_t n_strange = 0, n_expected = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        uint8_t byte = bytes.data[i];
        bool continues = (byte & 0xc0) == 0x80, begins = byte >= 0xc2 && byte < 0xf5;
        if ((byte < ' ' && !ascii_is_space(byte)) || byte == 0x7f)
            return false;
        n_strange += continues != (n_expected > 0) || (byte >= 0xc0 && !begins);
        if (begins)
            n_expected = (size_t)1 + (byte >= 0xe0) + (byte >= 0xf0);
        else
            n_expected = continues && n_expected > 0 ? n_expected - 1 : 0;
    }
    return n_strange <= bytes.size / 16;
}

/* Whether the text begins with the word, in lower case, in any case of letters. */
static bool begins_with(struct slice text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && slice_equals_word(slice_of(text.data, size), word);
}

/* Takes a line without its end; the last one may have no end. */
static struct slice take_line(struct slice *text)
{
    const uint8_t *end = text->size > 0 ? memchr(text->data, '\n', text->size) : NULL;
    struct slice line, newline;
    (void)slice_take(text, end != NULL ? (size_t)(end - text->data) : text->size, &line);
    (void)slice_take(text, 1, &newline);
    return line;
}

/* The number of separators that are not in quotes. */
static size_t count_separators(struct slice line, uint8_t separator)
{
    bool is_quoted = false;
    size_t n = 0;
    for (size_t i = 0; i < line.size; i++) {
        is_quoted = is_quoted != (line.data[i] == '"');
        n += !is_quoted && line.data[i] == separator;
    }
    return n;
}

static bool ends_with(const char *path, const char *ending)
{
    const char *found = path != NULL ? strrchr(path_name(path), '.') : NULL;
    return found != NULL && slice_equals_word(slice_of(found, strlen(found)), ending);
}

/* Lines with the same number of separators, or a name that says it. */
static const struct kind *find_csv(struct slice text, const char *path)
{
    static const struct {
        uint8_t separator;
        const char *ending;
        struct kind kind;
    } forms[] = {
        {'\t',
         ".tsv",
         {"looks like CSV with tabs",
          "import it in the sqlite3 shell with .mode tabs and .import FILE TABLE"}},
        {';',
         "",
         {"looks like CSV with semicolons",
          "import it in the sqlite3 shell with .mode csv, .separator \";\" and .import "
          "FILE TABLE"}},
        {'|',
         "",
         {"looks like CSV with |",
          "import it in the sqlite3 shell with .mode list and .import FILE TABLE"}},
        {',',
         ".csv",
         {"looks like CSV",
          "import it in the sqlite3 shell with .import --csv FILE TABLE"}},
    };
    struct slice first = take_line(&text), second = take_line(&text);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t n = count_separators(first, forms[i].separator);
        if (n > 0 && n == count_separators(second, forms[i].separator))
            return &forms[i].kind;
    }
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (ends_with(path, forms[i].ending))
            return &forms[i].kind;
    }
    return NULL;
}

static const struct kind *find_json(struct slice text)
{
    static const struct kind whole = {"looks like JSON",
                                      "in the sqlite3 shell, SELECT value FROM "
                                      "json_each(trim(readfile('FILE'))) reads it"};
    static const struct kind lines = {
        "looks like JSON, one object on each line",
        "in the sqlite3 shell, SELECT value FROM json_each('[' || "
        "replace(trim(readfile('FILE'), char(10)), char(10), ',') || ']') reads it"};
    if (text.size == 0 || (text.data[0] != '{' && text.data[0] != '['))
        return NULL;
    struct slice first = slice_trim_space(take_line(&text)), second = take_line(&text);
    return first.data[0] == '{' && first.data[first.size - 1] == '}' && second.size > 0
               ? &lines
               : &whole;
}

static const struct kind TEXT = {"looks like a text", CONVERT};

static const struct kind *find_text(struct slice text, const char *path)
{
    static const struct {
        const char *beginning;
        struct kind kind;
    } beginnings[] = {
        {"version https://git-lfs.github.com/spec/",
         {"a Git LFS pointer in place of the file", "fetch the file with git lfs pull"}},
        {"/annex/objects/",
         {"a git-annex pointer in place of the file",
          "fetch the file with git annex get"}},
        {"<!doctype html",
         {"an HTML page, perhaps of a failed download", "download the file itself"}},
        {"<html",
         {"an HTML page, perhaps of a failed download", "download the file itself"}},
        {"<?xml",
         {"an XML document, perhaps of a failed download", "download the file itself"}},
    };
    if (has_text(text, 0, "\xef\xbb\xbf", 3)) /* byte order mark */
        text = slice_of(text.data + 3, text.size - 3);
    struct slice trimmed = slice_trim_space(text);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (begins_with(trimmed, beginnings[i].beginning))
            return &beginnings[i].kind;
    }
    const struct kind *kind = find_json(trimmed);
    if (kind == NULL)
        kind = find_csv(text, path);
    return kind != NULL ? kind : &TEXT;
}

/* ---- The file --------------------------------------------------------------------- */

enum status file_kind_refuse(struct input_file *input, struct error *error)
{
    uint8_t bytes[MOST_FRONT];
    struct error failure = {0};
    int64_t file_size = input_file_size(input);
    if (error->status != CORRUPT)
        return error->status;
    struct slice front = slice_of(bytes, file_size < MOST_FRONT ? (size_t)file_size
                                                                : (size_t)MOST_FRONT);
    if (front.size == 0) {
        error_clear(error);
        return error_set(error, CORRUPT, "the file is empty");
    }
    if (input_file_read_at(input, 0, front.size, bytes, &failure) != OK) {
        *error = failure;
        return error->status;
    }
    bool is_known = has_text(front, 0, "PAR", 3) || has_text(front, 0, "ORC", 3);
    const struct kind *kind = is_known ? NULL : find_magic(front);
    if (kind == NULL && !is_known && is_text(front))
        kind = find_text(front, input->path);
    if (kind == NULL)
        return error->status;
    error_clear(error);
    error_set(error, UNSUPPORTED, "%s", kind->what);
    if (kind == &TEXT)
        error_append(error, " of %lld bytes", (long long)file_size);
    error_append(error, "; %s", kind->advice);
    return error->status;
}
