#include "ranks/host_mpi.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>

struct rank_place rank_place = {.count = 1};
struct this_rank this_rank = {.wakeup = {.socket = -1}};

/* A processor that r ranks of the host may use is 1/r of one for each. */
static void share_cpus(MPI_Comm host)
{
    double shares = 0;
    int users[CPU_SETSIZE] = {0}, all[CPU_SETSIZE];
    cpu_set_t own;
    if (sched_getaffinity(0, sizeof own, &own) != 0)
        CPU_ZERO(&own);
    for (int i = 0; i < CPU_SETSIZE; i++)
        users[i] = CPU_ISSET(i, &own) != 0;
    (void)MPI_Allreduce(users, all, CPU_SETSIZE, MPI_INT, MPI_SUM, host);
    for (int i = 0; i < CPU_SETSIZE; i++)
        shares += users[i] != 0 ? 1.0 / all[i] : 0;
    this_rank.cpus = shares > 1 ? (unsigned)(shares + 0.001) : 1;
}

/* The data that ranks of a host exchange. */
struct neighbour {
    unsigned rank;
    struct wakeup_address wakeup;
};

/* Exchanges the wakeup addresses of all ranks of the host. */
static bool exchange_wakeups(MPI_Comm host)
{
    struct neighbour own, *all = calloc(rank_place.on_host, sizeof *all);
    if (all == NULL)
        return false;
    this_rank.wakeup = wakeup_open();
    own = (struct neighbour){rank_place.own, this_rank.wakeup.address};
    (void)MPI_Allgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, host);
    this_rank.all_wake = rank_place.on_host == rank_place.count;
    for (unsigned i = 0; i < rank_place.on_host; i++) {
        this_rank.wakeups[all[i].rank] = all[i].wakeup;
        this_rank.all_wake = this_rank.all_wake && all[i].wakeup.size > 0;
    }
    free(all);
    return true;
}

static bool find_host(void)
{
    static char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Comm host;
    int n, own, length;
    (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    (void)MPI_Comm_size(host, &n);
    (void)MPI_Comm_rank(host, &own);
    (void)MPI_Get_processor_name(name, &length);
    rank_place.host = name;
    rank_place.on_host = (unsigned)n;
    rank_place.own_on_host = (unsigned)own;
    share_cpus(host);
    bool shared = exchange_wakeups(host);
    (void)MPI_Comm_free(&host);
    return shared;
}

bool host_find(void)
{
    int n, own;
    (void)MPI_Comm_size(MPI_COMM_WORLD, &n);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &own);
    rank_place.count = (unsigned)n;
    rank_place.own = (unsigned)own;
    this_rank.wakeups = calloc(rank_place.count, sizeof *this_rank.wakeups);
    return this_rank.wakeups != NULL && find_host();
}
