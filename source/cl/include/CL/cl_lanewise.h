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

// cl_lanewise_image_handle: kernels make images and samplers of numbers that the host has given
// them in any way, as an argument or in memory, by the instructions of SPV_INTEL_bindless_images.
// The list of a device's extensions does not have this name.

// For clGetDeviceInfo. Value: cl_bool. Whether the device has the extension. Drivers that do not
// know it give CL_INVALID_VALUE.
#define CL_DEVICE_IMAGE_HANDLE_SUPPORT_LANEWISE 0x4C57003

// For clGetImageInfo. Value: cl_ulong. What OpConvertHandleToImageINTEL makes the image of, on all
// devices of its context, for as long as the image exists. It is never 0. A kernel may use the
// image in the ways that its flags allow. The application keeps the image until the kernel has
// ended, and orders the kernel with others that use the image; the launch does not know of it, as
// with memory that a kernel finds by its address. The memory of CL_MEM_USE_HOST_PTR is the image's
// own. CL_INVALID_OPERATION: a device of the context does not have the extension, or the context
// has devices with memory of their own.
#define CL_IMAGE_HANDLE_LANEWISE 0x4C57004

// For clGetSamplerInfo. Value: cl_ulong. The same of a sampler, for OpConvertHandleToSamplerINTEL.
// Samplers of the same properties may have the same handle, and 0 is one as others are.
#define CL_SAMPLER_HANDLE_LANEWISE 0x4C57005

#endif
