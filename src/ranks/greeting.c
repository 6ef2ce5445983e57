/* greeting.c - see greeting.h. */
#include "ranks/greeting.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sockaddr_un greeting_address(const char *name, socklen_t *size)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    size_t length = strnlen(name, sizeof a.sun_path - 1);
    memcpy(a.sun_path + 1, name, length);
    *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
    return a;
}

bool greeting_peer_is_ours(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

/* Room for a message with descriptors. */
union control {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(STREAMS_MOST * sizeof(int))];
};

static struct msghdr message_of(struct iovec *part, union control *control, size_t n)
{
    return (struct msghdr){.msg_iov = part,
                           .msg_iovlen = 1,
                           .msg_control = control->bytes,
                           .msg_controllen = CMSG_SPACE(n * sizeof(int))};
}

bool greeting_send(int fd, struct greeting *g)
{
    size_t size = (size_t)g->n * sizeof *g->numbers;
    union control control = {.bytes = {0}};
    struct iovec part = {g, sizeof *g};
    struct msghdr message = message_of(&part, &control, (size_t)g->n);
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    *c = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(size)};
    memcpy(CMSG_DATA(c), g->numbers, size);
    return sendmsg(fd, &message, MSG_NOSIGNAL) == (ssize_t)sizeof *g;
}

bool greeting_receive(int fd, struct greeting *g, int streams[STREAMS_MOST])
{
    union control control;
    struct iovec part = {g, sizeof *g};
    struct msghdr message = message_of(&part, &control, STREAMS_MOST);
    if (recvmsg(fd, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof *g)
        return false;
    const struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    size_t size = (size_t)g->n * sizeof *streams;
    if (c == NULL || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(size))
        return false;
    memcpy(streams, CMSG_DATA(c), size);
    return true;
}

void greeting_list(struct greeting *g)
{
    const struct dirent *entry;
    DIR *all = opendir("/proc/self/fd"); /* that of the listing itself is not inherited */
    g->n = 0;
    while (all != NULL && g->n < STREAMS_MOST && (entry = readdir(all)) != NULL) {
        int fd = (int)strtol(entry->d_name, NULL, 10), flags = fcntl(fd, F_GETFD);
        if (isdigit((unsigned char)*entry->d_name) && flags >= 0 && (flags & FD_CLOEXEC) == 0)
            g->numbers[g->n++] = fd;
    }
    if (all != NULL)
        (void)closedir(all);
}
