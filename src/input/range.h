/*
 * range.h - a unit of work that one thread reads and searches by itself: whole records of one
 * regular file, or several small files.
 *
 * A range has parts. A part is bytes [begin, end) of the text of one input; it begins and ends with
 * records. The parts of all ranges follow each other without a gap, in the order of the inputs. An
 * input that cannot be opened is a part without text.
 *
 * A range has one owner at a time, like a chunk (chunk.h). Ranges share open files by reference
 * counts; the last user closes the file.
 */
#pragma once

#include <stdatomic.h>

#include "input/input_status.h"
#include "input/inputs.h"

/* An open file with a reference count. */
struct opened {
    atomic_uint users;      /* parts that have not been read, and the source while the file is its
                               current input */
    struct input_file file; /* its `name` is NULL */
    atomic_uint *count;     /* number of open files, over all ranges */
};

struct part {
    struct input_status input_status; /* every part has a name, not only the first of an input */
    struct opened *opened;            /* NULL: the part needs no more reading */
    uint64_t input;                   /* number of the input */
    uint64_t begin;
    uint64_t end;                 /* UINT64_MAX: to the end of the input */
    enum encoding_kind converted; /* encoding that the text is converted from; ENCODING_AUTO: the
                                     text is as it is in the file */
    uint64_t source;              /* of converted text: where in the file the part begins */
    bool unnamed; /* another rank cannot open the file by its name, and must be sent the text */
};

struct range {
    struct part *parts;
    size_t nparts, capacity;
    uint64_t ticket; /* of a range received from another rank: that rank's number for it */
};

/* Takes ownership of the file, without its name, and increments *count. The caller is its first
 * user. When out of memory, closes the file and returns NULL. */
struct opened *opened_new(const struct input_file *file, atomic_uint *count);

/* Returns the status of a piece of the file, except its name. `first`: the input begins with it. */
struct input_status opened_status(const struct opened *o, bool first);

/* Drops one reference; the last one closes the file. NULL is ignored. */
void opened_leave(struct opened *o);

/* Adds a part, which the range then owns, and counts it as a user of its file, if it has one. When
 * out of memory, returns false, and the caller still owns the part. */
bool range_add(struct range *r, const struct part *part);

/* Returns whether a file with this name is another one, or none, for another process. */
bool part_unnamed(const char *name);

/* Drops the part's reference to its file: the part needs no more reading. */
void part_leave(struct part *p);

/* A pipe(2) carries ranges from one thread to others; one thread at a time reads. range_send()
 * leaves *r empty, and exits the program on failure. range_receive() frees the contents of *r, and
 * waits for the next range; it returns false at the end of the pipe. */
void range_send(int pipe, struct range *r);
bool range_receive(int pipe, struct range *r);

/* range_clear() removes all parts. range_free() also frees the array. */
void range_clear(struct range *r);
void range_free(struct range *r);
