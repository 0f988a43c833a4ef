/* SPDX-License-Identifier: MIT */
#include "value/type_name.h"

/* An identifier; not NOT, which begins NOT NULL. */
static bool is_simple_name(struct slice name)
{
    if (slice_equals_word(name, "NOT"))
        return false;
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = name.data[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!is_letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return name.size > 0;
}

enum status type_append_name(struct buffer *output, struct slice name,
                             struct error *error)
{
    if (is_simple_name(name))
        return buffer_append(output, name.data, name.size, error);
    enum status status = buffer_append_text(output, "\"", error);
    for (size_t i = 0; status == OK && i < name.size; i++)
        status = buffer_append(output,
                               name.data[i] == '"' ? "\"\"" : (char *)name.data + i,
                               name.data[i] == '"' ? 2 : 1, error);
    return status == OK ? buffer_append_text(output, "\"", error) : status;
}
