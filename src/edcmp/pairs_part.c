#include "edcmp/pairs_part.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "compare/compare.h"
#include "compare/distances.h"
#include "edcmp/edcmp_output.h"
#include "pair/pair_lines.h"

enum { FAILURE_MOST = 200 };

/* The distances by one metric. */
struct question {
    struct distances *distances;
    uint32_t *answers; /* of the lines */
    size_t capacity;
};

/* The list and the index of the pair on a line. */
struct pair_place {
    const struct pair_list *list;
    size_t i;
};

struct pairs_part {
    const struct edcmp_options *o;
    enum metric metric;
    struct pair_lines lines;
    struct question distance, indel; /* by the metric; METRIC_INDEL, only for --json */
    uint32_t *limits, *list_answers; /* of the pairs of a list */
    size_t limits_capacity, list_answers_capacity;
    struct pair_place *places; /* of the lines */
    size_t places_capacity;
    struct compare compare; /* --cigar */
    struct script script;
    struct sink *out; /* collects */
    struct pairs_answers answers;
    size_t wrong_capacity;
    jmp_buf border; /* set around calls that may fail */
    char failure[FAILURE_MOST];
};

struct pairs_part *pairs_part_open(const struct edcmp_options *o, const struct folding *folding,
                                   const struct lanes_kernel *kernel)
{
    struct pairs_part *p = xcalloc(1, sizeof *p);
    p->o = o;
    p->lines.rules = (struct encode_rules){o->rules.utf8, o->rules.ignore_case, folding};
    p->lines.words = o->rules.words;
    p->metric = o->output == EDCMP_LCS_LENGTH ? METRIC_INDEL : o->rules.metric;
    p->distance.distances = distances_open(kernel, p->metric, 1);
    if (o->output == EDCMP_JSON)
        p->indel.distances = distances_open(kernel, METRIC_INDEL, 1);
    p->compare.threads = 1;
    p->answers.sheet = SHEET_INIT;
    p->out = sink_collect();
    return p;
}

static void question_close(struct question *q)
{
    distances_close(q->distances);
    free(q->answers);
}

void pairs_part_close(struct pairs_part *p)
{
    question_close(&p->distance);
    question_close(&p->indel);
    pair_lines_free(&p->lines);
    free(p->limits);
    free(p->list_answers);
    free(p->places);
    script_free(&p->script);
    free(p->answers.wrong);
    sheet_free(&p->answers.sheet);
    sink_close(p->out);
    free(p);
}

struct pairs_answers *pairs_part_answers(struct pairs_part *p)
{
    return &p->answers;
}

/* --- computing ----------------------------------------------------------------------------- */

static uint32_t limit_of(const struct pairs_part *p, uint32_t m, uint32_t n)
{
    if (!p->o->rules.limited)
        return p->o->output == EDCMP_QUIET ? 0 : DISTANCES_UNLIKE - 1;
    uint64_t limit = limit_edits(p->o->rules.limit, m > n ? m : n);
    return limit < DISTANCES_UNLIKE - 1 ? (uint32_t)limit : DISTANCES_UNLIKE - 1;
}

/* Computes the distances of a list of pairs. */
static void ask_list(struct pairs_part *p, struct question *q, const struct pair_list *list,
                     bool limited)
{
    if (list->count == 0)
        return;
    distances_set_width(q->distances, list->width);
    xgrow(&p->list_answers, &p->list_answers_capacity, list->count, sizeof *p->list_answers);
    distances_pairs(q->distances, list->pairs, list->count, limited ? p->limits : NULL,
                    p->list_answers);
    for (size_t i = 0; i < list->count; i++)
        q->answers[list->lines[i]] = p->list_answers[i];
}

static void compute_distances(struct pairs_part *p)
{
    const struct pair_lines *lines = &p->lines;
    bool json = p->o->output == EDCMP_JSON;
    xgrow(&p->places, &p->places_capacity, lines->count, sizeof *p->places);
    xgrow(&p->distance.answers, &p->distance.capacity, lines->count, sizeof(uint32_t));
    xgrow(&p->indel.answers, &p->indel.capacity, lines->count, sizeof(uint32_t));
    for (unsigned k = 0; k < PAIR_LINES_KINDS; k++) {
        const struct pair_list *list = &lines->lists[k];
        xgrow(&p->limits, &p->limits_capacity, list->count, sizeof *p->limits);
        for (size_t i = 0; i < list->count; i++) {
            p->places[list->lines[i]] = (struct pair_place){list, i};
            p->limits[i] = limit_of(p, list->pairs[i].x.length, list->pairs[i].y.length);
        }
        ask_list(p, &p->distance, list, true);
        if (json)
            ask_list(p, &p->indel, list, false);
        p->answers.pairs += list->count;
    }
}

