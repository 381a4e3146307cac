#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A sum by sub-groups: each adds up in registers, and one work-item of each adds to the total.

Notice: a sub-group is a vector. Its size is that of the CPU's registers, and its sum is a few shuffles. The same sum by an
atomic addition of each work-item takes much longer.
"""
import argparse
import time

import numpy as np
import pyopencl as cl

COUNT = 1 << 20
SOURCE = """
kernel void sum(global const int *numbers, global int *total, global uint *size) {
  int together = sub_group_reduce_add(numbers[get_global_id(0)]);
  if (get_sub_group_local_id() == 0)
    atomic_add(total, together);
  if (get_global_id(0) == 0)
    *size = get_max_sub_group_size();
}

kernel void sum_by_atomics(global const int *numbers, global int *total) {
  atomic_add(total, numbers[get_global_id(0)]);
}
"""


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    numbers = np.random.default_rng(1).integers(0, 100, COUNT).astype(np.int32)
    flags = cl.mem_flags.COPY_HOST_PTR
    total, size = np.zeros(1, np.int32), np.zeros(1, np.uint32)
    buffers = [cl.Buffer(context, flags, hostbuf=a) for a in (numbers, total, size)]
    program = cl.Program(context, SOURCE).build("-cl-std=CL3.0")
    by_sub_groups, by_atomics = cl.Kernel(program, "sum"), cl.Kernel(program, "sum_by_atomics")
    by_sub_groups(queue, (COUNT,), (256,), *buffers)
    cl.enqueue_copy(queue, total, buffers[1])
    cl.enqueue_copy(queue, size, buffers[2])
    assert total[0] == numbers.sum()

    def seconds(run) -> float:
        times = []
        for _ in range(20):
            begin = time.perf_counter()
            run()
            queue.finish()
            times.append(time.perf_counter() - begin)
        return min(times)

    ours = seconds(lambda: by_sub_groups(queue, (COUNT,), (256,), *buffers))
    theirs = seconds(lambda: by_atomics(queue, (COUNT,), (256,), *buffers[:2]))
    print(f"{COUNT} numbers in sub-groups of {size[0]}: {COUNT // size[0]} atomic additions instead of {COUNT}, "
          f"{theirs / ours:.1f} times as fast")


if __name__ == "__main__":
    main()
