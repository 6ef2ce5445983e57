#include "library/call.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/utf8.h"

static const char out_of_memory[] = "out of memory";

struct call {
    jmp_buf border;
    struct edgrep_error error;
};

static _Thread_local struct call *current; /* the thread's call; NULL: it is in none */

/* As much of the message as there is room for. */
static void store_message(struct call *c, const char *message)
{
    size_t length = strlen(message), most = sizeof c->error.text - 1;
    if (length > most)
        length = most - utf8_cut((const unsigned char *)message, most);
    memcpy(c->error.text, message, length);
    c->error.text[length] = '\0';
}

/* The library has no warnings. */
static void hear_message(void *call, const char *message, bool error)
{
    (void)error;
    store_message(call, message);
}

/* Ends the call with this error. */
static _Noreturn void leave_call(struct call *c, int status, const char *message)
{
    store_message(c, message);
    c->error.status = status;
    longjmp(c->border, 1);
}

static void leave_failed(void *call, const char *message)
{
    leave_call(call, EDGREP_FAILED, message);
}

static void leave_out_of_memory(void *call)
{
    leave_call(call, EDGREP_MEMORY, out_of_memory);
}

/* Sets c->error.status. A function of its own: setjmp(3) leaves the local variables of its caller
 * undefined where they have changed since, and *c has. */
static void do_work(struct call *c, int (*work)(void *context), void *context)
{
    if (setjmp(c->border) == 0)
        c->error.status = work(context);
}

int call_run(struct heap *heap, struct edgrep_error *error, int (*work)(void *context),
             void *context)
{
    struct call c;
    c.error.status = EDGREP_OK;
    c.error.text[0] = '\0';
    struct call *outer_call = current;
    struct heap *before = heap_use(heap);
    struct diag_thread outer =
        diag_thread((struct diag_thread){.say = leave_failed,
                                         .out_of_memory = leave_out_of_memory,
                                         .hear = hear_message,
                                         .argument = &c});
    current = &c;
    do_work(&c, work, context);
    current = outer_call;
    (void)diag_thread(outer);
    (void)heap_use(before);
    if (error != NULL && c.error.status < 0)
        *error = c.error;
    return c.error.status;
}

void call_limit_begin(struct call_limit *limit)
{
    if (limit->seconds > 0)
        limit->end = io_seconds() + limit->seconds;
}

void call_limit_check(struct call_limit *limit)
{
    char message[64];
    if (atomic_load_explicit(&limit->cancelled, memory_order_relaxed)) {
        atomic_store(&limit->cancelled, false);
        leave_call(current, EDGREP_CANCELLED, "cancelled");
    }
    if (limit->seconds > 0 && io_seconds() > limit->end) {
        (void)snprintf(message, sizeof message, "not done within %g s", limit->seconds);
        leave_call(current, EDGREP_CANCELLED, message);
    }
}

int call_no_memory(struct edgrep_error *error)
{
    struct edgrep_error no_memory = {.status = EDGREP_MEMORY};
    memcpy(no_memory.text, out_of_memory, sizeof out_of_memory);
    if (error != NULL)
        *error = no_memory;
    return EDGREP_MEMORY;
}

const char *edgrep_status_text(int status)
{
    switch (status) {
    case EDGREP_OK:
        return "no error";
    case EDGREP_STOPPED:
        return "the callback stopped the search";
    case EDGREP_BAD:
        return "a pattern, a setting or a text is invalid";
    case EDGREP_MEMORY:
        return out_of_memory;
    case EDGREP_FAILED:
        return "a device failed, or a limit was exceeded";
    case EDGREP_CANCELLED:
        return "cancelled, or not done in time";
    default:
        return "not a status of this library";
    }
}

const char *edgrep_version(void)
{
    return EDGREP_VERSION;
}

int edgrep_version_number(void)
{
    return EDGREP_VERSION_NUMBER;
}
