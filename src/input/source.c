/*
 * source.c - goes through the inputs, and hands them out in pieces.
 *
 * `position` is where the next piece of the current input begins. A gather makes chunks of the text
 * from there on. Ranges only name bytes. If a chunk follows a range of the same input, the gather
 * starts again at `position`. If a range follows a chunk that ended with a record, the gather drops
 * the text it read beyond it.
 */
#include "input/source.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "input/range_plan.h"
#include "input/source_standard.h"

/* The current input. */
struct current_input {
    struct input_file found; /* its name, and its error, if any */
    struct opened *opened;   /* NULL: there is no current input */
    uint64_t number;
    bool prepared;     /* begin_input() was called */
    bool begun;        /* a piece of it has been handed out */
    bool gathering;    /* the gather reads from `position` */
    uint64_t position; /* bytes of it handed out so far */
    bool no_range;     /* the next piece cannot be a range: that was tried */
};

struct source {
    int given[2]; /* source_open_given(): a pipe of ranges; otherwise -1, and there are inputs */
    struct inputs *inputs;
    struct gather *gather;
    struct range_plan plan;

    struct current_input now;
    uint64_t inputs_seen;
    bool no_memory; /* out of memory when going on to the next input */

    struct standard standard;
    atomic_uint open_files;
    _Atomic double slow;   /* see source_slow() */
    _Atomic uint64_t done; /* inputs below this number are done with */
    atomic_bool stopped;
    int wake[2]; /* a pipe: source_stop() closes its end [1] */
    double seconds;
};

void source_aim(struct source *s, size_t chunk_size)
{
    s->plan.least = chunk_size;
    if (s->gather != NULL)
        gather_aim(s->gather, chunk_size);
}

/* Returns a source without inputs and gather. */
static struct source *new_source(void)
{
    struct source *s = xcalloc(1, sizeof *s);
    if (pipe(s->wake) != 0)
        die("pipe: %s", strerror(errno));
    s->given[0] = s->given[1] = -1;
    standard_open(&s->standard);
    return s;
}

struct source *source_open(const struct options *o, const struct query *q, struct alphabet *a,
                           struct sieve_plan *plan, size_t chunk_size)
{
    struct source *s = new_source();
    struct gather_files files = {&reading_files, o->work.threads, s->wake[0]};
    s->gather = gather_open(o, q, a, plan, chunk_size, &files);
    if (s->gather == NULL) {
        source_close(s);
        return NULL;
    }
    s->plan = (struct range_plan){.delimiter = o->records.delimiter_byte,
                                  .fixed = o->work.range_size,
                                  .several = inputs_several(o)};
    atomic_init(&s->plan.dense, RANGE_PLAN_UNKNOWN);
    source_aim(s, chunk_size);
    s->inputs = inputs_open(o);
    return s;
}

struct source *source_open_given(void)
{
    struct source *s = new_source();
    if (pipe(s->given) != 0)
        die("pipe: %s", strerror(errno));
    return s;
}

void source_give(struct source *s, struct range *r)
{
    range_send(s->given[1], r);
}

/* Drops the rest of the current input. */
static void leave_input(struct source *s)
{
    free(s->now.found.name);
    s->now.found.name = NULL;
    if (s->now.gathering)
        gather_end(s->gather);
    s->now.gathering = false;
    opened_leave(s->now.opened);
    s->now.opened = NULL;
}

void source_close(struct source *s)
{
    struct range left = {0};
    source_stop(s);
    leave_input(s);
    if (s->inputs != NULL)
        inputs_close(s->inputs);
    if (s->gather != NULL)
        gather_close(s->gather);
    while (s->given[0] >= 0 && range_receive(s->given[0], &left))
        ;
    if (s->given[0] >= 0)
        (void)close(s->given[0]);
    (void)close(s->wake[0]);
    standard_close(&s->standard);
    free(s);
}

void source_divide(struct source *s, unsigned consumers)
{
    range_plan_divide(&s->plan, consumers);
    if (s->plan.divides)
        gather_whole_records(s->gather);
}

void source_consumers(struct source *s, unsigned more)
{
    atomic_fetch_add(&s->plan.consumers, more);
}

void source_slow(struct source *s, double times)
{
    atomic_store(&s->slow, times);
}

void source_learn(struct source *s, uint64_t bytes, uint64_t printed)
{
    range_plan_learn(&s->plan, bytes, printed);
}

/* The current input. */

/* Opens the next input, if none is open. SOURCE_CHUNK: there is a current input, with text left to
 * hand out. */
static enum source_result find_input(struct source *s)
{
    if (s->now.opened != NULL && source_is_done(s, s->now.number))
        leave_input(s);
    if (atomic_load(&s->stopped))
        return SOURCE_END;
    if (s->no_memory)
        return SOURCE_MEMORY;
    if (s->now.opened != NULL)
        return SOURCE_CHUNK;
    enum inputs_result result = inputs_next(s->inputs, &s->now.found);
    if (result == INPUTS_END)
        return SOURCE_END;
    if (result == INPUTS_FILE)
        s->now.opened = opened_new(&s->now.found, &s->open_files);
    s->no_memory = s->now.opened == NULL;
    s->now = (struct current_input){
        .found = s->now.found, .opened = s->now.opened, .number = s->inputs_seen++};
    return s->no_memory ? SOURCE_MEMORY : SOURCE_CHUNK;
}

