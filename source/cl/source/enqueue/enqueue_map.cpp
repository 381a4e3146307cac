// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueMapBuffer, clEnqueueMapImage, clEnqueueUnmapMemObject and clEnqueueMigrateMemObjects.
// Where the device shares the host's memory these commands move nothing: they only take their turn.
// Elsewhere they copy what is mapped between the device's copy and the host's. In a context of
// several mux devices a map uses the host's copy, and that is all (copies/device_copies.h).
#include "copies/uses.h"
#include "enqueue/address_commands.h"
#include "enqueue/target.h"

namespace cl {
namespace {

constexpr cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
/// Boxes of different levels of a mipmap do not overlap: so far apart they are noted in x.
constexpr size_t level_step = size_t(1) << 32;

cl_int check_map_flags(const Buffer& buffer, cl_map_flags flags) {
  if (!are_map_flags(flags)) {
    return CL_INVALID_VALUE;
  }
  const bool reads = flags & CL_MAP_READ;
  const bool writes = flags & (CL_MAP_WRITE | invalidate);
  const bool refused =
      (reads && (buffer.flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS))) ||
      (writes &&
       (buffer.flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT)));
  return refused ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/// The movement of contents when a memory object is mapped, and back when it is unmapped.
enum class Move {
  nothing, ///< host and device see the same bytes
  copy,    ///< between the two copies
  migrate, ///< from one side to the other
};

Move move_of(const Buffer& memory) {
  if (memory.data) {
    return Move::nothing;
  }
  if (!memory.allocation) {
    return Move::copy;
  }
  // Shared memory is with the host but while a launch uses it.
  return memory.allocation->kind == AllocationKind::svm ? Move::migrate : Move::nothing;
}

/// A mapping that has been noted; forgets it again unless the command comes about.
class MappingDraft {
public:
  MappingDraft(Buffer& in_buffer, const void* in_pointer)
      : buffer(in_buffer), pointer(in_pointer) {}
  MappingDraft(const MappingDraft&) = delete;
  ~MappingDraft() {
    if (!kept) {
      static_cast<void>(buffer.unmap(pointer));
    }
  }
  void keep() { kept = true; }

private:
  Buffer& buffer;
  const void* const pointer;
  bool kept = false;
};

/// A place to map, and the command that does.
struct MapPlace {
  Buffer* memory;
  size_t offset; ///< bytes
  Box box;       ///< as Mapping has it
  cl_command_type type;
};

/// Bytes from the first one of a mapped box to the last.
size_t bytes_of(const Buffer& memory, const Box& box) {
  if (!memory.image) {
    return box.size[0];
  }
  const Image& level = memory.image->level(box.origin[0] / level_step);
  const size_t last[3] = {box.size[0], box.size[1] - 1, box.size[2] - 1};
  return level.offset_of(last);
}

/// Copies the texels of a mapping between the device's copy of an image and the host's, which
/// begins at `pointer`.
template <typename Function>
mux_result_t copy_texels(Function&& record, const Image& image, const Box& box, void* pointer) {
  const Image& level = image.level(box.origin[0] / level_step);
  return record(level.mux,
                mux_extent_3d_t{box.origin[0] % level_step, box.origin[1], box.origin[2]},
                mux_extent_3d_t{box.size[0], box.size[1], box.size[2]}, level.host_layout, pointer);
}

/// Adds the use of a mapped part; of an image it is a whole level. If it is mapped for writing, the
/// host has the newest contents from then on, because no command may use the part before it is
/// unmapped.
void add_mapped(Uses& uses, const MapPlace& place, cl_map_flags flags) {
  const Access access = !(flags & (CL_MAP_WRITE | invalidate))         ? Access::read
                        : !(flags & invalidate) || place.memory->image ? Access::write
                                                                       : Access::overwrite;
  if (place.memory->image) {
    uses.add_level(*place.memory, place.box.origin[0] / level_step, access);
  } else {
    uses.add(*place.memory, place.offset, place.box.size[0], access);
  }
}

expected<void*> map(const Target& target, const MapPlace& place, cl_bool blocking,
                    cl_map_flags flags, cl_event* event) {
  Buffer* memory = place.memory;
  if (const cl_int error = check_map_flags(*memory, flags)) {
    return fail(error);
  }
  std::byte* const copy = memory->host_copy();
  if (!copy) {
    return fail(CL_MAP_FAILURE);
  }
  if (const cl_int error = memory->map(flags, place.offset, place.box)) {
    return fail(error);
  }
  void* pointer = copy + place.offset;
  MappingDraft draft(*memory, pointer);
  Uses uses = Uses::on_host(*target.queue);
  add_mapped(uses, place, flags);
  const Command command{.type = place.type,
                        .wait_list = target.wait_list,
                        .event_ret = event,
                        .blocking = blocking != CL_FALSE,
                        .uses = uses.all()};
  if (command.blocking && target.queue->do_now(command)) {
    draft.keep();
    return pointer;
  }
  Reference references[] = {Reference(memory)};
  const Move move = move_of(*memory);
  const std::span bytes(static_cast<std::byte*>(pointer), bytes_of(*memory, place.box));
  SvmMappings& svm = memory->context->allocations.mappings;
  if (move == Move::migrate) {
    svm.add(memory->allocation->base, bytes);
  }
  const auto record = [&](auto commands, const auto* info, auto* sync_point) {
    if (move == Move::migrate) {
      return muxCommandMigrateAddress(commands, pointer, bytes.size(), mux_side_host, info,
                                      sync_point);
    }
    if (move == Move::copy && !(flags & invalidate) && memory->image) {
      return copy_texels(
          [&](auto... what) { return muxCommandReadImage(commands, what..., info, sync_point); },
          *memory->image, place.box, pointer);
    }
    if (move == Move::copy && !(flags & invalidate)) {
      return muxCommandReadBuffer(commands, memory->mux, place.offset, pointer, bytes.size(), info,
                                  sync_point);
    }
    return record_nothing(commands, info, sync_point);
  };
  const cl_int error = target.queue->enqueue(command, references, record);
  if (error && move == Move::migrate) {
    static_cast<void>(svm.remove(memory->allocation->base, memory->allocation->size, pointer));
  }
  if (error) {
    return fail(error);
  }
  draft.keep();
  return pointer;
}

expected<void*> map_buffer(cl_command_queue queue_handle, cl_mem handle, cl_bool blocking,
                           cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                           const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return fail(target.error());
  }
  const auto buffer = check_buffer(*target->queue, handle);
  if (!buffer) {
    return fail(buffer.error());
  }
  if (size == 0 || !(*buffer)->contains(offset, size)) {
    return fail(CL_INVALID_VALUE);
  }
  const Box box = {{offset, 0, 0}, {size, 1, 1}};
  return map(*target, {*buffer, offset, box, CL_COMMAND_MAP_BUFFER}, blocking, flags, event);
}

