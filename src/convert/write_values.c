/* SPDX-License-Identifier: MIT */
#include "convert/write_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parquet/schema/crs.h"
#include "parquet/schema/type_text.h"
#include "parquet/schema/value_convert.h"
#include "value/json_reader.h"
#include "value/option_text.h"
#include "value/value_text.h"
#include "value/wkb.h"

/* ---- Numbers --------------------------------------------------------------------- */

/* Accepts integers in other notations, such as 5.0 or 5e3. */
static bool integer_from_text(struct slice text, int64_t *value)
{
    static const struct decimal_shape shape = {19, 0, 9};
    uint8_t bytes[9];
    if (int64_from_text(text, value) != TEXT_UNFIT)
        return true;
    return decimal_from_text(text, &shape, bytes) != TEXT_UNFIT &&
           int64_from_binary_decimal((struct bytes_value){bytes, 9}, value);
}

static bool integer_from_real(double real, int64_t *value)
{
    if (!(real >= -0x1p63 && real < 0x1p63))
        return false;
    *value = (int64_t)real;
    return (double)*value == real;
}

static bool to_integer(const struct write_target *target, const struct cell *cell,
                       struct physical_value *value)
{
    if (cell->class == CELL_INTEGER)
        value->integer = cell->integer;
    else if (!target->is_explicit)
        return false;
    else if (cell->class == CELL_REAL   ? !integer_from_real(cell->real, &value->integer)
             : cell->class == CELL_TEXT ? !integer_from_text(cell->bytes, &value->integer)
                                        : true)
        return false;
    return value->integer >= target->least && value->integer <= target->most;
}

/* Accepts what the table options uint64=text, real and blob show. */
static bool uint64_from_form(const struct write_target *target, const struct cell *cell,
                             uint64_t *number)
{
    switch (cell->class) {
    case CELL_TEXT:
        return target->takes_text && cell->bytes.size == 20 && *cell->bytes.data != '+' &&
               uint64_from_text(cell->bytes, number) != TEXT_UNFIT;
    case CELL_REAL: /* the greatest ones are shown as 2^64 */
        if (!target->takes_reals || !(cell->real >= 0 && cell->real <= 0x1p64) ||
            (cell->real == 0 && signbit(cell->real)))
            return false;
        *number = cell->real < 0x1p64 ? (uint64_t)cell->real : UINT64_MAX;
        return (double)*number == cell->real;
    case CELL_BLOB:
        if (!target->takes_blobs || cell->bytes.size != 8)
            return false;
        *number = load_u64_big_endian(cell->bytes.data);
        return true;
    default:
        return false;
    }
}

/* Values from 2^63 on read as text: without an explicit type only these may be text. */
static bool to_uint64(const struct write_target *target, const struct cell *cell,
                      struct physical_value *value)
{
    uint64_t number = 0;
    if (target->takes_text || target->takes_reals || target->takes_blobs) {
        bool fits = uint64_from_form(target, cell, &number);
        value->integer = (int64_t)number;
        return fits;
    }
    switch (cell->class) {
    case CELL_INTEGER:
        value->integer = cell->integer;
        return cell->integer >= 0;
    case CELL_TEXT: {
        enum text_fit fit = uint64_from_text(cell->bytes, &number);
        if (fit == TEXT_UNFIT && target->is_explicit)
            return integer_from_text(cell->bytes, &value->integer) && value->integer >= 0;
        if (fit < target->least_fit || (!target->is_explicit && number <= INT64_MAX))
            return false;
        break;
    }
    case CELL_REAL:
        if (!target->is_explicit || !(cell->real >= 0 && cell->real < 0x1p64))
            return false;
        number = (uint64_t)cell->real;
        if ((double)number != cell->real)
            return false;
        break;
    default:
        return false;
    }
    value->integer = (int64_t)number;
    return true;
}

static bool to_boolean(const struct write_target *target, const struct cell *cell,
                       struct physical_value *value)
{
    static const char *const words[] = {"false", "true", "0", "1"};
    if (cell->class == CELL_TEXT && target->is_explicit) {
        for (int i = 0; i < 4; i++) {
            if (slice_equals_word(cell->bytes, words[i])) {
                value->integer = i % 2;
                return true;
            }
        }
        return false;
    }
    return to_integer(target, cell, value);
}

