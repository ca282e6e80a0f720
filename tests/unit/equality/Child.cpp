//===- Child.cpp ----------------------------------------------------------===//

#include "equality/Child.h"

#include <algorithm>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

using namespace shapels;
using namespace shapels::test;

void Channel::write(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

std::string Channel::read() {
  std::string text(static_cast<size_t>(lseek(fileno(file), 0, SEEK_END)), 0);
  ssize_t size = pread(fileno(file), text.data(), text.size(), 0);
  text.resize(static_cast<size_t>(std::max<ssize_t>(size, 0)));
  return text;
}

int test::inChild(llvm::function_ref<int()> run) {
  pid_t child = fork();
  if (child == 0) {
    // A crash is a result here, and says nothing.
    if (!std::freopen("/dev/null", "w", stderr))
      _exit(EXIT_FAILURE);
    // What throws has crashed too.
    [&]() noexcept { _exit(run()); }();
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
