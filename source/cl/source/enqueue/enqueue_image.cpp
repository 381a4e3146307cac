// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, writes, fills and copies images, and records those of these commands that can be recorded.
#include "command_buffers/entry_points.h"
#include "copies/uses.h"
#include "enqueue/target.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cl {
namespace {

/// A box of an image that a command works on.
struct Part {
  Buffer* object;
  size_t number;   ///< of the level of a mipmap
  mux_image_t mux; ///< on the queue's device
  Box box;

  [[nodiscard]] const Image& image() const { return object->image->level(number); }
  [[nodiscard]] mux_extent_3d_t offset() const {
    return {box.origin[0], box.origin[1], box.origin[2]};
  }
  [[nodiscard]] mux_extent_3d_t extent() const { return {box.size[0], box.size[1], box.size[2]}; }
  [[nodiscard]] uint64_t bytes() const {
    return image().bytes_of(box.size[0]) * box.size[1] * box.size[2];
  }
};

expected<Part> check_part(const Target& target, Buffer* object, const size_t* origin,
                          const size_t* region) {
  size_t place[3];
  const auto level = take_level(*object->image, origin, place);
  if (!level) {
    return fail(level.error());
  }
  const Image& image = object->image->level(*level);
  const auto box = check_box(image, place, region);
  if (!box) {
    return fail(box.error());
  }
  const auto on_device = object->image_on(target.queue->device);
  if (!on_device) {
    return fail(on_device.error());
  }
  return Part{object, *level, (*on_device)->level(*level).mux, *box};
}

/// The host's side of a read or a write.
struct HostSide {
  cl_bool blocking;
  size_t row_pitch;
  size_t slice_pitch;
  const void* pointer;
  cl_mem_flags refused; ///< flags of images that the host may not do this to
};

struct Transfer {
  const Target& target;
  Part part;
  mux_buffer_layout_t layout;
  Command command;
};

/// The use of a box that is written without being read.
void add_written(Uses& uses, const Part& part) {
  const Box whole = part.image().whole();
  const bool is_all = std::ranges::equal(part.box.size, whole.size) && part.object->root().image;
  uses.add_level(*part.object, part.number, is_all ? Access::overwrite : Access::write);
}

expected<Transfer> check_transfer(const Target& target, cl_command_type type, cl_mem handle,
                                  const size_t* origin, const size_t* region,
                                  const HostSide& host) {
  const auto object = check_image(*target.queue, handle);
  if (!object) {
    return fail(object.error());
  }
  const auto part = check_part(target, *object, origin, region);
  if (!part) {
    return fail(part.error());
  }
  const auto layout = check_pitches(part->image(), part->box, host.row_pitch, host.slice_pitch);
  if (!layout) {
    return fail(layout.error());
  }
  if (!host.pointer) {
    return fail(CL_INVALID_VALUE);
  }
  if ((*object)->flags & host.refused) {
    return fail(CL_INVALID_OPERATION);
  }
  return Transfer{
      target, *part, *layout,
      Command{.type = type, .blocking = host.blocking != CL_FALSE, .work = part->bytes()}};
}

cl_int read(const Transfer& transfer, void* pointer) {
  const Part& part = transfer.part;
  Uses uses(*transfer.target.queue);
  uses.add_level(*part.object, part.number, Access::read);
  Command command = transfer.command;
  command.uses = uses.all();
  Reference references[] = {Reference(part.object)};
  return transfer.target.submit(
      command, references, [&](auto commands, auto* info, auto* sync_point) {
        return muxCommandReadImage(commands, part.mux, part.offset(), part.extent(),
                                   transfer.layout, pointer, info, sync_point);
      });
}

cl_int write(const Transfer& transfer, const void* pointer) {
  const Part& part = transfer.part;
  Uses uses(*transfer.target.queue);
  add_written(uses, part);
  Command command = transfer.command;
  command.uses = uses.all();
  Reference references[] = {Reference(part.object)};
  return transfer.target.submit(
      command, references, [&](auto commands, auto* info, auto* sync_point) {
        return muxCommandWriteImage(commands, part.mux, part.offset(), part.extent(),
                                    transfer.layout, pointer, info, sync_point);
      });
}

/// The application's fill colour: one value for a depth image, four for others.
using Color = std::array<cl_uint, 4>;
Color copy_color(const Image& image, const void* given) {
  Color color = {};
  const bool is_depth = image.format.image_channel_order == CL_DEPTH;
  std::memcpy(color.data(), given, is_depth ? sizeof color[0] : sizeof color);
  return color;
}

cl_int fill(const Target& target, cl_mem handle, const void* color, const size_t* origin,
            const size_t* region) {
  const auto object = check_image(*target.queue, handle);
  if (!object) {
    return object.error();
  }
  const auto part = check_part(target, *object, origin, region);
  if (!part) {
    return part.error();
  }
  if (!color) {
    return CL_INVALID_VALUE;
  }
  if (const cl_int error = check_writable(**object)) {
    return error;
  }
  Uses uses(*target.queue);
  add_written(uses, *part);
  Reference references[] = {Reference(*object)};
  return target.submit(
      {.type = CL_COMMAND_FILL_IMAGE, .work = part->bytes(), .uses = uses.all()}, references,
      [filled = *part, copied = copy_color(part->image(), color)](auto commands, auto* info,
                                                                  auto* sync_point) {
        return muxCommandFillImage(commands, filled.mux, filled.offset(), filled.extent(),
                                   copied.data(), info, sync_point);
      });
}

cl_int copy(const Target& target, cl_mem from_handle, cl_mem to_handle, const size_t* from_origin,
            const size_t* to_origin, const size_t* region) {
  const auto from_object = check_image(*target.queue, from_handle);
  if (!from_object) {
    return from_object.error();
  }
  const auto to_object = check_image(*target.queue, to_handle);
  if (!to_object) {
    return to_object.error();
  }
  if (const cl_int error = check_writable(**to_object)) {
    return error;
  }
  const cl_image_format& from_format = (*from_object)->image->format;
  const cl_image_format& to_format = (*to_object)->image->format;
  if (from_format.image_channel_order != to_format.image_channel_order ||
      from_format.image_channel_data_type != to_format.image_channel_data_type) {
    return CL_IMAGE_FORMAT_MISMATCH;
  }
  const auto from = check_part(target, *from_object, from_origin, region);
  if (!from) {
    return from.error();
  }
  const auto to = check_part(target, *to_object, to_origin, region);
  if (!to) {
    return to.error();
  }
  if (from->mux == to->mux && overlap(from->box, to->box)) {
    return CL_MEM_COPY_OVERLAP;
  }
  Uses uses(*target.queue);
  uses.add_level(*from->object, from->number, Access::read);
  add_written(uses, *to);
  Reference references[] = {Reference(*from_object), Reference(*to_object)};
  return target.submit(
      {.type = CL_COMMAND_COPY_IMAGE, .work = from->bytes(), .uses = uses.all()}, references,
      [source = *from, destination = *to](auto commands, auto* info, auto* sync_point) {
        return muxCommandCopyImage(commands, source.mux, destination.mux, source.offset(),
                                   destination.offset(), source.extent(), info, sync_point);
      });
}

/// A copy between an image and a densely packed part of a buffer.
struct MixedCopy {
  Part part;
  Buffer* buffer;
  mux_buffer_t buffer_mux; ///< on the queue's device
  size_t buffer_offset;
  mux_buffer_layout_t layout;
};

expected<MixedCopy> check_mixed(const Target& target, cl_mem image_handle, cl_mem buffer_handle,
                                const size_t* origin, const size_t* region, size_t buffer_offset) {
  const auto object = check_image(*target.queue, image_handle);
  if (!object) {
    return fail(object.error());
  }
  const auto buffer = check_buffer(*target.queue, buffer_handle);
  if (!buffer) {
    return fail(buffer.error());
  }
  if ((*object)->image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER &&
      (*object)->parent.get() == *buffer) {
    return fail(CL_INVALID_MEM_OBJECT);
  }
  const auto part = check_part(target, *object, origin, region);
  if (!part) {
    return fail(part.error());
  }
  if (!(*buffer)->contains(buffer_offset, part->bytes())) {
    return fail(CL_INVALID_VALUE);
  }
  const auto layout = check_pitches(part->image(), part->box, 0, 0);
  if (!layout) {
    return fail(layout.error());
  }
  const auto mux = (*buffer)->mux_on(target.queue->device);
  if (!mux) {
    return fail(mux.error());
  }
  return MixedCopy{*part, *buffer, *mux, buffer_offset, *layout};
}

cl_int to_buffer(const Target& target, cl_mem image, cl_mem buffer, const size_t* origin,
                 const size_t* region, size_t offset) {
  const auto checked = check_mixed(target, image, buffer, origin, region, offset);
  if (!checked) {
    return checked.error();
  }
  if (const cl_int error = check_writable(*checked->buffer)) {
    return error;
  }
  Uses uses(*target.queue);
  uses.add_level(*checked->part.object, checked->part.number, Access::read);
  uses.add(*checked->buffer, offset, checked->part.bytes(), Access::overwrite);
  Reference references[] = {Reference(checked->part.object), Reference(checked->buffer)};
  return target.submit(
      {.type = CL_COMMAND_COPY_IMAGE_TO_BUFFER, .work = checked->part.bytes(), .uses = uses.all()},
      references, [what = *checked](auto commands, auto* info, auto* sync_point) {
        return muxCommandCopyImageToBuffer(commands, what.part.mux, what.buffer_mux,
                                           what.part.offset(), what.buffer_offset,
                                           what.part.extent(), what.layout, info, sync_point);
      });
}

cl_int from_buffer(const Target& target, cl_mem buffer, cl_mem image, size_t offset,
                   const size_t* origin, const size_t* region) {
  const auto checked = check_mixed(target, image, buffer, origin, region, offset);
  if (!checked) {
    return checked.error();
  }
  if (const cl_int error = check_writable(*checked->part.object)) {
    return error;
  }
  Uses uses(*target.queue);
  uses.add(*checked->buffer, offset, checked->part.bytes(), Access::read);
  add_written(uses, checked->part);
  Reference references[] = {Reference(checked->part.object), Reference(checked->buffer)};
  return target.submit(
      {.type = CL_COMMAND_COPY_BUFFER_TO_IMAGE, .work = checked->part.bytes(), .uses = uses.all()},
      references, [what = *checked](auto commands, auto* info, auto* sync_point) {
        return muxCommandCopyBufferToImage(commands, what.buffer_mux, what.part.mux,
                                           what.buffer_offset, what.part.offset(),
                                           what.part.extent(), what.layout, info, sync_point);
      });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                      const size_t* origin, const size_t* region, size_t row_pitch,
                                      size_t slice_pitch, void* pointer, cl_uint count,
                                      const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    const auto transfer = check_transfer(target, CL_COMMAND_READ_IMAGE, image, origin, region,
                                         {blocking, row_pitch, slice_pitch, pointer,
                                          CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS});
    return transfer ? read(*transfer, pointer) : transfer.error();
  });
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                       const size_t* origin, const size_t* region, size_t row_pitch,
                                       size_t slice_pitch, const void* pointer, cl_uint count,
                                       const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    const auto transfer =
        check_transfer(target, CL_COMMAND_WRITE_IMAGE, image, origin, region,
                       {blocking, row_pitch, slice_pitch, pointer,
                        CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT});
    return transfer ? write(*transfer, pointer) : transfer.error();
  });
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void* color,
                                      const size_t* origin, const size_t* region, cl_uint count,
                                      const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event,
                  [&](const Target& target) { return fill(target, image, color, origin, region); });
}

