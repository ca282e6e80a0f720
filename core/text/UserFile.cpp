//===- UserFile.cpp -------------------------------------------------------===//

#include "core/text/UserFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

using namespace shapels;

static std::string lastError() {
  return std::generic_category().message(errno);
}

static const char *nameOf(mode_t mode) {
  switch (mode & S_IFMT) {
  case S_IFIFO:
    return "a named pipe";
  case S_IFCHR:
  case S_IFBLK:
    return "a device";
  case S_IFSOCK:
    return "a socket";
  case S_IFDIR:
    return "a folder";
  default:
    return "something else";
  }
}

/// Empty for a regular file.
static std::string refusal(const struct stat &status) {
  if (S_ISREG(status.st_mode))
    return "";
  return std::string("it is ") + nameOf(status.st_mode) +
         ", and only regular files are read";
}

static std::string tooLarge(uint64_t limit) {
  constexpr uint64_t kibi = 1024;
  uint64_t rounded = limit + (limit & 1);
  const char *unit = " bytes";
  for (const char *larger : {" KiB", " MiB", " GiB"}) {
    if (rounded % kibi != 0)
      break;
    rounded /= kibi;
    unit = larger;
  }
  return "larger than " + std::to_string(rounded) + unit;
}

/// The file may grow meanwhile; no more than the limit is taken of it.
static FileBytes readAll(int descriptor, uint64_t limit, uint64_t expected) {
  FileBytes result;
  std::string &bytes = result.bytes;
  constexpr uint64_t smallest = uint64_t(1) << 16;
  bytes.resize(std::min(std::max(expected, smallest), limit) + 1);
  for (size_t size = 0;;) {
    ssize_t got = ::read(descriptor, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return {"", lastError()};
    size += static_cast<size_t>(got);
    if (size > limit)
      return {"", tooLarge(limit)};
    if (got == 0) {
      bytes.resize(size);
      return result;
    }
    if (size == bytes.size())
      bytes.resize(std::min<uint64_t>(2 * size, limit + 1));
  }
}

std::string shapels::whyNoFile(const std::string &path) {
  struct stat status;
  return ::stat(path.c_str(), &status) < 0 ? lastError() : refusal(status);
}

static FileBytes readRegular(int descriptor, uint64_t limit) {
  struct stat status;
  if (::fstat(descriptor, &status) < 0)
    return {"", lastError()};
  if (std::string failure = refusal(status); !failure.empty())
    return {"", std::move(failure)};
  auto size = static_cast<uint64_t>(status.st_size);
  return size > limit ? FileBytes{"", tooLarge(limit)}
                      : readAll(descriptor, limit, size);
}

FileBytes shapels::readUserFile(const std::string &path, uint64_t limit) {
  // Even to be opened does something to a device.
  if (std::string failure = whyNoFile(path); !failure.empty())
    return {"", std::move(failure)};
  int descriptor =
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return {"", lastError()};
  FileBytes result = readRegular(descriptor, limit);
  ::close(descriptor);
  return result;
}

FileBytes shapels::readStandardInput(uint64_t limit) {
  return readAll(STDIN_FILENO, limit, /*expected=*/0);
}
