//===- ParseBuffer.h - A text for MLIR's parser ----------------*- C++ -*-===//
//
// What is handed to MLIR's parser is put together from slices of a section;
// this maps its places back.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_PARSEBUFFER_H
#define SHAPELS_IR_PARSE_PARSEBUFFER_H

#include "core/base/CrashGuard.h"
#include "core/syntax/Outline.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/SourceMgr.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

class ParseBuffer {
public:
  /// A value of an op of an unknown dialect whose type its users may know
  /// better: of the name's group the one of that number.
  struct Pending {
    static constexpr uint32_t isResult = ~0u;

    StatementId statement;
    NameId name;
    uint32_t number;
    /// The op's result `index`, or the argument `index` of a region.
    uint32_t region, index;
  };

  /// `section` must outlive the buffer.
  explicit ParseBuffer(TextSpan section) : section(section) {}

  /// What the parser is to read is all about this statement.
  void blame(ByteRange statement) { blamed = statement; }
  /// For a CrashGuard, when all is appended.
  GuardedTask task() const;

  void append(ByteRange slice);
  /// Text of ours, with no place of its own: what it says is said of `at`.
  void appendText(std::string_view text, ByteOffset at);
  /// Text of ours behind what ends at `at`.
  void appendEnd(std::string_view text, ByteOffset at);
  /// A prefix of ours to a name of the section that stands at `at`.
  void appendPrefix(std::string_view text, ByteOffset at);

  /// Hands the text over; nothing may be appended afterwards.
  llvm::SourceMgr &sourceMgr();

  ByteOffset offsetOf(llvm::SMLoc location) const;
  /// Whether the location is in text of ours.
  bool isOurs(llvm::SMLoc location) const;
  struct Place {
    ByteOffset offset;
    /// Of a token that is missing at the end of what was appended.
    bool isEnd = false;
  };
  /// Nothing if the location is not of this buffer; where what is blamed begins
  /// if it is of no place in it.
  std::optional<Place> placeOf(mlir::FileLineColLoc location) const;

  /// An op of an unknown dialect.
  struct Opaque {
    StatementId statement;
    /// Whether the types that are written are its results'.
    bool isCertain;
  };

  /// What UnregisteredWriter wrote: such ops, and the results of
  /// `shapels.pending`.
  std::vector<Opaque> unregistered;
  std::vector<Pending> pending;

private:
  struct Slice {
    uint32_t inBuffer;
    ByteOffset inSection;
    enum Kind : uint8_t { Section, Ours, End, Prefix } kind;
  };

  const Slice *sliceAt(uint32_t inBuffer) const;
  uint32_t inBuffer(llvm::SMLoc location) const;
  void copySection();
  std::string_view read() const {
    return isSection ? section.text() : std::string_view(contents);
  }
  std::optional<uint32_t> find(unsigned line, unsigned column) const;
  ByteOffset sectionPlace(uint32_t inBuffer) const;

  TextSpan section;
  std::string contents;
  /// Whether what is read is the section, and `contents` empty.
  bool isSection = false;
  /// The longest slice of what is blamed, and where it is in `contents`.
  ByteRange blamed, window;
  size_t windowAt = 0;
  std::vector<Slice> slices;
  llvm::SourceMgr manager;
  /// Where the lines of what is read begin; made when somebody asks.
  mutable std::vector<uint32_t> lines;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_PARSEBUFFER_H
