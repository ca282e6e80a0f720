//===- Framing.h - Bytes to message bodies and back -------------*- C++ -*-===//
//
// Knows nothing of JSON and does no I/O: the caller feeds bytes in pieces of
// any size, and takes out the frames that have become complete. One thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TRANSPORT_FRAMING_H
#define SHAPELS_TRANSPORT_FRAMING_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shapels {

/// A message, or a problem in the stream.
struct Frame {
  enum class Kind {
    /// `text` is the body of a message.
    Message,
    /// Bytes that are no message were skipped; `text` describes them for the
    /// log.
    Skipped,
    /// The stream cannot be followed any more; `text` is the reason. No frame
    /// follows.
    Broken,
  };
  Kind kind = Kind::Message;
  std::string text;
  /// Among what was skipped there may have been an edit of a document.
  bool mayChangeText = false;
};

/// Cuts a stream of bytes into messages.
class MessageReader {
public:
  virtual ~MessageReader() = default;
  virtual void feed(std::string_view bytes) = 0;
  /// No bytes will follow.
  virtual void finish() = 0;
  /// The next complete frame, or nothing until more bytes are fed.
  virtual std::optional<Frame> next() = 0;
};

/// LSP's base protocol: headers, an empty line, Content-Length bytes. Header
/// names are matched in any case, a line may end at "\n" alone. After garbage
/// it goes on at the next `Content-Length:`.
class ContentLengthReader : public MessageReader {
public:
  static constexpr uint64_t defaultLimit = uint64_t(1) << 30;

  explicit ContentLengthReader(uint64_t limit = defaultLimit) : limit(limit) {}

  void feed(std::string_view bytes) override;
  void finish() override { ended = true; }
  std::optional<Frame> next() override;

  /// The bytes of a message that is not complete yet, for another reader.
  std::string unfinished() const;

private:
  std::optional<Frame> nextHeader();
  std::optional<Frame> readLine(std::string_view line);
  std::optional<Frame> readLength(std::string_view digits);
  std::optional<Frame> endHeaders();
  std::optional<Frame> nextBody();
  std::optional<Frame> atEnd();
  Frame broken(std::string why);
  void skip(std::string_view bytes);
  std::string_view unread() const {
    return std::string_view(buffer).substr(consumed);
  }

  uint64_t limit;
  /// `buffer`: headers, and bytes behind a body; `body`: of a message whose
  /// headers are complete.
  std::string buffer, body;
  size_t consumed = 0;
  /// How far the current line was searched for its end.
  size_t searched = 0;
  std::optional<uint64_t> length;
  /// Bytes that are neither header nor body, not yet reported.
  uint64_t garbage = 0;
  bool mayChangeText = false;
  bool inHeaders = false;
  bool inBody = false;
  bool ended = false;
  bool isDone = false;
};

/// mlir-lsp-server's `-lit-test` form: JSON over any number of lines, messages
/// divided by `// -----`, other lines that start with `//` are comments.
class DelimitedReader : public MessageReader {
public:
  void feed(std::string_view bytes) override { buffer += bytes; }
  void finish() override { ended = true; }
  std::optional<Frame> next() override;

private:
  std::optional<std::string_view> nextLine();
  std::optional<Frame> take();

  std::string buffer, message;
  size_t consumed = 0;
  bool ended = false;
};

/// A message body with its header.
std::string frame(std::string_view body);

} // namespace shapels

#endif // SHAPELS_TRANSPORT_FRAMING_H
