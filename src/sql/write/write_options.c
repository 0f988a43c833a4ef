/* SPDX-License-Identifier: MIT */
#include "sql/write/write_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "sql/keys/key_ring.h"
#include "sql/table/options.h"
#include "value/option_text.h"
#include "version.h"

/* Indexes of OPTIONS[]. */
enum option_id {
    OPTION_COMPRESSION,
    OPTION_LEVEL,
    OPTION_GROUP_ROWS,
    OPTION_GROUP_BYTES,
    OPTION_PAGE_BYTES,
    OPTION_PAGE_ROWS,
    OPTION_DICTIONARY_ENTRIES,
    OPTION_DICTIONARY_BYTES,
    OPTION_ENCODING,
    OPTION_ENCODINGS,
    OPTION_PAGE_VERSION,
    OPTION_BLOOM,
    OPTION_BLOOM_RATIO,
    OPTION_COLUMN_TYPES,
    OPTION_SORTED_BY,
    OPTION_KEY_VALUES,
    OPTION_FIELD_IDS,
    OPTION_OVERWRITE,
    OPTION_PROGRESS,
    OPTION_THREADS,
    OPTION_ORDER_BY,
    OPTION_RETURN_FILES,
    OPTION_LAKE,
    OPTION_GEOPARQUET,
    OPTION_COMPATIBILITY,
    OPTION_FOOTER_KEY, /* this one and those after it are of encryption */
    OPTION_COLUMN_KEYS,
    OPTION_ALGORITHM,
    OPTION_PLAIN_FOOTER,
    OPTION_AAD_PREFIX,
    OPTION_STORE_PREFIX,
    OPTION_PARTITION_BY, /* this one and those after it make a folder */
    OPTION_WRITE_KEYS,
    OPTION_FILE_ROWS,
    OPTION_FILE_BYTES,
    OPTION_FILE_GROUPS,
    OPTION_FILE_NAME,
    OPTION_APPEND,
    N_OPTIONS,
};

_Static_assert(N_OPTIONS <= 64, "write_options.given has a bit for each");

/* The first name is the one in messages; the others are DuckDB's. */
static const char *const OPTIONS[N_OPTIONS][3] = {
    [OPTION_COMPRESSION] = {"compression", "codec"},
    [OPTION_LEVEL] = {"compression_level"},
    [OPTION_GROUP_ROWS] = {"row_group_size", "chunk_size"},
    [OPTION_GROUP_BYTES] = {"row_group_size_bytes"},
    [OPTION_PAGE_BYTES] = {"page_size", "data_page_size_limit"},
    [OPTION_PAGE_ROWS] = {"data_page_row_limit"},
    [OPTION_DICTIONARY_ENTRIES] = {"dictionary_size_limit"},
    [OPTION_DICTIONARY_BYTES] = {"dictionary_page_size",
                                 "string_dictionary_page_size_limit"},
    [OPTION_ENCODING] = {"encoding"},
    [OPTION_ENCODINGS] = {"encodings"},
    [OPTION_PAGE_VERSION] = {"data_page_version", "parquet_version"},
    [OPTION_BLOOM] = {"bloom_filter"},
    [OPTION_BLOOM_RATIO] = {"bloom_filter_false_positive_ratio"},
    [OPTION_COLUMN_TYPES] = {"types"},
    [OPTION_SORTED_BY] = {"sorted_by"},
    [OPTION_KEY_VALUES] = {"kv_metadata"},
    [OPTION_FIELD_IDS] = {"field_ids"},
    [OPTION_OVERWRITE] = {"overwrite"},
    [OPTION_PROGRESS] = {"progress"},
    [OPTION_THREADS] = {"threads"},
    [OPTION_ORDER_BY] = {"order_by"},
    [OPTION_RETURN_FILES] = {"return_files"},
    [OPTION_LAKE] = {"lake"},
    [OPTION_GEOPARQUET] = {"geoparquet_version"},
    [OPTION_COMPATIBILITY] = {"compatibility"},
    [OPTION_FOOTER_KEY] = {"footer_key"},
    [OPTION_COLUMN_KEYS] = {"column_keys"},
    [OPTION_ALGORITHM] = {"encryption_algorithm"},
    [OPTION_PLAIN_FOOTER] = {"plaintext_footer"},
    [OPTION_AAD_PREFIX] = {"aad_prefix"},
    [OPTION_STORE_PREFIX] = {"store_aad_prefix"},
    [OPTION_PARTITION_BY] = {"partition_by"},
    [OPTION_WRITE_KEYS] = {"write_partition_columns"},
    [OPTION_FILE_ROWS] = {"rows_per_file"},
    [OPTION_FILE_BYTES] = {"file_size_bytes"},
    [OPTION_FILE_GROUPS] = {"row_groups_per_file"},
    [OPTION_FILE_NAME] = {"filename_pattern"},
    [OPTION_APPEND] = {"append"},
};

