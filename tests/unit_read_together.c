/* unit_read_together.c - several threads read the same bytes from a file as one thread. */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/read_together.h"
#include "ref/random.h"
#include "unit.h"

enum { SIZE = 5000001, THREADS = 4, CASES = 60 };

static unsigned char text[SIZE], actual[SIZE + 1];

static int make_file(struct random *r)
{
    int fd = memfd_create("text", MFD_CLOEXEC);
    assert_true(fd >= 0);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = (unsigned char)random_below(r, 128);
    assert_int_equal(write(fd, text, SIZE), SIZE);
    return fd;
}

static bool is_ascii(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] >= 128)
            return false;
    return true;
}

/* Reads random parts of the file; nothing follows its end. */
TEST(parts)
{
    struct random r = random_open(1, 0);
    int fd = make_file(&r);
    for (unsigned threads = 1; threads <= THREADS; threads++) {
        struct helpers *t = helpers_open(threads);
        assert_non_null(t);
        for (int i = 0; i < CASES; i++) {
            size_t position = random_below(&r, SIZE + 100), size = random_log(&r, SIZE);
            size_t there = position < SIZE ? SIZE - position : 0;
            bool all;
            memset(actual, 0xff, sizeof actual);
            ssize_t n = read_together(t, fd, actual, size, (off_t)position, is_ascii, &all);
            assert_int_equal(n, size < there ? size : there);
            assert_memory_equal(actual, text + (there > 0 ? position : 0), (size_t)n);
            assert_int_equal(actual[n], 0xff);
            assert_true(all);
        }
        helpers_close(t);
    }
    close(fd);
}

/* Each byte is checked. */
TEST(looks)
{
    struct random r = random_open(2, 0);
    int fd = make_file(&r);
    struct helpers *t = helpers_open(THREADS);
    for (int i = 0; i < CASES; i++) {
        unsigned char byte = 200;
        size_t at = random_below(&r, SIZE), size = random_below(&r, SIZE) + 1;
        bool all;
        assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
        assert_int_equal(read_together(t, fd, actual, size, 0, is_ascii, &all), size);
        assert_int_equal(all, at >= size);
        assert_int_equal(pwrite(fd, text + at, 1, (off_t)at), 1);
    }
    helpers_close(t);
    close(fd);
}

TEST(fails)
{
    struct helpers *t = helpers_open(THREADS);
    bool all;
    assert_int_equal(read_together(t, -1, actual, SIZE, 0, is_ascii, &all), -1);
    assert_int_equal(errno, EBADF);
    helpers_close(t);
    helpers_close(NULL);
}
