/* start.c - see start.h. */
#include "ranks/start.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"
#include "ranks/greeting.h"
#include "ranks/launch.h"

#define SOCKET_NAME "EDGREP_PARENT" /* in the environment of the ranks */
#define PACKAGE "(Debian's package openmpi-bin)"

enum {
    BEGUN = 1000 /* what rank 0 tells when MPI works; all else is how it ends */
};

/* --- the parent --------------------------------------------------------------------------------
 */

struct mpi_job {
    char name[64];         /* of the socket */
    char path[PATH_MAX];   /* of NAME-mpi */
    char **arguments;      /* for mpirun */
    int listener, signals; /* where rank 0 calls, and signals arrive */
    int rank;              /* the connection with rank 0; -1: it has not called */
    int log;               /* what mpirun prints */
    sigset_t old;          /* the signals that were blocked before */
    pid_t launcher;
    int ended;                /* the wait status of the launcher */
    int caught;               /* the signal that asks us to end, or 0 */
    bool called, begun, told; /* rank 0 has; MPI has begun with it */
    int status;               /* that it told: of its exit, or minus a signal's number */
};

static _Noreturn void fail(const char *what)
{
    die("--ranks: %s: %s", what, strerror(errno));
}

static void listen_for_rank(struct mpi_job *j)
{
    uint64_t secret[2];
    socklen_t size;
    if (getrandom(secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        fail("getrandom");
    (void)snprintf(j->name, sizeof j->name, "edgrep-%016" PRIx64 "%016" PRIx64, secret[0],
                   secret[1]);
    struct sockaddr_un a = greeting_address(j->name, &size);
    j->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (j->listener < 0 || bind(j->listener, (struct sockaddr *)&a, size) != 0 ||
        listen(j->listener, 1) != 0)
        fail("socket");
}

static bool is_ignored(int signal)
{
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* From now on signals are read. One that is ignored stays ignored. */
static void watch_signals(struct mpi_job *j)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGCHLD);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!is_ignored(ends[i]))
            (void)sigaddset(&set, ends[i]);
    (void)sigprocmask(SIG_BLOCK, &set, &j->old);
    j->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (j->signals < 0)
        fail("signalfd");
}

/* mpirun -n N PATH =ARGUMENT... */
static void compose(struct mpi_job *j, unsigned n, char **argv)
{
    static char launcher[] = "mpirun", option[] = "-n", number[16];
    char *const head[] = {launcher, option, number, j->path};
    size_t at = sizeof head / sizeof *head, count = 0;
    while (argv[count] != NULL)
        count++;
    (void)snprintf(number, sizeof number, "%u", n);
    j->arguments = xcalloc(at + count + 1, sizeof *j->arguments);
    memcpy(j->arguments, head, sizeof head);
    for (size_t i = 1; i < count; i++) {
        size_t size = strlen(argv[i]) + 1;
        char *marked = j->arguments[at++] = xmalloc(size + 1);
        *marked = START_MARK;
        memcpy(marked + 1, argv[i], size);
    }
}

/*
 * Environment variables for launchers; each reads its own. Open MPI 4 (OMPI_MCA) and 5 (PRTE_MCA):
 * allow more ranks than processors; do not bind ranks to processors, because they share them out
 * themselves (ranks_cpus()); do not wait two seconds to kill processes that have ended. MPICH: no
 * other host.
 */
static void set_environment(const struct mpi_job *j)
{
    static const char *const settings[][2] = {
        {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
        {"OMPI_MCA_hwloc_base_binding_policy", "none"},
        {"OMPI_MCA_odls_base_sigkill_timeout", "0"},
        {"OMPI_MCA_plm", "isolated"},
        {"PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"},
        {"PRTE_MCA_hwloc_default_binding_policy", "none"},
        {"HYDRA_LAUNCHER", "fork"},
        {"HYDRA_RMK", "user"},
    };
    static const char *const jobs[] = {"SLURM_JOBID", "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        (void)setenv(settings[i][0], settings[i][1], 1);
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        (void)unsetenv(jobs[i]); /* or their hosts would be taken */
    if (geteuid() == 0) {
        (void)setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        (void)setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    }
    (void)setenv(SOCKET_NAME, j->name, 1);
}

/* The child: becomes mpirun, in a session of its own, so that the terminal's signals come to the
 * parent alone. Writes errno to `failed` when that cannot be. */
static _Noreturn void become_launcher(struct mpi_job *j, pid_t parent, int failed)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(EXIT_TROUBLE);
    (void)setsid();
    set_environment(j);
    (void)sigprocmask(SIG_SETMASK, &j->old, NULL);
    (void)close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(j->log, STDOUT_FILENO) >= 0 &&
        dup2(j->log, STDERR_FILENO) >= 0)
        (void)execvp(*j->arguments, j->arguments);
    (void)!write(failed, &errno, sizeof errno);
    _exit(EXIT_TROUBLE);
}

