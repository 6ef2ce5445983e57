#include "strips/strips_kept.h"

#include <stdlib.h>

enum { COLUMNS_OF_BYTE = 4 /* two bits a column */ };

bool strips_kept_open(struct strips_kept *k, size_t parts, size_t columns)
{
    size_t most = k->most / (columns / COLUMNS_OF_BYTE + 1) + 1;
    k->every = (parts + most - 1) / most;
    k->count = parts > 0 ? (parts - 1) / k->every : 0;
    k->rows = calloc(k->count + 1, sizeof *k->rows);
    return k->rows != NULL;
}

void strips_kept_close(struct strips_kept *k)
{
    for (size_t i = 0; k->rows != NULL && i < k->count; i++)
        strips_deltas_free(&k->rows[i].deltas);
    free(k->rows);
    k->rows = NULL;
    k->count = 0;
}

struct strips_kept_row *strips_kept_row_of(const struct strips_kept *k, size_t part)
{
    bool is_kept = (part + 1) % k->every == 0 && (part + 1) / k->every <= k->count;
    return is_kept ? &k->rows[(part + 1) / k->every - 1] : NULL;
}

bool strips_kept_begin(struct strips_kept_row *row, const struct strips_part *part, uint64_t score,
                       enum strips_metric metric)
{
    *row = (struct strips_kept_row){
        .row = part->first + part->rows, .first = part->from, .last = part->to, .score = score};
    return strips_deltas_open(&row->deltas, part->to - part->from, metric, STRIPS_ROW);
}

void strips_kept_copy(struct strips_kept_row *row, const struct strips_deltas *deltas, size_t from,
                      size_t to)
{
    strips_deltas_copy(&row->deltas, from - row->first, deltas, from, to - from);
}
