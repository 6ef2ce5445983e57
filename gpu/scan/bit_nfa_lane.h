/*
 * bit_nfa_lane.h - runs a bit-parallel NFA (bit_nfa_tables.h) over a lane of the text; for both
 * compilers. Included once for each width of the words; the including file defines
 *
 *   BIT_NFA_WORD           uint32_t or uint64_t
 *   BIT_NFA(name)          the name for that width
 *   report_hit(scan, end, distance, pattern)
 *
 * R_d is the set of states that a path of cost d or less has reached, F_d the set of their
 * successors. The minimum over paths is an OR, so each column is computed from the previous column
 * and a symbol by
 *
 *   R'_d = F_d & match_0 | OR over costs c of (F_(d-c) & match_c | R_(d-c) & insert_c |
 *                                              F_(d-c) & substitute_c | F'_(d-c) & remove_c)
 *
 * where `match` keeps the states whose items match the symbol. F' is looked up in tables, one byte
 * of R' at a time. A delimiter clears the previous column.
 */
#include "gpu/scan/text_lanes.h"

struct BIT_NFA(masks) {
    BIT_NFA_WORD match[BIT_NFA_MOST + 1], insert[BIT_NFA_MOST + 1], substitute[BIT_NFA_MOST + 1],
        remove[BIT_NFA_MOST + 1];
    BIT_NFA_WORD last;
    uint32_t costs;
};

/* The lookup tables. */
struct BIT_NFA(lookup) {
    const BIT_NFA_WORD *next;     /* [bytes of a word][BIT_NFA_VALUES] */
    const BIT_NFA_WORD *matched;  /* [symbol]: the states whose items match it */
    const unsigned char *classes; /* [symbol]; NULL: there are no epsilon states */
    const BIT_NFA_WORD *hold;     /* [BIT_NFA_CLASSES][BIT_NFA_CLASSES] */
};

/* A column: R_d and F_d. */
struct BIT_NFA(column) {
    BIT_NFA_WORD reached[BIT_NFA_MOST + 1], next[BIT_NFA_MOST + 1];
};

/* The inputs of a column besides the previous column. */
struct BIT_NFA(place) {
    BIT_NFA_WORD matched; /* states that the symbol matches */
    BIT_NFA_WORD kept;    /* all bits, or none if the symbol is a delimiter */
    BIT_NFA_WORD hold;    /* epsilon states that paths may enter here */
};

LANE_CODE BIT_NFA_WORD BIT_NFA(follow)(const BIT_NFA_WORD *next, BIT_NFA_WORD states)
{
    BIT_NFA_WORD found = 0;
    LANE_UNROLL
    for (unsigned i = 0; i < sizeof states; i++)
        found |= next[i * BIT_NFA_VALUES + (states >> 8 * i & 255)];
    return found;
}

/* Computes the epsilon closure: adds the epsilon states in `hold` that can be reached. */
LANE_CODE void BIT_NFA(settle)(const struct BIT_NFA(lookup) * x, BIT_NFA_WORD hold,
                               BIT_NFA_WORD *states, BIT_NFA_WORD *next)
{
    BIT_NFA_WORD more;
    *next = BIT_NFA(follow)(x->next, *states);
    while ((more = *next & hold & ~*states) != 0) {
        *states |= more;
        *next |= BIT_NFA(follow)(x->next, more);
    }
}

/* Returns the column after `v`, for costs up to k. `plain`: no edit costs more than 1. */
LANE_CODE struct BIT_NFA(column)
    BIT_NFA(step)(const struct BIT_NFA(masks) * m, const struct BIT_NFA(lookup) * x,
                  const struct BIT_NFA(column) * v, struct BIT_NFA(place) p, unsigned k, bool plain)
{
    struct BIT_NFA(column) to;
    LANE_UNROLL
    for (unsigned d = 0; d <= k; d++) {
        BIT_NFA_WORD states = v->next[d] & p.matched & m->match[0], before = 0, removed = 0;
        LANE_UNROLL
        for (unsigned c = 1; c <= (plain && d > 1 ? 1 : d); c++) {
            if (!plain && !(m->costs >> c & 1))
                continue;
            states |= v->next[d - c] & p.matched & m->match[c];
            before |= (v->reached[d - c] & m->insert[c]) | (v->next[d - c] & m->substitute[c]);
            removed |= to.next[d - c] & m->remove[c];
        }
        states |= (before & p.kept) | removed;
        BIT_NFA(settle)(x, p.hold, &states, &to.next[d]);
        to.reached[d] = states;
    }
    return to;
}

