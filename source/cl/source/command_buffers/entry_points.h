// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of cl_khr_command_buffer, _mutable_dispatch and _multi_device. They are not
// exported: headers of older revisions declare some of their names with other parameters, and
// applications get them from clGetExtensionFunctionAddressForPlatform.
#ifndef CL_COMMAND_BUFFERS_ENTRY_POINTS_H
#define CL_COMMAND_BUFFERS_ENTRY_POINTS_H

#include "api.h"

namespace cl::khr {

cl_khr::clCreateCommandBufferKHR_t clCreateCommandBufferKHR;
cl_khr::clFinalizeCommandBufferKHR_t clFinalizeCommandBufferKHR;
cl_khr::clRetainCommandBufferKHR_t clRetainCommandBufferKHR;
cl_khr::clReleaseCommandBufferKHR_t clReleaseCommandBufferKHR;
cl_khr::clEnqueueCommandBufferKHR_t clEnqueueCommandBufferKHR;
cl_khr::clGetCommandBufferInfoKHR_t clGetCommandBufferInfoKHR;
cl_khr::clCommandBarrierWithWaitListKHR_t clCommandBarrierWithWaitListKHR;
cl_khr::clCommandCopyBufferKHR_t clCommandCopyBufferKHR;
cl_khr::clCommandCopyBufferRectKHR_t clCommandCopyBufferRectKHR;
cl_khr::clCommandCopyBufferToImageKHR_t clCommandCopyBufferToImageKHR;
cl_khr::clCommandCopyImageKHR_t clCommandCopyImageKHR;
cl_khr::clCommandCopyImageToBufferKHR_t clCommandCopyImageToBufferKHR;
cl_khr::clCommandFillBufferKHR_t clCommandFillBufferKHR;
cl_khr::clCommandFillImageKHR_t clCommandFillImageKHR;
cl_khr::clCommandNDRangeKernelKHR_t clCommandNDRangeKernelKHR;
cl_khr::clCommandSVMMemcpyKHR_t clCommandSVMMemcpyKHR;
cl_khr::clCommandSVMMemFillKHR_t clCommandSVMMemFillKHR;
cl_khr::clUpdateMutableCommandsKHR_t clUpdateMutableCommandsKHR;
cl_khr::clGetMutableCommandInfoKHR_t clGetMutableCommandInfoKHR;
cl_khr::clRemapCommandBufferKHR_t clRemapCommandBufferKHR;

} // namespace cl::khr

#endif
