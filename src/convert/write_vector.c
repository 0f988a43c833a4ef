/* SPDX-License-Identifier: MIT */
#include "convert/write_vector.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parquet/schema/value_convert.h"
#include "value/value_text.h"

/* The rows that are appended next. */
struct piece {
    const struct column_vector *vector;
    uint32_t n, n_values;
    /* The values follow one another from number `first` on, and none is null; or else: */
    bool is_run;
    uint32_t first;
    const uint32_t *numbers;   /* of each value */
    uint8_t valid[BATCH_ROWS]; /* of each row, if one is null */
    uint32_t picked[BATCH_ROWS];
    union { /* the values, one after another */
        int64_t int64[BATCH_ROWS];
        double float64[BATCH_ROWS];
        struct bytes_value bytes[BATCH_ROWS];
    } room;
};

static void pick_rows(struct piece *p, const struct cell_batch *batch,
                      const struct batch_vector *at, uint64_t row, uint32_t n)
{
    const struct column_vector *vector = at->vector;
    p->vector = vector;
    p->n = p->n_values = n;
    p->first = cell_batch_vector_row(batch, at->first, row);
    p->is_run = vector->valid == NULL && vector->indices == NULL &&
                batch->selected == NULL;
    p->numbers = p->picked;
    if (p->is_run)
        return;
    if (vector->valid == NULL && batch->selected == NULL) {
        p->numbers = vector->indices + p->first;
        return;
    }
    p->n_values = 0;
    for (uint32_t r = 0; r < n; r++) {
        uint32_t i = cell_batch_vector_row(batch, at->first, row + r);
        p->valid[r] = !column_vector_is_null(vector, i);
        p->picked[p->n_values] = column_vector_index(vector, i);
        p->n_values += p->valid[r];
    }
}

static const int64_t *integers_of(struct piece *p)
{
    const int64_t *values = p->vector->values.int64;
    if (p->is_run)
        return values + p->first;
    for (uint32_t i = 0; i < p->n_values; i++)
        p->room.int64[i] = values[p->numbers[i]];
    return p->room.int64;
}

static const double *reals_of(struct piece *p)
{
    const double *values = p->vector->values.float64;
    if (p->is_run)
        return values + p->first;
    for (uint32_t i = 0; i < p->n_values; i++)
        p->room.float64[i] = values[p->numbers[i]];
    return p->room.float64;
}

static const struct bytes_value *bytes_of(struct piece *p)
{
    const struct bytes_value *values = p->vector->values.bytes;
    if (p->is_run)
        return values + p->first;
    for (uint32_t i = 0; i < p->n_values; i++)
        p->room.bytes[i] = values[p->numbers[i]];
    return p->room.bytes;
}

/* ---- Values ---------------------------------------------------------------------- */

/* Each appends the values of a piece, without their entries; false if one breaks a rule
 * of the type, or with an error. */

static bool append_integers(struct pq_column_values *values, const int64_t *from,
                            uint32_t n, struct error *error)
{
    uint8_t *room = pq_column_values_room(&values->bytes, n * values->width, error);
    if (room == NULL)
        return false;
    if (values->width == sizeof *from)
        memcpy(room, from, n * sizeof *from);
    else
        for (uint32_t i = 0; i < n; i++)
            pq_store_int64(room, values->width, i, from[i]);
    return true;
}

/* The range of the stored numbers. */
static void range_of(const struct write_target *target, int64_t *least, int64_t *most)
{
    *least = INT64_MIN;
    *most = INT64_MAX;
    switch (target->column.type) {
    case COLUMN_DECIMAL:
        *most = (target->most + 1) * target->power - 1;
        *least = -*most;
        break;
    case COLUMN_TIMESTAMP: /* the limits are those of a number that is multiplied */
    case COLUMN_UINT64:
        break;
    default:
        *least = target->least;
        *most = target->most;
    }
}

