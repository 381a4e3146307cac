# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tests of the API again, on a GPU of NVIDIA's: its target on a stand-in for the driver
# (modules/cuda/test/fake_driver), so that everything but the code of kernels is tried where there is no GPU.

# Functions of the application as commands, which no GPU runs, and what has them among its commands.
set(cuda_without_native_kernels NativeKernel.* Callbacks.NativeKernelsEnqueueMore CommandTest.GoodCalls
    CommandTest.MemoryOfAnotherContext CommandTest.FailureOfTheWaitListIsTheCommands Handles.* Lifetimes.* OutOfOrder.*
    Process.* Stress.* Many.WhatWaitsForAllMissesNothing)
# The device gives no part of itself away.
set(cuda_is_whole SubDevice.* SeveralDevices.* *OfSubDevices.* EventGraph.* KernelWithoutCompiler.* ThrottleHints.*
    OutOfMemory.SubDevices Queries.*)
# There are no pipes, kernels enqueue no others, and those that run go on to their end. The application's threads run no
# commands, and nothing is known of which groups run at the same time.
set(cuda_has_not LocalThread.* ConcurrentDispatchCalls.* Queue.CreateFromAList Immutable.NeitherPipesNorSharedVirtualMemory CommandBuffer.DeviceQueries TerminateContextCalls.*)
# The driver does not work in children of this process.
set(cuda_does_not_fork SemaphoreSharing.OpaqueAcrossProcesses)
set(cuda_without_external_memory ExternalMemory.*)
# These expect what the CPU has.
set(cuda_is_no_cpu Context.CreateFromType Device.Ids Device.InfoValues Device.Texts PlatformInfo.* KernelSubGroups.*
    Svm.Capabilities Usm.Capabilities ClFault.* ClFaultDeathTest.* Buffer.MemoryThatTheSystemHasNot
    Buffer.LargeOnesAreOnHugePages SharedMemory.MemoryOfTheSystem)
# They make program containers of the host's, or count what its device allocates.
set(cuda_is_not_host Program.WithoutACompiler Program.ContainersThatDoNotFit Program.ObjectsAreTakenWithoutTheCompiler
    Program.EveryCutAndEveryFlippedByteIsRefused OutOfMemory*.* WarmAllocations.*)
# A round trip through threads for each dispatch: too slow for a hundred thousand of them.
set(cuda_is_slow Many.* PriorityHints.KernelsLeaveTheDeviceToThoseOfHigherPriority)

list(JOIN cuda_without_native_kernels ":" exceptions)
foreach(reason cuda_is_whole cuda_has_not cuda_does_not_fork cuda_without_external_memory cuda_is_no_cpu
        cuda_is_not_host cuda_is_slow)
  list(JOIN ${reason} ":" more)
  string(APPEND exceptions ":" "${more}")
endforeach()
add_test(NAME cl_cuda_test COMMAND cl_api_test --gtest_brief=1 "--gtest_filter=*-${exceptions}")
set_tests_properties(cl_cuda_test PROPERTIES TIMEOUT 600 ENVIRONMENT
                     "TEST_PLATFORM=Lanewise CUDA;TEST_KERNELS=cuda;LANEWISE_CUDA_DRIVER=$<TARGET_FILE:cuda_fake_driver>")