bool real_from_text(struct slice text, double *real)
{
    char shortest[VALUE_TEXT_SIZE];
    size_t n_digits = 0, n_zeros = 0;
    enum text_fit fit = double_from_text(text, real);
    if (fit != TEXT_MEANS)
        return fit == TEXT_IS;
    for (size_t i = 0; i < text.size && (text.data[i] | 0x20) != 'e'; i++) {
        uint8_t c = text.data[i];
        if (c < '0' || c > '9' || (n_digits == 0 && c == '0'))
            continue;
        n_zeros = c == '0' ? n_zeros + 1 : 0;
        n_digits++;
    }
    n_digits -= n_zeros;
    if (*real == 0 || isinf(*real)) /* zero and infinity: the text must be zero */
        return n_digits == 0;
    return (n_digits <= 15 && isnormal(*real)) ||
           same_number(text, slice_of(shortest, text_from_double(*real, shortest)));
}

static bool to_real(const struct write_target *target, const struct cell *cell,
                    struct physical_value *value)
{
    double real;
    uint16_t bits;
    if (cell->class == CELL_REAL)
        real = cell->real;
    else if (cell->class == CELL_INTEGER && target->takes_integers &&
             integer_is_exact(cell->integer))
        real = (double)cell->integer;
    else if (cell->class != CELL_TEXT || !target->is_explicit ||
             !real_from_text(cell->bytes, &real))
        return false;
    if (target->column.bits == 16) {
        if (!double_fits_float16(real, &bits))
            return false;
        value->room[0] = (uint8_t)bits;
        value->room[1] = (uint8_t)(bits >> 8);
        value->bytes = slice_of(value->room, 2);
        return true;
    }
    value->real = real;
    return target->column.bits == 64 || double_fits_float(real);
}

/* Decimals with scale 0 and at most 18 digits read as INTEGER, others as REAL. */
static bool is_shown_as_integer(const struct column *decimal)
{
    return decimal->scale == 0 && decimal->precision <= 18;
}

/* Negative zero would lose its sign. */
static bool decimal_takes_real(const struct write_target *target, double real)
{
    return target->is_explicit ||
           (!is_shown_as_integer(&target->column) && !(real == 0 && signbit(real)));
}

/* If the decimal reads as REAL, the integer must be exact as a double. */
static bool decimal_takes_integer(const struct write_target *target, int64_t integer)
{
    return target->is_explicit || is_shown_as_integer(&target->column) ||
           integer_is_exact(integer);
}

static bool decimal_takes_text(const struct write_target *target, struct slice text,
                               uint8_t *bytes)
{
    return (target->is_explicit || target->takes_text) &&
           decimal_from_text(text, &target->shape, bytes) >= target->least_fit;
}

static bool to_small_decimal(const struct write_target *target, const struct cell *cell,
                             struct physical_value *value)
{
    switch (cell->class) {
    case CELL_INTEGER:
        if (cell->integer < target->least || cell->integer > target->most ||
            !decimal_takes_integer(target, cell->integer))
            return false;
        value->integer = cell->integer * target->power;
        return true;
    case CELL_REAL:
        return decimal_takes_real(target, cell->real) &&
               small_decimal_from_double(cell->real, target->column.precision,
                                         target->column.scale, &value->integer);
    case CELL_TEXT:
        if (!decimal_takes_text(target, cell->bytes, value->room))
            return false;
        value->integer = (int64_t)load_u64_big_endian(value->room);
        return true;
    default:
        return false;
    }
}

bool write_target_takes_near_decimals(const struct write_target *target,
                                      enum cell_class class)
{
    return class == CELL_REAL && target->convert == to_small_decimal &&
           decimal_takes_real(target, 1.0);
}

static bool to_decimal(const struct write_target *target, const struct cell *cell,
                       struct physical_value *value)
{
    value->bytes = slice_of(value->room, target->shape.size);
    switch (cell->class) {
    case CELL_INTEGER:
        return decimal_takes_integer(target, cell->integer) &&
               decimal_from_int64(cell->integer, &target->shape, value->room);
    case CELL_REAL:
        return decimal_takes_real(target, cell->real) &&
               decimal_from_double(cell->real, &target->shape, value->room);
    case CELL_TEXT:
        return decimal_takes_text(target, cell->bytes, value->room);
    default:
        return false;
    }
}

/* ---- Text and bytes -------------------------------------------------------------- */

