/*
 * edlib_pair.c - compares two whole files with the library edlib: `edlib_pair distance|path FILE1
 * FILE2`.
 *
 * Global mode; characters are bytes. Prints the distance; on standard error, as "setup", the time
 * for reading the files, which does not count.
 */
#include <edlib.h>
#include <string.h>

#include "bench/read_pair.h"

int main(int argc, char **argv)
{
    int m, n;
    char *x, *y;
    read_pair(argc, argv, &x, &m, &y, &n);
    EdlibAlignTask task = strcmp(argv[1], "path") == 0 ? EDLIB_TASK_PATH : EDLIB_TASK_DISTANCE;
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
