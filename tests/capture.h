/* capture.h - captures what the tested code writes to a file descriptor. */
#pragma once

/* Redirects fd to a file. Only one capture at a time. Aborts on failure. */
void capture_begin(int fd);

/* Restores fd. Returns all that was written, as a string that stays valid until the next
 * capture. */
const char *capture_end(void);

/* Calls run() in a child process, where it must call die() (diag.h). Returns the child's messages,
 * as capture_end() does; NULL if run() returns. */
const char *capture_death(void (*run)(void *context), void *context);
