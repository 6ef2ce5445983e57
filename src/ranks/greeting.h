/* greeting.h - the first message of the process that starts ranks (start.h) to rank 0: its
 * descriptors, handed over a Unix socket. */
#ifndef GREETING_H
#define GREETING_H

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { STREAMS_MOST = 250 /* the kernel hands over 253 at a time */ };

/* The numbers of the descriptors that it passes on, all that it
 * inherited (`<(command)` of a shell is /dev/fd/63). */
struct greeting {
    bool ignores_pipe; /* SIGPIPE */
    int n;
    int numbers[STREAMS_MOST];
};

/* Returns an address that no file has: its name begins with NUL. */
struct sockaddr_un greeting_address(const char *name, socklen_t *size);

/* Returns whether the other side of a socket is a process of the same user. */
bool greeting_peer_is_ours(int fd);

/* Lists the descriptors of this process that a program it executes would have. */
void greeting_list(struct greeting *g);

bool greeting_send(int fd, struct greeting *g);

/* `streams` gets the descriptors in the order of g->numbers. */
bool greeting_receive(int fd, struct greeting *g, int streams[STREAMS_MOST]);

#endif
