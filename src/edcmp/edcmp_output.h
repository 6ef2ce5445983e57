/* edcmp_output.h - what edcmp prints. */
#ifndef EDCMP_OUTPUT_H
#define EDCMP_OUTPUT_H

#include "pair/encode_pair.h"
#include "pair/script.h"
#include "print/sink.h"

/* The script run-length coded, "3=1X2=", and a newline. */
void edcmp_put_cigar(struct sink *sink, const struct script *script);

/* The results of a pair. */
struct edcmp_figures {
    uint64_t m, n; /* characters */
    enum metric metric;
    const uint64_t *limit; /* NULL: none */
    bool more;             /* the distance is beyond it; then these are not known: */
    uint64_t distance, lcs_length;
};

/* 1 - distance / length of the longer one; 1 where both are empty. */
double edcmp_similarity(uint64_t m, uint64_t n, uint64_t distance);

/* A JSON object and a newline. */
void edcmp_put_json(struct sink *sink, const struct edcmp_figures *f);

/* A line for each: the distance, the similarity in percent, and how many characters are equal,
 * replaced, inserted, deleted, and exchanged in pairs. */
void edcmp_put_summary(struct sink *sink, const struct script *script, uint64_t distance,
                       double similarity);

/* The characters of the first content that the script calls equal: as they are there, or `visible`
 * for a terminal (sink_put_visible()). Words have their white space behind them; where other words
 * were between two, the first white space that was there. */
void edcmp_put_lcs(struct sink *sink, const struct script *script, const struct encode_pair *c,
                   const struct file_content *x, bool visible);

/* How alignments are shown. */
struct edcmp_view {
    bool all; /* not only blocks that differ, and those around them */
    bool color;
    unsigned width; /* columns of the terminal; 0: 80 */
};

/* Both contents one above the other, by the script; numbers are byte offsets, with those of lines
 * before them where there are several. */
void edcmp_put_blocks(struct sink *sink, const struct script *script, const struct encode_pair *c,
                      const struct file_content *x, const struct file_content *y,
                      const struct edcmp_view *view);

#endif
