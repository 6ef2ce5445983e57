/* unit_scanner.c - which engine scans a chunk, and what happens when an engine runs out of memory.
 */
#include "scan/scanner.h"
#include "unit.h"

enum { LENGTH = 1 << 20, WINDOW = 1 << 15 };

/* Returns the engine for a text of 'x' in which records of `record` bytes begin at `from`, if a
 * worker of engine `own` asks. */
static unsigned engine_for(unsigned own, uint32_t overlap, size_t from, size_t record)
{
    static const struct engine engines[SCANNER_ENGINES];
    static unsigned char text[LENGTH];
    const struct query query = {.overlap = overlap, .npatterns = 1};
    const struct scanner_parts parts = {.engines = {&engines[0], &engines[1], &engines[2]},
                                        .query = &query};
    const struct chunk c = {.bytes = text,
                            .length = LENGTH,
                            .nbytes = LENGTH,
                            .end_byte = LENGTH,
                            .own = {0, 0, LENGTH},
                            .delimiters.byte = '\n'};
    memset(text, 'x', from);
    for (size_t i = from; i < LENGTH; i++)
        text[i] = (i + 1 - from) % record == 0 ? '\n' : 'x';
    return scanner_engine(&parts, own, &c);
}

/* A device gets short records, wherever they are, and all records if none must be scanned as a
 * whole. */
TEST(devices)
{
    for (size_t record = 1; record <= WINDOW; record *= 2)
        assert_int_equal(engine_for(SCANNER_OFFLOAD, OVERLAP_RECORD, 0, record), SCANNER_OFFLOAD);
    assert_int_equal(engine_for(SCANNER_OFFLOAD, OVERLAP_RECORD, 77, 1000), SCANNER_OFFLOAD);
    assert_int_equal(engine_for(SCANNER_OFFLOAD, 100, 0, LENGTH), SCANNER_OFFLOAD);
}

/* The processor scans a long record, whether it is the only one, the first, or one of many. */
TEST(long_records)
{
    for (size_t record = 2 * WINDOW; record <= LENGTH; record *= 2)
        assert_int_equal(engine_for(SCANNER_OFFLOAD, OVERLAP_RECORD, 0, record), SCANNER_ENGINE);
    for (size_t from = 2 * WINDOW; from <= LENGTH; from += WINDOW / 3)
        assert_int_equal(engine_for(SCANNER_OFFLOAD, OVERLAP_RECORD, from, 10), SCANNER_ENGINE);
    assert_int_equal(engine_for(SCANNER_OFFLOAD, OVERLAP_RECORD, 77, LENGTH), SCANNER_ENGINE);
}

/* An engine requested by name gets all chunks. */
TEST(wishes)
{
    assert_int_equal(engine_for(SCANNER_ENGINE, OVERLAP_RECORD, 0, LENGTH), SCANNER_ENGINE);
}

/* A fake engine that is out of memory until one of its scans is closed. */
static unsigned opened, closed;

static struct engine_scan *open_fake(const struct query *q, const struct alphabet *a,
                                     const struct distance_bounds *bests,
                                     struct scan_shared *shared)
{
    static unsigned char scans[9];
    (void)q, (void)a, (void)bests, (void)shared;
    return (struct engine_scan *)&scans[opened++];
}

static enum engine_status submit_fake(struct engine_scan *s, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    (void)s, (void)c, (void)own, (void)hits;
    return closed == 0 ? ENGINE_MEMORY : ENGINE_OK;
}

static void close_fake(struct engine_scan *s)
{
    (void)s;
    closed++;
}

/* After an engine has run out of memory, the scanner opens a new scan: the old one may be
 * inconsistent. */
TEST(out_of_memory)
{
    static const struct engine fake = {.open = open_fake,
                                       .submit = submit_fake,
                                       .collect = engine_collect_nothing,
                                       .close = close_fake};
    const struct query query = {.npatterns = 1};
    struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
    const struct scanner_parts parts = {
        .engines = {&fake, &fake, &fake}, .query = &query, .bests = &bests};
    struct scanner s = {.parts = &parts};
    struct chunk c = {.length = 1, .own = {0, 0, 1}};
    struct hits hits = {0};
    assert_int_equal(scanner_scan(&s, &c, &hits), ENGINE_MEMORY);
    assert_int_equal(scanner_scan(&s, &c, &hits), ENGINE_OK);
    scanner_close(&s);
    assert_int_equal(opened, 2);
    assert_int_equal(closed, 2);
    hits_free(&hits);
}
