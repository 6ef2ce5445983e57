/*
 * serve.c - runs edgrep or edcmp many times for another process, so that many cases need only one
 * start of mpirun.
 *
 *     mpirun -n N serve-mpi edgrep|edcmp SOCKET
 *
 * Rank 0 connects to the socket. Each packet is a case: environment variables as NAME=VALUE, an
 * empty string, and the arguments, each NUL-terminated; standard input, output and error are passed
 * as descriptors. The program runs in the directory where serve-mpi was started. The reply is a
 * line with the exit status, the number of bytes that the other ranks have printed (which must be
 * 0), the number of their replies, and 1 if the run exits this process, else 0; then what the other
 * ranks have printed. serve-mpi ends when the socket is closed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "compare/rank_messages.h"
#include "edcmp/edcmp.h"
#include "edgrep/edgrep.h"
#include "follow.h"
#include "ranks/ranks.h"

enum { STREAMS = 3, MOST_BYTES = 1 << 17, MOST_STRINGS = 512 };

struct request {
    char bytes[MOST_BYTES];
    char *variables[MOST_STRINGS], *arguments[MOST_STRINGS + 1];
    int nvariables, narguments;
    int streams[STREAMS];
};

static int client = -1;
static unsigned work[2]; /* the kinds of messages in which followers reply */
static bool running;

static _Noreturn void fail(const char *what)
{
    (void)fprintf(stderr, "serve: %s: %s\n", what, strerror(errno));
    exit(2);
}

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        fail(path);
    return fd;
}

static void split(struct request *q, size_t size)
{
    bool arguments = false;
    q->nvariables = q->narguments = 0;
    for (char *at = q->bytes; at < q->bytes + size; at += strlen(at) + 1)
        if (!arguments && *at == '\0')
            arguments = true;
        else if (q->nvariables + q->narguments == MOST_STRINGS)
            abort();
        else if (arguments)
            q->arguments[q->narguments++] = at;
        else
            q->variables[q->nvariables++] = at;
    q->arguments[q->narguments] = NULL;
}

/* Receives a request. Returns false at the end. */
static bool receive_request(struct request *q)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(STREAMS * sizeof(int))];
    } control;
    struct iovec bytes = {q->bytes, sizeof q->bytes};
    struct msghdr packet = {.msg_iov = &bytes,
                            .msg_iovlen = 1,
                            .msg_control = &control,
                            .msg_controllen = sizeof control};
    ssize_t got = recvmsg(client, &packet, MSG_CMSG_CLOEXEC);
    if (got <= 0)
        return false;
    struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
    if (head == NULL || head->cmsg_len != CMSG_LEN(sizeof q->streams) || q->bytes[got - 1] != '\0')
        abort();
    memcpy(q->streams, CMSG_DATA(head), sizeof q->streams);
    split(q, (size_t)got);
    return true;
}

/* Sends the reply. `last`: the process exits now and reads no more requests. */
static void reply(int status, bool last)
{
    char text[4096], line[4096 + 64];
    size_t printed = follow_printed(text, sizeof text);
    unsigned long worked = atomic_exchange(&follow_received[work[0]], 0) +
                           atomic_exchange(&follow_received[work[1]], 0);
    int length =
        snprintf(line, sizeof line, "%d %zu %lu %d\n%s", status, printed, worked, last, text);
    running = false;
    if (send(client, line, (size_t)length, MSG_NOSIGNAL) != length)
        fail("send");
}

static void on_end(int status, void *unused)
{
    (void)unused;
    if (running)
        reply(status, true);
}

/* Replaces descriptors 0, 1 and 2. */
static void redirect(const int *streams)
{
    for (int fd = 0; fd < STREAMS; fd++)
        if (dup2(streams[fd], fd) < 0)
            fail("dup2");
}

static void set_variables(const struct request *q, bool set)
{
    for (int v = 0; v < q->nvariables; v++) {
        char *equal = strchr(q->variables[v], '=');
        *equal = '\0';
        if ((set ? setenv(q->variables[v], equal + 1, 1) : unsetenv(q->variables[v])) != 0)
            fail("environment");
        *equal = '=';
    }
}

static int serve(int (*run)(int argc, char **argv))
{
    static struct request q;
    int own[STREAMS];
    for (int fd = 0; fd < STREAMS; fd++)
        own[fd] = fcntl(fd, F_DUPFD_CLOEXEC, STREAMS);
    while (receive_request(&q)) {
        set_variables(&q, true);
        redirect(q.streams);
        for (int fd = 0; fd < STREAMS; fd++)
            (void)close(q.streams[fd]);
        running = true;
        int status = run(q.narguments, q.arguments);
        redirect(own);
        set_variables(&q, false);
        reply(status, false);
    }
    return 0;
}

int main(int argc, char **argv)
{
    char here[4096];
    ranks_begin("serve", argv);
    if (argc != 3 || getcwd(here, sizeof here) == NULL)
        fail("serve edgrep|edcmp SOCKET");
    bool compares = strcmp(argv[1], "edcmp") == 0;
    int (*run)(int argc, char **argv) = compares ? edcmp_run : edgrep_run;
    work[0] = compares ? ANSWER_PANEL : follow_extract;
    work[1] = compares ? ANSWER_PART : follow_extract;
    follow_begin(run, argv[1]);
    client = connect_to(argv[2]);
    follow_directory(here);
    if (on_exit(on_end, NULL) != 0)
        fail("on_exit");
    return ranks_end(serve(run));
}
