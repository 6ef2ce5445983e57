/* diag.c - one line an error. */
#include "base/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/visible.h"

enum {
    MESSAGE_SIZE = 4096,
    PROGRAM_SIZE = 16,
    LINE_SIZE = PROGRAM_SIZE + VISIBLE_EXPANSION * MESSAGE_SIZE + sizeof "\n",
};

static struct {
    const char *program;
    bool failed;
    bool silent_files;
} diag = {.program = "edgrep"};

void diag_program(const char *name)
{
    diag.program = name;
}

void diag_reset(void)
{
    diag.failed = false;
    diag.silent_files = false;
}

bool diag_failed(void)
{
    return diag.failed;
}

void diag_silence_files(void)
{
    diag.silent_files = true;
}

/* Writes the line for standard error to `line`; returns its length. */
static size_t compose(char line[LINE_SIZE], const char *format, va_list arguments)
{
    char message[MESSAGE_SIZE];
    int length = vsnprintf(message, sizeof message, format, arguments);
    if (length < 0)
        length = 0;
    if ((size_t)length >= sizeof message) {
        length = sizeof message - 1;
        memcpy(message + length - 3, "...", 3);
    }
    size_t used = (size_t)snprintf(line, PROGRAM_SIZE, "%s: ", diag.program);
    if (isatty(STDERR_FILENO)) {
        used += visible_copy(line + used, message, (size_t)length);
    } else {
        memcpy(line + used, message, (size_t)length);
        used += (size_t)length;
    }
    line[used++] = '\n';
    return used;
}

/* A line is one write(2), so that lines of several processes do not mix. */
static void say(const char *format, va_list arguments)
{
    char line[LINE_SIZE];
    size_t length = compose(line, format, arguments);
    (void)io_write(STDERR_FILENO, line, length); /* where else could we tell? */
}

char *diag_line(const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    size_t length = compose(line, format, arguments);
    va_end(arguments);
    line[length] = '\0';
    char *copy = strdup(line);
    if (copy == NULL)
        die("%s", strerror(errno));
    return copy;
}

void diag_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    diag.failed = true;
}

void diag_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void diag_file(const char *name, const char *reason)
{
    if (!diag.silent_files)
        diag_error("%s: %s", name, reason);
    diag.failed = true;
}

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(EXIT_TROUBLE);
}
