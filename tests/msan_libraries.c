/*
 * msan_libraries.c - a library for LD_PRELOAD that marks what PCRE2, libbsd and utf8proc write as
 * initialized: these libraries are not compiled with MemorySanitizer.
 */
#define LIBBSD_OPENBSD_VIS /* libbsd requires a choice of strnvis() */
#include <bsd/stdlib.h>
#include <bsd/vis.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <utf8proc.h>

/* Defined only in programs with MemorySanitizer. */
__attribute__((weak)) void __msan_unpoison(const volatile void *begin, size_t n);
__attribute__((weak)) void __msan_unpoison_param(size_t n);

static void written(const volatile void *begin, size_t n)
{
    if (__msan_unpoison != NULL)
        __msan_unpoison(begin, n);
}

/* Declares `real`, the library's function of this name. */
#define REAL(name)                                                                                 \
    __typeof__(&(name)) real = (__typeof__(&(name)))(uintptr_t)dlsym(RTLD_NEXT, #name)

pcre2_code_8 *pcre2_compile_8(PCRE2_SPTR8 pattern, PCRE2_SIZE length, uint32_t options, int *error,
                              PCRE2_SIZE *offset, pcre2_compile_context_8 *context)
{
    REAL(pcre2_compile_8);
    pcre2_code_8 *code = real(pattern, length, options, error, offset, context);
    written(error, sizeof *error);
    written(offset, sizeof *offset);
    return code;
}

int pcre2_match_8(const pcre2_code_8 *code, PCRE2_SPTR8 subject, PCRE2_SIZE length,
                  PCRE2_SIZE start, uint32_t options, pcre2_match_data_8 *data,
                  pcre2_match_context_8 *context)
{
    REAL(pcre2_match_8);
    int result = real(code, subject, length, start, options, data, context);
    written(pcre2_get_ovector_pointer_8(data),
            2 * (size_t)pcre2_get_ovector_count_8(data) * sizeof(PCRE2_SIZE));
    return result;
}

int pcre2_get_error_message_8(int error, PCRE2_UCHAR8 *buffer, PCRE2_SIZE size)
{
    REAL(pcre2_get_error_message_8);
    int result = real(error, buffer, size);
    written(buffer, size);
    return result;
}

int pcre2_pattern_info_8(const pcre2_code_8 *code, uint32_t what, void *where)
{
    REAL(pcre2_pattern_info_8);
    int result = real(code, what, where);
    if (where != NULL && result == 0)
        written(where, what == PCRE2_INFO_JITSIZE ? sizeof(size_t) : sizeof(uint32_t));
    return result;
}

struct callback {
    int (*function)(pcre2_callout_enumerate_block_8 *block, void *data);
    void *data;
};

static int call_back(pcre2_callout_enumerate_block_8 *block, void *data)
{
    const struct callback *callback = data;
    written(block, sizeof *block);
    if (__msan_unpoison_param != NULL)
        __msan_unpoison_param(2);
    return callback->function(block, callback->data);
}

int pcre2_callout_enumerate_8(const pcre2_code_8 *code,
                              int (*function)(pcre2_callout_enumerate_block_8 *, void *),
                              void *data)
{
    REAL(pcre2_callout_enumerate_8);
    struct callback callback = {function, data};
    return real(code, call_back, &callback);
}

long long strtonum(const char *text, long long least, long long most, const char **reason)
{
    REAL(strtonum);
    long long number = real(text, least, most, reason);
    written(reason, sizeof *reason);
    return number;
}

char *vis(char *to, int character, int flags, int next)
{
    REAL(vis);
    char *end = real(to, character, flags, next);
    written(to, (size_t)(end - to) + 1);
    return end;
}

utf8proc_ssize_t utf8proc_decompose_char(utf8proc_int32_t character, utf8proc_int32_t *to,
                                         utf8proc_ssize_t size, utf8proc_option_t options,
                                         int *last_class)
{
    REAL(utf8proc_decompose_char);
    utf8proc_ssize_t n = real(character, to, size, options, last_class);
    if (n > 0)
        written(to, (size_t)(n < size ? n : size) * sizeof *to);
    written(last_class, sizeof *last_class);
    return n;
}
