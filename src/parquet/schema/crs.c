/* SPDX-License-Identifier: MIT */
#include "parquet/schema/crs.h"

#include "value/json_reader.h"

enum { WGS_84 = 4326 };

/* EPSG:4326, which is so common that it is known without a database. */
static const char WGS_84_PROJJSON[] =
    "{\"$schema\":\"https://proj.org/schemas/v0.7/projjson.schema.json\","
    "\"type\":\"GeographicCRS\",\"name\":\"WGS 84\",\"datum_ensemble\":{"
    "\"name\":\"World Geodetic System 1984 ensemble\",\"members\":["
    "{\"name\":\"World Geodetic System 1984 (Transit)\"},"
    "{\"name\":\"World Geodetic System 1984 (G730)\"},"
    "{\"name\":\"World Geodetic System 1984 (G873)\"},"
    "{\"name\":\"World Geodetic System 1984 (G1150)\"},"
    "{\"name\":\"World Geodetic System 1984 (G1674)\"},"
    "{\"name\":\"World Geodetic System 1984 (G1762)\"},"
    "{\"name\":\"World Geodetic System 1984 (G2139)\"},"
    "{\"name\":\"World Geodetic System 1984 (G2296)\"}],"
    "\"ellipsoid\":{\"name\":\"WGS 84\",\"semi_major_axis\":6378137,"
    "\"inverse_flattening\":298.257223563},\"accuracy\":\"2.0\","
    "\"id\":{\"authority\":\"EPSG\",\"code\":6326}},"
    "\"coordinate_system\":{\"subtype\":\"ellipsoidal\",\"axis\":["
    "{\"name\":\"Geodetic latitude\",\"abbreviation\":\"Lat\",\"direction\":\"north\","
    "\"unit\":\"degree\"},"
    "{\"name\":\"Geodetic longitude\",\"abbreviation\":\"Lon\",\"direction\":\"east\","
    "\"unit\":\"degree\"}]},"
    "\"id\":{\"authority\":\"EPSG\",\"code\":4326}}";

/* Takes a word and a colon from the front of the text, in any case. */
static bool take_prefix(struct slice *text, const char *word)
{
    size_t size = strlen(word);
    if (text->size <= size || text->data[size] != ':' ||
        !slice_equals_word(slice_of(text->data, size), word))
        return false;
    *text = slice_of(text->data + size + 1, text->size - size - 1);
    return true;
}

/* Digits alone, few enough to fit; otherwise 0. */
static uint32_t read_number(struct slice text)
{
    uint32_t number = 0;
    if (text.size > 9)
        return 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return 0;
        number = number * 10 + (uint32_t)(text.data[i] - '0');
    }
    return number;
}

static bool is_zero(struct slice text)
{
    size_t n = 0;
    while (n < text.size && text.data[n] == '0')
        n++;
    return n > 0 && n == text.size;
}

/* ---- PROJJSON -------------------------------------------------------------------- */

struct projjson {
    struct json_reader json;
    bool is_crs; /* "type" names a kind of CRS */
    bool is_epsg, is_crs84;
    uint32_t code;
};

static bool ends_with_crs(struct slice text)
{
    return text.size > 3 &&
           slice_equals_text(slice_of(text.data + text.size - 3, 3), "CRS");
}

/* {"authority": "EPSG", "code": 4326} */
static enum status read_id(struct projjson *p, struct error *error)
{
    enum json_token token;
    struct slice text;
    bool is_ogc = false, is_84 = false;
    for (;;) {
        enum status status = json_reader_next(&p->json, &token, &text, error);
        if (status != OK || token == JSON_END_OBJECT)
            break;
        bool is_authority = slice_equals_text(text, "authority");
        bool is_code = slice_equals_text(text, "code");
        status = json_reader_next(&p->json, &token, &text, error);
        if (status == OK && is_authority && token == JSON_STRING) {
            p->is_epsg = slice_equals_word(text, "epsg");
            is_ogc = slice_equals_word(text, "ogc");
        } else if (status == OK && is_code &&
                   (token == JSON_STRING || token == JSON_NUMBER)) {
            is_84 = slice_equals_word(text, "crs84");
            p->code = read_number(text);
        } else if (status == OK) {
            status = json_reader_skip(&p->json, token, error);
        }
        if (status != OK)
            break;
    }
    p->is_crs84 = is_ogc && is_84;
    return error->status;
}

static enum status read_member(struct projjson *p, struct slice key, struct error *error)
{
    enum json_token token;
    struct slice text;
    bool is_type = slice_equals_text(key, "type"), is_id = slice_equals_text(key, "id");
    enum status status = json_reader_next(&p->json, &token, &text, error);
    if (status != OK)
        return status;
    if (is_type && token == JSON_STRING)
        p->is_crs = ends_with_crs(text);
    if (is_id && token == JSON_BEGIN_OBJECT)
        return read_id(p, error);
    return json_reader_skip(&p->json, token, error);
}

/* MISUSE if the text is not JSON. */
static enum status read_object(struct projjson *p, struct error *error)
{
    enum json_token token;
    struct slice text;
    enum status status = json_reader_next(&p->json, &token, &text, error);
    if (status != OK || token != JSON_BEGIN_OBJECT)
        return status;
    do {
        status = json_reader_next(&p->json, &token, &text, error);
        if (status == OK && token == JSON_KEY)
            status = read_member(p, text, error);
    } while (status == OK && token == JSON_KEY);
    return status == OK ? json_reader_next(&p->json, &token, &text, error) : status;
}

static enum status read_projjson(struct slice text, struct pq_crs *result,
                                 struct error *error)
{
    struct projjson p = {.is_crs = false};
    struct error fault;
    if (text.size == 0) /* a key without a value */
        return OK;
    error_clear(&fault);
    json_reader_start(&p.json, text);
    enum status status = read_object(&p, &fault);
    json_reader_release(&p.json);
    if (status == NOMEM)
        return error_nomem(error);
    if (status != OK || !p.is_crs)
        return OK;
    *result = (struct pq_crs){.form = PQ_CRS_PROJJSON, .projjson = text};
    if (p.is_crs84)
        result->srid = WGS_84;
    else if (p.is_epsg)
        result->srid = p.code;
    return OK;
}

/* ---- Texts ----------------------------------------------------------------------- */

enum status pq_crs_read(struct slice crs, const struct pq_key_value *key_values,
                        uint32_t n_key_values, struct pq_crs *result, struct error *error)
{
    struct slice text = slice_trim_space(crs);
    *result = (struct pq_crs){.form = PQ_CRS_OTHER};
    if (text.size == 0 || slice_equals_word(text, "ogc:crs84")) {
        *result = (struct pq_crs){.form = PQ_CRS_DEFAULT, .srid = WGS_84};
        return OK;
    }
    if (text.data[0] == '{')
        return read_projjson(text, result, error);
    if (take_prefix(&text, "projjson")) {
        for (uint32_t i = 0; i < n_key_values; i++) {
            if (slice_compare(key_values[i].key, text) == 0)
                return read_projjson(slice_trim_space(key_values[i].value), result,
                                     error);
        }
        return OK;
    }
    if (take_prefix(&text, "srid")) {
        result->srid = read_number(text);
        if (is_zero(text))
            result->form = PQ_CRS_UNKNOWN;
        return OK;
    }
    if (take_prefix(&text, "epsg"))
        result->srid = read_number(text);
    if (result->srid == WGS_84) {
        result->form = PQ_CRS_PROJJSON;
        result->projjson = slice_of(WGS_84_PROJJSON, sizeof WGS_84_PROJJSON - 1);
    }
    return OK;
}
