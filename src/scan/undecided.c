#include "scan/undecided.h"

#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/grow.h"

static bool add_run(struct undecided_runs *runs, struct undecided_run run)
{
    if (!grow(&runs->v, &runs->capacity, runs->n + 1, sizeof run))
        return false;
    runs->v[runs->n++] = run;
    return true;
}

bool undecided_begin(struct undecided *u, const struct chunk *c, struct share own)
{
    u->chunk = *c;
    u->own = own;
    u->runs.n = u->others.n = 0;
    return add_run(&u->runs, (struct undecided_run){0, 0});
}

void undecided_close(struct undecided *u)
{
    free(u->runs.v);
    free(u->others.v);
    free(u->copy);
}

static size_t symbol_size(const struct undecided *u)
{
    return u->chunk.width > 1 ? u->chunk.width : 1;
}

static const unsigned char *symbols_of(const struct undecided *u)
{
    return u->chunk.width > 1 ? u->chunk.symbols : chunk_narrow(&u->chunk);
}

/* Makes the copy the chunk's symbols. */
static void use_copy(struct undecided *u)
{
    struct chunk *c = &u->chunk;
    c->own = u->own;
    c->sparse = true;
    if (c->width > 0 || c->translated) {
        c->symbols = u->copy;
        return;
    }
    c->bytes = u->copy;
    c->nbytes = c->length;
}

static bool reserve_copy(struct undecided *u)
{
    return grow_anew(&u->copy, &u->copy_size, u->chunk.length * symbol_size(u), chunk_buffer);
}

/* Returns the run with the symbol before an end. */
static const struct undecided_run *run_before(const struct undecided *u, uint32_t end)
{
    BINARY_SEARCH(runs, u->runs.n, middle, u->runs.v[middle].at < end);
    return &u->runs.v[runs - 1];
}

uint32_t undecided_end(const struct undecided *u, uint32_t end)
{
    const struct undecided_run *run = run_before(u, end);
    return (uint32_t)(end - run->at + run->from);
}

/* State of copying the kept symbols of u->chunk. */
struct keeping {
    const unsigned char *from;
    size_t size, n; /* bytes of a symbol; symbols so far */
    size_t run;     /* the last old run read */
    struct share own;
};

/* Keeps symbols [from, to) of u->chunk. Returns false when out of memory. */
static bool keep_symbols(struct undecided *u, struct keeping *k, size_t from, size_t to)
{
    memmove((unsigned char *)u->copy + k->n * k->size, k->from + from * k->size,
            (to - from) * k->size);
    if (from < u->own.begin)
        k->own.begin = k->n + ((to < u->own.begin ? to : u->own.begin) - from);
    if (from < u->own.end)
        k->own.end = k->n + ((to < u->own.end ? to : u->own.end) - from);
    while (from < to) {
        while (k->run + 1 < u->runs.n && u->runs.v[k->run + 1].at <= from)
            k->run++;
        const struct undecided_run *old = &u->runs.v[k->run];
        size_t end = k->run + 1 < u->runs.n && old[1].at < to ? old[1].at : to;
        if (!add_run(&u->others, (struct undecided_run){k->n, from - old->at + old->from}))
            return false;
        k->n += end - from;
        from = end;
    }
    return true;
}

/* Replaces the chunk by the kept symbols. */
static void take_over(struct undecided *u, const struct keeping *k)
{
    struct undecided_runs runs = u->others;
    u->others = u->runs;
    u->others.n = 0;
    u->runs = runs;
    u->own = k->own;
    u->chunk.length = k->n;
    use_copy(u);
}

bool undecided_drop(struct undecided *u, const struct hits *hits, struct hits *first)
{
    size_t length = u->chunk.length, at = u->own.lead;
    if (hits->n == 0)
        return true;
    struct keeping k = {.from = symbols_of(u), .size = symbol_size(u)};
    if (!reserve_copy(u))
        return false;
    for (size_t i = 0; i < hits->n; i++) {
        struct hit hit = hits->v[i];
        size_t end = hit.end;
        if (end <= at)
            continue; /* its record is dropped */
        if (u->occurs != NULL && !u->occurs(u->context, hit.pattern, undecided_end(u, hit.end)))
            continue;
        size_t begin = chunk_record_begin(&u->chunk, at, end - 1);
        size_t behind = chunk_record_end(&u->chunk, end, length) + 1;
        if (first != NULL && !hits_add(first, undecided_end(u, hit.end), hit.distance, hit.pattern))
            return false;
        if (!keep_symbols(u, &k, at, begin))
            return false;
        at = behind < length ? behind : length;
        if (u->selected != NULL)
            u->selected[hit.pattern] += at - begin;
    }
    if (!keep_symbols(u, &k, at, length))
        return false;
    take_over(u, &k);
    return true;
}

/* Returns the number of symbols, with delimiters, in records of `least` to `most` symbols. */
static size_t symbols_within(const struct undecided *u, size_t least, size_t most)
{
    size_t sum = 0;
    for (size_t from = u->own.lead, end; from < u->own.end; from = end + 1) {
        end = chunk_record_end(&u->chunk, from, u->chunk.length);
        sum += end - from >= least && end - from <= most ? end + 1 - from : 0;
    }
    return sum;
}

bool undecided_keep(struct undecided *u, size_t least, size_t most)
{
    if (symbols_within(u, least, most) > (u->own.end - u->own.lead) / 2)
        return true;
    struct keeping k = {.from = symbols_of(u), .size = symbol_size(u)};
    if (!reserve_copy(u))
        return false;
    for (size_t from = u->own.lead, end; from < u->own.end; from = end + 1) {
        end = chunk_record_end(&u->chunk, from, u->chunk.length);
        size_t behind = end < u->chunk.length ? end + 1 : end;
        if (end - from >= least && end - from <= most && !keep_symbols(u, &k, from, behind))
            return false;
    }
    take_over(u, &k);
    return true;
}
