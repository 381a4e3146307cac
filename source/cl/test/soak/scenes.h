// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scenes that the soak's threads play: each makes objects, uses them, checks the results and
// releases them all.
#ifndef CL_TEST_SOAK_SCENES_H
#define CL_TEST_SOAK_SCENES_H

#include "command_buffer_fixture.h"

#include <atomic>
#include <random>

/// State shared by the threads.
struct Stage {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_program program = nullptr;   ///< of test_kernels::program()
  bool has_compiler = false;      ///< scenes may build from source
  bool builds_may_fail = false;   ///< because somebody kills the compiler's processes
  bool allocations_fail = false;  ///< scenes may make allocations of their own thread fail
  std::atomic<uint64_t> calls{0}; ///< of the API
};

/// One thread's part.
class Actor {
public:
  Actor(Stage& in_stage, uint64_t seed) : stage(in_stage), random(seed) {}
  /// One scene, which its choices come to. Failures are GoogleTest's.
  void play();

private:
  void commands();
  void addresses();
  void command_buffers();
  void images();
  void failures();
  void faults();
  void programs();
  void damaged_binaries();
  void builds();
  void contexts();
  void sub_devices();
  void wrong_arguments();
  void destructors();
  void without_memory();

  /// Counts a call.
  cl_int call(cl_int status) {
    ++calls;
    return status;
  }
  /// Counts a call that gave an object, and keeps its errors apart from the object.
  template <typename Handle> Owned<Handle> made(Handle handle) {
    ++calls;
    EXPECT_EQ(error, CL_SUCCESS);
    return handle;
  }
  Owned<cl_command_queue> make_queue();
  Owned<cl_mem> make_buffer(size_t size);
  Owned<cl_kernel> make_kernel(const char* name);
  size_t below(size_t limit) { return random() % limit; }

  Stage& stage;
  std::mt19937_64 random;
  cl_int error = CL_SUCCESS; ///< for functions that give objects
  uint64_t calls = 0;        ///< not yet in the stage's
};

#endif
