#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Divides the CPU into devices of one compute unit each, and gives each a share of the work.

Notice: kernels of a sub-device run on its own threads only, so one can be kept free for other work.
"""
import argparse

import numpy as np
import pyopencl as cl

COUNT = 1 << 16
SOURCE = """
kernel void steps(global int *out) {
  long n = get_global_id(0) + 1;
  int count = 0;
  for (; n != 1; ++count)
    n = n % 2 ? 3 * n + 1 : n / 2;
  out[get_global_id(0)] = count;
}
"""


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    device = cl.get_platforms()[0].get_devices()[0]
    units = device.max_compute_units
    equally = cl.device_partition_property.EQUALLY
    if units < 2 or equally not in device.partition_properties:
        print(f"{device.name} cannot be divided")
        return
    parts = device.create_sub_devices([equally, 1])
    context = cl.Context(parts)
    program = cl.Program(context, SOURCE).build()
    out = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, 4 * COUNT)
    queues = [cl.CommandQueue(context, part) for part in parts]
    bounds = [COUNT * i // units for i in range(units + 1)]
    events = [cl.Kernel(program, "steps")(queue, (end - begin,), None, out, global_offset=(begin,))
              for queue, begin, end in zip(queues, bounds, bounds[1:])]
    counts = np.empty(COUNT, np.int32)
    cl.enqueue_copy(queues[0], counts, out, wait_for=events)
    longest = int(counts.argmax())
    assert (longest + 1, counts[longest]) == (52527, 339)
    print(f"{len(parts)} devices of one unit each: below {COUNT}, {longest + 1} takes longest to come to 1, {counts[longest]} steps")


if __name__ == "__main__":
    main()
