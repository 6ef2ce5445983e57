/*
 * follow.c - the ranges that come go into a source (source_give()), from which workers take them as
 * they take those of inputs on rank 0 (workers.h, turns.h). In the place of delivering what they
 * have made of them, the main thread sends it to rank 0, in any order.
 *
 * The main thread opens the files: ranges of one file follow each other, so it keeps the last.
 */
#include "edgrep/follow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "edgrep/briefing.h"
#include "edgrep/parcel.h"
#include "edgrep/told.h"
#include "edgrep/workers.h"
#include "scan/choice.h"

enum { MORE_SLOTS = 64 }; /* for devices */

struct follow {
    struct briefing briefing;
    struct search search;
    struct stats stats; /* nobody prints them */
    struct bests bests;
    struct turns *turns;
    struct workers *workers;
    struct scanner scanner; /* of nobody */
    struct told told;       /* what rank 0 knows of them */
    unsigned room;          /* ranges that it sends at a time */
    unsigned devices;       /* workers for devices beside the processor, of which it knows */

    struct opened *opened; /* the file that a part came of last, or NULL */
    uint64_t input;        /* its number; UINT64_MAX: it is text that came in a message */
    atomic_uint open_files;

    double began;  /* io_seconds() at the first range; 0: there was none */
    double done;   /* bytes that were searched */
    uint64_t left; /* bytes behind the last range that came, in its input; UINT64_MAX: not known */
};

/* What goes wrong. */

struct reason {
    char text[4096];
};

/* What goes wrong with a range, as rank 0 says it. */
static struct reason blame(const char *message)
{
    struct reason r;
    (void)snprintf(r.text, sizeof r.text, "rank %u (%s): %s", ranks_own(), ranks_host(), message);
    return r;
}

/* The main thread's own errors: where it would die, rank 0 is told (ranks.h). */
static void hear(const char *message, bool error)
{
    if (error)
        die("%s", message);
}

/* Opening. */

static void choose(struct follow *f)
{
    struct search *s = &f->search;
    struct output_env *env = &f->briefing.env;
    const struct options *o = &f->briefing.options;
    env->query = choice_query(o, env->wants.resolve.detail == RESOLVE_ANY);
    const struct engine *engine = choice_engine(o, env->query);
    s->scanner = choice_parts(o, env->query, engine);
    s->scanner.query = env->query;
    s->scanner.alphabet = s->alphabet = alphabet_open(env->query, o->delimiter_byte);
    s->scanner.bests = s->bests = &f->bests;
    if (s->alphabet == NULL || !bests_open(&f->bests, env->query))
        die_out_of_memory();
}

/* Asks for so many ranges at a time, which suit that engine. */
static void send_ready(struct follow *f, unsigned engine, unsigned ranges)
{
    struct pack p = {0};
    f->room = ranges;
    pack_number(&p, ranges);
    pack_number(&p, search_chunk_size(&f->search, engine));
    pack_send(&p, 0, PARCEL_READY);
}

/* Devices have begun beside the processor: they want more, and larger ranges. */
static void welcome_devices(struct follow *f)
{
    unsigned devices = turns_devices(f->turns);
    if (devices <= f->devices)
        return;
    send_ready(f, SCANNER_OFFLOAD, f->room + 2 * (devices - f->devices));
    f->devices = devices;
}

/* As many slots as the workers can have ranges, devices included, and as many that wait to be sent.
 */
static void start(struct follow *f)
{
    struct search *s = &f->search;
    struct slot none = SLOT_INIT;
    unsigned wanted = workers_wanted(s);
    f->turns = turns_open(s, (struct turns_size){2 * (size_t)wanted + MORE_SLOTS, 1, 0}, &none);
    f->scanner.parts = &s->scanner;
    f->workers = workers_start(s, f->turns, &f->scanner, wanted);
    if (f->workers == NULL)
        die("no thread could be started: %s", strerror(errno));
    send_ready(f, SCANNER_ENGINE, wanted + 1);
}