static void start_launcher(struct mpi_job *j)
{
    int ends[2], error = 0;
    pid_t parent = getpid();
    j->log = memfd_create("mpirun", MFD_CLOEXEC);
    if (j->log < 0 || pipe2(ends, O_CLOEXEC) != 0 || (j->launcher = fork()) < 0)
        fail("mpirun");
    if (j->launcher == 0)
        become_launcher(j, parent, ends[1]);
    (void)close(ends[1]);
    bool failed = read(ends[0], &error, sizeof error) == (ssize_t)sizeof error;
    (void)close(ends[0]);
    if (failed)
        die("--ranks: mpirun: %s%s", strerror(error), error == ENOENT ? " " PACKAGE : "");
}

/* Rank 0 calls. */
static void answer(struct mpi_job *j)
{
    struct greeting g = {.ignores_pipe = is_ignored(SIGPIPE)};
    greeting_list(&g);
    int fd = accept4(j->listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0)
        return;
    if (j->called || !greeting_peer_is_ours(fd) || !greeting_send(fd, &g)) {
        (void)close(fd);
        return;
    }
    j->rank = fd;
    j->called = true;
}

/* Takes what rank 0 tells; closes the connection when there is no more. */
static void listen_to_rank(struct mpi_job *j)
{
    int told;
    errno = 0;
    while (recv(j->rank, &told, sizeof told, MSG_DONTWAIT) == (ssize_t)sizeof told) {
        j->begun = true;
        j->told = told != BEGUN;
        j->status = told;
    }
    if (errno != EAGAIN) {
        (void)close(j->rank);
        j->rank = -1;
    }
}

/* The first signal ends mpirun as it likes best, the second at once. */
static void take_signal(struct mpi_job *j)
{
    struct signalfd_siginfo info;
    while (read(j->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCHLD)
            continue;
        (void)kill(j->launcher, j->caught == 0 ? SIGTERM : SIGKILL);
        j->caught = (int)info.ssi_signo;
    }
}

/* Until mpirun has ended. */
static void attend(struct mpi_job *j)
{
    while (waitpid(j->launcher, &j->ended, WNOHANG) == 0) {
        struct pollfd waits[] = {
            {j->signals, POLLIN, 0}, {j->listener, POLLIN, 0}, {j->rank, POLLIN, 0}};
        if (poll(waits, sizeof waits / sizeof *waits, -1) < 0 && errno != EINTR)
            fail("poll");
        take_signal(j);
        if (waits[1].revents != 0)
            answer(j);
        if (waits[2].revents != 0)
            listen_to_rank(j);
    }
    if (j->rank >= 0)
        listen_to_rank(j);
}

/* Ends this process by a signal that ended, or should end, the others. */
static void die_of(const struct mpi_job *j, int signal)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t set;
    (void)sigaction(signal, &plain, NULL);
    (void)raise(signal);
    (void)sigemptyset(&set);
    (void)sigaddset(&set, signal);
    (void)sigprocmask(SIG_UNBLOCK, &set, NULL);
    (void)sigprocmask(SIG_SETMASK, &j->old, NULL);
}

static void show_log(const struct mpi_job *j)
{
    char bytes[4096];
    ssize_t size;
    (void)lseek(j->log, 0, SEEK_SET);
    while ((size = read(j->log, bytes, sizeof bytes)) > 0)
        (void)io_write(STDERR_FILENO, bytes, (size_t)size);
}

