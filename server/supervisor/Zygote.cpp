//===- Zygote.cpp - Where workers come from -------------------------------===//

#include "server/supervisor/Zygote.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

using namespace shapels;

/// Deep nesting costs stack in MLIR's parser. More would take longer to
/// overflow than a user waits.
static constexpr size_t stackBytes = size_t(64) << 20;

/// What a worker has addresses for and does not use: libraries, and the stacks
/// of its threads.
static constexpr rlim_t unusedBytes = rlim_t(2) << 30;

//===----------------------------------------------------------------------===//
// In the zygote and its workers
//===----------------------------------------------------------------------===//

/// False if the parent is gone already.
static bool endWith(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return ::getppid() == parent;
}

/// The client's descriptors are the supervisor's alone, so that the client
/// sees the end of them.
static void keepOnly(int control, int shared) {
  constexpr int numbers[] = {Zygote::controlNumber, Zygote::sharedNumber};
  int kept[] = {::fcntl(control, F_DUPFD_CLOEXEC, Zygote::sharedNumber + 1),
                ::fcntl(shared, F_DUPFD_CLOEXEC, Zygote::sharedNumber + 1)};
  for (int i : {0, 1})
    if (kept[i] >= 0)
      ::dup2(kept[i], numbers[i]);
  ::close_range(kept[1] < 0 ? Zygote::sharedNumber : Zygote::sharedNumber + 1,
                ~0u, 0);
  int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::close(null);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

/// A text may make MLIR ask for memory without end.
static void setLimits(unsigned memoryPercent) {
  rlimit none = {0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__)
  rlim_t memory = static_cast<rlim_t>(::sysconf(_SC_PHYS_PAGES)) *
                  static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  rlimit limit = {memory / 100 * memoryPercent + unusedBytes, RLIM_INFINITY};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

static constexpr size_t controlBytes = CMSG_SPACE(sizeof(int));

/// What is sent over the control socket: a number, and a descriptor with it.
struct ControlMessage {
  unsigned index = 0;
  alignas(cmsghdr) char space[controlBytes] = {};
  iovec part{&index, sizeof index};
  msghdr header{};

  ControlMessage() {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = space;
    header.msg_controllen = sizeof space;
  }
};

/// The worker's socket; -1 at the end of the zygote's life.
static int receiveRequest(int control, unsigned &index) {
  ControlMessage message;
  ssize_t size;
  do
    size = ::recvmsg(control, &message.header, MSG_CMSG_CLOEXEC);
  while (size < 0 && errno == EINTR);
  const cmsghdr *attached = CMSG_FIRSTHDR(&message.header);
  if (size != sizeof index || !attached || attached->cmsg_type != SCM_RIGHTS)
    return -1;
  int socket = -1;
  std::memcpy(&socket, CMSG_DATA(attached), sizeof socket);
  index = message.index;
  return socket;
}

[[noreturn]] static void work(const Zygote::Work &work, int control, int socket,
                              unsigned index, pid_t zygote) {
  if (!endWith(zygote))
    ::_exit(1);
  ::close(control);
  std::signal(SIGCHLD, SIG_DFL);
  ::_exit(work(socket, index));
}

void Zygote::serve(const std::function<void()> &load, const Work &body,
                   unsigned memoryPercent) {
  // Dead workers are nobody's concern; Ctrl-C is the supervisor's.
  std::signal(SIGCHLD, SIG_IGN);
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  setLimits(memoryPercent);
  load();
  unsigned index = 0;
  pid_t self = ::getpid();
  for (int socket; (socket = receiveRequest(controlNumber, index)) >= 0;) {
    if (::fork() == 0)
      ::work(body, controlNumber, socket, index, self);
    ::close(socket);
  }
  ::_exit(0);
}

//===----------------------------------------------------------------------===//
// In the process that has the zygote
//===----------------------------------------------------------------------===//

Zygote::~Zygote() { end(); }

void Zygote::end() {
  for (int *socket : {&control, &prepared})
    if (int ours = std::exchange(*socket, -1); ours >= 0)
      ::close(ours);
  if (process > 0)
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR)
      ;
  process = -1;
}

bool Zygote::ensure() {
  if (control >= 0)
    return true;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  pid_t parent = ::getpid();
  process = ::fork();
  if (process == 0) {
    if (!endWith(parent))
      ::_exit(1);
    keepOnly(ends[1], shared);
    serve(load, work, memoryPercent);
  }
  ::close(ends[1]);
  control = ends[0];
  if (process < 0)
    end();
  return process > 0;
}

bool Zygote::ask(int socket, unsigned index) const {
  ControlMessage message;
  message.index = index;
  cmsghdr *attached = CMSG_FIRSTHDR(&message.header);
  attached->cmsg_level = SOL_SOCKET;
  attached->cmsg_type = SCM_RIGHTS;
  attached->cmsg_len = CMSG_LEN(sizeof socket);
  std::memcpy(CMSG_DATA(attached), &socket, sizeof socket);
  return ::sendmsg(control, &message.header, MSG_NOSIGNAL) == sizeof index;
}

int Zygote::fork(unsigned index) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return -1;
  bool isStarted = ensure() && ask(ends[1], index);
  if (!isStarted) {
    // It may have been killed; another one is as good.
    end();
    isStarted = ensure() && ask(ends[1], index);
  }
  ::close(ends[1]);
  if (isStarted)
    return ends[0];
  ::close(ends[0]);
  return -1;
}

/// -1 if there is none, or if it is gone.
int Zygote::takePrepared() {
  int socket = std::exchange(prepared, -1);
  char ignored;
  if (socket >= 0 &&
      ::recv(socket, &ignored, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
    ::close(socket);
    return -1;
  }
  return socket;
}

int Zygote::startWorker(unsigned index) {
  int socket = takePrepared();
  return socket >= 0 ? socket : fork(index);
}

void Zygote::prepareWorker(unsigned index) {
  if (prepared < 0)
    prepared = fork(index);
}
