//===- OtherVersions.cpp --------------------------------------------------===//

#include "shapels/analysis/OtherVersions.h"
#include "shapels/analysis/Suggestions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"

using namespace shapels;

//===----------------------------------------------------------------------===//
// What became of ops
//===----------------------------------------------------------------------===//

namespace {

struct Successor {
  std::string_view before, now;
};

/// By the release notes and deprecations of MLIR.
constexpr Successor successors[] = {
    {"arith.addui_carry", "arith.addui_extended"},
    {"arith.maxf", "arith.maximumf"},
    {"arith.minf", "arith.minimumf"},
    {"bufferization.to_memref", "bufferization.to_buffer"},
    {"linalg.init_tensor", "tensor.empty"},
    {"linalg.pad_tensor", "tensor.pad"},
    {"linalg.tensor_collapse_shape", "tensor.collapse_shape"},
    {"linalg.tensor_expand_shape", "tensor.expand_shape"},
    {"math.abs", "math.absf"},
    {"memref.buffer_cast", "bufferization.to_buffer"},
    {"memref.tensor_load", "bufferization.to_tensor"},
    {"memref.tensor_store", "bufferization.materialize_in_destination"},
    {"scf.foreach_thread", "scf.forall"},
    {"scf.foreach_thread.perform_concurrently", "scf.forall.in_parallel"},
    {"tosa.div", "tosa.intdiv"},
    {"vector.extractelement", "vector.extract"},
    {"vector.insertelement", "vector.insert"},
    {"vector.splat", "vector.broadcast"},
    {"vector.warp_execute_on_lane_0", "gpu.warp_execute_on_lane_0"},
};

/// What the dialect `std` was split into.
constexpr std::string_view heirs[] = {"arith",  "cf",   "func",
                                      "memref", "math", "tensor"};

} // namespace

std::string_view shapels::successorOf(std::string_view op) {
  for (const Successor &row : successors)
    if (op == row.before)
      return row.now;
  return {};
}

std::string shapels::formerlyBare(std::string_view name, const OpTable &ops) {
  std::string found;
  for (std::string_view dialect : heirs) {
    std::string full = std::string(dialect).append(".").append(name);
    if (!ops.isRegistered(full))
      continue;
    if (!found.empty())
      return "";
    found = std::move(full);
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Causes
//===----------------------------------------------------------------------===//

/// Types that were written otherwise once.
static constexpr std::string_view pointer = "!llvm.ptr";

/// The dialect's type whose `<` is open at the end of the text.
static llvm::StringRef openType(llvm::StringRef text) {
  constexpr size_t longest = 1000;
  text = text.take_back(longest);
  unsigned closed = 0;
  for (; !text.empty(); text = text.drop_back()) {
    if (text.ends_with("->"))
      text = text.drop_back();
    else if (text.back() == '>')
      ++closed;
    else if (text.back() == '<' && closed-- == 0)
      break;
  }
  llvm::StringRef before = text.drop_back(text.empty() ? 0 : 1);
  size_t mark = before.rfind('!');
  if (mark == before.npos)
    return {};
  llvm::StringRef name = before.drop_front(mark);
  bool isName = llvm::all_of(name.drop_front(), [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  });
  return isName ? name : llvm::StringRef();
}

/// Whether it is about a name that the text gives to something.
static bool isAboutNames(llvm::StringRef message) {
  return message.contains('%') || isAboutUndeclared(message) ||
         message.starts_with("redefinition") || message.contains("symbol");
}

std::string shapels::commonCauseOf(const Section &section,
                                   const IrDiagnostic &diagnostic) {
  StatementId id = diagnostic.subject;
  bool isError = diagnostic.level == IrDiagnostic::Level::Error &&
                 diagnostic.stage == IrDiagnostic::Stage::Parse;
  if (!isError || diagnostic.harm || id == noStatement)
    return "";
  ByteOffset begin = section.outline().begin(id);
  if (begin <= diagnostic.range.begin &&
      openType(section.slice({begin, diagnostic.range.begin})) ==
          llvm::StringRef(pointer))
    return std::string(pointer);
  std::string_view op = section.outline().opName(id);
  if (op.empty() || isAboutNames(diagnostic.message))
    return "";
  return std::string(op).append(" ").append(diagnostic.message);
}

std::string shapels::othersOfCause(std::string_view cause, size_t others) {
  std::string text = "; " + std::to_string(others) +
                     " more errors in this file have the same cause: ";
  std::string version = "MLIR " + std::to_string(LLVM_VERSION_MAJOR);
  if (cause == pointer)
    return text + "`!llvm.ptr<T>` was the spelling before MLIR 17, now it is "
                  "`!llvm.ptr`";
  return text + "the text may be of another version than " + version +
         ", by which it is read";
}
