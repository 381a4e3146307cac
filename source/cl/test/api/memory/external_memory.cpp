// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects in the memory of others (cl_khr_external_memory, opaque_fd and dma_buf).
#include "binary_fixture.h"
#include "memory/image_fixture.h"
#include "process.h"
#include "sub_device_fixture.h"

#include "cargo/sanitizers.h"

#include <array>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

namespace {

constexpr size_t file_size = 1 << 16;
constexpr cl_mem_properties opaque = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                            dma_buf = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
using List = std::vector<cl_mem_properties>;

/// Memory that is shared with another process, here with this one.
class Shared {
public:
  explicit Shared(unsigned flags = 0) : descriptor(memfd_create("shared", MFD_CLOEXEC | flags)) {
    EXPECT_EQ(ftruncate(descriptor, file_size), 0);
    words = static_cast<cl_uint*>(
        mmap(nullptr, file_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0));
    EXPECT_NE(words, MAP_FAILED);
  }
  ~Shared() {
    munmap(words, file_size);
    close(descriptor);
  }
  [[nodiscard]] int handle() const { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

  const int descriptor;
  cl_uint* words;
};

class ExternalMemory : public WithSubDevices<ClBinaryTest> {
protected:
  cl_mem create(const List& list, cl_mem_flags flags, size_t size, void* host, cl_int* error) {
    List closed = list;
    closed.push_back(0);
    return clCreateBufferWithProperties(context, closed.data(), flags, size, host, error);
  }
  Owned<cl_mem> import(int descriptor, cl_mem_flags flags = 0, cl_mem_properties type = opaque) {
    cl_int error = 1;
    Owned<cl_mem> made =
        create({type, cl_mem_properties(descriptor)}, flags, file_size, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int error_of(const List& list, cl_mem_flags flags = 0, size_t size = file_size,
                  void* host = nullptr) {
    cl_int error = 1;
    EXPECT_FALSE(create(list, flags, size, host, &error));
    return error;
  }
  cl_int acquire(cl_mem memory, cl_command_queue on = nullptr) {
    return clEnqueueAcquireExternalMemObjectsKHR(on ? on : cl_command_queue(queue), 1, &memory, 0,
                                                 nullptr, nullptr);
  }
  cl_int hand_back(cl_mem memory, cl_command_queue on = nullptr) {
    return clEnqueueReleaseExternalMemObjectsKHR(on ? on : cl_command_queue(queue), 1, &memory, 0,
                                                 nullptr, nullptr);
  }
};

TEST_F(ExternalMemory, IsReported) {
  const std::string extensions = query_text(query_of(device), CL_DEVICE_EXTENSIONS) + " ";
  for (const char* name : {"cl_khr_external_memory ", "cl_khr_external_memory_opaque_fd ",
                           "cl_khr_external_memory_dma_buf "}) {
    EXPECT_NE(extensions.find(name), std::string::npos) << name;
  }
  using Type = cl_external_memory_handle_type_khr;
  const std::vector<Type> both = {Type(opaque), Type(dma_buf)};
  EXPECT_EQ(query_list<Type>(device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR), both);
  EXPECT_EQ(query_list<Type>(
                device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR),
            both);
  const auto of_platform = [&](auto... args) { return clGetPlatformInfo(platform, args...); };
  EXPECT_EQ(check_query(of_platform, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR).size(),
            2 * sizeof(Type));
  for (const char* name :
       {"clEnqueueAcquireExternalMemObjectsKHR", "clEnqueueReleaseExternalMemObjectsKHR"}) {
    EXPECT_TRUE(clGetExtensionFunctionAddressForPlatform(platform, name)) << name;
  }
}

/// Both sides see the same bytes, whatever writes them.
TEST_F(ExternalMemory, IsTheMemoryOfOthers) {
  for (const cl_mem_properties type : {opaque, dma_buf}) {
    const Shared shared;
    const Owned<cl_mem> buffer = import(shared.handle(), 0, type);
    shared.words[3] = 33;
    ASSERT_EQ(acquire(buffer), CL_SUCCESS);
    EXPECT_EQ(contents<cl_uint>(buffer, 4)[3], 33u);
    const cl_uint pattern = 77;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 64, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
    const Owned<cl_kernel> count = kernel("count_visits"); // counts in the first word
    set(count, 0, buffer);
    const size_t eight = 8;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, count, 1, nullptr, &eight, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(hand_back(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(shared.words[16], 77u);
    EXPECT_EQ(shared.words[31], 77u);
    EXPECT_EQ(shared.words[32], 0u);
    EXPECT_NE(shared.words[0], 0u);
  }
}

TEST_F(ExternalMemory, Queries) {
  const Shared shared;
  const List list = {CL_MEM_DEVICE_HANDLE_LIST_KHR,
                     cl_mem_properties(device),
                     0,
                     opaque,
                     cl_mem_properties(shared.handle()),
                     0};
  cl_int error = 1;
  const Owned<cl_mem> buffer =
      clCreateBufferWithProperties(context, list.data(), CL_MEM_READ_ONLY, 100, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetMemObjectInfo(buffer, args...); };
  const auto bytes = check_query(query, CL_MEM_PROPERTIES);
  List kept(bytes.size() / sizeof(list[0]));
  std::memcpy(kept.data(), bytes.data(), bytes.size());
  EXPECT_EQ(kept, list);
  EXPECT_EQ(query_as<void*>(query, CL_MEM_HOST_PTR), nullptr);
  EXPECT_EQ(query_as<cl_mem_flags>(query, CL_MEM_FLAGS), cl_mem_flags(CL_MEM_READ_ONLY));
  EXPECT_EQ(query_as<size_t>(query, CL_MEM_SIZE), 100u);
  Owned<cl_event> event;
  const cl_mem handle = buffer;
  ASSERT_EQ(clEnqueueAcquireExternalMemObjectsKHR(queue, 1, &handle, 0, nullptr, &event),
            CL_SUCCESS);
  const auto of_event = [&](auto... args) { return clGetEventInfo(event, args...); };
  EXPECT_EQ(query_as<cl_command_type>(of_event, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR));
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ExternalMemory, CreationErrors) {
  const Shared shared;
  const auto given = cl_mem_properties(shared.descriptor);
  const auto own = cl_mem_properties(device);
  char host[16] = {};
  EXPECT_EQ(error_of({opaque, given, dma_buf, given}), CL_INVALID_PROPERTY);
  EXPECT_EQ(error_of({opaque, given, opaque, given}), CL_INVALID_PROPERTY);
  EXPECT_EQ(error_of({opaque, 987654}), CL_INVALID_PROPERTY);
  EXPECT_EQ(error_of({opaque, given, 0xBAD0, 1}), CL_INVALID_PROPERTY);
  EXPECT_EQ(error_of({CL_MEM_DEVICE_HANDLE_LIST_KHR, own, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(error_of({opaque, given, CL_MEM_DEVICE_HANDLE_LIST_KHR, 0}), CL_INVALID_DEVICE);
  EXPECT_EQ(error_of({opaque, given, CL_MEM_DEVICE_HANDLE_LIST_KHR,
                      cl_mem_properties(cl_context(context)), 0}),
            CL_INVALID_DEVICE);
  for (const cl_mem_flags flags :
       {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    EXPECT_EQ(error_of({opaque, given}, flags, file_size,
                       flags == CL_MEM_ALLOC_HOST_PTR ? nullptr : host),
              CL_INVALID_VALUE);
  }
  EXPECT_EQ(error_of({opaque, given}, 0, 16, host), CL_INVALID_HOST_PTR);
  EXPECT_EQ(error_of({opaque, given}, 0, 0), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(error_of({opaque, given}, 0, file_size + 1), CL_INVALID_BUFFER_SIZE);
  EXPECT_NE(fcntl(shared.descriptor, F_GETFD), -1); // none of these has taken it
}

TEST_F(ExternalMemory, CommandErrors) {
  const Shared shared;
  const Owned<cl_mem> buffer = import(shared.handle()), plain = make_buffer();
  const cl_mem handle = buffer, none = plain;
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(other, device, 0, nullptr);
  const Owned<cl_event> failed = make_user_event();
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  const cl_event list = failed;
  for (const auto call :
       {clEnqueueAcquireExternalMemObjectsKHR, clEnqueueReleaseExternalMemObjectsKHR}) {
    EXPECT_EQ(call(queue, 0, &handle, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 1, &none, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(nullptr, 1, &handle, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(foreign, 1, &handle, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(call(queue, 1, &handle, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue, 1, &handle, 1, &list, nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    Owned<cl_event> event;
    EXPECT_EQ(call(queue, 0, nullptr, 0, nullptr, &event), CL_SUCCESS); // takes its turn
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(status(event), CL_COMPLETE);
  }
}

TEST_F(ExternalMemory, BelongsToItsDevices) {
  const Shared shared;
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id devices[] = {parts[0], parts[1]};
  context = clCreateContext(nullptr, 2, devices, nullptr, nullptr, nullptr);
  ASSERT_TRUE(context);
  cl_int error = 1;
  const Owned<cl_mem> buffer =
      create({opaque, cl_mem_properties(shared.handle()), CL_MEM_DEVICE_HANDLE_LIST_KHR,
              cl_mem_properties(devices[0]), 0},
             0, file_size, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Owned<cl_mem> of_all = import(shared.handle());
  const Owned<cl_command_queue> right = clCreateCommandQueue(context, devices[0], 0, nullptr),
                                wrong = clCreateCommandQueue(context, devices[1], 0, nullptr);
  EXPECT_EQ(acquire(buffer, right), CL_SUCCESS);
  EXPECT_EQ(acquire(buffer, wrong), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(acquire(of_all, wrong), CL_SUCCESS);
  EXPECT_EQ(acquire(of_all), CL_INVALID_COMMAND_QUEUE); // of a context without this device
  EXPECT_EQ(clFinish(right) + clFinish(wrong), CL_SUCCESS);
}

/// A file that cannot be written can be read.
TEST_F(ExternalMemory, ReadOnly) {
  const Shared shared;
  shared.words[1] = 11;
  const std::string link = "/proc/self/fd/" + std::to_string(shared.descriptor);
  const int read_only = open(link.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(read_only, 0);
  EXPECT_EQ(error_of({opaque, cl_mem_properties(read_only)}), CL_INVALID_PROPERTY);
  const Owned<cl_mem> buffer = import(read_only, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(contents<cl_uint>(buffer, 2)[1], 11u);
  const Owned<cl_mem> immutable = import(shared.handle(), CL_MEM_IMMUTABLE_EXT);
  EXPECT_EQ(contents<cl_uint>(immutable, 2)[1], 11u);
}

TEST_F(ExternalMemory, Image) {
  const Shared shared;
  cl_image_desc description = image_2d(4, 3);
  description.image_row_pitch = 256;
  const auto make = [&](int descriptor, cl_int* error) {
    const List list = {opaque, cl_mem_properties(descriptor), 0};
    return clCreateImageWithProperties(context, list.data(), 0, &rgba8, &description, nullptr,
                                       error);
  };
  cl_int error = 1;
  const Owned<cl_mem> image = make(shared.handle(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(acquire(image), CL_SUCCESS);
  const cl_uint texel[4] = {1, 2, 3, 4};
  const size_t origin[3] = {1, 2, 0}, one[3] = {1, 1, 1};
  ASSERT_EQ(clEnqueueFillImage(queue, image, texel, origin, one, 0, nullptr, nullptr), CL_SUCCESS);
  shared.words[64] = 0x05060708; // the second row's first
  cl_uint read = 0;
  const size_t second[3] = {0, 1, 0};
  ASSERT_EQ(
      clEnqueueReadImage(queue, image, CL_TRUE, second, one, 0, 0, &read, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(read, 0x05060708u);
  ASSERT_EQ(hand_back(image), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(shared.words[2 * 64 + 1], 0x04030201u);
  description.image_height = file_size / 256 + 1;
  EXPECT_FALSE(make(shared.descriptor, &error));
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
  EXPECT_NE(fcntl(shared.descriptor, F_GETFD), -1);
}

/// The memory stays as long as an object needs it, and the descriptor is ours no longer.
TEST_F(ExternalMemory, OutlivesItsDescriptors) {
  Owned<cl_mem> buffer, part;
  int handle = -1;
  {
    const Shared shared;
    shared.words[1024] = 5;
    handle = shared.handle();
    buffer = import(handle);
  }
  EXPECT_EQ(fcntl(handle, F_GETFD), -1);
  const cl_buffer_region region = {4096, 64};
  part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(part, 1)[0], 5u);
}

/// A child of this process reads what a kernel's host has written, and answers.
TEST_F(ExternalMemory, AcrossProcesses) {
  if (with_thread_sanitizer) {
    GTEST_SKIP() << "it forbids threads after a fork";
  }
  const Shared shared;
  const Owned<cl_mem> buffer = import(shared.handle());
  const cl_uint pattern = 9;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, 64, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(in_child([&] {
              context.take(); // the parent's
              queue.take();
              context = make_context();
              queue = make_queue();
              const Owned<cl_mem> theirs = import(shared.handle());
              const cl_uint answer = contents<cl_uint>(theirs, 16)[15] + 1;
              clEnqueueFillBuffer(queue, theirs, &answer, 4, 0, 4, 0, nullptr, nullptr);
              return clFinish(queue) == CL_SUCCESS && !HasFailure() ? 7 : 1;
            }),
            7);
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 10u);
}

/// A file of the system, closed in the end.
class SystemFile {
public:
  explicit SystemFile(const std::string& path)
      : descriptor(open(path.c_str(), O_RDWR | O_CLOEXEC)) {}
  SystemFile(const SystemFile&) = delete;
  ~SystemFile() {
    if (descriptor >= 0) {
      close(descriptor);
    }
  }
  /// What ioctl returns; -1 if there is no such file.
  template <typename T> [[nodiscard]] int ask(unsigned long request, T& argument) const {
    return descriptor >= 0 ? ioctl(descriptor, request, &argument) : -1;
  }

private:
  const int descriptor;
};

/// Of memory of this process; -1 where the system does not make one, as in the functions below.
int dma_buf_of_process() {
  const Shared shared(MFD_ALLOW_SEALING);
  EXPECT_EQ(fcntl(shared.descriptor, F_ADD_SEALS, F_SEAL_SHRINK), 0);
  udmabuf_create request = {};
  request.memfd = cl_uint(shared.descriptor);
  request.size = file_size;
  return SystemFile("/dev/udmabuf").ask(UDMABUF_CREATE, request);
}

int dma_buf_of_heap() {
  dma_heap_allocation_data request = {};
  request.len = file_size;
  request.fd_flags = O_RDWR | O_CLOEXEC;
  return SystemFile("/dev/dma_heap/system").ask(DMA_HEAP_IOCTL_ALLOC, request) == 0
             ? int(request.fd)
             : -1;
}

/// Of vgem, Linux's driver of a GPU that there is not.
int dma_buf_of_virtual_gpu() {
  for (int card = 0; card < 16; ++card) {
    const SystemFile file("/dev/dri/card" + std::to_string(card));
    std::array<char, 16> name = {};
    drm_version version = {};
    version.name = name.data();
    version.name_len = name.size() - 1;
    drm_mode_create_dumb memory = {};
    memory.width = memory.height = 128;
    memory.bpp = 32;
    if (file.ask(DRM_IOCTL_VERSION, version) != 0 || std::string(name.data()) != "vgem" ||
        file.ask(DRM_IOCTL_MODE_CREATE_DUMB, memory) != 0) {
      continue;
    }
    drm_prime_handle shared = {memory.handle, DRM_CLOEXEC | DRM_RDWR, -1};
    return file.ask(DRM_IOCTL_PRIME_HANDLE_TO_FD, shared) == 0 ? shared.fd : -1;
  }
  return -1;
}

/// Of all exporters that the system has.
TEST_F(ExternalMemory, DmaBuf) {
  bool any = false;
  for (const auto make : {dma_buf_of_process, dma_buf_of_heap, dma_buf_of_virtual_gpu}) {
    const int handle = make();
    if (handle < 0) {
      continue;
    }
    any = true;
    auto* words = static_cast<cl_uint*>(
        mmap(nullptr, file_size, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0));
    ASSERT_NE(words, MAP_FAILED);
    words[7] = 70;
    const Owned<cl_mem> buffer = import(handle, 0, dma_buf);
    ASSERT_EQ(acquire(buffer), CL_SUCCESS);
    EXPECT_EQ(contents<cl_uint>(buffer, 8)[7], 70u);
    const cl_uint pattern = 71;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, 4, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(hand_back(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(words[0], 71u);
    EXPECT_EQ(munmap(words, file_size), 0);
  }
  if (!any) {
    GTEST_SKIP() << "this system makes no dma_buf";
  }
}

} // namespace
