/* SPDX-License-Identifier: MIT */
#include "orc/file/file_tail.h"

#include "base/interrupt.h"

enum {
    MOST_POSTSCRIPT = 256,
    TAIL_GUESS = 16 * 1024, /* read at once, with the footer if it is small */
    LEAST_BLOCK = 1,
    TYPE_WORK = 100, /* in bytes */
};

/* ---- The postscript --------------------------------------------------------------- */

static enum status choose_codec(const struct orc_postscript *postscript,
                                struct orc_source *source, struct error *error)
{
    static const enum codec codecs[ORC_N_COMPRESSIONS] = {
        CODEC_UNCOMPRESSED, CODEC_GZIP, CODEC_SNAPPY, CODEC_LZO,
        CODEC_LZ4_RAW,      CODEC_ZSTD, CODEC_BROTLI};
    source->is_compressed = postscript->compression != ORC_COMPRESSION_NONE;
    source->block_size = ORC_DEFAULT_BLOCK;
    if (postscript->compression >= ORC_N_COMPRESSIONS)
        return error_set(error, UNSUPPORTED, "unknown compression %llu",
                         (unsigned long long)postscript->compression);
    source->codec = codecs[postscript->compression];
    if (!source->is_compressed)
        return OK;
    if (postscript->compression_block_size > ORC_MOST_BLOCK)
        return error_set(error, CORRUPT,
                         "the postscript claims chunks of %llu bytes; the maximum is %d",
                         (unsigned long long)postscript->compression_block_size,
                         ORC_MOST_BLOCK);
    if (postscript->compression_block_size >= LEAST_BLOCK)
        source->block_size = (size_t)postscript->compression_block_size;
    return codec_check_supported(source->codec, error);
}

/* Without the magic in the postscript, the end of the file is probably missing. */
static enum status doubt_end(const struct orc_tail *tail, enum status status,
                             struct error *error)
{
    if (status != OK && !status_is_external(status) &&
        !slice_equals_text(tail->postscript.magic, ORC_MAGIC))
        error_locate(error, "the file does not end as ORC files do; if it is one, copy "
                            "or download it again");
    return status;
}

/* DWRF has ORC's magic, but only at the front, and no versions of the format: in their
 * place the postscript has one number, the writer's version, unless an old writer leaves
 * it out.  The footer has the size of the raw data in place of the writer, which only ORC
 * files with the magic in their postscript name. */
static bool is_dwrf(const struct orc_tail *tail)
{
    return tail->postscript.magic.data == NULL &&
           (tail->postscript.version.n == 1 || (tail->footer.has & ORC_HAS_WRITER));
}

static enum status refuse_dwrf(const struct orc_tail *tail, struct error *error)
{
    return is_dwrf(tail)
               ? error_set(error, UNSUPPORTED,
                           "a DWRF file, Meta's variant of ORC, which cannot be read")
               : OK;
}

/* Files of Hive 0.11 may have the magic only at their front. */
static enum status check_magic(struct orc_source *source, const struct orc_tail *tail,
                               struct error *error)
{
    uint8_t front[ORC_MAGIC_SIZE];
    if (slice_equals_text(tail->postscript.magic, ORC_MAGIC))
        return OK;
    enum status status = input_file_read_at(source->input, 0, ORC_MAGIC_SIZE, front,
                                            error);
    if (status == OK && memcmp(front, ORC_MAGIC, ORC_MAGIC_SIZE) != 0)
        status = error_set(error, CORRUPT, "not an ORC file: no magic number");
    return status == OK ? refuse_dwrf(tail, error) : status;
}

