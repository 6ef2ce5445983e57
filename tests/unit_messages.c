/* unit_messages.c - messages between ranks arrive as they were sent. */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "edgrep/messages.h"
#include "unit.h"

enum { NUMBER = 77, BOUND = 5, ERROR = 13 };

/* Returns the packed message as its receiver sees it. */
static struct unpack arrive(const struct pack *p)
{
    return unpack_open(&(struct message){.bytes = p->bytes, .size = p->size});
}

static void check_end(const struct unpack *u, struct pack *p)
{
    assert_ptr_equal(u->at, u->end);
    free(p->bytes);
}

/* Returns a slot with a range of three parts: a whole file, a file that cannot be opened, and a
 * piece of a file. */
static struct slot range_slot(struct opened *opened)
{
    struct slot slot = SLOT_INIT;
    const struct part parts[] = {
        {.input_status = {.first = true, .last = true, .size = 10, .name = strdup("a")},
         .opened = opened,
         .end = UINT64_MAX},
        {.input_status = {.first = true, .last = true, .unopened = true, .name = strdup("")},
         .opened = opened,
         .input = 1,
         .end = UINT64_MAX},
        {.input_status = {.size = UINT64_MAX - 1, .name = strdup("b\n\xff")},
         .opened = opened,
         .input = UINT64_MAX - 2,
         .begin = UINT64_C(1) << 40,
         .end = (UINT64_C(1) << 40) + 5},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_true(range_add(&slot.range, &parts[i]));
    return slot;
}

static void check_part(const struct message_part *received, const struct part *sent)
{
    assert_string_equal(received->part.input_status.name, sent->input_status.name);
    assert_true(received->part.input_status.size == sent->input_status.size);
    assert_int_equal(received->part.input_status.first, sent->input_status.first);
    assert_int_equal(received->part.input_status.unopened, sent->input_status.unopened);
    assert_true(received->part.input == sent->input);
    assert_true(received->part.begin == sent->begin);
    assert_true(received->part.end == sent->end);
    assert_null(received->part.opened);
    free(received->part.input_status.name);
}

TEST(range_of_files)
{
    atomic_uint count = 0;
    const struct input_file file = {.fd = -1, .modified = {-3, 999999999}};
    struct opened *opened = opened_new(&file, &count);
    struct slot slot = range_slot(opened);
    struct pack p = {0};
    message_put_range(&p, &slot, NUMBER, BOUND);
    struct unpack u = arrive(&p);
    struct message_range r = message_get_range(&u);
    assert_int_equal(r.number, NUMBER);
    assert_int_equal(r.bound, BOUND);
    assert_int_equal(r.nparts, slot.range.nparts);
    for (size_t i = 0; i < r.nparts; i++) {
        struct message_part received = message_get_part(&u);
        check_part(&received, &slot.range.parts[i]);
        assert_null(received.text);
        assert_true(received.modified.tv_sec == -3);
        assert_int_equal(received.modified.tv_nsec, 999999999);
    }
    check_end(&u, &p);
    slot_free(&slot);
    opened_leave(opened);
    assert_int_equal(count, 0);
}

/* A chunk becomes a range, and is sent with its text. */
TEST(range_of_chunk)
{
    struct slot slot = SLOT_INIT;
    struct pack p = {0};
    assert_true(chunk_reserve(&slot.chunk, 16));
    memcpy(slot.chunk.bytes, "ab\ncd\n", 6);
    slot.chunk.origin.input = 3;
    slot.chunk.origin.offset = 1000;
    slot.chunk.begin_byte = 3;
    slot.chunk.end_byte = 6;
    slot.input_status =
        (struct input_status){.last = true, .size = UINT64_MAX, .name = strdup("pipe")};
    message_put_range(&p, &slot, NUMBER, UINT32_MAX);
    assert_int_equal(slot.range.nparts, 1);
    assert_null(slot.input_status.name);
    struct unpack u = arrive(&p);
    struct message_range r = message_get_range(&u);
    assert_int_equal(r.bound, UINT32_MAX);
    struct message_part received = message_get_part(&u);
    assert_int_equal(received.part.begin, 1003);
    assert_true(received.part.end == UINT64_MAX);
    assert_int_equal(received.length, 3);
    assert_memory_equal(received.text, "cd\n", 3);
    check_part(&received, &slot.range.parts[0]);
    check_end(&u, &p);
    slot_free(&slot);
}

/* The text of a file that other ranks cannot open is sent with the range, as far as it can be read.
 */
TEST(range_of_text)
{
    static const int modes[] = {O_RDWR, O_WRONLY};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        atomic_uint count = 0;
        struct slot slot = SLOT_INIT;
        struct pack p = {0};
        int text = memfd_create("text", 0), status = modes[i] == O_RDWR ? 0 : EBADF;
        char path[64];
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", text);
        assert_int_equal(write(text, "ab\ncd\n", 6), 6);
        struct input_file file = {.fd = open(path, modes[i]), .regular = true, .size = 100};
        (void)close(text);
        struct part part = {.input_status = {.size = 100, .name = strdup("text")},
                            .opened = opened_new(&file, &count),
                            .begin = 3,
                            .end = 100,
                            .unnamed = true};
        assert_true(range_add(&slot.range, &part));
        opened_leave(part.opened);
        message_put_range(&p, &slot, NUMBER, BOUND);
        assert_int_equal(slot.range.parts[0].input_status.errnum, status);
        struct unpack u = arrive(&p);
        assert_int_equal(message_get_range(&u).nparts, 1);
        struct message_part received = message_get_part(&u);
        assert_int_equal(received.length, status == 0 ? 3 : 0);
        assert_memory_equal(received.text, "cd\n", received.length);
        check_part(&received, &slot.range.parts[0]);
        check_end(&u, &p);
        slot_free(&slot);
        assert_int_equal(count, 0);
    }
}