/* Returns the least cost of a path in a final state; some path has cost k or less. */
LANE_CODE uint32_t BIT_NFA(least)(const struct BIT_NFA(masks) * m, const struct BIT_NFA(column) * v,
                                  unsigned k)
{
    uint32_t least = k;
    LANE_UNROLL
    for (unsigned d = k; d-- > 0;)
        least = (v->reached[d] & m->last) != 0 ? d : least;
    return least;
}

/* Returns the epsilon states that paths may enter between two symbols. */
LANE_CODE BIT_NFA_WORD BIT_NFA(hold_between)(const struct BIT_NFA(lookup) * x, uint32_t before,
                                             uint32_t behind)
{
    return x->classes == NULL ? 0
                              : x->hold[x->classes[before] * BIT_NFA_CLASSES + x->classes[behind]];
}

/* Scans lane i. k: as for BIT_NFA(step), at least the largest requested distance. */
LANE_CODE void BIT_NFA(run)(const struct lanes *s, const struct BIT_NFA(masks) * m,
                            const struct BIT_NFA(lookup) * x, uint32_t i, unsigned width,
                            unsigned k, bool plain)
{
    const unsigned n = 4 / width;
    struct lane lane = lane_of(s, i, width);
    if (lane.at >= lane.until)
        return;
    struct lane_window now = lane_load(s, lane.at, width);
    struct BIT_NFA(column) v;
    LANE_UNROLL
    for (unsigned d = 0; d <= k; d++)
        v.reached[d] = v.next[d] = 0;
    struct BIT_NFA(place)
        p = {0, 0, BIT_NFA(hold_between)(x, SYMBOL_DELIMITER, lane_pick(now.w[0], 0, width))};
    v = BIT_NFA(step)(m, x, &v, p, k, plain);
    LANE_ROLLED
    for (int64_t at = lane.at; at < lane.until; at += WINDOW_WORDS * n) {
        struct lane_window ahead = lane_load(s, at + WINDOW_WORDS * n, width);
        lane_finish(s, &lane, at, WINDOW_WORDS * n, width);
        LANE_ROLLED
        for (unsigned w = 0; w < WINDOW_WORDS; w++) {
            const uint32_t word = now.w[0];
            now.w[0] = now.w[1], now.w[1] = now.w[2], now.w[2] = now.w[3], now.w[3] = ahead.w[0];
            LANE_UNROLL
            for (unsigned c = 0; c < n; c++) {
                uint32_t symbol = lane_pick(word, c, width);
                uint32_t behind = lane_pick(c + 1 < n ? word : now.w[0], (c + 1) % n, width);
                p.matched = x->matched[symbol];
                p.kept = symbol == SYMBOL_DELIMITER ? 0 : ~(BIT_NFA_WORD)0;
                p.hold = BIT_NFA(hold_between)(x, symbol, behind);
                v = BIT_NFA(step)(m, x, &v, p, k, plain);
                if ((v.reached[k] & m->last) == 0)
                    continue;
                const int64_t end = at + w * n + c + 1;
                const uint32_t least = BIT_NFA(least)(m, &v, k);
                if (end > lane.owned && end <= lane.until && least <= s->k &&
                    (!s->line || behind == SYMBOL_DELIMITER))
                    report_hit(&s->scan, (uint32_t)end, least, s->pattern);
            }
        }
        now = ahead;
    }
}