static bool is_standard(const struct source *s)
{
    return s->now.opened->file.fd == STDIN_FILENO;
}

/* Prepares the first piece of the input. */
static void begin_input(struct source *s)
{
    if (!s->now.prepared && is_standard(s))
        standard_begin(&s->standard, s->now.number, &s->now.opened->file);
    s->now.prepared = true;
}

/* Sets the name for a piece of the input. Later ranges need it too, so only the last piece gets the
 * original. Returns false when out of memory. */
static bool give_name(struct source *s, struct input_status *n)
{
    n->name = n->last ? s->now.found.name : strdup(s->now.found.name);
    if (n->last)
        s->now.found.name = NULL;
    return n->name != NULL;
}

/* Chunks. */

static enum source_result gather_chunk(struct source *s, struct chunk *c, struct input_status *n)
{
    if (!s->now.gathering)
        gather_begin(s->gather, &(struct stretch){.file = &s->now.opened->file,
                                                  .input = s->now.number,
                                                  .begin = s->now.position,
                                                  .end = UINT64_MAX});
    s->now.gathering = true;
    enum gather_result result = gather_next(s->gather, c, n);
    s->now.position = gather_position(s->gather);
    s->now.no_range = false;
    if (n->last && is_standard(s))
        standard_end(&s->standard, s->now.position);
    return (enum source_result)result;
}

static enum source_result next_chunk(struct source *s, struct chunk *c, struct input_status *n)
{
    begin_input(s);
    *n = opened_status(s->now.opened, !s->now.begun);
    s->now.begun = true;
    enum source_result result =
        n->unopened ? (enum source_result)gather_nothing(s->gather, s->now.number, c)
                    : gather_chunk(s, c, n);
    if (result == SOURCE_CHUNK && (n->first || s->plan.divides) && !give_name(s, n))
        result = SOURCE_MEMORY;
    if (n->last)
        leave_input(s);
    return result;
}

enum source_result source_next(struct source *s, struct chunk *c, struct input_status *n)
{
    double start = io_seconds();
    input_status_clear(n);
    enum source_result result = find_input(s);
    if (result == SOURCE_CHUNK)
        result = next_chunk(s, c, n);
    s->seconds += io_seconds() - start;
    if (result == SOURCE_CHUNK)
        trace(TRACE_TEXT, "input %llu, bytes %llu to %llu: a chunk, lead-in %zu bytes%s%s%s",
              (unsigned long long)c->origin.input,
              (unsigned long long)(c->origin.offset + c->begin_byte),
              (unsigned long long)(c->origin.offset + c->end_byte), c->begin_byte,
              n->first ? ", the first" : "", n->last ? ", the last" : "",
              n->paused ? ", the input pauses" : "");
    return result;
}

/* Ranges. */

/* Returns whether the rest of the input may be handed out as ranges, from `position` on. */
static bool is_divisible(const struct source *s)
{
    const struct input_file *file = &s->now.opened->file;
    return s->plan.divides && !input_is_stream(file) && file->size != UINT64_MAX &&
           atomic_load(&s->open_files) <= s->plan.most_open &&
           (!s->now.gathering || gather_at_record(s->gather));
}

/* Returns whether the current input is a file that is converted or decompressed, and that one
 * thread may take as a whole, because there may be several. */
static bool is_stream_whole(const struct source *s)
{
    const struct input_file *file = &s->now.opened->file;
    return s->plan.divides && s->plan.several && file->regular && input_is_stream(file) &&
           s->now.position == 0 && !s->now.gathering &&
           atomic_load(&s->open_files) <= s->plan.most_open;
}

/* Returns where the next part ends, or 0 if the next piece is a chunk. */
static uint64_t next_end(struct source *s)
{
    if (s->now.opened->file.fd < 0)
        return s->plan.divides ? UINT64_MAX : 0;
    if (is_stream_whole(s))
        return UINT64_MAX;
    return is_divisible(s) ? range_plan_end(&s->plan, &s->now.opened->file, s->now.position) : 0;
}

/* Returns whether the current input may share a range with the parts before it, which have `bytes`.
 */
static bool shares_range(const struct source *s, const struct range *r, uint64_t bytes, bool away)
{
    const struct input_file *file = &s->now.opened->file;
    uint64_t size = file->fd < 0 ? 0 : file->size;
    return r->nparts < range_plan_files(&s->plan, away) && !is_standard(s) &&
           size <= RANGE_PLAN_TOGETHER && bytes + size <= RANGE_PLAN_TOGETHER;
}