/// Where the pitches of a mapped image go.
struct PitchResults {
  size_t* row;
  size_t* slice;
};

expected<void*> map_image(cl_command_queue queue_handle, cl_mem handle, cl_bool blocking,
                          cl_map_flags flags, const size_t* origin, const size_t* region,
                          PitchResults pitches, cl_uint count, const cl_event* list,
                          cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return fail(target.error());
  }
  const auto found = check_image(*target->queue, handle);
  if (!found) {
    return fail(found.error());
  }
  if (const cl_int error = check_map_flags(**found, flags)) { // before the box, which programs
    return fail(error);                                       // that may not map have not to know
  }
  size_t place[3];
  const auto level = take_level(*(*found)->image, origin, place);
  if (!level) {
    return fail(level.error());
  }
  const Image& image = (*found)->image->level(*level);
  auto box = check_box(image, place, region);
  if (!box) {
    return fail(box.error());
  }
  if (!pitches.row || (!pitches.slice && image.has_slices())) {
    return fail(CL_INVALID_VALUE);
  }
  const size_t offset = image.host_offset + image.offset_of(box->origin);
  box->origin[0] += *level * level_step;
  auto pointer = map(*target, {*found, offset, *box, CL_COMMAND_MAP_IMAGE}, blocking, flags, event);
  if (pointer) {
    *pitches.row = image.row_pitch();
    if (pitches.slice) {
      *pitches.slice = image.has_slices() ? image.slice_pitch() : 0;
    }
  }
  return pointer;
}

