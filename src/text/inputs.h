/*
 * inputs.h - the inputs in their order: operands, standard input, and with -r the files below
 * directories.
 *
 * Used by one thread (the reader); reports nothing, hands errors on.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <sys/stat.h>

#include "options/options.h"

struct input_file {
    char *name; /* as printed; whoever takes it frees it */
    int fd;     /* -1: errnum or reason says why it cannot be searched */
    int errnum;
    const char *reason;
    bool harmless; /* the reason is a warning */
    bool regular;  /* reads never wait; false for an empty file too: it may be one as /proc/kmsg */
    uint64_t size; /* of a regular file, or an empty one, from where it is read, else UINT64_MAX */
};

enum inputs_result { INPUTS_FILE, INPUTS_END, INPUTS_MEMORY };

struct inputs;

/* NULL when memory is out. */
struct inputs *inputs_open(const struct options *o);
void inputs_close(struct inputs *t);

/* The next input; the one before must have been closed with inputs_done(). */
enum inputs_result inputs_next(struct inputs *t, struct input_file *f);
void inputs_done(struct input_file *f);

/* Sets the size of an open regular file, from where it is read. */
void inputs_measure(struct input_file *f);

/* Whether FILE shows by itself: more than one input, or a directory searched. */
bool inputs_several(const struct options *o);

#endif
