// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef EXAMPLES_MPI_PLATE_H
#define EXAMPLES_MPI_PLATE_H

#include "../common/session.h"

#include <mpi.h>
#include <vector>

struct Size {
  int width = 1024;
  int height = 1024;
  int steps = 200;
};

/// In milliseconds.
struct Times {
  double all = 0;
  double waited = 0; ///< for neighbours' rows, with nothing left to compute
};

/// Some rows of a plate, with one more above and below: a neighbour's, or the rim of the plate.
class Plate {
public:
  struct Rows {
    int begin;
    int end;
  };
  struct Neighbours { ///< MPI_PROC_NULL where there is none
    int above;
    int below;
  };

  Plate(const Session& session, const Size& size, Rows rows, Neighbours neighbours);
  /// Runs `steps` steps, together with the neighbours.
  Times run(int steps);
  std::vector<float> rows() const;

private:
  void step(Times& times);
  /// Computes `count` rows from `first` on.
  Event compute(const Queue& queue, int first, int count, const Event& after);
  struct Edges {
    std::vector<float> first, last;  ///< own rows
    std::vector<float> above, below; ///< those of the neighbours, or nothing
    MPI_Request requests[4];
  };
  void begin_exchange();

  const Session& session;
  Queue edge_queue; ///< the session's own queue computes the rows between
  Program program;
  Kernel kernel;
  int width;
  int count;
  Neighbours neighbours;
  Buffer now, next;
  Event inner; ///< the rows between, of the last step
  Edges edge;
};

#endif
