/* SPDX-License-Identifier: MIT */
/*
 * test_geoparquet.c - the GeoParquet metadata of written files, and the boxes that cover
 * geometries (geoparquet.h, covering.h).
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "parquet/format/format_enums.h"
#include "parquet/write/covering.h"
#include "parquet/write/geoparquet.h"
#include "unit_test.h"

/* ---- Floats ---------------------------------------------------------------------- */

static void floats_are_rounded_outwards(void)
{
    static const double values[] = {0,     1,       0.1,         -0.1,    1e-300, -1e-300,
                                    1e300, -1e300,  16777217,    1.0 / 3, 5e-324, FLT_MAX,
                                    180,   -179.99, 1 + 0x1p-40, 0x1p-149};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        float below = pq_float_below(values[i]), above = pq_float_above(values[i]);
        CHECK((double)below <= values[i] && values[i] <= (double)above);
        if ((double)(float)FLT_MAX >= fabs(values[i]) && (double)below == values[i])
            CHECK(above == below);
        else
            CHECK(nextafterf(below, HUGE_VALF) == above);
    }
    CHECK(pq_float_below(1e300) == FLT_MAX && isinf(pq_float_above(1e300)));
    CHECK(pq_float_above(-1e300) == -FLT_MAX && isinf(pq_float_below(-1e300)));
    CHECK(pq_float_below(HUGE_VAL) == HUGE_VALF && pq_float_above(HUGE_VAL) == HUGE_VALF);
    CHECK(pq_float_below(-HUGE_VAL) == -HUGE_VALF);
}

/* ---- Documents ------------------------------------------------------------------- */

static struct pq_schema_element leaf_element(const char *name, int kind)
{
    return (struct pq_schema_element){.type = PQ_BYTE_ARRAY,
                                      .repetition = PQ_OPTIONAL,
                                      .name = slice_of(name, strlen(name)),
                                      .n_children = -1,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .logical = {.kind = kind, .algorithm = -1}};
}

/* A file with the columns "id", "geom" and, after it, the covering of "geom". */
struct file {
    struct arena arena;
    struct pq_write_column columns[3];
    struct pq_schema_element elements[8];
    struct pq_schema_tree tree;
    struct pq_write_options options;
    struct pq_write_encryption how;
    struct pq_file_encryption *encryption;
    struct pq_geoparquet_writer geo;
    struct error error;
};

static void build_file(struct file *file, enum pq_geoparquet version, int kind)
{
    *file = (struct file){.columns[0].element = leaf_element("id", PQ_LOGICAL_NONE),
                          .columns[1].element = leaf_element("geom", kind)};
    file->columns[2] = pq_covering_column(slice_of("box", 3), 1, PQ_OPTIONAL);
    file->elements[0] = (struct pq_schema_element){.type = -1,
                                                   .repetition = -1,
                                                   .n_children = 3,
                                                   .converted_type = PQ_CONVERTED_NONE};
    for (int i = 0; i < 3; i++)
        file->elements[1 + i] = file->columns[i].element;
    for (int i = 0; i < PQ_COVERING_LEAVES; i++)
        file->elements[4 + i] = file->columns[2].below[i];
    pq_write_options_init(&file->options);
    file->options.geoparquet = version;
    CHECK(pq_schema_tree_build(file->elements, 8, false, &file->arena, &file->tree,
                               &file->error) == OK);
}

static enum status start(struct file *file)
{
    return pq_geoparquet_init(&file->geo, file->columns, &file->tree, &file->options,
                              file->encryption, &file->arena, &file->error);
}

static enum status open_file(struct file *file, enum pq_geoparquet version, int kind)
{
    build_file(file, version, kind);
    return start(file);
}

/* Adds a chunk of n geometries and a null. */
static enum status add_chunk(struct file *file, int64_t n, struct pq_geo_claims claims)
{
    struct pq_chunk_record records[6] = {0};
    records[1].n_entries = n + 1;
    records[1].null_count = 1;
    records[1].geo = claims;
    return pq_geoparquet_add(&file->geo, records, &file->error);
}