static bool to_text(const struct write_target *target, const struct cell *cell,
                    struct physical_value *value)
{
    if (cell->class == CELL_TEXT) {
        value->bytes = cell->bytes;
        return text_is_utf8(cell->bytes);
    }
    if (!target->is_explicit)
        return false;
    char *text = (char *)value->room;
    switch (cell->class) {
    case CELL_INTEGER:
        value->bytes = slice_of(text, text_from_int64(cell->integer, text));
        return true;
    case CELL_REAL:
        if (isinf(cell->real))
            return false;
        value->bytes = slice_of(text, text_from_double(cell->real, text));
        return true;
    default:
        value->bytes = cell->bytes;
        return target->column.type == COLUMN_TEXT && text_is_utf8(cell->bytes);
    }
}

/* Readers may refuse a whole file for a value that is not JSON. */
static bool to_json(const struct write_target *target, const struct cell *cell,
                    struct physical_value *value)
{
    struct error ignored;
    error_clear(&ignored);
    return to_text(target, cell, value) && json_check(value->bytes, &ignored) == OK;
}

static bool to_blob(const struct write_target *target, const struct cell *cell,
                    struct physical_value *value)
{
    if (cell->class != CELL_BLOB && !(cell->class == CELL_TEXT && target->is_explicit))
        return false;
    value->bytes = cell->bytes;
    return target->element.type != PQ_FIXED_LEN_BYTE_ARRAY ||
           cell->bytes.size == (size_t)target->element.type_length;
}

/* ---- Geometries ------------------------------------------------------------------ */

static enum status check_srid(const struct write_target *target,
                              const struct wkb_kind *kind, struct error *error)
{
    bool is_geography = target->column.type == COLUMN_GEOGRAPHY;
    if (kind->has_two_srids)
        return error_set(error, MISUSE,
                         "its parts have different SRIDs, but a column has one CRS: "
                         "convert it in the query");
    if (kind->srid == 0 || kind->srid == target->srid)
        return OK;
    return error_set(error, MISUSE,
                     "its SRID is %u, which is not known to be the CRS of the column: "
                     "give the type %s('EPSG:%u'), or convert the value in the query",
                     kind->srid, is_geography ? "GEOGRAPHY" : "GEOMETRY", kind->srid);
}

enum status geometry_check(const struct write_target *target, struct slice wkb,
                           bool *is_ewkb, struct error *error)
{
    struct wkb_bounds bounds;
    struct wkb_kind kind;
    struct error fault;
    error_clear(&fault);
    *is_ewkb = false;
    if (wkb_read(wkb, &bounds, &kind, &fault) != OK)
        return error_set(error, MISUSE, "%s", fault.message);
    *is_ewkb = kind.is_ewkb;
    if (!kind.is_ewkb)
        return OK;
    if (target->least_fit == TEXT_IS)
        return error_set(error, MISUSE, "it is EWKB, and would be read back as ISO WKB");
    return check_srid(target, &kind, error);
}

static bool to_geometry(const struct write_target *target, const struct cell *cell,
                        struct physical_value *value)
{
    struct error ignored;
    error_clear(&ignored);
    value->bytes = cell->bytes;
    return cell->class == CELL_BLOB &&
           geometry_check(target, cell->bytes, &value->is_ewkb, &ignored) == OK;
}

bool append_as_iso(struct pq_column_values *values, struct slice ewkb,
                   struct error *error)
{
    uint8_t *room = pq_column_values_room(&values->bytes, ewkb.size, error);
    if (room == NULL)
        return false;
    size_t size = wkb_to_iso(ewkb, room);
    values->bytes.size -= ewkb.size - size;
    return pq_append_bytes_entry(values, size, error);
}

/* If memory is short, no SRID is accepted. */
static void set_geometry(struct write_target *target)
{
    struct error ignored;
    struct pq_crs crs = {.srid = 0};
    error_clear(&ignored);
    target->form = FORM_WKB;
    if (pq_crs_read(target->element.logical.crs, NULL, 0, &crs, &ignored) == OK)
        target->srid = crs.srid;
}

/* UUIDs and intervals.  Explicit types also accept the stored bytes as a BLOB. */
static bool to_fixed(const struct write_target *target, const struct cell *cell,
                     struct physical_value *value)
{
    bool is_uuid = target->column.type == COLUMN_UUID;
    if (cell->class != CELL_TEXT)
        return cell->class == CELL_BLOB && target->is_explicit &&
               to_blob(target, cell, value);
    value->bytes = slice_of(value->room, is_uuid ? 16 : 12);
    return (is_uuid ? uuid_from_text(cell->bytes, value->room)
                    : interval_from_text(cell->bytes, value->room)) >= target->least_fit;
}

