/* lanes_tables.h - tables of the codes of lanes, for one string that is compared with all lanes. */
#ifndef LANES_TABLES_H
#define LANES_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANES_STRIP = 16,   /* columns of one string that are done at a time */
    LANES_PLACES = 1024 /* more than twice as many as there are tables, a power of two */
};

/*
 * Of a code its table: for each row a vector of the lanes that have the code there. Tables are made
 * when they are first needed, and all are given up when there is no room for more. The first is of
 * codes that no lane has.
 */
struct lanes_tables {
    uint64_t *vectors;
    size_t words;            /* of a table */
    size_t size;             /* of the memory, in vectors */
    uint32_t capacity, used; /* tables: as many as there is room for, and those that are there */
    struct lanes_table_place {
        uint32_t code, table;       /* 0: free */
    } places[LANES_PLACES];         /* open addressing */
    const void *strip[LANES_STRIP]; /* those of the columns that are done now */
    uint64_t *there;                /* a vector for each of these: all lanes have it, or none */
};

/* Returns room for `count` vectors and one more, each of `words` words, all zero; or NULL. */
void *lanes_allocate(size_t words, size_t count);

/* Makes room for tables of `rows` vectors, each of `words` words; *t may be NULL. Returns false
 * when out of memory. lanes_tables_forget() must follow. */
bool lanes_tables_fit(struct lanes_tables **t, size_t rows, size_t words);
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

#endif
