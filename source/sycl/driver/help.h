// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of oclsycl++ --help. The manual page and the shells' completions are made from it.
#ifndef OCLSYCL_HELP_H
#define OCLSYCL_HELP_H

namespace oclsycl {

inline constexpr const char* help =
    R"(usage: oclsycl++ [options] <file>...

Compiles and links SYCL 2020 programs with an unmodified Clang 22: each file once for the host and
once for OpenCL devices. Takes all options of Clang (clang++-22 --help) and those of DPC++ below.

options:
  --help                             show this help
  --print-commands                   show what Clang would run, and run nothing
  --instead-of <compiler>            the first argument: take the place of this compiler in its
                                     command, which follows
  --beside <compiler>                the first argument: likewise, but let it make the host's code
  -fsycl-targets=<list>              what device code is made for, with commas: spirv64 (the
                                     default), which devices compile when the program runs; and
                                     machine code for CPUs: x86_64, x86_64-v2, x86_64-v3, x86_64-v4,
                                     aarch64
  -Xsycl-target-backend[=<target>] <options>
                                     for the device's compiler, for one of the targets or all
  -fsycl-host-compiler=<compiler>    this compiler makes the host's code
  -fsycl-host-compiler-options=<options>
                                     for that compiler alone
  -fsycl-device-only                 compile for the device alone
  -fsycl-host-only                   compile for the host alone
  -fsycl-device-code-split=<mode>    which kernels share an image, which is built when one of them
                                     is first launched: per_source (also auto, the default),
                                     per_kernel, or off, one for the program or library
  -fno-sycl-device-code-split        as off
  -fsycl-link                        link the device code of objects, archives and sources alone, to
                                     an object that any linker takes; also as -fsycl-link=image
  -save-temps                        keep what is between the steps, that of device code in the
                                     folder <output>-stages

accepted, and without effect:
  -fsycl                             device code is made in any case
  -fsycl-unnamed-lambda              kernels need no names
  -fsycl-id-queries-fit-in-int       identifiers have 64 bits
  -fno-sycl-id-queries-fit-in-int    likewise
  -fsycl-early-optimizations         there is nothing to choose
  -flink-huge-device-code            all device code is linked in the same way
  -fpreview-breaking-changes         there are none

examples:
  oclsycl++ -O2 program.cpp -o program    compiles and links a program
  oclsycl++ -c part.cpp                   compiles one file of a program
  OCL_ICD_VENDORS=lanewise.icd ./program  runs it on the driver that the file names
)";

} // namespace oclsycl

#endif
