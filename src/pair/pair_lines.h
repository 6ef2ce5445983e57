/*
 * pair_lines.h - lines of two strings each, with a tab between them, as codes for lanes/lanes.h.
 *
 * What a character is, and which characters are equal, is as in encode_pair.h. Pairs of ASCII, and
 * all pairs where characters are bytes, have codes of one byte; others have those of their
 * alphabet, of one byte or four. So there are two lists of pairs. Words (words.h) always are of the
 * second one.
 */
#ifndef PAIR_LINES_H
#define PAIR_LINES_H

#include "lanes/lanes.h"
#include "pair/encode_pair.h"
#include "pair/words.h"

enum { PAIR_LINES_KINDS = 2 };

struct pair_list {
    struct lanes_pair *pairs;
    size_t *lines; /* which line each is on, from 0 */
    size_t count, capacity, capacity_lines;
    unsigned width;    /* of a code */
    uint32_t alphabet; /* every code is less */
};

struct pair_lines {
    /* Set by the caller; else it is all zero. */
    struct encode_rules rules;
    bool words;

    struct pair_list lists[PAIR_LINES_KINDS];
    const char **wrong; /* of each line: why it is no pair, or NULL */
    size_t count, capacity;

    struct string_forms strings;   /* what is coded, a string a line */
    struct encode_pair characters; /* of it */
    bool coded;
};

/*
 * Takes the lines of `size` bytes; the last one may have no newline. What was taken before is
 * forgotten. The bytes must stay as long as the pairs are used, and may be changed by this. Out of
 * memory the program ends.
 */
void pair_lines_take(struct pair_lines *p, unsigned char *bytes, size_t size);
void pair_lines_free(struct pair_lines *p);

#endif