void write_options_init(struct write_options *options)
{
    *options = (struct write_options){.overwrite = true,
                                      .bloom = PQ_BLOOM_AUTO,
                                      .stores_prefix = true,
                                      .encryption.algorithm = PQ_AES_GCM_V1};
    pq_write_options_init(&options->parquet);
    options->parquet.created_by = "parquet_vtab version " PARQUET_VTAB_VERSION
                                  " (build 0)";
}

/* The arena has the keys of columns. */
static void release_keys(struct write_options *options)
{
    struct pq_write_encryption *encryption = &options->encryption;
    if (encryption->n_column_keys > 0)
        wipe((void *)(uintptr_t)encryption->column_keys,
             encryption->n_column_keys * sizeof *encryption->column_keys);
    wipe(&encryption->footer_key, sizeof encryption->footer_key);
    encryption->n_column_keys = 0;
}

void write_options_release(struct write_options *options)
{
    release_keys(options);
    column_keys_release(&options->column_keys);
    arena_release(&options->arena);
    *options = (struct write_options){0};
}

static bool is_given(const struct write_options *options, enum option_id id)
{
    return (options->given >> id & 1) != 0;
}

/* ---- Words ----------------------------------------------------------------------- */

struct word {
    const char *name;
    int value;
};

enum { MOST_WORDS = 24 };
_Static_assert(CODEC_UNKNOWN + 2 <= MOST_WORDS, "room for the names of all codecs");

static const struct word PAGE_VERSIONS[] = {
    {"1", 1}, {"2", 2}, {"v1", 1}, {"v2", 2}, {NULL, 0}};

static const struct word COMPATIBILITIES[] = {{"current", 0}, {"wide", 1}, {NULL, 0}};
static const struct word ALGORITHMS[] = {
    {"AES_GCM_V1", PQ_AES_GCM_V1}, {"AES_GCM_CTR_V1", PQ_AES_GCM_CTR_V1}, {NULL, 0}};

/* The last two are DuckDB's. */
static const struct word GEOPARQUET_VERSIONS[] = {{"none", PQ_GEOPARQUET_NONE},
                                                  {"both", PQ_GEOPARQUET_BOTH},
                                                  {"1.1", PQ_GEOPARQUET_1_1},
                                                  {"2", PQ_GEOPARQUET_2},
                                                  {"v1", PQ_GEOPARQUET_1_1},
                                                  {"v2", PQ_GEOPARQUET_2},
                                                  {NULL, 0}};

static const struct word ENCODINGS[] = {
#define ENCODING(format_name, number, name) {#name, number},
#include "parquet/format/encoding_list.h"
    {NULL, 0},
};

static bool find_word(const struct word *words, struct slice text, int *value)
{
    for (; words->name != NULL; words++) {
        if (slice_equals_word(text, words->name)) {
            *value = words->value;
            return true;
        }
    }
    return false;
}

