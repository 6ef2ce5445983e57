/*
 * unit_deferred.c - the entries of a deferred list stay complete while other threads lower the
 * bounds.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "output/deferred.h"
#include "unit.h"

enum { FARTHEST = 9, RECORDS = 100000 };

struct lowering {
    struct distance_bounds *bests;
    atomic_bool over;
};

/* Lowers the bound step by step, again and again. */
static void *lower(void *context)
{
    struct lowering *l = context;
    while (!atomic_load(&l->over)) {
        distance_bounds_reset(l->bests);
        for (uint32_t d = FARTHEST; d > 0; d--)
            distance_bounds_lower_one(l->bests, 0, d);
    }
    return NULL;
}

/* Puts records with an occurrence of each distance, the farthest last. */
static void put_records(struct deferred *j)
{
    struct occurrences all = OCCURRENCES_INIT;
    for (uint32_t d = 0; d <= FARTHEST; d++) {
        struct occurrence o = {.start = d, .end = d + 1, .distance = d};
        occurrences_add(&all, &o);
    }
    for (uint64_t number = 1; number <= RECORDS; number++) {
        struct record r = {.number = number, .occurrences = &all, .noccurrences = all.n};
        deferred_record(j, &r, true);
    }
    occurrences_free(&all);
}

/* Checks that each entry has the number of occurrences that its header says, with ascending
 * distances. */
static void check_entries(struct deferred *j)
{
    uint64_t at = 0, number = 0;
    while (at < j->length) {
        struct entry_head h = deferred_head(j, at);
        assert_int_equal(h.size, sizeof h + h.n * sizeof(struct occurrence));
        assert_true(h.n > 0 && h.n <= FARTHEST + 1);
        assert_true(h.record.number > number && h.record.number <= RECORDS);
        number = h.record.number;
        for (uint64_t i = 0; i < h.n; i++)
            assert_int_equal(deferred_entry_occurrence(j, at, i).distance, i);
        at += h.size;
    }
    assert_int_equal(at, j->length);
    assert_int_equal(number, RECORDS);
}

TEST(bounds_fall_meanwhile)
{
    struct pattern pattern = {.index = 0};
    struct query query = {.best = true, .each = true, .npatterns = 1, .patterns = &pattern};
    struct options options = {.form.only_matching = true, .query.rules = {.best = true}};
    struct distance_bounds bests;
    struct output_env env = {
        .options = &options, .query = &query, .bests = &bests, .collects = true};
    struct lowering l = {.bests = &bests};
    pthread_t thread;
    assert_true(distance_bounds_open(&bests, &query, query.each));
    struct deferred *j = deferred_open(&env);
    deferred_begin(j, "input", 0);
    assert_int_equal(pthread_create(&thread, NULL, lower, &l), 0);
    put_records(j);
    atomic_store(&l.over, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    check_entries(j);
    deferred_close(j);
    distance_bounds_close(&bests);
}

/* Returns the bytes that a list needs for a record without occurrences. */
static uint64_t length_without_occurrences(struct options *options)
{
    struct pattern pattern = {.index = 0};
    struct query query = {.best = true, .each = true, .npatterns = 1, .patterns = &pattern};
    struct distance_bounds bests;
    struct output_env env = {.options = options,
                             .query = &query,
                             .bests = &bests,
                             .collects = true,
                             .wants.prints = true};
    struct record r = {.number = 1};
    assert_true(distance_bounds_open(&bests, &query, query.each));
    struct deferred *j = deferred_open(&env);
    deferred_begin(j, "input", 0);
    deferred_record(j, &r, false);
    uint64_t length = j->length;
    deferred_close(j);
    distance_bounds_close(&bests);
    return length;
}

/* With -o, which prints no context, no context is stored. */
TEST(context)
{
    struct options options = {.select = {.context = true, .before = 1, .after = 1},
                              .query.rules = {.best = true}};
    assert_true(length_without_occurrences(&options) > 0);
    options.form.only_matching = true;
    assert_int_equal(length_without_occurrences(&options), 0);
}

/* Puts a record, with an occurrence of this distance unless it is UINT32_MAX. */
static void put_record(struct deferred *j, uint64_t number, uint32_t distance)
{
    struct occurrences all = OCCURRENCES_INIT;
    struct occurrence o = {.end = 1, .distance = distance};
    bool occurs = distance < UINT32_MAX;
    if (occurs)
        occurrences_add(&all, &o);
    struct record r = {.number = number, .occurrences = &all, .noccurrences = all.n};
    deferred_record(j, &r, occurs);
    occurrences_free(&all);
}

/* When the bound falls, farther occurrences are removed, and with them their context. */
TEST(context_of_what_is_left)
{
    static const uint32_t distances[2][9] = {{5, 1, -1, -1, -1, 4, -1, 1, -1}, {-1, -1, 2, -1, 1}};
    static const unsigned left[2][7] = {{1, 2, 3, 4, 7, 8, 9}, {4, 5}};
    struct options options = {.select = {.context = true, .before = 1, .after = 2},
                              .query.rules = {.best = true}};
    struct pattern pattern = {.index = 0};
    struct query query = {.best = true, .each = true, .npatterns = 1, .patterns = &pattern};
    struct distance_bounds bests;
    struct output_env env = {.options = &options,
                             .query = &query,
                             .bests = &bests,
                             .collects = true,
                             .wants.prints = true};
    assert_true(distance_bounds_open(&bests, &query, query.each));
    struct deferred *j = deferred_open(&env);
    for (unsigned input = 0; input < 2; input++) {
        deferred_begin(j, "input", input);
        for (unsigned i = 0; i < (input == 0 ? 9 : 5); i++)
            put_record(j, i + 1, distances[input][i]);
    }
    distance_bounds_lower_one(&bests, 0, 1);
    deferred_renew(j);
    uint64_t at = 0;
    for (unsigned i = 0; at < j->length; i++) {
        struct entry_head h = deferred_head(j, at);
        assert_true(i < 9);
        assert_int_equal(h.record.number, i < 7 ? left[0][i] : left[1][i - 7]);
        at += h.size;
    }
    deferred_close(j);
    distance_bounds_close(&bests);
}

/* Returns whether a list with a result of distance 0 needs no more input. */
static bool is_complete(const struct options *options, bool collects)
{
    struct pattern pattern = {.index = 0};
    struct query query = {.best = true, .each = true, .npatterns = 1, .patterns = &pattern};
    struct distance_bounds bests;
    struct output_env env = {
        .options = options, .query = &query, .bests = &bests, .collects = collects};
    assert_true(distance_bounds_open(&bests, &query, query.each));
    struct deferred *j = deferred_open(&env);
    deferred_begin(j, "input", 0);
    put_record(j, 1, 1);
    assert_false(deferred_complete(j));
    put_record(j, 2, 0);
    bool complete = deferred_complete(j);
    deferred_close(j);
    distance_bounds_close(&bests);
    return complete;
}

/* The rest of the input is read if it may change the output or cause an error. */
TEST(complete)
{
    const struct options top = {.select.top = 1, .query.rules = {.best = true}};
    struct options others[] = {top, top, top, top, top, top};
    others[0].select.top = 0;
    others[1].form.output = OUTPUT_JSON;
    others[2].inputs.decompress = true;
    others[3].records.delimiter = ";+";
    others[4].query.nwheres = 1;
    others[5].select.second = true;
    assert_true(is_complete(&top, false));
    assert_false(is_complete(&top, true));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(is_complete(&others[i], false));
}
