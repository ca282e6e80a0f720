//===- ChildLines.cpp -----------------------------------------------------===//

#include "server/config/ChildLines.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

using namespace shapels;
using Clock = std::chrono::steady_clock;

StopSignal::StopSignal() : file(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

StopSignal::~StopSignal() {
  if (file >= 0)
    ::close(file);
}

void StopSignal::raise() { ::eventfd_write(file, 1); }

namespace {

/// A program that runs, and the end of the pipe that it writes to.
class Child {
public:
  explicit Child(const std::vector<std::string> &command);
  ~Child() {
    if (output >= 0)
      ::close(output);
  }
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  const std::string &failure() const { return reason; }
  /// False if it is stopped, or takes too long.
  bool readAll(Clock::time_point end, const StopSignal *stop,
               llvm::function_ref<void(llvm::StringRef)> onLine);
  /// Returns its exit code; -1 if a signal ended it.
  int wait() const;
  void kill() const { ::kill(process, SIGKILL); }

private:
  int spawn(const std::vector<std::string> &command, int toWrite);

  pid_t process = -1;
  int output = -1;
  std::string reason;
};

} // namespace

Child::Child(const std::vector<std::string> &command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    reason = std::strerror(errno);
    return;
  }
  output = ends[0];
  if (int error = spawn(command, ends[1]))
    reason = std::strerror(error);
  ::close(ends[1]);
}

int Child::spawn(const std::vector<std::string> &command, int toWrite) {
  std::vector<char *> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, toWrite, 1);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  int error = ::posix_spawn(&process, arguments[0], &actions, nullptr,
                            arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Hands the whole lines on, and leaves what is behind the last.
static void takeLines(std::string &text,
                      llvm::function_ref<void(llvm::StringRef)> onLine) {
  size_t begin = 0;
  for (size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
    onLine(llvm::StringRef(text).slice(begin, end));
  text.erase(0, begin);
}

bool Child::readAll(Clock::time_point end, const StopSignal *stop,
                    llvm::function_ref<void(llvm::StringRef)> onLine) {
  std::string text;
  char buffer[4096];
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - Clock::now());
    pollfd wanted[] = {{output, POLLIN, 0},
                       {stop ? stop->descriptor() : -1, POLLIN, 0}};
    int ready =
        left.count() <= 0
            ? 0
            : ::poll(wanted, 2,
                     static_cast<int>(std::min<int64_t>(left.count(), 60'000)));
    if (ready < 0 && errno != EINTR)
      return false;
    if (left.count() <= 0 || wanted[1].revents != 0)
      return false;
    if (ready <= 0 || wanted[0].revents == 0)
      continue;
    ssize_t count = ::read(output, buffer, sizeof buffer);
    if (count <= 0)
      return true;
    text.append(buffer, static_cast<size_t>(count));
    takeLines(text, onLine);
  }
}

int Child::wait() const {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string
shapels::runForLines(const std::vector<std::string> &command,
                     std::chrono::milliseconds bound, const StopSignal *stop,
                     llvm::function_ref<void(llvm::StringRef)> onLine) {
  auto end = Clock::now() + bound;
  Child child(command);
  if (!child.failure().empty())
    return child.failure();
  bool isWhole = child.readAll(end, stop, onLine);
  if (!isWhole)
    child.kill();
  int code = child.wait();
  if (!isWhole)
    return "it takes too long";
  return code == 0 ? "" : "it ends with " + std::to_string(code);
}
