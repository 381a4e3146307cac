// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_PRINTF_H
#define CL_KERNELS_PRINTF_H

#include "platform/context.h"
#include "programs/executable.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace cl {

/// Bytes of records that a work-group can print, or that many small ones can together:
/// CL_DEVICE_PRINTF_BUFFER_SIZE.
inline constexpr size_t printf_buffer_size = 1 << 20;

/// Prints for the kernels of one launch: takes the records (builtins/printf.h) from the device and
/// writes their text to standard output or, in contexts that have one, to the callback of
/// cl_arm_printf. The launch, which may be repeated, refers to it.
///
/// The text is written when the launch ends, before its event does, work-group by work-group in
/// order; earlier, and then in the order in which groups have run, if there is very much of it.
/// A line behind the text counts the records for which there was no room. The context's notify
/// function gets that line, too.
class PrintfOutput {
public:
  PrintfOutput(retained<Context> in_context, ExecutablePointer program);
  PrintfOutput(const PrintfOutput&) = delete;

  /// Makes a launch print here. The object's command is the one that `info` is recorded with: its
  /// end is published only after everything has been written.
  void attach(mux_ndrange_t& range, mux_command_info_t& info);

private:
  using Callback = void(CL_CALLBACK*)(const char*, size_t, size_t, void*); ///< cl_arm_printf's
  struct Piece {
    uint64_t first_group;
    std::vector<uint8_t> records;
  };
  static void take(uint64_t first_group, const void* records, uint64_t size, uint64_t lost,
                   void* self);
  static void on_command(const mux_command_report_t* report, void* self);

  [[nodiscard]] std::vector<Piece> take_pieces();
  void append(std::vector<Piece> ready, std::string& text);
  void append_records(std::span<const uint8_t> records, std::string& text);
  void finish();
  void complain(const char* line);
  void emit(std::string_view text, bool complete);

  const retained<Context> context;
  const ExecutablePointer executable;
  Callback callback = nullptr;
  size_t capacity = printf_buffer_size;
  mux_command_callback_t next = nullptr; ///< told after us
  void* next_data = nullptr;

  std::mutex lock; ///< protects what follows
  std::vector<Piece> pieces;
  size_t held = 0;     ///< bytes in `pieces`
  uint64_t lost = 0;   ///< records that found no room on the device
  uint64_t unread = 0; ///< records for which we had no memory
  bool emitted = false;
};

} // namespace cl

#endif
