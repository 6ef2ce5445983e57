/* unit_sink.c - the sink and the output that it holds: order, dropping, the spill file, failing
 * writes. */
#include <fcntl.h>
#include <locale.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "print/sink.h"
#include "print/spill.h"
#include "unit.h"

enum { BIG = 70 << 20, BLOCK = 1 << 20 };

/* Returns what has been written to fd so far, as a static string. */
static const char *contents(int fd)
{
    static char text[1 << 16];
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    assert_true(n >= 0);
    text[n] = '\0';
    return text;
}

TEST(puts_and_numbers)
{
    int fd = io_temporary();
    struct sink *s = sink_open(fd);
    sink_puts(s, "a");
    sink_putc(s, ':');
    sink_number(s, 0);
    sink_putc(s, ':');
    sink_number(s, UINT64_MAX);
    sink_put(s, NULL, 0);
    assert_string_equal(contents(fd), "");
    sink_flush(s);
    assert_string_equal(contents(fd), "a:0:18446744073709551615");
    sink_puts(s, "!");
    sink_close(s);
    assert_string_equal(contents(fd), "a:0:18446744073709551615!");
    close(fd);
}

TEST(hold_drop_release)
{
    int fd = io_temporary();
    struct sink *s = sink_open(fd);
    sink_puts(s, "before ");
    sink_hold(s);
    sink_puts(s, "dropped ");
    sink_drop(s);
    sink_puts(s, "kept ");
    sink_flush(s);
    assert_string_equal(contents(fd), "before ");
    sink_release(s);
    sink_puts(s, "after ");
    sink_hold(s);
    sink_puts(s, "never let go");
    sink_close(s);
    assert_string_equal(contents(fd), "before kept after ");
    close(fd);
}

/* Blocks of sizes around the buffer's come out in order. */
TEST(large_puts)
{
    static unsigned char block[200000], back[sizeof block];
    static const size_t sizes[] = {1, 65535, 65536, 65537, 2, 200000, 3, 65536};
    int fd = io_temporary();
    struct sink *s = sink_open(fd);
    off_t at = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(block, (int)i + 1, sizes[i]);
        sink_put(s, block, sizes[i]);
    }
    sink_close(s);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(block, (int)i + 1, sizes[i]);
        assert_int_equal(pread(fd, back, sizes[i], at), sizes[i]);
        assert_memory_equal(block, back, sizes[i]);
        at += (off_t)sizes[i];
    }
    assert_int_equal(lseek(fd, 0, SEEK_END), at);
    close(fd);
}

/* Returns byte i of the text that the tests of the spill file append. */
static unsigned char byte_at(uint64_t i)
{
    return (unsigned char)(i * 2654435761u >> 13);
}

static void append_range(struct spill *p, uint64_t from, uint64_t to, size_t piece)
{
    static unsigned char block[3 * BLOCK];
    for (uint64_t i = from; i < to; i += piece) {
        if (piece > to - i)
            piece = (size_t)(to - i);
        for (size_t b = 0; b < piece; b++)
            block[b] = byte_at(i + b);
        spill_append(p, block, piece);
    }
}

static void check_view(struct spill *p, uint64_t length)
{
    const unsigned char *view = spill_view(p, 0, length, NULL);
    assert_int_equal(p->length, length);
    for (uint64_t i = 0; i < length; i++)
        if (view[i] != byte_at(i))
            fail_msg("byte %llu differs", (unsigned long long)i);
}

TEST(spill_to_file)
{
    struct spill p = SPILL_INIT;
    append_range(&p, 0, 1000, 7);
    check_view(&p, 1000);
    assert_int_equal(p.fd, -1);
    append_range(&p, 1000, BIG, 3 * BLOCK - 1);
    assert_true(p.fd >= 0);
    assert_true(p.capacity <= BLOCK); /* the memory has been freed */
    check_view(&p, BIG);
    append_range(&p, BIG, BIG + 200000, 999); /* continues after a view */
    check_view(&p, BIG + 200000);
    spill_clear(&p);
    assert_int_equal(p.fd, -1);
    assert_int_equal(p.length, 0);
    append_range(&p, 0, 10, 10);
    check_view(&p, 10);
    spill_free(&p);
    assert_null(p.memory);
}

