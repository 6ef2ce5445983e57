/*
 * replay.c - the main() of a fuzz target without libFuzzer. fuzz_NAME runs each file of
 * tests/fuzz_corpus/NAME, from the root of the project, and prints `N passed, 0 failed`. A failing
 * target aborts. Emulated programs are named fuzz_NAME.elf.
 */
#include <dirent.h>
#include <fcntl.h>

#include "fuzz.h"

/* Not every target has one. */
#pragma weak LLVMFuzzerInitialize

static void run_file(int folder, const char *name)
{
    static unsigned char bytes[1 << 20];
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
    if (size < 0) {
        perror(name);
        exit(2);
    }
    (void)close(fd);
    void *copy = exact_copy(bytes, (size_t)size);
    (void)LLVMFuzzerTestOneInput(copy, (size_t)size);
    free(copy);
}

int main(int argc, char **argv)
{
    static const char prefix[] = "fuzz_";
    const char *program = strrchr(argv[0], '/');
    const char *name = strstr(program != NULL ? program : argv[0], prefix);
    char path[256];
    int passed = 0, results = dup(1), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    name = name != NULL ? name + strlen(prefix) : "";
    (void)snprintf(path, sizeof path, "tests/fuzz_corpus/%.*s", (int)strcspn(name, "."), name);
    DIR *corpus = opendir(path);
    if (corpus == NULL || results < 0 || nowhere < 0) {
        perror(path);
        return 2;
    }
    if (LLVMFuzzerInitialize != NULL)
        (void)LLVMFuzzerInitialize(&argc, &argv);
    (void)dup2(nowhere, 1); /* discards what the target prints */
    for (struct dirent *file; (file = readdir(corpus)) != NULL;)
        if (file->d_name[0] != '.') {
            run_file(dirfd(corpus), file->d_name);
            passed++;
        }
    (void)closedir(corpus);
    dprintf(results, "%d passed, 0 failed\n", passed);
    return 0;
}
