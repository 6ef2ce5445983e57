#include "input/input_status.h"

#include <stdlib.h>
#include <string.h>

const char *input_status_error(int errnum)
{
    return errnum == INPUT_STATUS_SHORTER ? "cut short while it was read" : strerror(errnum);
}

void input_status_clear(struct input_status *n)
{
    free(n->name);
    *n = (struct input_status){0};
}
