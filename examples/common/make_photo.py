#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a PNG of the size of a photograph (3000 x 2000, RGB): smooth areas, edges and noise.

usage: make_photo.py OUTPUT [WIDTH HEIGHT]
"""
import struct
import sys
import zlib

import numpy as np


def picture(width: int, height: int) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    sky = 0.5 + 0.5 * np.sin(x / 97) * np.cos(y / 71)
    discs = (((x % 400) - 200) ** 2 + ((y % 300) - 150) ** 2 < 90**2) * 0.4
    noise = np.random.default_rng(1).normal(0, 0.02, (height, width))
    channels = [sky * 0.6 + discs, sky * 0.8, 1 - sky * 0.5 - discs]
    return np.clip(np.stack([c + noise for c in channels], -1) * 255, 0, 255).astype(np.uint8)


def write_png(path: str, pixels: np.ndarray) -> None:
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                   + chunk(b"IDAT", zlib.compress(rows.tobytes(), 1)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    size = [int(word) for word in sys.argv[2:4]] or [3000, 2000]
    write_png(sys.argv[1], picture(*size))
