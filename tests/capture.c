/* capture.c - redirects a descriptor to a temporary file. */
#include "capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"

static struct {
    int fd, saved;
    FILE *file;
    char text[1 << 16];
} capture;

static void insist(int good)
{
    if (!good) {
        perror("capture");
        abort();
    }
}

void capture_begin(int fd)
{
    capture.fd = fd;
    capture.saved = dup(fd);
    capture.file = tmpfile();
    insist(capture.saved >= 0 && capture.file != NULL);
    insist(dup2(fileno(capture.file), fd) >= 0);
}

const char *capture_end(void)
{
    insist(dup2(capture.saved, capture.fd) >= 0);
    insist(close(capture.saved) == 0);
    rewind(capture.file);
    size_t length = fread(capture.text, 1, sizeof capture.text - 1, capture.file);
    insist(!ferror(capture.file));
    capture.text[length] = '\0';
    fclose(capture.file);
    return capture.text;
}

static int dying; /* this process must die */

/* A process that dies frees nothing and joins no thread, so sanitizers must not report leaks. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
__attribute__((visibility("default"))) const char *__tsan_default_options(void);

const char *__tsan_default_options(void)
{
    return "report_thread_leaks=0";
}

int __lsan_is_turned_off(void)
{
    return dying;
}

const char *capture_death(void (*run)(void *context), void *context)
{
    int status = 0;
    capture_begin(STDERR_FILENO);
    pid_t child = fork();
    if (child == 0) {
        (void)setenv("CMOCKA_TEST_ABORT", "1", 1); /* an assertion that fails ends the child */
        dying = 1;
        run(context);
        exit(EXIT_SUCCESS);
    }
    insist(child > 0 && waitpid(child, &status, 0) == child);
    const char *messages = capture_end();
    if (status == 0)
        return NULL;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_TROUBLE) {
        (void)fputs(messages, stderr);
        abort();
    }
    return messages;
}