static bool take_integers(const struct write_target *target, struct piece *p,
                          struct pq_column_values *values, struct error *error)
{
    const int64_t *from = integers_of(p);
    int64_t least, most;
    bool fits = true;
    range_of(target, &least, &most);
    for (uint32_t i = 0; i < p->n_values; i++)
        fits &= from[i] >= least && from[i] <= most;
    return fits && append_integers(values, from, p->n_values, error);
}

static bool store_int96(enum vector_kind kind, union column_value from, uint8_t *room)
{
    return pq_int96_from_instant(kind == VECTOR_INSTANT
                                     ? from.instant
                                     : instant_from_units(from.int64, UNIT_NANOS),
                                 room);
}

static bool take_int96(struct piece *p, struct pq_column_values *values,
                       struct error *error)
{
    uint8_t *room = pq_column_values_room(&values->bytes,
                                          (size_t)p->n_values * values->width, error);
    for (uint32_t i = 0; room != NULL && i < p->n_values; i++, room += values->width) {
        uint32_t k = p->is_run ? p->first + i : p->numbers[i];
        union column_value from;
        if (p->vector->kind == VECTOR_INSTANT)
            from.instant = p->vector->values.instant[k];
        else
            from.int64 = p->vector->values.int64[k];
        if (!store_int96(p->vector->kind, from, room))
            return false;
    }
    return room != NULL;
}

static bool take_instants(const struct write_target *target, struct piece *p,
                          struct pq_column_values *values, struct error *error)
{
    double ignored;
    for (uint32_t i = 0; i < p->n_values; i++) {
        uint32_t k = p->is_run ? p->first + i : p->numbers[i];
        struct instant instant = p->vector->values.instant[k];
        if (!units_from_instant(instant, target->column.unit, &p->room.int64[i],
                                &ignored))
            return false;
    }
    return append_integers(values, p->room.int64, p->n_values, error);
}

static bool take_reals(struct piece *p, struct pq_column_values *values,
                       struct error *error)
{
    const double *from = reals_of(p);
    uint32_t n = p->n_values;
    uint8_t *room = pq_column_values_room(&values->bytes, n * values->width, error);
    if (room == NULL)
        return false;
    if (values->width == sizeof *from) {
        memcpy(room, from, n * sizeof *from);
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        float narrow = (float)from[i];
        memcpy(room + i * sizeof narrow, &narrow, sizeof narrow);
    }
    return true;
}

/* Decimals of any size that are stored as 64 bits. */
static bool take_small_decimals(const struct write_target *target, struct piece *p,
                                struct pq_column_values *values, struct error *error)
{
    int64_t least, most, *integers = p->room.int64;
    range_of(target, &least, &most);
    for (uint32_t i = 0; i < p->n_values; i++) {
        uint32_t k = p->is_run ? p->first + i : p->numbers[i];
        if (!int64_from_binary_decimal(p->vector->values.bytes[k], &integers[i]) ||
            integers[i] < least || integers[i] > most)
            return false;
    }
    return append_integers(values, integers, p->n_values, error);
}

/* The greatest decimal of so many digits, or its negative. */
static bool limit_of(const struct decimal_shape *shape, bool is_negative, uint8_t *bytes)
{
    struct decimal_shape whole = {shape->precision, 0, shape->size};
    char text[80] = "-";
    memset(text + 1, '9', (size_t)shape->precision);
    return decimal_from_text(
               slice_of(text + !is_negative, (size_t)shape->precision + is_negative),
               &whole, bytes) != TEXT_UNFIT;
}

/* The least and the greatest value of a decimal's type. */
struct decimal_limits {
    uint8_t least[32], most[32];
};

static bool limits_of(const struct decimal_shape *shape, struct decimal_limits *limits)
{
    return limit_of(shape, true, limits->least) && limit_of(shape, false, limits->most);
}

