/*
 * edlib_pair.c - the library edlib on two whole files: `edlib_pair distance|path FILE1 FILE2`.
 *
 * Global mode, characters are bytes. Prints the distance; reading the files is not in the time that
 * it tells as "setup" on standard error.
 */
#include <edlib.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "edlib_pair: %s\n", what);
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

int main(int argc, char **argv)
{
    if (argc != 4)
        fail("usage: edlib_pair distance|path FILE1 FILE2");
    EdlibAlignTask task = strcmp(argv[1], "path") == 0 ? EDLIB_TASK_PATH : EDLIB_TASK_DISTANCE;
    int m, n;
    struct timespec begin, end;
    (void)clock_gettime(CLOCK_MONOTONIC, &begin);
    char *x = read_file(argv[2], &m), *y = read_file(argv[3], &n);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "setup %.6f\n",
            (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
    EdlibAlignResult result =
        edlibAlign(x, m, y, n, edlibNewAlignConfig(-1, EDLIB_MODE_NW, task, NULL, 0));
    if (result.status != EDLIB_STATUS_OK)
        fail("failed");
    printf("%d\n", result.editDistance);
    edlibFreeAlignResult(result);
    free(x);
    free(y);
    return 0;
}
