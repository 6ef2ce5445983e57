/*
 * drawn_forms.h - two texts drawn at random, what the reference makes of them with --normalize,
 * --fold-accents and --fold-space (ref/naive_plain.h), and their alignment by the whole table.
 *
 * The texts are of letters, marks, white space and broken UTF-8; the second is often a copy of the
 * first with edits.
 */
#pragma once

#include "differential.h"
#include "ref/naive_plain.h"

enum { DRAWN_FORMS_BYTES = 240 };

struct drawn_form {
    unsigned char bytes[DRAWN_FORMS_BYTES];
    size_t size;
    struct text wanted; /* its characters as they are compared */
};

struct drawn_forms {
    struct drawn_form x, y;
    bool utf8, normalize, fold_accents, fold_space;
    uint64_t distance; /* wanted; of Levenshtein */
    char edits[2 * DRAWN_FORMS_BYTES + 1];
};

/* Draws the texts of a case (differential_run()), and checks them. Returns what `check` returns. */
bool drawn_forms_case(const struct differential *d, uint64_t number,
                      bool (*check)(const struct drawn_forms *t));

/* Prints and returns false where two figures differ. */
bool drawn_forms_expect(const char *what, uint64_t got, uint64_t wanted);