static void fill_extract(struct extract *x)
{
    const struct extract_part parts[2] = {
        {.finding = {.selection = {.end = {9, 1}, .selected = 4, .first_mark = 1},
                     .records = 8,
                     .level = 2},
         .end = 99,
         .hits = 6,
         .ended = true},
        {.symbols = UINT64_MAX, .cut = true}};
    x->parts = malloc(sizeof parts);
    memcpy(x->parts, parts, sizeof parts);
    x->nparts = x->capacity = 2;
    spill_append(&x->collected.sheet.bytes, "one\ntwo\n", 8);
    x->collected.sheet.gaps = malloc(sizeof *x->collected.sheet.gaps);
    x->collected.sheet.gaps[0] = (struct gap){4, 12, 7};
    x->collected.sheet.ngaps = x->collected.sheet.capacity = 1;
    x->collected.marks.v = malloc(sizeof *x->collected.marks.v);
    x->collected.marks.v[0] = (struct mark){{4, 1}, 3, 50};
    x->collected.marks.n = x->collected.marks.capacity = 1;
    spill_append(&x->collected.edges, "edge", 4);
    x->read = 0.25;
    x->scan = 1e-9;
    x->resolve = 3;
}

static void check_extract(struct extract *received, struct extract *sent)
{
    assert_int_equal(received->nparts, 2);
    assert_memory_equal(received->parts, sent->parts, 2 * sizeof *sent->parts);
    assert_int_equal(received->collected.sheet.bytes.length, 8);
    assert_memory_equal(spill_view(&received->collected.sheet.bytes, 0,
                                   received->collected.sheet.bytes.length, NULL),
                        "one\ntwo\n", 8);
    assert_int_equal(received->collected.sheet.ngaps, 1);
    assert_int_equal(received->collected.sheet.gaps[0].at, 4);
    assert_int_equal(received->collected.sheet.gaps[0].number, 12);
    assert_int_equal(received->collected.sheet.gaps[0].width, 7);
    assert_int_equal(received->collected.marks.n, 1);
    assert_memory_equal(received->collected.marks.v, sent->collected.marks.v,
                        sizeof *sent->collected.marks.v);
    assert_int_equal(received->collected.edges.length, 4);
    assert_memory_equal(
        spill_view(&received->collected.edges, 0, received->collected.edges.length, NULL), "edge",
        4);
    assert_true(received->read == 0.25 && received->scan == 1e-9 && received->resolve == 3);
}

/* An extract is unpacked into a slot that has an older one. */
TEST(extracts)
{
    struct slot sent = range_slot(NULL), received = range_slot(NULL);
    struct pack p = {0};
    char *death;
    fill_extract(&sent.extract);
    fill_extract(&received.extract);
    spill_append(&received.extract.collected.sheet.bytes, "old", 3);
    sent.range.ticket = NUMBER;
    sent.range.parts[2].input_status.errnum = ERROR;
    received.range.parts[1].input_status.errnum =
        ERROR + 1; /* rank 0's own error; the other rank does not have it */
    sent.seconds = 0.5;
    sent.death = "rank 1 (host): out";
    message_put_extract(&p, &sent, BOUND);
    struct unpack u = arrive(&p);
    assert_int_equal(unpack_number(&u), NUMBER);
    assert_int_equal(message_get_extract(&u, &received, &death), BOUND);
    assert_string_equal(death, sent.death);
    assert_int_equal(received.range.parts[0].input_status.errnum, 0);
    assert_int_equal(received.range.parts[1].input_status.errnum, ERROR + 1);
    assert_int_equal(received.range.parts[2].input_status.errnum, ERROR);
    assert_true(received.seconds == 0.5);
    check_extract(&received.extract, &sent.extract);
    check_end(&u, &p);
    free(death);
    slot_free(&sent);
    slot_free(&received);
}

/* A refused range has no extract, and may lack some of its parts. */
TEST(refused)
{
    struct slot sent = SLOT_INIT, received = range_slot(NULL);
    struct pack p = {0};
    char *death;
    fill_extract(&received.extract);
    message_put_extract(&p, &sent, UINT32_MAX);
    struct unpack u = arrive(&p);
    assert_int_equal(unpack_number(&u), 0);
    assert_int_equal(message_get_extract(&u, &received, &death), UINT32_MAX);
    assert_null(death);
    assert_int_equal(received.extract.nparts, 0);
    assert_int_equal(received.extract.collected.marks.n, 0);
    assert_int_equal(received.extract.collected.sheet.ngaps, 0);
    assert_int_equal(received.extract.collected.sheet.bytes.length, 0);
    check_end(&u, &p);
    slot_free(&received);
}
