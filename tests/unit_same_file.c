/* unit_same_file.c - a rank compares its files with rank 0's. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ranks/same_file.h"
#include "unit.h"

static char directory[64];

static int open_directory(void **state)
{
    (void)state;
    (void)snprintf(directory, sizeof directory, "/tmp/edgrep-unit_same_file-XXXXXX");
    return mkdtemp(directory) == NULL || chdir(directory) != 0;
}

static int close_directory(void **state)
{
    (void)state;
    (void)unlink("x");
    (void)unlink("fifo");
    return chdir("/") != 0 || rmdir(directory) != 0;
}

static void expect_other(const char *name, struct file_version version)
{
    int fd = 0;
    assert_non_null(same_file_open(name, version, &fd));
    assert_int_equal(fd, -1);
}

TEST_WITH(versions, open_directory, close_directory)
{
    struct stat s;
    int fd = open("x", O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0 && write(fd, "text", 4) == 4 && fstat(fd, &s) == 0);
    close(fd);
    const struct file_version good = {4, s.st_mtim};
    assert_null(same_file_open("x", good, &fd));
    assert_true(fd >= 0);
    close(fd);
    expect_other(".", good);
    expect_other("y", good);
    expect_other("x", (struct file_version){5, s.st_mtim});
    struct file_version other = good;
    other.modified.tv_sec++;
    expect_other("x", other);
    other = good;
    other.modified.tv_nsec ^= 1;
    expect_other("x", other);
}

/* A named pipe neither blocks nor counts as a file of size 0. */
TEST_WITH(named_pipes, open_directory, close_directory)
{
    struct stat s;
    assert_true(mkfifo("fifo", 0600) == 0 && stat("fifo", &s) == 0);
    expect_other("fifo", (struct file_version){0, s.st_mtim});
}
