//===- Statistics.cpp -----------------------------------------------------===//

#include "server/check/Statistics.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace shapels;

std::string shapels::formatStatistics(std::span<const CheckedFile> files) {
  std::vector<std::pair<size_t, const DiagnosticInfo *>> counts;
  for (const DiagnosticInfo &row : diagnosticTable())
    counts.emplace_back(0, &row);
  for (const CheckedFile &file : files)
    for (const Diagnostic &diagnostic : file.diagnostics)
      ++counts[static_cast<size_t>(diagnostic.code)].first;
  std::ranges::stable_sort(counts, std::greater(),
                           [](const auto &count) { return count.first; });
  std::string text;
  for (const auto &[count, row] : counts)
    if (count)
      text += llvm::formatv("{0,6} {1}: {2}\n", count, row->id, row->meaning);
  return text;
}
