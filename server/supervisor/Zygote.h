//===- Zygote.h - Where workers come from ----------------------*- C++ -*-===//

#ifndef SHAPELS_SUPERVISOR_ZYGOTE_H
#define SHAPELS_SUPERVISOR_ZYGOTE_H

#include <functional>

#include <sys/types.h>

namespace shapels {

/// A process with one thread that has opened no document and forks a worker on
/// request. It and its workers end together with the process that made it, even
/// if that is killed; their crashes leave no core files.
class Zygote {
public:
  /// The main function of a worker: serves at one end of a socket; `index` is
  /// its number. Returns the exit code.
  using Work = std::function<int(int socket, unsigned index)>;

  /// `load` is called once in the zygote: what it makes there its workers have
  /// from the start, and the calling process never has. That must have one
  /// thread only. A worker may have `memoryPercent` of the machine's memory;
  /// to ask for more ends it. The zygote has `shared`, if that is a descriptor,
  /// as the number `sharedNumber`.
  Zygote(std::function<void()> load, Work work, unsigned memoryPercent,
         int shared = -1)
      : load(std::move(load)), work(std::move(work)),
        memoryPercent(memoryPercent), shared(shared) {}
  ~Zygote();
  Zygote(const Zygote &) = delete;
  Zygote &operator=(const Zygote &) = delete;

  /// Starts a worker and returns our end of its socket; -1 if the system has
  /// no means for that. Does not wait. One thread at a time, and once the
  /// zygote itself is gone only from a process with one thread.
  int startWorker(unsigned index);
  /// Starts a worker ahead, which the next startWorker() returns.
  void prepareWorker(unsigned index);
  /// Ends the zygote and all its workers; the next worker comes from a new one.
  void end();

  static constexpr int controlNumber = 3, sharedNumber = 4;
  /// For a program that `load` has put in the place of the zygote's: what a
  /// zygote does.
  [[noreturn]] static void serve(const std::function<void()> &load,
                                 const Work &work, unsigned memoryPercent);

private:
  bool ensure();
  bool ask(int socket, unsigned index) const;
  int fork(unsigned index);
  int takePrepared();

  std::function<void()> load;
  Work work;
  unsigned memoryPercent;
  int shared;
  pid_t process = -1;
  int control = -1;
  /// Our end of the socket of the worker that was started ahead.
  int prepared = -1;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_ZYGOTE_H
