/* SPDX-License-Identifier: MIT */
/*
 * key_material.h - unwraps the data keys that the key tools of parquet-java and pyarrow
 * have wrapped ("PKMT1").
 *
 * Their key_metadata is JSON.  Either it is the key material itself, or it refers to an
 * object of a file in the folder of the Parquet file, _KEY_MATERIAL_FOR_NAME.json:
 *
 *     {"keyMaterialType":"PKMT1","internalStorage":true,"masterKeyID":"k1",
 *      "wrappedDEK":"base64","doubleWrapping":true,
 *      "keyEncryptionKeyID":"base64","wrappedKEK":"base64"}
 *
 * A master key wraps the data key (DEK) or, with double wrapping, a key encryption key
 * (KEK) that wraps it: nonce, encrypted key and tag of AES-GCM, whose additional data are
 * the wrapping key's id.
 */
#ifndef SQL_KEY_MATERIAL_H
#define SQL_KEY_MATERIAL_H

#include "base/buffer.h"
#include "parquet/encryption/key_finder.h"

/* Whether key_metadata is of this kind. */
bool key_material_is(struct slice metadata);

/* The parts of key material that unwrapping needs.  Zeroed: absent. */
struct key_material {
    struct buffer text; /* the material as JSON */
    struct buffer master_id, wrapped_dek, kek_id, wrapped_kek;
    bool is_double;
};

/* Parses key_metadata; reads the file that it may refer to.  path: of the Parquet file.
 * AUTH if there is none that can be used.  Release it also after a failure. */
enum status key_material_read(struct slice metadata, const char *path,
                              struct key_material *material,
                              struct error *error) CHECK_RESULT;
void key_material_release(struct key_material *material);

/* Unwraps the data key.  given: the master key; or the KEK, or the data key itself, if
 * what manages the keys unwraps them. */
enum status key_material_unwrap(const struct key_material *material,
                                const struct pq_key *given, struct pq_key *key,
                                struct error *error) CHECK_RESULT;

#endif