/* Whether the document is the text; releases the file. */
static bool is_document(struct file *file, const char *text)
{
    struct buffer document = {0};
    CHECK(pq_geoparquet_append(&file->geo, &document, &file->error) == OK);
    bool is_same = slice_equals_text(buffer_slice(&document), text);
    if (!is_same)
        printf("%.*s\n", (int)document.size, (const char *)document.data);
    buffer_release(&document);
    arena_release(&file->arena);
    pq_file_encryption_free(file->encryption);
    return is_same;
}

static struct pq_geo_claims points(double x, double y)
{
    return (struct pq_geo_claims){.is_complete = true,
                                  .has_box = true,
                                  .box = {.xmin = x,
                                          .xmax = x,
                                          .ymin = y,
                                          .ymax = y,
                                          .zmin = HUGE_VAL,
                                          .zmax = -HUGE_VAL},
                                  .types = {1U << WKB_POINT}};
}

#define COVERING                                                                         \
    ",\"covering\":{\"bbox\":{\"xmin\":[\"box\",\"xmin\"],\"ymin\":[\"box\",\"ymin\"],"  \
    "\"xmax\":[\"box\",\"xmax\"],\"ymax\":[\"box\",\"ymax\"]}}"
#define DOCUMENT(version, column)                                                        \
    "{\"version\":\"" version "\",\"primary_column\":\"geom\",\"columns\":{\"geom\":{"   \
    "\"encoding\":\"WKB\"" column "}}}"

static void chunks_are_added_up(void)
{
    struct file file;
    CHECK(open_file(&file, PQ_GEOPARQUET_1_1, PQ_LOGICAL_GEOMETRY) == OK);
    CHECK(!pq_geoparquet_has_types(&file.geo));
    CHECK(add_chunk(&file, 0, (struct pq_geo_claims){.is_complete = false}) == OK);
    CHECK(add_chunk(&file, 2, points(5, -7)) == OK);
    struct pq_geo_claims solid = points(-1, 2.5);
    solid.types[0] = 0;
    solid.types[1] = 1U << WKB_POLYGON | 1U << WKB_POINT;
    solid.box.zmin = solid.box.zmax = 3;
    CHECK(add_chunk(&file, 1, solid) == OK);
    CHECK(
        is_document(&file, DOCUMENT("1.1.0", ",\"geometry_types\":[\"Point\",\"Point Z\","
                                             "\"Polygon Z\"],\"bbox\":[-1.0,-7.0,3.0,"
                                             "5.0,2.5,3.0]" COVERING)));
}

static void what_is_not_known_is_left_out(void)
{
    struct file file;
    struct pq_geo_claims claims = {.is_complete = false};
    CHECK(open_file(&file, PQ_GEOPARQUET_2, PQ_LOGICAL_GEOMETRY) == OK);
    CHECK(pq_geoparquet_has_types(&file.geo));
    CHECK(add_chunk(&file, 2, points(1, 2)) == OK && add_chunk(&file, 1, claims) == OK);
    CHECK(is_document(&file, DOCUMENT("2.0.0", ",\"geometry_types\":[]" COVERING)));

    CHECK(open_file(&file, PQ_GEOPARQUET_BOTH, PQ_LOGICAL_GEOGRAPHY) == OK);
    claims = points(1, 2);
    claims.types[0] = 1U << WKB_LINE_STRING;
    claims.exceeds_box = true;
    CHECK(add_chunk(&file, 2, points(1, 2)) == OK && add_chunk(&file, 1, claims) == OK);
    CHECK(is_document(&file,
                      DOCUMENT("1.1.0", ",\"geometry_types\":[\"LineString\",\"Point\"],"
                                        "\"edges\":\"spherical\"" COVERING)));

    CHECK(open_file(&file, PQ_GEOPARQUET_NONE, PQ_LOGICAL_GEOMETRY) == OK);
    CHECK(add_chunk(&file, 2, points(1, 2)) == OK && is_document(&file, ""));
    CHECK(open_file(&file, PQ_GEOPARQUET_2, PQ_LOGICAL_NONE) == OK);
    CHECK(is_document(&file, ""));
}