static enum status choose_word(enum option_id id, const struct word *words,
                               struct slice text, int *value, struct error *error)
{
    const char *names[MOST_WORDS];
    unsigned n = 0, choice;
    for (; words[n].name != NULL; n++)
        names[n] = words[n].name;
    enum status status = option_choose_word(OPTIONS[id][0], text, names, n, &choice,
                                            error);
    if (status == OK)
        *value = words[choice].value;
    return status;
}

static enum status choose_codec(struct slice text, int *compression, struct error *error)
{
    struct word words[MOST_WORDS], *word = words;
    for (int codec = 0; codec < CODEC_UNKNOWN; codec++) {
        enum codec written = codec_written_as((enum codec)codec);
        if (written != CODEC_UNKNOWN)
            *word++ = (struct word){codec_name((enum codec)codec),
                                    pq_compression(written)};
        if (codec == CODEC_UNCOMPRESSED)
            *word++ = (struct word){"uncompressed", PQ_UNCOMPRESSED};
    }
    *word = (struct word){NULL, 0};
    return choose_word(OPTION_COMPRESSION, words, text, compression, error);
}

static bool find_encoding(struct slice text, int *encoding)
{
    return find_word(ENCODINGS, text, encoding) && pq_encoding_is_written(*encoding);
}

int write_encoding_of(const char *name)
{
    int encoding;
    return find_encoding(slice_of(name, strlen(name)), &encoding) ? encoding : -1;
}

void write_list_encodings(int type, struct known_names *known)
{
    static const char *const choices[] = {"auto", "dictionary"};
    known_names_add_texts(known, choices, type != PQ_BOOLEAN ? 2 : 1);
    for (const struct word *word = ENCODINGS; word->name != NULL; word++) {
        bool fits = type < 0 ? pq_encoding_is_written(word->value)
                    : word->value == PQ_RLE_DICTIONARY
                        ? type != PQ_BOOLEAN
                        : pq_encoding_fits(word->value, type);
        const char *name = pq_encoding_name(word->value);
        if (fits)
            known_names_add(known, slice_of(name, strlen(name)));
    }
}

/* ---- Lists ----------------------------------------------------------------------- */

static const char *keep_text(struct arena *arena, const char *text)
{
    return arena_copy_text(arena, text, strlen(text));
}

/* Makes room for one more item in an array in the arena, which grows by doubling. */
static enum status grow_list(struct arena *arena, size_t item_size, uint32_t n,
                             void **items, struct error *error)
{
    if ((n & (n - 1)) != 0)
        return OK;
    void *grown = arena_alloc(arena, n == 0 ? 1 : (size_t)n * 2, item_size);
    if (grown == NULL)
        return error_nomem(error);
    if (n > 0)
        memcpy(grown, *items, n * item_size);
    *items = grown;
    return OK;
}

/* ASC | DESC, NULLS FIRST | NULLS LAST; by default nulls are where SQLite sorts them. */
static enum status parse_order(struct slice words, struct write_option_item *item,
                               struct error *error)
{
    static const struct {
        const char *words;
        bool is_descending, nulls_first;
    } orders[] = {
        {"", false, true},
        {"asc", false, true},
        {"desc", true, false},
        {"nulls first", false, true},
        {"nulls last", false, false},
        {"asc nulls first", false, true},
        {"asc nulls last", false, false},
        {"desc nulls first", true, true},
        {"desc nulls last", true, false},
    };
    char text[24];
    size_t size = 0;
    for (size_t i = 0; i < words.size && size + 1 < sizeof text; i++) {
        bool is_space = words.data[i] <= ' ';
        if (!is_space || (size > 0 && text[size - 1] != ' '))
            text[size++] = is_space ? ' ' : (char)words.data[i];
    }
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (slice_equals_word(slice_of(text, size), orders[i].words)) {
            item->is_descending = orders[i].is_descending;
            item->nulls_first = orders[i].nulls_first;
            return OK;
        }
    }
    return error_set(error, MISUSE,
                     "option sorted_by: a name may be followed by ASC or DESC and NULLS "
                     "FIRST or NULLS LAST, not by \"%.*s\"",
                     SLICE_SHOWN(words, 60));
}

