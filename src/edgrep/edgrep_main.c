/* edgrep_main.c - the program. */
#include "edgrep/edgrep.h"
#include "ranks/ranks.h"

int main(int argc, char **argv)
{
    ranks_begin("edgrep", argv);
    return ranks_end(edgrep_run(argc, argv));
}
