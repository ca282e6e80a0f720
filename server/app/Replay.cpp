//===- Replay.cpp - Plays a recorded session against the server -----------===//

#include "server/app/ServeOptions.h"

#include "core/text/UserFile.h"
#include "server/record/Player.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

using namespace shapels;

static int usageError(const std::string &message) {
  std::fprintf(stderr, "shapels: error: %s\n", message.c_str());
  return 2;
}

/// A server at the other end of the socket.
static pid_t startServer(int socket, int others, const ServeOptions &options,
                         const ConfigOptions &config) {
  pid_t process = ::fork();
  if (process != 0)
    return process;
  ::close(others);
  ::dup2(socket, STDIN_FILENO);
  ::dup2(socket, STDOUT_FILENO);
  ::close(socket);
  ::_exit(serve(options, config));
}

/// The exit code of a process; as a shell tells it, where a signal ended it.
static int exitCodeOf(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR)
    ;
  constexpr int signalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
}

int shapels::replay(const std::string &file, const ServeOptions &options,
                    const ConfigOptions &config) {
  FileBytes read = readUserFile(file, largestText);
  if (!read.failure.empty())
    return usageError("cannot read '" + file + "': " + read.failure);
  std::string error;
  auto messages = readRecording(read.bytes, error);
  if (!messages)
    return usageError("'" + file + "': " + error);
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return usageError("no socket for a server");
  pid_t process = startServer(ends[1], ends[0], options, config);
  ::close(ends[1]);
  std::vector<std::string> complaints;
  {
    Player player(ends[0], [](const std::string &body) {
      std::string line = encode({0, /*isClient=*/false, false, body});
      std::fwrite(line.data(), 1, line.size(), stdout);
      std::fflush(stdout);
    });
    player.play(*messages);
    complaints = player.complaints();
  }
  int code = exitCodeOf(process);
  for (const std::string &complaint : complaints)
    std::fprintf(stderr, "shapels: replay: %s\n", complaint.c_str());
  std::fprintf(stderr, "shapels: replayed; the server ended with %d\n", code);
  return complaints.empty() || code != 0 ? code : 1;
}
