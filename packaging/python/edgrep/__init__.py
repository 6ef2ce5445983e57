"""Approximate search in text, and edit distances, by the C library libedgrep.

    >>> import edgrep
    >>> edgrep.find("receive", "I recieve parcels", max_distance=2)
    Match(start=2, end=9, distance=2, text='recieve', pattern=0, record=0, strand='+', cigar=None)
    >>> [m.text for m in edgrep.finditer("house", "my hous is a house", max_distance=1)]
    ['hous', 'house']
    >>> edgrep.best("Schrodinger", "Planck, Schrödinger, Bohr").distance
    1
    >>> edgrep.distance("kitten", "sitting")
    3
    >>> edgrep.extract("comit", ["checkout", "commit", "clean"], limit=1)
    [('commit', 1, 1)]

Texts and patterns are `str`, or bytes-like objects. In a `str`, offsets count characters. In bytes, offsets
count bytes, and the bytes are read as UTF-8 all the same: one edit changes one character. A byte that is not
valid UTF-8 is a character of its own. With `binary=True` every byte is a character; with `encoding="UTF-16LE"`,
or another name that edgrep(1) knows, the bytes are in that encoding.

A text is a sequence of lines, and no match crosses the end of a line, unless `span_lines=True` is given.

Settings are the long options of edgrep(1) under "Patterns", with "_" for "-": `ignore_case=True`,
`metric="osa"`, `skip=r"\\n"`, `best="each"`. Names that Python reserves have a "_" behind them: `and_`, `not_`.
A setting that is False or None is left out.

All functions may be called from several threads at the same time. The library works without Python's lock.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import ctypes
import functools
import heapq
import operator
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, AnyStr, Generic, Union

if TYPE_CHECKING:
    import mmap

    import numpy

    Buffer = Union[bytes, bytearray, memoryview, mmap.mmap]
    Setting = Union[str, int, bool, None]

__all__ = ["Alignment", "Error", "Match", "Patterns", "align", "best", "cdist", "compile", "distance", "extract",
           "find", "finditer", "lcs"]


class Error(ValueError):
    """A pattern, a setting or a text is not what it must be."""


@dataclass(slots=True)
class Match(Generic[AnyStr]):
    """An occurrence of a pattern: `text[start:end]`."""

    start: int
    """Where it begins in the text: in characters of a `str`, else in bytes."""
    end: int
    """Where it ends."""
    distance: int
    """How many edits it needs; where edits have costs, what they cost."""
    text: AnyStr
    """What was found."""
    pattern: int
    """Which pattern it is, from 0. Of equal patterns it is the first."""
    record: int
    """Where its line begins in the text."""
    strand: str
    """"+", or "-" for the reverse complement of the pattern (setting `reverse_complement`)."""
    cigar: str | None
    """With the setting `cigar=True` its edits, such as "5=1X2="."""


@dataclass(slots=True)
class Alignment:
    """How one text becomes another."""

    distance: int
    """How many edits that takes. More than `max_distance` is `max_distance + 1`."""
    cigar: str | None
    """Runs of "=" (equal), "X" (substituted), "T" (transposed), "I" (only in the second text) and "D" (only in the
    first), as in "2=1X3=". None where the distance is more than `max_distance`."""


# --- the library ------------------------------------------------------------------------------------------------

_LIBRARY = "libedgrep.so.1"
_BAD, _MEMORY = -1, -2
_MORE = 2**64 - 1
_PIECE = 1 << 20  # bytes that are searched at a time
_OCCURRENCE = struct.Struct("@QQQQQPc7xPN")  # as struct edgrep_occurrence


class _Text(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class _Common(ctypes.Structure):
    """A _Text that the library sets. Python would cut a c_char_p at the first NUL."""

    _fields_ = [("bytes", ctypes.c_void_p), ("length", ctypes.c_size_t)]


class _Failure(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char * 508)]


class _Collection(ctypes.Structure):
    """The library appends occurrences itself. A function of Python could be interrupted, and then lose one."""

    _fields_ = [("occurrences", ctypes.c_void_p), ("count", ctypes.c_size_t), ("capacity", ctypes.c_size_t),
                ("most", ctypes.c_size_t), ("status", ctypes.c_int)]


def _load() -> ctypes.CDLL:
    """Loads the library that lies beside this file (a wheel has it there), or else that of the system."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), _LIBRARY)
    try:
        library = ctypes.CDLL(beside if os.path.exists(beside) else _LIBRARY)
    except OSError as reason:
        raise ImportError(f"{reason}; install edgrep, or its wheel, which has the library inside") from None
    pointer, size, text, number = ctypes.c_void_p, ctypes.c_size_t, _Text, ctypes.POINTER(ctypes.c_uint64)
    texts, settings, error = ctypes.POINTER(_Text), ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(_Failure)
    collection = ctypes.POINTER(_Collection)
    collect = [pointer, collection]  # a function of C, and its context
    for name, result, arguments in (
            ("version", ctypes.c_char_p, []),
            ("patterns_compile", pointer, [texts, size, settings, error]),
            ("patterns_free", None, [pointer]),
            ("search_new", pointer, [pointer, error]),
            ("search_free", None, [pointer]),
            ("search_text", ctypes.c_int, [pointer, text, *collect, error]),
            ("search_push", ctypes.c_int, [pointer, text, *collect, error]),
            ("search_end", ctypes.c_int, [pointer, *collect, error]),
            ("collection_free", None, [collection]),
            ("comparison_new", pointer, [settings, error]),
            ("comparison_free", None, [pointer]),
            ("comparison_distance", ctypes.c_int, [pointer, text, text, number, error]),
            ("comparison_matrix", ctypes.c_int, [pointer, texts, size, texts, size, number, error]),
            ("comparison_align", ctypes.c_int, [pointer, text, text, number, ctypes.POINTER(ctypes.c_char_p), error]),
            ("comparison_lcs", ctypes.c_int, [pointer, text, text, number, ctypes.POINTER(_Common), error])):
        function = getattr(library, f"edgrep_{name}")
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()
__version__: str = _library.edgrep_version().decode()


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function of the library, whose last argument is the error; what it returns."""
    failure = _Failure()
    result = function(*arguments, failure)
    if failure.status == 0:
        return result
    text = failure.text.decode(errors="replace")
    if failure.status == _BAD:
        raise Error(text)
    raise MemoryError(text) if failure.status == _MEMORY else RuntimeError(text)


def _collected(most: int, function: Callable[..., Any], *arguments: Any) -> tuple[list[tuple[Any, ...]], bool]:
    """Calls a function that searches; what it found, and whether it stopped, as it does at `most`."""
    collection = _Collection(most=most)
    try:
        stopped = _call(function, *arguments, _library.edgrep_collection_add, collection)
        if collection.status == _MEMORY:
            raise MemoryError("out of memory")
        packed = ctypes.string_at(collection.occurrences or 0, collection.count * _OCCURRENCE.size)
        return [(*numbers, cigar and ctypes.string_at(cigar).decode() or None, strand.decode())
                for *numbers, cigar, strand, _, _ in _OCCURRENCE.iter_unpack(packed)], stopped != 0
    finally:
        _library.edgrep_collection_free(collection)


def _words(settings: dict[str, Setting]) -> Any:
    """The settings as the library takes them."""
    words = []
    for name, value in settings.items():
        if value is not None and value is not False:
            name = name.rstrip("_").replace("_", "-")
            words.append((name if value is True else f"{name}={value}").encode())
    return (ctypes.c_char_p * (len(words) + 1))(*words)


def _encode(text: Any) -> bytes:
    """The bytes of a text. Undecodable bytes that Python holds as surrogates become what they were."""
    if isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return text.encode(errors="surrogateescape")
    return memoryview(text).tobytes()


def _text(text: Any) -> _Text:
    data = _encode(text)
    return _Text(data, len(data))


def _texts(texts: Iterable[Any]) -> Any:
    encoded: list[Any] = [(data, len(data)) for data in map(_encode, texts)]
    return (_Text * len(encoded))(*encoded)


class _Pool:
    """Objects of the library. Each serves one thread at a time."""

    def __init__(self, new: Callable[[], int], free: Callable[[int], None], last: Callable[[], None] | None = None):
        self._idle: list[int] = []
        self._new, self._free, self._last = new, free, last

    def take(self) -> int:
        try:
            return self._idle.pop()
        except IndexError:
            return self._new()

    def give_back(self, handle: int) -> None:
        self._idle.append(handle)

    def drop(self, handle: int) -> None:
        self._free(handle)

    def __del__(self) -> None:
        for handle in self._idle:
            self._free(handle)
        if self._last is not None:
            self._last()


# --- searching --------------------------------------------------------------------------------------------------


class _Offsets:
    """Turns offsets in UTF-8 into offsets in characters. It counts from the last one, for most are near it."""

    def __init__(self, data: memoryview):
        self._data, self._byte, self._character = data, 0, 0

    def __call__(self, byte: int) -> int:
        between = self._data[min(byte, self._byte):max(byte, self._byte)]
        count = len(str(between, "utf-8", "surrogateescape"))
        self._character += count if byte > self._byte else -count
        self._byte = byte
        return self._character


class Patterns:
    """Compiled patterns; see compile()."""

    def __init__(self, patterns: str | Buffer | Iterable[str] | Iterable[Buffer], settings: dict[str, Setting]):
        texts = _texts([patterns] if isinstance(patterns, (str, bytes, bytearray, memoryview)) else patterns)
        handle = _call(_library.edgrep_patterns_compile, texts, len(texts), _words(settings))
        self._searches = _Pool(functools.partial(_call, _library.edgrep_search_new, handle),
                               _library.edgrep_search_free, functools.partial(_library.edgrep_patterns_free, handle))
        self._bytes = [name for name in ("binary", "encoding") if settings.get(name)]

    def find(self, text: AnyStr) -> Match[AnyStr] | None:
        """Returns the first match in `text`, or None."""
        matches = list(self._search(text, 1))
        return matches[0] if matches else None

    def finditer(self, text: AnyStr) -> Iterator[Match[AnyStr]]:
        """Yields the matches in `text`, in the order in which `edgrep -o` prints them.

        A long text is searched piece by piece, as far as the matches are asked for."""
        return self._search(text, 0)

    def _search(self, text: Any, most: int) -> Iterator[Match[Any]]:
        if self._bytes and isinstance(text, str):
            raise TypeError(f"{self._bytes[0]}=... needs bytes, not str")
        view = memoryview(_encode(text) if isinstance(text, str) else text).cast("B")
        offset: Callable[[int], int] = int
        line: Callable[[int], int] = int
        if isinstance(text, str) and not text.isascii():
            offset, line = _Offsets(view), _Offsets(view)
        searches, search = self._searches, self._searches.take()
        try:
            for function, *arguments in self._steps(search, view):
                found, stopped = _collected(most, function, *arguments)
                for pattern, at, length, record, distance, cigar, strand in found:
                    record, begin, end = line(record), offset(at), offset(at + length)
                    what = text[begin:end] if isinstance(text, str) else view[begin:end].tobytes()
                    yield Match(begin, end, distance, what, pattern, record, strand, cigar)
                if stopped:
                    break
        except BaseException:  # GeneratorExit, for instance: the search is somewhere in the text
            searches.drop(search)
            raise
        searches.give_back(search)

    @staticmethod
    def _steps(search: int, view: memoryview) -> Iterator[tuple[Any, ...]]:
        """Yields the calls that search the text."""
        if len(view) <= _PIECE:
            yield _library.edgrep_search_text, search, _text(view)
            return
        for begin in range(0, len(view), _PIECE):
            yield _library.edgrep_search_push, search, _text(view[begin:begin + _PIECE])
        yield _library.edgrep_search_end, search


def compile(patterns: str | Buffer | Iterable[str] | Iterable[Buffer], *, max_distance: int | str | None = None,
            **settings: Setting) -> Patterns:
    """Compiles a pattern, or several, to search for them in many texts.

    `max_distance` is a number of edits, or "20%" of the length of each pattern, or "3,20%" for the lesser of both.
    Without it, only what is nearest in a text is found, whatever its distance is."""
    return Patterns(patterns, {"max_distance": max_distance, **settings})


@functools.lru_cache(maxsize=64)
def _compiled(patterns: Any, settings: tuple[tuple[str, Setting], ...]) -> Patterns:
    return Patterns(patterns, dict(settings))


def _recent(patterns: Any, settings: dict[str, Setting]) -> Patterns:
    """Compiles patterns, or takes what was compiled before, as the module re does."""
    if not isinstance(patterns, (str, bytes)):
        patterns = bytes(patterns) if isinstance(patterns, (bytearray, memoryview)) else tuple(patterns)
    return _compiled(patterns, tuple(settings.items()))


def find(patterns: str | Buffer | Iterable[str] | Iterable[Buffer], text: AnyStr, *,
         max_distance: int | str | None = None, **settings: Setting) -> Match[AnyStr] | None:
    """Returns the first match in `text`, or None; see compile()."""
    return _recent(patterns, {"max_distance": max_distance, **settings}).find(text)


def finditer(patterns: str | Buffer | Iterable[str] | Iterable[Buffer], text: AnyStr, *,
             max_distance: int | str | None = None, **settings: Setting) -> Iterator[Match[AnyStr]]:
    """Yields the matches in `text`; see compile() and Patterns.finditer()."""
    return _recent(patterns, {"max_distance": max_distance, **settings}).finditer(text)


def best(patterns: str | Buffer | Iterable[str] | Iterable[Buffer], text: AnyStr, *,
         max_distance: int | str | None = None, **settings: Setting) -> Match[AnyStr] | None:
    """Returns the nearest match in `text`, of several the first. None: none is within `max_distance`, or no
    substring is nearer than the empty one."""
    return _recent(patterns, {"max_distance": max_distance, "best": True, **settings}).find(text)


# --- comparing --------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def _comparisons(settings: tuple[tuple[str, Setting], ...]) -> _Pool:
    words = _words(dict(settings))
    return _Pool(lambda: _call(_library.edgrep_comparison_new, words), _library.edgrep_comparison_free)


@contextlib.contextmanager
def _comparison(max_distance: int | None, settings: dict[str, Setting]) -> Iterator[int]:
    """A comparison for this thread."""
    limit = None if max_distance is None else operator.index(max_distance)
    pool = _comparisons((("max_distance", limit), *settings.items()))
    comparison = pool.take()
    try:
        yield comparison
    finally:
        pool.give_back(comparison)


def _limited(distance: int, max_distance: int | None) -> int:
    return max_distance + 1 if distance == _MORE and max_distance is not None else distance


def distance(first: str | Buffer, second: str | Buffer, *, max_distance: int | None = None,
             **settings: Setting) -> int:
    """Returns how many edits make the second text of the first.

    Settings are `metric` ("levenshtein", "osa", "indel" or "hamming"), `ignore_case`, `normalize`, `fold_accents`,
    `fold_space` and `binary`, as edcmp(1) describes them. A distance of more than `max_distance` is returned as
    `max_distance + 1`, and found sooner."""
    number = ctypes.c_uint64()
    with _comparison(max_distance, settings) as comparison:
        _call(_library.edgrep_comparison_distance, comparison, _text(first), _text(second), number)
    return _limited(number.value, max_distance)


def align(first: str | Buffer, second: str | Buffer, *, max_distance: int | None = None,
          **settings: Setting) -> Alignment:
    """Returns the distance of two texts and the edits; see distance()."""
    number, cigar = ctypes.c_uint64(), ctypes.c_char_p()
    with _comparison(max_distance, settings) as comparison:
        _call(_library.edgrep_comparison_align, comparison, _text(first), _text(second), number, cigar)
        edits = cigar.value  # it is valid until the comparison is used again
    return Alignment(_limited(number.value, max_distance), None if edits is None else edits.decode())


def lcs(first: AnyStr, second: AnyStr, **settings: Setting) -> AnyStr:
    """Returns a longest common subsequence of two texts; settings as of distance(), but `metric`."""
    number, common = ctypes.c_uint64(), _Common()
    with _comparison(None, settings) as comparison:
        _call(_library.edgrep_comparison_lcs, comparison, _text(first), _text(second), number, common)
        data = ctypes.string_at(common.bytes, common.length)
    return data.decode(errors="surrogateescape") if isinstance(first, str) else data


def _matrix(queries: Sequence[Any], choices: Sequence[Any], max_distance: int | None, settings: dict[str, Setting],
            workers: int) -> Any:
    """All distances, row by row."""
    rows, columns = _texts(queries), _texts(choices)
    matrix = (ctypes.c_uint64 * (len(rows) * len(columns)))()

    def fill(begin: int, end: int) -> None:
        count = end - begin
        some = (_Text * count).from_buffer(rows, begin * ctypes.sizeof(_Text))
        to = (ctypes.c_uint64 * (count * len(columns))).from_buffer(matrix, begin * len(columns) * 8)
        with _comparison(max_distance, settings) as comparison:
            _call(_library.edgrep_comparison_matrix, comparison, some, count, columns, len(columns), to)

    workers = min(len(rows), workers if workers > 0 else os.cpu_count() or 1)
    if workers <= 1:
        fill(0, len(rows))
        return matrix
    cuts = [len(rows) * i // workers for i in range(workers + 1)]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(fill, cuts, cuts[1:]):
            pass
    return matrix


def cdist(queries: Sequence[str] | Sequence[Buffer], choices: Sequence[str] | Sequence[Buffer], *,
          max_distance: int | None = None, workers: int = 1, **settings: Setting) -> numpy.ndarray | list[list[int]]:
    """Returns the distances of all queries to all choices: a row for each query, a column for each choice.

    That is an array of int64 where NumPy is installed, else a list of lists. `workers` is the number of threads,
    -1 one for each processor. For the rest see distance()."""
    matrix = _matrix(queries, choices, max_distance, settings, workers)
    width = len(choices)
    try:
        import numpy
    except ImportError:
        return [[_limited(d, max_distance) for d in matrix[i * width:(i + 1) * width]] for i in range(len(queries))]
    array = numpy.ndarray((len(queries), width), numpy.int64, matrix)
    if max_distance is not None:
        array[array < 0] = max_distance + 1  # _MORE, as a signed number
    return array


def extract(query: AnyStr, choices: Iterable[AnyStr], *, limit: int | None = 5, max_distance: int | None = None,
            **settings: Setting) -> list[tuple[AnyStr, int, int]]:
    """Returns the `limit` choices that are nearest to the query, as (choice, distance, index), the nearest first.

    Of equally near ones the first come first. Those beyond `max_distance` are left out."""
    choices = list(choices)
    row = _matrix([query], choices, max_distance, settings, 1)
    near = [(d, i) for i, d in enumerate(row) if d != _MORE]
    return [(choices[i], d, i) for d, i in (sorted(near) if limit is None else heapq.nsmallest(limit, near))]
