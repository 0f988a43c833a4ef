/* SPDX-License-Identifier: MIT */
/*
 * test_module_cipher.c - modules open where they were sealed and nowhere else, their
 * sizes, and footers' signatures (module_cipher.h).  Skipped where libcrypto is not
 * installed.
 */
#include <string.h>

#include "parquet/encryption/module_cipher.h"
#include "unit_test.h"

static const uint8_t join_bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8};

/* A cipher for the modules of a chunk. */
struct chunk {
    struct pq_module_rules rules;
    struct pq_module_cipher cipher;
};

static struct chunk open_chunk(int algorithm, const char *unique, const char *prefix,
                               uint32_t row_group, uint32_t column)
{
    struct pq_algorithm how = {.kind = algorithm,
                               .file_unique = slice_of(unique, strlen(unique))};
    struct chunk chunk = {{0}, {NULL, NULL, row_group, column}};
    struct error error = {0};
    CHECK(pq_module_rules_init(&chunk.rules, &how, slice_of(prefix, strlen(prefix)),
                               &error) == OK);
    CHECK(cipher_new(slice_of(join_bytes, sizeof join_bytes), &chunk.cipher.key,
                     &error) == OK);
    return chunk;
}

static void close_chunk(struct chunk *chunk)
{
    cipher_free(chunk->cipher.key);
    pq_module_rules_release(&chunk->rules);
}

static struct buffer seal(struct chunk *chunk, enum pq_module module, uint32_t page,
                          const char *text)
{
    struct buffer bytes = {0};
    struct error error = {0};
    chunk->cipher.rules = &chunk->rules;
    CHECK(buffer_append_text(&bytes, "before", &error) == OK);
    CHECK(buffer_append_text(&bytes, text, &error) == OK);
    CHECK(pq_module_seal(&chunk->cipher, module, page, &bytes, 6, &error) == OK);
    CHECK(memcmp(bytes.data, "before", 6) == 0);
    return bytes;
}

static enum status try_open(struct chunk *chunk, enum pq_module module, uint32_t page,
                            const struct buffer *sealed, const char *text)
{
    uint8_t plain[200];
    struct error error = {0};
    chunk->cipher.rules = &chunk->rules;
    enum status status = pq_module_open(&chunk->cipher, module, page,
                                        slice_of(sealed->data + 6, sealed->size - 6),
                                        plain, &error);
    if (status == OK)
        CHECK(memcmp(plain, text, strlen(text)) == 0);
    return status;
}

static void a_module_has_a_length_a_nonce_and_a_tag(void)
{
    for (int algorithm = PQ_AES_GCM_V1; algorithm <= PQ_AES_GCM_CTR_V1; algorithm++) {
        for (int module = PQ_FOOTER_MODULE; module <= PQ_BLOOM_BITSET_MODULE; module++) {
            struct chunk chunk = open_chunk(algorithm, "id", "", 0, 0);
            struct buffer sealed = seal(&chunk, (enum pq_module)module, 0, "some text");
            bool has_tag = algorithm == PQ_AES_GCM_V1 ||
                           (module != PQ_DATA_PAGE_MODULE &&
                            module != PQ_DICTIONARY_PAGE_MODULE);
            size_t overhead = has_tag ? 32 : 16;
            CHECK(pq_module_overhead(&chunk.cipher, (enum pq_module)module) == overhead);
            CHECK(sealed.size == 6 + 9 + overhead);
            CHECK(load_u32(sealed.data + 6) == 9 + overhead - 4);
            CHECK(memcmp(sealed.data + 6 + 16, "some text", 9) != 0);
            CHECK(pq_module_plain_size(&chunk.cipher, (enum pq_module)module,
                                       (int64_t)overhead) == 0);
            CHECK(pq_module_plain_size(&chunk.cipher, (enum pq_module)module,
                                       (int64_t)overhead - 1) == -1);
            CHECK(try_open(&chunk, (enum pq_module)module, 0, &sealed, "some text") ==
                  OK);
            buffer_release(&sealed);
            close_chunk(&chunk);
        }
    }
}

