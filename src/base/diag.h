/*
 * diag.h - messages of the programs on standard error.
 *
 * Every message is one line, "edgrep: NAME: reason" (or that of another program). On a terminal its
 * control and undecodable bytes are escaped, so that no file name or pattern can send escape
 * sequences. Main thread only: other threads pass their errors to it as values, or by
 * diag_last_words().
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_SELECTED = 0, EXIT_NOTHING = 1, EXIT_TROUBLE = 2 };

/* Sets the name that messages begin with: at most 13 characters; "edgrep" by default. The string is
 * not copied. */
void diag_program(const char *name);

/* Resets the state for a new run in the same process: no error has been reported, and file errors
 * are shown. */
void diag_reset(void);

/* Reports an error; from then on diag_failed() is true. */
void diag_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a '^' below the character at which head[0..length), the beginning of the previous error's
 * text, ends. `utf8`: its characters are code points. */
void diag_point(const char *head, size_t length, bool utf8);

/* Reports that input `name` cannot be searched for `reason`; silent after diag_silence_files(). */
void diag_file(const char *name, const char *reason);
void diag_silence_files(void);

/* Prints a message like diag_error(), but does not change diag_failed(). */
void diag_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns the line, with its newline, that diag_error() would write: for a signal handler, which
 * may only call write(2). The caller frees it. */
char *diag_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Reports an error and calls exit(EXIT_TROUBLE), which writes pending output first (sink.c). A
 * thread that called diag_last_words() calls say() instead.
 */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* die() with strerror(3) of ENOMEM. */
_Noreturn void die_out_of_memory(void);

/*
 * Makes the calling thread, when it would die, call say() with the message instead; say() must not
 * return. So a thread hands its error to the main thread, which exits the program when the thread's
 * turn comes.
 */
void diag_last_words(void (*say)(void *argument, const char *message), void *argument);

/*
 * Replaces the functions of this header for one thread, as during a call of the library: say() gets
 * the thread's last words; out_of_memory(), if not NULL, replaces say() in die_out_of_memory(), and
 * must not return either; hear(), if not NULL, gets all messages of the thread, which then do not
 * change diag_failed() (`error`: it is not a warning). diag_thread() returns the previous hooks.
 */
struct diag_thread {
    void (*say)(void *argument, const char *message);
    void (*out_of_memory)(void *argument);
    void (*hear)(void *argument, const char *message, bool error);
    void *argument;
};
struct diag_thread diag_thread(struct diag_thread t);

/* Returns whether any error has been reported, shown or silenced. */
bool diag_failed(void);