cl_int CL_API_CALL khr::clCommandFillImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                              const cl_command_properties_khr* properties,
                                              cl_mem image, const void* color, const size_t* origin,
                                              const size_t* region, cl_uint count,
                                              const cl_sync_point_khr* list,
                                              cl_sync_point_khr* sync_point,
                                              cl_mutable_command_khr* handle) {
  return on_command_buffer(
      {buffer, queue, properties, count, list, sync_point, handle},
      [&](const Target& target) { return fill(target, image, color, origin, region); });
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem destination,
                                      const size_t* source_origin, const size_t* destination_origin,
                                      const size_t* region, cl_uint count, const cl_event* list,
                                      cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return copy(target, source, destination, source_origin, destination_origin, region);
  });
}

cl_int CL_API_CALL khr::clCommandCopyImageKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_mem source, cl_mem destination,
    const size_t* source_origin, const size_t* destination_origin, const size_t* region,
    cl_uint count, const cl_sync_point_khr* list, cl_sync_point_khr* sync_point,
    cl_mutable_command_khr* handle) {
  return on_command_buffer(
      {buffer, queue, properties, count, list, sync_point, handle}, [&](const Target& target) {
        return copy(target, source, destination, source_origin, destination_origin, region);
      });
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem source,
                                              cl_mem destination, const size_t* origin,
                                              const size_t* region, size_t offset, cl_uint count,
                                              const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return to_buffer(target, source, destination, origin, region, offset);
  });
}

cl_int CL_API_CALL khr::clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_mem source, cl_mem destination,
    const size_t* origin, const size_t* region, size_t offset, cl_uint count,
    const cl_sync_point_khr* list, cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  return on_command_buffer({buffer, queue, properties, count, list, sync_point, handle},
                           [&](const Target& target) {
                             return to_buffer(target, source, destination, origin, region, offset);
                           });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem source,
                                              cl_mem destination, size_t offset,
                                              const size_t* origin, const size_t* region,
                                              cl_uint count, const cl_event* list,
                                              cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return from_buffer(target, source, destination, offset, origin, region);
  });
}

cl_int CL_API_CALL khr::clCommandCopyBufferToImageKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_mem source, cl_mem destination, size_t offset,
    const size_t* origin, const size_t* region, cl_uint count, const cl_sync_point_khr* list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  return on_command_buffer(
      {buffer, queue, properties, count, list, sync_point, handle}, [&](const Target& target) {
        return from_buffer(target, source, destination, offset, origin, region);
      });
}
