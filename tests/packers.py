"""Compresses texts for tests, in the formats that edgrep --decompress reads.

zstd, lz4 and compress store the text, in the way their format provides. A gzip member of bgzip
has its size in an extra field (SAM specification, 4.1).
"""

import bz2
import lzma
import struct
import zlib


def gzip(text, level=6):
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    return packer.compress(text) + packer.flush()


def bgzip(text, size=60000):
    """Returns members of `size` bytes each, and the empty one that ends the file."""
    packed = b""
    for part in [text[i:i + size] for i in range(0, len(text), size)] + [b""]:
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        data = packer.compress(part) + packer.flush()
        packed += (b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", len(data) + 25)
                   + data + struct.pack("<II", zlib.crc32(part), len(part)))
    return packed


def zstd(text, size=1 << 17):
    """Returns one frame that states the size of its text."""
    parts = [text[i:i + size] for i in range(0, len(text), size)] or [b""]
    blocks = [struct.pack("<I", len(p) << 3 | (i == len(parts) - 1))[:3] + p for i, p in enumerate(parts)]
    return b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(text)) + b"".join(blocks)


def skippable(text):
    """Returns a skippable frame."""
    return b"\x5e\x2a\x4d\x18" + struct.pack("<I", len(text)) + text


def lz4(text, size=1 << 16):
    parts = [text[i:i + size] for i in range(0, len(text), size)]
    blocks = [struct.pack("<I", len(p) | 1 << 31) + p for p in parts]
    return b"\x04\x22\x4d\x18\x60\x40\x82" + b"".join(blocks) + b"\0\0\0\0"


def compress(text):
    """Returns a code of nine bits for each byte; refuses texts that need longer codes."""
    if len(text) > 250:
        raise ValueError("too much text for this form of compress")
    bits = sum(byte << 9 * i for i, byte in enumerate(text))
    return b"\x1f\x9d\x90" + bits.to_bytes((9 * len(text) + 7) // 8, "little")


PACKERS = {"gzip": gzip, "bgzip": bgzip, "zstd": zstd, "skippable": skippable, "xz": lzma.compress,
           "bzip2": bz2.compress, "lz4": lz4, "compress": compress}


def members(text, draw, kinds):
    """Returns the text as a few members of one of the kinds. Sometimes NULs follow, as many as all
    libraries accept."""
    pack = PACKERS[draw.choice(kinds)]
    cuts = sorted(draw.randint(0, len(text)) for _ in range(draw.choice([0, 0, 1, 1, 3, 9])))
    packed = b"".join(pack(text[a:b]) for a, b in zip([0] + cuts, cuts + [len(text)]))
    return packed + b"\0" * draw.choice([0, 0, 0, 20, 600])
