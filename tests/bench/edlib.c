/*
 * edlib.c - searches with the library edlib: `edlib PATTERN K|best FILE`.
 *
 * Infix mode, distance only, one record at a time. In best mode edlib itself finds a bound for the
 * first record; later records use the least distance so far.
 */
#include <edlib.h>

#include "records.h"

int main(int argc, char **argv)
{
    struct search s = search_open(argc, argv);
    size_t length;
    for (const char *record; (record = search_next(&s, &length)) != NULL;) {
        int k = s.best && s.count == 0 ? -1 : (int)s.k;
        EdlibAlignResult result =
            edlibAlign(s.pattern, (int)s.m, record, (int)length,
                       edlibNewAlignConfig(k, EDLIB_MODE_HW, EDLIB_TASK_DISTANCE, NULL, 0));
        if (result.status != EDLIB_STATUS_OK) {
            fputs("edlib: failed\n", stderr);
            return 2;
        }
        search_take(&s, result.editDistance < 0 ? UINT32_MAX : (uint32_t)result.editDistance);
        edlibFreeAlignResult(result);
    }
    return search_finish(&s);
}
