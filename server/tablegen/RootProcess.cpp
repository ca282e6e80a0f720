//===- RootProcess.cpp ----------------------------------------------------===//

#include "server/tablegen/RootProcess.h"

#include "server/tablegen/TableGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

using namespace shapels;
using Clock = std::chrono::steady_clock;

static void limit(decltype(RLIMIT_CPU) resource, uint64_t most) {
  rlimit bound{most, most};
  ::setrlimit(resource, &bound);
}

static void writeAll(int file, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t count = ::write(file, text.data(), text.size());
    if (count <= 0)
      return;
    text = text.drop_front(static_cast<size_t>(count));
  }
}

RootProcess::RootProcess(const RootTask &task) {
  memory = ::memfd_create("ods", MFD_CLOEXEC);
  if (memory < 0 || ::pipe2(lines, O_CLOEXEC) != 0)
    return;
  process = ::fork();
  if (process == 0)
    read(task);
  ::close(std::exchange(lines[1], -1));
}

RootProcess::~RootProcess() {
  for (int file : {lines[0], lines[1], memory})
    if (file >= 0)
      ::close(file);
}

/// In the new process.
void RootProcess::read(const RootTask &task) const {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_AS, task.bounds.memory);
  limit(RLIMIT_CPU, static_cast<uint64_t>(task.bounds.ofRoot.count()));
  limit(RLIMIT_CORE, 0);
  TableGenOptions options;
  options.includes = task.includes;
  options.mayRead = [&](const std::string &record) {
    writeAll(lines[1], "@" + record + "\n");
    return !task.skipped.contains(record);
  };
  options.mayOpen = [&](const std::string &path) {
    return llvm::any_of(task.allowed, [&](const std::string &each) {
      return isBelow(path, each);
    });
  };
  TableGenFile file = readTableGen(task.path, options);
  for (const std::string &opened : file.files)
    writeAll(lines[1], "=" + opened + "\n");
  for (const std::string &error : file.errors)
    writeAll(lines[1], "!" + error + "\n");
  writeAll(memory, catalogueBytes(std::move(file.contents)));
  ::_exit(0);
}

/// Reads the lines up to their end; false if that takes too long.
bool RootProcess::collect(Clock::time_point end, std::string &said) const {
  char buffer[4096];
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - Clock::now());
    pollfd wanted{lines[0], POLLIN, 0};
    if (left.count() <= 0 ||
        ::poll(&wanted, 1, static_cast<int>(left.count())) <= 0)
      return false;
    ssize_t count = ::read(lines[0], buffer, sizeof buffer);
    if (count <= 0)
      return true;
    said.append(buffer, static_cast<size_t>(count));
    if (said.size() > (size_t(64) << 20))
      return false;
  }
}

RootResult RootProcess::wait(Clock::time_point end) {
  RootResult result;
  if (process < 0) {
    result.death = "no process can be started for it";
    return result;
  }
  std::string said;
  bool isInTime = collect(end, said);
  if (!isInTime)
    ::kill(process, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  llvm::SmallVector<llvm::StringRef> all;
  llvm::StringRef(said).split(all, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : all)
    if (line.consume_front("!"))
      result.errors.push_back(line.str());
    else if (line.consume_front("="))
      result.files.push_back(line.str());
    else if (line.consume_front("@"))
      result.record = line.str();
  if (!isInTime || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
    result.death = "takes too long";
  else if (WIFSIGNALED(status))
    result.death = "crashes TableGen or needs too much memory";
  else if (WEXITSTATUS(status) != 0)
    result.death = "makes TableGen give up";
  if (!result.death.empty())
    return result;
  off_t size = ::lseek(memory, 0, SEEK_END);
  result.bytes.resize(static_cast<size_t>(std::max<off_t>(size, 0)));
  if (::pread(memory, result.bytes.data(), result.bytes.size(), 0) != size)
    result.bytes.clear();
  return result;
}
