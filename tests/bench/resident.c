/*
 * resident.c - measures matching alone: `resident PATTERN K|best FILE [REPETITIONS]` scans a text
 * in memory, with one thread, by every engine that can be used here.
 *
 * Chunks have the size that the engine prefers. A repetition is open(), all chunks, and close().
 * Prints a line "ENGINE SECONDS HITS" per engine, with the seconds of the fastest repetition (of
 * REPETITIONS, 5, but none starts after SECONDS_MOST); in best mode the least distance follows.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io.h"
#include "query/pattern.h"
#include "scan/engine.h"

enum { REPETITIONS = 5, SECONDS_MOST = 3, DELIMITER = '\n' };

struct resident {
    unsigned char *text;
    size_t n;
    const struct query *query;
    struct alphabet *alphabet;
    struct scan_shared *shared;
    const struct engine *engine;
    size_t chunk_size; /* bytes of a chunk */
    struct engine_scan *scan;
    struct distance_bounds bests;
    struct hits hits; /* hits of one scan */
    uint64_t found;   /* hits of all scans */
};

_Noreturn static void fail(const char *what)
{
    fprintf(stderr, "resident: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void read_text(struct resident *r, const char *name)
{
    struct stat status;
    FILE *file = fopen(name, "rb");
    if (file == NULL || fstat(fileno(file), &status) != 0)
        fail(name);
    r->n = (size_t)status.st_size;
    r->text = chunk_buffer(r->n);
    if (r->text == NULL || fread(r->text, 1, r->n, file) != r->n)
        fail(name);
    fclose(file);
}

static void compile(struct resident *r, const char *pattern, const char *k)
{
    struct pattern_source source = {.text = (char *)pattern, .length = strlen(pattern)};
    struct pattern_rules rules = {.best = strcmp(k, "best") == 0};
    rules.limited = !rules.best;
    rules.limit = (struct limit){strtoul(k, NULL, 10), LIMIT_NONE};
    r->query = patterns_compile(&source, 1, &rules);
    if (r->query == NULL)
        exit(2);
    r->alphabet = alphabet_open(r->query, DELIMITER);
    r->shared = scan_shared_open(r->query);
    if (r->alphabet == NULL)
        fail("alphabet");
}

/* Returns the text's bytes [begin, end) with a lead-in, which ends at a delimiter. */
static struct chunk make_chunk(const struct resident *r, size_t begin, size_t end)
{
    struct share share = share_at(begin, end, r->query->overlap);
    const unsigned char *lead = r->text + share.lead;
    const unsigned char *delimiter = memrchr(lead, DELIMITER, share.begin - share.lead);
    if (delimiter != NULL)
        lead = delimiter + 1;
    struct chunk c = {.origin.ends_text = end == r->n};
    c.origin.offset = (size_t)(lead - r->text);
    c.bytes = c.storage.buffer = r->text + c.origin.offset;
    c.length = c.nbytes = end - c.origin.offset;
    c.own = (struct share){0, begin - c.origin.offset, c.length};
    c.begin_byte = c.own.begin;
    c.end_byte = c.own.end;
    c.alphabet_size = alphabet_size(r->alphabet);
    c.delimiters.byte = DELIMITER;
    return c;
}

/* Counts the hits of a scan. */
static void take_hits(struct resident *r)
{
    r->found += r->hits.n;
    for (size_t h = 0; r->query->best && h < r->hits.n; h++)
        if (r->hits.v[h].distance < atomic_load(&r->bests.all))
            atomic_store(&r->bests.all, r->hits.v[h].distance);
}

/* Scans a part of the chunk; in halves if there are too many hits. */
static void scan_part(struct resident *r, const struct chunk *c, size_t begin, size_t end)
{
    hits_clear(&r->hits);
    r->hits.most = HITS_MOST;
    struct share own = share_at(begin, end, r->query->overlap);
    enum engine_status status = r->engine->submit(r->scan, c, own, &r->hits);
    if (status == ENGINE_OK)
        status = r->engine->collect(r->scan);
    if (status == ENGINE_FULL && end - begin > 1) {
        size_t middle = begin + (end - begin) / 2;
        scan_part(r, c, begin, middle);
        scan_part(r, c, middle, end);
    } else if (status == ENGINE_OK) {
        take_hits(r);
    } else {
        errno = ENOMEM;
        fail(r->engine->name);
    }
}

/* Scans the text once. Returns the seconds. */
static double scan_text(struct resident *r)
{
    double began = io_seconds();
    r->bests = DISTANCE_BOUNDS_TOGETHER;
    r->found = 0;
    r->scan = r->engine->open(r->query, r->alphabet, &r->bests, r->shared);
    if (r->scan == NULL)
        fail(r->engine->name);
    size_t size = r->chunk_size;
    for (size_t begin = 0, end; begin < r->n; begin = end) {
        end = r->n - begin < size ? r->n : begin + size;
        struct chunk c = make_chunk(r, begin, end);
        scan_part(r, &c, c.own.begin, c.own.end);
    }
    r->engine->close(r->scan);
    return io_seconds() - began;
}

static void measure(struct resident *r, int repetitions)
{
    double stop = io_seconds() + SECONDS_MOST, least = scan_text(r);
    for (int i = 1; i < repetitions && io_seconds() < stop; i++) {
        double seconds = scan_text(r);
        least = seconds < least ? seconds : least;
    }
    printf("%s %.6f %" PRIu64, r->engine->name, least, r->found);
    if (r->query->best)
        printf(" %u", atomic_load(&r->bests.all));
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct resident r = {0};
    int repetitions = argc > 4 ? atoi(argv[4]) : REPETITIONS;
    if (argc < 4) {
        fputs("usage: resident PATTERN K|best FILE [REPETITIONS]\n", stderr);
        return 2;
    }
    read_text(&r, argv[3]);
    compile(&r, argv[1], argv[2]);
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if (engine_why_not(*e) == NULL) {
            r.engine = engine_loaded(*e);
            r.chunk_size = (*e)->chunk_size(r.query);
            measure(&r, repetitions);
        }
    scan_shared_close(r.shared);
    alphabet_close(r.alphabet);
    query_free(r.query);
    hits_free(&r.hits);
    free(r.text);
    return 0;
}
