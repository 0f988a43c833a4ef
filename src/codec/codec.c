/* SPDX-License-Identifier: MIT */
#include "codec/codec.h"

#include <assert.h>

#include "base/alloc.h"
#include "codec/codec_operations.h"

enum {
    MOST_IDLE = 8,
    /* A zstd state takes about 230 KB, a gzip state 40 KB.  Further streams, as in a
     * query over thousands of columns, decompress their whole block at once. */
    MOST_IN_USE = 64,
    MORE_INPUT = 4 * 1024,  /* loaded beyond what the output probably needs */
    LEAST_INPUT = 4 * 1024, /* loaded at once */
    OVERHEAD = 64,          /* of a block that cannot be compressed */
    LENGTH_OVERHEAD = 255,  /* lz4: bytes of a literal for each byte of its length */
};

static enum status decompress_none(struct slice input, uint8_t *output,
                                   size_t output_size, struct error *error)
{
    if (input.size != output_size)
        return error_set(error, CORRUPT,
                         "%zu bytes are stored uncompressed, %zu expected", input.size,
                         output_size);
    if (input.size > 0)
        memcpy(output, input.data, input.size);
    return OK;
}

static enum status compress_none(void *state, int level, struct slice input,
                                 struct buffer *output, struct error *error)
{
    (void)state;
    (void)level;
    return buffer_append(output, input.data, input.size, error);
}

static enum status copy_chunk(void *state, struct slice input, uint8_t *output,
                              size_t capacity, size_t *size, struct error *error)
{
    (void)state;
    if (input.size > capacity)
        return error_set(error, CORRUPT,
                         "%zu bytes are stored uncompressed, at most %zu "
                         "expected",
                         input.size, capacity);
    *size = input.size;
    return decompress_none(input, output, input.size, error);
}

const struct codec_operations codec_none = {.decompress = decompress_none,
                                            .decompress_chunk = copy_chunk,
                                            .compress = compress_none};

static const struct {
    const char *name;
    const struct codec_operations *operations;
    enum codec written_as;
} codecs[CODEC_UNKNOWN + 1] = {
#define CODEC(format_name, number, name, written_as)                                     \
    {#name, &codec_##name, CODEC_##written_as},
#include "codec/codec_list.h"
    {"unknown", &(const struct codec_operations){0}, CODEC_UNKNOWN},
};

/* Maps invalid values to CODEC_UNKNOWN. */
static enum codec known(enum codec codec)
{
    return (unsigned)codec < CODEC_UNKNOWN ? codec : CODEC_UNKNOWN;
}

static const struct codec_operations *operations_of(enum codec codec)
{
    return codecs[known(codec)].operations;
}

struct codec_context {
    struct state_pool {
        void *idle[MOST_IDLE];
        size_t n_idle, n_in_use;
    } pools[CODEC_UNKNOWN];
    void *compressors[CODEC_UNKNOWN]; /* NULL until first needed */
};

struct codec_context *codec_context_new(void)
{
    return mem_alloc_zeroed(1, sizeof(struct codec_context));
}

void codec_context_empty(struct codec_context *context)
{
    for (size_t codec = 0; codec < CODEC_UNKNOWN; codec++) {
        struct state_pool *pool = &context->pools[codec];
        assert(pool->n_in_use == 0);
        while (pool->n_idle > 0)
            codecs[codec].operations->state_free(pool->idle[--pool->n_idle]);
        if (context->compressors[codec] != NULL)
            codecs[codec].operations->compressor_free(context->compressors[codec]);
        context->compressors[codec] = NULL;
    }
}

void codec_context_free(struct codec_context *context)
{
    if (context != NULL)
        codec_context_empty(context);
    mem_free(context);
}

const char *codec_name(enum codec codec)
{
    return codecs[known(codec)].name;
}

enum codec codec_written_as(enum codec codec)
{
    return codecs[known(codec)].written_as;
}

enum status codec_check_supported(enum codec codec, struct error *error)
{
    const struct codec_operations *operations = operations_of(codec);
    if (operations->need != NULL || operations->decompress != NULL)
        return OK;
    if (operations->missing != NULL)
        return error_set(error, UNSUPPORTED, "%s", operations->missing);
    if (known(codec) == CODEC_UNKNOWN)
        return error_set(error, UNSUPPORTED, "unknown compression codec");
    return error_set(error, UNSUPPORTED, "this build has no compression codec %s",
                     codec_name(codec));
}

bool codec_decompresses_in_steps(enum codec codec)
{
    return operations_of(codec)->need != NULL;
}

static void give_back_state(struct codec_stream *stream)
{
    if (stream->state == NULL)
        return;
    const struct codec_operations *operations = operations_of(stream->codec);
    struct state_pool *pool = &stream->context->pools[stream->codec];
    pool->n_in_use--;
    if (operations->is_reusable && pool->n_idle < MOST_IDLE)
        pool->idle[pool->n_idle++] = stream->state;
    else
        operations->state_free(stream->state);
    stream->state = NULL;
}

/* Whether too many states are in use for the stream to keep one: it must decompress its
 * whole block at once. */
static bool is_crowded(const struct codec_stream *stream)
{
    return operations_of(stream->codec)->state_new != NULL && stream->state == NULL &&
           stream->context->pools[stream->codec].n_in_use >= MOST_IN_USE;
}

size_t codec_stream_most(const struct codec_stream *stream, size_t n)
{
    bool can_stop = codec_decompresses_in_steps(stream->codec) && !is_crowded(stream);
    return can_stop ? n : stream->output_size;
}

static enum status take_state(struct codec_stream *stream, struct error *error)
{
    struct state_pool *pool = &stream->context->pools[stream->codec];
    stream->state = pool->n_idle > 0 ? pool->idle[--pool->n_idle]
                                     : operations_of(stream->codec)->state_new();
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
                                    .input_size = input.size,
                                    .output = output,
                                    .output_size = output_size};
}

