# SPDX-License-Identifier: MIT
"""A key management service for pyarrow's CryptoFactory, and the key material PKMT1 that it
leaves in files, read without pyarrow."""
import base64
import datetime
import json
import os
import pathlib

import pyarrow as pa
import pyarrow.parquet.encryption as pe
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE = 12
MASTER_KEYS = {f"master{i}": bytes([i]) * 16 for i in range(5)}


def wrap(key, text, aad):
    nonce = os.urandom(NONCE)
    return base64.b64encode(nonce + AESGCM(key).encrypt(nonce, text, aad)).decode()


def unwrap(key, wrapped, aad):
    raw = base64.b64decode(wrapped)
    return AESGCM(key).decrypt(raw[:NONCE], raw[NONCE:], aad)


class Kms(pe.KmsClient):
    """Wraps keys with a master key, whose name it authenticates."""

    def __init__(self, _connection):
        pe.KmsClient.__init__(self)

    def wrap_key(self, key_bytes, master_key_identifier):
        name = as_text(master_key_identifier)
        return wrap(MASTER_KEYS[name], as_bytes(key_bytes), name.encode())

    def unwrap_key(self, wrapped_key, master_key_identifier):
        name = as_text(master_key_identifier)
        return unwrap(MASTER_KEYS[name], as_text(wrapped_key), name.encode())


def as_text(value):
    return value.decode() if isinstance(value, bytes) else value


def as_bytes(value):
    return value.encode() if isinstance(value, str) else value


def material(metadata, path):
    """The key material that the metadata of a key holds, or refers to in a file beside path:
    JSON as bytes."""
    found = json.loads(metadata)
    if found["internalStorage"]:
        return metadata
    path = pathlib.Path(path)
    beside = path.with_name(f"_KEY_MATERIAL_FOR_{path.name}.json")
    return json.loads(beside.read_text())[found["keyReference"]].encode()


def data_key(material_text):
    """The key that encrypts data."""
    found = json.loads(material_text)
    master = found["masterKeyID"]
    if not found["doubleWrapping"]:
        return unwrap(MASTER_KEYS[master], found["wrappedDEK"], master.encode())
    between = unwrap(MASTER_KEYS[master], found["wrappedKEK"], master.encode())
    return unwrap(between, found["wrappedDEK"], base64.b64decode(found["keyEncryptionKeyID"]))


def configuration(spec, double, internal, bits):
    columns = {}
    for path, key in (spec.columns or {}).items():
        columns.setdefault(key.name, []).append(path)
    return pe.EncryptionConfiguration(
        spec.footer.name, column_keys=columns or None, uniform_encryption=not columns,
        encryption_algorithm=spec.algorithm, plaintext_footer=spec.plaintext_footer,
        double_wrapping=double, internal_key_material=internal, data_key_length_bits=bits,
        cache_lifetime=datetime.timedelta(minutes=5))


def encryption_properties(spec, path, double, internal, bits):
    factory = pe.CryptoFactory(Kms)
    where = {} if internal else {"parquet_file_path": str(path),
                                 "filesystem": pa.fs.LocalFileSystem()}
    # The factory must live as long as the properties.
    return factory, factory.file_encryption_properties(
        pe.KmsConnectionConfig(), configuration(spec, double, internal, bits), **where)


def decryption_properties(path):
    factory = pe.CryptoFactory(Kms)
    return factory, factory.file_decryption_properties(
        pe.KmsConnectionConfig(), pe.DecryptionConfiguration(), parquet_file_path=str(path),
        filesystem=pa.fs.LocalFileSystem())
