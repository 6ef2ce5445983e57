/*
 * tree.c - see tree.h.
 *
 * A level is a directory on the path to where the walk is, with the names of all that lies in it.
 * Descriptors are few. Those of the first OPEN_MOST levels stay open, and that of the level at
 * work. When the walk comes back to another level, that one is opened again, level by level.
 */
#include "text/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPEN_MOST = 64 };

struct level {
    int fd;       /* -1: closed for now */
    dev_t device; /* which directory it is */
    ino_t inode;  /* on that device */
    char **names; /* sorted; owned */
    size_t count, next;
    size_t name;   /* where its own name begins in the path */
    size_t length; /* where the names in it begin in the path */
};

struct tree {
    bool follow, enter; /* enter: the entry that came last is a directory to be read */
    struct level *levels;
    size_t depth, capacity;
    char *path;
    size_t path_capacity;
};

/* Gives an array of `count` elements of `size` bytes room for `room` more; false: memory is out. */
static bool grow(void **array, size_t *capacity, size_t count, size_t room, size_t size)
{
    if (count + room <= *capacity)
        return true;
    size_t more = 2 * *capacity + room;
    void *grown = reallocarray(*array, more, size);
    if (grown == NULL)
        return false;
    *array = grown;
    *capacity = more;
    return true;
}

/* Makes the path end with this name, from byte `at` on. */
static bool set_name(struct tree *t, size_t at, const char *name)
{
    size_t size = strlen(name) + 2; /* a slash may follow */
    if (!grow((void **)&t->path, &t->path_capacity, at, size, 1))
        return false;
    memcpy(t->path + at, name, size - 1);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes the names that `directory` has; false with errno. */
static bool read_names(struct level *l, DIR *directory)
{
    size_t capacity = 0;
    struct dirent *d;
    while (errno = 0, (d = readdir(directory)) != NULL) {
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
            continue;
        if (!grow((void **)&l->names, &capacity, l->count, 1, sizeof *l->names) ||
            (l->names[l->count] = strdup(d->d_name)) == NULL) {
            errno = ENOMEM;
            return false;
        }
        l->count++;
    }
    if (l->count > 0)
        qsort(l->names, l->count, sizeof *l->names, by_name);
    return errno == 0;
}

static int open_directory(const struct tree *t, int from, const char *name, bool root)
{
    int how = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    return openat(from, name, how | (t->follow || root ? 0 : O_NOFOLLOW));
}

/* The descriptor of level i, opened again if need be; -1 with errno. */
static int descriptor(struct tree *t, size_t i)
{
    size_t first = i;
    while (t->levels[first].fd < 0) /* that of the first level stays open */
        first--;
    for (; first < i; first++) {
        struct level *from = &t->levels[first], *to = from + 1;
        char after = t->path[to->length - 1];
        t->path[to->length - 1] = '\0'; /* its slash */
        to->fd = open_directory(t, from->fd, t->path + to->name, false);
        t->path[to->length - 1] = after;
        if (first >= OPEN_MOST) {
            (void)close(from->fd);
            from->fd = -1;
        }
        if (to->fd < 0)
            return -1;
    }
    return t->levels[i].fd;
}

static void free_level(struct level *l)
{
    if (l->fd >= 0)
        (void)close(l->fd);
    for (size_t i = 0; i < l->count; i++)
        free(l->names[i]);
    free(l->names);
}

/* Reads the directory at the end of the tree's path: its name begins at byte `at`, and it lies in
 * the directory `from`. False with errno. */
static bool enter(struct tree *t, int from, size_t at)
{
    if (!grow((void **)&t->levels, &t->capacity, t->depth, 1, sizeof *t->levels))
        return false;
    struct level *l = &t->levels[t->depth];
    struct stat status;
    *l = (struct level){.fd = open_directory(t, from, t->path + at, t->depth == 0), .name = at};
    int copy = l->fd >= 0 ? fcntl(l->fd, F_DUPFD_CLOEXEC, 0) : -1;
    DIR *directory = copy >= 0 ? fdopendir(copy) : NULL;
    bool good = directory != NULL && fstat(l->fd, &status) == 0 && read_names(l, directory);
    int errnum = errno;
    if (directory != NULL)
        (void)closedir(directory);
    else if (copy >= 0)
        (void)close(copy);
    if (!good) {
        free_level(l);
        errno = errnum;
        return false;
    }
    l->device = status.st_dev;
    l->inode = status.st_ino;
    l->length = at + strlen(t->path + at);
    if (t->path[l->length - 1] != '/')
        t->path[l->length++] = '/';
    if (t->depth > OPEN_MOST) {
        (void)close(from);
        t->levels[t->depth - 1].fd = -1;
    }
    t->depth++;
    return true;
}

struct tree *tree_open(const char *root, bool follow)
{
    struct tree *t = calloc(1, sizeof *t);
    if (t == NULL || !set_name(t, 0, root)) {
        free(t);
        return NULL;
    }
    for (size_t n = strlen(root); n > 1 && t->path[n - 1] == '/' && t->path[n - 2] == '/'; n--)
        t->path[n - 1] = '\0';
    t->follow = follow;
    t->enter = true;
    return t;
}

void tree_close(struct tree *t)
{
    while (t->depth > 0)
        free_level(&t->levels[--t->depth]);
    free(t->levels);
    free(t->path);
    free(t);
}

static enum tree_kind failed(struct tree_entry *e)
{
    e->errnum = errno;
    return e->kind = errno == ENOMEM ? TREE_MEMORY : TREE_ERROR;
}

static bool is_loop(const struct tree *t, const struct stat *status)
{
    for (size_t i = 0; i < t->depth; i++)
        if (t->levels[i].device == status->st_dev && t->levels[i].inode == status->st_ino)
            return true;
    return false;
}

/* What the entry is; false when it is left out. */
static bool examine(const struct tree *t, struct tree_entry *e)
{
    struct stat status;
    e->kind = TREE_FILE;
    if (fstatat(e->directory, e->name, &status, t->follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
        return true;
    if (S_ISDIR(status.st_mode))
        e->kind = is_loop(t, &status) ? TREE_LOOP : TREE_DIRECTORY;
    return S_ISDIR(status.st_mode) || S_ISREG(status.st_mode);
}

/* Enters the directory that came last, or the root. */
static bool enter_last(struct tree *t)
{
    t->enter = false;
    if (t->depth == 0)
        return enter(t, AT_FDCWD, 0);
    const struct level *l = &t->levels[t->depth - 1];
    return enter(t, l->fd, l->length);
}

enum tree_kind tree_next(struct tree *t, struct tree_entry *e)
{
    *e = (struct tree_entry){.kind = TREE_END, .path = t->path, .directory = -1};
    if (t->enter && !enter_last(t))
        return failed(e);
    while (t->depth > 0) {
        struct level *l = &t->levels[t->depth - 1];
        if (l->next == l->count) {
            free_level(l);
            t->depth--;
            continue;
        }
        const char *name = l->names[l->next++];
        bool named = set_name(t, l->length, name);
        e->path = t->path;
        e->name = name;
        e->directory = named ? descriptor(t, t->depth - 1) : -1;
        if (!named || e->directory < 0)
            return failed(e);
        if (!examine(t, e))
            continue;
        t->enter = e->kind == TREE_DIRECTORY;
        return e->kind;
    }
    return TREE_END;
}

void tree_skip(struct tree *t)
{
    t->enter = false;
}
