/* call.c - see call.h. */
#include "library/call.h"

#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"

static const char out_of_memory[] = "out of memory";

struct call {
    jmp_buf border;
    struct edgrep_error error;
    bool told; /* the error has a text */
};

/* As much of the message as there is room for; of several the first counts. */
static void tell(struct call *c, const char *message)
{
    size_t length = strlen(message), most = sizeof c->error.text - 1;
    if (c->told)
        return;
    if (length > most)
        length = most - utf8_cut((const unsigned char *)message, most);
    memcpy(c->error.text, message, length);
    c->error.text[length] = '\0';
    c->told = true;
}

static void hear(void *call, const char *message, bool error)
{
    if (error)
        tell(call, message);
}

/* Ends the call with this error. */
static _Noreturn void leave(struct call *c, int status, const char *message)
{
    c->told = false;
    tell(c, message);
    c->error.status = status;
    longjmp(c->border, 1);
}

static void leave_failed(void *call, const char *message)
{
    leave(call, EDGREP_FAILED, message);
}

static void leave_out_of_memory(void *call)
{
    leave(call, EDGREP_MEMORY, out_of_memory);
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
    c.told = false;
    struct heap *before = heap_use(heap);
    struct diag_thread outer = diag_thread((struct diag_thread){
        .say = leave_failed, .out_of_memory = leave_out_of_memory, .hear = hear, .argument = &c});
    do_work(&c, work, context);
    (void)diag_thread(outer);
    (void)heap_use(before);
    if (error != NULL && c.error.status < 0)
        *error = c.error;
    return c.error.status;
}

int call_no_memory(struct edgrep_error *error)
{
    struct edgrep_error no_memory = {.status = EDGREP_MEMORY};
    memcpy(no_memory.text, out_of_memory, sizeof out_of_memory);
    if (error != NULL)
        *error = no_memory;
    return EDGREP_MEMORY;
}
