"""Tests of the module edgrep; tests/check_python runs them."""

import builtins
import concurrent.futures
import doctest
import gc
import mmap
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import edgrep

HERE = os.path.dirname(os.path.abspath(__file__))


def levenshtein(first, second):
    """The distance by the table of all prefixes."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        above, row = row, [i]
        for j, b in enumerate(second, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    return row[-1]


def some_words(count, letters, longest, seed=1):
    draw = random.Random(seed)
    return ["".join(draw.choices(letters, k=draw.randint(0, longest))) for _ in range(count)]


def printed(*arguments, text):
    """What the program prints with -o, as (offset, distance, text)."""
    done = subprocess.run(["edgrep", "-o", *arguments], input=text, stdout=subprocess.PIPE, check=False)
    return [(int(offset), int(distance), what)
            for offset, distance, what in (line.split(b":", 2) for line in done.stdout.splitlines())]


# --- what the documents show ---------------------------------------------------------------------------------


def test_examples_of_the_module():
    failed, attempted = doctest.testmod(edgrep)
    assert failed == 0 and attempted >= 6


def test_examples_of_the_readme():
    failed, attempted = doctest.testfile(os.path.join(HERE, "README.md"), module_relative=False)
    assert failed == 0 and attempted >= 10


def test_version():
    assert edgrep.__version__ == subprocess.check_output(["edgrep", "--version"]).split()[1].decode()


def test_typed():
    assert os.path.exists(os.path.join(os.path.dirname(edgrep.__file__), "py.typed"))


# --- searching -----------------------------------------------------------------------------------------------


def test_find():
    match = edgrep.find("house", "a hous, a house", max_distance=1)
    assert (match.start, match.end, match.distance, match.text) == (2, 6, 1, "hous")
    assert edgrep.find("house", "nothing of that", max_distance=1) is None
    assert edgrep.find("house", "", max_distance=1) is None


def test_best_is_the_nearest_and_not_the_first():
    assert edgrep.best("house", "a hous, a house").start == 10
    assert edgrep.best("house", "a hose, a mouse", max_distance=0) is None
    assert edgrep.best("xyz", "") is None


def test_without_a_distance_only_the_nearest_are_found():
    assert [m.text for m in edgrep.finditer("house", "hous, house, housse, house")] == ["house", "house"]


def test_several_patterns():
    matches = list(edgrep.finditer(["tree", "house"], "a huse by a tre", max_distance=1))
    assert [(m.pattern, m.text) for m in matches] == [(1, "huse"), (0, "tre")]


def test_a_newline_in_a_pattern_is_a_character_of_it():
    assert edgrep.find("a\nb", "xa\nbx", max_distance=0, span_lines=True).text == "a\nb"


def test_settings():
    text = "The HOSUE stands"
    assert edgrep.find("house", text, max_distance=1, ignore_case=True) is None
    assert [m.text for m in edgrep.finditer("ab", "ab c\nab d\nab", max_distance=0, and_="ab ", not_="c")] == ["ab"]
    match = edgrep.find("house", text, max_distance=1, ignore_case=True, metric="osa", cigar=True)
    assert (match.text, match.cigar) == ("HOSUE", "2=1T1=")
    assert edgrep.find("house", "houses", max_distance=0, word_regexp=True) is None
    assert edgrep.find("house", "houses", max_distance=0, word_regexp=False).text == "house"
    assert edgrep.find("house", "houses", max_distance=0, word_regexp=None).text == "house"
    assert edgrep.find("h[ou]+se", "a hooose", max_distance=0, expression=True).text == "hooose"
    assert edgrep.find("abcdefghij", "abcdefgxij", max_distance="10%").distance == 1
    assert edgrep.find("GATTACA", "TGTAATC", max_distance=0, reverse_complement=True).strand == "-"
    assert edgrep.find("GATTACA", "GATTACA", max_distance=0, reverse_complement=True).strand == "+"


def test_record_is_where_the_line_begins():
    assert [m.record for m in edgrep.finditer("b", "ab\nxx\nüb\nb", max_distance=0)] == [0, 6, 9]


@pytest.mark.parametrize("text", ["naïve, naive", "日本語 naive", "naïve\n" * 3 + "🙂 nave", "\udcff naive"])
def test_offsets_count_characters_of_a_str(text):
    matches = list(edgrep.finditer("naive", text, max_distance=1))
    assert matches
    for match in matches:
        assert text[match.start:match.end] == match.text
        assert match.distance == levenshtein("naive", match.text)


def test_offsets_go_back_where_the_nearest_come_first():
    text = "ü hous ü house"
    assert [(m.distance, text[m.start:m.end]) for m in edgrep.finditer("house", text, max_distance=1, top=2)] == [
        (0, "house"), (1, "hous")]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_offsets_count_bytes_of_bytes(kind):
    match = edgrep.find(b"naive", kind("ü naïve".encode()), max_distance=1)
    assert (match.start, match.end, match.text) == (3, 9, "naïve".encode())


def test_mmap(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"a text\nof many hose\n")
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        assert edgrep.find("house", text, max_distance=1).text == b"hose"


def test_binary():
    assert edgrep.find(b"na\xefve", b"na\xefve", max_distance=0, binary=True).end == 5
    assert edgrep.find("naïve".encode(), b"naive", max_distance=1, binary=True) is None
    with pytest.raises(TypeError, match="needs bytes"):
        edgrep.find("a", "a", max_distance=0, binary=True)


def test_encoding():
    text = "Übung\nmy hous\n".encode("utf-16")
    match = edgrep.find("house", text, max_distance=1, encoding="auto")
    assert match.record == len("?Übung\n".encode("utf-16le"))
    assert text[match.start:match.end].decode("utf-16le") == "hous" == match.text.decode("utf-16le")
    assert edgrep.find("Übung", "Übung".encode("latin-1"), max_distance=0, encoding="ISO-8859-1").end == 5
    with pytest.raises(TypeError, match="needs bytes"):
        edgrep.find("a", "a", max_distance=0, encoding="UTF-16")
    with pytest.raises(edgrep.Error, match="unknown encoding"):
        edgrep.compile("a", max_distance=0, encoding="nonsense")


def test_bytes_that_are_no_utf8():
    assert edgrep.find(b"a\xffb", b"xa\xffbx", max_distance=0).text == b"a\xffb"
    assert edgrep.find("a\udcffb", "xa\udcffbx", max_distance=0).text == "a\udcffb"


@pytest.mark.parametrize("size", [0, 1, 1000, 3 << 20])
@pytest.mark.parametrize("arguments, settings", [
    (["-k1"], {"max_distance": 1}),
    (["-k2", "-t", "-i"], {"max_distance": 2, "metric": "osa", "ignore_case": True}),
    ([], {}),
    (["-k1", "--span-lines"], {"max_distance": 1, "span_lines": True}),
])
def test_the_program_prints_the_same(size, arguments, settings):
    words = "the house Hose huose garden ütree\n my a\n".split(" ")
    text = " ".join(random.Random(size).choices(words, k=size // 5)).encode()
    wanted = printed(*arguments, "house", text=text)
    if "span_lines" in settings:
        assert b"\n" not in b"".join(what for _, _, what in wanted)
    assert [(m.start, m.distance, m.text) for m in edgrep.finditer(b"house", text, **settings)] == wanted
    text = text.decode()
    assert [m.text for m in edgrep.finditer("house", text, **settings)] == [what.decode() for _, _, what in wanted]


def test_a_long_text_is_searched_as_far_as_is_asked():
    text = "house\n" * 3_000_000
    patterns = edgrep.compile("house", max_distance=0)
    begin = time.process_time()
    matches = patterns.finditer(text)
    assert [next(matches).start for _ in range(2)] == [0, 6]
    del matches
    some = time.process_time() - begin
    begin = time.process_time()
    assert sum(1 for _ in patterns.finditer(text)) == 3_000_000
    assert some < (time.process_time() - begin) / 2
    assert patterns.find(text).start == 0


def test_a_search_that_was_left_does_not_disturb_the_next():
    text = "house\n" * 1_000_000
    patterns = edgrep.compile("house", max_distance=0)
    for _ in range(3):
        next(patterns.finditer(text))
        assert patterns.find(text).start == 0
        assert [m.start for m in patterns.finditer("a house")] == [2]


def test_searches_within_a_search():
    patterns = edgrep.compile("house", max_distance=1)
    for match in patterns.finditer("hous house hose"):
        assert patterns.find(match.text).end == len(match.text)


def test_patterns_die_before_their_search():
    matches = edgrep.compile("house", max_distance=0).finditer("house\n" * 1_000_000)
    next(matches)
    gc.collect()
    assert next(matches).start == 6


# --- comparing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", ["ab", "abü", "a日🙂"])
def test_distance(letters):
    words = some_words(60, letters, 40)
    for first, second in zip(words, words[30:]):
        wanted = levenshtein(first, second)
        assert edgrep.distance(first, second) == wanted
        assert edgrep.distance(first, second, max_distance=5) == min(wanted, 6)
        assert edgrep.distance(first, second, max_distance=0) == min(wanted, 1)


def test_metrics():
    assert edgrep.distance("ab", "ba", metric="osa") == 1
    assert edgrep.distance("ab", "aB", ignore_case=True) == 0
    assert edgrep.distance("ab", "ac", metric="indel") == 2
    assert edgrep.distance("ab", "ba", metric="hamming") == 2
    assert edgrep.distance("ü", "u") == 1
    assert edgrep.distance("ü".encode(), b"u", binary=True) == 2


def test_align():
    assert edgrep.align("kitten", "sitting") == edgrep.Alignment(3, "1X3=1X1=1I")
    assert edgrep.align("kitten", "sitting", max_distance=1) == edgrep.Alignment(2, None)
    assert edgrep.align("", "").cigar == ""


def test_lcs():
    assert edgrep.lcs("kitten", "sitting") == "ittn"
    assert edgrep.lcs(b"a\0b\0c", b"a\0\0c") == b"a\0\0c"
    assert edgrep.lcs("dürü", "ürü") == "ürü"
    assert edgrep.lcs("", "a") == ""


@pytest.fixture(params=["numpy", "lists"])
def arrays(request, monkeypatch):
    """Once with NumPy, and once where it cannot be imported."""
    if request.param == "numpy":
        return pytest.importorskip("numpy")
    imported = builtins.__import__

    def refuse(name, *arguments, **options):
        if name == "numpy":
            raise ImportError(name)
        return imported(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refuse)
    return None


@pytest.mark.parametrize("workers", [1, 2, 100, -1])
@pytest.mark.parametrize("letters", ["abc", "aü"])
def test_cdist(arrays, letters, workers):
    queries, choices = some_words(11, letters, 20), some_words(17, letters, 70, seed=2)
    wanted = [[levenshtein(q, c) for c in choices] for q in queries]
    got = edgrep.cdist(queries, choices, workers=workers)
    limited = edgrep.cdist(queries, choices, workers=workers, max_distance=4)
    if arrays:
        assert got.shape == (11, 17) and got.dtype == arrays.int64
        got, limited = got.tolist(), limited.tolist()
    assert got == wanted
    assert limited == [[min(d, 5) for d in row] for row in wanted]


def test_cdist_of_nothing(arrays):
    got = [edgrep.cdist([], ["a"]), edgrep.cdist(["a", "b"], []), edgrep.cdist([], [])]
    if arrays:
        assert [g.shape for g in got] == [(0, 1), (2, 0), (0, 0)]
    else:
        assert got == [[], [[], []], []]


def test_extract():
    names = ["Meyer", "Maier", "Müller", "Majer", "Mayer"]
    assert edgrep.extract("Mayer", names, limit=2) == [("Mayer", 0, 4), ("Meyer", 1, 0)]
    assert edgrep.extract("Mayer", names, limit=None, max_distance=1) == [
        ("Mayer", 0, 4), ("Meyer", 1, 0), ("Maier", 1, 1), ("Majer", 1, 3)]
    assert edgrep.extract("Mayer", []) == []


# --- failures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings, message", [
    ({"max_distance": 5}, "would match everything"),
    ({"max_distance": "x"}, "'x'"),
    ({"no_such_setting": True}, "no-such-setting"),
    ({"expression": True, "max_distance": 0}, "'\\)' is missing"),
])
def test_errors_of_patterns(settings, message):
    with pytest.raises(edgrep.Error, match=message):
        edgrep.compile("(abc", **settings)


def test_errors():
    with pytest.raises(edgrep.Error, match="there is no pattern"):
        edgrep.compile([], max_distance=0)
    with pytest.raises(ValueError, match="hamming"):
        edgrep.distance("a", "bb", metric="hamming")
    with pytest.raises(edgrep.Error, match="metric"):
        edgrep.distance("a", "b", metric="unknown")
    with pytest.raises(edgrep.Error, match="hamming"):
        edgrep.cdist(["a"] * 9, ["bb"], metric="hamming", workers=3)
    for wrong in (None, 1, ["a"]):
        with pytest.raises(TypeError):
            edgrep.find("a", wrong, max_distance=0)
        with pytest.raises(TypeError):
            edgrep.distance("a", wrong)
    with pytest.raises(TypeError):
        edgrep.distance("a", "b", max_distance="10%")
    with pytest.raises(UnicodeEncodeError):
        edgrep.distance("a", "\ud800")


def test_all_works_after_an_error():
    for _ in range(3):
        with pytest.raises(edgrep.Error):
            edgrep.distance("a", "bb", metric="hamming")
        assert edgrep.distance("a", "b", metric="hamming") == 1


def test_without_the_library(tmp_path):
    source = os.path.dirname(edgrep.__file__)
    os.symlink(os.path.join(source, "__init__.py"), tmp_path / "edgrep.py")
    done = subprocess.run([sys.executable, "-c", "import edgrep"], cwd=tmp_path, stderr=subprocess.PIPE, check=False,
                          env={"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"})
    if done.returncode:  # else the system has one
        assert b"ImportError" in done.stderr and b"install edgrep" in done.stderr


# --- threads and signals -------------------------------------------------------------------------------------


def test_threads():
    words = some_words(200, "abcde", 12)
    text = "\n".join(words)
    patterns = edgrep.compile("abcde", max_distance=2)
    wanted = [(m.start, m.end) for m in patterns.finditer(text)]
    assert wanted

    def work(_):
        assert [(m.start, m.end) for m in patterns.finditer(text)] == wanted
        return edgrep.distance(words[3], words[4])

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(work, range(200))) == {levenshtein(words[3], words[4])}


def test_other_threads_run_while_the_library_works():
    first, second = ("".join(random.Random(seed).choices("acgt", k=400_000)) for seed in (1, 2))
    ticks, done = 0, threading.Event()

    def compare():
        edgrep.distance(first, second)
        done.set()

    thread = threading.Thread(target=compare)
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks >= 5


def test_an_interrupt_ends_a_search():
    text = "house\n" * 2_000_000
    patterns = edgrep.compile("house", max_distance=0)

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            while True:
                patterns.find(text + "!")
                list(patterns.finditer(text))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert patterns.find("a house").start == 2
