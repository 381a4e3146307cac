#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two discs of stars that pass each other: n-body by direct summation, and a picture of their paths.

Notice: each work-item reads all other bodies, in the same order. The loads are the same for all lanes of a vector,
so nothing gathers, and the speed is bound by arithmetic.
"""
import argparse
import time

import numpy as np
import png
import pyopencl as cl

COUNT, STEPS, SIZE = 2048, 60, 600
SOURCE = """
kernel void step(global const float4 *bodies, global float4 *moved, global float4 *speeds, int count, float dt) {
  int i = get_global_id(0);
  float4 body = bodies[i];
  float3 pull = 0;
  for (int k = 0; k < count; ++k) {
    float3 away = bodies[k].xyz - body.xyz;
    float near = rsqrt(dot(away, away) + 0.001f);
    pull += away * (bodies[k].w * near * near * near);
  }
  float4 speed = speeds[i] + (float4)(pull * dt, 0);
  speeds[i] = speed;
  moved[i] = body + (float4)(speed.xyz * dt, 0);
}
"""


def discs() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    radius, angle = 0.05 + 0.4 * random.random(COUNT), 2 * np.pi * random.random(COUNT)
    bodies, speeds = np.zeros((2, COUNT, 4), np.float32)
    bodies[:, 0], bodies[:, 1] = radius * np.cos(angle), radius * np.sin(angle)
    bodies[:, 3] = 1 / COUNT
    turn = np.sqrt(radius / 2) / radius
    speeds[:, 0], speeds[:, 1] = -bodies[:, 1] * turn, bodies[:, 0] * turn
    side = np.where(np.arange(COUNT) % 2, 1, -1)
    bodies[:, 0] += 0.5 * side
    bodies[:, 1] += 0.2 * side
    speeds[:, 0] -= 0.4 * side
    return bodies, speeds


def momentum(bodies: np.ndarray, speeds: np.ndarray) -> np.ndarray:
    return (speeds[:, :3] * bodies[:, 3:]).sum(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT.png", help="the picture to write")
    out = parser.parse_args().out
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    bodies, speeds = discs()
    before = momentum(bodies, speeds)
    flags = cl.mem_flags.COPY_HOST_PTR
    here, there, moving = (cl.Buffer(context, flags, hostbuf=a) for a in (bodies, bodies, speeds))
    step = cl.Program(context, SOURCE).build().step
    picture = np.zeros((SIZE, SIZE, 3), np.float32)
    spent = 0.0
    for number in range(STEPS):
        begin = time.perf_counter()
        step(queue, (COUNT,), None, here, there, moving, np.int32(COUNT), np.float32(0.02))
        queue.finish()
        spent += time.perf_counter() - begin
        here, there = there, here
        cl.enqueue_copy(queue, bodies, here)
        at = np.clip((bodies[:, :2] + 1.2) / 2.4 * SIZE, 0, SIZE - 1).astype(int)
        picture[at[:, 1], at[:, 0]] += np.array([40, 70, 120]) * (0.3 + number / STEPS)
    cl.enqueue_copy(queue, speeds, moving)
    png.write(out, np.clip(picture, 0, 255))
    drift = np.abs(momentum(bodies, speeds) - before).max()
    assert drift < 1e-3, drift
    print(f"{COUNT} bodies, {STEPS} steps: {STEPS * COUNT * COUNT / spent / 1e6:.0f} million pairs a second; "
          f"momentum kept to {drift:.1e}; {out} written")


if __name__ == "__main__":
    main()
