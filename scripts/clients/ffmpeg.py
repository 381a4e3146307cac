#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ffmpeg's OpenCL filters, which work on images, beside its CPU filters of the same name.

usage: scripts/clients/ffmpeg.py [--any-driver]    (with OCL_ICD_VENDORS naming the driver; needs ffmpeg, numpy)
"""
import subprocess
import sys

import numpy as np

# Whole work-groups of 8: deshake's kernels write past their buffers at other sizes.
SOURCE = "testsrc2=size=960x544:rate=3:duration=1"
DEVICE = "opencl=gpu:0.0," + ("" if "--any-driver" in sys.argv else "platform_vendor=Lanewise,") + "device_type=cpu"
KERNEL = "0 -1 0 -1 5 -1 0 -1 0:0 -1 0 -1 5 -1 0 -1 0:0 -1 0 -1 5 -1 0 -1 0:0 -1 0 -1 5 -1 0 -1 0"

# Filter, pixel format, the CPU's filter ("" if there is none alike: then the picture only has to be
# one), largest mean difference in steps of a byte. Edges and rounding differ between the two.
ROWS = [
    ("avgblur_opencl=sizeX=3", "yuv420p", "avgblur=sizeX=3", 0.6),
    ("boxblur_opencl=2:1", "yuv420p", "boxblur=2:1", 0.6),
    (f"convolution_opencl={KERNEL}", "yuv420p", f"convolution={KERNEL}", 0.6),
    ("dilation_opencl", "yuv420p", "dilation", 0.1),
    ("erosion_opencl", "yuv420p", "erosion", 0.1),
    ("sobel_opencl", "yuv420p", "sobel", 0.6),
    ("prewitt_opencl", "yuv420p", "prewitt", 0.6),
    ("roberts_opencl", "yuv420p", "roberts", 0.6),
    ("unsharp_opencl=la=1", "yuv420p", "unsharp=la=1:ca=0", 1.5),
    ("transpose_opencl=dir=clock", "yuv420p", "transpose=dir=clock", 0),
    ("pad_opencl=w=iw+64:h=ih+32:x=32:y=16", "yuv420p", "pad=w=iw+64:h=ih+32:x=32:y=16", 1),
    ("nlmeans_opencl=s=2", "yuv420p", "nlmeans=s=2", 1.5),
    ("colorkey_opencl=color=red:similarity=0.3", "rgba", "colorkey=color=red:similarity=0.3", 1),
    ("deshake_opencl", "yuv420p", "", 0),
]


def frames(chain: str, pixels: str, device: bool) -> np.ndarray:
    command = ["ffmpeg", "-hide_banner", "-v", "error", "-nostdin"]
    if device:
        command += ["-init_hw_device", DEVICE, "-filter_hw_device", "gpu"]
        chain = f"format={pixels},hwupload,{chain},hwdownload"
    command += ["-f", "lavfi", "-i", SOURCE, "-vf", f"format={pixels},{chain},format={pixels}",
                "-f", "rawvideo", "-"]
    done = subprocess.run(command, capture_output=True, timeout=300)
    if done.returncode != 0 or not done.stdout:
        raise RuntimeError(done.stderr.decode(errors="replace").strip() or "no picture")
    return np.frombuffer(done.stdout, np.uint8).astype(np.int16)


def main() -> int:
    failures = 0
    for name, pixels, cpu, most in ROWS:
        try:
            got = frames(name, pixels, True)
            wanted = frames(cpu, pixels, False) if cpu else got
            apart = np.abs(got - wanted).mean() if got.shape == wanted.shape else np.inf
            fails = apart > most or got.std() == 0
            text = f"{apart:.4f} apart in the mean"
        except RuntimeError as error:
            fails, text = True, str(error)
        failures += fails
        print(f"{'FAIL' if fails else 'ok  '} {name.split('=')[0]:20} {text}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
