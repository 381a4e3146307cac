# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commands of programs that sycl_programs cannot make by itself, and what programs need that is not there."""

COMMANDS = {
    "sycl-bench": {},
    "HeCBench": {
        "atomicIntrinsics": ["./main 18 2"],
        "attention-paged": ["./main 8 32 128 64 128 2"],
        "babelstream": ["./main --arraysize 1048576 --numtimes 3"],
        "bezier-surface": ["./main -n 512"],
        "bh": ["LANEWISE_VECTORIZE=32 LANEWISE_NUM_THREADS=16 ./main 1024 2"],
        "bilateral": ["./main 640 480 0.5 0.5 2"],
        "bitonic-sort": ["./main 16 2"],
        "btree": ["./main 100000 100000"],
        "convolution3D": ["./main 4 1 6 16 16 5 2"],
        "crs": ["./main 1 2"],
        "dpid": ["./main 320 240 0.5 2"],
        "epistasis": ["./main 32 256 2"],
        "gemv": ["./main -s 16384 -i 2 -x 512 -y 2", "./main -s 16384 -i 2 -x 32 -y 32"],
        "groupnorm": ["LANEWISE_VECTORIZE=64 ./main 4 32 16 16 32 2"],
        "hypterm": ["./main 1"],
        "jaccard": ["./main 1024 512 2"],
        "lud": ["./main -s 512 -v"],
        "resize": ["./main 480 270 64 64 64 2"],
        "rmsnorm": ["LANEWISE_VECTORIZE=64 ./main 1 12288 2"],
        "sc": ["./main -a 0.1 -n 65536 -r 2 -w 1"],
    },
}

NEEDS = {
    "sycl-bench": {},
    "HeCBench": {
        "b+tree": "data that is not in the clone",
        "bm3d": "ImageMagick",
        "clenergy": "a GPU: 600 billion interactions",
        "gc": "work-groups that run at the same time",
        "graphB+": "the clock rate of a GPU's memory",
        "graphExecution": "a GPU: its sums of 134 million elements take minutes",
        "merge": "local memory with addresses of 32 bits: it indexes with the complement of an unsigned number",
        "nbnxm": "a GPU",
        "wmma": "sycl_ext_oneapi_matrix",
    },
}

# Options without which sources of sycl-bench do not compile with Clang.
OPTIONS = {"kernel_reduction": ["-Wno-c++11-narrowing"]}

# What is to be said instead of the result.
REMARKS = {
    "sycl-bench": {"usm_instr_mix": "ran; its check asks for values other than 0, in memory that it never sets"},
    "HeCBench": {
        "ans": "wrong; work-items of a group read and write the same elements with no barrier between",
        "moe-align": "wrong; work-items of a group wait at different barriers, which SYCL leaves undefined",
    },
}
