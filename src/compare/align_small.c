#include "compare/align_small.h"

#include <stdlib.h>

#include "compare/diagonals.h"
#include "compare/leaf.h"
#include "plan/costs.h"

bool align_small(const struct sequences *s, enum metric metric, uint64_t limit, size_t most,
                 struct script *script, uint64_t *distance)
{
    struct leaf_table leaf = leaf_table_of(s, limit);
    if (!leaf_fits(&leaf, most))
        return false;
    *distance = UINT64_MAX;
    if (sequences_excess(s) > limit)
        return true;
    double table = COST_LEAF_CODE * (double)(s->m + s->n) + COST_LEAF_WORD * leaf_words(&leaf);
    uint64_t alike = diagonals_edits_in(table / 2, limit), before = script_edits(script);
    uint64_t edits = diagonals_distance(s, metric, alike, NULL);
    struct leaf_room room = {0};
    if (edits != DIAGONALS_MORE)
        diagonals_align(s, metric, edits, NULL, script);
    else if (alike == limit)
        return true;
    else
        (void)leaf_align(&leaf, metric, &room, script);
    free(room.moves);
    *distance = script_edits(script) - before;
    return true;
}
