/* edgrep_main.c - the program. */
#include "base/at_exit.h"
#include "edgrep/edgrep.h"
#include "ranks/ranks.h"

int main(int argc, char **argv)
{
    ranks_begin("edgrep", argv);
    int status = edgrep_run(argc, argv);
    at_exit_begin(status);
    return ranks_end(status);
}
