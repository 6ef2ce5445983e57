/*
 * wfa_pair.c - the library WFA2 on two whole files: `wfa_pair distance|path FILE1 FILE2`.
 *
 * Edit distance by wavefronts from both ends (BiWFA); characters are bytes. Prints the distance;
 * reading the files is not in the time that it tells as "setup" on standard error.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wfa2lib/wavefront/wavefront_align.h>

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "wfa_pair: %s\n", what);
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
        fail("usage: wfa_pair distance|path FILE1 FILE2");
    int m, n;
    struct timespec begin, end;
    (void)clock_gettime(CLOCK_MONOTONIC, &begin);
    char *x = read_file(argv[2], &m), *y = read_file(argv[3], &n);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "setup %.6f\n",
            (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
    wavefront_aligner_attr_t how = wavefront_aligner_attr_default;
    how.distance_metric = edit;
    how.alignment_scope = strcmp(argv[1], "path") == 0 ? compute_alignment : compute_score;
    how.memory_mode = wavefront_memory_ultralow;
    how.heuristic.strategy = wf_heuristic_none;
    wavefront_aligner_t *aligner = wavefront_aligner_new(&how);
    if (wavefront_align(aligner, x, m, y, n) != 0)
        fail("failed");
    printf("%d\n", abs(aligner->cigar->score));
    wavefront_aligner_delete(aligner);
    free(x);
    free(y);
    return 0;
}
