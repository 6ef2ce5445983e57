/* comparison.c - two texts as codes, compared by this thread (src/compare). */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "compare/compare.h"
#include "library/comparison.h"

struct beginning {
    struct edgrep_comparison *c;
    const char *const *settings;
};

static int begin_comparison(void *context)
{
    const struct beginning *b = context;
    struct edcmp_options *o = &b->c->options;
    bool good = edcmp_options_take_words(o, b->settings) == OPTIONS_RUN &&
                content_form_rules(&o->rules.folding, o->rules.utf8, &b->c->folding);
    return good ? EDGREP_OK : EDGREP_BAD;
}

struct edgrep_comparison *edgrep_comparison_new(const char *const *settings,
                                                struct edgrep_error *error)
{
    struct edgrep_comparison *c = calloc(1, sizeof *c);
    struct beginning b = {c, settings};
    if (c == NULL) {
        (void)call_no_memory(error);
        return NULL;
    }
    if (call_run(&c->heap, error, begin_comparison, &b) == EDGREP_OK)
        return c;
    edgrep_comparison_free(c);
    return NULL;
}

void edgrep_comparison_free(struct edgrep_comparison *comparison)
{
    if (comparison == NULL)
        return;
    heap_release(&comparison->heap);
    free(comparison);
}

void edgrep_comparison_limit(struct edgrep_comparison *comparison, double seconds)
{
    comparison->limit.seconds = seconds;
}

void edgrep_comparison_cancel(struct edgrep_comparison *comparison)
{
    atomic_store(&comparison->limit.cancelled, true);
}

static struct file_content content_of(const struct edgrep_text *t)
{
    return (struct file_content){.bytes = (const unsigned char *)(t->length > 0 ? t->bytes : ""),
                                 .size = t->length};
}

struct encode_rules comparison_rules(struct edgrep_comparison *c)
{
    /* A call that failed has freed it. */
    if (c->folding == NULL)
        (void)content_form_rules(&c->options.rules.folding, c->options.rules.utf8, &c->folding);
    return (struct encode_rules){c->options.rules.utf8, c->options.rules.ignore_case, c->folding};
}

/* Makes codes of two texts, unless the call has to end. */
static void take_texts(struct comparing *x, const struct edgrep_text *first,
                       const struct edgrep_text *second)
{
    call_limit_check(&x->c->limit);
    x->contents[0] = content_of(first);
    x->contents[1] = content_of(second);
    const struct encode_rules rules = comparison_rules(x->c);
    encode_pair_open(&x->characters, &x->contents[0], &x->contents[1], &rules);
}

static void check_limit(void *limit, double part, double cells)
{
    (void)part, (void)cells;
    call_limit_check(limit);
}

static struct compare compare_of(struct edgrep_comparison *c)
{
    return (struct compare){.way = c->options.algorithm,
                            .threads = c->options.threads,
                            .progress = check_limit,
                            .context = &c->limit};
}

int comparison_unlike(size_t m, size_t n)
{
    diag_error("texts of %zu and %zu characters: metric=hamming needs equal lengths", m, n);
    return EDGREP_BAD;
}

/* Makes codes of two texts, which the caller frees, and compares them; unless the script is NULL,
 * appends the alignment. EDGREP_BAD, and reported, where the metric has no distance of them. */
static int compare_texts(struct comparing *x, const struct edgrep_text *first,
                         const struct edgrep_text *second, struct script *script,
                         uint64_t *distance)
{
    struct compare c = compare_of(x->c);
    const struct edcmp_options *o = &x->c->options;
    take_texts(x, first, second);
    const struct sequences *s = &x->characters.sequences;
    if (o->rules.metric == METRIC_HAMMING && s->m != s->n)
        return comparison_unlike(s->m, s->n);
    *distance = compare_align(&c, s, o->rules.metric, edcmp_options_limit(o, s->m, s->n), script);
    return EDGREP_OK;
}

int comparison_two(struct comparing *x, const struct edgrep_text *first,
                   const struct edgrep_text *second, uint64_t *distance)
{
    int status = compare_texts(x, first, second, NULL, distance);
    encode_pair_close(&x->characters);
    return status;
}

