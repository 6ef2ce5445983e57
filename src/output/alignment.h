/*
 * alignment.h - the alignment of a pattern with MATCHED: the edits between them (align.c), and how
 * it is shown (alignment.c).
 *
 * The traceback starts at the end and prefers the diagonal (equal, exchanged, substituted or
 * confused), then an extra text character, then an extra pattern character; so the alignment is
 * unique. Time is that of the bit-vector step for every column twice, memory m * sqrt(n) / 2 bytes.
 */
#pragma once

#include "match/occurrence.h"
#include "output/nearest.h"
#include "print/paint.h"
#include "query/query.h"

struct alignment {
    const struct query *query;
    const struct pattern *pattern;
    const uint32_t *items; /* items of the pattern, or of the nearest sequence */
    size_t nitems;
    size_t before;             /* items of the pattern that lie before the record (overhang.h) */
    const unsigned char *text; /* MATCHED, as it is compared */
    size_t text_length;
    /* For each place: '=' equal, 'X' substituted, 'T' one of two that are exchanged, 'I' only in
     * the text, 'D' only in the pattern. Of a confusion 'C' is the first place, and others are 'c',
     * 'i' (only in the text) and 'd' (only in the pattern). */
    const char *edits;
    size_t nedits;
    const struct span *groups; /* of the pattern's marked automaton (nearest.h); or NULL */
    /* The folded text: `text` is the part of it from byte `text_begin` on, made from `matched`
     * bytes. NULL: not folded. */
    const struct folded_text *folded;
    size_t folded_begin, text_begin, matched;
    const unsigned char *match;      /* MATCHED as it was read */
    const struct encoding *encoding; /* whose offsets are shown; NULL: those of the text */
    uint32_t distance;
};

struct aligner;

struct aligner *aligner_open(const struct query *q);
void aligner_close(struct aligner *a); /* NULL is ignored */

/* Aligns an occurrence's pattern with its MATCHED, in a record that is kept. The result points into
 * the record and, until the next call, into the aligner. */
struct alignment aligner_occurrence(struct aligner *a, const struct record *record,
                                    const struct occurrence *o);

/* Returns the number and kind of the equal edits from number *at on, as CIGAR has them, and
 * advances *at, which is 0 at first. An exchange counts as one edit, and so does a confusion.
 * Returns false at the end. */
bool alignment_next_run(const struct alignment *a, size_t *at, uint32_t *length, char *kind);

/* Returns where in `match` the text of a group (1 to NEAREST_GROUPS) lies, from its first item's
 * character to its last one's; empty if the group matched nothing. Only for expressions with
 * groups. */
struct span alignment_group(const struct alignment *a, unsigned group);

enum { ALIGN_INDENT = 4 }; /* columns of indentation below an occurrence's line */

/* Prints the edits run-length encoded, "3=1X2=". */
void alignment_put_cigar(const struct alignment *a, struct sink *sink);

/*
 * Prints pattern, marks ('|' equal, '*' substituted, 'x' exchanged, '~' confused) and text above
 * each other, in indented blocks of three lines at most `width` columns wide (0: 80). Positions in
 * the pattern count from 1, those in the text are byte offsets in the input; `offset` is that of
 * MATCHED.
 */
void alignment_put_blocks(const struct alignment *a, const struct paint *paint, uint64_t offset,
                          unsigned width);
