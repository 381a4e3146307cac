#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns a picture by a quarter of a right angle with a linear sampler.

Notice: nothing of the kernel says what happens beyond the picture's edge or between its texels. The sampler does. NumPy
has to spell it out: four pictures with weights, and a mask for the edge.
"""
import argparse
import time

import numpy as np
import png
import pyopencl as cl

SIZE = 512
SOURCE = """
constant sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
kernel void turn(read_only image2d_t in, write_only image2d_t out, float angle) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 middle = convert_float2(get_image_dim(in)) / 2;
  float2 away = convert_float2(at) + 0.5f - middle;
  float2 from = (float2)(away.x * cos(angle) - away.y * sin(angle), away.x * sin(angle) + away.y * cos(angle));
  write_imagef(out, at, read_imagef(in, smooth, from + middle));
}
"""


def turned_by_numpy(picture: np.ndarray, angle: float) -> np.ndarray:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) + 0.5 - SIZE / 2
    at_x = x * np.cos(angle) - y * np.sin(angle) + SIZE / 2 - 0.5
    at_y = x * np.sin(angle) + y * np.cos(angle) + SIZE / 2 - 0.5
    left, top = np.floor(at_x).astype(int), np.floor(at_y).astype(int)
    sums = np.zeros(picture.shape, np.float32)
    for step_y in (0, 1):
        for step_x in (0, 1):
            column, row = left + step_x, top + step_y
            inside = (column >= 0) & (column < SIZE) & (row >= 0) & (row < SIZE)
            weight = inside * (1 - np.abs(at_x - column)) * (1 - np.abs(at_y - row))
            sums += weight[..., None] * picture[row.clip(0, SIZE - 1), column.clip(0, SIZE - 1)]
    return np.rint(sums).astype(np.uint8)


def seconds(run) -> float:
    """Of the fastest of some runs."""
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT.png", help="the picture to write")
    out = parser.parse_args().out
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    picture = np.zeros((SIZE, SIZE, 4), np.uint8)
    picture[..., 0], picture[..., 1] = x // 2, y // 2
    picture[..., 2] = 255 * ((x // 32 + y // 32) % 2)
    picture[..., 3] = 255
    form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNORM_INT8)
    flags = cl.mem_flags
    taken = cl.Image(context, flags.READ_ONLY | flags.COPY_HOST_PTR, form, shape=(SIZE, SIZE), hostbuf=picture)
    made = cl.Image(context, flags.WRITE_ONLY, form, shape=(SIZE, SIZE))
    turn = cl.Program(context, SOURCE).build().turn
    turned = np.empty_like(picture)
    turn(queue, (SIZE, SIZE), None, taken, made, np.float32(np.pi / 2))
    cl.enqueue_copy(queue, turned, made, origin=(0, 0), region=(SIZE, SIZE))
    exact = np.abs(turned.astype(int) - np.rot90(picture, 1)).max()
    assert exact <= 1, exact # a right angle needs no filter
    angle = np.float32(np.pi / 8)

    def by_kernel() -> None:
        turn(queue, (SIZE, SIZE), None, taken, made, angle)
        queue.finish()

    ours, theirs = seconds(by_kernel), seconds(lambda: turned_by_numpy(picture, angle))
    cl.enqueue_copy(queue, turned, made, origin=(0, 0), region=(SIZE, SIZE))
    off = np.abs(turned.astype(int) - turned_by_numpy(picture, angle))
    assert np.quantile(off, 0.999) <= 1, off.max()
    png.write(out, turned[..., :3])
    print(f"a right angle moves every texel to its place; {out} written")
    print(f"{SIZE * SIZE / ours / 1e6:.0f} million texels a second with a linear filter, {theirs / ours:.0f} times as fast as NumPy")


if __name__ == "__main__":
    main()
