//===- Check.cpp ----------------------------------------------------------===//

#include "shapels/app/check/Check.h"
#include "shapels/app/check/Pool.h"

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

static CheckedFile checkFile(const InputFile &input, CheckPool &pool,
                             unsigned worker) {
  CheckedFile file;
  file.path = input.path;
  file.failure = input.failure;
  if (!file.isChecked())
    return file;
  std::string text = read(input, file.failure);
  if (!file.isChecked())
    return file;
  std::optional<TextFindings> found = pool.check(worker, text, file.failure);
  if (!found)
    return file;
  file.diagnostics = std::move(found->diagnostics);
  file.mismatches = std::move(found->mismatches);
  file.inferred = std::move(found->inferred);
  if (!file.diagnostics.empty() || !file.mismatches.empty() ||
      !file.inferred.empty())
    file.text = TextBuffer(std::move(text));
  return file;
}

std::vector<CheckedFile>
shapels::checkFiles(std::span<const InputFile> inputs,
                    const CheckOptions &options,
                    const Configuration &configuration) {
  std::vector<CheckedFile> files(inputs.size());
  size_t jobs =
      options.jobs ? options.jobs : std::thread::hardware_concurrency();
  jobs = std::min(std::clamp<size_t>(jobs, 1, maxJobs), inputs.size());
  CheckPool pool(static_cast<unsigned>(jobs), options, configuration);
  std::atomic<size_t> next = 0;
  auto work = [&](unsigned worker) {
    for (size_t i = next++; i < inputs.size(); i = next++)
      files[i] = checkFile(inputs[i], pool, worker);
  };
  std::vector<std::jthread> threads;
  for (unsigned worker = 1; worker < jobs; ++worker)
    threads.emplace_back(work, worker);
  work(0);
  threads.clear();
  return files;
}
