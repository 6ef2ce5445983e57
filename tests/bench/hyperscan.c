/*
 * hyperscan.c - searches with the library Hyperscan and an edit distance: `hyperscan PATTERN K
 * FILE`, or `hyperscan -f LIST K FILE` for a list of patterns, one per line. Prints the time for
 * compiling them to standard error: "setup SECONDS".
 *
 * Hyperscan may insert or delete newlines like other characters. So it scans the whole text; where
 * a match ends, the record is scanned alone, and counts if it matches.
 */
#include <ctype.h>
#include <hs/hs.h>
#include <time.h>

#include "records.h"

struct scan {
    struct search search;
    hs_database_t *database;
    hs_scratch_t *scratch, *scratch_record;
    const char *decided; /* the records before this place are decided */
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

/* Patterns in Hyperscan's form. */
struct list {
    char **expressions;
    const hs_expr_ext_t **extensions;
    unsigned n;
    hs_expr_ext_t extension; /* the same for all patterns */
};

/* Adds a pattern, as a regular expression that matches it literally. */
static void add(struct list *l, const char *pattern, size_t m)
{
    char *to = malloc(4 * m + 1);
    l->expressions = reallocarray(l->expressions, l->n + 1, sizeof *l->expressions);
    l->extensions = reallocarray(l->extensions, l->n + 1, sizeof *l->extensions);
    if (to == NULL || l->expressions == NULL || l->extensions == NULL)
        search_fail("memory");
    l->extensions[l->n] = &l->extension;
    l->expressions[l->n++] = to;
    *to = '\0';
    for (size_t i = 0; i < m; i++) {
        unsigned char c = (unsigned char)pattern[i];
        to += sprintf(to, isalnum(c) ? "%c" : "\\x%02x", c);
    }
}

static void add_lines(struct list *l, const char *path)
{
    char *line = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        search_fail(path);
    for (ssize_t n; (n = getline(&line, &size, file)) > 0;)
        add(l, line, (size_t)n - (line[n - 1] == '\n'));
    free(line);
    fclose(file);
}

static void free_list(struct list *l)
{
    for (unsigned i = 0; i < l->n; i++)
        free(l->expressions[i]);
    free(l->expressions);
    free(l->extensions);
}

static hs_database_t *compile(const struct search *s, bool listed)
{
    struct list l = {
        .extension = {.flags = s->k > 0 ? HS_EXT_FLAG_EDIT_DISTANCE : 0, .edit_distance = s->k}};
    hs_database_t *database;
    hs_compile_error_t *error;
    if (listed)
        add_lines(&l, s->pattern);
    else
        add(&l, s->pattern, s->m);
    if (hs_compile_ext_multi((const char *const *)l.expressions, NULL, NULL, l.extensions, l.n,
                             HS_MODE_BLOCK, NULL, &database, &error) != HS_SUCCESS)
        refuse(error->message);
    free_list(&l);
    return database;
}

static int found(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                 void *context)
{
    (void)id, (void)from, (void)to, (void)flags;
    *(bool *)context = true;
    return 1; /* ends the scan */
}

/* Called for a match that ends after text[to - 1]. */
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
    bool match = begin == s->text && end == s->text + s->n; /* the record is the whole text */
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
    scan.database = compile(s, argc == 5 && strcmp(argv[1], "-f") == 0);
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
