/*
 * levels_lane.h - an automaton on a lane of the text, as words of bits (levels_tables.h); for both
 * compilers. Included once for each width of the words; the file that includes it defines
 *
 *   LEVELS_WORD           uint32_t or uint64_t
 *   LEVELS(name)          the name for that width
 *   lane_report(lanes, end, distance)
 *                         takes an end whose distance is within the costs that are computed
 *
 * R_d is the set of states that a path of cost d or less is in, F_d the set of their successors.
 * The minimum over paths is an OR, so a column follows from the one before it and its symbol by
 *
 *   R'_d = F_d & match_0 | OR over costs c of (F_(d-c) & match_c | R_(d-c) & insert_c |
 *                                              F_(d-c) & substitute_c | F'_(d-c) & remove_c)
 *
 * where `match` keeps the states whose items match the symbol. F' comes from tables, byte by byte
 * of R'. A delimiter clears the column before it.
 */
#include "gpu/scan/lanes.h"

struct LEVELS(masks) {
    LEVELS_WORD match[LEVELS_MOST + 1], insert[LEVELS_MOST + 1], substitute[LEVELS_MOST + 1],
        remove[LEVELS_MOST + 1];
    LEVELS_WORD last;
    uint32_t costs;
};

/* What is looked up. */
struct LEVELS(lookup) {
    const LEVELS_WORD *next;      /* [bytes of a word][LEVELS_VALUES] */
    const LEVELS_WORD *matched;   /* of each symbol: the states whose items it matches */
    const unsigned char *classes; /* of each symbol; NULL: there are no states that match nothing */
    const LEVELS_WORD *hold;      /* [LEVELS_CLASSES][LEVELS_CLASSES] */
};

/* A column: R_d and F_d. */
struct LEVELS(column) {
    LEVELS_WORD reached[LEVELS_MOST + 1], next[LEVELS_MOST + 1];
};

/* What makes a column of the one before it. */
struct LEVELS(place) {
    LEVELS_WORD matched; /* by the symbol before it */
    LEVELS_WORD kept;    /* all bits, or none: there is a delimiter before it */
    LEVELS_WORD hold;    /* paths may enter these states that match nothing */
};

LANE_CODE LEVELS_WORD LEVELS(follow)(const LEVELS_WORD *next, LEVELS_WORD states)
{
    LEVELS_WORD found = 0;
    LANE_UNROLL
    for (unsigned i = 0; i < sizeof states; i++)
        found |= next[i * LEVELS_VALUES + (states >> 8 * i & 255)];
    return found;
}

/* Lets paths enter states that match nothing, and go on from there. */
LANE_CODE void LEVELS(settle)(const struct LEVELS(lookup) * x, LEVELS_WORD hold,
                              LEVELS_WORD *states, LEVELS_WORD *next)
{
    LEVELS_WORD more;
    *next = LEVELS(follow)(x->next, *states);
    while ((more = *next & hold & ~*states) != 0) {
        *states |= more;
        *next |= LEVELS(follow)(x->next, more);
    }
}

/* The column behind `v`, for costs up to k. Where `plain`, no edit costs more than 1. */
LANE_CODE struct LEVELS(column)
    LEVELS(step)(const struct LEVELS(masks) * m, const struct LEVELS(lookup) * x,
                 const struct LEVELS(column) * v, struct LEVELS(place) p, unsigned k, bool plain)
{
    struct LEVELS(column) to;
    LANE_UNROLL
    for (unsigned d = 0; d <= k; d++) {
        LEVELS_WORD states = v->next[d] & p.matched & m->match[0], before = 0, removed = 0;
        LANE_UNROLL
        for (unsigned c = 1; c <= (plain && d > 1 ? 1 : d); c++) {
            if (!plain && !(m->costs >> c & 1))
                continue;
            states |= v->next[d - c] & p.matched & m->match[c];
            before |= (v->reached[d - c] & m->insert[c]) | (v->next[d - c] & m->substitute[c]);
            removed |= to.next[d - c] & m->remove[c];
        }
        states |= (before & p.kept) | removed;
        LEVELS(settle)(x, p.hold, &states, &to.next[d]);
        to.reached[d] = states;
    }
    return to;
}

/* The least cost at which a path may end, which is at most k. */
LANE_CODE uint32_t LEVELS(least)(const struct LEVELS(masks) * m, const struct LEVELS(column) * v,
                                 unsigned k)
{
    uint32_t least = k;
    LANE_UNROLL
    for (unsigned d = k; d-- > 0;)
        least = (v->reached[d] & m->last) != 0 ? d : least;
    return least;
}

/* Which states paths may enter between two symbols. */
LANE_CODE LEVELS_WORD LEVELS(hold_between)(const struct LEVELS(lookup) * x, uint32_t before,
                                           uint32_t behind)
{
    return x->classes == NULL ? 0
                              : x->hold[x->classes[before] * LEVELS_CLASSES + x->classes[behind]];
}

/* Lane i; k: as LEVELS(step), at least the distances that are asked for. */
LANE_CODE void LEVELS(run)(const struct lanes *s, const struct LEVELS(masks) * m,
                           const struct LEVELS(lookup) * x, uint32_t i, unsigned width, unsigned k,
                           bool plain)
{
    const unsigned n = 4 / width;
    struct lane lane = lane_of(s, i, width);
    if (lane.at >= lane.until)
        return;
    struct lane_window now = lane_load(s, lane.at, width);
    struct LEVELS(column) v;
    LANE_UNROLL
    for (unsigned d = 0; d <= k; d++)
        v.reached[d] = v.next[d] = 0;
    struct LEVELS(place)
        p = {0, 0, LEVELS(hold_between)(x, SYMBOL_DELIMITER, lane_pick(now.w[0], 0, width))};
    v = LEVELS(step)(m, x, &v, p, k, plain);
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
                p.kept = symbol == SYMBOL_DELIMITER ? 0 : ~(LEVELS_WORD)0;
                p.hold = LEVELS(hold_between)(x, symbol, behind);
                v = LEVELS(step)(m, x, &v, p, k, plain);
                if ((v.reached[k] & m->last) == 0)
                    continue;
                const int64_t end = at + w * n + c + 1;
                if (end > lane.owned && end <= lane.until &&
                    (!s->line || behind == SYMBOL_DELIMITER))
                    lane_report(s, (uint32_t)end, LEVELS(least)(m, &v, k));
            }
        }
        now = ahead;
    }
}
