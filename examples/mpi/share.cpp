// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "share.h"

#include <algorithm>
#include <mpi.h>
#include <sched.h>
#include <vector>

namespace {

/// Whether some CPU is in the affinity masks of two ranks of the machine.
bool share_cpus(MPI_Comm machine) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  std::vector<unsigned> users(CPU_SETSIZE);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    users[size_t(cpu)] = CPU_ISSET(cpu, &mask) ? 1 : 0;
  }
  MPI_Allreduce(MPI_IN_PLACE, users.data(), CPU_SETSIZE, MPI_UNSIGNED, MPI_SUM, machine);
  return std::ranges::any_of(users, [](unsigned count) { return count > 1; });
}

cl_uint compute_units(cl_device_id device) {
  cl_uint count = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof count, &count, nullptr),
        "clGetDeviceInfo");
  return count;
}

} // namespace

Share take_share() {
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  int rank = 0;
  int count = 1;
  MPI_Comm_rank(machine, &rank);
  MPI_Comm_size(machine, &count);
  const bool overlap = share_cpus(machine);
  MPI_Comm_free(&machine);

  char host[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  MPI_Get_processor_name(host, &length);
  cl_device_id device = Session::first_device();
  const cl_uint each = compute_units(device) / cl_uint(count);
  if (count == 1) {
    return {device, compute_units(device), "having the machine alone", host};
  }
  if (!overlap && is_cpu(device)) {
    return {device, compute_units(device), "affinity", host};
  }
  if (each == 0) {
    return {device, compute_units(device), "sharing it all: there are more ranks than cores", host};
  }
  if (!can_be_divided(device)) {
    return {device, compute_units(device), "sharing a device that cannot be divided", host};
  }
  std::vector<cl_device_partition_property> counts = {CL_DEVICE_PARTITION_BY_COUNTS};
  counts.insert(counts.end(), size_t(count), each);
  counts.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  counts.push_back(0);
  std::vector<cl_device_id> parts(size_t(count), nullptr);
  check(clCreateSubDevices(device, counts.data(), cl_uint(count), parts.data(), nullptr),
        "clCreateSubDevices");
  return {parts[size_t(rank)], each, "sub-device", host};
}
