#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that writes through a null pointer, and what the driver says of it.

Notice: the process lives on. The command fails, its context is lost, and the message names the kernel, the line (as the
program is built with -g) and the address. Another context works as before, if not on a GPU of NVIDIA's, whose own driver
gives the process no more of them.
"""
import argparse

import numpy as np
import pyopencl as cl

SOURCE = """#line 1 "wrong.cl"
kernel void wrong(global int *out) {
  if (get_global_id(0) == 3)
    out[get_global_id(0)] = 1; // out is null
}
kernel void right(global int *out) { *out = 42; }
"""


def answer_of(device: cl.Device) -> int:
    """In a new context."""
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    answer = np.zeros(1, np.int32)
    buffer = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, 4)
    cl.Program(context, SOURCE).build().right(queue, (1,), None, buffer)
    cl.enqueue_copy(queue, answer, buffer)
    return answer[0]


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    device = cl.get_platforms()[0].get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build("-g")
    try:
        program.wrong(queue, (8,), None, None)
        queue.finish()
        raise AssertionError("the fault went unnoticed")
    except cl.Error as error:
        print(f"the queue says: {error}")
    try:
        answer = answer_of(device)
    except cl.Error as error:
        if device.type & cl.device_type.CPU:
            raise
        print(f"there is no new context: {error}")
        return
    assert answer == 42
    print("a new context works")


if __name__ == "__main__":
    main()
