#include "ranks/wakeup.h"

#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

/* Lets the system choose the address: a name of no file. */
static bool find_address(struct wakeup *w)
{
    struct sockaddr_un none = {.sun_family = AF_UNIX};
    socklen_t size = sizeof w->address.name;
    if (bind(w->socket, (struct sockaddr *)&none, sizeof none.sun_family) != 0 ||
        getsockname(w->socket, (struct sockaddr *)&w->address.name, &size) != 0)
        return false;
    w->address.size = size;
    return true;
}

struct wakeup wakeup_open(void)
{
    struct wakeup w = {.socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    if (w.socket >= 0 && !find_address(&w))
        wakeup_close(&w);
    return w;
}

void wakeup_close(struct wakeup *w)
{
    if (w->socket >= 0)
        (void)close(w->socket);
    w->socket = -1;
}

void wakeup_send(const struct wakeup *own, const struct wakeup_address *to)
{
    char byte = 0;
    if (own->socket >= 0 && to->size > 0)
        (void)sendto(own->socket, &byte, sizeof byte, MSG_DONTWAIT | MSG_NOSIGNAL,
                     (const struct sockaddr *)&to->name, to->size); /* full: it wakes already */
}

void wakeup_await(const struct wakeup *w, long nanoseconds)
{
    struct pollfd wait = {.fd = w->socket, .events = POLLIN};
    struct timespec most = {nanoseconds / SECOND, nanoseconds % SECOND};
    char byte;
    if (ppoll(&wait, 1, &most, NULL) > 0)
        while (recv(w->socket, &byte, sizeof byte, MSG_DONTWAIT) >= 0)
            ;
}
