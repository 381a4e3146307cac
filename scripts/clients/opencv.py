#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OpenCV's OpenCL path beside its CPU path on a generated 4K picture: the results have to agree.

usage: scripts/clients/opencv.py [--any-driver]    (with OCL_ICD_VENDORS naming the driver; needs python3-opencv)

That kernels were launched is checked on Lanewise only.
"""
import os
import sys
import tempfile
import time
from pathlib import Path

TRACE = tempfile.NamedTemporaryFile(suffix=".trace")
os.environ["LANEWISE_TRACE_CALLS"] = TRACE.name
ANY_DRIVER = "--any-driver" in sys.argv
os.environ.setdefault("OPENCV_OPENCL_DEVICE", ":CPU:" if ANY_DRIVER else "Lanewise:CPU:")
os.environ.setdefault("OPENCV_OPENCL_CACHE_ENABLE", "false")
import cv2  # noqa: E402  (reads the variables when it is loaded)
import numpy as np  # noqa: E402

WIDTH, HEIGHT = 3840, 2160


def picture() -> np.ndarray:
    """Smooth areas, edges and noise, in three channels of bytes."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    noise = np.random.default_rng(1).integers(0, 40, (HEIGHT, WIDTH), np.uint8)
    channels = [127 + 100 * np.sin(x / 97) * np.cos(y / 61), 255 * ((x // 64 + y // 64) % 2),
                255 * x / WIDTH]
    return np.dstack([np.clip(c * 0.8 + noise, 0, 255).astype(np.uint8) for c in channels])


def launches() -> int:
    """How many kernels the driver has been given: OpenCV falls back to the CPU in silence."""
    return Path(TRACE.name).read_text(errors="replace").count("muxCommandNDRange")


def operations(color, gray):
    """Name, what is done, the largest difference, and the share of values that may be beyond it."""
    turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 17, 0.8)
    kernel = np.outer([1, 2, 3, 2, 1], [1, 0, -1, 0, 1]).astype(np.float32) / 9
    shape = cv2.getStructuringElement(cv2.MORPH_RECT, (7, 5))
    small = gray.get() if isinstance(gray, cv2.UMat) else gray
    template = np.ascontiguousarray(small[500:532, 700:748])
    if isinstance(gray, cv2.UMat):
        template = cv2.UMat(template)
    yield "resize, half, linear", lambda: cv2.resize(color, (WIDTH // 2, HEIGHT // 2)), 1, 0
    yield "resize, odd, linear", lambda: cv2.resize(color, (3001, 1501)), 1, 0
    # Four channels are read through a sampler, from an image of the buffer.
    four = cv2.cvtColor(color, cv2.COLOR_BGR2BGRA)
    yield "resize, RGBA, sampler", lambda: cv2.resize(four, (WIDTH // 3, HEIGHT // 3)), 2, 0
    yield "resize, nearest", lambda: cv2.resize(
        color, (2777, 1333), interpolation=cv2.INTER_NEAREST), 0, 0
    yield "resize, area", lambda: cv2.resize(
        color, (1280, 720), interpolation=cv2.INTER_AREA), 1, 0
    # Coordinates are rounded to a part of a texel in one place only: next to edges that shows.
    yield "warpAffine, linear", lambda: cv2.warpAffine(color, turn, (WIDTH, HEIGHT)), 4, 0.01
    yield "warpAffine, nearest", lambda: cv2.warpAffine(
        color, turn, (WIDTH, HEIGHT), flags=cv2.INTER_NEAREST), 0, 0.01
    yield "GaussianBlur", lambda: cv2.GaussianBlur(color, (5, 5), 1.3), 1, 0
    yield "cvtColor, gray", lambda: cv2.cvtColor(color, cv2.COLOR_BGR2GRAY), 1, 0
    yield "cvtColor, HSV", lambda: cv2.cvtColor(color, cv2.COLOR_BGR2HSV), 1, 0.001
    yield "cvtColor, YCrCb", lambda: cv2.cvtColor(color, cv2.COLOR_BGR2YCrCb), 1, 0
    yield "integral", lambda: cv2.integral(gray), 0, 0
    yield "filter2D", lambda: cv2.filter2D(color, -1, kernel), 1, 0
    yield "erode", lambda: cv2.erode(gray, shape), 0, 0
    yield "dilate", lambda: cv2.dilate(gray, shape), 0, 0
    yield "morphologyEx, gradient", lambda: cv2.morphologyEx(
        gray, cv2.MORPH_GRADIENT, shape), 0, 0
    yield "matchTemplate", lambda: cv2.matchTemplate(
        gray, template, cv2.TM_CCORR), 1e3, 0  # of sums up to 1e8
    # OpenCV's kernel sums the squares of the whole picture in float, its CPU path in double.
    yield "matchTemplate, normed", lambda: cv2.matchTemplate(
        gray, template, cv2.TM_CCORR_NORMED), 1e-3, 0.02


def run(use_opencl: bool, color: np.ndarray):
    cv2.ocl.setUseOpenCL(use_opencl)
    gray = cv2.cvtColor(color, cv2.COLOR_BGR2GRAY)
    wrap = cv2.UMat if use_opencl else np.ascontiguousarray
    for name, operation, difference, share in operations(wrap(color), wrap(gray)):
        before = launches()
        operation()  # builds kernels
        if use_opencl:
            cv2.ocl.finish()
        launched = launches() - before
        begin = time.perf_counter()
        result = operation()
        if use_opencl:
            cv2.ocl.finish()
        seconds = time.perf_counter() - begin
        values = result.get() if use_opencl else result
        yield name, values, difference, share, seconds, launched


def main() -> int:
    if not cv2.ocl.haveOpenCL():
        print("OpenCV finds no OpenCL", file=sys.stderr)
        return 1
    cv2.ocl.setUseOpenCL(True)
    device = cv2.ocl.Device_getDefault()
    print(f"OpenCV {cv2.__version__} on '{device.name()}' of '{device.vendorName()}', images: "
          f"{bool(device.imageSupport())}")
    is_lanewise = device.vendorName().startswith("Lanewise")
    if not is_lanewise and not ANY_DRIVER:
        print("that is another driver's device (which --any-driver takes, too)", file=sys.stderr)
        return 1
    color = picture()
    failures = 0
    for mine, theirs in zip(list(run(True, color)), run(False, color)):
        name, got, difference, share, seconds, launched = mine
        apart = np.abs(got.astype(np.float64) - theirs[1].astype(np.float64)) > difference
        fails = got.shape != theirs[1].shape or apart.mean() > share or (launched == 0 and is_lanewise)
        failures += fails
        print(f"{'FAIL' if fails else 'ok  '} {name:24} {seconds * 1e3:8.2f} ms, CPU path "
              f"{theirs[4] * 1e3:8.2f} ms, {apart.mean() * 100:.4f} % apart, {launched} kernels")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
