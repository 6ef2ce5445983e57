/*
 * hyperscan.c - the library Hyperscan with an edit distance as a searcher: `hyperscan PATTERN K
 * FILE`. What the compilation of the pattern took is told on standard error: "setup SECONDS".
 *
 * To Hyperscan a newline is a character like others, which an edit may insert or delete. So the
 * text is scanned as a whole, and a record in which a match ends counts when it has one by itself.
 */
#include <ctype.h>
#include <hs/hs.h>
#include <time.h>

#include "records.h"

struct scan {
    struct search search;
    hs_database_t *database;
    hs_scratch_t *scratch, *scratch_record;
    const char *decided; /* the records before here are */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

_Noreturn static void refuse(const char *why)
{
    fprintf(stderr, "hyperscan: %s\n", why);
    exit(2);
}

/* The pattern as a regular expression that means just that. */
static char *quoted(const struct search *s)
{
    char *expression = malloc(4 * s->m + 1), *to = expression;
    if (expression == NULL)
        search_fail("memory");
    *to = '\0';
    for (size_t i = 0; i < s->m; i++) {
        unsigned char c = (unsigned char)s->pattern[i];
        to += sprintf(to, isalnum(c) ? "%c" : "\\x%02x", c);
    }
    return expression;
}

static hs_database_t *compile(const struct search *s)
{
    char *expression = quoted(s);
    const char *expressions[] = {expression};
    unsigned flags[] = {0}, ids[] = {0};
    hs_expr_ext_t extension = {.flags = HS_EXT_FLAG_EDIT_DISTANCE, .edit_distance = s->k};
    const hs_expr_ext_t *extensions[] = {&extension};
    hs_database_t *database;
    hs_compile_error_t *error;
    if (hs_compile_ext_multi(expressions, flags, ids, extensions, 1, HS_MODE_BLOCK, NULL, &database,
                             &error) != HS_SUCCESS)
        refuse(error->message);
    free(expression);
    return database;
}

static int found(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                 void *context)
{
    (void)id, (void)from, (void)to, (void)flags;
    *(bool *)context = true;
    return 1; /* end the scan */
}

/* A match ends behind text[to - 1]. */
static int take_match(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                      void *context)
{
    (void)id, (void)from, (void)flags;
    struct scan *scan = context;
    struct search *s = &scan->search;
    const char *last = s->text + to - 1;
    if (to == 0 || last < scan->decided)
        return 0;
    const char *before = memrchr(s->text, '\n', (size_t)(last - s->text));
    const char *begin = before != NULL ? before + 1 : s->text;
    const char *end = memchr(last, '\n', (size_t)(s->text + s->n - last));
    if (end == NULL)
        end = s->text + s->n;
    scan->decided = end + 1;
    bool match = begin == s->text && end == s->text + s->n; /* the whole text is the record */
    if (!match)
        hs_scan(scan->database, begin, (unsigned)(end - begin), 0, scan->scratch_record, found,
                &match);
    s->count += match;
    return 0;
}

int main(int argc, char **argv)
{
    struct scan scan = {.search = search_open(argc, argv)};
    struct search *s = &scan.search;
    double begin = now();
    if (s->best)
        refuse("no search for the best");
    scan.database = compile(s);
    if (hs_alloc_scratch(scan.database, &scan.scratch) != HS_SUCCESS ||
        hs_clone_scratch(scan.scratch, &scan.scratch_record) != HS_SUCCESS)
        refuse("memory");
    fprintf(stderr, "setup %.6f\n", now() - begin);
    scan.decided = s->text;
    if (hs_scan(scan.database, s->text, (unsigned)s->n, 0, scan.scratch, take_match, &scan) !=
        HS_SUCCESS)
        refuse("the scan failed");
    return search_finish(s);
}
