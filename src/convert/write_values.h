/* SPDX-License-Identifier: MIT */
/*
 * write_values.h - SQLite's values as values of a Parquet type, or not at all.
 *
 * A target is a leaf's type with the rules by which values are taken for it:
 *
 *     explicit     the user asked for the type: whatever means exactly one of its values
 *     otherwise    only what reads back as the very same SQLite value
 *
 * Nothing is rounded, cut or guessed in either case.
 */
#ifndef CONVERT_WRITE_VALUES_H
#define CONVERT_WRITE_VALUES_H

#include "parquet/write/column_values.h"
#include "value/text_value.h"

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
};

/* How a value is told to pq_column_values. */
enum physical_form { FORM_INT64, FORM_DOUBLE, FORM_BYTES };

struct physical_value {
    union {
        int64_t integer;
        double real;
        struct slice bytes; /* the cell's, or in room */
    };
    uint8_t room[64];
};

struct write_target;
/* A cell, not NULL, as a value of the target.  False: it does not fit; then a wider type
 * is tried, or where there is none, the write ends (write_column_refuse()).  So false is
 * no way to refuse a value that fits: the next round would try it again. */
typedef bool convert_function(const struct write_target *target, const struct cell *cell,
                              struct physical_value *value);

struct write_target {
    struct pq_schema_element element; /* without its name */
    struct column column;             /* what its values mean */
    convert_function *convert;
    enum physical_form form;
    bool is_explicit;
    /* Integers are taken for reals that are equal, and as the stored number of times. */
    bool takes_integers;
    bool takes_text; /* for decimals, as decimals=text shows them */
    enum text_fit least_fit;
    int64_t least, most; /* integers; decimals: of INTEGER, before it is scaled */
    int64_t power;       /* decimals of up to 18 digits: 10^scale */
    struct decimal_shape shape;
    struct write_nested *nested; /* COLUMN_NESTED; see write_nested.h */
};

/* element: but for name and field id.  The flags are derived from is_explicit and may be
 * changed afterwards. */
void write_target_init(struct write_target *target,
                       const struct pq_schema_element *element, bool is_explicit);

/* From words, of a leaf; MISUSE when pq_type_from_text() does not understand them. */
enum status write_target_from_text(struct write_target *target, const char *type,
                                   bool is_explicit, struct error *error) CHECK_RESULT;

/* False and an error when memory is out. */
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
    case FORM_BYTES:
        break;
    }
    return pq_append_bytes(values, value->bytes, error);
}

/* Text for which its nearest double stands: the double's own digits, or so few that every
 * double tells them apart. */
bool real_from_text(struct slice text, double *real);

/* Whether the bytes are what GEOMETRY and GEOGRAPHY hold: one geometry as WKB of the ISO
 * form.  MISUSE says what is wrong. */
enum status geometry_check(struct slice wkb, struct error *error) CHECK_RESULT;

/* Whether a double holds the integer. */
static inline bool integer_is_exact(int64_t value)
{
    const int64_t all = INT64_C(1) << 53;
    if (value >= -all && value <= all)
        return true;
    double nearest = (double)value;
    return nearest < 0x1p63 && (int64_t)nearest == value;
}

enum { CELL_TEXT_SIZE = 200 };

/* The cell in words, for messages, of at most CELL_TEXT_SIZE bytes with its terminator:
 * text 'abc', integer 5.  Long values are cut. */
void cell_describe(const struct cell *cell, char *text);

#endif