/* The place that a module is sealed for, and others. */
static void modules_open_only_at_their_place(void)
{
    static const struct {
        const char *unique, *prefix;
        uint32_t row_group, column, page;
        enum pq_module module;
    } others[] = {
        {"ie", "p", 3, 4, 5, PQ_DATA_PAGE_MODULE},
        {"id", "q", 3, 4, 5, PQ_DATA_PAGE_MODULE},
        {"id", "", 3, 4, 5, PQ_DATA_PAGE_MODULE},
        {"id", "p", 2, 4, 5, PQ_DATA_PAGE_MODULE},
        {"id", "p", 259, 4, 5, PQ_DATA_PAGE_MODULE}, /* the same lower byte */
        {"id", "p", 3, 5, 5, PQ_DATA_PAGE_MODULE},
        {"id", "p", 3, 4, 6, PQ_DATA_PAGE_MODULE},
        {"id", "p", 3, 4, 261, PQ_DATA_PAGE_MODULE},
        {"id", "p", 3, 4, 5, PQ_DATA_PAGE_HEADER_MODULE},
        {"id", "p", 3, 4, 5, PQ_DICTIONARY_PAGE_MODULE},
    };
    struct chunk chunk = open_chunk(PQ_AES_GCM_V1, "id", "p", 3, 4);
    struct buffer sealed = seal(&chunk, PQ_DATA_PAGE_MODULE, 5, "text");
    CHECK(try_open(&chunk, PQ_DATA_PAGE_MODULE, 5, &sealed, "text") == OK);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct chunk other = open_chunk(PQ_AES_GCM_V1, others[i].unique, others[i].prefix,
                                        others[i].row_group, others[i].column);
        CHECK(try_open(&other, others[i].module, others[i].page, &sealed, "text") ==
              CORRUPT);
        close_chunk(&other);
    }
    buffer_release(&sealed);
    close_chunk(&chunk);
}

static void only_pages_and_their_headers_have_a_page_ordinal(void)
{
    for (int module = PQ_FOOTER_MODULE; module <= PQ_BLOOM_BITSET_MODULE; module++) {
        struct chunk chunk = open_chunk(PQ_AES_GCM_V1, "id", "", 1, 2);
        struct buffer sealed = seal(&chunk, (enum pq_module)module, 7, "text");
        bool has_page = module == PQ_DATA_PAGE_MODULE ||
                        module == PQ_DATA_PAGE_HEADER_MODULE;
        bool opens = try_open(&chunk, (enum pq_module)module, 8, &sealed, "text") == OK;
        CHECK(opens == !has_page);
        buffer_release(&sealed);
        close_chunk(&chunk);
    }
}

static void damage_has_the_status_of_what_it_shows(void)
{
    for (int module = PQ_FOOTER_MODULE; module <= PQ_BLOOM_BITSET_MODULE; module++) {
        struct chunk chunk = open_chunk(PQ_AES_GCM_V1, "id", "", 1, 2);
        struct buffer sealed = seal(&chunk, (enum pq_module)module, 0, "text");
        bool shows_key = module == PQ_FOOTER_MODULE ||
                         module == PQ_COLUMN_METADATA_MODULE;
        sealed.data[sealed.size - 1] ^= 1;
        CHECK(try_open(&chunk, (enum pq_module)module, 0, &sealed, "text") ==
              (shows_key ? WRONG_KEY : CORRUPT));
        sealed.data[sealed.size - 1] ^= 1;
        sealed.data[6]++; /* the length */
        CHECK(try_open(&chunk, (enum pq_module)module, 0, &sealed, "text") == CORRUPT);
        sealed.data[6]--;
        sealed.size = 6 + 31;
        CHECK(try_open(&chunk, (enum pq_module)module, 0, &sealed, "text") == CORRUPT);
        buffer_release(&sealed);
        close_chunk(&chunk);
    }
}

static void neither_part_of_a_files_aad_may_be_large(void)
{
    static const uint8_t bytes[(1 << 20) + 1];
    struct slice large = slice_of(bytes, sizeof bytes), small = slice_of(bytes, 8);
    for (int i = 0; i < 2; i++) {
        struct pq_algorithm how = {.kind = PQ_AES_GCM_V1,
                                   .file_unique = i == 0 ? large : small};
        struct pq_module_rules rules;
        struct error error = {0};
        CHECK(pq_module_rules_init(&rules, &how, i == 0 ? small : large, &error) ==
              TOO_BIG);
        CHECK_TEXT(error.message, "an AAD of 1048577 bytes");
        pq_module_rules_release(&rules);
    }
}

