//===- ProjectOps.cpp -----------------------------------------------------===//

#include "server/config/ProjectOps.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <signal.h>

#include <chrono>
#include <thread>

using namespace shapels;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string beside(const std::string &program,
                          llvm::StringRef relative) {
  llvm::SmallString<256> file(path::parent_path(program));
  path::append(file, relative);
  return file.str().str();
}

/// MLIR's own .td files: those that were installed, else those of the build.
static std::string mlirFolder(const std::string &program) {
  std::string installed = beside(program, "../share/shapels/td");
  return fs::is_directory(installed) ? installed : SHAPELS_MLIR_INCLUDES;
}

static std::string cacheFolder() {
  llvm::SmallString<256> folder;
  if (!path::cache_directory(folder))
    return "";
  path::append(folder, "shapels", "ods");
  return folder.str().str();
}

/// Runs the program with its output in `output`. Returns why it failed, or
/// nothing.
static std::string run(const std::string &program,
                       llvm::ArrayRef<llvm::StringRef> arguments,
                       llvm::StringRef output,
                       const std::atomic<bool> &isCancelled) {
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), output,
                                                llvm::StringRef("")};
  std::string reason;
  bool hasFailed = false;
  llvm::sys::ProcessInfo process =
      llvm::sys::ExecuteNoWait(program, arguments, std::nullopt, redirects,
                               /*MemoryLimit=*/0, &reason, &hasFailed);
  if (hasFailed)
    return reason;
  using namespace std::chrono_literals;
  auto end = std::chrono::steady_clock::now() + 90s;
  for (;;) {
    llvm::sys::ProcessInfo ended =
        llvm::sys::Wait(process, /*SecondsToWait=*/0, &reason);
    if (ended.Pid != 0)
      return ended.ReturnCode == 0
                 ? ""
                 : "it ends with " + std::to_string(ended.ReturnCode);
    if (isCancelled || std::chrono::steady_clock::now() > end) {
      ::kill(process.Pid, SIGKILL);
      llvm::sys::Wait(process, std::nullopt);
      return "it takes too long";
    }
    std::this_thread::sleep_for(20ms);
  }
}

static std::shared_ptr<const Catalogue> open(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return nullptr;
  std::shared_ptr<llvm::MemoryBuffer> owner = std::move(*buffer);
  std::optional<Catalogue> catalogue =
      Catalogue::open(std::string_view(owner->getBuffer()), owner);
  return catalogue ? std::make_shared<const Catalogue>(std::move(*catalogue))
                   : nullptr;
}

ProjectCatalogue shapels::readProjectOps(const std::string &folder,
                                         const std::atomic<bool> &isCancelled) {
  static int anchor;
  std::string self = fs::getMainExecutable("shapels", &anchor);
  std::string reader = beside(self, "shapels-read-ods");
  std::string cache = cacheFolder(), mlir = mlirFolder(self);
  if (!fs::can_execute(reader))
    return {nullptr, {"there is no " + reader + ", which reads .td files"}};
  llvm::SmallString<128> output;
  if (cache.empty() || fs::createTemporaryFile("shapels-ods", "txt", output))
    return {nullptr, {"no folder for the catalogue of " + folder}};
  llvm::FileRemover remover(output);
  std::string reason =
      run(reader, {reader, "--mlir", mlir, "--cache", cache, folder}, output,
          isCancelled);
  if (!reason.empty())
    return {nullptr,
            {"the .td files in " + folder + " are not read: " + reason}};
  ProjectCatalogue project;
  auto lines = llvm::MemoryBuffer::getFile(output);
  llvm::SmallVector<llvm::StringRef> all;
  if (lines)
    (*lines)->getBuffer().split(all, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : all)
    if (line.consume_front("catalogue "))
      project.catalogue = open(line.str());
    else if (line.consume_front("message "))
      project.messages.push_back(line.str());
  return project;
}

std::string shapels::repositoryOf(const std::string &file) {
  for (llvm::StringRef folder = path::parent_path(file); folder.size() > 1;
       folder = path::parent_path(folder))
    if (fs::exists(folder + "/.git"))
      return folder.str();
  return "";
}
