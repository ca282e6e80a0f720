//===- ParseBuffer.h - A text for MLIR's parser ----------------*- C++ -*-===//
//
// What is handed to MLIR's parser is put together from slices of a section;
// this maps its places back.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSEBUFFER_H
#define SHAPELS_IR_PARSEBUFFER_H

#include "shapels/text/Position.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/SourceMgr.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shapels {

class ParseBuffer {
public:
  /// `section` must outlive the buffer, and so must `blanks`: ranges of it that
  /// read as spaces.
  explicit ParseBuffer(std::string_view section,
                       std::span<const ByteRange> blanks = {})
      : section(section), blanks(blanks) {}

  void append(ByteRange slice);
  /// Text of ours, with no place of its own: what it says is said of `at`.
  void appendText(std::string_view text, ByteOffset at);

  /// Hands the text over; nothing may be appended afterwards.
  llvm::SourceMgr &sourceMgr();
  /// What the last append() added, as it is handed over.
  std::string_view lastSlice() const {
    return std::string_view(contents).substr(lastBegin, lastSize);
  }

  ByteOffset offsetOf(llvm::SMLoc location) const;
  /// Nothing if the location is not in this buffer.
  std::optional<ByteOffset> offsetOf(mlir::FileLineColLoc location) const;

private:
  struct Slice {
    uint32_t inBuffer;
    ByteOffset inSection;
    bool isOurs;
  };

  std::string_view section;
  std::span<const ByteRange> blanks;
  std::string contents;
  size_t lastBegin = 0, lastSize = 0;
  std::vector<Slice> slices;
  llvm::SourceMgr manager;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSEBUFFER_H
