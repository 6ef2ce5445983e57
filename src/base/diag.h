/*
 * diag.h - what the programs say on standard error.
 *
 * Every message is one line, "edgrep: NAME: reason" (or that of another program). On a terminal its
 * control and undecodable bytes are made visible, so that no file name or pattern can send escape
 * sequences. Main thread only: other threads hand their errors to it as values.
 */
#ifndef DIAG_H
#define DIAG_H

#include <stdbool.h>

enum { EXIT_SELECTED = 0, EXIT_NOTHING = 1, EXIT_TROUBLE = 2 };

/* What messages begin with, at most 13 characters; edgrep when it is not set. Kept as it is. */
void diag_program(const char *name);

/* Forgets all errors and lets file errors be shown: for a new run in the same process. */
void diag_reset(void);

/* Reports an error; diag_failed() is true from here on. */
void diag_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports that input `name` cannot be searched for `reason`; silent after diag_silence_files(). */
void diag_file(const char *name, const char *reason);
void diag_silence_files(void);

/* As diag_error(), but no error: the exit status stays. */
void diag_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The line, with its newline, that diag_error() would write: for those who must tell it where no
 * more than write(2) is allowed. Owned by the caller. */
char *diag_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports an error and ends the program with EXIT_TROUBLE; what was output before is flushed (at
 * exit). */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether any error has been reported, shown or silenced. */
bool diag_failed(void);

#endif
