/* SPDX-License-Identifier: MIT */
#include "parquet/schema/type_text.h"

#include <stdio.h>

#include "base/known_names.h"
#include "parquet/format/page_header.h"
#include "parquet/schema/schema_tree.h"
#include "value/find_bytes.h"
#include "value/option_text.h"

enum {
    MOST_DECIMAL_PRECISION = 76, /* fits into 32 bytes */
    MOST_INT32_PRECISION = 9,
    MOST_INT64_PRECISION = 18,
    MOST_FIXED_BYTES = PQ_MAX_PAGE_SIZE / 2, /* a page must hold a value and its level */
};

/* Bytes of the user's text shown in a message. */
enum { MOST_SHOWN = 60 };

#define SHOWN(text) SLICE_SHOWN(text, MOST_SHOWN)

/* ---- Words ----------------------------------------------------------------------- */

static bool is_mark(uint8_t c)
{
    return c == '(' || c == ')' || c == ',';
}

static bool is_quote(uint8_t c)
{
    return c == '\'' || c == '"';
}

/* Removes the next word, quoted text or mark from the text; size 0 at its end.  A text
 * whose closing quote is missing ends with the whole text. */
static struct slice take_word(struct slice *text)
{
    struct slice word = {0};
    while (text->size > 0 && ascii_is_space(*text->data))
        (void)slice_take(text, 1, &word);
    size_t size = 0;
    if (text->size > 0 && is_quote(*text->data)) {
        size = option_quoted_size(*text);
        size = size > 0 ? size : text->size;
    } else {
        while (size < text->size && !ascii_is_space(text->data[size]) &&
               !is_mark(text->data[size]))
            size++;
    }
    if (size == 0 && text->size > 0)
        size = 1;
    (void)slice_take(text, size, &word);
    return word;
}

enum { MOST_PARAMETERS = 2 };

/* name(parameter, parameter) NOT NULL */
struct type_words {
    struct slice name;
    struct slice parameters[MOST_PARAMETERS];
    unsigned n_parameters;
    bool is_not_null;
};

/* Parses parameters after the opening parenthesis. */
static enum status parse_parameters(struct slice *text, struct type_words *words,
                                    struct error *error)
{
    for (;;) {
        struct slice word = take_word(text);
        if (word.size == 0)
            return error_set(error, MISUSE, "\")\" is missing after \"%.*s(\"",
                             SHOWN(words->name));
        if (is_mark(*word.data))
            return error_set(error, MISUSE, "a parameter of \"%.*s\" is missing",
                             SHOWN(words->name));
        if (words->n_parameters == MOST_PARAMETERS)
            return error_set(error, MISUSE, "\"%.*s\" has too many parameters",
                             SHOWN(words->name));
        words->parameters[words->n_parameters++] = word;
        word = take_word(text);
        if (slice_equals_word(word, ")"))
            return OK;
        if (!slice_equals_word(word, ","))
            return error_set(
                error, MISUSE, "\",\" or \")\" is missing after \"%.*s(%.*s\"",
                SHOWN(words->name), SHOWN(words->parameters[words->n_parameters - 1]));
    }
}

static enum status parse_words(struct slice text, struct type_words *words,
                               struct error *error)
{
    *words = (struct type_words){.name = take_word(&text)};
    if (words->name.size == 0)
        return error_set(error, MISUSE, "the type is missing");
    struct slice word = take_word(&text);
    if (slice_equals_word(word, "(")) {
        enum status status = parse_parameters(&text, words, error);
        if (status != OK)
            return status;
        word = take_word(&text);
    }
    if (slice_equals_word(word, "NOT")) {
        words->is_not_null = true;
        if (!slice_equals_word(take_word(&text), "NULL"))
            return error_set(error, MISUSE, "NOT without NULL after \"%.*s\"",
                             SHOWN(words->name));
        word = take_word(&text);
    }
    if (word.size > 0)
        return error_set(error, MISUSE,
                         "unexpected \"%.*s\" after \"%.*s\"; only NOT NULL can follow",
                         SHOWN(word), SHOWN(words->name));
    return OK;
}