/* --- printing ------------------------------------------------------------------------------ */

/* Aligns a pair of known distance, and prints its edits. */
static void put_edits(struct pairs_part *p, const struct pair_place *place, uint32_t distance)
{
    const struct lanes_pair *pair = &place->list->pairs[place->i];
    const struct sequences s = {pair->x.codes,  pair->y.codes,      pair->x.length,
                                pair->y.length, place->list->width, place->list->alphabet};
    (void)compare_align(&p->compare, &s, p->metric, distance, &p->script);
    edcmp_put_cigar(p->out, &p->script);
    script_free(&p->script);
}

static void put_answer(struct pairs_part *p, size_t line)
{
    const struct pair_place *place = &p->places[line];
    const struct lanes_pair *pair = &place->list->pairs[place->i];
    uint32_t distance = p->distance.answers[line], m = pair->x.length, n = pair->y.length;
    uint64_t limit = limit_of(p, m, n);
    bool more = distance == DISTANCES_MORE;
    if (p->o->output == EDCMP_JSON) {
        edcmp_put_json(p->out, &(struct edcmp_figures){
                                   m, n, p->metric, p->o->rules.limited ? &limit : NULL, more,
                                   distance, (m + (uint64_t)n - p->indel.answers[line]) / 2});
        return;
    }
    if (p->o->cigar && !more) {
        put_edits(p, place, distance);
        return;
    }
    if (p->o->output == EDCMP_LCS_LENGTH) {
        sink_number(p->out, (m + (uint64_t)n - distance) / 2);
    } else {
        if (more)
            sink_putc(p->out, '>');
        sink_number(p->out, more ? limit : distance);
    }
    sink_putc(p->out, '\n');
}

static void put_line(struct pairs_part *p, size_t line)
{
    const char *why = p->lines.wrong[line];
    struct pairs_answers *a = &p->answers;
    if (why == NULL && p->distance.answers[line] == DISTANCES_UNLIKE)
        why = p->o->rules.words ? "--metric=hamming needs equally many words"
                                : "--metric=hamming needs equally many characters";
    if (why != NULL) {
        xgrow(&a->wrong, &p->wrong_capacity, a->nwrong + 1, sizeof *a->wrong);
        a->wrong[a->nwrong++] = (struct pairs_wrong){line, why, sink_place(p->out)};
        if (p->o->output != EDCMP_QUIET)
            sink_puts(p->out, p->o->output == EDCMP_JSON ? "null\n" : "\n");
        return;
    }
    uint32_t distance = p->distance.answers[line];
    bool beyond = distance == DISTANCES_MORE || (!p->o->rules.limited && distance > 0);
    if (beyond && a->beyond == SIZE_MAX)
        a->beyond = line;
    if (p->o->output != EDCMP_QUIET)
        put_answer(p, line);
}

/* --- taking -------------------------------------------------------------------------------- */

/* Records the message of a failure and leaves the part (diag_last_words()). */
static void fail_part(void *part, const char *message)
{
    struct pairs_part *p = part;
    (void)snprintf(p->failure, sizeof p->failure, "%s", message);
    p->answers.failure = p->failure;
    longjmp(p->border, 1);
}

static void pairs_part_compare(struct pairs_part *p, unsigned char *bytes, size_t size)
{
    pair_lines_take(&p->lines, bytes, size);
    p->answers.lines = p->lines.count;
    compute_distances(p);
    for (size_t line = 0; line < p->lines.count; line++)
        put_line(p, line);
    p->answers.end = sink_place(p->out);
    sink_exchange(p->out, &p->answers.sheet);
}

void pairs_part_take(struct pairs_part *p, unsigned char *bytes, size_t size)
{
    struct pairs_answers *a = &p->answers;
    sheet_clear(&a->sheet);
    *a = (struct pairs_answers){.beyond = SIZE_MAX, .wrong = a->wrong, .sheet = a->sheet};
    struct diag_thread outer = diag_thread((struct diag_thread){.say = fail_part, .argument = p});
    if (setjmp(p->border) == 0)
        pairs_part_compare(p, bytes, size);
    (void)diag_thread(outer);
}
