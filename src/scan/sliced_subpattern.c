/*
 * sliced_subpattern.c - see sliced_subpattern.h.
 *
 * The number of rows that makes a subpattern rare depends on the text, and is learned during the
 * search. A subpattern that is found too often is given up within the chunk, and gets more rows.
 * One that is hardly ever found gets fewer rows the next time. The rows are those whose items are
 * rarest in the text.
 */
#include "scan/sliced_subpattern.h"

#include "base/bits.h"

enum {
    LEAST_ROWS = 4,  /* least rows of a subpattern, besides two for each error */
    RARE_BITS = 18,  /* its least information: rarely found by chance in a chunk */
    PATIENCE = 8,    /* chunks after which fewer rows are tried again */
    MORE = 4,        /* factor of rows after too many candidates in a chunk */
    FEW = 2,         /* greatest share of verification in the search time; */
    HARDLY_ANY = 32, /* below this share, fewer rows may suffice */
};

/* Returns the number of rows that cost nearly as much as all m rows. */
static uint32_t nearly_all(uint32_t m)
{
    return m - m / 8;
}

/*
 * In bits of information: each error costs a subpattern the item it spares, and its place and kind;
 * the other items must suffice to make the subpattern rare.
 */
uint32_t sliced_subpattern_rows(uint32_t m, uint32_t k, uint64_t bits)
{
    uint64_t pieces = (uint64_t)k + 1;
    for (uint64_t rows = pieces; rows < nearly_all(m); rows++) {
        uint64_t error = bits + (uint64_t)SAMPLE_BIT * bits_of(8 * rows / pieces);
        if (rows * bits >= (uint64_t)SAMPLE_BIT * RARE_BITS + k * error)
            return (uint32_t)rows;
    }
    return m;
}

uint32_t sliced_subpattern_more(uint32_t m, uint32_t rows)
{
    return rows < nearly_all(m) / MORE ? MORE * rows : m;
}

uint32_t sliced_subpattern_first(struct sliced_subpattern *x, const struct sample *sample,
                                 const struct pattern *p, uint32_t limit)
{
    if (x->chosen == 0 || x->chosen_limit != limit) {
        x->chosen = sliced_subpattern_rows(p->m, limit, sample_mean_bits(sample, p->items, p->m));
        x->chosen_limit = limit;
        x->too_few = 0;
    }
    if (x->chosen > nearly_all(p->m))
        x->chosen = p->m;
    return x->chosen;
}

bool sliced_subpattern_set(struct sliced_subpattern *x, const struct sample *sample,
                           const struct pattern *p, uint32_t rows)
{
    uint32_t first = x->first, before = x->rows;
    x->rows = rows;
    if (rows != before)
        x->first = sample_rarest(sample, p->items, p->m, rows);
    return x->first != first || rows != before;
}

/* The limit is the one that the rows were chosen for. It may have fallen since then, but the next
 * text may have it again, and the rows must exceed it. */
void sliced_subpattern_learn(struct sliced_subpattern *x, double looks, double search, bool stopped)
{
    uint32_t fewer = x->rows - x->rows / 8 - 1;
    if (x->rows != x->chosen)
        return; /* more rows than chosen, after the chosen ones were given up */
    if (stopped || looks > search / FEW) {
        x->too_few = x->rows;
        x->chosen = x->rows + x->rows / 4 + 2;
        x->calm = 0;
        return;
    }
    if (++x->calm % PATIENCE == 0)
        x->too_few = 0;
    if (looks <= search / HARDLY_ANY && fewer > x->too_few &&
        fewer >= LEAST_ROWS + 2 * x->chosen_limit)
        x->chosen = fewer;
}
