/*
 * delimiter.h - the matches of --delimiter in text that is still coming.
 *
 * Each delimiter is the leftmost match of the regex in the text behind the delimiter before it, as
 * if that text were all there is. What is found depends on the text alone, not on how much of it is
 * there at a time. For that, the regex may not hold what looks back without bound or lets an
 * attempt to match at one place decide about other places: delimiter_open() refuses it.
 */
#ifndef DELIMITER_H
#define DELIMITER_H

#include "text/filter.h"

enum {
    DELIMITER_MOST = 64 << 10,     /* bytes of a delimiter */
    DELIMITER_LOOK_MOST = 1 << 20, /* bytes from where it begins within which it is certain */
};

struct delimiter;

/* Compiles the regex of --delimiter. Reports errors with diag_error() and returns NULL. */
struct delimiter *delimiter_open(const char *regex, bool utf8);
void delimiter_close(struct delimiter *d);

/* A text to be searched: it begins behind a delimiter, with the input, or within a record. */
struct delimiter_text {
    const unsigned char *bytes;
    size_t length;
    bool middle; /* within a record, of which more lies before it */
    bool last;   /* no more text will come */
};

/*
 * The leftmost delimiter in `text` that begins at or behind `from`. Where `middle`, the text must
 * have delimiter_lookbehind() bytes before `from`.
 *
 * FILTER_YES: it is [bounds[0], bounds[1]). FILTER_NO: none begins in the text. FILTER_MORE, only
 * without `last`: one may begin at bounds[0], with more text, and none begins before. FILTER_ERROR:
 * none begins before bounds[0]; *reason says why there the search failed, until the next one.
 */
enum filter_result delimiter_find(struct delimiter *d, const struct delimiter_text *text,
                                  size_t from, size_t bounds[2], const char **reason);

/* How many bytes before `from` delimiter_find() may look at. */
size_t delimiter_lookbehind(const struct delimiter *d);

#endif
