#include "ranks/share.h"

#include "ranks/ranks.h"

unsigned share_count(unsigned n)
{
    unsigned ranks = ranks_on_host(), own = ranks_own_on_host();
    return n < ranks ? n > 0 : (n - own + ranks - 1) / ranks;
}

unsigned share_item(unsigned n, unsigned i)
{
    unsigned own = ranks_own_on_host();
    return n < ranks_on_host() ? own % n : own + i * ranks_on_host();
}
