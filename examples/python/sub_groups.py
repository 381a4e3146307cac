#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A sum by sub-groups: each adds up in registers, and one work-item of each adds to the total.

Notice: a sub-group is a vector. Its size is that of the CPU's registers, and its sum is a few shuffles.
"""
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
"""


def main() -> None:
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    numbers = np.random.default_rng(1).integers(0, 100, COUNT).astype(np.int32)
    flags = cl.mem_flags.COPY_HOST_PTR
    total, size = np.zeros(1, np.int32), np.zeros(1, np.uint32)
    buffers = [cl.Buffer(context, flags, hostbuf=a) for a in (numbers, total, size)]
    cl.Program(context, SOURCE).build("-cl-std=CL3.0").sum(queue, (COUNT,), (256,), *buffers)
    cl.enqueue_copy(queue, total, buffers[1])
    cl.enqueue_copy(queue, size, buffers[2])
    assert total[0] == numbers.sum()
    print(f"{COUNT} numbers in sub-groups of {size[0]}: {COUNT // size[0]} atomic additions instead of {COUNT}")


if __name__ == "__main__":
    main()
