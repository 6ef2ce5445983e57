/* own_folder.h - the folder of the program or library, from which other files of edgrep are
 * found. */
#ifndef OWN_FOLDER_H
#define OWN_FOLDER_H

#include <stddef.h>

/* Sets `folder` to the folder of the program or shared library that contains this code; "" if
 * unknown. */
void find_own_folder(char *folder, size_t size);

#endif