/* Writes a decimal in the size of its type. */
static bool store_decimal(struct bytes_value from, size_t size,
                          const struct decimal_limits *limits, uint8_t *room)
{
    struct bytes_value value = binary_decimal_trim(from);
    if (value.size == 0 || value.size > size ||
        binary_decimal_compare(value, (struct bytes_value){limits->least, size}) < 0 ||
        binary_decimal_compare(value, (struct bytes_value){limits->most, size}) > 0)
        return false;
    memset(room, (value.data[0] & 0x80) != 0 ? 0xff : 0, size - value.size);
    memcpy(room + size - value.size, value.data, value.size);
    return true;
}

static bool take_large_decimals(const struct write_target *target, struct piece *p,
                                struct pq_column_values *values, struct error *error)
{
    const struct bytes_value *from = bytes_of(p);
    struct decimal_limits limits;
    size_t size = values->width;
    if (!limits_of(&target->shape, &limits))
        return false;
    uint8_t *room = pq_column_values_room(&values->bytes, p->n_values * size, error);
    for (uint32_t i = 0; room != NULL && i < p->n_values; i++, room += size) {
        if (!store_decimal(from[i], size, &limits, room))
            return false;
    }
    return room != NULL;
}

static bool take_fixed(struct piece *p, struct pq_column_values *values,
                       struct error *error)
{
    const struct bytes_value *from = bytes_of(p);
    size_t size = values->width;
    uint8_t *room = pq_column_values_room(&values->bytes, p->n_values * size, error);
    for (uint32_t i = 0; room != NULL && i < p->n_values; i++, room += size) {
        if (from[i].size != size)
            return false;
        memcpy(room, from[i].data, size);
    }
    return room != NULL;
}

/* Copies short values without a call. */
static inline void copy_bytes(uint8_t *to, const uint8_t *from, size_t size)
{
    if (size > 16) {
        memcpy(to, from, size);
    } else if (size >= 8) {
        uint64_t front, back;
        memcpy(&front, from, 8);
        memcpy(&back, from + size - 8, 8);
        memcpy(to, &front, 8);
        memcpy(to + size - 8, &back, 8);
    } else if (size >= 4) {
        uint32_t front, back;
        memcpy(&front, from, 4);
        memcpy(&back, from + size - 4, 4);
        memcpy(to, &front, 4);
        memcpy(to + size - 4, &back, 4);
    } else if (size > 0) {
        uint8_t middle = from[size / 2], last = from[size - 1];
        to[0] = from[0];
        to[size / 2] = middle;
        to[size - 1] = last;
    }
}

static bool is_ascii(const uint8_t *bytes, size_t size)
{
    uint8_t all = 0;
    for (size_t i = 0; i < size; i++)
        all |= bytes[i];
    return all < 0x80;
}

static bool take_strings(const struct write_target *target, struct piece *p,
                         struct pq_column_values *values, struct error *error)
{
    const struct bytes_value *from = bytes_of(p);
    uint64_t end = values->bytes.size, n_bytes = 0;
    for (uint32_t i = 0; i < p->n_values; i++)
        n_bytes += from[i].size;
    uint8_t *ends = pq_column_values_room(&values->offsets, p->n_values * sizeof end,
                                          error);
    /* One more: the room may not be empty. */
    uint8_t *room = ends != NULL ? pq_column_values_room(&values->bytes,
                                                         (size_t)n_bytes + 1, error)
                                 : NULL;
    if (room == NULL)
        return false;
    values->bytes.size--;
    *values->group_bytes += n_bytes;
    uint8_t *to = room;
    for (uint32_t i = 0; i < p->n_values; i++) {
        copy_bytes(to, from[i].data, from[i].size);
        to += from[i].size;
        end += from[i].size;
        memcpy(ends + i * sizeof end, &end, sizeof end);
    }
    if (target->column.type != COLUMN_TEXT || is_ascii(room, (size_t)n_bytes))
        return true;
    bool is_utf8 = true;
    for (uint32_t i = 0; is_utf8 && i < p->n_values; i++)
        is_utf8 = text_is_utf8(slice_of(from[i].data, from[i].size));
    return is_utf8;
}