/* Reads the postscript; the last byte of the file is its size. */
static enum status read_postscript(struct orc_source *source, struct orc_tail *tail,
                                   uint64_t *end, struct error *error)
{
    uint8_t last[MOST_POSTSCRIPT];
    uint64_t size = (uint64_t)input_file_size(source->input);
    if (size < ORC_MAGIC_SIZE + 1)
        return error_set(error, CORRUPT, "%llu bytes are too few for an ORC file",
                         (unsigned long long)size);
    size_t n = size < sizeof last ? (size_t)size : sizeof last;
    enum status status = input_file_read_at(source->input, (int64_t)(size - n), n, last,
                                            error);
    if (status != OK)
        return status;
    size_t postscript_size = last[n - 1];
    if (postscript_size > n - 1)
        return error_set(error, CORRUPT,
                         "the postscript claims %zu bytes, but the file has %zu",
                         postscript_size, n - 1);
    *end = size - 1 - postscript_size;
    status = buffer_append(&tail->postscript_bytes, last + n - 1 - postscript_size,
                           postscript_size, error);
    if (status == OK)
        status = doubt_end(tail,
                           orc_message_parse(&orc_postscript_message,
                                             buffer_slice(&tail->postscript_bytes),
                                             &tail->postscript, &tail->arena, error),
                           error);
    if (status == OK)
        status = check_magic(source, tail, error);
    if (status != OK)
        return status;
    const struct orc_numbers *version = &tail->postscript.version;
    if (version->n >= 2) {
        tail->major = version->numbers[0] < UINT16_MAX ? (unsigned)version->numbers[0]
                                                       : UINT16_MAX;
        tail->minor = version->numbers[1] < UINT16_MAX ? (unsigned)version->numbers[1]
                                                       : UINT16_MAX;
    }
    return doubt_end(tail, choose_codec(&tail->postscript, source, error), error);
}

/* ---- Stripes ---------------------------------------------------------------------- */

static bool is_within(const struct orc_stripe *stripe, uint64_t end)
{
    uint64_t left = end;
    const uint64_t parts[] = {stripe->offset, stripe->index_length, stripe->data_length,
                              stripe->footer_length};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i] > left)
            return false;
        left -= parts[i];
    }
    return true;
}

static enum status parse_stripes(struct orc_tail *tail, uint64_t end, struct error *error)
{
    const struct orc_messages *list = &tail->footer.stripes;
    uint64_t n_rows = 0;
    tail->n_stripes = list->n;
    tail->stripes = arena_alloc(&tail->arena, list->n, sizeof *tail->stripes);
    tail->first_rows = arena_alloc(&tail->arena, (size_t)list->n + 1,
                                   sizeof *tail->first_rows);
    if (tail->stripes == NULL || tail->first_rows == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < list->n; i++) {
        struct orc_stripe *stripe = &tail->stripes[i];
        enum status status = orc_message_parse(&orc_stripe_message, list->messages[i],
                                               stripe, &tail->arena, error);
        if (status == OK && !is_within(stripe, end))
            status = error_set(error, CORRUPT, "the stripe is not within the file");
        if (status == OK && stripe->number_of_rows > INT64_MAX - n_rows)
            status = error_set(error, CORRUPT, "too many rows");
        if (status != OK)
            return error_locate(error, "stripe %u", (unsigned)i);
        n_rows += stripe->number_of_rows;
        tail->first_rows[i + 1] = n_rows;
    }
    if ((tail->footer.has & ORC_HAS_NUMBER_OF_ROWS) &&
        n_rows != tail->footer.number_of_rows)
        return error_set(
            error, CORRUPT, "the footer claims %llu rows, but its stripes have %llu",
            (unsigned long long)tail->footer.number_of_rows, (unsigned long long)n_rows);
    return OK;
}

/* ---- Types ------------------------------------------------------------------------ */

static bool has_right_children(const struct orc_type *type)
{
    switch (type->kind) {
    case ORC_STRUCT:
        return type->subtypes.n == type->field_names.n;
    case ORC_LIST:
        return type->subtypes.n == 1;
    case ORC_MAP:
        return type->subtypes.n == 2;
    case ORC_UNION:
        return type->subtypes.n >= 1 && type->subtypes.n <= 256;
    default:
        return type->subtypes.n == 0 || type->kind >= ORC_N_KINDS;
    }
}