static enum status parse_list(struct write_options *options, enum option_id id,
                              enum option_list_form form, struct slice text,
                              struct write_option_list *list, struct error *error)
{
    for (;;) {
        struct option_item parsed;
        bool is_end;
        void *items = list->items;
        enum status status = option_next_item(OPTIONS[id][0], form, &text, &parsed,
                                              &is_end, error);
        if (status != OK || is_end)
            return status;
        status = grow_list(&options->arena, sizeof *list->items, list->n, &items, error);
        if (status == OK) {
            list->items = items;
            struct write_option_item *item = &list->items[list->n++];
            char *value = option_dequote(parsed.value);
            item->name = keep_text(&options->arena, parsed.name);
            item->value = value != NULL ? keep_text(&options->arena, value) : NULL;
            mem_free(value);
            if (item->name == NULL || item->value == NULL)
                status = error_nomem(error);
            else if (form == OPTION_ORDERED)
                status = parse_order(parsed.value, item, error);
        }
        mem_free(parsed.name);
        if (status != OK)
            return status;
    }
}

static enum status parse_key_values(struct write_options *options, struct slice text,
                                    struct error *error)
{
    struct write_option_list list = {0};
    enum status status = parse_list(options, OPTION_KEY_VALUES, OPTION_PAIRS, text, &list,
                                    error);
    if (status != OK)
        return status;
    struct pq_key_value *pairs = arena_alloc(&options->arena, list.n, sizeof *pairs);
    if (pairs == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < list.n; i++) {
        const struct write_option_item *item = &list.items[i];
        pairs[i].key = slice_of(item->name, strlen(item->name));
        pairs[i].value = slice_of(item->value, strlen(item->value));
    }
    options->parquet.key_values = pairs;
    options->parquet.n_key_values = list.n;
    return OK;
}

/* ---- Options --------------------------------------------------------------------- */

static enum status parse_encoding(struct write_options *options, struct slice text,
                                  struct error *error)
{
    options->encoding_choice = PQ_ENCODING_AUTO;
    if (slice_equals_word(text, "auto"))
        return OK;
    options->encoding_choice = PQ_ENCODING_DICTIONARY;
    if (slice_equals_word(text, "dictionary"))
        return OK;
    options->encoding_choice = PQ_ENCODING_FIXED;
    if (find_encoding(text, &options->encoding))
        return OK;
    struct known_names known;
    known_names_begin(&known, text);
    write_list_encodings(-1, &known);
    error_set(error, MISUSE, "option encoding cannot be \"%.*s\"", SLICE_SHOWN(text, 60));
    return known_names_suggest(&known, "value", error);
}

static enum status parse_bloom(struct write_options *options, struct slice text,
                               struct error *error)
{
    bool is_auto = slice_equals_word(text, "auto");
    options->bloom = is_auto ? PQ_BLOOM_AUTO : PQ_BLOOM_NONE;
    if (is_auto || slice_equals_word(text, "none"))
        return OK;
    enum status status = parse_list(options, OPTION_BLOOM, OPTION_NAMES, text,
                                    &options->bloom_columns, error);
    if (status == OK && options->bloom_columns.n == 0)
        return error_set(error, MISUSE,
                         "option bloom_filter must be auto, none or a list of columns");
    return status;
}

static enum status parse_level(struct write_options *options, const char *value,
                               struct error *error)
{
    char *end;
    long level = strtol(value, &end, 10);
    if (end == value || *end != '\0' || level < -1000000 || level > 1000000)
        return error_set(
            error, MISUSE,
            "option compression_level must be a whole number, not \"%.100s\"", value);
    options->level = level;
    return OK;
}

