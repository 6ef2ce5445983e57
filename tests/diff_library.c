/*
 * diff_library.c - compares the library, by its public header only, with the reference
 * implementation on random cases of edgrep. One search object searches each text as a whole, then
 * pushed in pieces, then as a whole again. Some cases also compare texts (library_texts.h).
 */
#include "library/edgrep.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "differential.h"
#include "library_texts.h"
#include "ref/instance.h"
#include "ref/naive_align.h"

enum { MOST_SETTINGS = 32, SETTING = 64, NAME = 32 };

/* Settings, and the names of the files of confusions and patterns; "": no file. */
struct settings {
    char texts[MOST_SETTINGS][SETTING];
    const char *words[MOST_SETTINGS + 1];
    size_t count;
    char confusions[NAME], patterns[NAME];
};

static void set(struct settings *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void set(struct settings *s, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    (void)vsnprintf(s->texts[s->count], SETTING, format, values);
    va_end(values);
    s->words[s->count] = s->texts[s->count];
    s->words[++s->count] = NULL;
}

static void set_cost(struct settings *s, const char *name, size_t cost)
{
    if (cost == NAIVE_NEVER)
        set(s, "%s-cost=never", name);
    else
        set(s, "%s-cost=%zu", name, cost);
}

static FILE *make_file(char name[NAME])
{
    (void)snprintf(name, NAME, "/tmp/diff_library-XXXXXX");
    return fdopen(mkstemp(name), "w");
}

static void remove_files(const struct settings *s)
{
    if (s->confusions[0] != '\0')
        (void)unlink(s->confusions);
    if (s->patterns[0] != '\0')
        (void)unlink(s->patterns);
}

static void set_confusions(struct settings *s, const struct naive_options *o)
{
    FILE *to = make_file(s->confusions);
    for (size_t i = 0; i < o->nconfusions; i++)
        (void)fprintf(to, "%zu\t%.*s\t%.*s\n", o->confusions[i].cost,
                      (int)o->confusions[i].sides[0].length, o->confusions[i].sides[0].bytes,
                      (int)o->confusions[i].sides[1].length, o->confusions[i].sides[1].bytes);
    (void)fclose(to);
    set(s, "confuse=%s", s->confusions);
}

/* Writes all patterns, with their limits and ids. */
static void set_table(struct settings *s, const struct instance *i)
{
    FILE *to = make_file(s->patterns);
    for (size_t p = 0; p < i->npatterns; p++) {
        const struct naive_row *row = &i->options.rows[p];
        if (row->limit == NAIVE_BOTH)
            (void)fprintf(to, "%" PRIu64 ",", row->most);
        if (row->limit != NAIVE_NONE)
            (void)fprintf(to, "%" PRIu64 "%s", row->k, row->limit == NAIVE_EDITS ? "" : "%");
        (void)fprintf(to, "\t%s\t", row->id);
        (void)fwrite(i->patterns[p].bytes, 1, i->patterns[p].length, to);
        (void)fputs(i->options.crlf ? "\r\n" : "\n", to);
    }
    (void)fclose(to);
    set(s, "table=%s", s->patterns);
}

static void set_costs(struct settings *s, const struct instance *i)
{
    static const char *const names[] = {"insert", "delete", "substitute", "transpose"};
    const struct naive_options *o = &i->options;
    const size_t costs[] = {o->insert, o->delete, o->substitute, o->transpose};
    for (int n = 0; n < 4 && o->costs; n++)
        if (i->cost_given[n])
            set_cost(s, names[n], costs[n]);
    char limits[32];
    if (o->edits.given)
        set(s, "limit=%s", instance_limits(i, limits));
    if (o->nconfusions > 0)
        set_confusions(s, o);
}

static void set_encoding(struct settings *s, const struct naive_options *o)
{
    static const char *const names[] = {"", "UTF-16LE", "UTF-16BE", "UTF-32LE", "ISO-8859-1"};
    bool automatic = o->marked && o->encoding != NAIVE_UTF32LE;
    if (o->encoding != NAIVE_AS_IS)
        set(s, "encoding=%s", automatic ? "auto" : names[o->encoding]);
}

static void set_all(struct settings *s, const struct instance *i, const char *engine)
{
    static const char *const metrics[] = {"levenshtein", "osa", "indel", "hamming"};
    const struct naive_options *o = &i->options;
    const struct {
        bool given;
        const char *word;
    } flags[] = {{i->binary, "binary"},
                 {o->ignore_case, "ignore-case"},
                 {o->word, "word-regexp"},
                 {o->line, "line-regexp"},
                 {o->classes && !o->expression, "classes"},
                 {o->expression, "expression"},
                 {o->iupac && !o->iupac_both, "iupac"},
                 {o->iupac_both, "iupac=both"},
                 {o->reverse_complement, "reverse-complement"},
                 {o->fold_space, "fold-space"},
                 {o->normalize, "normalize"},
                 {o->fold_accents, "fold-accents"},
                 {o->crlf, "crlf"},
                 {o->null_data, "null-data"},
                 {o->span_lines && !o->block && !o->joined, "span-lines"},
                 {o->joined, "dehyphenate"},
                 {o->block, o->loose ? "block=loose" : "block"},
                 {o->best && !o->each, "best"},
                 {o->each, "best=each"},
                 {o->cigar, "cigar"}};
    *s = (struct settings){.count = 0};
    for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
        if (flags[f].given)
            set(s, "%s", flags[f].word);
    set(s, "metric=%s", metrics[o->metric]);
    set_costs(s, i);
    set_encoding(s, o);
    if (o->top > 0)
        set(s, "top=%zu", o->top);
    if (o->overhang > 0)
        set(s, "overhang=%zu", o->overhang);
    if (o->skip != NULL)
        set(s, "skip=%s", o->skip);
    if (i->form == PATTERN_TABLE)
        set_table(s, i);
    if (o->limit == NAIVE_BOTH)
        set(s, "max-distance=%" PRIu64 ",%" PRIu64 "%%", o->most, o->k);
    else if (o->limit != NAIVE_NONE)
        set(s, "max-distance=%" PRIu64 "%s", o->k, o->limit == NAIVE_PERCENT ? "%" : "");
    if (i->handling.chunk_size > 0)
        set(s, "chunk-size=%zu", i->handling.chunk_size);
    set(s, "engine=%s", engine);
}

/* Returns whether the named engine cannot run here, or does not support the metric. */
static bool no_engine(const struct edgrep_error *error)
{
    static const char *const reasons[] = {"does not support", "not usable here", "no such engine"};
    bool found = false;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        found = found || strstr(error->text, reasons[i]) != NULL;
    return found;
}

/* What a search finds, as text: one line per occurrence. */
struct findings {
    char *text;
    size_t length;
    FILE *to;
};

/* *f must not move until findings_end(). */
static void findings_open(struct findings *f)
{
    f->to = open_memstream(&f->text, &f->length);
    if (f->to == NULL)
        abort();
}

static void findings_end(struct findings *f)
{
    (void)fclose(f->to);
}

static void findings_free(struct findings *f)
{
    free(f->text);
}

static int note(void *context, const struct edgrep_occurrence *o)
{
    struct findings *f = context;
    (void)fprintf(f->to, "%" PRIu64 "%c of %" PRIu64 ": %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                  o->pattern, o->strand, o->record, o->offset, o->length, o->distance);
    if (o->cigar != NULL)
        (void)fprintf(f->to, "    %s\n", o->cigar);
    return 0;
}

static uint64_t place_in_text(const struct instance *i, size_t byte)
{
    return naive_source(&i->options, &i->inputs[0], byte);
}

/* Writes the reference's occurrences in a record. */
static void write_expected(struct findings *f, const struct instance *i,
                           const struct naive_record *record)
{
    for (size_t n = 0; n < record->count; n++) {
        const struct naive_occurrence *o = &record->occurrences[n];
        uint64_t offset = place_in_text(i, o->trimmed_start);
        uint64_t end = place_in_text(i, o->trimmed_end);
        (void)note(f, &(struct edgrep_occurrence){.pattern = o->pattern - 1,
                                                  .offset = offset,
                                                  .length = end - offset,
                                                  .record = place_in_text(i, record->start),
                                                  .distance = o->distance - o->outside,
                                                  .strand = o->reverse ? '-' : '+'});
        if (i->options.cigar)
            naive_print_alignment(f->to, &i->options, i->inputs, o->alignment);
    }
}

static void find_expected(struct findings *f, const struct instance *i)
{
    struct naive_result *result =
        naive_search(&i->options, i->patterns, i->npatterns, i->inputs, 1);
    for (size_t r = 0; r < result->inputs[0].count; r++)
        write_expected(f, i, &result->inputs[0].records[r]);
    for (size_t r = 0; r < result->ntop; r++)
        write_expected(f, i, &result->top[r].record);
    naive_free(result);
}

/* Searches by the library: the whole text, or pieces of random lengths. */
static void find(struct findings *f, struct edgrep_search *search, struct naive_bytes text,
                 bool whole, struct random *r)
{
    const char *bytes = (const char *)text.bytes;
    struct edgrep_error error = {EDGREP_OK, ""};
    int status = EDGREP_OK;
    if (whole)
        status =
            edgrep_search_text(search, (struct edgrep_text){bytes, text.length}, note, f, &error);
    for (size_t at = 0, n; !whole && status == EDGREP_OK && at < text.length; at += n) {
        n = random_below(r, text.length - at < 30 ? text.length - at + 1 : 30);
        status = edgrep_search_push(search, (struct edgrep_text){bytes + at, n}, note, f, &error);
    }
    if (!whole && status == EDGREP_OK)
        status = edgrep_search_end(search, note, f, &error);
    if (status != EDGREP_OK)
        (void)fprintf(f->to, "error %d: %s\n", status, error.text);
}

static void print_failure(const struct instance *i, const struct settings *s, const char *how,
                          const struct findings *right, const struct findings *wrong)
{
    printf("FAILED, %s:", how);
    for (size_t n = 0; n < s->count; n++)
        printf(" %s", s->words[n]);
    for (size_t p = 0; p < i->npatterns; p++)
        printf("\n  pattern '%.*s'", (int)i->patterns[p].length, i->patterns[p].bytes);
    printf("\n  text '%.*s'\n  expected:\n%s  found:\n%s", (int)i->inputs[0].text.length,
           i->inputs[0].text.bytes, right->text, wrong->text);
}

/* Checks the search of the whole text, of pieces, and of the whole text again. */
static bool agree(struct edgrep_search *search, const struct instance *i, const struct settings *s,
                  struct random *r)
{
    struct findings right, f;
    struct naive_bytes text = i->inputs[0].text;
    bool good = true;
    if (i->options.encoding != NAIVE_AS_IS)
        text = naive_encoded(&i->options, text, true);
    findings_open(&right);
    find_expected(&right, i);
    findings_end(&right);
    for (int round = 0; good && round < 3; round++) {
        findings_open(&f);
        find(&f, search, text, round != 1, r);
        findings_end(&f);
        good = f.length == right.length && memcmp(f.text, right.text, f.length) == 0;
        if (!good)
            print_failure(i, s, round == 1 ? "in pieces" : "at once", &right, &f);
        findings_free(&f);
    }
    findings_free(&right);
    if (i->options.encoding != NAIVE_AS_IS)
        free(text.bytes);
    return good;
}

static struct edgrep_patterns *compile(const struct instance *i, const struct settings *s,
                                       struct edgrep_error *error)
{
    struct edgrep_text texts[MOST_PATTERNS];
    for (size_t p = 0; p < i->npatterns; p++)
        texts[p] = (struct edgrep_text){(const char *)i->patterns[p].bytes, i->patterns[p].length};
    return edgrep_patterns_compile(texts, s->patterns[0] != '\0' ? 0 : i->npatterns, s->words,
                                   error);
}

static bool search_agrees(const struct instance *i, const char *engine, struct random *r)
{
    struct settings s;
    struct edgrep_error error = {EDGREP_OK, ""};
    set_all(&s, i, engine);
    struct edgrep_patterns *patterns = compile(i, &s, &error);
    struct edgrep_search *search = patterns != NULL ? edgrep_search_new(patterns, &error) : NULL;
    bool good = search != NULL && agree(search, i, &s, r);
    if (search == NULL && strcmp(engine, "auto") != 0 && strcmp(engine, "scalar") != 0 &&
        no_engine(&error))
        good = true;
    else if (search == NULL && strstr(error.text, "more than 65536 states for the limits") != NULL)
        good = true; /* the reference has no limit */
    else if (search == NULL)
        printf("FAILED: %s\n", error.text);
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
    remove_files(&s);
    return good;
}

/* Removes what the library does not support from the case. */
static void reduce(struct instance *i)
{
    struct naive_options *o = &i->options;
    instance_drop_others(i);
    o->delimiter = NULL;
    o->nwheres = 0;
    o->invert = o->context = o->align = o->column = o->count_matches = false;
    o->around = o->margin = 0;
    o->format = NAIVE_TEXT;
    o->only_matching = true;
    o->max_count = UINT64_MAX;
    i->ninputs = 1;
}

/* Stores a random name of a list that is separated by commas. */
static const char *one_of(const char *names, char engine[SETTING], struct random *r)
{
    size_t n = 1;
    for (const char *at = names; (at = strchr(at, ',')) != NULL; at++)
        n++;
    for (n = random_below(r, n); n > 0; n--)
        names = strchr(names, ',') + 1;
    (void)snprintf(engine, SETTING, "%.*s", (int)strcspn(names, ","), names);
    return engine;
}

static bool check(const struct differential *d, uint64_t number)
{
    struct random r = random_open(d->seed, number);
    struct instance i;
    char engine[SETTING];
    if (number % 2 == 0)
        instance_draw(&i, &r);
    else
        instance_draw_language(&i, &r);
    size_t ninputs = i.ninputs;
    reduce(&i);
    bool good = search_agrees(&i, one_of(d->engines, engine, &r), &r);
    if (number % 8 == 0)
        good &= library_texts_agree(&r);
    i.ninputs = ninputs;
    instance_free(&i);
    return good;
}

/* Returns whether the library supports normal forms. */
static bool knows_normal_forms(void)
{
    const char *settings[] = {"normalize", "max-distance=0", NULL};
    struct edgrep_patterns *p =
        edgrep_patterns_compile(&(struct edgrep_text){"a", 1}, 1, settings, NULL);
    edgrep_patterns_free(p);
    return p != NULL;
}

int main(int argc, char **argv)
{
    instance_normal_forms = knows_normal_forms();
    struct differential d =
        differential_parse(argc, argv, "auto,scalar,word,neon,avx2,avx512bw,avx512", 1);
    return differential_run(&d, check);
}
