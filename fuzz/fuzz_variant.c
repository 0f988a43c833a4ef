/*
 * fuzz_variant.c - metadata and value of a Variant: what can be read is JSON, no larger
 * than it may be, and the same whether it is read as a whole or entry by entry.
 */
#include "fuzz.h"
#include "parquet/variant_value.h"
#include "scan/json_reader.h"
#include "scan/text_value.h"

static struct pq_variant_writer writer;

/* Whether it is one JSON value; where text was not UTF-8 it need not be. */
static void check_json(struct slice text)
{
    static struct json_reader reader;
    struct slice value;
    struct error error = {0};
    enum json_token token = JSON_NULL;
    if (!text_is_utf8(text))
        return;
    json_reader_start(&reader, text);
    while (token != JSON_END)
        REQUIRE(json_reader_next(&reader, &token, &value, &error) == OK);
    json_reader_release(&reader);
}

/* The array or object again, each entry by itself. */
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
    struct buffer text = {0};
    struct error error = {0};
    struct pq_variant_scalar scalar;
    enum status status = pq_append_variant_json(&writer, &text, metadata, value, &error);
    require_error_fits(status, &error);
    if (status == OK) {
        check_json(buffer_slice(&text));
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
