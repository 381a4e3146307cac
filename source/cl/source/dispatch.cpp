// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table through which the ICD loader calls (cl_khr_icd), and the functions that
// clGetExtensionFunctionAddress gives. Newer loaders use icd.cpp instead.
#include "handle.h"

#include "command_buffers/entry_points.h"
#include "platform/platform.h"

#include <algorithm>
#include <string_view>

namespace cl {
namespace {

/// The table's entry for a function of a later version or of an extension that we do not have.
/// Loaders call through the table without looking, so that no entry may be null.
template <typename Function> struct Unsupported;
template <typename Result, typename... Args> struct Unsupported<Result (*)(Args...)> {
  static Result CL_API_CALL call(Args... args) {
    if constexpr (std::is_same_v<Result, cl_int>) {
      return CL_INVALID_OPERATION;
    } else if constexpr (!std::is_void_v<Result>) {
      const auto report = [](auto last) {
        if constexpr (std::is_same_v<decltype(last), cl_int*>) {
          if (last) {
            *last = CL_INVALID_OPERATION;
          }
        }
      };
      (report(args), ...);
      return nullptr;
    } else {
      (static_cast<void>(args), ...);
    }
  }
};
template <> struct Unsupported<void*> {
  static constexpr void* call = nullptr; // functions of another system
};

/// Initializes a member of the table with the stand-in of its type.
struct unsupported_t {
  template <typename Function> constexpr operator Function() const {
    return Unsupported<Function>::call;
  }
};
constexpr unsupported_t unsupported;

/// Says in the place of two functions that are called by no handle that this is cl_khr_icd 2.0.
struct icd_2_tag_t {
  template <typename Function> operator Function() const {
    return reinterpret_cast<Function>(CL_ICD2_TAG_KHR);
  }
};
constexpr icd_2_tag_t icd_2_tag;

} // namespace

const DispatchTable dispatch_table = {
    .of_3_0 =
        {
            // OpenCL 1.0
            .clGetPlatformIDs = icd_2_tag,
            .clGetPlatformInfo = ::clGetPlatformInfo,
            .clGetDeviceIDs = ::clGetDeviceIDs,
            .clGetDeviceInfo = ::clGetDeviceInfo,
            .clCreateContext = ::clCreateContext,
            .clCreateContextFromType = ::clCreateContextFromType,
            .clRetainContext = ::clRetainContext,
            .clReleaseContext = ::clReleaseContext,
            .clGetContextInfo = ::clGetContextInfo,
            .clCreateCommandQueue = ::clCreateCommandQueue,
            .clRetainCommandQueue = ::clRetainCommandQueue,
            .clReleaseCommandQueue = ::clReleaseCommandQueue,
            .clGetCommandQueueInfo = ::clGetCommandQueueInfo,
            .clSetCommandQueueProperty = ::clSetCommandQueueProperty,
            .clCreateBuffer = ::clCreateBuffer,
            .clCreateImage2D = ::clCreateImage2D,
            .clCreateImage3D = ::clCreateImage3D,
            .clRetainMemObject = ::clRetainMemObject,
            .clReleaseMemObject = ::clReleaseMemObject,
            .clGetSupportedImageFormats = ::clGetSupportedImageFormats,
            .clGetMemObjectInfo = ::clGetMemObjectInfo,
            .clGetImageInfo = ::clGetImageInfo,
            .clCreateSampler = ::clCreateSampler,
            .clRetainSampler = ::clRetainSampler,
            .clReleaseSampler = ::clReleaseSampler,
            .clGetSamplerInfo = ::clGetSamplerInfo,
            .clCreateProgramWithSource = ::clCreateProgramWithSource,
            .clCreateProgramWithBinary = ::clCreateProgramWithBinary,
            .clRetainProgram = ::clRetainProgram,
            .clReleaseProgram = ::clReleaseProgram,
            .clBuildProgram = ::clBuildProgram,
            .clUnloadCompiler = icd_2_tag,
            .clGetProgramInfo = ::clGetProgramInfo,
            .clGetProgramBuildInfo = ::clGetProgramBuildInfo,
            .clCreateKernel = ::clCreateKernel,
            .clCreateKernelsInProgram = ::clCreateKernelsInProgram,
            .clRetainKernel = ::clRetainKernel,
            .clReleaseKernel = ::clReleaseKernel,
            .clSetKernelArg = ::clSetKernelArg,
            .clGetKernelInfo = ::clGetKernelInfo,
            .clGetKernelWorkGroupInfo = ::clGetKernelWorkGroupInfo,
            .clWaitForEvents = ::clWaitForEvents,
            .clGetEventInfo = ::clGetEventInfo,
            .clRetainEvent = ::clRetainEvent,
            .clReleaseEvent = ::clReleaseEvent,
            .clGetEventProfilingInfo = ::clGetEventProfilingInfo,
            .clFlush = ::clFlush,
            .clFinish = ::clFinish,
            .clEnqueueReadBuffer = ::clEnqueueReadBuffer,
            .clEnqueueWriteBuffer = ::clEnqueueWriteBuffer,
            .clEnqueueCopyBuffer = ::clEnqueueCopyBuffer,
            .clEnqueueReadImage = ::clEnqueueReadImage,
            .clEnqueueWriteImage = ::clEnqueueWriteImage,
            .clEnqueueCopyImage = ::clEnqueueCopyImage,
            .clEnqueueCopyImageToBuffer = ::clEnqueueCopyImageToBuffer,
            .clEnqueueCopyBufferToImage = ::clEnqueueCopyBufferToImage,
            .clEnqueueMapBuffer = ::clEnqueueMapBuffer,
            .clEnqueueMapImage = ::clEnqueueMapImage,
            .clEnqueueUnmapMemObject = ::clEnqueueUnmapMemObject,
            .clEnqueueNDRangeKernel = ::clEnqueueNDRangeKernel,
            .clEnqueueTask = ::clEnqueueTask,
            .clEnqueueNativeKernel = ::clEnqueueNativeKernel,
            .clEnqueueMarker = ::clEnqueueMarker,
            .clEnqueueWaitForEvents = ::clEnqueueWaitForEvents,
            .clEnqueueBarrier = ::clEnqueueBarrier,
            .clGetExtensionFunctionAddress = ::clGetExtensionFunctionAddress,
            .clCreateFromGLBuffer = unsupported,
            .clCreateFromGLTexture2D = unsupported,
            .clCreateFromGLTexture3D = unsupported,
            .clCreateFromGLRenderbuffer = unsupported,
            .clGetGLObjectInfo = unsupported,
            .clGetGLTextureInfo = unsupported,
            .clEnqueueAcquireGLObjects = unsupported,
            .clEnqueueReleaseGLObjects = unsupported,
            .clGetGLContextInfoKHR = unsupported,
            // cl_khr_d3d10_sharing
            .clGetDeviceIDsFromD3D10KHR = unsupported,
            .clCreateFromD3D10BufferKHR = unsupported,
            .clCreateFromD3D10Texture2DKHR = unsupported,
            .clCreateFromD3D10Texture3DKHR = unsupported,
            .clEnqueueAcquireD3D10ObjectsKHR = unsupported,
            .clEnqueueReleaseD3D10ObjectsKHR = unsupported,
            // OpenCL 1.1
            .clSetEventCallback = ::clSetEventCallback,
            .clCreateSubBuffer = ::clCreateSubBuffer,
            .clSetMemObjectDestructorCallback = ::clSetMemObjectDestructorCallback,
            .clCreateUserEvent = ::clCreateUserEvent,
            .clSetUserEventStatus = ::clSetUserEventStatus,
            .clEnqueueReadBufferRect = ::clEnqueueReadBufferRect,
            .clEnqueueWriteBufferRect = ::clEnqueueWriteBufferRect,
            .clEnqueueCopyBufferRect = ::clEnqueueCopyBufferRect,
            // cl_ext_device_fission
            .clCreateSubDevicesEXT = unsupported,
            .clRetainDeviceEXT = unsupported,
            .clReleaseDeviceEXT = unsupported,
            // cl_khr_gl_event
            .clCreateEventFromGLsyncKHR = unsupported,
            // OpenCL 1.2
            .clCreateSubDevices = ::clCreateSubDevices,
            .clRetainDevice = ::clRetainDevice,
            .clReleaseDevice = ::clReleaseDevice,
            .clCreateImage = ::clCreateImage,
            .clCreateProgramWithBuiltInKernels = ::clCreateProgramWithBuiltInKernels,
            .clCompileProgram = ::clCompileProgram,
            .clLinkProgram = ::clLinkProgram,
            .clUnloadPlatformCompiler = ::clUnloadPlatformCompiler,
            .clGetKernelArgInfo = ::clGetKernelArgInfo,
            .clEnqueueFillBuffer = ::clEnqueueFillBuffer,
            .clEnqueueFillImage = ::clEnqueueFillImage,
            .clEnqueueMigrateMemObjects = ::clEnqueueMigrateMemObjects,
            .clEnqueueMarkerWithWaitList = ::clEnqueueMarkerWithWaitList,
            .clEnqueueBarrierWithWaitList = ::clEnqueueBarrierWithWaitList,
            .clGetExtensionFunctionAddressForPlatform = ::clGetExtensionFunctionAddressForPlatform,
            .clCreateFromGLTexture = unsupported,
            // cl_khr_d3d11_sharing
            .clGetDeviceIDsFromD3D11KHR = unsupported,
            .clCreateFromD3D11BufferKHR = unsupported,
            .clCreateFromD3D11Texture2DKHR = unsupported,
            .clCreateFromD3D11Texture3DKHR = unsupported,
            .clCreateFromDX9MediaSurfaceKHR = unsupported,
            .clEnqueueAcquireD3D11ObjectsKHR = unsupported,
            .clEnqueueReleaseD3D11ObjectsKHR = unsupported,
            // cl_khr_dx9_media_sharing
            .clGetDeviceIDsFromDX9MediaAdapterKHR = unsupported,
            .clEnqueueAcquireDX9MediaSurfacesKHR = unsupported,
            .clEnqueueReleaseDX9MediaSurfacesKHR = unsupported,
            // cl_khr_egl_image
            .clCreateFromEGLImageKHR = unsupported,
            .clEnqueueAcquireEGLObjectsKHR = unsupported,
            .clEnqueueReleaseEGLObjectsKHR = unsupported,
            // cl_khr_egl_event
            .clCreateEventFromEGLSyncKHR = unsupported,
            // OpenCL 2.0
            .clCreateCommandQueueWithProperties = ::clCreateCommandQueueWithProperties,
            .clCreatePipe = ::clCreatePipe,
            .clGetPipeInfo = ::clGetPipeInfo,
            .clSVMAlloc = ::clSVMAlloc,
            .clSVMFree = ::clSVMFree,
            .clEnqueueSVMFree = ::clEnqueueSVMFree,
            .clEnqueueSVMMemcpy = ::clEnqueueSVMMemcpy,
            .clEnqueueSVMMemFill = ::clEnqueueSVMMemFill,
            .clEnqueueSVMMap = ::clEnqueueSVMMap,
            .clEnqueueSVMUnmap = ::clEnqueueSVMUnmap,
            .clCreateSamplerWithProperties = ::clCreateSamplerWithProperties,
            .clSetKernelArgSVMPointer = ::clSetKernelArgSVMPointer,
            .clSetKernelExecInfo = ::clSetKernelExecInfo,
            // cl_khr_sub_groups
            .clGetKernelSubGroupInfoKHR = ::clGetKernelSubGroupInfoKHR,
            // OpenCL 2.1
            .clCloneKernel = ::clCloneKernel,
            .clCreateProgramWithIL = ::clCreateProgramWithIL,
            .clEnqueueSVMMigrateMem = ::clEnqueueSVMMigrateMem,
            .clGetDeviceAndHostTimer = ::clGetDeviceAndHostTimer,
            .clGetHostTimer = ::clGetHostTimer,
            .clGetKernelSubGroupInfo = ::clGetKernelSubGroupInfo,
            .clSetDefaultDeviceCommandQueue = ::clSetDefaultDeviceCommandQueue,
            // OpenCL 2.2
            .clSetProgramReleaseCallback = ::clSetProgramReleaseCallback,
            .clSetProgramSpecializationConstant = ::clSetProgramSpecializationConstant,
            // OpenCL 3.0
            .clCreateBufferWithProperties = ::clCreateBufferWithProperties,
            .clCreateImageWithProperties = ::clCreateImageWithProperties,
            .clSetContextDestructorCallback = ::clSetContextDestructorCallback,
            // #ifndef OPENCL_CL_ICD_H
        },
    // OpenCL 3.1
    .clGetKernelSuggestedLocalWorkSize = ::clGetKernelSuggestedLocalWorkSize,
};

namespace {

struct ExtensionFunction {
  std::string_view name;
  void* address;
};

void* find_extension_function(const char* name) {
  const ExtensionFunction functions[] = {
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR)},
      {"clIcdGetFunctionAddressForPlatformKHR",
       reinterpret_cast<void*>(&clIcdGetFunctionAddressForPlatformKHR)},
      {"clIcdSetPlatformDispatchDataKHR",
       reinterpret_cast<void*>(&clIcdSetPlatformDispatchDataKHR)},
      {"clCreateCommandQueueWithPropertiesKHR",
       reinterpret_cast<void*>(&clCreateCommandQueueWithPropertiesKHR)},
      {"clTerminateContextKHR", reinterpret_cast<void*>(&clTerminateContextKHR)},
      {"clCreateProgramWithILKHR", reinterpret_cast<void*>(&clCreateProgramWithILKHR)},
      {"clGetKernelSubGroupInfoKHR", reinterpret_cast<void*>(&clGetKernelSubGroupInfoKHR)},
      {"clGetKernelSuggestedLocalWorkSizeKHR",
       reinterpret_cast<void*>(&clGetKernelSuggestedLocalWorkSizeKHR)},
      {"clGetImageRequirementsInfoEXT", reinterpret_cast<void*>(&clGetImageRequirementsInfoEXT)},
      {"clSetKernelArgDevicePointerEXT", reinterpret_cast<void*>(&clSetKernelArgDevicePointerEXT)},
      {"clCreateSemaphoreWithPropertiesKHR",
       reinterpret_cast<void*>(&clCreateSemaphoreWithPropertiesKHR)},
      {"clEnqueueWaitSemaphoresKHR", reinterpret_cast<void*>(&clEnqueueWaitSemaphoresKHR)},
      {"clEnqueueSignalSemaphoresKHR", reinterpret_cast<void*>(&clEnqueueSignalSemaphoresKHR)},
      {"clGetSemaphoreInfoKHR", reinterpret_cast<void*>(&clGetSemaphoreInfoKHR)},
      {"clRetainSemaphoreKHR", reinterpret_cast<void*>(&clRetainSemaphoreKHR)},
      {"clReleaseSemaphoreKHR", reinterpret_cast<void*>(&clReleaseSemaphoreKHR)},
      {"clGetSemaphoreHandleForTypeKHR", reinterpret_cast<void*>(&clGetSemaphoreHandleForTypeKHR)},
      {"clReImportSemaphoreSyncFdKHR", reinterpret_cast<void*>(&clReImportSemaphoreSyncFdKHR)},
      {"clEnqueueReleaseExternalMemObjectsKHR",
       reinterpret_cast<void*>(&clEnqueueReleaseExternalMemObjectsKHR)},
      {"clEnqueueAcquireExternalMemObjectsKHR",
       reinterpret_cast<void*>(&clEnqueueAcquireExternalMemObjectsKHR)},
      {"clHostMemAllocINTEL", reinterpret_cast<void*>(&clHostMemAllocINTEL)},
      {"clDeviceMemAllocINTEL", reinterpret_cast<void*>(&clDeviceMemAllocINTEL)},
      {"clSharedMemAllocINTEL", reinterpret_cast<void*>(&clSharedMemAllocINTEL)},
      {"clMemFreeINTEL", reinterpret_cast<void*>(&clMemFreeINTEL)},
      {"clMemBlockingFreeINTEL", reinterpret_cast<void*>(&clMemBlockingFreeINTEL)},
      {"clGetMemAllocInfoINTEL", reinterpret_cast<void*>(&clGetMemAllocInfoINTEL)},
      {"clSetKernelArgMemPointerINTEL", reinterpret_cast<void*>(&clSetKernelArgMemPointerINTEL)},
      {"clEnqueueMemFillINTEL", reinterpret_cast<void*>(&clEnqueueMemFillINTEL)},
      {"clEnqueueMemsetINTEL", reinterpret_cast<void*>(&clEnqueueMemsetINTEL)},
      {"clEnqueueMemcpyINTEL", reinterpret_cast<void*>(&clEnqueueMemcpyINTEL)},
      {"clEnqueueMigrateMemINTEL", reinterpret_cast<void*>(&clEnqueueMigrateMemINTEL)},
      {"clEnqueueMemAdviseINTEL", reinterpret_cast<void*>(&clEnqueueMemAdviseINTEL)},
      {"clCreateBufferWithPropertiesINTEL",
       reinterpret_cast<void*>(&clCreateBufferWithPropertiesINTEL)},
      {"clGetKernelMaxConcurrentWorkGroupCountINTEL",
       reinterpret_cast<void*>(&clGetKernelMaxConcurrentWorkGroupCountINTEL)},
      {"clGetDeviceFunctionPointerINTEL",
       reinterpret_cast<void*>(&clGetDeviceFunctionPointerINTEL)},
      {"clGetDeviceGlobalVariablePointerINTEL",
       reinterpret_cast<void*>(&clGetDeviceGlobalVariablePointerINTEL)},
      {"clEnqueueReadGlobalVariableINTEL",
       reinterpret_cast<void*>(&clEnqueueReadGlobalVariableINTEL)},
      {"clEnqueueWriteGlobalVariableINTEL",
       reinterpret_cast<void*>(&clEnqueueWriteGlobalVariableINTEL)},
      {"clRemapCommandBufferKHR", reinterpret_cast<void*>(&khr::clRemapCommandBufferKHR)},
      {"clCreateCommandBufferKHR", reinterpret_cast<void*>(&khr::clCreateCommandBufferKHR)},
      {"clFinalizeCommandBufferKHR", reinterpret_cast<void*>(&khr::clFinalizeCommandBufferKHR)},
      {"clRetainCommandBufferKHR", reinterpret_cast<void*>(&khr::clRetainCommandBufferKHR)},
      {"clReleaseCommandBufferKHR", reinterpret_cast<void*>(&khr::clReleaseCommandBufferKHR)},
      {"clEnqueueCommandBufferKHR", reinterpret_cast<void*>(&khr::clEnqueueCommandBufferKHR)},
      {"clGetCommandBufferInfoKHR", reinterpret_cast<void*>(&khr::clGetCommandBufferInfoKHR)},
      {"clCommandBarrierWithWaitListKHR",
       reinterpret_cast<void*>(&khr::clCommandBarrierWithWaitListKHR)},
      {"clCommandCopyBufferKHR", reinterpret_cast<void*>(&khr::clCommandCopyBufferKHR)},
      {"clCommandCopyBufferRectKHR", reinterpret_cast<void*>(&khr::clCommandCopyBufferRectKHR)},
      {"clCommandCopyBufferToImageKHR",
       reinterpret_cast<void*>(&khr::clCommandCopyBufferToImageKHR)},
      {"clCommandCopyImageKHR", reinterpret_cast<void*>(&khr::clCommandCopyImageKHR)},
      {"clCommandCopyImageToBufferKHR",
       reinterpret_cast<void*>(&khr::clCommandCopyImageToBufferKHR)},
      {"clCommandFillBufferKHR", reinterpret_cast<void*>(&khr::clCommandFillBufferKHR)},
      {"clCommandFillImageKHR", reinterpret_cast<void*>(&khr::clCommandFillImageKHR)},
      {"clCommandNDRangeKernelKHR", reinterpret_cast<void*>(&khr::clCommandNDRangeKernelKHR)},
      {"clCommandSVMMemcpyKHR", reinterpret_cast<void*>(&khr::clCommandSVMMemcpyKHR)},
      {"clCommandSVMMemFillKHR", reinterpret_cast<void*>(&khr::clCommandSVMMemFillKHR)},
      {"clUpdateMutableCommandsKHR", reinterpret_cast<void*>(&khr::clUpdateMutableCommandsKHR)},
      {"clGetMutableCommandInfoKHR", reinterpret_cast<void*>(&khr::clGetMutableCommandInfoKHR)},
  };
  const auto* found =
      std::ranges::find(functions, std::string_view(name ? name : ""), &ExtensionFunction::name);
  return found == std::end(functions) ? nullptr : found->address;
}

} // namespace
} // namespace cl

using namespace cl;

void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  return find_extension_function(name);
}

void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                           const char* name) {
  return lookup<Platform>(platform) ? find_extension_function(name) : nullptr;
}
