/* edgrep_main.c - the program. */
#include "edgrep/edgrep.h"

int main(int argc, char **argv)
{
    return edgrep_run(argc, argv);
}
