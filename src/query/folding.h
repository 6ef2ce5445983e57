/*
 * folding.h - which characters count, and as what: --skip, --fold-space, --normalize,
 * --fold-accents, --block=loose, --dehyphenate.
 *
 * A text is compared in a form of its own (folded_text.h): in normal form (normal_form.h), without
 * the characters that are passed over, and with one space for each run of white space. Here is what
 * each character is in that. An equality never changes once it is made; all threads share it.
 */
#ifndef FOLDING_H
#define FOLDING_H

#include <stdbool.h>
#include <stdint.h>

#include "query/folding_rules.h"
#include "query/folding_sets.h"
#include "query/normal_form.h"

/* What a character is; each a bit. A character without any counts as it stands. */
enum character_kind {
    CHARACTER_SKIPPED = 1, /* it is passed over */
    CHARACTER_SPACE = 2,   /* white space; runs of it are folded */
    CHARACTER_JOINS = 4,   /* it may become one with what is before it, or change places with it */
    CHARACTER_CHANGES = 8, /* its normal form is another, or nothing */
    CHARACTER_RETURN = 16, /* a carriage return that may belong to a delimiter (--crlf) */
    CHARACTER_BLANK = 32,  /* white space, which is one piece with what is before it */
};

enum { FOLDING_RANGES = 8 };

/* The bytes from `first` on, `more` further ones. */
struct byte_range {
    uint8_t first, more;
};

struct folding {
    bool utf8;
    bool fold_space;
    bool trim_lines;            /* blanks at both ends of a line are passed over */
    bool join_lines;            /* a line break is a blank, behind a hyphen it is nothing */
    bool pieces;                /* characters may join what is before them */
    enum entry_format entries;  /* of texts only residues count */
    bool crlf;                  /* a delimiter is a newline, or a carriage return and a newline */
    struct normal_form *normal; /* NULL: texts are compared as they are written */
    uint8_t *kinds;             /* of each character below CHAR_LIMIT, in byte mode of each byte;
                                   from FOLDING_KNOWN on only folding_kind() tells them */
    struct folding_sets *sets;  /* who knows them; NULL: all are known */
    /* The bytes that need a look; all others count as they stand, but for what may follow them. */
    struct byte_range ranges[FOLDING_RANGES];
    unsigned nranges; /* FOLDING_RANGES + 1: there are more, and each byte needs a look */
    /* For each first byte from 0xc0 on of a sequence of UTF-8: the range of first bytes around it
     * whose characters all count as they stand; {0, 0}: not all of its own do. */
    struct byte_range leads[64];
};

/* The kinds of a character. */
static inline unsigned folding_kind(const struct folding *e, uint32_t c)
{
    return c < FOLDING_KNOWN || e->sets == NULL ? e->kinds[c] : folding_sets_kind(e->sets, c);
}

struct pattern_rules;

/* The equality that the rules ask for. Whether they ask for one; *e is NULL if not, or if an error
 * was reported. */
bool folding_of(const struct pattern_rules *rules, struct folding **e);
void folding_free(struct folding *e);

#endif
