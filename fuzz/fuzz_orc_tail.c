/* SPDX-License-Identifier: MIT */
/*
 * fuzz_orc_tail.c - messages of ORC's metadata, and the tail of a file with the footers
 * of its stripes.
 *
 * The first byte chooses a message, to parse all bytes after it; or, if it is greater, a
 * file is made of them: "ORC", the bytes, and a postscript that says how many of them are
 * the footer and the metadata.
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "fuzz.h"
#include "orc/facts/stripe_statistics.h"
#include "orc/file_reader.h"

#include <time.h>

/* ---- Messages ---------------------------------------------------------------------- */

static const struct orc_message *const messages[] = {
#define MESSAGE(message) &orc_##message##_message,
#define FIELD(message, number, kind, member)
#define END(message, text)
#include "orc/format/orc_message_list.h"
    &orc_date_statistics_message};
enum { N_MESSAGES = sizeof messages / sizeof *messages };

/* What is known of a member without parsing: slices are within the message. */
static void check_member(const struct orc_field *field, const uint8_t *member,
                         struct slice bytes)
{
    struct slice slice;
    struct orc_messages list;
    struct orc_numbers numbers;
    switch (field->kind) {
    case ORC_BYTES:
        memcpy(&slice, member, sizeof slice);
        REQUIRE(slice_is_within(slice, bytes));
        break;
    case ORC_MESSAGES:
        memcpy(&list, member, sizeof list);
        REQUIRE(list.n <= bytes.size / 2);
        for (uint32_t i = 0; i < list.n; i++)
            REQUIRE(slice_is_within(list.messages[i], bytes));
        break;
    case ORC_NUMBERS:
        memcpy(&numbers, member, sizeof numbers);
        REQUIRE(numbers.n <= bytes.size);
        (void)hash_bytes(numbers.numbers, numbers.n * sizeof *numbers.numbers);
        break;
    default:
        break;
    }
}

static void check_message(const struct orc_message *message, struct slice bytes)
{
    struct arena arena = {0};
    struct error error = {0};
    _Alignas(16) uint8_t target[1024] = {0};
    REQUIRE(message->size <= sizeof target);
    enum status status = orc_message_parse(message, bytes, target, &arena, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == CORRUPT);
    for (uint32_t i = 0; status == OK && i < message->n_fields; i++) {
        uint64_t has;
        memcpy(&has, target, sizeof has);
        check_member(&message->fields[i], target + message->fields[i].offset, bytes);
        REQUIRE(has >> message->n_fields == 0 || message->n_fields == 64);
    }
    /* A message may be cut where a field ends, and nowhere else: with all of it repeated,
     * it is still one. */
    if (status == OK && bytes.size > 0 && bytes.size < 2000) {
        uint8_t *twice = fuzz_alloc(2 * bytes.size);
        memcpy(twice, bytes.data, bytes.size);
        memcpy(twice + bytes.size, bytes.data, bytes.size);
        memset(target, 0, sizeof target);
        REQUIRE(orc_message_parse(message, slice_of(twice, 2 * bytes.size), target,
                                  &arena, &error) == OK);
        free(twice);
    }
    arena_release(&arena);
}

/* ---- Tails ------------------------------------------------------------------------- */

static void check_tree(const struct orc_tail *tail, const struct orc_tree *tree)
{
    REQUIRE(tail->n_types > 0 && tail->parents[0] == UINT32_MAX);
    for (uint32_t i = 0; i < tail->n_types; i++) {
        const struct orc_type *type = &tail->types[i];
        REQUIRE(tail->parents[i] == UINT32_MAX || tail->parents[i] < i);
        for (uint32_t k = 0; k < type->subtypes.n; k++)
            REQUIRE(type->subtypes.numbers[k] < tail->n_types &&
                    tail->parents[type->subtypes.numbers[k]] == i);
    }
    const struct schema *schema = &tree->schema;
    REQUIRE(schema->n_top_level <= schema->n_columns);
    for (uint32_t c = 0; c < schema->n_columns; c++) {
        const struct column *column = &schema->columns[c];
        REQUIRE(tree->column_types[c] < tail->n_types);
        REQUIRE(column->name[column->name_size] == '\0');
        REQUIRE(column->is_leaf_of_group == (c >= schema->n_top_level));
        REQUIRE(!column->is_leaf_of_group || column->top_level < schema->n_top_level);
        (void)hash_bytes(column->name, column->name_size);
    }
}

