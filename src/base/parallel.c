/* SPDX-License-Identifier: MIT */
#include "base/parallel.h"

#include "base/background.h"
#include "base/interrupt.h"

enum { MILLISECONDS_TO_POLL = 3 };

struct piece {
    parallel_work *work;
    void *context;
    uint32_t number;
    struct background *background; /* NULL: the caller does it */
    enum status status;
    struct error error;
};

static void run(struct piece *piece)
{
    piece->status = piece->work(piece->context, piece->number, &piece->error);
}

static bool is_cancelled(void *background)
{
    return background_is_cancelled(background);
}

static void run_in_thread(void *context, struct background *background)
{
    struct piece *piece = context;
    struct interrupt interrupt = {.is_wanted = is_cancelled, .argument = background};
    interrupt_begin(&interrupt);
    run(piece);
    piece->status = interrupt_end(&interrupt, piece->status, &piece->error);
}

/* Waits for the piece to end; cancels it when the caller is interrupted. */
static enum status join(struct piece *piece, enum status status, struct error *error)
{
    if (piece->background == NULL)
        return status;
    if (status != OK)
        background_cancel(piece->background);
    while (status == OK && !background_wait(piece->background, MILLISECONDS_TO_POLL)) {
        status = interrupt_check(error);
        if (status != OK)
            background_cancel(piece->background);
    }
    background_join(piece->background);
    return status;
}

enum status parallel_run(parallel_work *work, void *context, uint32_t n,
                         struct error *error)
{
    struct piece pieces[MOST_PIECES];
    enum status status = OK;
    for (uint32_t i = 0; i < n; i++) {
        pieces[i] = (struct piece){.work = work, .context = context, .number = i};
        if (i > 0)
            pieces[i].background = background_start(run_in_thread, &pieces[i]);
    }
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (pieces[i].background == NULL)
            run(&pieces[i]);
        if (i == 0 && pieces[i].status != OK) {
            status = pieces[i].status;
            *error = pieces[i].error;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        status = join(&pieces[i], status, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        status = pieces[i].status;
        if (status != OK)
            *error = pieces[i].error;
    }
    return status;
}