static void versions_have_limits(void)
{
    struct file file;
    struct pq_geo_claims measured = points(1, 2), curve = points(1, 2);
    measured.types[2] = 1U << WKB_POINT;
    curve.types[0] = 1U << WKB_CIRCULAR_STRING;
    CHECK(open_file(&file, PQ_GEOPARQUET_1_1, PQ_LOGICAL_GEOMETRY) == OK);
    CHECK(add_chunk(&file, 1, measured) == MISUSE);
    arena_release(&file.arena);
    CHECK(open_file(&file, PQ_GEOPARQUET_2, PQ_LOGICAL_GEOMETRY) == OK);
    CHECK(add_chunk(&file, 1, measured) == OK && add_chunk(&file, 1, curve) == MISUSE);
    arena_release(&file.arena);
    CHECK(open_file(&file, PQ_GEOPARQUET_BOTH, PQ_LOGICAL_GEOMETRY) == OK);
    CHECK(add_chunk(&file, 1, measured) == OK && add_chunk(&file, 1, points(1, 2)) == OK);
    CHECK(is_document(&file, ""));
}

/* ---- Encryption ------------------------------------------------------------------ */

static struct pq_write_key key_of(const char *name)
{
    return (struct pq_write_key){.key = {.bytes = {(uint8_t)name[0]}, .size = 16},
                                 .metadata = slice_of(name, strlen(name))};
}

/* columns: that have a key of their own, or none; all others are in plain then.  False
 * where the library for ciphers is missing. */
static bool encrypt(struct file *file, bool has_plain_footer,
                    const char *const columns[2])
{
    static struct pq_write_key keys[2];
    static struct slice names[2];
    build_file(file, PQ_GEOPARQUET_2, PQ_LOGICAL_GEOMETRY);
    file->how = (struct pq_write_encryption){.algorithm = PQ_AES_GCM_V1,
                                             .has_plain_footer = has_plain_footer,
                                             .footer_key = key_of("footer"),
                                             .columns = names,
                                             .column_keys = keys};
    for (int i = 0; i < 2 && columns[i] != NULL; i++) {
        names[i] = slice_of(columns[i], strlen(columns[i]));
        keys[i] = key_of("column");
        file->how.n_column_keys++;
    }
    if (pq_file_encryption_new(&file->how, &file->tree, &file->encryption,
                               &file->error) == OK)
        return true;
    CHECK(file->error.status == UNSUPPORTED);
    arena_release(&file->arena);
    return false;
}

#define ALL ",\"geometry_types\":[\"Point\"],\"bbox\":[1.0,2.0,1.0,2.0]" COVERING
#define NOTHING ",\"geometry_types\":[]" COVERING

static void encrypted_values_are_not_described(void)
{
    static const struct {
        bool has_plain_footer;
        const char *columns[2];
        enum status status;
        const char *document;
    } cases[] = {
        /* All columns have the key of the footer. */
        {false, {NULL, NULL}, OK, DOCUMENT("2.0.0", ALL)},
        {true, {NULL, NULL}, OK, DOCUMENT("2.0.0", NOTHING)},
        {false, {"geom", "box"}, OK, DOCUMENT("2.0.0", NOTHING)},
        {true, {"geom", "box"}, OK, DOCUMENT("2.0.0", NOTHING)},
        {true, {"id", NULL}, OK, DOCUMENT("2.0.0", ALL)},
        {false, {"box", NULL}, OK, DOCUMENT("2.0.0", ALL)},
        {false, {"geom", NULL}, MISUSE, NULL},
        {false, {"geom", "box.xmin"}, MISUSE, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct file file;
        if (!encrypt(&file, cases[i].has_plain_footer, cases[i].columns))
            return;
        CHECK(start(&file) == cases[i].status);
        if (cases[i].status != OK) {
            arena_release(&file.arena);
            pq_file_encryption_free(file.encryption);
            continue;
        }
        CHECK(add_chunk(&file, 1, points(1, 2)) == OK);
        CHECK(is_document(&file, cases[i].document));
    }
}

int main(void)
{
    RUN(floats_are_rounded_outwards);
    RUN(chunks_are_added_up);
    RUN(what_is_not_known_is_left_out);
    RUN(versions_have_limits);
    RUN(encrypted_values_are_not_described);
    return unit_test_done();
}
