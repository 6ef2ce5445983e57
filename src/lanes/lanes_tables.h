/* lanes_tables.h - tables of the codes of lanes, for one string that is compared with all lanes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANES_STRIP = 16,   /* columns of one string computed at a time */
    LANES_PLACES = 1024 /* more than twice as many as there are tables, a power of two */
};

/*
 * The table of a code has a vector for each row: the lanes that have the code there. Tables are
 * created on first use, and all are dropped when there is no room for more. The first table is for
 * codes that no lane has.
 */
struct lanes_tables {
    uint64_t *vectors;
    size_t words;            /* of a table */
    size_t size;             /* allocated vectors */
    uint32_t capacity, used; /* tables: allocated, used */
    struct lanes_table_place {
        uint32_t code, table;       /* 0: free */
    } places[LANES_PLACES];         /* open addressing */
    const void *strip[LANES_STRIP]; /* tables of the current columns */
    uint64_t *there; /* a vector for each of the current columns: all lanes have it, or none */
};

/* Allocates `count` + 1 zeroed vectors of `words` words each. Exits the program when out of
 * memory, as the next function. */
void *lanes_allocate(size_t words, size_t count);

/* Allocates tables of `rows` vectors with `words` words each; *t may be NULL. The caller
 * then calls lanes_tables_forget(). */
void lanes_tables_fit(struct lanes_tables **t, size_t rows, size_t words);
void lanes_tables_close(struct lanes_tables *t);

/* Drops all tables but the first, of codes that no lane has. */
void lanes_tables_forget(struct lanes_tables *t);

static inline uint64_t *lanes_tables_at(const struct lanes_tables *t, uint32_t table)
{
    return t->vectors + table * t->words;
}

/* Returns the table of the code; there is room for one more. *made: the caller fills it. */
static inline uint64_t *lanes_tables_find(struct lanes_tables *t, uint32_t code, bool *made)
{
    uint32_t at = code % LANES_PLACES;
    while (t->places[at].table != 0 && t->places[at].code != code)
        at = (at + 1) % LANES_PLACES;
    *made = t->places[at].table == 0;
    if (*made)
        t->places[at] = (struct lanes_table_place){code, t->used++};
    return lanes_tables_at(t, t->places[at].table);
}
