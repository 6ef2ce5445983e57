/*
 * folded_text.h - a text folded for comparison (folding.h), with a map of its characters to
 * positions in the source text.
 *
 * With --skip='[ -]' the text "ab - c" has the folded text "abc". Its "c" comes from byte 5, and
 * "ab" ends at byte 2. Positions are stored only where the offsets of the two texts diverge: at a
 * bend. Between two bends, both advance byte by byte.
 *
 * With --block=loose the white space after a character belongs to its piece, because only the end
 * of the run shows whether it has a newline, and so lies at the end of a line.
 *
 * With --crlf a delimiter of two bytes is one newline in the folded text.
 *
 * An undecodable byte of the folded text may precede bytes that did not follow it in the source
 * text. At such a joint, decoding restarts: see folded_text_decode().
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/folding.h"

/* Initially all zero; the creator frees it. */
struct folded_text {
    unsigned char *bytes;
    size_t n, capacity;
    struct bend *bends;
    size_t nbends, bends_capacity;
    size_t *joints; /* positions in the folded text, ascending */
    size_t njoints, joints_capacity;
    uint32_t ended;          /* source position where the last character ends */
    uint32_t next;           /* source position of the next one, unless there is a bend */
    bool spaced;             /* the last character is a folded space */
    bool broken;             /* the last character is an undecodable byte */
    enum entry_part part;    /* of the next byte, with folding->entries */
    bool goes_on;            /* more text follows after the next call */
    struct piece_form piece; /* scratch */
};

/* Removes the text. */
void folded_text_clear(struct folded_text *p);
void folded_text_free(struct folded_text *p);

/*
 * Adds the bytes [from, to) of a text, in order. The byte `delimiter` (-1: none) is not folded.
 * `to` must be a border of characters, of pieces of the normal form, and of delimiters. Returns
 * false when out of memory.
 */
bool folded_text_add(struct folded_text *p, const struct folding *e, const unsigned char *text,
                     size_t from, size_t to, int delimiter);

/* Adds the bytes of a delimiter unchanged. */
bool folded_text_add_delimiter(struct folded_text *p, const unsigned char *text, size_t from,
                               size_t to);
