/*
 * records.h - shared by the small searchers of the benchmark.
 *
 * `NAME PATTERN K|best FILE` computes the least distance of each record of the file (a line; a text
 * without newline is one record), and prints how many are within K, or "COUNT DISTANCE": how many
 * have the least distance of all. Bytes are characters.
 */
#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct search {
    const char *pattern;
    size_t m;
    bool best;
    uint32_t k;       /* the greatest distance that counts; in best mode it starts at m - 1 and
                         decreases */
    const char *text; /* the whole file */
    size_t n;
    size_t next;    /* the beginning of the next record */
    uint64_t count; /* records with a distance <= k; in best mode records with distance k */
};

_Noreturn static inline void search_fail(const char *what)
{
    perror(what);
    exit(2);
}

/* Parses the last three arguments. Exits the program if they are invalid. */
static inline struct search search_open(int argc, char **argv)
{
    struct stat status;
    if (argc < 4) {
        fprintf(stderr, "usage: %s ... PATTERN K|best FILE\n", argv[0]);
        exit(2);
    }
    const char *k = argv[argc - 2], *name = argv[argc - 1];
    struct search s = {.pattern = argv[argc - 3], .best = strcmp(k, "best") == 0};
    s.m = strlen(s.pattern);
    s.k = s.best ? (uint32_t)s.m - 1 : (uint32_t)strtoul(k, NULL, 10);
    int fd = open(name, O_RDONLY);
    if (fd < 0 || fstat(fd, &status) != 0)
        search_fail(name);
    s.n = (size_t)status.st_size;
    s.text = mmap(NULL, s.n, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (s.text == MAP_FAILED)
        search_fail(name);
    close(fd);
    return s;
}

/* Returns the next record and its length without the newline; NULL after the last. */
static inline const char *search_next(struct search *s, size_t *length)
{
    if (s->next >= s->n)
        return NULL;
    const char *record = s->text + s->next;
    const char *newline = memchr(record, '\n', s->n - s->next);
    *length = newline != NULL ? (size_t)(newline - record) : s->n - s->next;
    s->next += *length + 1;
    return record;
}

/* Counts a record by its least distance; a distance above k need not be exact. */
static inline void search_take(struct search *s, uint32_t distance)
{
    if (s->best && distance < s->k) {
        s->k = distance;
        s->count = 0;
    }
    s->count += distance <= s->k;
}

/* Prints the result. Returns the exit status. */
static inline int search_finish(const struct search *s)
{
    printf("%llu", (unsigned long long)s->count);
    if (s->best && s->count > 0)
        printf(" %u", s->k);
    putchar('\n');
    return fflush(stdout) == 0 ? 0 : 2;
}
