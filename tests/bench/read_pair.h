/* read_pair.h - for edlib_pair and wfa_pair: reads two files, and measures how long that takes. */
#pragma once

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(2);
}

static char *read_file(const char *name, int *length)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        fail(name);
    long size = ftell(file);
    if (size < 0 || size > INT_MAX)
        fail("too long");
    rewind(file);
    char *text = malloc((size_t)size + 1);
    if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size)
        fail(name);
    (void)fclose(file);
    *length = (int)size;
    return text;
}

static void read_pair(int argc, char **argv, char **x, int *m, char **y, int *n)
{
    struct timespec begin, end;
    if (argc != 4)
        fail("usage: distance|path FILE1 FILE2");
    (void)clock_gettime(CLOCK_MONOTONIC, &begin);
    *x = read_file(argv[2], m);
    *y = read_file(argv[3], n);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "setup %.6f\n",
            (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
}