TEST(hold_beyond_memory)
{
    static unsigned char block[BLOCK];
    int fd = io_temporary();
    struct sink *s = sink_open(fd);
    sink_hold(s);
    for (uint64_t i = 0; i < BIG; i++) {
        block[i % BLOCK] = byte_at(i);
        if (i % BLOCK == BLOCK - 1)
            sink_put(s, block, BLOCK);
    }
    sink_release(s);
    sink_close(s);
    assert_int_equal(lseek(fd, 0, SEEK_END), BIG);
    unsigned char *map = mmap(NULL, BIG, PROT_READ, MAP_PRIVATE, fd, 0);
    assert_ptr_not_equal(map, MAP_FAILED);
    for (uint64_t i = 0; i < BIG; i++)
        if (map[i] != byte_at(i))
            fail_msg("byte %llu differs", (unsigned long long)i);
    munmap(map, BIG);
    close(fd);
}

TEST(visible)
{
    if (setlocale(LC_ALL, "C.UTF-8") == NULL)
        skip();
    int fd = io_temporary();
    struct sink *s = sink_open(fd);
    sink_put_visible(s, "a\33[1m\tb\\\n\xff\xc3\xa9", 12);
    sink_flush(s);
    assert_string_equal(contents(fd), "a^[[1m\tb\\\nM^?\xc3\xa9");
    sink_close(s);
    close(fd);
}

/* The place where a long text is cut does not matter: a character moves over the cut. */
TEST(visible_seam)
{
    static const struct {
        char raw[5];
        size_t size;
        const char *visible;
    } seams[] = {
        {"\xe2\x82\xac", 3, "\xe2\x82\xac"},
        {"\xf0\x9f\x98\x80", 4, "\xf0\x9f\x98\x80"},
        {{'\0', '1'}, 2, "\\0001"},
    };
    char text[5000], expected[5010];
    if (setlocale(LC_ALL, "C.UTF-8") == NULL)
        skip();
    for (size_t i = 0; i < 3; i++) {
        for (size_t at = 4085; at < 4100; at++) {
            int fd = io_temporary();
            struct sink *s = sink_open(fd);
            memset(text, 'x', sizeof text);
            memset(expected, 'x', sizeof expected);
            memcpy(text + at, seams[i].raw, seams[i].size);
            memcpy(expected + at, seams[i].visible, strlen(seams[i].visible));
            expected[sizeof text - seams[i].size + strlen(seams[i].visible)] = '\0';
            sink_put_visible(s, text, sizeof text);
            sink_close(s);
            assert_string_equal(contents(fd), expected);
            close(fd);
        }
    }
}

/* Runs `program` in a child process; stores its standard error in `message`. Returns its exit
 * status. */
static int run(void (*program)(void), char *message, size_t size)
{
    int fd = io_temporary();
    pid_t child = fork();
    if (child == 0) {
        dup2(fd, STDERR_FILENO);
        program();
        exit(EXIT_SELECTED);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    ssize_t n = pread(fd, message, size - 1, 0);
    assert_true(n >= 0);
    message[n] = '\0';
    close(fd);
    return WEXITSTATUS(status);
}

static void check_death(void (*program)(void), const char *expected)
{
    char message[1000];
    assert_int_equal(run(program, message, sizeof message), EXIT_TROUBLE);
    assert_string_equal(message, expected);
}

static struct sink *full_sink(void)
{
    static struct sink *s; /* static, so that a failed test leaks nothing */
    s = sink_open(open("/dev/full", O_WRONLY));
    sink_puts(s, "lost");
    return s;
}

static void full_at_flush(void)
{
    sink_flush(full_sink());
}

static void full_at_close(void)
{
    sink_close(full_sink());
}

static void full_at_exit(void)
{
    full_sink();
}

static void closed_output(void)
{
    struct sink *s = sink_open(-1);
    sink_puts(s, "x");
    sink_close(s);
}

static void no_spill_file(void)
{
    struct spill p = SPILL_INIT;
    (void)setenv("TMPDIR", "/nonexistent", 1);
    append_range(&p, 0, BIG, 3 * BLOCK);
}

TEST(failures)
{
    check_death(full_at_flush, "edgrep: write error: No space left on device\n");
    check_death(full_at_close, "edgrep: write error: No space left on device\n");
    check_death(full_at_exit, "edgrep: write error: No space left on device\n");
    check_death(closed_output, "edgrep: write error: Bad file descriptor\n");
    check_death(no_spill_file, "edgrep: /nonexistent: No such file or directory\n");
}

static int death_fd;

static void die_with_output(void)
{
    struct sink *s = sink_open(death_fd);
    sink_puts(s, "put before\n");
    sink_hold(s);
    sink_puts(s, "held\n");
    die("%s", "trouble");
}

/* die() writes what was put, and drops what is held. */
TEST(death_flushes)
{
    death_fd = io_temporary();
    check_death(die_with_output, "edgrep: trouble\n");
    assert_string_equal(contents(death_fd), "put before\n");
    close(death_fd);
}
