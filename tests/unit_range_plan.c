/*
 * unit_range_plan.c - ranges end with a record, close to the planned size; and the whole file is
 * handed out once, in order.
 */
#include "feed.h"
#include "input/range_plan.h"
#include "ref/random.h"
#include "small.h"
#include "unit.h"

enum { MOST_TEXT = 20000, CASES = 500, MEGABYTE = 1 << 20 };

TEST(size)
{
    struct range_plan p = {.consumers = 4, .least = MEGABYTE};
    atomic_init(&p.dense, SIZE_MAX);
    assert_true(range_plan_size(&p, 0) == MEGABYTE);
    assert_true(range_plan_size(&p, UINT64_MAX) > MEGABYTE);
    p.least = 64 * MEGABYTE;
    assert_true(range_plan_size(&p, UINT64_MAX) == 64 * MEGABYTE);
    p.fixed = 1;
    assert_true(range_plan_size(&p, UINT64_MAX) == 1);
}

/* A range consists of whole chunks, and has about RANGE_MOST bytes or more. Near the end a slow
 * consumer gets only as much as it scans while the fastest scans a chunk. */
TEST(chunks)
{
    for (size_t least = MEGABYTE / 2; least < 8 * MEGABYTE; least += MEGABYTE / 3) {
        struct range_plan p = {.consumers = 4, .least = least};
        atomic_init(&p.dense, SIZE_MAX);
        uint64_t most = range_plan_size(&p, UINT64_MAX);
        assert_true(most % least == 0 && most >= 4 * MEGABYTE && most < 4 * MEGABYTE + least);
        for (uint64_t left = 0; left < 100 * most; left += least / 5) {
            p.slow = 0;
            uint64_t fast = range_plan_size(&p, left);
            assert_true(fast % least == 0 && fast >= least && fast <= most);
            for (p.slow = 1; p.slow < 6; p.slow += 0.5) {
                uint64_t size = range_plan_size(&p, left);
                double slowed = p.slow * (double)size;
                assert_true(size <= fast && (size < least || size % least == 0));
                assert_true(slowed < (double)fast + 1 || slowed < (double)left / 16 + 1 ||
                            size <= MEGABYTE / 8);
            }
        }
    }
}

/* Where much is printed, ranges become smaller; where little is printed, larger again. */
TEST(learn)
{
    struct range_plan p = {.consumers = 1, .least = MEGABYTE};
    atomic_init(&p.dense, SIZE_MAX);
    range_plan_learn(&p, MEGABYTE, 100);
    assert_true(range_plan_size(&p, UINT64_MAX) > MEGABYTE);
    range_plan_learn(&p, MEGABYTE, UINT64_C(16) * MEGABYTE);
    uint64_t dense = range_plan_size(&p, UINT64_MAX);
    assert_true(dense < MEGABYTE && dense > 0);
    range_plan_learn(&p, dense, 0);
    assert_true(range_plan_size(&p, UINT64_MAX) > MEGABYTE);
    p.least = 1 << 16;
    atomic_init(&p.dense, RANGE_PLAN_UNKNOWN);
    assert_int_equal(range_plan_size(&p, UINT64_MAX), MEGABYTE / 2);
    range_plan_learn(&p, MEGABYTE, 100);
    assert_true(range_plan_size(&p, UINT64_MAX) > MEGABYTE);
}

TEST(end)
{
    static unsigned char text[MOST_TEXT];
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(1, i);
        size_t length = 1 + random_log(&r, MOST_TEXT - 1), lines = random_below(&r, 20);
        for (size_t at = 0; at < length; at++)
            text[at] = random_percent(&r, (unsigned)lines) ? '\n' : 'x';
        struct range_plan p = {
            .delimiter = '\n', .consumers = 1, .fixed = 1 + random_log(&r, length)};
        struct input_file file = {.regular = true, .size = length};
        atomic_init(&p.dense, SIZE_MAX);
        feed(text, length, NULL, 0);
        uint64_t begin = random_below(&r, length), end = range_plan_end(&p, &file, begin);
        if (end == UINT64_MAX) {
            assert_true(length - begin <= p.fixed);
        } else if (end != 0) {
            assert_true(end >= begin + p.fixed && end <= length && text[end - 1] == '\n');
            for (uint64_t at = begin + p.fixed - 1; at + 1 < end; at++)
                assert_true(text[at] != '\n');
        }
    }
}

/* All files of up to 10 bytes, with and without a delimiter at each byte; all places where a range
 * may begin, and all sizes. The range ends after the first delimiter at or after its last byte. */
TEST(end_of_all_small)
{
    enum { SMALL = 10 };
    unsigned char text[SMALL];
    for (unsigned length = 1; length <= SMALL; length++)
        for (unsigned bits = 0; bits < 1U << length; bits++) {
            struct input_file file = {.regular = true, .size = length};
            for (unsigned i = 0; i < length; i++)
                text[i] = bits >> i & 1 ? '\n' : 'x';
            feed(text, length, NULL, 0);
            for (unsigned begin = 0; begin <= length; begin++)
                for (unsigned fixed = 1; fixed <= length + 1; fixed++) {
                    struct range_plan p = {.delimiter = '\n', .consumers = 1, .fixed = fixed};
                    atomic_init(&p.dense, SIZE_MAX);
                    uint64_t expected = fixed >= length - begin ? UINT64_MAX : 0;
                    for (unsigned i = begin + fixed - 1; expected == 0 && i < length; i++)
                        expected = text[i] == '\n' ? i + 1 : 0;
                    if (range_plan_end(&p, &file, begin) != expected)
                        fail_msg("%u bytes, %x, from %u, size %u", length, bits, begin, fixed);
                }
        }
}

/* Ranges and chunks follow each other without gaps. */
TEST(whole)
{
    static unsigned char text[MOST_TEXT];
    static struct small s;
    unsigned ranges = 0, chunks = 0;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(2, i);
        size_t length = random_log(&r, MOST_TEXT), lines = random_below(&r, 6);
        for (size_t at = 0; at < length; at++)
            text[at] = random_percent(&r, (unsigned)lines) ? '\n' : 'x';
        s = (struct small){.options = {.records.delimiter_byte = '\n', .work.range_size = 1}};
        s.options.work.range_size += random_log(&r, length);
        s.options.query.rules.limited = true;
        assert_true(small_compile(&s, (const char *const[]){"x"}, 1));
        small_feed(&s, text, length, 1 + random_log(&r, length));
        source_divide(s.source, 2);
        struct range range = {0};
        enum source_result result;
        uint64_t at = 0;
        while ((result = source_take(s.source, &range)) != SOURCE_END) {
            bool chunk = result == SOURCE_CHUNK;
            if (chunk)
                assert_int_equal(source_next(s.source, &s.chunk, &s.input_status), SOURCE_CHUNK);
            else
                assert_true(result == SOURCE_RANGE && range.nparts == 1);
            assert_true(
                at == (chunk ? s.chunk.origin.offset + s.chunk.begin_byte : range.parts[0].begin));
            at = chunk ? s.chunk.origin.offset + s.chunk.end_byte : range.parts[0].end;
            chunks += chunk;
            ranges += !chunk;
        }
        assert_true(at == length || at == UINT64_MAX);
        range_free(&range);
        small_done(&s);
        small_close(&s);
    }
    assert_true(ranges > CASES && chunks > CASES);
}
