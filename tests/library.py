"""library.py LIBRARY ENGINE FILE PATTERN: searches the file with one edit, by the public interface
of the library (src/library/edgrep.h). Prints a line per occurrence. After a failure it prints
the reason, and searches once more."""

import ctypes
import sys


class Text(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class Occurrence(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("pattern", "offset", "length", "record", "distance")] + [
        ("cigar", ctypes.c_char_p), ("strand", ctypes.c_char)]


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char * 508)]


FOUND = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Occurrence))


def show(_, occurrence):
    o = occurrence[0]
    print(o.offset, o.length, o.distance)
    return 0


def main(path, engine, name, pattern):
    library = ctypes.CDLL(path)
    library.edgrep_patterns_compile.restype = library.edgrep_search_new.restype = ctypes.c_void_p
    settings = (ctypes.c_char_p * 4)(b"max-distance=1", b"chunk-size=20000", f"engine={engine}".encode(), None)
    error = Error()
    with open(name, "rb") as file:
        text = file.read()
    sought = Text(pattern.encode(), len(pattern.encode()))
    patterns = search = None
    for _ in range(2):
        patterns = patterns or library.edgrep_patterns_compile(ctypes.byref(sought), ctypes.c_size_t(1), settings,
                                                      ctypes.byref(error))
        search = patterns and (search or library.edgrep_search_new(ctypes.c_void_p(patterns), ctypes.byref(error)))
        if search and library.edgrep_search_text(ctypes.c_void_p(search), Text(text, len(text)), FOUND(show), None,
                                                 ctypes.byref(error)) >= 0:
            break
        print(f"error {error.status}: {error.text.decode()}")
    library.edgrep_search_free(ctypes.c_void_p(search))
    library.edgrep_patterns_free(ctypes.c_void_p(patterns))


main(*sys.argv[1:])
