/*
 * folding.h - the rules by which texts are folded before comparison: --skip, --fold-space,
 * --normalize, --fold-accents, --block=loose, --dehyphenate.
 *
 * A folded text (folded_text.h) is in normal form (normal_form.h), without the skipped characters,
 * and with one space for each run of white space. This module classifies the characters. A folding
 * never changes once it is made; all threads share it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "query/folding_kernel.h"
#include "query/folding_rules.h"
#include "query/folding_sets.h"
#include "query/normal_form.h"

/* Kinds of characters, as bits. A character without any is unchanged. */
enum character_kind {
    CHARACTER_SKIPPED = 1, /* skipped */
    CHARACTER_SPACE = 2,   /* white space; runs of it are folded */
    CHARACTER_JOINS = 4,   /* may combine with the character before it, or be reordered with it */
    CHARACTER_CHANGES = 8, /* has another normal form, or none */
    CHARACTER_RETURN = 16, /* a carriage return that may belong to a delimiter (--crlf) */
    CHARACTER_BLANK = 32,  /* white space that belongs to the piece before it */
};

enum { FOLDING_RANGES = 8, FOLDING_ALONE = 0x2000 };

struct folding {
    bool utf8;
    bool fold_space;
    bool trim_lines;           /* blanks at both ends of a line are skipped */
    bool join_lines;           /* a line break is a blank; after a hyphen it is dropped */
    bool pieces;               /* characters may join the character before them */
    enum entry_format entries; /* only residues are compared */
    bool crlf;                 /* a delimiter is a newline, or a carriage return and a newline */
    bool normalizes;           /* texts are in normal form, */
    bool drops_accents;        /* without accents */
    uint16_t *alone; /* with `normalizes`, for each character below FOLDING_ALONE that changes: the
                        character it becomes if none joins it; 0: ask normal_form_piece() */
    uint8_t *kinds;  /* of each character below CHAR_LIMIT, in byte mode of each byte;
                        from FOLDING_KNOWN on use folding_kind() */
    struct folding_sets *sets; /* classifies those; NULL: `kinds` has all */
    /* The bytes that need a closer look. All others are unchanged, unless the next character joins
     * them. */
    struct byte_range ranges[FOLDING_RANGES];
    unsigned nranges; /* FOLDING_RANGES + 1: too many ranges; `kinds` is asked for each byte */
    struct byte_set attention; /* all these bytes */
    const struct folding_kernel *kernel;
    /* For each first byte from 0xc0 on of a UTF-8 sequence: the range of first bytes around it
     * whose characters are all unchanged; {0, 0}: some of its own are not. */
    struct byte_range leads[64];
};

/* Returns the kinds of a character. */
static inline unsigned folding_kind(const struct folding *e, uint32_t c)
{
    return c < FOLDING_KNOWN || e->sets == NULL ? e->kinds[c] : folding_sets_kind(e->sets, c);
}

struct pattern_rules;

/* Sets *e to the folding of the rules; NULL: they do not fold. Returns false if an error was
 * reported. */
bool folding_of(const struct pattern_rules *rules, struct folding **e);
void folding_free(struct folding *e);

/* Returns whether folding leaves all n bytes of the text unchanged, with records that end at each
 * byte `delimiter` (-1: none). May return false for unchanged texts with undecodable bytes. */
bool folding_unchanged(const struct folding *e, const unsigned char *text, size_t n, int delimiter);