/* Adds the part that ends at `end`. Returns false when out of memory. */
static bool add_part(struct source *s, struct range *r, uint64_t end)
{
    struct part part = {.input_status = opened_status(s->now.opened, !s->now.begun),
                        .opened = s->now.opened,
                        .input = s->now.number,
                        .begin = s->now.position,
                        .end = end,
                        .unnamed = is_standard(s) || part_unnamed(s->now.found.name)};
    part.input_status.last = part.input_status.last || end == UINT64_MAX;
    if (!give_name(s, &part.input_status) || !range_add(r, &part)) {
        input_status_clear(&part.input_status);
        return false;
    }
    trace(TRACE_TEXT, "input %llu, bytes %llu to %llu: a part of a range%s%s",
          (unsigned long long)s->now.number, (unsigned long long)part.begin,
          (unsigned long long)(part.input_status.last ? s->now.opened->file.size : end),
          part.input_status.first ? ", the first" : "", part.input_status.last ? ", the last" : "");
    s->now.begun = true;
    s->now.gathering = s->now.no_range = false;
    s->now.position = end;
    if (part.input_status.last)
        leave_input(s);
    return true;
}

/* Fills the range, or returns SOURCE_CHUNK if the next piece is a chunk. `away`: another rank reads
 * it, which is `slow` times slower than the fastest. A part of an input has a range of its own: in
 * best mode it has a bound of its own (edgrep/extractor.h). */
static enum source_result fill_range(struct source *s, struct range *r, bool away, double slow)
{
    double start = io_seconds();
    enum source_result result;
    uint64_t bytes = 0, end;
    s->plan.slow = slow;
    while ((result = find_input(s)) == SOURCE_CHUNK) {
        if (r->nparts > 0 && !shares_range(s, r, bytes, away))
            break;
        if (away && ((!s->now.prepared && is_standard(s)) || input_is_stream(&s->now.opened->file)))
            break; /* it may block; or this rank decompresses or converts it */
        begin_input(s);
        if ((end = next_end(s)) == 0)
            break;
        bytes += s->now.opened->file.fd >= 0 ? s->now.opened->file.size - s->now.position : 0;
        if (!add_part(s, r, end)) {
            result = SOURCE_MEMORY;
            break;
        }
        bool whole = r->parts[r->nparts - 1].input_status.first && end == UINT64_MAX;
        if (!whole || bytes >= range_plan_size(&s->plan, 0))
            break;
    }
    s->seconds += io_seconds() - start;
    return r->nparts > 0 && result != SOURCE_MEMORY ? SOURCE_RANGE : result;
}

enum source_result source_take(struct source *s, struct range *r)
{
    range_clear(r);
    if (s->given[0] >= 0)
        return !atomic_load(&s->stopped) && range_receive(s->given[0], r) ? SOURCE_RANGE
                                                                          : SOURCE_END;
    return fill_range(s, r, false, atomic_load(&s->slow));
}

enum source_result source_take_away(struct source *s, struct range *r, double slow)
{
    range_clear(r);
    enum source_result result = s->now.no_range ? SOURCE_CHUNK : fill_range(s, r, true, slow);
    s->now.no_range = result == SOURCE_CHUNK;
    return result;
}

const char *source_reason(const struct source *s)
{
    return gather_reason(s->gather);
}

bool source_may_wait(const struct source *s)
{
    struct pollfd given = {.fd = s->given[0], .events = POLLIN};
    if (s->given[0] >= 0)
        return poll(&given, 1, 0) == 0;
    return s->now.opened == NULL || !s->now.opened->file.regular;
}

void source_look_ahead(struct source *s)
{
    (void)find_input(s);
}

bool source_is_small(struct source *s, uint64_t most)
{
    if (find_input(s) != SOURCE_CHUNK || is_standard(s))
        return false;
    const struct input_file *file = &s->now.opened->file;
    return file->fd >= 0 && !input_is_stream(file) && !s->now.begun && file->size <= most;
}

bool source_is_much(struct source *s)
{
    if (find_input(s) != SOURCE_CHUNK || is_standard(s))
        return false;
    uint64_t left = s->now.opened->file.size - s->now.position;
    return is_stream_whole(s) ? left > RANGE_PLAN_TOGETHER
                              : is_divisible(s) && left > range_plan_size(&s->plan, 0);
}

void source_done(struct source *s, uint64_t input, uint64_t behind)
{
    atomic_store(&s->done, input + 1);
    standard_done(&s->standard, input, behind);
}

uint64_t source_done_below(const struct source *s)
{
    return atomic_load(&s->stopped) ? UINT64_MAX : atomic_load(&s->done);
}

bool source_is_done(const struct source *s, uint64_t input)
{
    return input < source_done_below(s);
}

void source_stop(struct source *s)
{
    bool before = atomic_exchange(&s->stopped, true);
    if (!before)
        (void)close(s->wake[1]);
    if (!before && s->given[1] >= 0)
        (void)close(s->given[1]);
    standard_stop(&s->standard);
}

bool source_leave(struct source *s)
{
    return standard_leave(&s->standard);
}

int source_wake(const struct source *s)
{
    return s->wake[0];
}

struct input_notes source_notes(const struct source *s)
{
    return s->inputs != NULL ? inputs_notes(s->inputs) : (struct input_notes){0};
}

double source_seconds(const struct source *s)
{
    return s->seconds;
}