static void check_stripe(struct orc_context *context, uint32_t number)
{
    const struct orc_tail *tail = context->tail;
    const struct orc_stripe *info = &tail->stripes[number];
    struct orc_open_stripe *stripe;
    const struct time_zone *zone;
    struct error error = {0};
    enum status status = orc_stripe_take(context, number, &stripe, &error);
    require_error_fits(status, &error);
    if (status != OK)
        return;
    uint32_t n_streams = stripe->first_streams[tail->n_types];
    for (uint32_t i = 0; i < n_streams; i++)
        REQUIRE(stripe->streams[i].begin >= info->offset &&
                stripe->streams[i].begin <= stripe->streams[i].end &&
                stripe->streams[i].end <=
                    info->offset + info->index_length + info->data_length);
    for (uint32_t t = 0; t < tail->n_types; t++) {
        struct orc_stream_range range;
        REQUIRE(stripe->first_streams[t] <= stripe->first_streams[t + 1]);
        for (int kind = ORC_PRESENT; kind < ORC_N_STREAM_KINDS; kind++) {
            bool is_found = orc_stripe_find(stripe, t, (enum orc_stream_kind)kind,
                                            &range);
            REQUIRE(range.kind == kind && (is_found || range.begin == range.end));
        }
        (void)stripe->encodings[t].kind;
    }
    status = orc_stripe_zone(context, stripe, &zone, &error);
    REQUIRE(status == error.status && (status == OK) == (zone != NULL));
    orc_stripe_give_back(context, stripe);
}

static void check_statistics(struct orc_context *context)
{
    struct orc_stripe_facts facts = {0};
    for (uint32_t s = 0; s < context->tail->n_stripes && s < 20; s++) {
        for (uint32_t t = 0; t < context->tail->n_types && t < 50; t++) {
            struct column_statistics statistics;
            struct error error = {0};
            if (context->tree->types[t].unreadable_reason != NULL)
                continue;
            enum status status = orc_stripe_statistics_of(&facts, context, s, t,
                                                          &statistics, &error);
            require_error_fits(status, &error);
            REQUIRE(status == OK || status == NOMEM || status == TOO_BIG ||
                    status == INTERRUPTED);
            REQUIRE(status != OK || !statistics.has_null_count ||
                    statistics.null_count <= statistics.n_rows);
        }
    }
    orc_stripe_facts_release(&facts);
}

static bool is_late(void *end)
{
    return clock() > *(const clock_t *)end;
}

static void check_tail(struct slice bytes)
{
    struct input_file *input;
    struct orc_file *file;
    struct error error = {0};
    const struct orc_file_options options = {0};
    clock_t end = clock() + 2 * CLOCKS_PER_SEC;
    struct interrupt interrupt = {.is_wanted = is_late, .argument = &end};
    struct memory_account account = {.name = "the fuzzer", .limit = 64 << 20};
    struct memory_scope before = memory_account_enter(&account);
    interrupt_begin(&interrupt);
    REQUIRE(input_file_open_memory(bytes, &input, &error) == OK);
    enum status status = orc_file_open(input, &options, &file, &error);
    require_error_fits(status, &error);
    REQUIRE((status == OK) == (file != NULL));
    if (status == OK) {
        struct orc_context *context = orc_file_context(file);
        struct table_file *table = orc_file_as_table_file(file);
        check_tree(context->tail, context->tree);
        for (uint32_t i = 0; i < context->tail->n_stripes && i < 20; i++)
            check_stripe(context, i);
        check_statistics(context);
        for (uint32_t c = 0; c < context->tree->schema.n_columns && c < 50; c++) {
            struct buffer text = {0};
            struct error text_error = {0};
            status = table->ops->column_type_text(table, c, &text, &text_error);
            require_error_fits(status, &text_error);
            (void)hash_bytes(text.data, text.size);
            buffer_release(&text);
        }
        orc_file_close(file);
    } else {
        input_file_close(input);
    }
    (void)interrupt_end(&interrupt, OK, &error);
    memory_scope_restore(before);
    REQUIRE(account.used == 0);
}

static size_t put_field(uint8_t *output, uint8_t field, uint64_t value)
{
    size_t n = 0;
    output[n++] = (uint8_t)(field << 3);
    for (; value >= 0x80; value >>= 7)
        output[n++] = (uint8_t)(value | 0x80);
    output[n++] = (uint8_t)value;
    return n;
}

/* The choices: compression, writer version, and two sizes; then the bytes of the file. */
static void make_and_check_file(struct slice input)
{
    uint8_t compression = (uint8_t)choose(&input, 1);
    uint8_t writer_version = (uint8_t)choose(&input, 1);
    size_t footer_size = choose(&input, 2), metadata_size = choose(&input, 2);
    uint8_t postscript[64];
    size_t n = 0;
    n += put_field(postscript + n, 1,
                   footer_size < input.size ? footer_size : input.size);
    n += put_field(postscript + n, 2, compression);
    n += put_field(postscript + n, 3, 4096);
    n += put_field(postscript + n, 5, metadata_size);
    n += put_field(postscript + n, 6, writer_version);
    uint8_t *file = fuzz_alloc(3 + input.size + n + 1);
    memcpy(file, "ORC", 3);
    if (input.size > 0)
        memcpy(file + 3, input.data, input.size);
    memcpy(file + 3 + input.size, postscript, n);
    file[3 + input.size + n] = (uint8_t)n;
    check_tail(slice_of(file, 3 + input.size + n + 1));
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint8_t what = (uint8_t)choose(&input, 1);
    uint8_t *copy = exact_copy(input, 0);
    if (what < N_MESSAGES)
        check_message(messages[what], slice_of(copy, input.size));
    else
        make_and_check_file(slice_of(copy, input.size));
    free(copy);
    return 0;
}
