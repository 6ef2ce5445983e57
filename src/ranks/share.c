#include "ranks/share.h"

#include "ranks/ranks.h"

unsigned share_count(unsigned n)
{
    unsigned ranks = rank_place.on_host, own = rank_place.own_on_host;
    return n < ranks ? n > 0 : (n - own + ranks - 1) / ranks;
}

unsigned share_item(unsigned n, unsigned i)
{
    unsigned own = rank_place.own_on_host;
    return n < rank_place.on_host ? own % n : own + i * rank_place.on_host;
}