/* ---- Dates and times ------------------------------------------------------------- */

/* Whether timestamps=iso8601 shows the instant like this. */
static bool is_iso8601(const struct write_target *target, struct slice text,
                       struct instant instant)
{
    char own[VALUE_TEXT_SIZE];
    for (unsigned digits = 3; digits <= 9; digits += 3) {
        size_t n = iso8601_from_instant(instant, digits, target->column.is_utc, own);
        if (slice_compare(text, slice_of(own, n)) == 0)
            return true;
    }
    return false;
}

/* Dates, times and timestamps. */
static bool to_time(const struct write_target *target, const struct cell *cell,
                    struct physical_value *value)
{
    const struct column *column = &target->column;
    if (cell->class != CELL_TEXT) {
        if (cell->class != CELL_INTEGER || !target->takes_integers ||
            cell->integer < target->least || cell->integer > target->most)
            return false;
        value->integer = cell->integer * target->power;
        return true;
    }
    if (column->type == COLUMN_DATE)
        return date_from_text(cell->bytes, &value->integer) >= target->least_fit;
    if (column->type == COLUMN_TIME)
        return time_from_text(cell->bytes, column->unit, column->is_utc,
                              &value->integer) >= target->least_fit;
    enum text_fit fit = timestamp_from_text(cell->bytes, column->unit, column->is_utc,
                                            &value->integer);
    return fit >= target->least_fit ||
           (fit == TEXT_MEANS && target->takes_text &&
            is_iso8601(target, cell->bytes,
                       instant_from_units(value->integer, column->unit)));
}

/* INT96; integers are nanoseconds. */
static bool to_int96(const struct write_target *target, const struct cell *cell,
                     struct physical_value *value)
{
    struct instant instant = {0};
    value->bytes = slice_of(value->room, 12);
    if (cell->class == CELL_INTEGER && target->takes_integers)
        instant = instant_from_units(cell->integer, UNIT_NANOS);
    else if (cell->class != CELL_TEXT)
        return false;
    enum text_fit fit = cell->class == CELL_TEXT
                            ? instant_from_text(cell->bytes, false, &instant)
                            : TEXT_IS;
    return (fit >= target->least_fit || (fit == TEXT_MEANS && target->takes_text &&
                                         is_iso8601(target, cell->bytes, instant))) &&
           pq_int96_from_instant(instant, value->room);
}

static bool to_null(const struct write_target *target, const struct cell *cell,
                    struct physical_value *value)
{
    (void)target;
    (void)cell;
    (void)value;
    return false;
}

/* ---- Targets --------------------------------------------------------------------- */

static void set_integer_range(struct write_target *target)
{
    int bits = target->column.type == COLUMN_BOOLEAN ? 1 : target->column.bits;
    bool is_signed = target->column.type != COLUMN_BOOLEAN && target->column.is_signed;
    int value_bits = is_signed ? bits - 1 : bits;
    target->most = (int64_t)((UINT64_C(1) << value_bits) - 1);
    target->least = is_signed ? -target->most - 1 : 0;
}

static void set_decimal(struct write_target *target)
{
    const struct column *column = &target->column;
    bool is_small = target->form == FORM_INT64;
    target->shape = (struct decimal_shape){
        column->precision, column->scale,
        is_small ? 8 : (size_t)target->element.type_length};
    if (!is_small)
        return;
    target->convert = to_small_decimal;
    target->power = (int64_t)power_of_ten(column->scale);
    target->most = (int64_t)power_of_ten(column->precision - column->scale) - 1;
    target->least = -target->most;
}

static void set_time(struct write_target *target)
{
    enum column_type type = target->column.type;
    target->power = 1;
    target->least = type == COLUMN_TIME ? 0 : type == COLUMN_DATE ? INT32_MIN : INT64_MIN;
    target->most = type == COLUMN_TIME ? 86400 * units_per_second(target->column.unit) - 1
                   : type == COLUMN_DATE ? INT32_MAX
                                         : INT64_MAX;
}

