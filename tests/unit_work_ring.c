/*
 * unit_work_ring.c - the ring buffer between workers and the main thread: one worker claims each
 * chunk, and the main thread gets each chunk once, in order.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "edgrep/work_ring.h"
#include "feed.h"
#include "filter/sieve.h"
#include "query/pattern.h"
#include "unit.h"

static struct sieve_plan sieve_plan; /* shared by all searches here */

enum { LENGTH = 20000, WORKERS = 4, SLOTS = 6, OWNED = 100 };

/* A search for "x" in LENGTH bytes of standard input, in chunks that own OWNED bytes each. */
struct fixture {
    unsigned char text[LENGTH];
    struct options options;
    const struct query *query;
    struct alphabet *alphabet;
    struct search search;
    struct work_ring *ring;
    atomic_uint taken;
};

static void open_fixture(struct fixture *f, const char *plan)
{
    struct pattern_source pattern = {.text = (char[]){"x"}, .length = 1};
    struct pattern_rules rules = {.limited = true};
    struct slot first = SLOT_INIT;
    memset(f, 0, sizeof *f);
    memset(f->text, '\n', sizeof f->text);
    f->options = (struct options){
        .records.delimiter_byte = '\n', .work.threads = WORKERS, .fields.label = "-"};
    f->query = patterns_compile(&pattern, 1, &rules);
    f->options.work.chunk_size = OWNED + f->query->overlap;
    f->alphabet = alphabet_open(f->query, '\n');
    feed(f->text, LENGTH, (const unsigned char *)plan, strlen(plan));
    feed_standard_input(plan[0] == '\0');
    f->search.options = &f->options;
    f->search.scanner.query = f->query;
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        f->search.scanner.engines[e] = engines_find("scalar");
    f->search.source = source_open(&f->options, f->query, f->alphabet, &sieve_plan, OWNED);
    f->search.sink = sink_open(STDOUT_FILENO);
    f->ring = work_ring_open(&f->search, (struct work_ring_size){SLOTS, SLOTS, 0}, &first);
}

static void close_fixture(struct fixture *f)
{
    work_ring_close(f->ring);
    sink_close(f->search.sink);
    source_close(f->search.source);
    alphabet_close(f->alphabet);
    query_free(f->query);
}

/* A worker. Every other call is impatient, as with a scan under way. */
static void *work(void *argument)
{
    struct fixture *f = argument;
    struct slot *slot = NULL;
    enum claim turn;
    for (bool patient = true;; patient = !patient || turn == CLAIM_WOULD_WAIT) {
        turn = work_ring_claim(f->ring, SCANNER_ENGINE, patient, &slot);
        if (turn == CLAIM_END)
            return NULL;
        if (turn == CLAIM_OK) {
            atomic_fetch_add(&f->taken, 1);
            work_ring_done(f->ring, slot);
        }
    }
}

static void start(struct fixture *f, pthread_t *threads)
{
    for (unsigned i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, f), 0);
}

static void join(const pthread_t *threads)
{
    for (unsigned i = 0; i < WORKERS; i++)
        (void)pthread_join(threads[i], NULL);
}

static void check_order(const char *plan)
{
    static struct fixture f;
    pthread_t threads[WORKERS];
    uint64_t at = 0;
    unsigned chunks = 0;
    open_fixture(&f, plan);
    start(&f, threads);
    for (struct slot *slot; (slot = work_ring_next(f.ring)) != NULL; chunks++) {
        assert_int_equal(slot->state, SLOT_DONE);
        assert_true(slot->chunk.origin.offset + slot->chunk.begin_byte == at);
        at = slot->chunk.origin.offset + slot->chunk.end_byte;
        work_ring_release(f.ring, slot);
    }
    join(threads);
    assert_int_equal(at, LENGTH);
    assert_int_equal(chunks, f.taken);
    assert_int_equal(work_ring_status(f.ring).end_reason, SOURCE_END);
    close_fixture(&f);
}

TEST(order)
{
    check_order("");         /* a file */
    check_order("\x40\x10"); /* a pipe in pieces */
    check_order("\x40\xff"); /* a pipe that pauses */
}

/* After a stop no thread waits, even if all slots are full. */
TEST(stops)
{
    static struct fixture f;
    pthread_t threads[WORKERS];
    open_fixture(&f, "");
    start(&f, threads);
    struct slot *slot = work_ring_next(f.ring);
    assert_non_null(slot);
    work_ring_stop(f.ring);
    join(threads);
    assert_true(f.taken <= SLOTS);
    close_fixture(&f);
}

/* work_ring_claim() without waiting returns CLAIM_WOULD_WAIT, here because all slots are claimed.
 * (The first claim may wait anyway: the input is not yet known.) */
TEST(impatient)
{
    static struct fixture f;
    struct slot *slots[SLOTS] = {NULL}, *none = NULL;
    open_fixture(&f, "");
    for (unsigned i = 0; i < SLOTS; i++)
        assert_int_equal(work_ring_claim(f.ring, SCANNER_ENGINE, i == 0, &slots[i]), CLAIM_OK);
    assert_int_equal(work_ring_claim(f.ring, SCANNER_ENGINE, false, &none), CLAIM_WOULD_WAIT);
    assert_null(none);
    work_ring_done(f.ring, slots[0]);
    assert_int_equal(work_ring_claim(f.ring, SCANNER_ENGINE, false, &none), CLAIM_WOULD_WAIT);
    struct slot *first = work_ring_next(f.ring);
    assert_ptr_equal(first, slots[0]);
    work_ring_release(f.ring, first);
    assert_int_equal(work_ring_claim(f.ring, SCANNER_ENGINE, false, &none), CLAIM_OK);
    assert_ptr_equal(none, slots[0]);
    close_fixture(&f);
}