static void ordinals_have_two_bytes(void)
{
    struct buffer bytes = {0};
    struct error error = {0};
    struct chunk chunk = open_chunk(PQ_AES_GCM_V1, "id", "", 32767, 32767);
    chunk.cipher.rules = &chunk.rules;
    CHECK(pq_module_seal(&chunk.cipher, PQ_DATA_PAGE_MODULE, 32767, &bytes, 0, &error) ==
          OK);
    CHECK(pq_module_seal(&chunk.cipher, PQ_DICTIONARY_PAGE_MODULE, 32768, &bytes, 0,
                         &error) == OK);
    CHECK(pq_module_seal(&chunk.cipher, PQ_DATA_PAGE_MODULE, 32768, &bytes, 0, &error) ==
          TOO_BIG);
    chunk.cipher.row_group = 32768;
    error_clear(&error);
    CHECK(pq_module_seal(&chunk.cipher, PQ_COLUMN_INDEX_MODULE, 0, &bytes, 0, &error) ==
          TOO_BIG);
    error_clear(&error);
    CHECK(pq_module_seal(&chunk.cipher, PQ_FOOTER_MODULE, 0, &bytes, 0, &error) == OK);
    buffer_release(&bytes);
    close_chunk(&chunk);
}

static void signatures_belong_to_one_footer(void)
{
    uint8_t signature[PQ_SIGNATURE_SIZE];
    struct error error = {0};
    bool is_right;
    struct slice footer = slice_of("a footer", 8), other = slice_of("a Footer", 8);
    struct chunk chunk = open_chunk(PQ_AES_GCM_CTR_V1, "id", "p", 0, 0);
    chunk.cipher.rules = &chunk.rules;
    CHECK(pq_module_sign(&chunk.cipher, footer, signature, &error) == OK);
    CHECK(pq_module_verify(&chunk.cipher, footer, signature, &is_right, &error) == OK);
    CHECK(is_right);
    CHECK(pq_module_verify(&chunk.cipher, other, signature, &is_right, &error) == OK);
    CHECK(!is_right);
    for (size_t i = 0; i < sizeof signature; i++) {
        signature[i] ^= 0x10;
        CHECK(pq_module_verify(&chunk.cipher, footer, signature, &is_right, &error) ==
              OK);
        CHECK(!is_right);
        signature[i] ^= 0x10;
    }
    close_chunk(&chunk);
}

static void files_of_duckdb_have_no_places(void)
{
    struct chunk chunk = open_chunk(PQ_AES_GCM_V1, "", "", 1, 2);
    struct chunk other = open_chunk(PQ_AES_GCM_V1, "", "", 3, 4);
    struct chunk standard = open_chunk(PQ_AES_GCM_V1, "id", "", 1, 2);
    struct buffer sealed = seal(&chunk, PQ_DATA_PAGE_MODULE, 0, "text");
    CHECK(chunk.rules.is_duckdb && !standard.rules.is_duckdb);
    CHECK(try_open(&other, PQ_DICTIONARY_PAGE_MODULE, 9, &sealed, "text") == OK);
    CHECK(try_open(&standard, PQ_DATA_PAGE_MODULE, 0, &sealed, "text") == CORRUPT);
    buffer_release(&sealed);
    close_chunk(&chunk);
    close_chunk(&other);
    close_chunk(&standard);
}

int main(void)
{
    struct error error = {0};
    uint8_t byte;
    if (cipher_random(&byte, 1, &error) != OK) {
        fprintf(stderr, "skipped: module ciphers: %s\n", error.message);
        return unit_test_done();
    }
    RUN(a_module_has_a_length_a_nonce_and_a_tag);
    RUN(modules_open_only_at_their_place);
    RUN(only_pages_and_their_headers_have_a_page_ordinal);
    RUN(damage_has_the_status_of_what_it_shows);
    RUN(neither_part_of_a_files_aad_may_be_large);
    RUN(ordinals_have_two_bytes);
    RUN(signatures_belong_to_one_footer);
    RUN(files_of_duckdb_have_no_places);
    return unit_test_done();
}
