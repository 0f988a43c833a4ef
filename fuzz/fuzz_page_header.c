/* SPDX-License-Identifier: MIT */
/*
 * fuzz_page_header.c - page headers.  A reader asks for more bytes when a header is cut,
 * so every prefix of a sound header must be reported as cut.
 */
#include "fuzz.h"
#include "parquet/format/page_header.h"

static void check_slices(const struct pq_statistics *statistics, struct slice bytes)
{
    REQUIRE(slice_is_within(statistics->max, bytes));
    REQUIRE(slice_is_within(statistics->min, bytes));
    REQUIRE(slice_is_within(statistics->max_value, bytes));
    REQUIRE(slice_is_within(statistics->min_value, bytes));
    REQUIRE(statistics->max_is_exact >= -1 && statistics->max_is_exact <= 1);
    REQUIRE(statistics->min_is_exact >= -1 && statistics->min_is_exact <= 1);
}

static enum status parse(struct slice bytes, struct pq_page_header *header, size_t *size,
                         bool *is_cut)
{
    struct error error = {0};
    enum status status = pq_page_header_parse(bytes, header, size, is_cut, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == CORRUPT);
    REQUIRE(status != OK || !*is_cut);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    size_t prefix = (size_t)choose(&input, 1);
    uint8_t *copy = exact_copy(input, 0);
    struct slice bytes = slice_of(copy, input.size);
    struct pq_page_header header, of_prefix;
    size_t header_size, prefix_size;
    bool is_cut;
    enum status status = parse(bytes, &header, &header_size, &is_cut);
    if (status == OK) {
        REQUIRE(header_size > 0 && header_size <= bytes.size);
        REQUIRE(header.compressed_size >= 0 && header.uncompressed_size >= 0);
        REQUIRE(header.num_values >= 0);
        if (header.has_statistics)
            check_slices(&header.statistics, slice_of(copy, header_size));
        prefix %= header_size;
        REQUIRE(parse(slice_of(copy, prefix), &of_prefix, &prefix_size, &is_cut) != OK);
        REQUIRE(is_cut);
    } else if (!is_cut && prefix <= bytes.size) {
        /* A prefix of a damaged header must not be accepted. */
        REQUIRE(parse(slice_of(copy, bytes.size - prefix), &of_prefix, &prefix_size,
                      &is_cut) != OK);
    }
    free(copy);
    return 0;
}
