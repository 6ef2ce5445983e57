/*
 * diag.h - what the programs say on standard error.
 *
 * Every message is one line, "edgrep: NAME: reason" (or that of another program). On a terminal its
 * control and undecodable bytes are made visible, so that no file name or pattern can send escape
 * sequences. Main thread only: other threads hand their errors to it as values, or by
 * diag_last_words().
 */
#ifndef DIAG_H
#define DIAG_H

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_SELECTED = 0, EXIT_NOTHING = 1, EXIT_TROUBLE = 2 };

/* The name that messages begin with: at most 13 characters, "edgrep" until it is set. The string is
 * not copied. */
void diag_program(const char *name);

/* For a new run in the same process: no error has been reported, and file errors are shown. */
void diag_reset(void);

/* Reports an error; diag_failed() is true from here on. */
void diag_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports a '^', in a line below an error that begins with head[0..length), where that ends.
 * `utf8`: its characters are code points. */
void diag_point(const char *head, size_t length, bool utf8);

/* Reports that input `name` cannot be searched for `reason`; silent after diag_silence_files(). */
void diag_file(const char *name, const char *reason);
void diag_silence_files(void);

/* Prints a message as diag_error() does, but it counts as no error: diag_failed() stays. */
void diag_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The line, with its newline, that diag_error() would write. A signal handler, which may call
 * write(2) only, can have it made beforehand. Owned by the caller. */
char *diag_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Reports an error and calls exit(EXIT_TROUBLE). What was output before is written then (sink.c).
 * A thread that called diag_last_words() does that instead.
 */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* die() with strerror(3) of ENOMEM. */
_Noreturn void die_out_of_memory(void);

/*
 * From now on, when the calling thread would die, it calls say() with the message, which must not
 * return. So a thread hands its error to the main thread, who ends the program when it is its turn.
 */
void diag_last_words(void (*say)(void *argument, const char *message), void *argument);

/*
 * Replaces the functions of this header for one thread, during a call of the library: say() gets
 * the thread's last words; out_of_memory(), if not NULL, replaces say() in die_out_of_memory(), and
 * must not return either; hear(), if not NULL, gets all messages of the thread, which then do not
 * change diag_failed(). diag_thread() returns the previous hooks.
 */
struct diag_thread {
    void (*say)(void *argument, const char *message);
    void (*out_of_memory)(void *argument);
    void (*hear)(void *argument, const char *message, bool error);
    void *argument;
};
struct diag_thread diag_thread(struct diag_thread t);

/* From now on nothing is shown: whatever would be reported is given to hear(), until that is NULL
 * again. `error`: it is no warning. A process that prints nothing of its own tells another one. */
void diag_divert(void (*hear)(const char *message, bool error));

/* Whether any error has been reported, shown or silenced. */
bool diag_failed(void);

#endif
