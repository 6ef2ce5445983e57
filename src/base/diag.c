/* diag.c - one line an error. */
#include "base/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/at_exit.h"
#include "base/escape_controls.h"
#include "base/io.h"
#include "base/utf8.h"

enum {
    MESSAGE_SIZE = 4096,
    PROGRAM_SIZE = 16,
    LINE_SIZE = PROGRAM_SIZE + ESCAPE_CONTROLS_EXPANSION * MESSAGE_SIZE + sizeof "\n",
};

static struct {
    const char *program;
    bool failed;
    bool silent_files;
} diag = {.program = "edgrep"};

static _Thread_local struct diag_thread own; /* the calling thread's hooks */

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

/* Writes the message, as much as there is room for; returns its length. */
static int put_message(char message[MESSAGE_SIZE], const char *format, va_list arguments)
{
    int length = vsnprintf(message, MESSAGE_SIZE, format, arguments);
    if (length < 0)
        message[length = 0] = '\0';
    if (length >= MESSAGE_SIZE) {
        length = MESSAGE_SIZE - 1;
        memcpy(message + length - 3, "...", 3);
    }
    return length;
}

/* Writes the line for standard error to `line`; returns its length. */
static size_t compose_line(char line[LINE_SIZE], const char *format, va_list arguments)
{
    char message[MESSAGE_SIZE];
    int length = put_message(message, format, arguments);
    size_t used = (size_t)snprintf(line, PROGRAM_SIZE, "%s: ", diag.program);
    if (isatty(STDERR_FILENO)) {
        used += escape_controls_copy(line + used, message, (size_t)length);
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
    size_t length = compose_line(line, format, arguments);
    (void)io_write(STDERR_FILENO, line, length); /* a failure here cannot be reported */
}

char *diag_line(const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    size_t length = compose_line(line, format, arguments);
    va_end(arguments);
    line[length] = '\0';
    char *copy = strdup(line);
    if (copy == NULL)
        die_out_of_memory();
    return copy;
}

/* Prints the message, or passes it to the thread's hear(). */
static void report_message(bool error, const char *format, va_list arguments)
{
    char message[MESSAGE_SIZE];
    if (own.hear != NULL) {
        (void)put_message(message, format, arguments);
        own.hear(own.argument, message, error);
        return;
    }
    say(format, arguments);
    diag.failed = diag.failed || error;
}

void diag_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_message(true, format, arguments);
    va_end(arguments);
}

/* Writes blanks as wide as the text; returns how many. A tab is as wide only as a tab. */
static size_t put_blanks(char *to, const char *text, size_t length, bool utf8)
{
    size_t n = 0, size;
    for (size_t at = 0; at < length; at += size) {
        uint32_t c;
        size = utf8_or_byte(utf8, (const unsigned char *)text + at, length - at, &c);
        int columns = c < CHAR_BYTE && utf8 ? wcwidth((wchar_t)c) : 1;
        for (int i = 0; i < columns && c != '\t'; i++)
            to[n++] = ' ';
        if (c == '\t')
            to[n++] = '\t';
        else if (columns < 0 || c >= CHAR_BYTE)
            to[n++] = ' ';
    }
    return n;
}

void diag_point(const char *head, size_t length, bool utf8)
{
    char shown[LINE_SIZE], blanks[2 * LINE_SIZE];
    if (length >= MESSAGE_SIZE || own.hear != NULL)
        return;
    if (isatty(STDERR_FILENO)) {
        length = escape_controls_copy(shown, head, length);
        head = shown;
    }
    size_t n = put_blanks(blanks, head, length, utf8);
    diag_error("%.*s^", (int)n, blanks);
}

void diag_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_message(false, format, arguments);
    va_end(arguments);
}

void diag_file(const char *name, const char *reason)
{
    if (!diag.silent_files)
        diag_error("%s: %s", name, reason);
    else
        diag.failed = true;
}

void die(const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    if (own.say != NULL) {
        (void)put_message(message, format, arguments);
        own.say(own.argument, message);
    }
    say(format, arguments);
    va_end(arguments);
    at_exit_begin(EXIT_TROUBLE);
    exit(EXIT_TROUBLE);
}

void die_out_of_memory(void)
{
    if (own.out_of_memory != NULL)
        own.out_of_memory(own.argument);
    die("%s", strerror(ENOMEM));
}

void diag_last_words(void (*say)(void *argument, const char *message), void *argument)
{
    own = (struct diag_thread){.say = say, .argument = argument};
}

struct diag_thread diag_thread(struct diag_thread t)
{
    struct diag_thread before = own;
    own = t;
    return before;
}
