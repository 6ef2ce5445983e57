/*
 * tree.h - walks a directory tree in the order of strcmp(3), to any depth.
 *
 * fts(3) of glibc cannot enter paths longer than PATH_MAX without changing the working directory,
 * which all threads share. Here each directory is opened relative to its parent.
 */
#pragma once

#include <stdbool.h>

enum tree_kind {
    TREE_FILE,      /* a file, or an entry that stat(2) fails for: opening it gives the error */
    TREE_DIRECTORY, /* its entries come next, unless tree_skip() is called */
    TREE_LOOP,      /* a directory that contains itself, by a symbolic link */
    TREE_ERROR,     /* a directory that cannot be read; see errnum */
    TREE_END,
    TREE_MEMORY, /* out of memory */
};

struct tree_entry { /* valid until the next call */
    enum tree_kind kind;
    const char *path; /* from the root as it was given */
    int directory;    /* a descriptor; openat(2) of `name` */
    const char *name;
    int errnum;
};

struct tree;

/* Walks the tree below `root`. Skips symbolic links, unless `follow`. Skips devices, FIFOs and
 * sockets, unless `devices`. Returns NULL when out of memory. */
struct tree *tree_open(const char *root, bool follow, bool devices);
void tree_close(struct tree *t);

/* Returns the kind of the next entry. The root itself is an entry only if it cannot be read. */
enum tree_kind tree_next(struct tree *t, struct tree_entry *e);

/* Does not enter the directory that tree_next() just returned. */
void tree_skip(struct tree *t);
