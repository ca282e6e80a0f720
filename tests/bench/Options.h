//===- Options.h - lsp_bench's command line ---------------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_BENCH_OPTIONS_H
#define SHAPELS_TESTS_BENCH_OPTIONS_H

#include <string>
#include <vector>

namespace bench {

struct Options {
  std::string input;
  bool isIncremental = false;
  /// Most edits of a kind; fewer when `budget` seconds are over.
  size_t edits = 100;
  double budget = 1;
  std::vector<size_t> bursts;
  /// Opened while there are hovers in the input.
  std::string beside;
  std::vector<std::string> server;
};

/// Throws std::runtime_error.
Options parseOptions(std::vector<std::string> arguments);

} // namespace bench

#endif // SHAPELS_TESTS_BENCH_OPTIONS_H