cl_int unmap(cl_command_queue queue_handle, cl_mem handle, const void* pointer, cl_uint count,
             const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return target.error();
  }
  const auto buffer = check_memory(*target->queue, handle);
  if (!buffer) {
    return buffer.error();
  }
  if ((*buffer)->is_pipe()) {
    return CL_INVALID_MEM_OBJECT;
  }
  const auto mapping = (*buffer)->find_mapping(pointer);
  if (!mapping) {
    return CL_INVALID_VALUE;
  }
  const Command command{
      .type = CL_COMMAND_UNMAP_MEM_OBJECT, .wait_list = target->wait_list, .event_ret = event};
  Reference references[] = {Reference(*buffer)};
  const Move move = move_of(**buffer);
  std::optional<std::span<std::byte>> migrated;
  SvmMappings& svm = (*buffer)->context->allocations.mappings;
  if (move == Move::migrate) {
    migrated = svm.remove((*buffer)->allocation->base, (*buffer)->allocation->size, pointer);
  }
  const auto record = [&](auto commands, const auto* info, auto* sync_point) {
    if (migrated) {
      return muxCommandMigrateAddress(commands, migrated->data(), migrated->size(), mux_side_device,
                                      info, sync_point);
    }
    if (move == Move::copy && mapping->writes && (*buffer)->image) {
      return copy_texels(
          [&](auto... what) { return muxCommandWriteImage(commands, what..., info, sync_point); },
          *(*buffer)->image, mapping->box, const_cast<void*>(pointer));
    }
    if (move == Move::copy && mapping->writes) {
      return muxCommandWriteBuffer(commands, (*buffer)->mux, mapping->offset, pointer,
                                   mapping->box.size[0], info, sync_point);
    }
    return record_nothing(commands, info, sync_point);
  };
  const cl_int error = target->queue->enqueue(command, references, record);
  if (error) {
    return error; // and it is still mapped
  }
  static_cast<void>((*buffer)->unmap(pointer));
  return CL_SUCCESS;
}

cl_int migrate(cl_command_queue queue_handle, std::span<const cl_mem> handles,
               cl_mem_migration_flags flags, cl_uint count, const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return target.error();
  }
  if (handles.empty() || !handles.data() || !are_migration_flags(flags)) {
    return CL_INVALID_VALUE;
  }
  const bool to_host = flags & CL_MIGRATE_MEM_OBJECT_HOST;
  Uses uses = to_host ? Uses::on_host(*target->queue) : Uses(*target->queue);
  std::vector<Reference> references;
  for (const cl_mem handle : handles) {
    const auto buffer = check_memory(*target->queue, handle);
    if (!buffer) {
      return buffer.error();
    }
    if (const cl_int error = to_host ? CL_SUCCESS : (*buffer)->check_on(target->queue->device)) {
      return error;
    }
    if (!(flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) {
      uses.add(**buffer, Access::read);
    }
    references.emplace_back(*buffer);
  }
  const Command command{.type = CL_COMMAND_MIGRATE_MEM_OBJECTS,
                        .wait_list = target->wait_list,
                        .event_ret = event,
                        .uses = uses.all()};
  return target->queue->enqueue(command, references, record_nothing);
}

} // namespace
} // namespace cl

using namespace cl;

void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                     cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                     const cl_event* list, cl_event* event, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return map_buffer(queue, buffer, blocking, flags, offset, size, count, list, event);
  });
}

void* CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                    cl_map_flags flags, const size_t* origin, const size_t* region,
                                    size_t* row_pitch, size_t* slice_pitch, cl_uint count,
                                    const cl_event* list, cl_event* event, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return map_image(queue, image, blocking, flags, origin, region, {row_pitch, slice_pitch}, count,
                     list, event);
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem object, void* pointer,
                                           cl_uint count, const cl_event* list, cl_event* event) {
  return guarded([&] { return unmap(queue, object, pointer, count, list, event); });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint num_objects,
                                              const cl_mem* objects, cl_mem_migration_flags flags,
                                              cl_uint count, const cl_event* list,
                                              cl_event* event) {
  return guarded([&] { return migrate(queue, {objects, num_objects}, flags, count, list, event); });
}