static convert_function *const conversions[] = {
    [COLUMN_BOOLEAN] = to_boolean,   [COLUMN_INTEGER] = to_integer,
    [COLUMN_UINT64] = to_uint64,     [COLUMN_REAL] = to_real,
    [COLUMN_DECIMAL] = to_decimal,   [COLUMN_TEXT] = to_text,
    [COLUMN_JSON] = to_json,         [COLUMN_BLOB] = to_blob,
    [COLUMN_GEOMETRY] = to_geometry, [COLUMN_GEOGRAPHY] = to_geometry,
    [COLUMN_UUID] = to_fixed,        [COLUMN_INTERVAL] = to_fixed,
    [COLUMN_DATE] = to_time,         [COLUMN_TIME] = to_time,
    [COLUMN_TIMESTAMP] = to_time,    [COLUMN_NULL] = to_null,
    [COLUMN_NESTED] = to_null,
};

static void set_conversion(struct write_target *target)
{
    target->convert = conversions[target->column.type];
    if (target->convert == to_boolean || target->convert == to_integer)
        set_integer_range(target);
    else if (target->convert == to_decimal)
        set_decimal(target);
    else if (target->convert == to_geometry)
        set_geometry(target);
    else if (target->element.type == PQ_INT96)
        target->convert = to_int96;
    else if (target->convert == to_time)
        set_time(target);
}

void write_target_init(struct write_target *target,
                       const struct pq_schema_element *element, bool is_explicit)
{
    enum pq_conversion conversion;
    *target = (struct write_target){.element = *element,
                                    .is_explicit = is_explicit,
                                    .takes_integers = is_explicit,
                                    .least_fit = is_explicit ? TEXT_MEANS : TEXT_IS};
    pq_leaf_type(element, false, &target->column, &conversion);
    target->form = element->type == PQ_BOOLEAN || element->type == PQ_INT32 ||
                           element->type == PQ_INT64
                       ? FORM_INT64
                   : element->type == PQ_FLOAT || element->type == PQ_DOUBLE ? FORM_DOUBLE
                                                                             : FORM_BYTES;
    set_conversion(target);
}

void write_target_take_seconds(struct write_target *target)
{
    target->power = 1000;
    target->least = INT64_MIN / 1000;
    target->most = INT64_MAX / 1000;
}

enum status write_target_from_text(struct write_target *target, const char *type,
                                   bool is_explicit, struct error *error)
{
    struct pq_schema_element element = {0};
    enum status status = pq_type_from_text(slice_of(type, strlen(type)), &element, error);
    if (status == OK)
        write_target_init(target, &element, is_explicit);
    return status;
}

/* ---- Messages -------------------------------------------------------------------- */

enum { MOST_SHOWN = 40 };

static void describe_text(struct slice bytes, char *text)
{
    size_t n = text_front(bytes, MOST_SHOWN).size;
    size_t size = (size_t)snprintf(text, CELL_TEXT_SIZE, "text '");
    for (size_t i = 0; i < n; i++)
        text[size++] = bytes.data[i] < ' ' ? '?' : (char)bytes.data[i];
    snprintf(text + size, CELL_TEXT_SIZE - size, "%s'", n < bytes.size ? "..." : "");
}

static void describe_blob(struct slice bytes, char *text)
{
    size_t n = bytes.size < MOST_SHOWN / 2 ? bytes.size : MOST_SHOWN / 2;
    size_t size = (size_t)snprintf(text, CELL_TEXT_SIZE, "blob X'");
    for (size_t i = 0; i < n; i++)
        size += (size_t)snprintf(text + size, 3, "%02X", bytes.data[i]);
    snprintf(text + size, CELL_TEXT_SIZE - size, "%s'", n < bytes.size ? "..." : "");
}

void cell_describe(const struct cell *cell, char *text)
{
    char number[VALUE_TEXT_SIZE];
    size_t size;
    switch (cell->class) {
    case CELL_INTEGER:
        snprintf(text, CELL_TEXT_SIZE, "integer %lld", (long long)cell->integer);
        return;
    case CELL_REAL:
        if (isinf(cell->real)) {
            snprintf(text, CELL_TEXT_SIZE, "real %sInf", cell->real < 0 ? "-" : "");
            return;
        }
        size = text_from_double(cell->real, number);
        snprintf(text, CELL_TEXT_SIZE, "real %.*s", (int)size, number);
        return;
    case CELL_TEXT:
        describe_text(cell->bytes, text);
        return;
    case CELL_BLOB:
        describe_blob(cell->bytes, text);
        return;
    case CELL_NULL:
        snprintf(text, CELL_TEXT_SIZE, "NULL");
        return;
    }
}
