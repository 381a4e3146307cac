# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tests again, on a device with memory of its own (modules/twin): the objects of the tests and of libCL.so,
# linked with that target as well.

add_library(CL_twin SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:CL>)
get_target_property(libraries CL LINK_LIBRARIES)
get_target_property(options CL LINK_OPTIONS)
target_link_libraries(CL_twin PRIVATE ${libraries} twin)
target_link_options(CL_twin PRIVATE ${options})
set_target_properties(CL_twin PROPERTIES OUTPUT_NAME lanewise-opencl-twin LINKER_LANGUAGE CXX)

# twin_test(<name> <test program> <exception>...): its tests except for the exceptions, in one process.
function(twin_test name original)
  add_executable(${name} $<TARGET_OBJECTS:${original}>) # with the options of sanitizers, where they are
  target_link_libraries(${name} PRIVATE CL_twin binary host_test_kernels GTest::gtest_main)
  list(JOIN ARGN ":" exceptions)
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1 "--gtest_filter=*-${exceptions}")
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "TEST_PLATFORM=Lanewise Twin" TIMEOUT 600)
endfunction()

# Functions of the application as commands (clEnqueueNativeKernel), which the device does not run: what asks for them,
# and what has them among its commands or lets two of them meet.
set(twin_without_native_kernels NativeKernel.* Callbacks.NativeKernelsEnqueueMore CommandTest.GoodCalls
    CommandTest.MemoryOfAnotherContext CommandTest.FailureOfTheWaitListIsTheCommands EventGraph.* Handles.* Lifetimes.*
    OutOfOrder.* Process.* Stress.*)
# Memory of others cannot be imported, where only commands reach the device's own.
set(twin_without_external_memory ExternalMemory.*)
# It is an accelerator with a platform of its own, and these expect the CPU's.
set(twin_is_no_cpu Context.CreateFromType Device.Ids Device.InfoValues PlatformInfo.* SubDevice.Equally)
# Its queues run commands on threads of their own.
set(twin_has_no_callers LocalThread.*)
# It allocates for each dispatch, where these count what the host's device allocates, and what they make fail.
set(twin_allocates OutOfMemory*.* WarmAllocations.*)
# Its addresses are reserved in advance, and not in huge pages.
set(twin_reserves Buffer.MemoryThatTheSystemHasNot Buffer.LargeOnesAreOnHugePages)
# A dispatch is on its way for 50 us: too long for a hundred thousand of them, and for one to overtake another in time.
set(twin_is_slow Many.* PriorityHints.KernelsLeaveTheDeviceToThoseOfHigherPriority)
# Shared memory moves, so that the host sees nothing of it while a kernel runs; memory of the system is out of reach.
set(twin_moves_memory SharedMemory.TheHostSeesACounterMove SharedMemory.FreesDoNotWaitForKernels
    SharedMemory.AWaitingThreadLeavesKernelsThatWaitForIt
    SharedMemory.MemoryOfTheSystem)

set(twin_exceptions ${twin_without_native_kernels} ${twin_without_external_memory} ${twin_is_no_cpu}
    ${twin_has_no_callers} ${twin_allocates} ${twin_reserves} ${twin_is_slow} ${twin_moves_memory})
twin_test(cl_twin_test cl_api_test ${twin_exceptions})

# mixed_test(<name> <source>...): tests of contexts of both devices.
function(mixed_test name)
  lanewise_test(${name} SOURCES ${ARGN} DEPENDS CL_twin opencl_headers binary host_test_kernels)
  target_include_directories(${name} PRIVATE include test)
endfunction()

# The same tests with two devices none of which has the host's memory. The exceptions ask for the CPU.
function(apart_test name original environment)
  list(JOIN ARGN ":" exceptions)
  add_test(NAME ${name} COMMAND ${original} --gtest_brief=1 "--gtest_filter=*-${exceptions}")
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "TEST_DEVICES=alike;${environment}" TIMEOUT 600)
endfunction()
file(GLOB mixed_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test/mixed/*.cpp)
mixed_test(cl_mixed_test ${mixed_tests})
set(apart_exceptions MixedBuffer.AFunctionOfTheApplicationSeesWhatTheTwinWrote MixedBuffer.MemoryOfOneDeviceIsExhausted
    MixedBuffer.SubBuffersAreAlignedAsADeviceNeeds MixedContext.ThePlatformIsOneOfADevices MixedContext.OfSubDevicesToo)
apart_test(cl_twins_test cl_mixed_test "" ${apart_exceptions})
if(TARGET cuda_fake_driver)
  # Of a driver that writes no values, so that the ends of dispatches are events.
  set(two_gpus "LANEWISE_CUDA_DRIVER=$<TARGET_FILE:cuda_fake_driver>;FAKE_CUDA_DEVICES=2;FAKE_CUDA_WRITES_VALUES=0")
  apart_test(cl_gpus_test cl_mixed_test "LANEWISE_PLATFORMS=host,cuda;TEST_KERNELS=cuda;${two_gpus}" ${apart_exceptions})
endif()
