// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanewise's extensions of the OpenCL API.
#ifndef CL_LANEWISE_H
#define CL_LANEWISE_H

#include <CL/cl.h>

// For clGetDeviceInfo. Value: char[]. The build options that the device's compiler takes beyond
// those of OpenCL, one a line: the option's name, a tab, "value" if it takes a value
// ("-name=value") or nothing, a tab, a sentence that says what it does. Empty if there are none.
// The first query loads the compiler; if there is no compiler the query gives
// CL_COMPILER_NOT_AVAILABLE.
#define CL_DEVICE_BUILD_OPTIONS_LANEWISE 0x4C57001

// For clGetKernelWorkGroupInfo. Value: cl_ulong[3]. What specialised variants of the kernel have
// been good for on the device: how many were built, how many launches used one, and how many
// launches went on with other code while one was being compiled.
#define CL_KERNEL_VARIANTS_LANEWISE 0x4C57002

#endif
