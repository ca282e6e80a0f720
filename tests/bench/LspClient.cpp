//===- LspClient.cpp ------------------------------------------------------===//

#include "LspClient.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bench;

/// A server that says nothing for so long has hung.
static constexpr int patienceMs = 60'000;

namespace {

[[noreturn]] void failErrno(const std::string &what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

struct Pipe {
  int readEnd = -1, writeEnd = -1;
};

Pipe makePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    failErrno("pipe");
  return {ends[0], ends[1]};
}

void setNonBlocking(int file) {
  fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

pid_t spawnWith(const std::vector<std::string> &command, int stdIn,
                int stdOut) {
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, stdIn, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, stdOut, STDOUT_FILENO);
  pid_t pid = -1;
  errno = posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(),
                       environ);
  posix_spawn_file_actions_destroy(&actions);
  if (errno != 0)
    failErrno("cannot start " + command[0]);
  return pid;
}

//===----------------------------------------------------------------------===//
// /proc
//===----------------------------------------------------------------------===//

size_t peakOf(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string word; status >> word;)
    if (size_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes)
      return kilobytes;
  return 0;
}

/// The children that any thread of the process has started.
std::vector<pid_t> childrenOf(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code error;
  std::filesystem::path tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto &task : std::filesystem::directory_iterator(tasks, error)) {
    std::ifstream list(task.path() / "children");
    for (pid_t child = 0; list >> child;)
      children.push_back(child);
  }
  return children;
}

size_t peakOfTree(pid_t pid) {
  size_t sum = peakOf(pid);
  for (pid_t child : childrenOf(pid))
    sum += peakOfTree(child);
  return sum;
}

} // namespace

//===----------------------------------------------------------------------===//
// LspClient
//===----------------------------------------------------------------------===//

LspClient::LspClient(const std::vector<std::string> &command) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe toServer = makePipe(), fromServer = makePipe();
  pid = spawnWith(command, toServer.readEnd, fromServer.writeEnd);
  close(toServer.readEnd);
  close(fromServer.writeEnd);
  input = toServer.writeEnd;
  output = fromServer.readEnd;
  setNonBlocking(input);
  setNonBlocking(output);
}

LspClient::~LspClient() {
  if (pid > 0) {
    kill(pid, SIGKILL);
    wait();
  }
  close(output);
}

int LspClient::wait() {
  if (input >= 0)
    close(input);
  input = -1;
  int status = 0;
  waitpid(pid, &status, 0);
  pid = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void LspClient::send(std::string_view body) {
  writeAll("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n");
  writeAll(body);
}

void LspClient::writeAll(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t size = write(input, bytes.data(), bytes.size());
    if (size < 0 && errno != EAGAIN && errno != EINTR)
      failErrno("write to the server");
    if (size < 0)
      poll(true);
    else
      bytes.remove_prefix(static_cast<size_t>(size));
  }
}

Message LspClient::receive() {
  while (messages.empty())
    poll(false);
  Message message = std::move(messages.front());
  messages.pop_front();
  return message;
}

/// Waits until the server has something for us, or takes something.
void LspClient::poll(bool toWrite) {
  pollfd files[2] = {{output, POLLIN, 0}, {input, POLLOUT, 0}};
  int ready = ::poll(files, toWrite ? 2 : 1, patienceMs);
  if (ready < 0 && errno != EINTR)
    failErrno("poll");
  if (ready == 0)
    throw std::runtime_error("the server does not answer");
  if (ready > 0 && files[0].revents != 0)
    readSome();
}

void LspClient::readSome() {
  char chunk[1 << 16];
  ssize_t size = read(output, chunk, sizeof chunk);
  if (size == 0)
    throw std::runtime_error("the server ended with code " +
                             std::to_string(wait()));
  if (size < 0)
    return;
  received.append(chunk, static_cast<size_t>(size));
  splitMessages();
}

void LspClient::splitMessages() {
  constexpr std::string_view header = "Content-Length: ", gap = "\r\n\r\n";
  for (;;) {
    size_t end = received.find(gap), begin = received.find(header);
    if (end == std::string::npos)
      return;
    if (begin > end)
      throw std::runtime_error("no Content-Length: " + received.substr(0, 80));
    size_t length = 0;
    std::from_chars(received.data() + begin + header.size(),
                    received.data() + end, length);
    if (received.size() < end + gap.size() + length)
      return;
    messages.push_back(
        {received.substr(end + gap.size(), length), Clock::now()});
    received.erase(0, end + gap.size() + length);
  }
}

size_t LspClient::peakMemory() const { return peakOfTree(pid); }

double LspClient::cpuTime() const {
  clockid_t clock;
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) / 1e9;
}
