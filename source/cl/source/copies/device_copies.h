// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A memory object in a context of several mux devices (Context::is_mixed). Its contents can be in
// several places: in the host's memory, which is that of the context's memory device, and in the
// memory of each other device. A command works on the copy of its queue's device, a map on the
// host's. Accesses of commands are noted as uses (uses.h). When a batch is about to go to its
// device, and all that it waits for is over, the parts that it needs and that are not there are
// moved (moves.h); when a command has ended, what it wrote is newest where it ran. Bytes that are
// mapped for writing are newest in the host's copy when the map has ended.
//
// Commands that nothing orders may run at the same time on different devices. The specification's
// rules for any queues hold then: each can read all, and write what no other uses, as disjoint
// sub-buffers are. What a command may have written counts as written. A command that is to start
// while another runs takes the contents as they were before that one: if the other does not write
// them they are the same, and if it does the program has a race.
#ifndef CL_COPIES_DEVICE_COPIES_H
#define CL_COPIES_DEVICE_COPIES_H

#include "copies/newest.h"
#include "handle.h"
#include "memory/device_memory.h"
#include "memory/image.h"

#include <memory>
#include <mutex>
#include <vector>

namespace cl {

class Buffer;
class DeviceCopies;
class Event;

/// A place for contents: the host's memory, or as many more as Context::apart has devices.
using Place = uint32_t;
inline constexpr Place host_place = 0;
[[nodiscard]] constexpr Places bit_of(Place place) { return Places(1) << place; }

/// The access of one command to a part of a memory object.
struct Use {
  enum class After : uint8_t {
    unchanged,
    also_here, ///< the newest contents are in this place, too
    only_here, ///< they are in no other
  };

  DeviceCopies* copies; ///< of the object that owns the memory; kept by the command's references
  Region region;        ///< in there
  Place place;
  bool needs; ///< the newest contents before it begins
  After after;
  Newest::Nodes nodes;  ///< for `after`
  uint32_t command = 0; ///< of its batch, which sets it
};

/// A part of a memory object that is to be copied from one place to another.
struct Move {
  DeviceCopies* copies;
  size_t begin, end;
  Place from, to;
};

/// A memory object as a device with memory of its own has it.
struct DeviceCopy {
  explicit DeviceCopy(mux_device_t in_device) : device(in_device) {}
  DeviceCopy(const DeviceCopy&) = delete;
  ~DeviceCopy();

  const mux_device_t device;
  DeviceMemory memory;          ///< none if the object is a part of another
  std::unique_ptr<Image> image; ///< or null
  mux_buffer_t mux = nullptr;   ///< null in images
};

/// The copies of one memory object beside the host's. Thread safe.
class DeviceCopies {
public:
  /// `has_contents`: in the host's memory; an object with a parent has the parent's contents.
  /// Throws std::bad_alloc.
  DeviceCopies(Buffer& in_object, bool has_contents);
  ~DeviceCopies();

  /// The copy in a place that is not the host's. It gets its memory when it is first asked for:
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_INVALID_IMAGE_SIZE.
  /// Stays as long as the object.
  [[nodiscard]] expected<const DeviceCopy*> at(Place place);
  /// The same if it has been asked for before.
  [[nodiscard]] const DeviceCopy& made_at(Place place);

  // Of the object that owns the memory.

  /// Whether contents go from one place to the other by one command: bytes, between devices that
  /// can.
  [[nodiscard]] bool copies_directly(Place to, Place from) const;

  // The next two with the context's lock for moves held, so that nothing is moved twice.

  /// Adds the moves that a use of a batch needs, to the list of all moves of the batch, and the
  /// events of moves that are on their way already. Throws std::bad_alloc.
  void add_moves(const Use& use, std::vector<Move>& moves, std::vector<retained<Event>>& coming);
  /// A move has been sent, which has ended when `arrival` has. Throws std::bad_alloc.
  void note_sent(const Move& move, retained<Event> arrival);
  /// A use is over.
  void end(Use& use) noexcept;

  Buffer& object;

private:
  struct Arrival {
    Move move;
    retained<Event> event;
  };
  [[nodiscard]] std::vector<Arrival> take_ended();
  [[nodiscard]] Place nearest(Places places, Place to) const;
  void add_move(const Move& move, std::vector<Move>& moves,
                std::vector<retained<Event>>& coming) const;

  [[nodiscard]] cl_int make_image(DeviceCopy& copy, const Device& device, Place place) const;
  [[nodiscard]] cl_int make(DeviceCopy& copy, const Device& device, Place place) const;

  std::mutex lock; ///< protects what follows; comes before a parent's
  std::vector<std::unique_ptr<DeviceCopy>> copies; ///< by place, without the host's; null: not made
  Newest newest;
  std::vector<Arrival> arrivals; ///< of moves, those that have not ended among them
};

} // namespace cl

#endif
