/* SPDX-License-Identifier: MIT */
/*
 * test_orc_column_encoding.c - each row of orc_encoding_list.h: its name, the types it
 * fits, and that skipping and decoding its runs agree, from any bytes
 * (column_encoding.h).
 */
#include "orc/encoding/column_encoding.h"
#include "unit_bytes.h"
#include "unit_test.h"

static void rows_have_names_numbers_and_types(void)
{
    unsigned n = 0;
#define ORC_ENCODING(format_name, number, runs, dictionary, fits)                        \
    CHECK(ORC_##format_name == number);                                                  \
    CHECK_TEXT(orc_encoding_name(number), #format_name);                                 \
    CHECK(orc_encoding(number)->integers == &orc_##runs);                                \
    CHECK(orc_encoding_is_dictionary(number) == dictionary);                             \
    CHECK(orc_encoding(number)->kinds == ORC_##fits##_KINDS);                            \
    n++;
#include "orc/format/orc_encoding_list.h"
    for (uint64_t number = 0; number < ORC_N_ENCODINGS; number++)
        n -= orc_encoding(number) != NULL;
    CHECK(n == 0);
    CHECK(orc_encoding(ORC_N_ENCODINGS) == NULL && orc_encoding(UINT64_MAX) == NULL);
    CHECK_TEXT(orc_encoding_name(ORC_N_ENCODINGS), "unknown");
    CHECK(!orc_encoding_is_dictionary(UINT64_MAX));
}

/* Skips and decodes a run of the first bytes, which end where memory does. */
static void check_run(const struct orc_run_operations *runs, const uint8_t *bytes,
                      size_t size, bool is_signed)
{
    uint8_t *copy = exact_copy(bytes, size);
    struct slice input = slice_of(copy, size), rest = input, skipped = input;
    struct error error = {0}, skip_error = {0};
    uint32_t n = 0, n_skipped = 0;
    enum status skip_status = runs->skip(&skipped, &n_skipped, &skip_error);
    size_t room = skip_status == OK ? n_skipped : runs->most_values;
    int64_t *values = must(malloc(room * sizeof *values));
    enum status status = runs->decode(&rest, is_signed, values, &n, &error);
    CHECK(skip_status == OK || (skip_status == CORRUPT && status == CORRUPT));
    CHECK(n_skipped <= runs->most_values && size - skipped.size <= runs->most_size);
    CHECK((skip_status == OK) == (n_skipped > 0) &&
          (skip_status == OK) == (skipped.size < size));
    CHECK(status == OK ? n == n_skipped && rest.size == skipped.size
                       : n == 0 && rest.size == size);
    free(values);
    free(copy);
}

static void skipping_and_decoding_agree(void)
{
    enum { MOST = ORC_MOST_INTEGER_RUN_SIZE };
    uint8_t bytes[MOST];
    uint64_t state = 1;
    for (uint64_t number = 0; number < ORC_N_ENCODINGS; number++) {
        const struct orc_encoding *encoding = orc_encoding(number);
        if (encoding == NULL)
            continue;
        const struct orc_run_operations *runs = encoding->integers;
        CHECK(runs->value_size == sizeof(int64_t));
        CHECK(runs->most_values <= ORC_MOST_INTEGER_RUN);
        CHECK(runs->most_size <= ORC_MOST_INTEGER_RUN_SIZE);
        for (int i = 0; i < 5000; i++) {
            for (size_t k = 0; k < MOST; k++)
                bytes[k] = (uint8_t)next_random(&state);
            size_t size = random_below(&state, 2) == 0 ? MOST : random_below(&state, 40);
            check_run(runs, bytes, size, i % 2 == 0);
        }
    }
}

int main(void)
{
    RUN(rows_have_names_numbers_and_types);
    RUN(skipping_and_decoding_agree);
    return unit_test_done();
}
