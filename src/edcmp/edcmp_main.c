/* edcmp_main.c - the program. */
#include "edcmp/edcmp.h"
#include "ranks/ranks.h"

int main(int argc, char **argv)
{
    ranks_begin("edcmp", argv);
    return ranks_end(edcmp_run(argc, argv));
}
