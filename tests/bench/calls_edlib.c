/* calls_edlib.c - the measurements of calls.h with the library edlib. */
#include "bench/calls.h"

#include <edlib.h>

static int align(const char *x, int m, const char *y, int n, EdlibAlignMode mode, int k)
{
    EdlibAlignResult r =
        edlibAlign(x, m, y, n, edlibNewAlignConfig(k, mode, EDLIB_TASK_DISTANCE, NULL, 0));
    int distance = r.editDistance;
    edlibFreeAlignResult(r);
    return distance;
}

static int search(const char *text, int length)
{
    return align(calls_pattern, CALLS_PATTERN, text, length, EDLIB_MODE_HW, CALLS_EDITS) >= 0;
}

static int distance(const struct calls_word *x, const struct calls_word *y)
{
    return align(x->letters, x->length, y->letters, y->length, EDLIB_MODE_NW, -1);
}

int main(int argc, char **argv)
{
    static const struct calls_library library = {NULL, search, distance};
    return argc == 2 && calls_run(&library, argv[1]) ? 0 : 2;
}
