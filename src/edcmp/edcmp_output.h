/* edcmp_output.h - formats the output of edcmp. */
#pragma once

#include "pair/encode_pair.h"
#include "pair/script.h"
#include "print/sink.h"

/* Prints the script run-length encoded, "3=1X2=", and a newline. */
void edcmp_put_cigar(struct sink *sink, const struct script *script);

/* The results of a pair. */
struct edcmp_figures {
    uint64_t m, n; /* characters */
    enum metric metric;
    const uint64_t *limit; /* NULL: no limit */
    bool more;             /* the distance is beyond the limit; then these are unknown: */
    uint64_t distance, lcs_length;
};

/* 1 - distance / length of the longer one; 1 where both are empty. */
double edcmp_similarity(uint64_t m, uint64_t n, uint64_t distance);

/* Prints a JSON object and a newline. */
void edcmp_put_json(struct sink *sink, const struct edcmp_figures *f);

/* Prints a line each: the distance, the similarity in percent, and the numbers of equal, replaced,
 * inserted and deleted characters, and of exchanged pairs. */
void edcmp_put_summary(struct sink *sink, const struct script *script, uint64_t distance,
                       double similarity);

/* Prints the characters of the first content that the script marks as equal: unchanged, or
 * `visible`, escaped for a terminal (sink_put_visible()). Words are printed with the white space
 * behind them; where other words were between two, with the first white space there. */
void edcmp_put_lcs(struct sink *sink, const struct script *script, const struct encode_pair *c,
                   const struct file_content *x, bool visible);

/* How alignments are printed. */
struct edcmp_view {
    bool all; /* print all blocks, not only those that differ, and their neighbours */
    bool color;
    unsigned width; /* columns of the terminal; 0: 80 */
};

/* Prints both contents above each other, by the script. Numbers are byte offsets, with line numbers
 * before them if there are several lines. */
void edcmp_put_blocks(struct sink *sink, const struct script *script, const struct encode_pair *c,
                      const struct file_content *x, const struct file_content *y,
                      const struct edcmp_view *view);
