/*
 * diff_forms_library.c - compares two texts with the settings normalize, fold-accents and
 * fold-space, by the library and by the full table of the reference's characters (drawn_forms.h).
 * differential.h describes the command line.
 */
#include <stdlib.h>
#include <string.h>

#include "drawn_forms.h"
#include "library/edgrep.h"
#include "ref/table.h"

/* Stores the bytes of the characters of x that the alignment leaves equal: each with the bytes up
 * to the next character. */
static size_t common_text(const struct drawn_forms *t, unsigned char *to)
{
    static char edits[2 * DRAWN_FORMS_BYTES + 1];
    const struct text *x = &t->x.expected;
    size_t size = 0, i = 0;
    (void)table_align(x->chars, x->n, t->y.expected.chars, t->y.expected.n, TABLE_INDEL, edits);
    for (const char *e = edits; *e != '\0'; e++) {
        if (*e == 'I')
            continue;
        size_t from = i > 0 ? x->offset[i] : 0, end = i + 1 < x->n ? x->offset[i + 1] : t->x.size;
        if (*e == '=') {
            memcpy(to + size, t->x.bytes + from, end - from);
            size += end - from;
        }
        i++;
    }
    return size;
}

static bool check_library(const struct drawn_forms *t)
{
    static unsigned char expected[DRAWN_FORMS_BYTES];
    const char *settings[5] = {NULL};
    size_t n = 0;
    if (!t->utf8)
        settings[n++] = "binary";
    if (t->normalize)
        settings[n++] = EDGREP_NORMALIZE;
    if (t->fold_accents)
        settings[n++] = EDGREP_FOLD_ACCENTS;
    if (t->fold_space)
        settings[n++] = EDGREP_FOLD_SPACE;
    struct edgrep_text x = {(const char *)t->x.bytes, t->x.size}, common;
    struct edgrep_text y = {(const char *)t->y.bytes, t->y.size};
    struct edgrep_error error;
    struct edgrep_comparison *c = edgrep_comparison_new(settings, &error);
    uint64_t distances[2], distance = 0;
    if (c == NULL)
        abort();
    size_t size = common_text(t, expected);
    bool good =
        drawn_forms_expect("status",
                           (uint64_t)edgrep_comparison_matrix(
                               c, &x, 1, (struct edgrep_text[]){y, x}, 2, distances, &error),
                           0) &&
        drawn_forms_expect("distance of texts", distances[0], t->distance) &&
        drawn_forms_expect("distance of a text from itself", distances[1], 0) &&
        drawn_forms_expect(
            "status", (uint64_t)edgrep_comparison_align(c, x, y, &distance, NULL, &error), 0) &&
        drawn_forms_expect("distance of aligned texts", distance, t->distance) &&
        drawn_forms_expect("status",
                           (uint64_t)edgrep_comparison_lcs(c, x, y, NULL, &common, &error), 0) &&
        drawn_forms_expect("size of the common text", common.length, size) &&
        drawn_forms_expect("common text", memcmp(common.bytes, expected, size) != 0, 0);
    edgrep_comparison_free(c);
    return good;
}

static bool check_case(const struct differential *d, uint64_t number)
{
    return drawn_forms_case(d, number, check_library);
}

int main(int argc, char **argv)
{
    struct differential d = differential_parse(argc, argv, NULL, 1);
    return differential_run(&d, check_case);
}
