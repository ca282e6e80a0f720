//===- Check.cpp ----------------------------------------------------------===//

#include "shapels/app/check/Check.h"
#include "shapels/app/check/CrashGuard.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <thread>

using namespace shapels;

/// What is asked for beyond this would cost threads and gain nothing.
static constexpr size_t maxJobs = 256;

static constexpr uint64_t maxFileBytes = std::numeric_limits<uint32_t>::max();

static llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
open(const InputFile &input) {
  if (input.isStdin)
    return llvm::MemoryBuffer::getSTDIN();
  uint64_t bytes = 0;
  if (!llvm::sys::fs::file_size(input.path, bytes) && bytes > maxFileBytes)
    return std::make_error_code(std::errc::file_too_large);
  return llvm::MemoryBuffer::getFile(input.path, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false,
                                     /*IsVolatile=*/true);
}

/// The file's text, or nothing and a `failure`.
static std::string read(const InputFile &input, std::string &failure) {
  auto buffer = open(input);
  bool isTooLarge = buffer ? (*buffer)->getBufferSize() > maxFileBytes
                           : buffer.getError() == std::errc::file_too_large;
  if (isTooLarge)
    failure = "larger than 4 GiB";
  else if (!buffer)
    failure = buffer.getError().message();
  return failure.empty() ? (*buffer)->getBuffer().str() : std::string();
}

static bool isWanted(const Diagnostic &diagnostic, bool showHints) {
  return showHints || diagnostic.severity <= Severity::Warning;
}

/// In the order of the text.
static std::vector<ExpectationMismatch> mismatchesOf(const Document &document) {
  std::vector<ExpectationMismatch> mismatches = document.verifyExpectations();
  llvm::stable_sort(mismatches, [](const auto &lhs, const auto &rhs) {
    return lhs.range.begin < rhs.range.begin;
  });
  return mismatches;
}

static void analyze(CheckedFile &file, std::string text,
                    const CheckOptions &options,
                    const Configuration &configuration) {
  Document document(std::move(text), configuration);
  document.update();
  if (options.verifyDiagnostics)
    file.mismatches = mismatchesOf(document);
  else
    for (const Diagnostic &diagnostic : document.diagnostics())
      if (isWanted(diagnostic, options.showHints))
        file.diagnostics.push_back(diagnostic);
  if (!file.diagnostics.empty() || !file.mismatches.empty())
    file.text = document.buffer();
}

static CheckedFile checkFile(const InputFile &input,
                             const CheckOptions &options,
                             const Configuration &configuration,
                             CrashGuard &guard) {
  CheckedFile file;
  file.path = input.path;
  file.failure = input.failure;
  std::string text;
  if (file.isChecked())
    text = read(input, file.failure);
  if (!file.isChecked())
    return file;
  auto found = std::make_unique<CheckedFile>(file);
  std::optional<int> signal = guard.run(
      [&] { analyze(*found, std::move(text), options, configuration); });
  if (!signal)
    return std::move(*found);
  found.release(); // It may be half written.
  file.failure = "internal error: the analysis crashed (signal " +
                 std::to_string(*signal) + ")";
  return file;
}

std::vector<CheckedFile>
shapels::checkFiles(std::span<const InputFile> inputs,
                    const CheckOptions &options,
                    const Configuration &configuration) {
  std::vector<CheckedFile> files(inputs.size());
  CrashGuard guard;
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i = next++; i < inputs.size(); i = next++)
      files[i] = checkFile(inputs[i], options, configuration, guard);
  };
  size_t jobs =
      options.jobs ? options.jobs : std::thread::hardware_concurrency();
  jobs = std::clamp<size_t>(jobs, 1, maxJobs);
  std::vector<std::jthread> workers;
  for (size_t i = 1; i < std::min(jobs, inputs.size()); ++i)
    workers.emplace_back(work);
  work();
  workers.clear();
  return files;
}