static enum status parse_ratio(struct write_options *options, const char *value,
                               struct error *error)
{
    /* Digits and one point, in any locale. */
    double ratio = 0, unit = 1;
    bool has_point = false, is_number = value[0] != '\0';
    for (const char *c = value; *c != '\0'; c++) {
        bool is_point = *c == '.' && !has_point;
        is_number = is_number && (is_point || (*c >= '0' && *c <= '9'));
        has_point = has_point || is_point;
        if (is_number && !is_point) {
            ratio = ratio * 10 + (*c - '0');
            unit = has_point ? unit * 10 : unit;
        }
    }
    ratio /= unit;
    if (!is_number || !(ratio > 0) || !(ratio < 1))
        return error_set(error, MISUSE,
                         "option bloom_filter_false_positive_ratio must be between 0 and "
                         "1, such as 0.01, not \"%.100s\"",
                         value);
    options->parquet.bloom_false_positive_ratio = ratio;
    return OK;
}

static enum status parse_number(enum option_id id, struct slice text, bool with_unit,
                                uint64_t least, uint64_t most, uint64_t *number,
                                struct error *error)
{
    return option_number(OPTIONS[id][0], text, with_unit, least, most, number, error);
}

enum {
    MOST_ROWS = INT32_MAX, /* of a row group and of a page: Thrift's counts */
    MOST_BYTES = 1 << 30,  /* of a page: what readers accept, this one among them */
};
static const uint64_t most_group_bytes = UINT64_C(1) << 40;

/* Parses an option that is a size; false if it is not one. */
static bool parse_size(struct write_options *options, enum option_id id,
                       struct slice text, enum status *status, struct error *error)
{
    struct pq_write_options *p = &options->parquet;
    switch (id) {
    case OPTION_GROUP_ROWS:
        *status = parse_number(id, text, false, 1, MOST_ROWS, &p->row_group_rows, error);
        return true;
    case OPTION_GROUP_BYTES:
        *status = parse_number(id, text, true, 1, most_group_bytes, &p->row_group_bytes,
                               error);
        return true;
    case OPTION_PAGE_BYTES:
        p->front_bytes = 0;
        *status = parse_number(id, text, true, 1, MOST_BYTES, &p->page_bytes, error);
        return true;
    case OPTION_PAGE_ROWS:
        p->front_bytes = 0;
        *status = parse_number(id, text, false, 1, MOST_ROWS, &p->page_rows, error);
        return true;
    case OPTION_DICTIONARY_ENTRIES:
        *status = parse_number(id, text, false, 0, MOST_ROWS, &p->dictionary_entries,
                               error);
        return true;
    case OPTION_FILE_ROWS:
        *status = parse_number(id, text, false, 1, INT64_MAX, &options->file_rows, error);
        return true;
    case OPTION_FILE_BYTES:
        *status = parse_number(id, text, true, 1, INT64_MAX, &options->file_bytes, error);
        return true;
    case OPTION_FILE_GROUPS:
        *status = parse_number(id, text, false, 1, INT32_MAX, &options->file_groups,
                               error);
        return true;
    case OPTION_DICTIONARY_BYTES:
        *status = parse_number(id, text, true, 0, MOST_BYTES, &p->dictionary_bytes,
                               error);
        return true;
    default:
        return false;
    }
}

/* 1, or 2: one for the query, and one that writes row groups. */
static enum status parse_threads(struct write_options *options, struct slice text,
                                 struct error *error)
{
    uint64_t n;
    enum status status = parse_number(OPTION_THREADS, text, false, 1, 2, &n, error);
    if (status == OK)
        options->parquet.in_background = n == 2;
    return status;
}

static enum status parse_geoparquet(struct write_options *options, struct slice text,
                                    struct error *error)
{
    int version;
    enum status status = choose_word(OPTION_GEOPARQUET, GEOPARQUET_VERSIONS, text,
                                     &version, error);
    if (status == OK)
        options->parquet.geoparquet = (enum pq_geoparquet)version;
    options->needs_geometry = status == OK && version != PQ_GEOPARQUET_NONE;
    return status;
}

