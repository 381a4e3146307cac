// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every entry point that enqueues something, as one row each of a table, for tests of what all of
// them have in common: the queue, memory objects, the wait list, the event.
#ifndef CL_TEST_COMMANDS_H
#define CL_TEST_COMMANDS_H

#include "binary_fixture.h"

#include <functional>

struct EnqueueCall {
  cl_command_queue queue;
  cl_mem memory; ///< of the row's memory parameter; the others are good
  cl_uint count = 0;
  const cl_event* list = nullptr;
  cl_event* event = nullptr;
};

struct EnqueueRow {
  enum Traits : unsigned {
    none = 0,
    takes_memory = 1,
    blocks = 2,   ///< can, and does here
    no_event = 4, ///< neither a wait list nor an event
  };
  const char* name;
  unsigned traits;
  cl_int expected; ///< if all is as it should be
  std::function<cl_int(const EnqueueCall&)> call;
};

class CommandTest : public ClBinaryTest {
protected:
  void SetUp() override;
  /// The rows; what they use besides the call's own is this fixture's.
  [[nodiscard]] std::vector<EnqueueRow> rows() const;

  Owned<cl_mem> good, second;            ///< buffers of 64 bytes each
  Owned<cl_mem> picture, second_picture; ///< images of four texels each
  Owned<cl_kernel> nothing;
  mutable char bytes[64] = {};

private:
  void add_buffer_rows(std::vector<EnqueueRow>& rows) const;
  void add_image_rows(std::vector<EnqueueRow>& rows) const;
  void add_other_rows(std::vector<EnqueueRow>& rows) const;
  void add_address_rows(std::vector<EnqueueRow>& rows) const;
};

#endif
