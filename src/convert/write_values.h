/* SPDX-License-Identifier: MIT */
/*
 * write_values.h - converts SQLite's values to values of a Parquet type.
 *
 * A target is a leaf's type with the rules for the values that it accepts:
 *
 *     explicit     named by the user: any value that means exactly one of the type's
 *     otherwise    only values that read back as the very same SQLite value
 *
 * Nothing is ever rounded, truncated or guessed.
 */
#ifndef CONVERT_WRITE_VALUES_H
#define CONVERT_WRITE_VALUES_H

#include "parquet/write/column_values.h"
#include "value/value_from_text.h"

/* SQLite's storage classes, with the numbers of sqlite3_value_type(). */
enum cell_class {
    CELL_INTEGER = 1,
    CELL_REAL = 2,
    CELL_TEXT = 3,
    CELL_BLOB = 4,
    CELL_NULL = 5,
};

struct cell {
    enum cell_class class;
    union {
        int64_t integer;
        double real;
        struct slice bytes; /* TEXT (as UTF-8), BLOB; borrowed */
    };
    /* Of the values in the Variants of a JSON text (parquet/variant/variant_types.h);
     * data is NULL where they are not known.  Borrowed. */
    struct slice types;
};

/* Which pq_append_*() function takes a value.  FORM_WKB: bytes, which EWKB is converted
 * to ISO WKB for. */
enum physical_form { FORM_INT64, FORM_DOUBLE, FORM_BYTES, FORM_WKB };

struct physical_value {
    union {
        int64_t integer;
        double real;
        struct slice bytes; /* borrowed from the cell, or in room */
    };
    bool is_ewkb; /* FORM_WKB */
    uint8_t room[64];
};

struct write_target;
/* Converts a cell that is not NULL.  False if it does not fit: then a wider type is
 * tried, or if there is none, the write ends (write_column_refuse()).  So a conversion
 * may not return false to refuse a value that fits: the next round would try it again. */
typedef bool convert_function(const struct write_target *target, const struct cell *cell,
                              struct physical_value *value);

struct write_target {
    struct pq_schema_element element; /* without its name */
    struct column column;             /* defines what its values mean */
    convert_function *convert;
    enum physical_form form;
    bool is_explicit;
    /* Reals accept equal integers; dates and times accept the stored number. */
    bool takes_integers;
    bool takes_text; /* as decimals=text, timestamps=iso8601 and uint64=text show it */
    bool takes_reals, takes_blobs; /* as uint64=real and uint64=blob show them */
    enum text_fit least_fit;
    int64_t least, most; /* of integers; decimals: of an INTEGER before scaling */
    /* Decimals of up to 18 digits: 10^scale.  Dates and times: what integers are times.
     */
    int64_t power;
    struct decimal_shape shape;
    uint32_t srid; /* geometries: what an SRID must be to be left out; 0: nothing is */
    struct write_nested *nested; /* COLUMN_NESTED; see write_nested.h */
};

/* The element's name and field id are not used.  The flags are derived from is_explicit
 * and may be changed afterwards. */
void write_target_init(struct write_target *target,
                       const struct pq_schema_element *element, bool is_explicit);

/* Makes a timestamp in milliseconds accept integers that are seconds. */
void write_target_take_seconds(struct write_target *target);

/* Initializes a leaf's target from a type in words; MISUSE if they are not understood. */
enum status write_target_from_text(struct write_target *target, const char *type,
                                   bool is_explicit, struct error *error) CHECK_RESULT;

/* Whether near_decimal_from_double() converts cells of the class, with the powers of ten
 * target->power and (target->most + 1) * target->power; convert() the rest. */
bool write_target_takes_near_decimals(const struct write_target *target,
                                      enum cell_class class);

/* Appends EWKB as ISO WKB; false with an error if out of memory. */
bool append_as_iso(struct pq_column_values *values, struct slice ewkb,
                   struct error *error);

/* False with an error if out of memory.  Bytes are not only texts and blobs: also
 * decimals, UUIDs and encoded Variants. */
static inline bool append_physical(struct pq_column_values *values,
                                   enum physical_form form,
                                   const struct physical_value *value,
                                   struct error *error)
{
    switch (form) {
    case FORM_INT64:
        return pq_append_int64(values, value->integer, error);
    case FORM_DOUBLE:
        return pq_append_double(values, value->real, error);
    case FORM_WKB:
        if (value->is_ewkb)
            return append_as_iso(values, value->bytes, error);
        break;
    case FORM_BYTES:
        break;
    }
    return pq_append_bytes(values, value->bytes, error);
}

/* Converts text to its nearest double, if the text is the double's shortest form, or has
 * so few digits that every double distinguishes them. */
bool real_from_text(struct slice text, double *real);

/* Checks that the bytes are valid for a GEOMETRY or GEOGRAPHY: one geometry as ISO WKB,
 * or as EWKB that loses nothing when it is converted: the type is explicit, so that other
 * bytes may be read back, and the column's CRS says what the SRID says.  MISUSE says what
 * is wrong and what would help. */
enum status geometry_check(const struct write_target *target, struct slice wkb,
                           bool *is_ewkb, struct error *error) CHECK_RESULT;

/* Whether the integer is exact as a double. */
static inline bool integer_is_exact(int64_t value)
{
    const int64_t all = INT64_C(1) << 53;
    if (value >= -all && value <= all)
        return true;
    double nearest = (double)value;
    return nearest < 0x1p63 && (int64_t)nearest == value;
}

enum { CELL_TEXT_SIZE = 200 };

/* Describes the cell for messages: text 'abc', integer 5.  Writes at most CELL_TEXT_SIZE
 * bytes with the terminator; long values are cut. */
void cell_describe(const struct cell *cell, char *text);

#endif