/* A pattern of the names of files. */
static enum status parse_file_name(struct write_options *options, const char *value,
                                   struct error *error)
{
    if (value[0] == '\0' || value[0] == '.' || value[0] == '_' ||
        strpbrk(value, "/\\") != NULL)
        return error_set(error, MISUSE,
                         "option filename_pattern must be a file name such as "
                         "\"part-{i}.parquet\" or \"{uuid}\", not \"%.100s\"",
                         value);
    options->filename_pattern = keep_text(&options->arena, value);
    return options->filename_pattern != NULL ? OK : error_nomem(error);
}

/* ---- Encryption ------------------------------------------------------------------ */

static enum status set_text(struct write_options *options, enum option_id id,
                            const char *value, const char **text, struct error *error)
{
    if (value[0] == '\0')
        return error_set(error, MISUSE, "option %s is empty", OPTIONS[id][0]);
    *text = keep_text(&options->arena, value);
    return *text != NULL ? OK : error_nomem(error);
}

/* Parses an option of encryption; false if it is another one.  text: as below, up to a
 * terminator. */
static bool parse_encryption(struct write_options *options, enum option_id id,
                             struct slice text, const char *value, enum status *status,
                             struct error *error)
{
    struct pq_write_encryption *encryption = &options->encryption;
    const char *prefix = NULL;
    switch (id) {
    case OPTION_FOOTER_KEY:
        *status = set_text(options, id, value, &options->footer_key, error);
        return true;
    case OPTION_COLUMN_KEYS:
        *status = column_keys_parse((const char *)text.data, &options->column_keys,
                                    error);
        if (*status == OK && options->column_keys.n == 0)
            *status = error_set(error, MISUSE, "option column_keys is empty");
        return true;
    case OPTION_ALGORITHM:
        *status = choose_word(id, ALGORITHMS, slice_of(value, strlen(value)),
                              &encryption->algorithm, error);
        return true;
    case OPTION_PLAIN_FOOTER:
        *status = option_switch(OPTIONS[id][0], value, &encryption->has_plain_footer,
                                error);
        return true;
    case OPTION_AAD_PREFIX:
        *status = set_text(options, id, value, &prefix, error);
        if (*status == OK)
            encryption->aad_prefix = slice_of(prefix, strlen(prefix));
        return true;
    case OPTION_STORE_PREFIX:
        *status = option_switch(OPTIONS[id][0], value, &options->stores_prefix, error);
        encryption->leaves_out_prefix = !options->stores_prefix;
        return true;
    default:
        return false;
    }
}

static enum status find_key(const char *name, enum option_id id, struct pq_write_key *key,
                            struct error *error)
{
    key->metadata = slice_of(name, strlen(name));
    if (key_ring_find(key_place_current().ring, key->metadata, &key->key))
        return OK;
    return error_set(error, MISUSE,
                     "option %s: the key \"%.100s\" is not known; give it with "
                     "parquet_add_key()",
                     OPTIONS[id][0], name);
}

static enum status find_column_keys(struct write_options *options, struct error *error)
{
    const struct column_keys *named = &options->column_keys;
    struct pq_write_key *keys = arena_alloc(&options->arena, named->n, sizeof *keys);
    enum status status = keys != NULL ? OK : error_nomem(error);
    options->encryption.columns = named->columns;
    options->encryption.column_keys = keys;
    for (uint32_t i = 0; status == OK && i < named->n; i++) {
        options->encryption.n_column_keys++;
        status = find_key(named->keys[i], OPTION_COLUMN_KEYS, &keys[i], error);
    }
    return status;
}

static enum status check_encryption(struct write_options *options, struct error *error)
{
    if (options->footer_key == NULL) {
        for (int id = OPTION_COLUMN_KEYS; id <= OPTION_STORE_PREFIX; id++) {
            if (is_given(options, (enum option_id)id))
                return error_set(error, MISUSE, "option %s needs footer_key",
                                 OPTIONS[id][0]);
        }
        return OK;
    }
    if (is_given(options, OPTION_STORE_PREFIX) && !is_given(options, OPTION_AAD_PREFIX))
        return error_set(error, MISUSE, "option store_aad_prefix needs aad_prefix");
    enum status status = find_key(options->footer_key, OPTION_FOOTER_KEY,
                                  &options->encryption.footer_key, error);
    if (status == OK && options->column_keys.n > 0)
        status = find_column_keys(options, error);
    if (status == OK)
        options->parquet.encryption = &options->encryption;
    return status;
}

