// Loaded into a server in front of the C library: a file system that does not
// answer. As long as there is a file `stuck` beside it, a `.shapels.json` is
// not opened.

#include <cstdarg>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>

static void wait(const std::string &path) {
  const std::string name = "/.shapels.json";
  if (path.size() < name.size() ||
      path.compare(path.size() - name.size(), name.size(), name) != 0)
    return;
  std::string sign = path.substr(0, path.size() - name.size()) + "/stuck";
  while (::access(sign.c_str(), F_OK) == 0)
    ::poll(nullptr, 0, 10);
}

using Open = int (*)(const char *, int, ...);

extern "C" int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  static auto next = reinterpret_cast<Open>(::dlsym(RTLD_NEXT, "open"));
  wait(path);
  return next(path, flags, mode);
}

extern "C" int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  static auto next = reinterpret_cast<Open>(::dlsym(RTLD_NEXT, "open64"));
  wait(path);
  return next(path, flags, mode);
}
