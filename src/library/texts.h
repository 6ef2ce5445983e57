/*
 * texts.h - many texts as codes for the lanes (lanes/lanes.h).
 *
 * What a character is, and which characters are equal, is as in encode_pair.h. The texts themselves
 * are the codes where that may be; otherwise the codes are in memory that this keeps.
 */
#ifndef TEXTS_H
#define TEXTS_H

#include "lanes/lanes.h"
#include "library/edgrep.h"
#include "pair/encode_pair.h"

/* Begins as zero but for the first two. It lies in a heap, and goes with that. */
struct texts {
    bool utf8, ignore_case;
    struct lanes_string *strings; /* of all texts, those of the first list first */
    size_t capacity;
    unsigned width;        /* of the codes of all strings, in bytes */
    unsigned char *copies; /* of texts */
    size_t copies_capacity;
    struct encode_pair characters; /* of these */
    bool coded;
};

/*
 * Makes strings of the texts of two lists, which must stay as long as the strings are used; what
 * was made before is forgotten. No text has more than DISTANCES_LONGEST bytes. In a text of more
 * than `longest` bytes there is nothing, for the caller does something else with it. Out of memory
 * the call ends.
 */
void texts_take(struct texts *t, const struct edgrep_text *const lists[2], const size_t counts[2],
                size_t longest);

#endif
