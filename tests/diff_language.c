/*
 * diff_language.c - compares edgrep with the reference implementation (agreement.h) on many small
 * cases of expressions, costs of edits and confusions. Most texts contain near matches.
 *
 * A case tests little without an occurrence, and most when several occurrences have the same
 * distance, or one does not begin m characters before its end. The program counts such cases and
 * fails if there are too few.
 */
#include <stdio.h>

#include "agreement.h"

enum { ENOUGH_TO_COUNT = 1000 }; /* from this number of cases, the counts are checked */

static struct {
    uint64_t cases, found, edited, ties, starts, paths;
} seen;

struct traits {
    bool found, edited, tie, start;
};

static void look_at_record(const struct instance *i, const struct naive_input *input,
                           const struct naive_record *r, struct traits *t)
{
    for (size_t n = 0; n < r->count; n++) {
        const struct naive_occurrence *o = &r->occurrences[n];
        struct naive_bytes text = {input->text.bytes + o->start, o->end - o->start};
        t->found = true;
        t->edited = t->edited || o->distance > 0;
        t->tie = t->tie || (o != r->best && o->distance == r->best->distance);
        t->start =
            t->start || naive_characters(text, i->options.utf8) != i->lengths[o->pattern - 1];
    }
}

static void observe(const struct instance *i, const struct naive_result *result)
{
    struct traits t = {0};
    for (size_t n = 0; n < result->ninputs; n++)
        for (size_t r = 0; r < result->inputs[n].count; r++)
            look_at_record(i, &i->inputs[n], &result->inputs[n].records[r], &t);
    for (size_t n = 0; n < result->ntop; n++)
        look_at_record(i, &i->inputs[result->top[n].input], &result->top[n].record, &t);
    seen.cases++;
    seen.found += t.found;
    seen.edited += t.edited;
    seen.ties += t.tie;
    seen.starts += t.start;
    seen.paths += i->paths;
}

static bool enough(const char *what, uint64_t count, unsigned percent)
{
    printf("%s: %.1f%%\n", what, 100.0 * (double)count / (double)seen.cases);
    return count * 100 >= seen.cases * percent;
}

static bool all_enough(uint64_t cases)
{
    if (cases < ENOUGH_TO_COUNT)
        return true;
    bool good = enough("cases that go along paths", seen.paths, 70);
    good = enough("with an occurrence", seen.found, 55) && good;
    good = enough("with one that has edits", seen.edited, 30) && good;
    good = enough("with several that are equally near in a record", seen.ties, 25) && good;
    return enough("with one that is longer or shorter than m", seen.starts, 40) && good;
}

int main(int argc, char **argv)
{
    static const struct agreement language = {.name = "diff_language",
                                              .weight = 1,
                                              .draw = instance_draw_language,
                                              .observe = observe,
                                              .enough = all_enough};
    return agreement_main(argc, argv, &language);
}
