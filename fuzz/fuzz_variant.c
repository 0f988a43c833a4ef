/* SPDX-License-Identifier: MIT */
/*
 * fuzz_variant.c - metadata and value of a Variant: if it can be read, the result is JSON
 * of bounded size, the same as a whole and entry by entry.  The JSON, made into a Variant
 * and back, with the types of the values or without, is the same except for the order of
 * members.
 */
#include "fuzz.h"
#include "parquet/write/variant_builder.h"
#include "parquet/variant/variant_value.h"
#include "value/json_reader.h"
#include "value/value_from_text.h"

static struct pq_variant_writer writer;

static struct pq_variant_builder builder;

/* Makes the JSON a Variant, with these types, and this JSON again; false if two members
 * have one name or a number has too many digits. */
static bool through_variant(struct slice json, struct slice types, struct buffer *text)
{
    struct json_reader reader = {0};
    struct buffer metadata_bytes = {0}, value_bytes = {0};
    struct pq_variant_metadata metadata;
    struct slice value;
    struct error error = {0};
    enum json_token token;
    json_reader_start(&reader, json);
    REQUIRE(json_reader_next(&reader, &token, &value, &error) == OK);
    enum status status = pq_variant_read_json(&builder, &reader, token, value, &types,
                                              &error);
    REQUIRE(status == error.status);
    if (status == OK) {
        REQUIRE(json_reader_next(&reader, &token, &value, &error) == OK);
        REQUIRE(token == JSON_END);
        REQUIRE(pq_append_variant_metadata(&builder, &metadata_bytes, &error) == OK);
        REQUIRE(pq_append_variant_value(&builder, 0, &value_bytes, &error) == OK);
        REQUIRE(value_bytes.size == builder.nodes[0].size);
        REQUIRE(pq_variant_metadata_open(buffer_slice(&metadata_bytes), &metadata,
                                         &error) == OK);
        REQUIRE(pq_append_variant_json(&writer, text, &metadata,
                                       buffer_slice(&value_bytes), &error) == OK);
    } else {
        REQUIRE(status == MISUSE);
        REQUIRE(strstr(error.message, "an object has two members") != NULL ||
                strstr(error.message, "a Variant cannot hold the number") != NULL);
    }
    json_reader_release(&reader);
    buffer_release(&metadata_bytes);
    buffer_release(&value_bytes);
    return status == OK;
}

/* Whether a number has more than 38 digits: its notation may change. */
static bool has_long_number(struct slice text)
{
    size_t n_digits = 0;
    for (size_t i = 0; i < text.size && n_digits <= 38; i++) {
        if (text.data[i] >= '0' && text.data[i] <= '9')
            n_digits++;
        else if (text.data[i] != '.')
            n_digits = 0;
    }
    return n_digits > 38;
}

static void count_bytes(struct slice text, size_t counts[256])
{
    memset(counts, 0, 256 * sizeof *counts);
    for (size_t i = 0; i < text.size; i++)
        counts[text.data[i]]++;
}

static void check_json(struct slice text, struct slice types)
{
    const struct slice none = {0};
    struct buffer once = {0}, twice = {0}, typed = {0};
    size_t counts[256], counts_once[256];
    if (!text_is_utf8(text))
        return;
    count_bytes(text, counts);
    if (through_variant(text, types, &typed)) {
        count_bytes(buffer_slice(&typed), counts_once);
        REQUIRE(has_long_number(text) || memcmp(counts, counts_once, sizeof counts) == 0);
    }
    if (through_variant(text, none, &once)) {
        count_bytes(buffer_slice(&once), counts_once);
        REQUIRE(has_long_number(text) || memcmp(counts, counts_once, sizeof counts) == 0);
        REQUIRE(through_variant(buffer_slice(&once), none, &twice));
        REQUIRE(once.size == twice.size);
        REQUIRE(memcmp(once.data, twice.data, once.size) == 0);
    }
    buffer_release(&once);
    buffer_release(&twice);
    buffer_release(&typed);
}

/* Converts the entries of an array or object one by one. */
static void check_entries(const struct pq_variant_metadata *metadata, struct slice value,
                          struct slice expected)
{
    struct pq_variant_container container;
    struct buffer text = {0};
    struct error error = {0};
    struct slice name, entry;
    size_t sum = 0;
    REQUIRE(pq_variant_container_open(value, &container, &error) == OK);
    REQUIRE(container.is_object == pq_variant_is_object(value));
    REQUIRE(buffer_append_text(&text, container.is_object ? "{" : "[", &error) == OK);
    while (container.next < container.n) {
        if (container.next > 0)
            REQUIRE(buffer_append_text(&text, ",", &error) == OK);
        REQUIRE(pq_variant_next_entry(&container, metadata, &name, &entry, &error) == OK);
        REQUIRE(slice_is_within(entry, value) && entry.size > 0);
        REQUIRE(slice_is_within(name, metadata->names));
        sum += entry.size;
        if (container.is_object) {
            REQUIRE(append_json_string(&text, name, &error) == OK);
            REQUIRE(buffer_append_text(&text, ":", &error) == OK);
        }
        uint8_t *copy = exact_copy(entry, 0);
        REQUIRE(pq_append_variant_json(&writer, &text, metadata,
                                       slice_of(copy, entry.size), &error) == OK);
        free(copy);
    }
    REQUIRE(sum <= value.size);
    REQUIRE(buffer_append_text(&text, container.is_object ? "}" : "]", &error) == OK);
    REQUIRE(text.size == expected.size);
    REQUIRE(memcmp(text.data, expected.data, text.size) == 0);
    buffer_release(&text);
}

static void check_value(const struct pq_variant_metadata *metadata, struct slice value)
{
    struct buffer text = {0}, types = {0};
    struct error error = {0};
    struct pq_variant_scalar scalar;
    writer.types = &types;
    enum status status = pq_append_variant_json(&writer, &text, metadata, value, &error);
    writer.types = NULL;
    require_error_fits(status, &error);
    if (status == OK) {
        check_json(buffer_slice(&text), buffer_slice(&types));
        if (pq_variant_is_object(value) || pq_variant_is_array(value))
            check_entries(metadata, value, buffer_slice(&text));
    }
    error_clear(&error);
    enum status scalar_status = pq_variant_scalar_of(value, &scalar, &error);
    require_error_fits(scalar_status, &error);
    REQUIRE(status != OK || scalar_status == OK);
    if (scalar_status == OK &&
        (scalar.class == PQ_VARIANT_CLASS_TEXT || scalar.class == PQ_VARIANT_CLASS_BLOB))
        hash_bytes(scalar.bytes.data, scalar.bytes.size);
    buffer_release(&types);
    buffer_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    struct pq_variant_metadata metadata;
    struct error error = {0};
    size_t metadata_size = (size_t)choose(&input, 1);
    if (metadata_size > input.size)
        metadata_size = input.size;
    struct slice names = slice_of(input.data, metadata_size);
    struct slice value = slice_of(input.data + metadata_size, input.size - metadata_size);
    uint8_t *names_copy = exact_copy(names, 0);
    uint8_t *value_copy = exact_copy(value, 0);
    enum status status = pq_variant_metadata_open(slice_of(names_copy, names.size),
                                                  &metadata, &error);
    require_error_fits(status, &error);
    if (status == OK)
        check_value(&metadata, slice_of(value_copy, value.size));
    free(names_copy);
    free(value_copy);
    return 0;
}
