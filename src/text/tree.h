/*
 * tree.h - what lies below a directory, in the order of strcmp(3), at any depth.
 *
 * fts(3) of glibc cannot go where paths are longer than PATH_MAX without changing the working
 * directory, which belongs to all threads. Here each directory is opened from the one it lies in.
 */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>

enum tree_kind {
    TREE_FILE,      /* a file, or what stat(2) fails for: opening it tells why */
    TREE_DIRECTORY, /* what lies in it comes next, unless tree_skip() is called */
    TREE_LOOP,      /* a directory that the entry itself lies in */
    TREE_ERROR,     /* a directory that cannot be read; errnum says why */
    TREE_END,
    TREE_MEMORY, /* memory is out */
};

struct tree_entry { /* valid until the next call */
    enum tree_kind kind;
    const char *path; /* from the root as it was given */
    int directory;    /* a descriptor, from which `name` is to be opened */
    const char *name;
    int errnum;
};

struct tree;

/* The tree below `root`. Symbolic links are left out, unless `follow`: then the tree has what they
 * lead to. Devices, FIFOs and sockets are left out, unless `devices`. NULL: memory is out. */
struct tree *tree_open(const char *root, bool follow, bool devices);
void tree_close(struct tree *t);

/* The next entry, and its kind. The root is no entry, unless it cannot be read. */
enum tree_kind tree_next(struct tree *t, struct tree_entry *e);

/* The directory that came last is not entered. */
void tree_skip(struct tree *t);

#endif
