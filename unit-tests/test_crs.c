/* SPDX-License-Identifier: MIT */
/*
 * test_crs.c - texts of coordinate reference systems (crs.h).
 */
#include <string.h>

#include "parquet/schema/crs.h"
#include "unit_test.h"

static struct pq_crs read_bytes(const void *text, size_t size)
{
    const struct pq_key_value key_values[] = {
        {slice_of("other", 5), {NULL, 0}},
        {slice_of("my crs", 6), slice_of(" {\"type\":\"ProjectedCRS\"}\n", 25)},
        {slice_of("text", 4), slice_of("a \"text\"", 8)},
    };
    struct pq_crs crs;
    struct error error;
    error_clear(&error);
    memset(&crs, 0x5a, sizeof crs);
    CHECK(pq_crs_read(slice_of(text, size), key_values, 3, &crs, &error) == OK);
    return crs;
}

static struct pq_crs read(const char *text)
{
    return read_bytes(text, strlen(text));
}

static bool is(const char *text, enum pq_crs_form form, uint32_t srid)
{
    struct pq_crs crs = read(text);
    return crs.form == form && crs.srid == srid &&
           (crs.projjson.size > 0) == (form == PQ_CRS_PROJJSON);
}

static void texts_without_a_definition(void)
{
    struct pq_crs crs = read_bytes(NULL, 0);
    CHECK(crs.form == PQ_CRS_DEFAULT && crs.srid == 4326);
    CHECK(is("", PQ_CRS_DEFAULT, 4326) && is(" ", PQ_CRS_DEFAULT, 4326));
    CHECK(is("OGC:CRS84", PQ_CRS_DEFAULT, 4326) && is("ogc:Crs84", PQ_CRS_DEFAULT, 4326));
    CHECK(is("OGC:CRS84h", PQ_CRS_OTHER, 0) && is("OGC:CRS8", PQ_CRS_OTHER, 0));
    CHECK(is("srid:0", PQ_CRS_UNKNOWN, 0) && is("SRID:000", PQ_CRS_UNKNOWN, 0));
    CHECK(is("srid:4326", PQ_CRS_OTHER, 4326) && is("srid:5070", PQ_CRS_OTHER, 5070));
    CHECK(is("srid:", PQ_CRS_OTHER, 0) && is("srid", PQ_CRS_OTHER, 0));
    CHECK(is("srid:-1", PQ_CRS_OTHER, 0) && is("srid:1x", PQ_CRS_OTHER, 0));
    CHECK(is("EPSG:3857", PQ_CRS_OTHER, 3857));
    CHECK(is("epsg:999999999", PQ_CRS_OTHER, 999999999));
    CHECK(is("EPSG:4294967297", PQ_CRS_OTHER, 0) && is("EPSG:0", PQ_CRS_OTHER, 0));
    CHECK(is("GEOGCRS[\"x\"]", PQ_CRS_OTHER, 0) && is("4326", PQ_CRS_OTHER, 0));
}

static void epsg_4326_is_known(void)
{
    struct pq_crs crs = read("EPSG:4326"), again;
    struct error error;
    error_clear(&error);
    CHECK(crs.form == PQ_CRS_PROJJSON && crs.srid == 4326);
    /* Its definition is PROJJSON, which says the same. */
    CHECK(pq_crs_read(crs.projjson, NULL, 0, &again, &error) == OK);
    CHECK(again.form == PQ_CRS_PROJJSON && again.srid == 4326);
}

static void projjson(void)
{
    static const char both[] =
        "{\"type\":\"ProjectedCRS\",\"id\":{\"authority\":\"EPSG\","
        "\"code\":3857},\"other\":[{\"id\":1}]}";
    struct pq_crs crs = read("  {\"type\":\"BoundCRS\"}  ");
    CHECK(crs.form == PQ_CRS_PROJJSON && crs.srid == 0);
    CHECK(crs.projjson.size == 19 && crs.projjson.data[0] == '{');
    CHECK(is(both, PQ_CRS_PROJJSON, 3857));
    CHECK(is("{\"id\":{\"code\":\"4267\",\"version\":[1,{}],\"authority\":\"epsg\"},"
             "\"type\":\"GeographicCRS\"}",
             PQ_CRS_PROJJSON, 4267));
    CHECK(
        is("{\"id\":{\"authority\":\"OGC\",\"code\":\"CRS84\"},\"type\":\"GeodeticCRS\"}",
           PQ_CRS_PROJJSON, 4326));
    CHECK(is("{\"id\":{\"authority\":\"ESRI\",\"code\":4326},\"type\":\"GeodeticCRS\"}",
             PQ_CRS_PROJJSON, 0));
    CHECK(is("{\"id\":{\"authority\":\"EPSG\",\"code\":4.5},\"type\":\"GeodeticCRS\"}",
             PQ_CRS_PROJJSON, 0));
    CHECK(is("{\"id\":4326,\"type\":\"GeodeticCRS\"}", PQ_CRS_PROJJSON, 0));
    /* Every shorter text is damaged. */
    for (size_t size = 1; size < sizeof both - 1; size++)
        CHECK(read_bytes(both, size).form == PQ_CRS_OTHER);
}

static void other_json(void)
{
    CHECK(is("{}", PQ_CRS_OTHER, 0) && is("{\"type\":1}", PQ_CRS_OTHER, 0));
    CHECK(is("{\"type\":\"Point\"}", PQ_CRS_OTHER, 0));
    CHECK(is("{\"type\":\"CRS\"}", PQ_CRS_OTHER, 0));
    CHECK(is("{\"type\":\"BoundCRS\"} x", PQ_CRS_OTHER, 0));
    CHECK(is("{\"type\":\"BoundCRS\"}{}", PQ_CRS_OTHER, 0));
    CHECK(is("{\"a\":{\"type\":\"BoundCRS\"}}", PQ_CRS_OTHER, 0));
    CHECK(is("{'type':'BoundCRS'}", PQ_CRS_OTHER, 0));
    CHECK(is("{\"type\":\"\xff\x43RS\"}", PQ_CRS_OTHER, 0)); /* not UTF-8 */
}

static void projjson_in_a_key(void)
{
    struct pq_crs crs = read("projjson:my crs");
    CHECK(crs.form == PQ_CRS_PROJJSON && crs.projjson.size == 23);
    CHECK(crs.projjson.data[0] == '{' && crs.projjson.data[22] == '}');
    CHECK(is("projjson:text", PQ_CRS_OTHER, 0) && is("projjson:other", PQ_CRS_OTHER, 0));
    CHECK(is("projjson:missing", PQ_CRS_OTHER, 0) && is("projjson:", PQ_CRS_OTHER, 0));
}

int main(void)
{
    RUN(texts_without_a_definition);
    RUN(epsg_4326_is_known);
    RUN(projjson);
    RUN(other_json);
    RUN(projjson_in_a_key);
    return unit_test_done();
}
