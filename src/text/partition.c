#include "text/partition.h"

/* Returns where part i begins to own; parts 1, 2, ... begin `overlap` behind a multiple of the
 * stride. */
static size_t share_border(struct share whole, size_t overlap, size_t parts, size_t i)
{
    size_t n = whole.end - whole.lead;
    size_t spare = n > overlap ? n - overlap : 0;
    size_t stride = spare / parts, rest = spare % parts;
    if (i == 0)
        return whole.begin;
    if (i == parts)
        return whole.end;
    size_t at = whole.lead + overlap + i * stride + (i < rest ? i : rest);
    return at < whole.begin ? whole.begin : at < whole.end ? at : whole.end;
}

struct share partition(struct share whole, size_t overlap, size_t parts, size_t i)
{
    struct share share = share_at(share_border(whole, overlap, parts, i),
                                  share_border(whole, overlap, parts, i + 1), overlap);
    if (share.lead < whole.lead)
        share.lead = whole.lead;
    return share;
}
