/*
 * diff_edcmp_forms.c - compares two texts with --normalize, --fold-accents and --fold-space, by
 * edcmp and by the full table of the reference's characters.
 *
 * Each case has two texts (drawn_forms.h). Their characters, the places of the characters, their
 * alignment, and the strings of a line of --pairs must equal the reference's. differential.h
 * describes the command line.
 */
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "drawn_forms.h"
#include "pair/pair_lines.h"
#include "query/folding.h"

static bool expect_edits(const struct script *script, const char *expected)
{
    size_t at = 0, all = strlen(expected);
    for (size_t i = 0; i < script->count; i++)
        for (uint64_t left = edit_length(script->runs[i]); left > 0; left--, at++)
            if (at == all || expected[at] != edit_kind(script->runs[i]))
                return drawn_forms_expect("edit", (uint64_t)edit_kind(script->runs[i]),
                                          (uint64_t)expected[at]);
    return drawn_forms_expect("edits", at, all);
}

/* Checks the places of the characters in the text. */
static bool check_places(const struct encode_pair *c, unsigned which, const struct drawn_form *d)
{
    const struct file_content content = {.bytes = d->bytes, .size = d->size};
    const struct file_content form = encode_pair_form(c, which, &content);
    size_t at = 0;
    bool good = true;
    for (size_t i = 0; good && i < d->expected.n; i++) {
        good = drawn_forms_expect("place", encode_pair_place(c, which, &content, at),
                                  d->expected.offset[i]);
        at += encode_pair_bytes(c, &form, at, 1);
    }
    return good && drawn_forms_expect("end of the form", at, form.size) &&
           drawn_forms_expect("end", encode_pair_place(c, which, &content, at), d->size);
}

static bool check_pair(const struct drawn_forms *t, const struct folding *folding)
{
    const struct file_content x = {.bytes = t->x.bytes, .size = t->x.size};
    const struct file_content y = {.bytes = t->y.bytes, .size = t->y.size};
    const struct encode_rules rules = {t->utf8, false, folding};
    struct compare compare = {.threads = 1};
    struct script script = {0};
    struct encode_pair c;
    encode_pair_open(&c, &x, &y, &rules);
    bool good = drawn_forms_expect("characters", c.sequences.m, t->x.expected.n) &&
                drawn_forms_expect("characters", c.sequences.n, t->y.expected.n) &&
                check_places(&c, 0, &t->x) && check_places(&c, 1, &t->y) &&
                drawn_forms_expect("distance",
                                   compare_align(&compare, &c.sequences, METRIC_LEVENSHTEIN,
                                                 UINT64_MAX / 4, &script),
                                   t->distance) &&
                expect_edits(&script, t->edits);
    script_free(&script);
    encode_pair_close(&c);
    return good;
}

/* Checks the two texts as a line of --pairs, after a line that is no pair. */
static bool check_line(const struct drawn_forms *t, const struct folding *folding)
{
    static unsigned char lines[2 * DRAWN_FORMS_BYTES + 16];
    struct pair_lines p = {.rules = {t->utf8, false, folding}};
    size_t size = 0;
    lines[size++] = '\n';
    memcpy(lines + size, t->x.bytes, t->x.size);
    size += t->x.size;
    lines[size++] = '\t';
    memcpy(lines + size, t->y.bytes, t->y.size);
    size += t->y.size;
    pair_lines_take(&p, lines, size);
    const struct pair_list *list = &p.lists[p.lists[0].count == 0];
    bool good = drawn_forms_expect("pairs", p.lists[0].count + p.lists[1].count, 1);
    if (good) {
        const struct lanes_pair *pair = &list->pairs[0];
        const struct sequences s = {pair->x.codes,  pair->y.codes, pair->x.length,
                                    pair->y.length, list->width,   list->alphabet};
        struct compare compare = {.threads = 1};
        good = drawn_forms_expect("characters of a string", s.m, t->x.expected.n) &&
               drawn_forms_expect("characters of a string", s.n, t->y.expected.n) &&
               drawn_forms_expect(
                   "distance of a line",
                   compare_distance(&compare, &s, METRIC_LEVENSHTEIN, UINT64_MAX / 4), t->distance);
    }
    pair_lines_free(&p);
    return good;
}

static bool check_forms(const struct drawn_forms *t)
{
    const struct folding_rules rules = {
        .normalize = t->normalize, .fold_accents = t->fold_accents, .fold_space = t->fold_space};
    struct folding *folding;
    if (!content_form_rules(&rules, t->utf8, &folding))
        abort();
    bool good = check_pair(t, folding) && check_line(t, folding);
    folding_free(folding);
    return good;
}

static bool check_case(const struct differential *d, uint64_t number)
{
    return drawn_forms_case(d, number, check_forms);
}

int main(int argc, char **argv)
{
    struct differential d = differential_parse(argc, argv, NULL, 1);
    return differential_run(&d, check_case);
}
