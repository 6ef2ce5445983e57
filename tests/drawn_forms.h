/*
 * drawn_forms.h - draws two random texts; computes what --normalize, --fold-accents and
 * --fold-space make of them (ref/naive_plain.h), and their alignment by the full table.
 *
 * The texts consist of letters, marks, white space and broken UTF-8. The second is often a copy of
 * the first with edits.
 */
#pragma once

#include "differential.h"
#include "ref/naive_plain.h"

enum { DRAWN_FORMS_BYTES = 240 };

struct drawn_form {
    unsigned char bytes[DRAWN_FORMS_BYTES];
    size_t size;
    struct text expected; /* the characters that are compared */
};

struct drawn_forms {
    struct drawn_form x, y;
    bool utf8, normalize, fold_accents, fold_space;
    uint64_t distance; /* the expected Levenshtein distance */
    char edits[2 * DRAWN_FORMS_BYTES + 1];
};

/* Draws the texts of a case, and calls `check`. Returns the result of `check`. For
 * differential_run(). */
bool drawn_forms_case(const struct differential *d, uint64_t number,
                      bool (*check)(const struct drawn_forms *t));

/* Returns whether two numbers are equal; if not, prints them. */
bool drawn_forms_expect(const char *what, uint64_t got, uint64_t expected);
