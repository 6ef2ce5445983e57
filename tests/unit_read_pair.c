/* unit_read_pair.c - mapped files that are truncated. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "pair/read_pair.h"
#include "unit.h"

enum { SIZE = 1 << 16 };

static char directory[64];

static int open_directory(void **state)
{
    (void)state;
    (void)snprintf(directory, sizeof directory, "/tmp/edgrep-unit_read_pair-XXXXXX");
    return mkdtemp(directory) == NULL || chdir(directory) != 0;
}

static int close_directory(void **state)
{
    (void)state;
    (void)unlink("x");
    (void)unlink("y");
    return chdir("/") != 0 || rmdir(directory) != 0;
}

static void write_file(const char *name)
{
    static const char text[SIZE];
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0 && write(fd, text, SIZE) == SIZE && close(fd) == 0);
}

/* Reads beyond the end of a truncated file: of one of the contents, or of another mapping. */
static void read_truncated(void *which)
{
    struct file_content x, y;
    if (!file_content_open(&x, "x") || !file_content_open(&y, "y"))
        return;
    int fd = open("y", O_RDONLY);
    const volatile unsigned char *other = mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE, fd, 0);
    const volatile unsigned char *bytes[] = {x.bytes, y.bytes, other};
    if (truncate("x", 0) == 0 && truncate("y", 0) == 0)
        (void)bytes[*(const size_t *)which][SIZE / 2];
}

TEST_WITH(shrunk, open_directory, close_directory)
{
    static const char *const messages[] = {"edgrep: x: cut short while it was read\n",
                                           "edgrep: y: cut short while it was read\n",
                                           "edcmp: input: bus error\n"};
    for (size_t i = 0; i < 3; i++) {
        write_file("x");
        write_file("y");
        assert_string_equal(capture_death(read_truncated, &i), messages[i]);
    }
}

TEST(joints)
{
    size_t joints[] = {3, 5, 6}; /* the last joint lies in other files */
    const struct file_content c = {.size = 9, .joints = joints, .njoints = 2};
    assert_int_equal(file_content_joint(&c, 0), 3);
    assert_int_equal(file_content_joint(&c, 3), 5);
    assert_int_equal(file_content_joint(&c, 5), 9);
}
