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
  -fsycl-targets=spirv64             the only target; also as spir64
  -fsycl-device-only                 compile for the device alone
  -fsycl-host-only                   compile for the host alone
  -fsycl-device-code-split=<mode>    which kernels share an image, which is built when one of them
                                     is first launched: per_source (also auto, the default),
                                     per_kernel, or off, one for the program or library
  -fno-sycl-device-code-split        as off

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