int comparison_run(struct comparing *x, int (*work)(void *), struct edgrep_error *error)
{
    x->c->size = 0;
    edit_list_clear(&x->c->edits);
    call_limit_begin(&x->c->limit);
    int status = call_run(&x->c->heap, error, work, x);
    if (status >= 0)
        return status;
    heap_release(&x->c->heap);
    x->c->common = NULL;
    x->c->capacity = 0;
    x->c->edits = (struct edit_list){0};
    x->c->many = NULL;
    x->c->folding = NULL;
    return status;
}

static void put_edits(struct edgrep_comparison *c, const struct script *script)
{
    for (size_t i = 0; i < script->count; i++) {
        char kind = edit_kind(script->runs[i]);
        edit_list_add(&c->edits, kind, edit_length(script->runs[i]) / (kind == 'T' ? 2 : 1));
    }
    edit_list_end(&c->edits);
}

static int find_edits(void *context)
{
    struct comparing *x = context;
    struct script script = {0};
    int status = compare_texts(x, x->texts[0], x->texts[1], &script, x->distances);
    if (status == EDGREP_OK && *x->distances != EDGREP_MORE)
        put_edits(x->c, &script);
    script_free(&script);
    encode_pair_close(&x->characters);
    return status;
}

int edgrep_comparison_align(struct edgrep_comparison *comparison, struct edgrep_text first,
                            struct edgrep_text second, uint64_t *distance, const char **cigar,
                            struct edgrep_error *error)
{
    uint64_t found = EDGREP_MORE;
    struct comparing x = {.c = comparison, .texts = {&first, &second}, .distances = &found};
    int status = comparison_run(&x, find_edits, error);
    if (distance != NULL)
        *distance = found;
    if (cigar != NULL)
        *cigar = status == EDGREP_OK && found != EDGREP_MORE ? comparison->edits.cigars : NULL;
    return status;
}

const struct edgrep_edit *edgrep_comparison_edits(const struct edgrep_comparison *comparison,
                                                  size_t *count)
{
    if (count != NULL)
        *count = comparison->edits.count;
    return comparison->edits.count > 0 ? comparison->edits.runs : NULL;
}

/* Sets the common subsequence, as text. */
static void put_common(struct comparing *x, const struct script *script)
{
    const struct file_content *text = &x->contents[0];
    const struct file_content form = encode_pair_form(&x->characters, 0, text);
    size_t at = 0, from = 0, to; /* of the form, and of the text */
    xgrow(&x->c->common, &x->c->capacity, text->size + 1, 1);
    for (size_t i = 0; i < script->count; i++) {
        char kind = edit_kind(script->runs[i]);
        uint64_t length = edit_length(script->runs[i]);
        if (kind == 'I')
            continue;
        at += encode_pair_bytes(&x->characters, &form, at, length);
        to = encode_pair_place(&x->characters, 0, text, at);
        if (kind == '=') {
            memcpy(x->c->common + x->c->size, text->bytes + from, to - from);
            x->c->size += to - from;
        }
        from = to;
    }
}

/* Compares by METRIC_INDEL, without a limit. */
static int find_common(void *context)
{
    struct comparing *x = context;
    struct script script = {0};
    struct compare c = compare_of(x->c);
    const struct sequences *s = &x->characters.sequences;
    take_texts(x, x->texts[0], x->texts[1]);
    uint64_t distance =
        compare_align(&c, s, METRIC_INDEL, UINT64_MAX / 4, x->aligns ? &script : NULL);
    *x->distances = (s->m + s->n - distance) / 2;
    if (x->aligns)
        put_common(x, &script);
    script_free(&script);
    encode_pair_close(&x->characters);
    return EDGREP_OK;
}

int edgrep_comparison_lcs(struct edgrep_comparison *comparison, struct edgrep_text first,
                          struct edgrep_text second, uint64_t *characters,
                          struct edgrep_text *common, struct edgrep_error *error)
{
    uint64_t length = 0;
    struct comparing x = {.c = comparison,
                          .texts = {&first, &second},
                          .distances = &length,
                          .aligns = common != NULL};
    int status = comparison_run(&x, find_common, error);
    if (characters != NULL && status == EDGREP_OK)
        *characters = length;
    if (common != NULL && status == EDGREP_OK)
        *common = (struct edgrep_text){comparison->common, comparison->size};
    return status;
}

FORMER_NAME(edgrep_align, edgrep_comparison_align);
FORMER_NAME(edgrep_lcs, edgrep_comparison_lcs);