void codec_stream_load_later(struct codec_stream *stream, size_t n_loaded,
                             codec_load *load, void *argument)
{
    stream->input.size = n_loaded;
    stream->load = load;
    stream->load_argument = argument;
}

enum status codec_stream_load(struct codec_stream *stream, size_t n, struct error *error)
{
    if (n > stream->input_size)
        n = stream->input_size;
    if (n <= stream->input.size)
        return OK;
    enum status status = stream->load(stream->load_argument, n, &stream->input.data,
                                      error);
    if (status == OK)
        stream->input.size = n;
    return status;
}

/* How much of the input probably suffices for n bytes of output: a quarter more than on
 * average, but not more than incompressible bytes need.  Each step is a part of what is
 * loaded, so that the number of reads stays small. */
static size_t input_for(const struct codec_stream *stream, size_t n)
{
    double part = (double)n / (double)stream->output_size;
    double enough = part * 1.25 * (double)stream->input_size + MORE_INPUT;
    double most = (double)n + (double)n / 32 + OVERHEAD +
                  (double)stream->input_size / LENGTH_OVERHEAD;
    size_t loaded = stream->input.size;
    enough = enough < most ? enough : most;
    if (n == stream->output_size || enough > 0.75 * (double)stream->input_size)
        return stream->input_size;
    if ((size_t)enough <= loaded)
        return loaded;
    size_t step = loaded + loaded / 2 + LEAST_INPUT;
    if (step > stream->input_size)
        return stream->input_size;
    return (size_t)enough > step ? (size_t)enough : step;
}

static enum status decompress_all(struct codec_stream *stream, struct error *error)
{
    enum status status = codec_stream_load(stream, stream->input_size, error);
    if (status == OK)
        status = operations_of(stream->codec)
                     ->decompress(stream->input, stream->output, stream->output_size,
                                  error);
    if (status != OK)
        return status;
    stream->made = stream->output_size;
    stream->is_finished = true;
    return interrupt_after(stream->output_size, error);
}

