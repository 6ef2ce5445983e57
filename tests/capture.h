/* capture.h - what a test makes the program write to a file descriptor. */
#pragma once

/* From here on what is written to fd goes to a file; one at a time. Ends the program on failure. */
void capture_begin(int fd);

/* Puts fd back; all that was written, as a string that stays until the next capture. */
const char *capture_end(void);

/* Calls run() in a child process, which is to die (diag.h). Returns its messages, as capture_end()
 * does; NULL if run() returns. */
const char *capture_death(void (*run)(void *context), void *context);
