/*
 * range.h - what one thread takes at a time, reads by itself and searches: whole records of one
 * regular file, or several small files.
 *
 * A range has parts, each of one input: bytes [begin, end) of its text, which begin and end with
 * records. The parts of all ranges follow each other without gap, in the order of the inputs. An
 * input that cannot be opened is a part without text.
 *
 * A range has one owner at a time, as a chunk has (chunk.h). Files are shared by ranges, and closed
 * by the last that reads them.
 */
#ifndef RANGE_H
#define RANGE_H

#include <stdatomic.h>

#include "text/input_status.h"
#include "text/inputs.h"

/* An open file. */
struct opened {
    atomic_uint users;      /* parts that have not been read, and the source while it has it */
    struct input_file file; /* without name */
    atomic_uint *count;     /* of all open files */
};

struct part {
    struct input_status
        news;              /* the name comes with each part, not only with the first of an input */
    struct opened *opened; /* NULL: all that is wanted of the part has been read */
    uint64_t input;        /* number of the input */
    uint64_t begin;
    uint64_t end; /* UINT64_MAX: to the end of the input */
    bool unnamed; /* another rank cannot open the file by the name: it gets the text */
};

struct range {
    struct part *parts;
    size_t nparts, capacity;
    uint64_t ticket; /* of a range that came from another rank: what that calls it */
};

/* Takes the file over, without its name; *count gets one more. NULL: memory is out, the file is
 * closed. The caller is its first user. */
struct opened *opened_new(const struct input_file *file, atomic_uint *count);

/* A user has done with the file; the last one closes it. NULL is nothing. */
void opened_leave(struct opened *o);

/* Adds a part, which the range owns then, and which is one more user of its file, if it has one.
 * False: memory is
 * out, and the part still the caller's. */
bool range_add(struct range *r, const struct part *part);

/* Nothing more is read of the part. */
void part_leave(struct part *p);

/* range_clear(): no part is left. range_free() keeps no memory either. */
void range_clear(struct range *r);
void range_free(struct range *r);

#endif
