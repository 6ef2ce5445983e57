/* own_folder.h - the folder of the program or library, from which other files of edgrep are
 * found. */
#pragma once

#include <stddef.h>

/* Sets `folder` to the folder of the program or shared library that contains this code; "" if
 * unknown. */
void find_own_folder(char *folder, size_t size);
