/* edcmp_main.c - the program. */
#include "base/at_exit.h"
#include "edcmp/edcmp.h"
#include "ranks/ranks.h"

int main(int argc, char **argv)
{
    ranks_begin("edcmp", argv);
    int status = edcmp_run(argc, argv);
    at_exit_begin(status);
    return ranks_end(status);
}
