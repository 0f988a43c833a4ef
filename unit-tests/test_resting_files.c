/* SPDX-License-Identifier: MIT */
/*
 * test_resting_files.c - files that rest (disk_file.h) release their descriptors, and
 * wake as the same files.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/disk_file.h"
#include "base/path.h"
#include "unit_bytes.h"
#include "unit_folder.h"
#include "unit_test.h"

enum { N_FILES = 100, MOST_RESTING = 32 };

static struct input_file *files[N_FILES];

static const char *name_of(int i)
{
    static _Thread_local char name[20];
    snprintf(name, sizeof name, "file%d", i);
    return name;
}

static void write_file(int i, const char *text)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name_of(i));
    FILE *file = must(fopen(path, "wb"));
    if (fputs(text, file) < 0 || fclose(file) != 0)
        exit(2);
}

static struct input_file *open_file(int i)
{
    struct input_file *file = NULL;
    struct error error = {0};
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name_of(i));
    CHECK(disk_file_open(path, &file, &error) == OK);
    return must(file);
}

static void open_files(void)
{
    for (int i = 0; i < N_FILES; i++) {
        write_file(i, name_of(i));
        files[i] = open_file(i);
        input_file_rest(files[i]);
    }
}

static void close_files(void)
{
    for (int i = 0; i < N_FILES; i++)
        input_file_close(files[i]);
}

static int n_descriptors(void)
{
    int n = 0;
    for (int i = 0; i < 1000; i++)
        n += fcntl(i, F_GETFD) != -1;
    return n;
}

static void check_reads(struct input_file *file, int i)
{
    struct error error = {0};
    char got[20] = "";
    CHECK(input_file_read_at(file, 0, (size_t)input_file_size(file), got, &error) == OK);
    CHECK_TEXT(got, name_of(i));
}

static void few_descriptors_stay_open(void)
{
    int before = n_descriptors();
    open_files();
    CHECK(n_descriptors() == before + MOST_RESTING);
    for (int i = 0; i < N_FILES; i++) {
        check_reads(files[i], i);
        input_file_rest(files[i]);
        input_file_rest(files[i]); /* does nothing */
    }
    CHECK(n_descriptors() == before + MOST_RESTING);
    for (int i = 0; i < N_FILES; i++)
        check_reads(files[i], i); /* and stays awake */
    CHECK(n_descriptors() == before + N_FILES);
    close_files();
    CHECK(n_descriptors() == before);
    open_files();
    close_files();
    CHECK(n_descriptors() == before);
}

/* A file that often rests does not take the places of others. */
static void the_last_to_rest_keep_their_descriptors(void)
{
    struct error error = {0};
    open_files();
    struct input_file *last = files[N_FILES - 1], *other = files[N_FILES - 2];
    for (int i = 0; i < 100; i++) {
        CHECK(input_file_wake(last, &error) == OK);
        input_file_rest(last);
    }
    /* No longer at its path, so it cannot be opened again. */
    CHECK(unlink(path_of(name_of(N_FILES - 2))) == 0);
    check_reads(other, N_FILES - 2);
    close_files();
}

static void other_files_are_not_taken_for_the_same(void)
{
    struct error error = {0};
    char got[5];
    open_files();
    write_file(200, "file0");
    CHECK(rename(path_of("file200"), path_of("file0")) == 0);
    CHECK(input_file_wake(files[0], &error) == CHANGED);
    CHECK(strstr(error.message, "replaced") != NULL);
    error = (struct error){0};
    CHECK(input_file_read_at(files[0], 0, 5, got, &error) == CHANGED);
    error = (struct error){0};
    write_file(1, "other"); /* the same inode */
    CHECK(input_file_wake(files[1], &error) == CHANGED);
    error = (struct error){0};
    CHECK(unlink(path_of("file2")) == 0);
    CHECK(input_file_wake(files[2], &error) == CANTOPEN);
    error = (struct error){0};
    CHECK(input_file_read_at(files[2], 0, 5, got, &error) == CANTOPEN);
    check_reads(files[3], 3);
    close_files();
}

static void restrictions_apply_when_files_wake(void)
{
    struct folders none = {0};
    struct error error = {0};
    open_files();
    const struct folders *before = disk_file_confine(&none);
    CHECK(input_file_wake(files[0], &error) == CANTOPEN);
    (void)disk_file_confine(before);
    error = (struct error){0};
    CHECK(input_file_wake(files[0], &error) == OK);
    close_files();
}

static void resting_files_make_room_for_others(void)
{
    struct rlimit limit, low;
    open_files();
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    low = limit;
    low.rlim_cur = (rlim_t)n_descriptors() + 2;
    CHECK(setrlimit(RLIMIT_NOFILE, &low) == 0);
    for (int i = 0; i < 20; i++)
        check_reads(files[i], i);
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    close_files();
}

/* As in a program that has closed its standard input. */
static void descriptor_0_rests_like_others(void)
{
    int input = dup(0);
    (void)disk_file_close_resting();
    write_file(0, name_of(0));
    close(0);
    struct input_file *file = open_file(0);
    CHECK(fcntl(0, F_GETFD) != -1);
    input_file_rest(file);
    CHECK(disk_file_close_resting());
    CHECK(fcntl(0, F_GETFD) == -1);
    check_reads(file, 0);
    input_file_close(file);
    if (input >= 0)
        CHECK(dup2(input, 0) == 0 && close(input) == 0);
}

static void *wake_and_rest(void *argument)
{
    int first = *(int *)argument;
    for (int n = 0; n < 100; n++) {
        for (int i = first; i < N_FILES; i += 4) {
            check_reads(files[i], i);
            input_file_rest(files[i]);
        }
    }
    return NULL;
}

static void threads_share_the_descriptors(void)
{
    pthread_t threads[4];
    int firsts[] = {0, 1, 2, 3};
    int before = n_descriptors();
    open_files();
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, wake_and_rest, &firsts[i]) == 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    close_files();
    CHECK(n_descriptors() == before);
}

int main(void)
{
    make_folder();
    RUN(few_descriptors_stay_open);
    RUN(the_last_to_rest_keep_their_descriptors);
    RUN(other_files_are_not_taken_for_the_same);
    RUN(restrictions_apply_when_files_wake);
    RUN(resting_files_make_room_for_others);
    RUN(descriptor_0_rests_like_others);
    RUN(threads_share_the_descriptors);
    remove_all(folder);
    return unit_test_done();
}
