// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every parameter of every entry point that takes a handle, except for those of test/commands.h, as
// one row each of a table.
#ifndef CL_TEST_HANDLE_USES_H
#define CL_TEST_HANDLE_USES_H

#include "commands.h"

enum class HandleType {
  platform,
  device,
  context,
  queue,
  memory,
  program,
  kernel,
  event,
  sampler,
  semaphore
};

struct HandleUse {
  HandleType type;
  const char* name;
  cl_int expected; ///< if the handle is none of the type
  std::function<cl_int(void*)> call;
  bool null_is_fine = false;
};

class HandleTest : public CommandTest {
protected:
  void SetUp() override;
  /// All rows, those of the commands' queues, memory objects and wait lists included.
  [[nodiscard]] std::vector<HandleUse> uses() const;

  Owned<cl_program> program;   ///< an executable
  Owned<cl_program> source;    ///< not built
  Owned<cl_kernel> one_buffer; ///< takes a buffer
  Owned<cl_semaphore_khr> semaphore;

private:
  void add_platform_uses(std::vector<HandleUse>& uses) const;
  void add_device_uses(std::vector<HandleUse>& uses) const;
  void add_context_uses(std::vector<HandleUse>& uses) const;
  void add_queue_uses(std::vector<HandleUse>& uses) const;
  void add_memory_uses(std::vector<HandleUse>& uses) const;
  void add_program_uses(std::vector<HandleUse>& uses) const;
  void add_kernel_uses(std::vector<HandleUse>& uses) const;
  void add_event_uses(std::vector<HandleUse>& uses) const;
  void add_semaphore_uses(std::vector<HandleUse>& uses) const;
  void add_command_uses(std::vector<HandleUse>& uses) const;
};

#endif
