//===- OtherVersions.cpp --------------------------------------------------===//

#include "core/analysis/OtherVersions.h"
#include "core/analysis/Suggestions.h"

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
    {"linalg.batch_matmul_transpose_a", "linalg.batch_matmul"},
    {"linalg.batch_matmul_transpose_b", "linalg.batch_matmul"},
    {"linalg.elemwise_binary", "linalg.elementwise"},
    {"linalg.elemwise_unary", "linalg.elementwise"},
    {"linalg.init_tensor", "tensor.empty"},
    {"linalg.matmul_transpose_a", "linalg.matmul"},
    {"linalg.matmul_transpose_b", "linalg.matmul"},
    {"linalg.pad_tensor", "tensor.pad"},
    {"linalg.tensor_collapse_shape", "tensor.collapse_shape"},
    {"linalg.tensor_expand_shape", "tensor.expand_shape"},
    {"math.abs", "math.absf"},
    {"memref.buffer_cast", "bufferization.to_buffer"},
    {"memref.tensor_load", "bufferization.to_tensor"},
    {"memref.tensor_store", "bufferization.materialize_in_destination"},
    {"scf.foreach_thread", "scf.forall"},
    {"scf.foreach_thread.parallel_insert_slice",
     "tensor.parallel_insert_slice"},
    {"scf.foreach_thread.perform_concurrently", "scf.forall.in_parallel"},
    {"smt.declare_const", "smt.declare_fun"},
    {"sparse_tensor.pack", "sparse_tensor.assemble"},
    {"sparse_tensor.unpack", "sparse_tensor.disassemble"},
    {"tensor.pack", "linalg.pack"},
    {"tensor.unpack", "linalg.unpack"},
    {"tosa.div", "tosa.intdiv"},
    {"tosa.fully_connected", "tosa.conv2d"},
    {"transform.structured.masked_vectorize", "transform.structured.vectorize"},
    {"transform.structured.tile", "transform.structured.tile_using_for"},
    {"transform.structured.tile_to_forall_op",
     "transform.structured.tile_using_forall"},
    {"vector.extractelement", "vector.extract"},
    {"vector.flat_transpose", "llvm.intr.matrix.transpose"},
    {"vector.insertelement", "vector.insert"},
    {"vector.matrix_multiply", "llvm.intr.matrix.multiply"},
    {"vector.splat", "vector.broadcast"},
    {"vector.warp_execute_on_lane_0", "gpu.warp_execute_on_lane_0"},
};

/// What the dialect `std` was split into.
constexpr std::string_view heirs[] = {"arith",  "cf",   "func",
                                      "memref", "math", "tensor"};

/// What older versions wrote otherwise of an op that is still there, by what
/// MLIR says of it.
struct FormerForm {
  std::string_view op, message, before;
};

constexpr FormerForm formerForms[] = {
    {"bufferization.to_tensor", "expected 'to'",
     "the type of the result was left out"},
    {"tensor.expand_shape", "expected 'output_shape'",
     "the sizes were left out"},
    {"tosa.avg_pool2d", "expected 3 operands", "the zero points were left out"},
    {"tosa.clamp", "requires attribute 'm",
     "the bounds were 'min_fp', 'max_fp', 'min_int' and 'max_int'"},
    {"tosa.conv2d", "expected 5 operands", "the zero points were left out"},
    {"tosa.conv3d", "expected 5 operands", "the zero points were left out"},
    {"tosa.depthwise_conv2d", "expected 5 operands",
     "the zero points were left out"},
    {"tosa.matmul", "expected 4 operands", "the zero points were left out"},
    {"tosa.mul", "expected 3 operands", "the shift was an attribute"},
    {"tosa.negate", "expected 3 operands", "the zero points were left out"},
    {"tosa.pad", "expected 3 operands",
     "the value to pad with could be left out"},
    {"tosa.reshape", "expected 2 operands", "the shape was an attribute"},
    {"tosa.resize", "expected 4 operands",
     "scale, offset and border were attributes"},
    {"tosa.slice", "expected 3 operands", "start and size were attributes"},
    {"tosa.tile", "expected 2 operands", "the multiples were an attribute"},
    {"tosa.transpose", "requires a single operand",
     "the permutation was an operand"},
    {"tosa.transpose_conv2d", "expected 5 operands",
     "the zero points were left out"},
    {"vector.extract", "expected 'from'",
     "the type of the result was left out"},
    {"vector.transfer_read", "requires attribute 'in_bounds'",
     "it could be left out"},
    {"vector.transfer_write", "requires attribute 'in_bounds'",
     "it could be left out"},
};

} // namespace

std::string_view shapels::formerFormOf(std::string_view op,
                                       std::string_view message) {
  for (const FormerForm &row : formerForms)
    if (op == row.op && message.find(row.message) != message.npos)
      return row.before;
  return {};
}

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

/// A type that was written otherwise once.
static constexpr std::string_view pointer = "!llvm.ptr";

/// Whether a pointer's parameter follows; in another of the dialect's types its
/// name stands alone.
static bool isBeforePointee(llvm::StringRef text) {
  return text.ends_with("!llvm.ptr<") || text.ends_with("(ptr<") ||
         text.ends_with(" ptr<") || text.ends_with("<ptr<");
}

std::string shapels::commonCauseOf(const Section &section,
                                   const SectionDiagnostic &diagnostic) {
  StatementId id = diagnostic.subject;
  bool isError =
      diagnostic.severity == Severity::Error && diagnostic.isFromParser();
  if (!isError || diagnostic.failure || id == noStatement)
    return "";
  SectionOffset begin = section.outline().begin(id);
  if (begin <= diagnostic.range.begin &&
      isBeforePointee(section.slice({begin, diagnostic.range.begin})))
    return std::string(pointer);
  return isAboutUnknownOp(diagnostic.message)
             ? std::string(section.outline().opName(id))
             : "";
}

std::string shapels::othersOfCause(std::string_view cause, size_t others) {
  std::string text = "; " + std::to_string(others) +
                     " more errors in this file have the same cause: ";
  std::string version = std::to_string(LLVM_VERSION_MAJOR);
  if (cause == pointer)
    return text + "`!llvm.ptr<T>` was the spelling before MLIR 17, now it is "
                  "`!llvm.ptr`";
  return text + "the text may be of another version of MLIR than " + version;
}