/* text: the value as given; value: the same without quotes around it. */
static enum status set_option(struct write_options *options, enum option_id id,
                              struct slice text, const char *value, struct error *error)
{
    struct slice word = slice_of(value, strlen(value));
    enum status status = OK;
    if (parse_size(options, id, word, &status, error) ||
        parse_encryption(options, id, text, value, &status, error))
        return status;
    switch (id) {
    case OPTION_COMPRESSION:
        return choose_codec(word, &options->parquet.compression, error);
    case OPTION_PAGE_VERSION:
        return choose_word(id, PAGE_VERSIONS, word, &options->parquet.data_page_version,
                           error);
    case OPTION_LEVEL:
        return parse_level(options, value, error);
    case OPTION_ENCODING:
        return parse_encoding(options, word, error);
    case OPTION_BLOOM:
        return parse_bloom(options, text, error);
    case OPTION_BLOOM_RATIO:
        return parse_ratio(options, value, error);
    case OPTION_ENCODINGS:
        return parse_list(options, id, OPTION_PAIRS, text, &options->encodings, error);
    case OPTION_COLUMN_TYPES:
        return parse_list(options, id, OPTION_TYPES, text, &options->types, error);
    case OPTION_SORTED_BY:
        return parse_list(options, id, OPTION_ORDERED, text, &options->sorted_by, error);
    case OPTION_KEY_VALUES:
        return parse_key_values(options, text, error);
    case OPTION_FIELD_IDS:
        options->numbers_fields = slice_equals_word(text, "auto");
        if (options->numbers_fields)
            return OK;
        return parse_list(options, id, OPTION_PAIRS, text, &options->field_ids, error);
    case OPTION_OVERWRITE:
        return option_switch(OPTIONS[id][0], value, &options->overwrite, error);
    case OPTION_PROGRESS:
        return option_switch(OPTIONS[id][0], value, &options->progress, error);
    case OPTION_THREADS:
        return parse_threads(options, word, error);
    case OPTION_RETURN_FILES:
        return option_switch(OPTIONS[id][0], value, &options->lists_files, error);
    case OPTION_LAKE:
        return lake_option(value, &options->ignores_lakes, error);
    case OPTION_ORDER_BY:
        return parse_list(options, id, OPTION_ORDERED, text, &options->order_by, error);
    case OPTION_GEOPARQUET:
        return parse_geoparquet(options, word, error);
    case OPTION_COMPATIBILITY:
        return choose_word(id, COMPATIBILITIES, word, &options->is_wide, error);
    case OPTION_PARTITION_BY:
        return parse_list(options, id, OPTION_NAMES, text, &options->partition_by, error);
    case OPTION_WRITE_KEYS:
        return option_switch(OPTIONS[id][0], value, &options->writes_keys, error);
    case OPTION_FILE_NAME:
        return parse_file_name(options, value, error);
    case OPTION_APPEND:
        return option_switch(OPTIONS[id][0], value, &options->appends, error);
    default:
        return OK;
    }
}

static enum status refuse_unknown(struct slice key, struct error *error)
{
    struct known_names known;
    known_names_begin(&known, key);
    for (size_t id = 0; id < N_OPTIONS; id++) {
        for (size_t i = 0; i < 3 && OPTIONS[id][i] != NULL; i++)
            known_names_add_texts(&known, &OPTIONS[id][i], 1);
    }
    error_set(error, MISUSE, "unknown option \"%.*s\"", SLICE_SHOWN(key, 60));
    return known_names_suggest(&known, "option", error);
}

