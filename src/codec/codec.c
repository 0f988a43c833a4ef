/* Builds without one of the libraries define PARQUET_VTAB_OMIT_BROTLI, _ZSTD or _LZ4. */
#include "codec/codec.h"

#include <assert.h>

#include "base/alloc.h"
#include "codec/codec_libraries.h"

enum {
    MOST_IDLE = 8,
    /* A zstd state takes some 230 KB, a gzip state 40 KB.  Streams beyond these, as a
     * query over thousands of columns has, make all of their output when first asked. */
    MOST_IN_USE = 64,
};

static enum status copy_need(struct codec_stream *stream, size_t n, struct error *error)
{
    struct slice input = stream->input;
    (void)n;
    if (input.size != stream->output_size)
        return error_set(error, CORRUPT,
                         "%zu bytes are stored uncompressed, %zu expected", input.size,
                         stream->output_size);
    if (input.size > 0)
        memcpy(stream->output, input.data, input.size);
    stream->made = input.size;
    stream->is_finished = true;
    return OK;
}

static enum status copy(void *state, int level, struct slice input, struct buffer *output,
                        struct error *error)
{
    (void)state;
    (void)level;
    return buffer_append(output, input.data, input.size, error);
}

struct library {
    enum status (*need)(struct codec_stream *, size_t, struct error *);
    /* NULL where a codec needs no state. */
    void *(*state_new)(void);
    void (*state_free)(void *);
    bool is_reusable;

    /* NULL where nobody should compress with the codec any more. */
    enum status (*compress)(void *, int, struct slice, struct buffer *, struct error *);
    void *(*compressor_new)(void);
    void (*compressor_free)(void *);
    int least_level, most_level; /* equal: it has none to choose */
};

static const struct library libraries[CODEC_UNKNOWN] = {
    [CODEC_NONE] = {.need = copy_need, .compress = copy},
    [CODEC_SNAPPY] = {.need = codec_snappy_need,
                      .compress = codec_snappy_compress,
                      .compressor_new = codec_snappy_compressor_new,
                      .compressor_free = codec_snappy_compressor_free},
    [CODEC_GZIP] = {codec_gzip_need, codec_gzip_new, codec_gzip_free, true,
                    codec_gzip_compress, codec_gzip_compressor_new,
                    codec_gzip_compressor_free, 1, 9},
#ifndef PARQUET_VTAB_OMIT_BROTLI
    [CODEC_BROTLI] = {codec_brotli_need, codec_brotli_new, codec_brotli_free, false,
                      .compress = codec_brotli_compress, .least_level = 0,
                      .most_level = 11},
#endif
#ifndef PARQUET_VTAB_OMIT_ZSTD
    /* The library has levels down to -131072, which only get worse. */
    [CODEC_ZSTD] = {codec_zstd_need, codec_zstd_new, codec_zstd_free, true,
                    codec_zstd_compress, codec_zstd_compressor_new,
                    codec_zstd_compressor_free, -7, 22},
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
    [CODEC_LZ4_RAW] = {.need = codec_lz4_need,
                       .compress = codec_lz4_compress,
                       .compressor_new = codec_lz4_compressor_new,
                       .compressor_free = codec_lz4_compressor_free,
                       .least_level = 1,
                       .most_level = 12},
    [CODEC_LZ4_HADOOP] = {.need = codec_lz4_hadoop_need},
#endif
};

struct codec_context {
    struct state_pool {
        void *idle[MOST_IDLE];
        size_t n_idle, n_in_use;
    } pools[CODEC_UNKNOWN];
    void *compressors[CODEC_UNKNOWN]; /* NULL: not needed yet */
};

struct codec_context *codec_context_new(void)
{
    return mem_alloc_zeroed(1, sizeof(struct codec_context));
}

void codec_context_free(struct codec_context *context)
{
    if (context == NULL)
        return;
    for (size_t codec = 0; codec < CODEC_UNKNOWN; codec++) {
        struct state_pool *pool = &context->pools[codec];
        assert(pool->n_in_use == 0);
        for (size_t i = 0; i < pool->n_idle; i++)
            libraries[codec].state_free(pool->idle[i]);
        if (context->compressors[codec] != NULL)
            libraries[codec].compressor_free(context->compressors[codec]);
    }
    mem_free(context);
}

const char *codec_name(enum codec codec)
{
    static const char *const names[] = {"none",    "snappy", "gzip", "brotli", "zstd",
                                        "lz4_raw", "lz4",    "lzo",  "unknown"};
    return (unsigned)codec < sizeof names / sizeof names[0] ? names[codec] : "unknown";
}

static bool is_built_in(enum codec codec)
{
    return (unsigned)codec < CODEC_UNKNOWN && libraries[codec].need != NULL;
}