static void open_search(struct follow *f, const struct message *m)
{
    struct unpack u = unpack_open(m);
    briefing_get(&f->briefing, &u);
    f->search.options = &f->briefing.options;
    f->search.env = &f->briefing.env;
    f->search.stats = &f->stats;
    f->search.source = source_open_given();
    f->search.sink = sink_collect();
    choose(f);
    f->briefing.env.bests = &f->bests;
    told_open(&f->told, &f->bests);
    start(f);
}

static void close_search(struct follow *f)
{
    turns_stop(f->turns);
    (void)workers_join(f->workers);
    turns_close(f->turns);
    opened_leave(f->opened);
    source_close(f->search.source);
    sink_close(f->search.sink);
    told_close(&f->told);
    bests_close(&f->bests);
    alphabet_close(f->search.alphabet);
    query_free(f->briefing.env.query);
    briefing_free(&f->briefing);
}

/* Ranges. */

/* Opens the file that rank 0 means. NULL, or why it cannot be searched. */
static const char *open_file(struct input_file *file, const char *name,
                             const struct timespec *modified)
{
    struct stat status;
    file->fd = open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (file->fd < 0 || fstat(file->fd, &status) != 0)
        return strerror(errno);
    if ((uint64_t)status.st_size != file->size || status.st_mtim.tv_sec != modified->tv_sec ||
        status.st_mtim.tv_nsec != modified->tv_nsec)
        return "has another size or time there than on rank 0";
    return NULL;
}

/* Makes a file of text that came in a message: that of an input from byte `begin` on. */
static const char *make_file(struct input_file *file, const struct parcel_part *p)
{
    file->fd = memfd_create("text", MFD_CLOEXEC);
    file->start = -(off_t)p->part.begin;
    file->size = p->part.begin + p->length;
    return file->fd >= 0 && io_write(file->fd, p->text, p->length) ? NULL : strerror(errno);
}

/* Finds the file of a part in f->opened. NULL, or why it cannot be searched. */
static const char *find_file(struct follow *f, const struct parcel_part *p)
{
    const struct news *n = &p->part.news;
    struct input_file file = {.fd = -1, .regular = true, .size = n->size};
    const char *reason = NULL;
    if (f->opened != NULL && f->input == p->part.input && p->text == NULL)
        return NULL;
    opened_leave(f->opened);
    f->opened = NULL;
    if (p->text != NULL)
        reason = make_file(&file, p);
    else if (!n->unopened)
        reason = open_file(&file, n->name, &p->modified);
    if (reason != NULL)
        inputs_done(&file);
    else if ((f->opened = opened_new(&file, &f->open_files)) == NULL)
        reason = strerror(ENOMEM);
    f->input = p->text == NULL ? p->part.input : UINT64_MAX; /* text is for its part alone */
    return reason;
}

static void send_extract(struct follow *f, struct slot *slot)
{
    struct pack p = {0};
    struct reason reason; /* lives as long as the slot tells it */
    if (slot->death != NULL) {
        reason = blame(slot->death);
        slot->death = reason.text;
    }
    parcel_put_extract(&p, slot, told_all(&f->told, &f->bests));
    pack_send(&p, 0, PARCEL_EXTRACT);
}

/* The range cannot be searched: its extract tells only that. */
static void refuse(struct follow *f, struct range *r, const char *name, const char *reason)
{
    struct slot slot = SLOT_INIT;
    char death[4096];
    (void)snprintf(death, sizeof death, "%s: %s", name, reason);
    slot.range = *r;
    slot.death = death;
    send_extract(f, &slot);
}

/* Bytes behind the part in its input; UINT64_MAX: not known. */
static uint64_t left_behind(const struct part *p)
{
    if (p->news.size == UINT64_MAX)
        return UINT64_MAX;
    return p->end < p->news.size ? p->news.size - p->end : 0;
}

