/*
 * unit_edits.c - which costs amount to a metric: those that give its distance between all short
 * sequences, and no others. The distances come from a plain table.
 */
#include "query/edits.h"
#include "unit.h"

enum {
    LONGEST = 3,
    LETTERS = 3,
    SEQUENCES = 1 + 3 + 9 + 27, /* all sequences of up to LONGEST letters */
    PAIRS = SEQUENCES * SEQUENCES,
    COSTS = 5
};

/* The costs that define each metric. */
static const struct edits definitions[METRICS] = {
    [METRIC_LEVENSHTEIN] = {1, 1, 1, EDIT_NEVER},
    [METRIC_INDEL] = {1, 1, EDIT_NEVER, EDIT_NEVER},
    [METRIC_OSA] = {1, 1, 1, 1},
    [METRIC_HAMMING] = {EDIT_NEVER, EDIT_NEVER, 1, EDIT_NEVER},
};
static const uint32_t costs[COSTS] = {0, 1, 2, 3, EDIT_NEVER};

struct sequence {
    unsigned length, letters[LONGEST];
};

/* Returns the sequence with this number; shorter ones come first. */
static struct sequence sequence_of(unsigned number)
{
    struct sequence s = {.length = 0};
    for (unsigned many = 1; number >= many; many *= LETTERS) {
        number -= many;
        s.length++;
    }
    for (unsigned i = 0; i < s.length; i++, number /= LETTERS)
        s.letters[i] = number % LETTERS;
    return s;
}

static void lower(uint64_t *least, uint64_t before, uint32_t cost)
{
    if (cost < EDIT_NEVER && before + cost < *least)
        *least = before + cost;
}

/* Returns the distance from x to y; EDIT_NEVER if no edits lead there. */
static uint64_t distance(const struct sequence *x, const struct sequence *y, struct edits e)
{
    uint64_t d[LONGEST + 1][LONGEST + 1];
    for (unsigned i = 0; i <= x->length; i++)
        for (unsigned j = 0; j <= y->length; j++) {
            d[i][j] = i + j == 0 ? 0 : EDIT_NEVER;
            if (i > 0)
                lower(&d[i][j], d[i - 1][j], e.delete);
            if (j > 0)
                lower(&d[i][j], d[i][j - 1], e.insert);
            if (i > 0 && j > 0)
                lower(&d[i][j], d[i - 1][j - 1],
                      x->letters[i - 1] == y->letters[j - 1] ? 0 : e.substitute);
            if (i > 1 && j > 1 && x->letters[i - 1] == y->letters[j - 2] &&
                x->letters[i - 2] == y->letters[j - 1])
                lower(&d[i][j], d[i - 2][j - 2], e.transpose);
        }
    return d[x->length][y->length];
}

static bool same_distances(struct edits one, struct edits other)
{
    for (unsigned i = 0; i < PAIRS; i++) {
        struct sequence x = sequence_of(i / SEQUENCES), y = sequence_of(i % SEQUENCES);
        if (distance(&x, &y, one) != distance(&x, &y, other))
            return false;
    }
    return true;
}

/* Checks that the costs have the distances of a metric exactly if they amount to it. Returns how
 * many metrics have the same distances. */
static unsigned check_costs(struct edits e)
{
    enum metric metric = METRIC_PATHS;
    unsigned count = 0;
    bool amounts = edits_amount(e, &metric);
    for (unsigned m = 0; m < METRICS; m++) {
        bool same = same_distances(e, definitions[m]);
        assert_int_equal(same, amounts && metric == m);
        count += same;
    }
    return count;
}

/* Insertions, deletions and exchanges never cost 0 here. */
TEST(costs_that_amount)
{
    unsigned count = 0;
    for (unsigned i = 1; i < COSTS; i++)
        for (unsigned j = 1; j < COSTS; j++)
            for (unsigned k = 0; k < COSTS; k++)
                for (unsigned l = 1; l < COSTS; l++)
                    count += check_costs((struct edits){costs[i], costs[j], costs[k], costs[l]});
    /* Levenshtein and Hamming have 3 each, since 3 costs of exchanges are too high to matter; indel
     * has 9, since 3 costs of substitutions are too high to matter as well; OSA has one. */
    assert_int_equal(count, 3 + 3 + 9 + 1);
}

TEST(costs_of_metrics)
{
    for (unsigned m = 0; m < METRICS; m++) {
        struct edits e = edits_of_metric((enum metric)m);
        assert_int_equal(e.insert, definitions[m].insert);
        assert_int_equal(e.delete, definitions[m].delete);
        assert_int_equal(e.substitute, definitions[m].substitute);
        assert_int_equal(e.transpose, definitions[m].transpose);
    }
}
