/*
 * texts.h - many texts as codes for the lanes (lanes/lanes.h).
 *
 * Characters and their equality are those of encode_pair.h. The texts themselves are the codes if
 * possible; otherwise this struct owns an array of codes.
 */
#pragma once

#include "lanes/lanes.h"
#include "library/edgrep.h"
#include "pair/encode_pair.h"

/* All zero except the first member. Its memory belongs to a heap. */
struct texts {
    struct encode_rules rules;
    struct lanes_string *strings; /* of all texts, those of the first list first */
    size_t capacity;
    unsigned width;        /* of the codes of all strings, in bytes */
    unsigned char *copies; /* of texts */
    size_t copies_capacity;
    struct string_forms forms;     /* of texts that are compared in another form */
    struct encode_pair characters; /* encoder of those */
    bool coded;
};

/*
 * Makes strings of the texts of two lists, which must stay as long as the strings are used, and
 * drops the previous strings. Texts have at most DISTANCES_LONGEST bytes. A text of more than
 * `longest` bytes becomes empty, because the caller compares it in another way. Leaves the call
 * when out of memory.
 */
void texts_take(struct texts *t, const struct edgrep_text *const lists[2], const size_t counts[2],
                size_t longest);
