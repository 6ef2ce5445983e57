#include "base/own_folder.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char here;

void find_own_folder(char *folder, size_t size)
{
    Dl_info info;
    struct link_map *map = NULL;
    (void)dladdr1(&here, &info, (void **)&map, RTLD_DL_LINKMAP);
    if (map != NULL && map->l_name[0] != '\0') {
        (void)snprintf(folder, size, "%s", map->l_name);
    } else { /* the program */
        ssize_t length = readlink("/proc/self/exe", folder, size - 1);
        folder[length > 0 ? length : 0] = '\0';
    }
    char *slash = strrchr(folder, '/');
    *(slash != NULL ? slash : folder) = '\0';
}