static bool take_values(const struct write_target *target, struct piece *p,
                        struct pq_column_values *values, struct error *error)
{
    bool is_decimal = target->column.type == COLUMN_DECIMAL;
    if (target->element.type == PQ_INT96)
        return take_int96(p, values, error);
    switch (p->vector->kind) {
    case VECTOR_INT64:
        return take_integers(target, p, values, error);
    case VECTOR_INSTANT:
        return take_instants(target, p, values, error);
    case VECTOR_DOUBLE:
        return take_reals(p, values, error);
    case VECTOR_BYTES:
        break;
    }
    if (is_decimal)
        return target->form == FORM_INT64 ? take_small_decimals(target, p, values, error)
                                          : take_large_decimals(target, p, values, error);
    return values->width > 0 ? take_fixed(p, values, error)
                             : take_strings(target, p, values, error);
}

/* Whether values are checked or converted one by one, as cells. */
static bool is_converted(const struct write_target *target)
{
    return target->column.type == COLUMN_JSON || target->form == FORM_WKB ||
           (target->column.type == COLUMN_REAL && target->form == FORM_BYTES);
}

/* The cell of a value, of which JSON is text and other bytes are a BLOB. */
static struct cell cell_of(const struct write_target *target, enum vector_kind kind,
                           union column_value value)
{
    struct cell cell = {.class = CELL_REAL};
    if (kind == VECTOR_DOUBLE) {
        cell.real = value.float64;
        return cell;
    }
    cell.class = target->column.type == COLUMN_JSON ? CELL_TEXT : CELL_BLOB;
    cell.bytes = value.bytes.size > 0 ? slice_of(value.bytes.data, value.bytes.size)
                                      : slice_of("", 0);
    return cell;
}

/* FLOAT16 has NaN, which SQLite's values have not. */
static bool convert_cell(const struct write_target *target, enum vector_kind kind,
                         union column_value from, struct physical_value *value)
{
    struct cell cell = cell_of(target, kind, from);
    if (cell.class != CELL_REAL || !isnan(cell.real))
        return target->convert(target, &cell, value);
    value->room[0] = 0;
    value->room[1] = 0x7e;
    value->bytes = slice_of(value->room, 2);
    return true;
}

/* Appends the piece with its entries. */
static bool convert_piece(const struct write_target *target, const struct piece *p,
                          struct pq_column_values *values, struct error *error)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < p->n; r++) {
        struct physical_value value;
        if (p->n_values < p->n && !p->valid[r]) {
            if (!pq_append_null(values, error))
                return false;
            continue;
        }
        uint32_t k = p->is_run ? p->first + n : p->numbers[n];
        union column_value from = {.int64 = 0};
        if (p->vector->kind == VECTOR_DOUBLE)
            from.float64 = p->vector->values.float64[k];
        else
            from.bytes = p->vector->values.bytes[k];
        n++;
        if (!convert_cell(target, p->vector->kind, from, &value) ||
            !append_physical(values, target->form, &value, error))
            return false;
    }
    return true;
}

static bool take_piece(const struct write_target *target, struct piece *p,
                       struct pq_column_values *values, struct error *error)
{
    if (target->column.type == COLUMN_NULL) {
        memset(p->valid, 0, sizeof p->valid);
        p->n_values = 0;
    }
    if (p->n_values < p->n && values->max_level == 0)
        return false;
    if (is_converted(target))
        return convert_piece(target, p, values, error);
    if (p->n_values > 0 && !take_values(target, p, values, error))
        return false;
    return p->n_values < p->n
               ? pq_append_optional(values, p->valid, p->n, p->n_values, error)
               : pq_append_entries(values, p->n, error);
}

/* ---- Single values --------------------------------------------------------------- */

static bool is_in_range(const struct write_target *target, int64_t integer)
{
    int64_t least, most;
    range_of(target, &least, &most);
    return integer >= least && integer <= most;
}

static bool convert_decimal(const struct write_target *target, struct bytes_value from,
                            struct physical_value *value)
{
    struct decimal_limits limits;
    if (target->form == FORM_INT64)
        return int64_from_binary_decimal(from, &value->integer) &&
               is_in_range(target, value->integer);
    value->bytes = slice_of(value->room, target->shape.size);
    return limits_of(&target->shape, &limits) &&
           store_decimal(from, target->shape.size, &limits, value->room);
}

