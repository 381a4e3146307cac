// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading, writing, filling and copying images.
#include "queues/queue.h"

#include "memory/buffer.h"

namespace cl {
namespace {

/// A box of an image that a command works on.
struct Part {
  Buffer* object;
  Box box;

  [[nodiscard]] const Image& image() const { return *object->image; }
  [[nodiscard]] mux_extent_3d_t offset() const {
    return {box.origin[0], box.origin[1], box.origin[2]};
  }
  [[nodiscard]] mux_extent_3d_t extent() const { return {box.size[0], box.size[1], box.size[2]}; }
  [[nodiscard]] uint64_t bytes() const {
    return box.size[0] * box.size[1] * box.size[2] * image().texel_size;
  }
};

expected<Part> check_part(Buffer* object, const size_t* origin, const size_t* region) {
  const auto box = check_box(*object->image, origin, region);
  if (!box) {
    return fail(box.error());
  }
  return Part{object, *box};
}

/// What all commands have in common, in the words of the API.
struct Common {
  cl_command_queue queue;
  cl_uint count;
  const cl_event* list;
  cl_event* event;
};

Command make_command(const Common& common, const Target& target, cl_command_type type,
                     uint64_t work) {
  return {.type = type, .wait_list = target.wait_list, .event_ret = common.event, .work = work};
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
  Target target;
  Part part;
  mux_buffer_layout_t layout;
  Command command;
};

expected<Transfer> check_transfer(const Common& common, cl_command_type type, cl_mem handle,
                                  const size_t* origin, const size_t* region,
                                  const HostSide& host) {
  const auto target = check_target(common.queue, common.count, common.list);
  if (!target) {
    return fail(target.error());
  }
  const auto object = check_image(*target->queue, handle);
  if (!object) {
    return fail(object.error());
  }
  const auto part = check_part(*object, origin, region);
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
  Command command = make_command(common, *target, type, part->bytes());
  command.blocking = host.blocking != CL_FALSE;
  return Transfer{*target, *part, *layout, command};
}

cl_int read(const Transfer& transfer, void* pointer) {
  Keep keep[] = {Keep(transfer.part.object)};
  return transfer.target.queue->enqueue(
      transfer.command, keep, [&](auto commands, auto* info, auto* sync_point) {
        const Part& part = transfer.part;
        return muxCommandReadImage(commands, part.image().mux, part.offset(), part.extent(),
                                   transfer.layout, pointer, info, sync_point);
      });
}

cl_int write(const Transfer& transfer, const void* pointer) {
  Keep keep[] = {Keep(transfer.part.object)};
  return transfer.target.queue->enqueue(
      transfer.command, keep, [&](auto commands, auto* info, auto* sync_point) {
        const Part& part = transfer.part;
        return muxCommandWriteImage(commands, part.image().mux, part.offset(), part.extent(),
                                    transfer.layout, pointer, info, sync_point);
      });
}

cl_int fill(const Common& common, cl_mem handle, const void* color, const size_t* origin,
            const size_t* region) {
  const auto target = check_target(common.queue, common.count, common.list);
  if (!target) {
    return target.error();
  }
  const auto object = check_image(*target->queue, handle);
  if (!object) {
    return object.error();
  }
  const auto part = check_part(*object, origin, region);
  if (!part) {
    return part.error();
  }
  if (!color) {
    return CL_INVALID_VALUE;
  }
  Keep keep[] = {Keep(*object)};
  return target->queue->enqueue(make_command(common, *target, CL_COMMAND_FILL_IMAGE, part->bytes()),
                                keep, [&](auto commands, auto* info, auto* sync_point) {
                                  return muxCommandFillImage(commands, part->image().mux,
                                                             part->offset(), part->extent(), color,
                                                             info, sync_point);
                                });
}

cl_int copy(const Common& common, cl_mem from_handle, cl_mem to_handle, const size_t* from_origin,
            const size_t* to_origin, const size_t* region) {
  const auto target = check_target(common.queue, common.count, common.list);
  if (!target) {
    return target.error();
  }
  const auto from_object = check_image(*target->queue, from_handle);
  if (!from_object) {
    return from_object.error();
  }
  const auto to_object = check_image(*target->queue, to_handle);
  if (!to_object) {
    return to_object.error();
  }
  const cl_image_format& from_format = (*from_object)->image->format;
  const cl_image_format& to_format = (*to_object)->image->format;
  if (from_format.image_channel_order != to_format.image_channel_order ||
      from_format.image_channel_data_type != to_format.image_channel_data_type) {
    return CL_IMAGE_FORMAT_MISMATCH;
  }
  const auto from = check_part(*from_object, from_origin, region);
  if (!from) {
    return from.error();
  }
  const auto to = check_part(*to_object, to_origin, region);
  if (!to) {
    return to.error();
  }
  if (*from_object == *to_object && overlap(from->box, to->box)) {
    return CL_MEM_COPY_OVERLAP;
  }
  Keep keeps[] = {Keep(*from_object), Keep(*to_object)};
  return target->queue->enqueue(make_command(common, *target, CL_COMMAND_COPY_IMAGE, from->bytes()),
                                keeps, [&](auto commands, auto* info, auto* sync_point) {
                                  return muxCommandCopyImage(
                                      commands, from->image().mux, to->image().mux, from->offset(),
                                      to->offset(), from->extent(), info, sync_point);
                                });
}

/// A copy between an image and a densely packed part of a buffer.
struct MixedCopy {
  Target target;
  Part part;
  Buffer* buffer;
  size_t buffer_offset;
  mux_buffer_layout_t layout;
};

expected<MixedCopy> check_mixed(const Common& common, cl_mem image_handle, cl_mem buffer_handle,
                                const size_t* origin, const size_t* region, size_t buffer_offset) {
  const auto target = check_target(common.queue, common.count, common.list);
  if (!target) {
    return fail(target.error());
  }
  const auto object = check_image(*target->queue, image_handle);
  if (!object) {
    return fail(object.error());
  }
  const auto buffer = check_buffer(*target->queue, buffer_handle);
  if (!buffer) {
    return fail(buffer.error());
  }
  const auto part = check_part(*object, origin, region);
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
  return MixedCopy{*target, *part, *buffer, buffer_offset, *layout};
}

cl_int to_buffer(const Common& common, const MixedCopy& what) {
  Keep keeps[] = {Keep(what.part.object), Keep(what.buffer)};
  return what.target.queue->enqueue(
      make_command(common, what.target, CL_COMMAND_COPY_IMAGE_TO_BUFFER, what.part.bytes()), keeps,
      [&](auto commands, auto* info, auto* sync_point) {
        return muxCommandCopyImageToBuffer(commands, what.part.image().mux, what.buffer->mux,
                                           what.part.offset(), what.buffer_offset,
                                           what.part.extent(), what.layout, info, sync_point);
      });
}

cl_int from_buffer(const Common& common, const MixedCopy& what) {
  Keep keeps[] = {Keep(what.part.object), Keep(what.buffer)};
  return what.target.queue->enqueue(
      make_command(common, what.target, CL_COMMAND_COPY_BUFFER_TO_IMAGE, what.part.bytes()), keeps,
      [&](auto commands, auto* info, auto* sync_point) {
        return muxCommandCopyBufferToImage(commands, what.buffer->mux, what.part.image().mux,
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
  return guarded([&] {
    const auto transfer =
        check_transfer({queue, count, list, event}, CL_COMMAND_READ_IMAGE, image, origin, region,
                       {blocking, row_pitch, slice_pitch, pointer,
                        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS});
    return transfer ? read(*transfer, pointer) : transfer.error();
  });
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                       const size_t* origin, const size_t* region, size_t row_pitch,
                                       size_t slice_pitch, const void* pointer, cl_uint count,
                                       const cl_event* list, cl_event* event) {
  return guarded([&] {
    const auto transfer = check_transfer(
        {queue, count, list, event}, CL_COMMAND_WRITE_IMAGE, image, origin, region,
        {blocking, row_pitch, slice_pitch, pointer, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS});
    return transfer ? write(*transfer, pointer) : transfer.error();
  });
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void* color,
                                      const size_t* origin, const size_t* region, cl_uint count,
                                      const cl_event* list, cl_event* event) {
  return guarded([&] { return fill({queue, count, list, event}, image, color, origin, region); });
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem destination,
                                      const size_t* source_origin, const size_t* destination_origin,
                                      const size_t* region, cl_uint count, const cl_event* list,
                                      cl_event* event) {
  return guarded([&] {
    return copy({queue, count, list, event}, source, destination, source_origin, destination_origin,
                region);
  });
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem source,
                                              cl_mem destination, const size_t* origin,
                                              const size_t* region, size_t offset, cl_uint count,
                                              const cl_event* list, cl_event* event) {
  return guarded([&] {
    const Common common = {queue, count, list, event};
    const auto what = check_mixed(common, source, destination, origin, region, offset);
    return what ? to_buffer(common, *what) : what.error();
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem source,
                                              cl_mem destination, size_t offset,
                                              const size_t* origin, const size_t* region,
                                              cl_uint count, const cl_event* list,
                                              cl_event* event) {
  return guarded([&] {
    const Common common = {queue, count, list, event};
    const auto what = check_mixed(common, destination, source, origin, region, offset);
    return what ? from_buffer(common, *what) : what.error();
  });
}
