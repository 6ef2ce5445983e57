/* same_hits.h - that two scans of a chunk have the same hits. For cmocka programs, which include
 * its header before. */
#ifndef SAME_HITS_H
#define SAME_HITS_H

#include "scan/hit.h"

static inline void assert_same_hits(const struct hits *expected, const struct hits *actual)
{
    for (size_t i = 0; i < expected->n && i < actual->n; i++) {
        assert_int_equal(actual->v[i].end, expected->v[i].end);
        assert_int_equal(actual->v[i].pattern, expected->v[i].pattern);
        assert_int_equal(actual->v[i].distance, expected->v[i].distance);
    }
    assert_int_equal(actual->n, expected->n);
}

#endif
