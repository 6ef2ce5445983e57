/* sliced_report.h - counters of planes for any vector size, and how a kernel reports them. */
#pragma once

#include "scan/sliced_block.h"

/* Adds the constant `n` to the counters of all lanes. Returns the carries out. */
static vec counter_add(vec *counter, unsigned planes, uint64_t n)
{
    vec carry = {0};
    for (unsigned i = 0; i < planes; i++) {
        vec bit = (vec){0} - (n >> i & 1), old = counter[i];
        counter[i] = LOGIC3(XOR3, old, bit, carry);
        carry = LOGIC3(MAJORITY, old, bit, carry);
    }
    return carry;
}

/*
 * Calls t->found() for the lanes with a distance within the limit in this column. Returns false if
 * found() does. Without their uppermost planes, the counters are distance - (limit + 1), modulo
 * 2^(planes - 1).
 */
static bool report_lanes(struct sliced_table *t, struct sliced_rows *w, const vec *counter,
                         unsigned planes, vec lanes, size_t column)
{
    uint64_t value[SLICED_COUNTER][WORDS], hits[WORDS];
    uint32_t limit = w->limit;
    memcpy(value, counter, planes * sizeof *counter);
    memcpy(hits, &lanes, sizeof hits);
    for (size_t i = 0; i < WORDS; i++)
        for (uint64_t rest = hits[i]; rest != 0; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest);
            if (64 * i + bit >= t->used)
                return true;
            uint32_t distance = limit + 1 - (UINT32_C(1) << (planes - 1));
            for (unsigned p = 0; p + 1 < planes; p++)
                distance += (uint32_t)(value[p][i] >> bit & 1) << p;
            if (distance <= w->limit && !t->found(t->search, w, 64 * i + bit, column, distance))
                return false;
        }
    return true;
}
