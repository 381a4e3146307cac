// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: mpirun -n RANKS mpi_heat [WIDTH HEIGHT STEPS]
//
// Heat spreads over a plate that is divided among processes, on one machine or several: each rank
// has some of its rows, and a share of its machine. In each step it computes its first and last
// row, starts the rows between them, and exchanges the former with its neighbours meanwhile. Then
// rank 0 computes the whole plate with its share alone, compares every cell, and prints how much
// faster all ranks were.
//
// Notice: the edge rows come first, so that they are on their way while the rest is computed.
// "waited" is what the exchange took beyond that.
#include "../common/arguments.h"
#include "plate.h"
#include "share.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

struct Ranks {
  int own = 0;
  int count = 1;
};

/// The rows of a rank, as even as can be.
int first_row(int height, int rank, int count) { return int(int64_t(height) * rank / count); }

/// Waits for all ranks without taking a core from those that compute.
void wait_for_all() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  int is_over = 0;
  for (MPI_Test(&request, &is_over, MPI_STATUS_IGNORE); !is_over;
       MPI_Test(&request, &is_over, MPI_STATUS_IGNORE)) {
    const timespec nap = {0, 1000000};
    nanosleep(&nap, nullptr);
  }
}

/// All rows on rank 0, in order.
std::vector<float> gather(const std::vector<float>& rows, const Size& size, const Ranks& ranks) {
  std::vector<int> counts;
  std::vector<int> offsets;
  for (int rank = 0; rank < ranks.count; ++rank) {
    offsets.push_back(first_row(size.height, rank, ranks.count) * size.width);
    counts.push_back(first_row(size.height, rank + 1, ranks.count) * size.width - offsets.back());
  }
  std::vector<float> all(ranks.own == 0 ? size_t(size.width) * size_t(size.height) : 0);
  MPI_Gatherv(rows.data(), int(rows.size()), MPI_FLOAT, all.data(), counts.data(), offsets.data(),
              MPI_FLOAT, 0, MPI_COMM_WORLD);
  return all;
}

int compare_with_one_rank(const Session& session, const Size& size, const Ranks& ranks,
                          const std::vector<float>& all, const Times& times) {
  Plate plate(session, size, {0, size.height}, {MPI_PROC_NULL, MPI_PROC_NULL});
  const Times alone = plate.run(size.steps);
  const std::vector<float> expected = plate.rows();
  size_t different = 0;
  double warmth = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    different += all[i] != expected[i];
    warmth += double(expected[i]);
  }
  std::printf("%d x %d cells, %d steps: %zu cells differ from those of one rank; mean %.6f\n",
              size.width, size.height, size.steps, different, warmth / double(expected.size()));
  std::printf(
      "1 rank %.1f ms, %d ranks %.1f ms, of which %.1f ms waited for neighbours: %.2f times "
      "as fast\n",
      alone.all, ranks.count, times.all, times.waited, alone.all / times.all);
  return different || warmth == 0 ? 1 : 0;
}

int run(const Size& size, const Ranks& ranks) {
  const Share share = take_share();
  for (int rank = 0; rank < ranks.count; ++rank) { // one after the other, so that lines stay whole
    if (rank == ranks.own) {
      std::printf("rank %d of %d on %s: %u compute units, by %s\n", ranks.own, ranks.count,
                  share.host.c_str(), share.compute_units, share.by);
      std::fflush(stdout);
    }
    wait_for_all();
  }
  const Session session(share.device);
  const int begin = first_row(size.height, ranks.own, ranks.count);
  const int end = first_row(size.height, ranks.own + 1, ranks.count);
  Plate plate(session, size, {begin, end},
              {ranks.own > 0 ? ranks.own - 1 : MPI_PROC_NULL,
               ranks.own + 1 < ranks.count ? ranks.own + 1 : MPI_PROC_NULL});
  wait_for_all();
  Times times = plate.run(size.steps);
  const Times own = times;
  MPI_Reduce(&own.all, &times.all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&own.waited, &times.waited, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  const std::vector<float> all = gather(plate.rows(), size, ranks);
  const int result = ranks.own == 0 ? compare_with_one_rank(session, size, ranks, all, times) : 0;
  wait_for_all();
  return result;
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments =
      read_arguments(argc, argv,
                     {.operands = "[WIDTH HEIGHT STEPS]",
                      .purpose = "Divides a plate among the ranks of MPI and computes how heat "
                                 "spreads in it. The height\n"
                                 "is at least two rows a rank.",
                      .count = 3,
                      .optional = true});
  MPI_Init(&argc, &argv);
  Ranks ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &ranks.own);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks.count);
  Size size;
  if (const auto& given = arguments.operands; !given.empty()) {
    size = {std::atoi(given[0].c_str()), std::atoi(given[1].c_str()), std::atoi(given[2].c_str())};
  }
  int result = 2;
  if (size.width < 3 || size.height < 2 * ranks.count || size.steps < 1) {
    if (ranks.own == 0) {
      std::fprintf(stderr, "error: expected a width of 3 or more, two rows a rank or more, and one "
                           "step or more\n");
    }
  } else {
    result = run(size, ranks);
  }
  MPI_Finalize();
  return result;
}
