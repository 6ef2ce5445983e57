/* own_folder.h - where this code lies: other files of edgrep are found from there. */
#ifndef OWN_FOLDER_H
#define OWN_FOLDER_H

#include <stddef.h>

/* Sets `folder` to that of the program or shared library which this code is linked into; "" if that
 * is not known. */
void find_own_folder(char *folder, size_t size);

#endif
