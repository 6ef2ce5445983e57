#include "base/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"

enum { LINE = 512, THREAD = 32 };

static const char *const names[TRACE_ROOMS] = {
    [TRACE_TEXT] = "text",     [TRACE_SCAN] = "scan",     [TRACE_MATCH] = "match",
    [TRACE_OUTPUT] = "output", [TRACE_EDGREP] = "edgrep", [TRACE_COMPARE] = "compare",
    [TRACE_PLAN] = "plan",
};

unsigned trace_rooms;

static double began;
static char process[THREAD]; /* "rank 1 ", or nothing */
static _Thread_local char thread[THREAD] = "main";

/* Returns the bits of a room, or of all rooms; 0: unknown name. */
static unsigned bits_of(const char *name, size_t length)
{
    for (unsigned room = 0; room < TRACE_ROOMS; room++)
        if (strlen(names[room]) == length && memcmp(names[room], name, length) == 0)
            return 1U << room;
    return length == 3 && memcmp(name, "all", 3) == 0 ? (1U << TRACE_ROOMS) - 1 : 0;
}

void trace_begin(void)
{
    const char *text = getenv("EDGREP_TRACE");
    trace_rooms = 0;
    began = io_seconds();
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, ",");
        unsigned bits = bits_of(text, length);
        if (bits == 0)
            diag_warning("EDGREP_TRACE: '%.*s': no such room", (int)length, text);
        trace_rooms |= bits;
        text += length + (text[length] == ',');
    }
}

void trace_rank(unsigned rank)
{
    (void)snprintf(process, sizeof process, "rank %u ", rank);
}

void trace_thread(const char *kind, unsigned number)
{
    (void)snprintf(thread, sizeof thread, "%s %u", kind, number);
}

void trace_line(enum trace_room room, const char *format, ...)
{
    char line[LINE];
    size_t used = (size_t)snprintf(line, sizeof line, "%.6f %s%s %s: ", io_seconds() - began,
                                   process, thread, names[room]);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    va_end(arguments);
    if (length > 0)
        used += (size_t)length < sizeof line - used - 1 ? (size_t)length : sizeof line - used - 2;
    line[used++] = '\n';
    (void)io_write(STDERR_FILENO, line, used);
}