enum status codec_check_supported(enum codec codec, struct error *error)
{
    if (is_built_in(codec))
        return OK;
    if (codec == CODEC_LZO)
        return error_set(error, UNSUPPORTED, "compression codec lzo");
    if ((unsigned)codec >= CODEC_UNKNOWN)
        return error_set(error, UNSUPPORTED, "unknown compression codec");
    return error_set(error, UNSUPPORTED, "this build has no compression codec %s",
                     codec_name(codec));
}

static void give_back_state(struct codec_stream *stream)
{
    if (stream->state == NULL)
        return;
    const struct library *library = &libraries[stream->codec];
    struct state_pool *pool = &stream->context->pools[stream->codec];
    pool->n_in_use--;
    if (library->is_reusable && pool->n_idle < MOST_IDLE)
        pool->idle[pool->n_idle++] = stream->state;
    else
        library->state_free(stream->state);
    stream->state = NULL;
}

static enum status take_state(struct codec_stream *stream, struct error *error)
{
    struct state_pool *pool = &stream->context->pools[stream->codec];
    stream->state = pool->n_idle > 0 ? pool->idle[--pool->n_idle]
                                     : libraries[stream->codec].state_new();
    if (stream->state == NULL)
        return error_nomem(error);
    pool->n_in_use++;
    return OK;
}

void codec_stream_start(struct codec_stream *stream, struct codec_context *context,
                        enum codec codec, struct slice input, uint8_t *output,
                        size_t output_size)
{
    *stream = (struct codec_stream){.context = context,
                                    .codec = codec,
                                    .input = input,
                                    .output = output,
                                    .output_size = output_size};
}

enum status codec_stream_need(struct codec_stream *stream, size_t n, struct error *error)
{
    assert(n <= stream->output_size);
    if (stream->is_finished || (n <= stream->made && n < stream->output_size))
        return OK;
    if (stream->has_failed)
        return error_set(error, CORRUPT, "%s: a part before could not be decompressed",
                         codec_name(stream->codec));
    enum status status = codec_check_supported(stream->codec, error);
    if (status != OK)
        return status;
    const struct library *library = &libraries[stream->codec];
    if (library->state_new != NULL && stream->state == NULL) {
        if (stream->context->pools[stream->codec].n_in_use >= MOST_IN_USE)
            n = stream->output_size;
        status = take_state(stream, error);
    }
    while (status == OK && !stream->is_finished &&
           (stream->made < n || n == stream->output_size)) {
        size_t before = stream->made;
        status = library->need(stream, n - before > CODEC_STEP ? before + CODEC_STEP : n,
                               error);
        if (status == OK)
            status = interrupt_after(stream->made - before, error);
    }
    stream->has_failed = status != OK;
    if (stream->has_failed || stream->is_finished)
        give_back_state(stream);
    return status;
}

void codec_stream_end(struct codec_stream *stream)
{
    give_back_state(stream);
    *stream = (struct codec_stream){0};
}

enum status codec_decompress(struct codec_context *context, enum codec codec,
                             struct slice input, uint8_t *output, size_t output_size,
                             struct error *error)
{
    struct codec_stream stream;
    codec_stream_start(&stream, context, codec, input, output, output_size);
    enum status status = codec_stream_need(&stream, output_size, error);
    codec_stream_end(&stream);
    return status;
}

bool codec_levels(enum codec codec, int *least, int *most)
{
    if (!is_built_in(codec) ||
        libraries[codec].least_level == libraries[codec].most_level)
        return false;
    *least = libraries[codec].least_level;
    *most = libraries[codec].most_level;
    return true;
}

enum status codec_check_compresses(enum codec codec, struct error *error)
{
    if (codec == CODEC_LZ4_HADOOP)
        return error_set(error, UNSUPPORTED,
                         "compression codec lz4 is only read; lz4_raw took its place");
    return codec_check_supported(codec, error);
}

static enum status check_level(enum codec codec, int level, struct error *error)
{
    int least, most;
    if (level == CODEC_DEFAULT_LEVEL)
        return OK;
    if (!codec_levels(codec, &least, &most))
        return error_set(error, MISUSE, "%s has no levels of compression",
                         codec_name(codec));
    if (level < least || level > most)
        return error_set(error, MISUSE, "%s has levels %d to %d, not %d",
                         codec_name(codec), least, most, level);
    return OK;
}

enum status codec_compress(struct codec_context *context, enum codec codec, int level,
                           struct slice input, struct buffer *output, struct error *error)
{
    enum status status = codec_check_compresses(codec, error);
    if (status == OK)
        status = check_level(codec, level, error);
    if (status != OK)
        return status;
    if (input.size > INT32_MAX)
        return error_set(error, TOO_BIG, "a block of %zu bytes; %ld are the most",
                         input.size, (long)INT32_MAX);
    const struct library *library = &libraries[codec];
    void **state = &context->compressors[codec];
    if (library->compressor_new != NULL && *state == NULL) {
        *state = library->compressor_new();
        if (*state == NULL)
            return error_nomem(error);
    }
    if (input.data == NULL)
        input = slice_of("", 0);
    return library->compress(*state, level, input, output, error);
}