/* The exit status, when mpirun has ended. */
static int conclude(const struct mpi_job *j)
{
    int status = WIFEXITED(j->ended) ? WEXITSTATUS(j->ended) : 128 + WTERMSIG(j->ended);
    if (j->caught != 0)
        die_of(j, j->caught);
    if (j->told && j->status < 0)
        die_of(j, -j->status);
    if (j->told)
        return j->status;
    if (!j->begun)
        show_log(j);
    if (!j->begun)
        diag_error("--ranks: mpirun failed (status %d)", status);
    else if (status != EXIT_TROUBLE) /* else rank 0 has said why */
        diag_error("--ranks: a rank was ended (mpirun: status %d)", status);
    return EXIT_TROUBLE;
}

static void job_close(struct mpi_job *j)
{
    for (char **a = j->arguments + 4; *a != NULL; a++)
        free(*a);
    free(j->arguments);
    (void)close(j->listener);
    (void)close(j->signals);
    (void)close(j->log);
}

int start_ranks(const char *program, unsigned n, char **argv)
{
    struct mpi_job j = {.rank = -1};
    if (!launch_find(program, j.path))
        launch_fail(program);
    compose(&j, n, argv);
    listen_for_rank(&j);
    watch_signals(&j);
    start_launcher(&j);
    attend(&j);
    int status = conclude(&j);
    (void)sigprocmask(SIG_SETMASK, &j.old, NULL);
    job_close(&j);
    return status;
}

/* --- rank 0 ------------------------------------------------------------------------------------
 */

static int parent = -1;

/* Writes to a closed pipe end one process quietly; so they end rank 0, which tells before. */
static void tell_pipe(int signal)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    start_tell(-signal);
    (void)sigaction(signal, &plain, NULL);
    (void)raise(signal);
}

void start_begun(void)
{
    start_tell(BEGUN);
}

void start_tell(int status)
{
    if (parent >= 0)
        (void)send(parent, &status, sizeof status, MSG_NOSIGNAL);
}

/* Moves a descriptor to a number that is above all `numbers`. */
static int move_away(int fd, const struct greeting *g)
{
    int above = STDERR_FILENO;
    for (int i = 0; i < g->n; i++)
        above = g->numbers[i] > above ? g->numbers[i] : above;
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, above + 1);
    if (moved < 0)
        fail("descriptors");
    (void)close(fd);
    return moved;
}

/* MPICH's launcher has left a descriptor here, too. */
static void move_launchers(const struct greeting *g)
{
    char number[16];
    const char *fd = getenv("PMI_FD");
    if (fd == NULL)
        return;
    int moved = move_away((int)strtol(fd, NULL, 10), g);
    (void)fcntl(moved, F_SETFD, 0);
    (void)snprintf(number, sizeof number, "%d", moved);
    (void)setenv("PMI_FD", number, 1);
}

/* Gives the descriptors their numbers. */
static void place_streams(const struct greeting *g, int streams[STREAMS_MOST])
{
    move_launchers(g);
    parent = move_away(parent, g);
    for (int i = 0; i < g->n; i++)
        streams[i] = move_away(streams[i], g);
    for (int i = 0; i < g->n; i++) {
        if (dup2(streams[i], g->numbers[i]) < 0)
            fail("descriptors");
        (void)close(streams[i]);
    }
}

static void take_streams(const char *name)
{
    socklen_t size;
    struct sockaddr_un a = greeting_address(name, &size);
    struct greeting g = {false};
    int streams[STREAMS_MOST];
    parent = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (parent < 0 || connect(parent, (struct sockaddr *)&a, size) != 0 ||
        !greeting_peer_is_ours(parent) || !greeting_receive(parent, &g, streams))
        die("--ranks: the parent does not answer: %s", strerror(errno));
    place_streams(&g, streams);
    struct sigaction action = {.sa_handler = g.ignores_pipe ? SIG_IGN : tell_pipe};
    (void)sigaction(SIGPIPE, &action, NULL);
}

bool start_has_streams(void)
{
    return parent >= 0;
}

void start_take_over(char **argv)
{
    const char *name = getenv(SOCKET_NAME);
    if (name == NULL)
        return;
    for (char **a = argv + 1; *a != NULL; a++)
        *a += **a == START_MARK;
    if (launch_rank() == 0)
        take_streams(name);
    (void)unsetenv(SOCKET_NAME);
}