/* Notes the parent of each child.  Children come after their parents, and each has one,
 * so that the types are a tree. */
static enum status link_children(struct orc_tail *tail, uint32_t i, struct error *error)
{
    const struct orc_type *type = &tail->types[i];
    if (!has_right_children(type))
        return error_set(error, CORRUPT, "type %u: %s with %u children", (unsigned)i,
                         orc_kind_name(type->kind), (unsigned)type->subtypes.n);
    for (uint32_t k = 0; k < type->subtypes.n; k++) {
        uint64_t child = type->subtypes.numbers[k];
        if (child <= i || child >= tail->n_types || tail->parents[child] != UINT32_MAX)
            return error_set(error, CORRUPT, "type %u cannot have type %llu as its child",
                             (unsigned)i, (unsigned long long)child);
        tail->parents[child] = i;
        tail->child_indexes[child] = k;
    }
    return OK;
}

static enum status parse_types(struct orc_tail *tail, struct error *error)
{
    const struct orc_messages *list = &tail->footer.types;
    tail->n_types = list->n;
    if (list->n == 0)
        return error_set(error, CORRUPT, "the footer has no types");
    if (list->n > ORC_MOST_TYPES)
        return error_set(error, TOO_BIG, "%u types; at most %d can be read",
                         (unsigned)list->n, ORC_MOST_TYPES);
    tail->types = arena_alloc(&tail->arena, list->n, sizeof *tail->types);
    tail->parents = arena_alloc(&tail->arena, list->n, sizeof *tail->parents);
    tail->child_indexes = arena_alloc(&tail->arena, list->n, sizeof *tail->child_indexes);
    if (tail->types == NULL || tail->parents == NULL || tail->child_indexes == NULL)
        return error_nomem(error);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < list->n; i++) {
        tail->parents[i] = UINT32_MAX;
        status = interrupt_after(TYPE_WORK, error);
        if (status == OK)
            status = orc_message_parse(&orc_type_message, list->messages[i],
                                       &tail->types[i], &tail->arena, error);
    }
    for (uint32_t i = 0; status == OK && i < list->n; i++)
        status = link_children(tail, i, error);
    return status;
}

/* ---- All of it -------------------------------------------------------------------- */

/* Reads what is before `end`, where the postscript begins. */
static enum status read_footer(struct orc_source *source, struct orc_tail *tail,
                               uint64_t end, struct error *error)
{
    const struct orc_postscript *postscript = &tail->postscript;
    if (postscript->footer_length > end ||
        postscript->metadata_length > end - postscript->footer_length)
        return error_set(error, CORRUPT,
                         "the postscript claims a footer of %llu bytes and metadata of "
                         "%llu, but the file has %llu",
                         (unsigned long long)postscript->footer_length,
                         (unsigned long long)postscript->metadata_length,
                         (unsigned long long)end);
    end -= postscript->footer_length;
    enum status status = orc_section_read(source, end, postscript->footer_length,
                                          ORC_MOST_METADATA, &tail->footer_bytes, error);
    if (status != OK)
        return error_locate(error, "footer");
    status = orc_message_parse(&orc_footer_message, buffer_slice(&tail->footer_bytes),
                               &tail->footer, &tail->arena, error);
    if (status != OK || is_dwrf(tail))
        return status;
    tail->metadata_offset = end - postscript->metadata_length;
    status = parse_stripes(tail, end, error);
    return status == OK ? parse_types(tail, error) : status;
}

enum status orc_tail_read(struct orc_source *source, struct orc_tail *tail,
                          struct error *error)
{
    uint64_t end;
    enum status status = read_postscript(source, tail, &end, error);
    if (status == OK)
        status = doubt_end(tail, read_footer(source, tail, end, error), error);
    return status == OK ? refuse_dwrf(tail, error) : status;
}

void orc_tail_release(struct orc_tail *tail)
{
    arena_release(&tail->arena);
    buffer_release(&tail->postscript_bytes);
    buffer_release(&tail->footer_bytes);
    *tail = (struct orc_tail){0};
}
