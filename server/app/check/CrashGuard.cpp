//===- CrashGuard.cpp -----------------------------------------------------===//

#include "shapels/app/check/CrashGuard.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <csignal>
#include <memory>

using namespace shapels;
using llvm::CrashRecoveryContext;

/// Deep nesting costs stack in MLIR's parser; memory is taken only as used.
static constexpr unsigned stackBytes = 256u << 20;

/// For the handler, where the stack itself has overflowed.
static constexpr size_t signalStackBytes = 64u << 10;

CrashGuard::CrashGuard() {
  CrashRecoveryContext::Enable();
  // LLVM's handlers run on the stack of the crash, which may have no room.
  for (int signal : {SIGSEGV, SIGBUS}) {
    struct sigaction action;
    sigaction(signal, nullptr, &action);
    action.sa_flags |= SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
}

CrashGuard::~CrashGuard() { CrashRecoveryContext::Disable(); }

static void useSignalStack(char *memory) {
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = signalStackBytes;
  sigaltstack(&stack, nullptr);
}

std::optional<int> CrashGuard::run(llvm::function_ref<void()> work) {
  auto signalStack = std::make_unique<char[]>(signalStackBytes);
  CrashRecoveryContext context;
  auto guarded = [&] {
    useSignalStack(signalStack.get());
    work();
  };
  if (context.RunSafelyOnThread(guarded, stackBytes))
    return std::nullopt;
  return context.RetCode - 128;
}
