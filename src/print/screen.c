#include "print/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

unsigned screen_width(void)
{
    enum { WIDTH_DEFAULT = 80, WIDTH_MOST = 100000 };
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    if (columns != NULL && *columns != '\0' && columns[strspn(columns, "0123456789")] == '\0') {
        unsigned long width = strtoul(columns, NULL, 10);
        if (width > 0)
            return width < WIDTH_MOST ? (unsigned)width : WIDTH_MOST;
    }
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return WIDTH_DEFAULT;
}
