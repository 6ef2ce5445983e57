/*
 * align.h - the alignment of a pattern with MATCHED: which edits make one of the other.
 *
 * It is traced back from the end, preferring the diagonal (equal, exchanged, substituted or
 * confused), then a text character more, then a pattern character more; so there is exactly one.
 * Time is that of the bit-vector step for every column twice, memory m * sqrt(n) / 2 bytes.
 */
#ifndef ALIGN_H
#define ALIGN_H

#include "match/occurrence.h"
#include "output/nearest.h"
#include "print/paint.h"
#include "query/query.h"

struct alignment {
    const struct query *query;
    const struct pattern *pattern;
    const uint32_t *items; /* those of the pattern, or of the sequence that was found */
    size_t nitems;
    size_t before;             /* items of the pattern that lie before the record (overhang.h) */
    const unsigned char *text; /* MATCHED */
    size_t text_length;
    /* For each place: '=' equal, 'X' substituted, 'T' one of two that are exchanged, 'I' only in
     * the text, 'D' only in the pattern. Of a confusion 'C' is the first place, and others are 'c',
     * 'i' (only in the text) and 'd' (only in the pattern). */
    const char *edits;
    size_t nedits;
    const struct span *groups; /* of the pattern's marked automaton (nearest.h); or NULL */
    /* Of a plain text: `text` is the part of it from this byte on, and where that lies, `matched`
     * bytes from `text_begin` on. NULL: it is as it stands. */
    const struct folded_text *plain;
    size_t plain_begin, text_begin, matched;
    const unsigned char *match;      /* these bytes */
    const struct encoding *encoding; /* whose offsets are shown; NULL: those of the text */
    uint32_t distance;
};

struct aligner;

struct aligner *aligner_open(const struct query *q);
void aligner_close(struct aligner *a);

/* Aligns query->patterns[pattern] with all of text. What is returned points into text and, until
 * the next call, into the aligner. */
struct alignment aligner_align(struct aligner *a, size_t pattern, const unsigned char *text,
                               size_t length);

/* Aligns the pattern with text[match.start..match.end) of a record, which may be another pattern's
 * match. For an automaton, aligns its nearest sequence (nearest.h). */
struct alignment aligner_within(struct aligner *a, size_t pattern, const unsigned char *text,
                                size_t length, struct span match);

/* Returns the number and kind of the equal edits from number *at on, as CIGAR has them, and
 * advances *at, which is 0 at first. An exchange counts as one edit, and so does a confusion.
 * Returns false at the end. */
bool alignment_next_run(const struct alignment *a, size_t *at, uint32_t *length, char *kind);

/* Aligns an occurrence's pattern with its MATCHED, in a record that is kept. */
struct alignment aligner_occurrence(struct aligner *a, const struct record *record,
                                    const struct occurrence *o);

/* Returns the text of a group (1 to NEAREST_GROUPS) in MATCHED, from its first item's character to
 * its last one's; empty if the group matched nothing. Only for expressions with groups, and
 * unfolded text. */
struct span alignment_group(const struct alignment *a, unsigned group);

enum { ALIGN_INDENT = 4 }; /* columns before what stands below the line of an occurrence */

/* The edits run-length coded, "3=1X2=". */
void alignment_put_cigar(const struct alignment *a, struct sink *sink);

/*
 * Pattern, marks ('|' equal, '*' substituted, 'x' exchanged, '~' confused) and text above each
 * other, in indented blocks of three lines at most `width` columns wide (0: 80). Positions in the
 * pattern count from 1, those in the text are byte offsets in the input; `offset` is that of
 * MATCHED.
 */
void alignment_put_blocks(const struct alignment *a, const struct paint *paint, uint64_t offset,
                          unsigned width);

#endif
