/*
 * folded_text.h - a text in the form in which it is compared (folding.h), and where in the text as
 * it was read each of its characters lies.
 *
 * With --skip='[ -]' the text "ab - c" has the plain text "abc". Its "c" lies at byte 5, and "ab"
 * ends at byte 2. Places are kept only where the two texts part: at a bend. Between two bends the
 * bytes of both go side by side.
 *
 * With --block=loose the white space behind a character is one piece with it: only where the run
 * ends is it known whether it has a newline, and so lies at the end of a line.
 *
 * With --crlf a delimiter of two bytes is one newline in the plain text.
 *
 * An undecodable byte of the plain text may stand before bytes which, in the text, did not follow
 * it. At such a joint decoding begins anew: folded_text_decode() does so.
 */
#ifndef FOLDED_TEXT_H
#define FOLDED_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/folding.h"

struct bend {
    uint32_t at;      /* a byte of the plain text */
    uint32_t end;     /* where, in the text, the character before it ends */
    uint32_t begin;   /* where the character behind it begins */
    uint64_t dropped; /* of the 64 bytes from there on: a bit for each that does not count */
};

/* All zeros at first; who makes it frees it. */
struct folded_text {
    unsigned char *bytes;
    size_t n, capacity;
    struct bend *bends;
    size_t nbends, bends_capacity;
    size_t *joints; /* bytes of the plain text, ascending */
    size_t njoints, joints_capacity;
    uint32_t ended;          /* where, in the text, the last character ends */
    uint32_t next;           /* where the next one begins unless there is a bend */
    bool spaced;             /* it is a folded space */
    bool broken;             /* it is an undecodable byte */
    enum entry_part part;    /* of the byte that is added next, with folding->entries */
    bool goes_on;            /* more of the text lies behind what is added next */
    struct piece_form piece; /* scratch */
};

/* Empties it. */
void folded_text_clear(struct folded_text *p);
void folded_text_free(struct folded_text *p);

/*
 * Adds the bytes [from, to) of a text, in order. The byte `delimiter` (-1: none) is not folded.
 * `to` must be a border between characters, pieces of the normal form, and delimiters. Returns
 * false when out of memory.
 */
bool folded_text_add(struct folded_text *p, const struct folding *e, const unsigned char *text,
                     size_t from, size_t to, int delimiter);

/* Adds them as they stand: a delimiter. */
bool folded_text_add_delimiter(struct folded_text *p, const unsigned char *text, size_t from,
                               size_t to);

#endif
