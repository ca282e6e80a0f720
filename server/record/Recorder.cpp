//===- Recorder.cpp -------------------------------------------------------===//

#include "server/record/Recorder.h"

#include "server/protocol/Json.h"
#include "server/protocol/ParseMessage.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

using namespace shapels;
using lsp::json;

/// More are not there of one session, but by mistake.
static constexpr unsigned mostFiles = 1000;

std::shared_ptr<Recorder> Recorder::make(const std::string &path,
                                         bool isRedacted, const Clock &clock,
                                         LogSink &log) {
  std::string name = path;
  int descriptor = -1;
  for (unsigned number = 1; number <= mostFiles; ++number) {
    descriptor =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0 || errno != EEXIST)
      break;
    name = path + "." + std::to_string(number);
  }
  if (descriptor < 0) {
    log.log(LogLevel::Error, "cannot record into '" + name + "': " +
                                 std::generic_category().message(errno));
    return nullptr;
  }
  log.log(LogLevel::Warning,
          "this session is recorded in '" + name +
              "' (mode 0600: you alone may read it), " +
              (isRedacted ? "with names and literals replaced"
                          : "with the texts of all documents"));
  return std::shared_ptr<Recorder>(
      new Recorder(descriptor, isRedacted, clock, log));
}

Recorder::Recorder(int descriptor, bool isRedacted, const Clock &clock,
                   LogSink &log)
    : descriptor(descriptor), isRedacted(isRedacted), clock(clock), log(log),
      begun(clock.now()) {
  write(std::string(R"({"recording":1,"redacted":)") +
        (isRedacted ? "true" : "false") + "}\n");
}

Recorder::~Recorder() { ::close(descriptor); }

int64_t Recorder::time() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() -
                                                               begun)
      .count();
}

/// A disk that is full ends the recording, not the session.
void Recorder::write(std::string_view bytes) {
  while (!bytes.empty() && !isBroken) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR) {
      isBroken = true;
      log.log(LogLevel::Error, "the recording ends here: " +
                                   std::generic_category().message(errno));
    }
  }
}

/// What is not JSON is left out, as nothing is known of what it says.
std::string Recorder::redacted(const std::string &body, bool isClient) {
  std::string error;
  json message = lsp::parseMessage(body, error);
  if (!message.is_object())
    return "null";
  return lsp::jsonText(isClient ? redactor.fromClient(std::move(message))
                                : redactor.fromServer(std::move(message)));
}

void Recorder::take(ContentLengthReader &reader, std::string_view bytes,
                    bool isClient) {
  reader.feed(bytes);
  while (std::optional<Frame> frame = reader.next()) {
    if (frame->kind == Frame::Kind::Broken)
      return;
    if (frame->kind != Frame::Kind::Message)
      continue;
    std::string body =
        isRedacted ? redacted(frame->text, isClient) : std::move(frame->text);
    write(encode({time(), isClient, /*isEnd=*/false, std::move(body)}));
  }
}

void Recorder::clientEnded() {
  write(encode({time(), /*isClient=*/true, /*isEnd=*/true, ""}));
}

//===----------------------------------------------------------------------===//
// A stream that is recorded
//===----------------------------------------------------------------------===//

namespace {

class RecordedStream : public ByteStream {
public:
  RecordedStream(std::shared_ptr<ByteStream> stream,
                 std::shared_ptr<Recorder> recorder)
      : stream(std::move(stream)), recorder(std::move(recorder)) {}

  void start(OnBytes onBytes, OnEnd onEnd) override {
    stream->start(
        [recorder = recorder,
         onBytes = std::move(onBytes)](std::string_view bytes) {
          recorder->fromClient(bytes);
          onBytes(bytes);
        },
        [recorder = recorder, onEnd = std::move(onEnd)] {
          recorder->clientEnded();
          onEnd();
        });
  }
  void write(std::string bytes) override {
    recorder->fromServer(bytes);
    stream->write(std::move(bytes));
  }
  void flush(std::function<void()> done) override {
    stream->flush(std::move(done));
  }
  void endOutput() override { stream->endOutput(); }

private:
  std::shared_ptr<ByteStream> stream;
  std::shared_ptr<Recorder> recorder;
};

} // namespace

std::shared_ptr<ByteStream>
shapels::recorded(std::shared_ptr<ByteStream> stream,
                  std::shared_ptr<Recorder> recorder) {
  return std::make_shared<RecordedStream>(std::move(stream),
                                          std::move(recorder));
}
