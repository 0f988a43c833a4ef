/* SPDX-License-Identifier: MIT */
/*
 * fuzz_encrypted.c - an encrypted file, whose keys are those of testdata/encrypted/ and
 * depend only on their names.  What has a tag can hardly be changed without notice; what
 * has none can: crypto metadata, lengths, pages of AES_GCM_CTR_V1, and footers in plain
 * whose key is unknown.
 *
 * The first byte of the input says which magic number it is to begin with, and which keys
 * are known.
 */
#include "check_file.h"
#include "mutate_file.h"

struct known_keys {
    struct pq_key_finder finder; /* must be first */
    bool lacks_footer_key;
};

static enum status find_key(struct pq_key_finder *finder,
                            const struct pq_key_wanted *wanted, struct pq_key *key,
                            struct error *error)
{
    static const struct {
        const char *name;
        uint8_t first, size; /* the bytes count up from the first */
    } keys[] = {{"footer16", 0x00, 16}, {"footer24", 0x10, 24}, {"footer32", 0x30, 32},
                {"column16", 0x50, 16}, {"nested16", 0x60, 16}, {"column32", 0x70, 32}};
    bool is_footer = wanted->column.data == NULL;
    *key = (struct pq_key){.size = 0};
    if (is_footer && ((struct known_keys *)finder)->lacks_footer_key)
        return error_set(error, AUTH, "the footer's key is not known");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bool is_it = wanted->metadata.size == 0
                         ? i == (is_footer ? 0 : 3)
                         : slice_equals_text(wanted->metadata, keys[i].name);
        if (!is_it)
            continue;
        key->size = keys[i].size;
        for (uint8_t k = 0; k < keys[i].size; k++)
            key->bytes[k] = (uint8_t)(keys[i].first + k);
        return OK;
    }
    return error_set(error, AUTH, "the key is not known");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint8_t flags = (uint8_t)choose(&input, 1);
    uint8_t fail_at = (uint8_t)choose(&input, 1);
    struct known_keys keys = {.finder.find = find_key, .lacks_footer_key = flags & 0x08};
    struct check_options options = {
        .file.verify_checksums = flags & 0x04,
        .file.salvage = flags & 0x20,
        .file.keys = &keys.finder,
        .fail_at = flags >= 0xe0 ? 1 + fail_at : 0,
        .seed = (uint32_t)choose(&input, 2),
    };
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    if (size >= 4)
        memcpy(copy, flags & 1 ? "PARE" : "PAR1", 4);
    check_file(slice_of(copy, size), &options);
    free(copy);
    return 0;
}