/* Takes the parts of a range; false when one cannot be searched: rank 0 was told. */
static bool take_parts(struct follow *f, struct range *r, struct unpack *u, size_t n)
{
    while (r->nparts < n) {
        struct parcel_part p = parcel_get_part(u);
        const char *reason = find_file(f, &p);
        if (reason != NULL)
            refuse(f, r, p.part.news.name, reason);
        p.part.opened = f->opened;
        f->left = left_behind(&p.part);
        if (reason == NULL && !range_add(r, &p.part))
            die_out_of_memory();
        if (reason != NULL) {
            news_clear(&p.part.news);
            return false;
        }
    }
    return true;
}

/* Devices beside the processor, if they pay: as on rank 0, but a rank has a part of the rest only.
 */
static void consider_devices(const struct follow *f)
{
    struct offload_measures now = {.done = (uint64_t)f->done,
                                   .left = f->left / ranks_count(),
                                   .seconds = io_seconds() - f->began};
    if (f->left == UINT64_MAX || (f->briefing.several && now.left < now.done))
        now.left = now.done;
    workers_consider_devices(f->workers, &now);
}

static void take_range(struct follow *f, struct unpack *u)
{
    struct parcel_range head = parcel_get_range(u);
    struct range r = {.ticket = head.number};
    bests_lower(&f->bests, head.level);
    if (f->began == 0)
        f->began = io_seconds();
    if (take_parts(f, &r, u, head.nparts))
        source_give(f->search.source, &r);
    range_free(&r);
}

/* A message while a search goes on; false: it ends. */
static bool take_message(struct follow *f, const struct message *m)
{
    struct unpack u = unpack_open(m);
    switch (m->kind) {
    case PARCEL_RANGE:
        take_range(f, &u);
        return true;
    case PARCEL_LEVEL:
        told_take(&f->told, &f->bests, &u);
        return true;
    case PARCEL_DONE:
        source_done(f->search.source, unpack_number(&u) - 1, UINT64_MAX);
        return true;
    default: /* PARCEL_STOP */
        return false;
    }
}

/* Sends what has been made of ranges; false: nothing. A worker that could not begin ends the rank.
 */
static bool send_all(struct follow *f)
{
    struct slot *slot;
    bool any = false;
    while ((slot = turns_poll(f->turns)) != NULL) {
        f->done += slot_bytes(slot);
        send_extract(f, slot);
        turns_hand_back(f->turns, slot);
        consider_devices(f);
        any = true;
    }
    const char *failure = turns_failure(f->turns);
    if (failure != NULL)
        die("%s", failure);
    return any;
}

static void send_level(struct follow *f)
{
    struct pack p = {0};
    if (told_put(&f->told, &f->bests, &p))
        pack_send(&p, 0, PARCEL_LEVEL);
}

/* Serves the search until rank 0 wants no more. */
static void serve(struct follow *f)
{
    struct message m;
    for (bool more = true; more;) {
        bool any = send_all(f);
        send_level(f);
        welcome_devices(f);
        while (more && ranks_receive(&m)) {
            more = take_message(f, &m);
            free(m.bytes);
            any = true;
        }
        if (!any)
            ranks_await();
    }
}

static void search(const struct message *m)
{
    struct follow f = {.began = 0};
    open_search(&f, m);
    trace(TRACE_EDGREP, "follows");
    serve(&f);
    close_search(&f);
    ranks_send(0, PARCEL_GONE, NULL, 0);
}

void follow(void)
{
    struct message m = {.kind = PARCEL_GONE};
    diag_divert(hear);
    program_begin(&choice_program);
    trace_rank(ranks_own());
    while (m.kind != PARCEL_OVER) {
        if (!ranks_receive(&m)) {
            ranks_await();
            continue;
        }
        if (m.kind == PARCEL_START)
            search(&m);
        free(m.bytes);
    }
    ranks_send(0, PARCEL_OVER, NULL, 0);
    diag_divert(NULL);
}
