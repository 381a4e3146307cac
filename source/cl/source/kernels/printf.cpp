// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/printf.h"

#include "builtins/printf.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>

namespace cl {
namespace {

/// Bytes of records that wait for the end of the launch; more are written before.
constexpr size_t max_held = 16 << 20;
/// Bytes of text that are written at once, if there are as many; records stay whole.
constexpr size_t text_piece = 64 << 10;
/// The largest buffer that a context can ask for: each thread that runs kernels reserves as much.
constexpr size_t largest_buffer = 256 << 20;

struct Record {
  const binary::PrintfCall& call;
  std::span<const uint8_t> arguments;
};

/// Calls function(Record) for each of the records, which kernels wrote: nothing of them is trusted.
template <typename Function>
void each_record(std::span<const uint8_t> records, std::span<const binary::PrintfCall> calls,
                 Function&& function) {
  uint32_t number = 0;
  while (records.size() >= sizeof number) {
    std::memcpy(&number, records.data(), sizeof number);
    if (number == 0 || number > calls.size()) {
      return;
    }
    const binary::PrintfCall& call = calls[number - 1];
    const auto& sizes = call.argument_sizes;
    const size_t size = std::accumulate(sizes.begin(), sizes.end(), size_t(0));
    const size_t whole = (sizeof number + size + 3) / 4 * 4;
    if (whole > records.size()) {
      return;
    }
    function(Record{call, records.subspan(sizeof number, size)});
    records = records.subspan(whole);
  }
}

} // namespace

PrintfOutput::PrintfOutput(retained<Context> in_context, ExecutablePointer program)
    : context(std::move(in_context)), executable(std::move(program)) {
  if (const auto* value = context->property(CL_PRINTF_CALLBACK_ARM)) {
    callback = reinterpret_cast<Callback>(*value);
  }
  if (const auto* value = context->property(CL_PRINTF_BUFFERSIZE_ARM)) {
    capacity = std::clamp(static_cast<size_t>(*value), printf_buffer_size, largest_buffer);
  }
}

void PrintfOutput::attach(mux_ndrange_t& range, mux_command_info_t& info) {
  range.printf_callback = take;
  range.printf_user_data = this;
  range.printf_capacity = capacity;
  next = std::exchange(info.callback, on_command);
  next_data = std::exchange(info.user_data, this);
}

void PrintfOutput::take(uint64_t first_group, const void* records, uint64_t size, uint64_t lost,
                        void* user_data) {
  auto& self = *static_cast<PrintfOutput*>(user_data);
  const std::span bytes(static_cast<const uint8_t*>(records), size);
  std::vector<Piece> ready;
  {
    const std::lock_guard guard(self.lock);
    self.lost += lost;
    if (size == 0) {
      return;
    }
    try {
      self.pieces.push_back({first_group, {bytes.begin(), bytes.end()}});
      self.held += size;
    } catch (const std::bad_alloc&) {
      each_record(bytes, self.executable->contents.printf_calls, [&](auto) { ++self.unread; });
    }
    if (self.held > max_held) {
      ready = self.take_pieces();
    }
  }
  if (!ready.empty()) {
    std::string text;
    self.append(std::move(ready), text);
    if (!text.empty()) {
      self.emit(text, false);
    }
  }
}

std::vector<PrintfOutput::Piece> PrintfOutput::take_pieces() {
  held = 0;
  return std::exchange(pieces, {});
}

/// Appends to `text`, and writes it when there is enough. With no lock held: this can block, or
/// call the application.
void PrintfOutput::append(std::vector<Piece> ready, std::string& text) {
  std::ranges::sort(ready, {}, &Piece::first_group);
  for (const Piece& piece : ready) {
    append_records(piece.records, text);
  }
}

void PrintfOutput::append_records(std::span<const uint8_t> records, std::string& text) {
  each_record(records, executable->contents.printf_calls, [&](const Record& record) {
    try {
      text += builtins::format_record(
          {record.call.format, record.call.argument_sizes, record.call.strings}, record.arguments);
    } catch (const std::bad_alloc&) {
      const std::lock_guard guard(lock);
      ++unread;
    }
    if (text.size() >= text_piece) {
      emit(text, false);
      text.clear();
    }
  });
}

void PrintfOutput::emit(std::string_view text, bool complete) {
  {
    const std::lock_guard guard(lock);
    emitted = true;
  }
  if (callback) {
    callback(text.data(), text.size(), complete, context->notify_data);
    return;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (complete) {
    std::fflush(stdout);
  }
}

void PrintfOutput::complain(const char* line) {
  emit(line, false);
  try {
    context->notify(line);
  } catch (const std::bad_alloc&) {
    // It stands in the output.
  }
}

/// Called when the launch is over: nothing else uses the object until it is launched again, if it
/// is recorded.
void PrintfOutput::finish() {
  std::string text;
  append(take_pieces(), text);
  if (lost || unread) {
    if (!text.empty()) {
      emit(text, false);
      text.clear();
    }
    char line[128];
    if (lost) {
      std::snprintf(line, sizeof line, "[printf: %llu calls found the buffer of %zu bytes full]\n",
                    static_cast<unsigned long long>(lost), capacity);
      complain(line);
    }
    if (unread) {
      std::snprintf(line, sizeof line, "[printf: the text of %llu calls is lost: out of memory]\n",
                    static_cast<unsigned long long>(unread));
      complain(line);
    }
  }
  if (emitted || !text.empty()) {
    emit(text, true);
  }
  lost = unread = 0;
  emitted = false;
}

void PrintfOutput::on_command(const mux_command_report_t* report, void* user_data) {
  auto& self = *static_cast<PrintfOutput*>(user_data);
  if (report->stage == mux_command_stage_complete) {
    self.finish();
  }
  if (self.next) {
    self.next(report, self.next_data);
  }
}

} // namespace cl
