/*
 * wfa_pair.c - compares two whole files with the library WFA2: `wfa_pair distance|path FILE1
 * FILE2`.
 *
 * Edit distance by wavefronts from both ends (BiWFA); characters are bytes. Prints the distance; on
 * standard error, as "setup", the time for reading the files, which does not count.
 */
/* These must precede the headers of WFA2. */
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wfa2lib/wavefront/wavefront_align.h>

#include "bench/read_pair.h"

int main(int argc, char **argv)
{
    int m, n;
    char *x, *y;
    read_pair(argc, argv, &x, &m, &y, &n);
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