static size_t find_option(struct slice key)
{
    for (size_t id = 0; id < N_OPTIONS; id++) {
        for (size_t i = 0; i < 3 && OPTIONS[id][i] != NULL; i++) {
            if (slice_equals_word(key, OPTIONS[id][i]))
                return id;
        }
    }
    return N_OPTIONS;
}

enum status write_options_add(struct write_options *options, const char *argument,
                              struct error *error)
{
    enum status status = option_check_size(argument, error);
    const char *equals = strchr(argument, '=');
    if (status != OK)
        return status;
    if (equals == NULL)
        return error_set(
            error, MISUSE,
            "\"%.100s\" is not key=value; each argument after the query is one option",
            argument);
    struct slice key = option_trim(slice_of(argument, (size_t)(equals - argument)));
    struct slice text = option_trim(slice_of(equals + 1, strlen(equals + 1)));
    size_t id = find_option(key);
    if (id == N_OPTIONS)
        return refuse_unknown(key, error);
    status = option_once(&options->given, (unsigned)id, OPTIONS[id][0], error);
    if (status != OK)
        return status;
    char *value = option_dequote(text);
    if (value == NULL)
        return error_nomem(error);
    status = set_option(options, (enum option_id)id, text, value, error);
    mem_free(value);
    return status;
}

/* Options of folders make a folder, which is replaced only if that is asked for. */
static enum status check_folder(struct write_options *options, struct error *error)
{
    for (int id = OPTION_PARTITION_BY; id < N_OPTIONS; id++)
        options->writes_folder |= is_given(options, (enum option_id)id);
    if (!options->writes_folder)
        return OK;
    if (!is_given(options, OPTION_OVERWRITE))
        options->overwrite = false;
    if (options->appends && options->overwrite)
        return error_set(error, MISUSE,
                         "the options append and overwrite exclude each other");
    if (is_given(options, OPTION_WRITE_KEYS) && options->partition_by.n == 0)
        return error_set(error, MISUSE,
                         "option write_partition_columns needs partition_by");
    return OK;
}

/* The user's key "geo" replaces the writer's. */
static enum status check_geo_key(struct write_options *options, struct error *error)
{
    struct pq_write_options *p = &options->parquet;
    bool has_geo = false;
    for (uint32_t i = 0; i < p->n_key_values; i++)
        has_geo |= slice_equals_text(p->key_values[i].key, "geo");
    if (has_geo && options->needs_geometry)
        return error_set(error, MISUSE,
                         "the options geoparquet_version and kv_metadata both give the "
                         "key geo: leave it out of kv_metadata, or use "
                         "geoparquet_version=none");
    if (has_geo)
        p->geoparquet = PQ_GEOPARQUET_NONE;
    return OK;
}

/* The defaults of compatibility=wide; data pages have version 1 anyway. */
static void set_wide_defaults(struct write_options *options)
{
    if (options->is_wide && !is_given(options, OPTION_COMPRESSION))
        options->parquet.compression = PQ_SNAPPY;
    if (options->is_wide && !is_given(options, OPTION_ENCODING))
        options->encoding_choice = PQ_ENCODING_WIDE;
}

enum status write_options_check(struct write_options *options, struct error *error)
{
    set_wide_defaults(options);
    enum codec codec = pq_codec(options->parquet.compression);
    int least = 0, most = 0;
    enum status status = check_folder(options, error);
    if (status == OK)
        status = check_encryption(options, error);
    if (status == OK)
        status = check_geo_key(options, error);
    if (status == OK)
        status = codec_check_compresses(codec, error);
    if (status != OK || !is_given(options, OPTION_LEVEL))
        return status;
    if (!codec_levels(codec, &least, &most))
        return error_set(error, MISUSE,
                         "option compression_level: compression %s has no levels",
                         codec_name(codec));
    if (options->level < least || options->level > most)
        return error_set(error, MISUSE,
                         "option compression_level: %s has levels from %d to %d, not %d",
                         codec_name(codec), least, most, (int)options->level);
    options->parquet.compression_level = (int)options->level;
    return OK;
}