/* Decompresses n bytes, and checks the end of the input if that is the whole output. */
static enum status decompress_in_steps(struct codec_stream *stream, size_t n,
                                       struct error *error)
{
    const struct codec_operations *operations = operations_of(stream->codec);
    size_t step = operations->step > 0 ? operations->step : CODEC_STEP;
    enum status status = OK;
    if (is_crowded(stream))
        n = stream->output_size;
    if (operations->state_new != NULL && stream->state == NULL)
        status = take_state(stream, error);
    if (status == OK)
        status = codec_stream_load(stream, input_for(stream, n), error);
    while (status == OK && !stream->is_finished &&
           (stream->made < n || n == stream->output_size)) {
        size_t before = stream->made;
        status = operations->need(stream, n - before > step ? before + step : n, error);
        if (status == OK)
            status = interrupt_after(stream->made - before, error);
    }
    return status;
}

/* Forgets the output.  The input that is loaded stays. */
static void restart(struct codec_stream *stream)
{
    const struct codec_stream old = *stream;
    give_back_state(stream);
    codec_stream_start(stream, old.context, old.codec, old.input, old.output,
                       old.output_size);
    stream->input_size = old.input_size;
}

enum status codec_stream_need(struct codec_stream *stream, size_t n, struct error *error)
{
    assert(n <= stream->output_size);
    if (stream->is_finished || (n <= stream->made && n < stream->output_size))
        return OK;
    if (stream->has_failed)
        return error_set(error, CORRUPT, "%s: an earlier part could not be decompressed",
                         codec_name(stream->codec));
    enum status status = codec_check_supported(stream->codec, error);
    if (status != OK)
        return status;
    status = codec_decompresses_in_steps(stream->codec)
                 ? decompress_in_steps(stream, n, error)
                 : decompress_all(stream, error);
    /* A codec may take the end of what is loaded for the end of the input. */
    if ((status == CORRUPT || stream->is_finished) &&
        stream->input.size < stream->input_size) {
        error_clear(error);
        status = codec_stream_load(stream, stream->input_size, error);
        restart(stream);
        if (status == OK)
            status = decompress_in_steps(stream, n, error);
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

enum status codec_decompress_chunk(struct codec_context *context, enum codec codec,
                                   struct slice input, uint8_t *output, size_t capacity,
                                   size_t *size, struct error *error)
{
    struct codec_stream stream = {.context = context, .codec = codec};
    const struct codec_operations *operations = operations_of(codec);
    *size = 0;
    enum status status = codec_check_supported(codec, error);
    if (status == OK && operations->decompress_chunk == NULL)
        status = error_set(error, UNSUPPORTED, "chunks compressed with %s",
                           codec_name(codec));
    if (status == OK && operations->state_new != NULL)
        status = take_state(&stream, error);
    if (status == OK)
        status = operations->decompress_chunk(stream.state, input, output, capacity, size,
                                              error);
    give_back_state(&stream);
    return status == OK ? interrupt_after(*size, error) : status;
}

bool codec_levels(enum codec codec, int *least, int *most)
{
    const struct codec_operations *operations = operations_of(codec);
    if (operations->least_level == operations->most_level)
        return false;
    *least = operations->least_level;
    *most = operations->most_level;
    return true;
}

enum status codec_check_compresses(enum codec codec, struct error *error)
{
    enum codec successor = codec_written_as(codec);
    if (successor != codec && successor != CODEC_UNKNOWN)
        return error_set(error, UNSUPPORTED,
                         "compression codec %s can only be read; write %s instead",
                         codec_name(codec), codec_name(successor));
    enum status status = codec_check_supported(codec, error);
    if (status == OK && operations_of(codec)->compress == NULL)
        return error_set(error, UNSUPPORTED, "compression codec %s can only be read",
                         codec_name(codec));
    return status;
}

static enum status check_level(enum codec codec, int level, struct error *error)
{
    int least, most;
    if (level == CODEC_DEFAULT_LEVEL)
        return OK;
    if (!codec_levels(codec, &least, &most))
        return error_set(error, MISUSE, "%s has no compression levels",
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
        return error_set(error, TOO_BIG, "a block of %zu bytes; the maximum is %ld",
                         input.size, (long)INT32_MAX);
    const struct codec_operations *operations = operations_of(codec);
    void **state = &context->compressors[codec];
    if (operations->compressor_new != NULL && *state == NULL) {
        *state = operations->compressor_new();
        if (*state == NULL)
            return error_nomem(error);
    }
    if (input.data == NULL)
        input = slice_of("", 0);
    return operations->compress(*state, level, input, output, error);
}
