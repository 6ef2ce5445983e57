/* call.c - see call.h. */
#include "library/call.h"

#include <errno.h>
#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"

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

/* The last words of a call. */
static void leave(void *call, const char *message)
{
    struct call *c = call;
    bool memory = strcmp(message, strerror(ENOMEM)) == 0;
    c->told = false;
    tell(c, memory ? "memory is out" : message);
    c->error.status = memory ? EDGREP_MEMORY : EDGREP_FAILED;
    longjmp(c->border, 1);
}

int call_run(struct heap *heap, struct edgrep_error *error, int (*work)(void *context),
             void *context)
{
    struct call c;
    c.error.status = EDGREP_OK;
    c.error.text[0] = '\0';
    c.told = false;
    struct heap *before = heap_use(heap);
    struct diag_thread outer =
        diag_thread((struct diag_thread){.say = leave, .hear = hear, .argument = &c});
    if (setjmp(c.border) == 0)
        c.error.status = work(context);
    (void)diag_thread(outer);
    (void)heap_use(before);
    if (error != NULL && c.error.status < 0)
        *error = c.error;
    return c.error.status;
}

void call_out_of_memory(void)
{
    die("%s", strerror(ENOMEM));
}

int call_no_memory(struct edgrep_error *error)
{
    if (error != NULL)
        *error = (struct edgrep_error){EDGREP_MEMORY, "memory is out"};
    return EDGREP_MEMORY;
}
