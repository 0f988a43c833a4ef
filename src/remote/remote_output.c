/* SPDX-License-Identifier: MIT */
#include "remote/remote_output.h"

#include "base/alloc.h"

enum {
    FILE_PART = 8 << 20,
    FOLDER_PART = UPLOAD_LEAST_PART, /* many files of a folder are open */
    SAME_PARTS = 5000,
    PARTS_TO_DOUBLE = 12,
};

struct remote_output {
    struct output_file base; /* must be first */
    struct upload upload;
    struct buffer bytes; /* after the parts that were sent */
    size_t first_part;
    struct remote_output_folder *folder; /* borrowed; NULL: none */
    struct error failure;                /* of the first call that failed */
};

/* Some servers want all parts to have the same size, and the limit of their number wants
 * large parts for large files: up to 5 TiB.  So parts grow from 40 GiB on. */
size_t remote_part_size(size_t first, uint32_t n_parts)
{
    return n_parts < SAME_PARTS
               ? first
               : first + first / PARTS_TO_DOUBLE * (n_parts - SAME_PARTS + 1);
}

static enum status note_failure(struct remote_output *output, enum status status,
                                const struct error *error)
{
    if (status != OK && output->failure.status == OK)
        output->failure = *error;
    return status;
}

/* Repeats the reason, in case the caller did not report it the first time. */
static enum status failed_before(const struct remote_output *output, struct error *error)
{
    return error_set(error, IO, "an earlier write failed: %s", output->failure.message);
}

static enum status send_bytes(struct remote_output *output, struct error *error)
{
    enum status status = upload_send_part(&output->upload, buffer_slice(&output->bytes),
                                          error);
    output->bytes.size = 0;
    return status;
}

/* A part is sent when further bytes come, so that the last one is never empty. */
static enum status append_some(struct remote_output *output, struct slice *bytes,
                               struct error *error)
{
    enum status status = OK;
    size_t most = remote_part_size(output->first_part, output->upload.n_parts);
    if (output->bytes.size == most)
        status = send_bytes(output, error);
    most = remote_part_size(output->first_part, output->upload.n_parts);
    size_t room = most - output->bytes.size;
    size_t size = bytes->size < room ? bytes->size : room;
    if (status == OK)
        status = buffer_append(&output->bytes, bytes->data, size, error);
    *bytes = slice_of(bytes->data + size, bytes->size - size);
    return status;
}

static enum status append(struct output_file *file, const void *bytes, size_t size,
                          struct error *error)
{
    struct remote_output *output = (struct remote_output *)file;
    struct slice left = slice_of(bytes, size);
    enum status status = OK;
    if (output->failure.status != OK)
        return failed_before(output, error);
    while (status == OK && left.size > 0)
        status = append_some(output, &left, error);
    file->size += (int64_t)size;
    return note_failure(output, status, error);
}

static enum status rewind_file(struct output_file *file, struct error *error)
{
    struct remote_output *output = (struct remote_output *)file;
    /* A part that was interrupted goes with the others: whoever begins anew stops the
     * thread that sent it. */
    if (output->failure.status != OK && output->failure.status != INTERRUPTED)
        return failed_before(output, error);
    output->failure.status = OK;
    upload_drop(&output->upload);
    output->bytes.size = 0;
    file->size = 0;
    return OK;
}

static void discard(struct output_file *file)
{
    struct remote_output *output = (struct remote_output *)file;
    upload_drop(&output->upload);
    upload_release(&output->upload);
    buffer_release(&output->bytes);
    mem_free(output);
}

static enum status publish(struct remote_output *output, struct error *error)
{
    struct upload *upload = &output->upload;
    struct slice bytes = buffer_slice(&output->bytes);
    bool is_published;
    enum status status = OK;
    if (upload->n_parts > 0)
        status = send_bytes(output, error);
    return status == OK ? uploads_publish(&upload, &bytes, 1, &is_published, error)
                        : status;
}

static enum status commit(struct output_file *file, struct error *error)
{
    struct remote_output *output = (struct remote_output *)file;
    enum status status = output->failure.status != OK ? failed_before(output, error) : OK;
    if (status == OK && output->folder == NULL)
        status = publish(output, error);
    else if (status == OK)
        status = remote_output_add(output->folder, &output->upload, &output->bytes,
                                   error);
    discard(file);
    return status;
}

static const struct output_file_ops ops = {
    .append = append, .rewind = rewind_file, .commit = commit, .discard = discard};

enum status remote_output_create_inside(struct remote_output_folder *folder,
                                        const struct file_system_rights *rights,
                                        const char *url, bool overwrite,
                                        struct output_file **file, struct error *error)
{
    *file = NULL;
    struct remote_output *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->base.ops = &ops;
    made->folder = folder;
    made->first_part = folder != NULL ? FOLDER_PART : FILE_PART;
    enum status status = upload_init(&made->upload, rights, url, !overwrite, error);
    if (status == OK && folder == NULL && !overwrite) /* before a query takes its time */
        status = upload_check_new(&made->upload, error);
    if (status != OK) {
        discard(&made->base);
        return status;
    }
    *file = &made->base;
    return OK;
}

enum status remote_output_create(const struct file_system_rights *rights, const char *url,
                                 bool overwrite, struct output_file **file,
                                 struct error *error)
{
    return remote_output_create_inside(NULL, rights, url, overwrite, file, error);
}
