/* same_hits.h - scans one chunk, and compares the hits of two scans. */
#pragma once

#include "scan/engine.h"
#include "scan/hit_check.h"
#include "unit.h"

/* Stores an engine's hits for a chunk, at most `most`, in *hits. Asserts that they are sound. */
static inline void scan_checked(const struct engine *e, struct engine_scan *s,
                                const struct query *q, const struct chunk *c, size_t most,
                                struct hits *hits)
{
    size_t at;
    hits_clear(hits);
    hits->most = most;
    assert_int_equal(e->submit(s, c, c->own, hits), ENGINE_OK);
    assert_int_equal(e->collect(s), ENGINE_OK);
    assert_null(hits_wrong(hits, q, c->own, UINT32_MAX, &at));
}

static inline void assert_same_hits(const struct hits *expected, const struct hits *actual)
{
    for (size_t i = 0; i < expected->n && i < actual->n; i++) {
        assert_int_equal(actual->v[i].end, expected->v[i].end);
        assert_int_equal(actual->v[i].pattern, expected->v[i].pattern);
        assert_int_equal(actual->v[i].distance, expected->v[i].distance);
    }
    assert_int_equal(actual->n, expected->n);
}