/* Parses digits as a number from least to most. */
static bool parse_number(struct slice word, int32_t least, int32_t most, int32_t *number)
{
    int64_t value = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] < '0' || word.data[i] > '9' || value > most)
            return false;
        value = value * 10 + (word.data[i] - '0');
    }
    *number = (int32_t)value;
    return word.size > 0 && value >= least && value <= most;
}

/* ---- Names ----------------------------------------------------------------------- */

enum parameters {
    NO_PARAMETERS,
    BYTES_PARAMETER,
    DECIMAL_PARAMETERS,
    TIME_PARAMETERS,
    TIME_PARAMETERS_OF_UTC, /* UTC, whether stated or not */
    GEO_PARAMETERS,
};

struct type_name {
    const char *name;
    int type, logical, converted;
    int32_t length; /* of FIXED_LEN_BYTE_ARRAY */
    enum parameters parameters;
};

/* Without what parameters decide: the physical types of decimals and TIME, the converted
 * types of times, the length of FIXED. */
static const struct type_name type_names[] = {
    {"INT8", PQ_INT32, PQ_LOGICAL_INTEGER, PQ_INT_8, 0, NO_PARAMETERS},
    {"INT16", PQ_INT32, PQ_LOGICAL_INTEGER, PQ_INT_16, 0, NO_PARAMETERS},
    /* Without annotation these mean just the physical types. */
    {"INT32", PQ_INT32, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
    {"INT64", PQ_INT64, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
    {"UINT8", PQ_INT32, PQ_LOGICAL_INTEGER, PQ_UINT_8, 0, NO_PARAMETERS},
    {"UINT16", PQ_INT32, PQ_LOGICAL_INTEGER, PQ_UINT_16, 0, NO_PARAMETERS},
    {"UINT32", PQ_INT32, PQ_LOGICAL_INTEGER, PQ_UINT_32, 0, NO_PARAMETERS},
    {"UINT64", PQ_INT64, PQ_LOGICAL_INTEGER, PQ_UINT_64, 0, NO_PARAMETERS},
    {"FLOAT16", PQ_FIXED_LEN_BYTE_ARRAY, PQ_LOGICAL_FLOAT16, PQ_CONVERTED_NONE, 2,
     NO_PARAMETERS},
    {"FLOAT", PQ_FLOAT, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
    {"DOUBLE", PQ_DOUBLE, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
    {"BOOLEAN", PQ_BOOLEAN, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
    {"DECIMAL", PQ_INT32, PQ_LOGICAL_DECIMAL, PQ_DECIMAL, 0, DECIMAL_PARAMETERS},
    {"STRING", PQ_BYTE_ARRAY, PQ_LOGICAL_STRING, PQ_UTF8, 0, NO_PARAMETERS},
    {"ENUM", PQ_BYTE_ARRAY, PQ_LOGICAL_ENUM, PQ_ENUM, 0, NO_PARAMETERS},
    {"JSON", PQ_BYTE_ARRAY, PQ_LOGICAL_JSON, PQ_JSON, 0, NO_PARAMETERS},
    {"BSON", PQ_BYTE_ARRAY, PQ_LOGICAL_BSON, PQ_BSON, 0, NO_PARAMETERS},
    {"BLOB", PQ_BYTE_ARRAY, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
    {"FIXED", PQ_FIXED_LEN_BYTE_ARRAY, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0,
     BYTES_PARAMETER},
    {"UUID", PQ_FIXED_LEN_BYTE_ARRAY, PQ_LOGICAL_UUID, PQ_CONVERTED_NONE, 16,
     NO_PARAMETERS},
    {"INTERVAL", PQ_FIXED_LEN_BYTE_ARRAY, PQ_LOGICAL_NONE, PQ_INTERVAL, 12,
     NO_PARAMETERS},
    {"DATE", PQ_INT32, PQ_LOGICAL_DATE, PQ_DATE, 0, NO_PARAMETERS},
    {"TIME", PQ_INT64, PQ_LOGICAL_TIME, PQ_CONVERTED_NONE, 0, TIME_PARAMETERS},
    {"TIMESTAMP", PQ_INT64, PQ_LOGICAL_TIMESTAMP, PQ_CONVERTED_NONE, 0, TIME_PARAMETERS},
    {"INT96", PQ_INT96, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
    {"TIMESTAMPTZ", PQ_INT64, PQ_LOGICAL_TIMESTAMP, PQ_CONVERTED_NONE, 0,
     TIME_PARAMETERS_OF_UTC},
    {"GEOMETRY", PQ_BYTE_ARRAY, PQ_LOGICAL_GEOMETRY, PQ_CONVERTED_NONE, 0,
     GEO_PARAMETERS},
    {"GEOGRAPHY", PQ_BYTE_ARRAY, PQ_LOGICAL_GEOGRAPHY, PQ_CONVERTED_NONE, 0,
     GEO_PARAMETERS},
    {"NULL", PQ_INT32, PQ_LOGICAL_UNKNOWN, PQ_CONVERTED_NONE, 0, NO_PARAMETERS},
};
enum { N_TYPE_NAMES = sizeof type_names / sizeof type_names[0] };

static const char *const other_names[][2] = {
    {"INTEGER", "INT32"},   {"BIGINT", "INT64"},   {"TINYINT", "INT8"},
    {"SMALLINT", "INT16"},  {"UTINYINT", "UINT8"}, {"USMALLINT", "UINT16"},
    {"UINTEGER", "UINT32"}, {"UBIGINT", "UINT64"}, {"REAL", "FLOAT"},
    {"VARCHAR", "STRING"},  {"TEXT", "STRING"},    {"BYTEA", "BLOB"},
    {"BOOL", "BOOLEAN"},    {"HALF", "FLOAT16"},   {"NUMERIC", "DECIMAL"},
};
enum { N_OTHER_NAMES = sizeof other_names / sizeof other_names[0] };

static enum status refuse_name(struct slice word, struct error *error)
{
    static const char *const nested[] = {"LIST", "MAP", "STRUCT", "VARIANT", "FILE"};
    struct known_names known;
    known_names_begin(&known, word);
    for (size_t i = 0; i < N_OTHER_NAMES; i++)
        known_names_add_texts(&known, other_names[i], 1);
    for (size_t i = 0; i < N_TYPE_NAMES; i++)
        known_names_add_texts(&known, &type_names[i].name, 1);
    known_names_add_texts(&known, nested, sizeof nested / sizeof *nested);
    error_set(error, MISUSE, "unknown type \"%.*s\"", SHOWN(word));
    size_t size = strlen(error->message);
    (void)known_names_suggest(&known, NULL, error);
    if (strlen(error->message) == size)
        error_append(
            error, "; the types are INT8 to INT64, UINT8 to UINT64, FLOAT16, FLOAT, "
                   "DOUBLE, BOOLEAN, DECIMAL(precision, scale), STRING, ENUM, JSON, "
                   "BSON, BLOB, FIXED(bytes), UUID, INTERVAL, DATE, TIME(unit), "
                   "TIMESTAMP(unit), INT96, GEOMETRY(crs), GEOGRAPHY(crs, algorithm), "
                   "NULL; LIST<type>, MAP<key, value>, STRUCT<name type, ...>, VARIANT");
    return error->status;
}

static enum status find_name(struct slice word, const struct type_name **found,
                             struct error *error)
{
    struct slice name = word;
    for (size_t i = 0; i < N_OTHER_NAMES; i++) {
        if (slice_equals_word(word, other_names[i][0]))
            name = slice_of(other_names[i][1], strlen(other_names[i][1]));
    }
    for (size_t i = 0; i < N_TYPE_NAMES; i++) {
        if (slice_equals_word(name, type_names[i].name)) {
            *found = &type_names[i];
            return OK;
        }
    }
    return refuse_name(word, error);
}

/* ---- Parameters ------------------------------------------------------------------ */

/* The fewest bytes whose two's complement holds all numbers of that many digits. */
static int32_t decimal_bytes(int32_t precision)
{
    /* log2(10) = 3.3219280948...; more digits would not change the result for any
     * precision allowed here. */
    int64_t bits = precision * INT64_C(3321928095) / 1000000000 + 1;
    return (int32_t)((bits + 1 + 7) / 8);
}

static enum status set_decimal(const struct type_words *words,
                               struct pq_schema_element *element, struct error *error)
{
    int32_t precision = 0, scale = 0;
    if (words->n_parameters == 0 ||
        !parse_number(words->parameters[0], 1, MOST_DECIMAL_PRECISION, &precision))
        return error_set(error, MISUSE, "DECIMAL needs a precision from 1 to %d",
                         MOST_DECIMAL_PRECISION);
    if (words->n_parameters == 2 &&
        !parse_number(words->parameters[1], 0, precision, &scale))
        return error_set(error, MISUSE,
                         "DECIMAL of precision %d needs a scale from 0 to %d", precision,
                         precision);
    if (precision <= MOST_INT32_PRECISION) {
        element->type = PQ_INT32;
    } else if (precision <= MOST_INT64_PRECISION) {
        element->type = PQ_INT64;
    } else {
        element->type = PQ_FIXED_LEN_BYTE_ARRAY;
        element->type_length = decimal_bytes(precision);
        element->has_type_length = true;
    }
    element->precision = element->logical.precision = precision;
    element->scale = element->logical.scale = scale;
    element->has_precision = element->has_scale = true;
    return OK;
}

static enum status set_fixed(const struct type_words *words,
                             struct pq_schema_element *element, struct error *error)
{
    if (words->n_parameters != 1 ||
        !parse_number(words->parameters[0], 1, MOST_FIXED_BYTES, &element->type_length))
        return error_set(error, MISUSE, "FIXED needs a number of bytes from 1 to %d",
                         MOST_FIXED_BYTES);
    element->has_type_length = true;
    return OK;
}

static const struct {
    const char *name, *short_name;
    int unit, converted_time, converted_timestamp;
} time_units[] = {
    {"MILLIS", "ms", PQ_MILLIS, PQ_TIME_MILLIS, PQ_TIMESTAMP_MILLIS},
    {"MICROS", "us", PQ_MICROS, PQ_TIME_MICROS, PQ_TIMESTAMP_MICROS},
    {"NANOS", "ns", PQ_NANOS, PQ_CONVERTED_NONE, PQ_CONVERTED_NONE},
};
enum { N_TIME_UNITS = 3, UNIT_MICROS_INDEX = 1 };

static enum status refuse_unit(const struct type_name *name, struct slice word,
                               struct error *error)
{
    bool may_be_local = name->parameters != TIME_PARAMETERS_OF_UTC;
    struct known_names known;
    known_names_begin(&known, word);
    for (size_t i = 0; i < N_TIME_UNITS; i++)
        known_names_add_texts(&known, &time_units[i].name, 1);
    known_names_add(&known, slice_of("UTC", 3));
    known_names_add(&known, slice_of("local", may_be_local ? 5 : 0));
    error_set(error, MISUSE,
              "%s accepts a unit (MILLIS, MICROS or NANOS) and UTC%s, not \"%.*s\"",
              name->name, may_be_local ? " or local" : "", SHOWN(word));
    return known_names_suggest(&known, NULL, error);
}

/* Parameters: [unit] [, UTC | local]. */
static enum status set_time(const struct type_name *name, const struct type_words *words,
                            struct pq_schema_element *element, struct error *error)
{
    size_t unit = UNIT_MICROS_INDEX;
    unsigned used = 0;
    if (element->logical.kind == PQ_LOGICAL_TIMESTAMP && words->n_parameters == 1 &&
        slice_equals_word(words->parameters[0], "INT96")) {
        element->type = PQ_INT96;
        element->logical.kind = PQ_LOGICAL_NONE;
        return OK;
    }
    for (size_t i = 0; i < N_TIME_UNITS && words->n_parameters > 0; i++) {
        if (slice_equals_word(words->parameters[0], time_units[i].name) ||
            slice_equals_word(words->parameters[0], time_units[i].short_name)) {
            unit = i;
            used = 1;
        }
    }
    bool has_zone = used < words->n_parameters;
    bool is_utc = has_zone && slice_equals_word(words->parameters[used], "UTC");
    bool is_local = has_zone && name->parameters != TIME_PARAMETERS_OF_UTC &&
                    slice_equals_word(words->parameters[used], "local");
    used += is_utc || is_local;
    if (used < words->n_parameters)
        return refuse_unit(name, words->parameters[used], error);
    bool is_time = element->logical.kind == PQ_LOGICAL_TIME;
    if (is_time && time_units[unit].unit == PQ_MILLIS)
        element->type = PQ_INT32;
    element->logical.unit = time_units[unit].unit;
    element->logical.is_utc = is_utc || name->parameters == TIME_PARAMETERS_OF_UTC;
    /* For local times, too: to readers without logical types they would be plain
     * numbers. */
    element->converted_type = is_time ? time_units[unit].converted_time
                                      : time_units[unit].converted_timestamp;
    return OK;
}

static const char *const algorithms[] = {"SPHERICAL", "VINCENTY", "THOMAS", "ANDOYER",
                                         "KARNEY"};
enum { N_ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

static const char default_crs[] = "OGC:CRS84";

static bool is_default_crs(struct slice crs)
{
    if (crs.size > 2 && is_quote(*crs.data))
        crs = slice_of(crs.data + 1, crs.size - 2);
    return slice_equals_text(crs, default_crs);
}

/* Parameters: [crs [, algorithm]]. */
static enum status set_geometry(const struct type_name *name,
                                const struct type_words *words,
                                struct pq_schema_element *element, struct error *error)
{
    unsigned most = element->logical.kind == PQ_LOGICAL_GEOGRAPHY ? 2 : 1;
    if (words->n_parameters > most)
        return error_set(error, MISUSE, "%s has one parameter, a crs", name->name);
    if (words->n_parameters > 0) {
        struct slice crs = words->parameters[0];
        bool is_open = is_quote(*crs.data) &&
                       (crs.size < 2 || crs.data[crs.size - 1] != *crs.data);
        if (is_open)
            return error_set(error, MISUSE, "a closing quote is missing after %.*s",
                             SHOWN(crs));
        if (!is_default_crs(crs))
            element->logical.crs = crs;
    }
    if (words->n_parameters < 2)
        return OK;
    for (int32_t i = 0; i < N_ALGORITHMS; i++) {
        if (slice_equals_word(words->parameters[1], algorithms[i])) {
            element->logical.algorithm = i;
            return OK;
        }
    }
    struct known_names known;
    known_names_begin(&known, words->parameters[1]);
    known_names_add_texts(&known, algorithms, N_ALGORITHMS);
    error_set(error, MISUSE, "unknown algorithm \"%.*s\"", SHOWN(words->parameters[1]));
    return known_names_suggest(&known, "algorithm", error);
}

static enum status set_parameters(const struct type_name *name,
                                  const struct type_words *words,
                                  struct pq_schema_element *element, struct error *error)
{
    switch (name->parameters) {
    case BYTES_PARAMETER:
        return set_fixed(words, element, error);
    case DECIMAL_PARAMETERS:
        return set_decimal(words, element, error);
    case TIME_PARAMETERS:
    case TIME_PARAMETERS_OF_UTC:
        return set_time(name, words, element, error);
    case GEO_PARAMETERS:
        return set_geometry(name, words, element, error);
    case NO_PARAMETERS:
        break;
    }
    if (words->n_parameters > 0)
        return error_set(error, MISUSE, "%s has no parameters", name->name);
    return OK;
}

/* The INT_ and UINT_ converted types are ordered by width, from 8 to 64 bits. */
static void set_integer(struct pq_schema_element *element)
{
    bool is_signed = element->converted_type >= PQ_INT_8;
    int first = is_signed ? PQ_INT_8 : PQ_UINT_8;
    element->logical.is_signed = is_signed;
    element->logical.bit_width = 8 << (element->converted_type - first);
}

enum status pq_type_from_text(struct slice text, struct pq_schema_element *element,
                              struct error *error)
{
    struct type_words words;
    const struct type_name *name = NULL;
    enum status status = parse_words(text, &words, error);
    if (status == OK)
        status = find_name(words.name, &name, error);
    if (status != OK)
        return status;

    struct pq_schema_element filled = {
        .type = name->type,
        .type_length = name->length,
        .has_type_length = name->length > 0,
        .repetition = words.is_not_null ? PQ_REQUIRED : PQ_OPTIONAL,
        .n_children = -1,
        .converted_type = name->converted,
        .name = element->name,
        .field_id = element->field_id,
        .has_field_id = element->has_field_id,
        .logical = {.kind = name->logical, .algorithm = -1}};
    if (filled.logical.kind == PQ_LOGICAL_UNKNOWN && words.is_not_null)
        return error_set(error, MISUSE, "NULL cannot be NOT NULL");
    if (filled.logical.kind == PQ_LOGICAL_INTEGER)
        set_integer(&filled);
    status = set_parameters(name, &words, &filled, error);
    if (status == OK)
        *element = filled;
    return status;
}

enum status pq_own_crs(struct arena *arena, struct pq_schema_element *element,
                       struct error *error)
{
    struct slice written = element->logical.crs;
    if (written.data == NULL)
        return OK;
    uint8_t quote = is_quote(*written.data) ? *written.data : 0;
    if (quote != 0)
        written = slice_of(written.data + 1, written.size - 2);
    uint8_t *copy = arena_alloc(arena, written.size + 1, 1);
    size_t n = 0;
    if (copy == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < written.size; i++) {
        copy[n++] = written.data[i];
        i += quote != 0 && written.data[i] == quote;
    }
    element->logical.crs = slice_of(copy, n);
    return OK;
}

/* ---- The other direction --------------------------------------------------------- */

static const char *unit_name(enum time_unit unit)
{
    return unit == UNIT_MILLIS ? "MILLIS" : unit == UNIT_MICROS ? "MICROS" : "NANOS";
}

/* The name of a type without parameters. */
static const char *plain_name(const struct column *column, int annotation)
{
    switch (column->type) {
    case COLUMN_NULL:
        return "NULL";
    case COLUMN_BOOLEAN:
        return "BOOLEAN";
    case COLUMN_REAL:
        return column->bits == 16 ? "FLOAT16" : column->bits == 32 ? "FLOAT" : "DOUBLE";
    case COLUMN_TEXT:
        return annotation == PQ_LOGICAL_ENUM ? "ENUM" : "STRING";
    case COLUMN_JSON:
        return "JSON";
    case COLUMN_UUID:
        return "UUID";
    case COLUMN_DATE:
        return "DATE";
    case COLUMN_INTERVAL:
        return "INTERVAL";
    default:
        return annotation == PQ_LOGICAL_BSON ? "BSON" : "BLOB";
    }
}

/* Returns the text's size. */
static int name_type(const struct pq_schema_element *element, const struct column *column,
                     int annotation, char *text, size_t size)
{
    switch (column->type) {
    case COLUMN_INTEGER:
    case COLUMN_UINT64:
        return snprintf(text, size, "%sINT%d", column->is_signed ? "" : "U",
                        column->bits);
    case COLUMN_DECIMAL:
        return snprintf(text, size, "DECIMAL(%d,%d)", column->precision, column->scale);
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
        if (column_is_int96(column))
            return snprintf(text, size, "TIMESTAMP(INT96)");
        return snprintf(text, size, "%s(%s%s)",
                        column->type == COLUMN_TIME ? "TIME" : "TIMESTAMP",
                        unit_name(column->unit), column->is_utc ? ", UTC" : "");
    default:
        if (column->type == COLUMN_BLOB && element->type == PQ_FIXED_LEN_BYTE_ARRAY)
            return snprintf(text, size, "FIXED(%d)", element->type_length);
        return snprintf(text, size, "%s", plain_name(column, annotation));
    }
}

/* Appends 'crs', doubling the quotes inside. */
static enum status append_crs(struct slice crs, struct buffer *output,
                              struct error *error)
{
    enum status status = buffer_append_text(output, "'", error);
    for (size_t i = 0, start = 0; i < crs.size && status == OK; i++) {
        if (crs.data[i] != '\'' && i + 1 < crs.size)
            continue;
        status = buffer_append(output, crs.data + start, i + 1 - start, error);
        start = i + 1;
        if (status == OK && crs.data[i] == '\'')
            status = buffer_append_text(output, "'", error);
    }
    return status == OK ? buffer_append_text(output, "'", error) : status;
}

enum status pq_append_geometry_text(const struct pq_logical_type *logical,
                                    struct buffer *output, struct error *error)
{
    bool is_geography = logical->kind == PQ_LOGICAL_GEOGRAPHY;
    bool has_algorithm = logical->algorithm >= 0 && logical->algorithm < N_ALGORITHMS;
    struct slice crs = logical->crs;
    enum status status = buffer_append_text(
        output, is_geography ? "GEOGRAPHY" : "GEOMETRY", error);
    if (status != OK || (crs.data == NULL && !has_algorithm))
        return status;
    if (crs.data == NULL)
        crs = slice_of(default_crs, strlen(default_crs));
    status = buffer_append_text(output, "(", error);
    if (status == OK)
        status = append_crs(crs, output, error);
    if (status == OK && is_geography && has_algorithm)
        status = buffer_append_format(output, error, ", %s",
                                      algorithms[logical->algorithm]);
    return status == OK ? buffer_append_text(output, ")", error) : status;
}

/* A leaf, not repeated, of a known physical type. */
static bool is_writable(const struct pq_schema_element *element)
{
    if (element->n_children > 0 || element->repetition == PQ_REPEATED)
        return false;
    if (element->type == PQ_FIXED_LEN_BYTE_ARRAY)
        return element->type_length >= 1 && element->type_length <= MOST_FIXED_BYTES;
    return element->type >= PQ_BOOLEAN && element->type <= PQ_BYTE_ARRAY;
}

enum status pq_append_type_text(const struct pq_schema_element *element,
                                struct buffer *output, struct error *error)
{
    struct column column;
    enum pq_conversion conversion;
    char text[64];
    if (!is_writable(element))
        return OK;
    int annotation = pq_leaf_type(element, false, &column, &conversion);
    if (column.unreadable_reason != NULL ||
        (column.type == COLUMN_DECIMAL && column.precision > MOST_DECIMAL_PRECISION))
        return OK;
    enum status status;
    if ((column.type == COLUMN_GEOMETRY || column.type == COLUMN_GEOGRAPHY) &&
        element->logical.algorithm < N_ALGORITHMS) {
        status = pq_append_geometry_text(&element->logical, output, error);
    } else {
        int size = name_type(element, &column, annotation, text, sizeof text);
        status = buffer_append(output, text, (size_t)size, error);
    }
    /* As everywhere, a missing or unknown repetition means REQUIRED. */
    if (status == OK && element->repetition != PQ_OPTIONAL && column.type != COLUMN_NULL)
        status = buffer_append_text(output, " NOT NULL", error);
    return status;
}
