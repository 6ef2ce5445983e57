/* edcmp_output.h - what edcmp prints. */
#ifndef EDCMP_OUTPUT_H
#define EDCMP_OUTPUT_H

#include "pair/characters.h"
#include "pair/script.h"
#include "print/sink.h"

/* The script run-length coded, "3=1X2=", and a newline. */
void edcmp_put_cigar(struct sink *sink, const struct script *script);

/* The characters of the first content that the script calls equal: as they are there, or `visible`
 * for a terminal (sink_put_visible()). */
void edcmp_put_lcs(struct sink *sink, const struct script *script, const struct characters *c,
                   const struct content *x, bool visible);

/* Both contents one above the other, by the script; numbers are byte offsets. For a terminal of
 * `width` columns (0: 80). */
void edcmp_put_blocks(struct sink *sink, const struct script *script, const struct characters *c,
                      const struct content *x, const struct content *y, unsigned width);

#endif
