// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMMANDS_TRANSFER_H
#define HOST_COMMANDS_TRANSFER_H

#include "commands/command.h"

namespace host {

/// A command that copies or fills memory at addresses that the application has given. Where there
/// is none, or it may not be written, the command fails (mux_error_fault), and its report says at
/// which address.
class Transfer : public Command {
public:
  [[nodiscard]] mux_result_t execute(uint64_t part, Slot& slot, const uint32_t* abort) final;

protected:
  ~Transfer() override = default;

private:
  /// Does one part. May be left at any instruction, so that it takes no lock and no memory.
  virtual void move(uint64_t part) = 0;
};

} // namespace host

#endif
