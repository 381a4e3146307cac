# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tests again, on a device with memory of its own (modules/twin): the objects of the tests and of libCL.so,
# linked with that target as well.

add_library(CL_twin SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:CL>)
get_target_property(libraries CL LINK_LIBRARIES)
get_target_property(options CL LINK_OPTIONS)
target_link_libraries(CL_twin PRIVATE ${libraries} twin)
target_link_options(CL_twin PRIVATE ${options})
set_target_properties(CL_twin PROPERTIES OUTPUT_NAME lanewise-opencl-twin LINKER_LANGUAGE CXX)

# twin_test(<name> <test program> <filter>...): its tests that a filter names, in one process; those behind a minus
# ask for what the device does not have.
function(twin_test name original)
  add_executable(${name} $<TARGET_OBJECTS:${original}>) # with the options of sanitizers, where they are
  target_link_libraries(${name} PRIVATE CL_twin binary host_test_kernels GTest::gtest_main)
  list(JOIN ARGN ":" filter)
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1 --gtest_filter=${filter})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "TEST_PLATFORM=Lanewise Twin" TIMEOUT 300)
endfunction()

# What has to do with memory, kernels and the order of commands. Behind the minus: the device has no images and no
# functions of the host's; it is no CPU; and it reserves its addresses in advance.
set(twin_api_tests Buffer.* Map.* CopyFill.* ReadWrite.* Event.* Queue.* Marker.* CommandBuffer.* MutableCommands.*
    Program.* KernelWithoutCompiler.* KernelSubGroups.* PrintingKernels.* Context.* Semaphore.* SemaphoreSharing.*
    Svm.* Usm.* AddressAllocations.* DeviceAddresses.*)
set(twin_api_exceptions CommandBuffer.EveryKindOfCommand KernelWithoutCompiler.ImagesAndSamplersAsArguments
    Buffer.ForcedHostMemory Context.CreateFromType Buffer.MemoryThatTheSystemHasNot
    Buffer.LargeOnesAreOnHugePages)
set(twin_kernel_tests NDRange.* ProgramScope.* ClPipes.* PrintfOutput.* Kernel.* ClVariants.* CompiledCommandBuffer.*
    ClKernelFault.* DeviceQueue.* CloneKernel.* LanguageFeatures.* ClNonUniformGroups.* InitializeMemory.*
    SharedMemory.*)
# The compiler defines the macros of images for every device that it makes code for. Shared memory moves, so that the host
# sees nothing of it while a kernel runs; memory of the system is out of reach.
set(twin_kernel_exceptions ClPipes.AreNoBuffers LanguageFeatures.areThoseThatTheDeviceReports
    SharedMemory.TheHostSeesACounterMove SharedMemory.MemoryOfTheSystem)

twin_test(cl_twin_test cl_api_test ${twin_api_tests} -${twin_api_exceptions})
