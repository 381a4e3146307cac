// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies/moves.h"

#include "memory/buffer.h"
#include "queues/queue.h"

#include <algorithm>

namespace cl {
namespace {

/// Moves on their way: a queue for each device that has to copy something.
class Moves {
public:
  explicit Moves(const retained<Context>& in_context) : context(in_context) {}
  Moves(const Moves&) = delete;
  /// Sends the enqueued commands.
  ~Moves() {
    for (const auto& queue : queues) {
      queue->flush();
    }
  }

  /// CL_SUCCESS, or why the move cannot be enqueued.
  cl_int add(const Move& move) {
    retained<Event> at_host;
    if (move.from != host_place && !move.copies->copies_directly(move.to, move.from)) {
      auto read = enqueue(move, move.from, host_place, nullptr);
      if (!read) {
        return read.error();
      }
      at_host = std::move(*read);
      move.copies->note_sent({move.copies, move.begin, move.end, move.from, host_place}, at_host);
    }
    if (move.to == host_place) {
      events.push_back(std::move(at_host));
      return CL_SUCCESS;
    }
    auto written = enqueue(move, move.to, move.to, at_host.get());
    if (!written) {
      return written.error();
    }
    move.copies->note_sent(move, *written);
    events.push_back(std::move(*written));
    return CL_SUCCESS;
  }

  std::vector<retained<Event>> take_events() { return std::move(events); }

private:
  Queue& queue_of(Place place) {
    Device& device = *context->apart[place - 1];
    const auto found =
        std::ranges::find_if(queues, [&](const auto& queue) { return &queue->device == &device; });
    if (found != queues.end()) {
      return **found;
    }
    queues.push_back(
        make<Queue>(context, device, device.mux_queue, 0, std::vector<cl_queue_properties>()));
    return *queues.back();
  }

  /// A command of the device in one place, which copies between its memory and the host's, or from
  /// that of another device, to the place `to`. `before`: the event that has to end first, or null.
  expected<retained<Event>> enqueue(const Move& move, Place place, Place to, const Event* before) {
    Queue& queue = queue_of(place);
    const Region region = {.begin = move.begin, .row = move.end - move.begin};
    Use uses[] = {{.copies = move.copies,
                   .region = region,
                   .place = to,
                   .needs = false,
                   .after = Use::After::also_here,
                   .nodes = Newest::nodes_for(region)}};
    const cl_event wait = handle_of(before);
    cl_event event = nullptr;
    const Command command = {.type = CL_COMMAND_MIGRATE_MEM_OBJECTS,
                             .wait_list = {&wait, size_t(before ? 1 : 0)},
                             .event_ret = &event,
                             .work = region.row,
                             .uses = uses};
    Buffer& object = move.copies->object;
    Reference references[] = {Reference(&object)};
    const DeviceCopy& copy = move.copies->made_at(place);
    const auto record = [&](auto commands, const auto* info, auto* sync_point) {
      return object.image ? record_level(commands, move, copy, to, info, sync_point)
                          : record_bytes(commands, move, copy, to, info, sync_point);
    };
    if (const cl_int error = queue.enqueue(command, references, record)) {
      return fail(error);
    }
    retained<Event> made(lookup<Event>(event));
    static_cast<void>(api_release<Event>(event));
    return made;
  }

  static mux_result_t record_bytes(mux_command_buffer_t commands, const Move& move,
                                   const DeviceCopy& copy, Place to, const mux_command_info_t* info,
                                   mux_sync_point_t* sync_point) {
    std::byte* const host = move.copies->object.data + move.begin;
    const size_t size = move.end - move.begin;
    if (move.copies->copies_directly(to, move.from)) {
      return muxCommandCopyBuffer(commands, move.copies->made_at(move.from).mux, move.begin,
                                  copy.mux, move.begin, size, info, sync_point);
    }
    return to == host_place
               ? muxCommandReadBuffer(commands, copy.mux, move.begin, host, size, info, sync_point)
               : muxCommandWriteBuffer(commands, copy.mux, move.begin, host, size, info,
                                       sync_point);
  }

  static mux_result_t record_level(mux_command_buffer_t commands, const Move& move,
                                   const DeviceCopy& copy, Place to, const mux_command_info_t* info,
                                   mux_sync_point_t* sync_point) {
    const Image& level = move.copies->object.image->level(move.begin);
    std::byte* const host = move.copies->object.data + level.host_offset;
    const mux_image_t mux = copy.image->level(move.begin).mux;
    const Box whole = level.whole();
    const mux_extent_3d_t extent = {whole.size[0], whole.size[1], whole.size[2]};
    return to == host_place ? muxCommandReadImage(commands, mux, {}, extent, level.host_layout,
                                                  host, info, sync_point)
                            : muxCommandWriteImage(commands, mux, {}, extent, level.host_layout,
                                                   host, info, sync_point);
  }

  const retained<Context>& context;
  std::vector<retained<Queue>> queues;
  std::vector<retained<Event>> events;
};

} // namespace

expected<std::vector<retained<Event>>> send_moves(const retained<Context>& context,
                                                  std::span<const Move> list) {
  Moves moves(context);
  for (const Move& move : list) {
    if (const cl_int error = moves.add(move)) {
      return fail(error);
    }
  }
  return moves.take_events();
}

} // namespace cl
