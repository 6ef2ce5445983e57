"""unload.py LIBRARY: loads the library, makes PCRE2 generate machine code in it, and unloads it,
several times. Fails if pages of machine code remain."""

import _ctypes
import ctypes
import sys


class Text(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char_p), ("length", ctypes.c_size_t)]


def use(path):
    library = ctypes.CDLL(path)
    library.edgrep_patterns_compile.restype = ctypes.c_void_p
    settings = (ctypes.c_char_p * 2)(rb"skip=[\s-]", None)
    patterns = library.edgrep_patterns_compile(ctypes.byref(Text(b"house", 5)), ctypes.c_size_t(1), settings, None)
    library.edgrep_patterns_free(ctypes.c_void_p(patterns))
    _ctypes.dlclose(library._handle)


def machine_code():
    """Returns the executable mappings of memory without a file."""
    with open("/proc/self/maps", encoding="ascii") as maps:
        return [fields for fields in map(str.split, maps) if "x" in fields[1] and len(fields) == 5]


before = machine_code()
for _ in range(3):
    use(sys.argv[1])
sys.exit(f"left: {machine_code()}" if machine_code() != before else 0)
