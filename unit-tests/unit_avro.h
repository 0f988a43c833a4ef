/* SPDX-License-Identifier: MIT */
/*
 * unit_avro.h - writes Avro files byte by byte, and reads them as text.
 */
#ifndef UNIT_AVRO_H
#define UNIT_AVRO_H

#include <stdio.h>

#include "lake/avro/avro_reader.h"
#include "unit_bytes.h"

#define AVRO_TEST_SYNC "0123456789abcdef"

static inline void avro_put_bytes(struct bytes *out, const void *data, size_t size)
{
    bytes_put_zigzag(out, (int64_t)size);
    bytes_put(out, data, size);
}

static inline void avro_put_text(struct bytes *out, const char *text)
{
    avro_put_bytes(out, text, strlen(text));
}

/* Metadata are pairs of texts, up to NULL. */
static inline void avro_put_header(struct bytes *out, const char *schema,
                                   const char *codec, const char *const *more)
{
    int64_t n = 1 + (codec != NULL);
    for (size_t i = 0; more != NULL && more[i] != NULL; i += 2)
        n++;
    bytes_put_text(out, "Obj\x01");
    bytes_put_zigzag(out, n);
    avro_put_text(out, "avro.schema");
    avro_put_text(out, schema);
    if (codec != NULL) {
        avro_put_text(out, "avro.codec");
        avro_put_text(out, codec);
    }
    for (size_t i = 0; more != NULL && more[i] != NULL; i++)
        avro_put_text(out, more[i]);
    bytes_put_zigzag(out, 0);
    bytes_put_text(out, AVRO_TEST_SYNC);
}

static inline void avro_put_block(struct bytes *out, int64_t n_records,
                                  const void *stored, size_t size)
{
    bytes_put_zigzag(out, n_records);
    avro_put_bytes(out, stored, size);
    bytes_put_text(out, AVRO_TEST_SYNC);
}

static inline void avro_show_item(const struct avro_item *item, char *text, size_t size)
{
    size_t used = strlen(text);
    char *at = text + used;
    size_t left = size - used;
    if (left < 200)
        return;
    if (item->field_id != AVRO_NO_FIELD_ID && item->token != AVRO_END) {
        int n = snprintf(at, left, "%d:", item->field_id);
        at += n;
        left -= (size_t)n;
    }
    switch (item->token) {
    case AVRO_BEGIN:
        snprintf(at, left, "%s",
                 item->type->kind == AVRO_RECORD ? "{ "
                 : item->type->kind == AVRO_MAP  ? "< "
                                                 : "[ ");
        break;
    case AVRO_END:
        snprintf(at, left, "%s",
                 item->type->kind == AVRO_RECORD ? "} "
                 : item->type->kind == AVRO_MAP  ? "> "
                                                 : "] ");
        break;
    case AVRO_ABSENT:
        snprintf(at, left, "null ");
        break;
    case AVRO_INTEGER:
        snprintf(at, left, "%lld ", (long long)item->integer);
        break;
    case AVRO_REAL:
        snprintf(at, left, "%g ", item->real);
        break;
    case AVRO_RAW:
        snprintf(at, left, "'%.*s' ", SLICE_SHOWN(item->bytes, 100));
        break;
    case AVRO_END_OF_FILE:
        break;
    }
}

/* Reads all records: their items, or "!" and the message of the failure. */
static inline const char *avro_shown(struct slice file, int32_t skipped_id)
{
    static char text[4096];
    struct input_file *input = NULL;
    struct avro_reader *reader = must(calloc(1, sizeof *reader));
    struct avro_item item = {.token = AVRO_BEGIN};
    struct error error = {0};
    uint8_t *copy = exact_copy(file.data, file.size);
    enum status status = input_file_open_memory(slice_of(copy, file.size), &input,
                                                &error);
    text[0] = '\0';
    if (status == OK)
        status = avro_reader_open(reader, input, &error);
    while (status == OK && item.token != AVRO_END_OF_FILE) {
        status = avro_reader_next(reader, &item, &error);
        if (status == OK)
            avro_show_item(&item, text, sizeof text);
        if (status == OK && item.field_id == skipped_id)
            status = avro_reader_skip(reader, &item, &error);
    }
    if (status != OK)
        snprintf(text, sizeof text, "!%s: %s", status_name(status), error.message);
    avro_reader_close(reader);
    input_file_close(input);
    free(copy);
    free(reader);
    return text;
}

#endif