bool write_vector_convert(const struct write_target *target, enum vector_kind kind,
                          union column_value from, struct physical_value *value)
{
    double ignored;
    if (target->column.type == COLUMN_NULL)
        return false;
    if (is_converted(target))
        return convert_cell(target, kind, from, value);
    if (target->element.type == PQ_INT96) {
        value->bytes = slice_of(value->room, 12);
        return store_int96(kind, from, value->room);
    }
    switch (kind) {
    case VECTOR_INT64:
        value->integer = from.int64;
        return is_in_range(target, from.int64);
    case VECTOR_INSTANT:
        return units_from_instant(from.instant, target->column.unit, &value->integer,
                                  &ignored);
    case VECTOR_DOUBLE:
        value->real = from.float64;
        return true;
    case VECTOR_BYTES:
        break;
    }
    if (target->column.type == COLUMN_DECIMAL)
        return convert_decimal(target, from.bytes, value);
    value->bytes = slice_of(from.bytes.data, from.bytes.size);
    if (target->element.type == PQ_FIXED_LEN_BYTE_ARRAY)
        return value->bytes.size == (size_t)target->element.type_length;
    return target->column.type != COLUMN_TEXT || text_is_utf8(value->bytes);
}

/* ---- Columns --------------------------------------------------------------------- */

static enum status append_nested(struct write_nested *nested,
                                 const struct cell_batch *batch,
                                 const struct batch_vector *at, uint64_t row,
                                 struct error *error)
{
    uint32_t i = cell_batch_vector_row(batch, at->first, row);
    struct cell cell = {.class = CELL_NULL};
    if (!column_vector_is_null(at->vector, i)) {
        uint32_t k = column_vector_index(at->vector, i);
        struct bytes_value text = at->vector->values.bytes[k];
        cell.class = CELL_TEXT;
        cell.bytes = slice_of(text.data, text.size);
    }
    if (at->is_records && cell.class == CELL_TEXT)
        return write_record_append(nested, cell.bytes, error);
    i = cell_batch_vector_row(batch, at->types_first, row);
    if (cell.class == CELL_TEXT && at->types != NULL &&
        !column_vector_is_null(at->types, i)) {
        uint32_t k = column_vector_index(at->types, i);
        struct bytes_value types = at->types->values.bytes[k];
        cell.types = slice_of(types.size > 0 ? types.data : (const uint8_t *)"",
                              types.size);
    }
    return write_nested_append(nested, &cell, error);
}

enum status write_vector_append(const struct write_target *target,
                                const struct cell_batch *batch, uint32_t i,
                                uint64_t first, uint64_t end,
                                struct pq_column_values *values, uint64_t *row,
                                struct error *error)
{
    const struct batch_vector *at = &batch->vectors[i];
    struct piece piece;
    *row = first;
    if (target->nested != NULL) {
        enum status status = OK;
        while (status == OK && *row < end) {
            status = append_nested(target->nested, batch, at, *row, error);
            *row += status == OK;
        }
        if (status == MISUSE) /* it does not fit */
            error_clear(error);
        return error->status;
    }
    while (*row < end) {
        uint32_t n = end - *row < BATCH_ROWS ? (uint32_t)(end - *row) : BATCH_ROWS;
        pick_rows(&piece, batch, at, *row, n);
        if (!take_piece(target, &piece, values, error))
            return error->status;
        *row += n;
    }
    return OK;
}

bool write_vector_serves(const struct write_target *target, const struct column *from)
{
    struct column same = *from;
    if (from->has_mismatched || from->unreadable_reason != NULL)
        return false;
    same.kind = target->column.kind; /* each kind of a type is converted */
    return column_types_are_same(&target->column, &same) &&
           (target->nested != NULL) == (from->type == COLUMN_NESTED);
}
