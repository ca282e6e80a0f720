//===- Player.cpp ---------------------------------------------------------===//

#include "server/record/Player.h"

#include "server/protocol/Json.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

using namespace shapels;
using namespace std::chrono_literals;
using lsp::json;

/// So long an answer is waited for, and findings, which another version may
/// have no reason to send.
static constexpr std::chrono::milliseconds longestAnswer = 60s,
                                           longestFindings = 5s;
/// The server notices that the typing rests.
static constexpr int64_t shortestPause = 500, longestPause = 1000;

Player::Player(int socket, std::function<void(const std::string &)> hear)
    : socket(socket), hear(std::move(hear)) {
  ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
}

Player::~Player() { ::close(socket); }

static json parse(const std::string &body) {
  return json::parse(body, nullptr, /*allow_exceptions=*/false);
}

static bool isRequest(const json &message) {
  return message.contains("id") && message.contains("method");
}

static bool isFindings(const json &message) {
  return message.value("method", json()) == "textDocument/publishDiagnostics" &&
         message.contains("params") && message["params"].is_object() &&
         message["params"].value("uri", json()).is_string();
}

/// What is known of a document's findings, with these.
static void note(const json &message, std::pair<uint64_t, int64_t> &findings) {
  ++findings.first;
  json version = message["params"].value("version", json());
  findings.second =
      version.is_number_integer() ? version.get<int64_t>() : int64_t(-1);
}

//===----------------------------------------------------------------------===//
// The session
//===----------------------------------------------------------------------===//

void Player::play(const std::vector<RecordedMessage> &messages) {
  for (const RecordedMessage &message : messages)
    if (json body = parse(message.body);
        message.isClient && body.contains("id") && !body.contains("method"))
      answers[body["id"].dump()] = message.body;
  int64_t before = messages.empty() ? 0 : messages.front().time;
  for (const RecordedMessage &message : messages) {
    int64_t pause = message.time - std::exchange(before, message.time);
    if (isClosed)
      break;
    if (!message.isClient)
      awaitServer(message);
    else if (pause >= shortestPause)
      pump([] { return false; },
           std::chrono::milliseconds(std::min(pause, longestPause)));
    if (message.isClient)
      playClient(message);
  }
  finish();
}

void Player::playClient(const RecordedMessage &message) {
  if (message.isEnd)
    return endOutput();
  json body = parse(message.body);
  if (body.contains("id") && !body.contains("method"))
    return; // Sent when the server asks.
  json method = body.is_object() ? body.value("method", json()) : json();
  isExitSent |= method == "exit";
  if (isRequest(body))
    pending[body["id"].dump()] = method.dump();
  if (method != "initialize" || !body["params"].is_object())
    return send(message.body);
  // The client's process is another one today.
  body["params"]["processId"] = nullptr;
  send(lsp::jsonText(body));
}

/// Until the server has said so, too.
void Player::awaitServer(const RecordedMessage &message) {
  json body = parse(message.body);
  if (!body.is_object())
    return;
  if (body.contains("id") && !body.contains("method")) {
    std::string id = body["id"].dump();
    pump([&] { return !pending.contains(id); }, longestAnswer);
  } else if (isFindings(body)) {
    std::string uri = body["params"]["uri"];
    auto &wanted = expected[uri];
    note(body, wanted);
    auto isThere = [&] {
      auto &[count, version] = published[uri];
      return version > wanted.second ||
             (version == wanted.second && count >= wanted.first);
    };
    if (!pump(isThere, longestFindings) && !isClosed) {
      missing.push_back("findings of " + uri + " that came did not come again");
      wanted = published[uri];
    }
  }
}

void Player::finish() {
  if (!isClosed && !isExitSent && !isOutputEnded) {
    std::string id = R"("replay:shutdown")";
    pending[id] = R"("shutdown")";
    send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"shutdown"})");
    pump([&] { return !pending.contains(id); }, longestAnswer);
    send(R"({"jsonrpc":"2.0","method":"exit"})");
  }
  if (!isOutputEnded)
    endOutput();
  if (!pump([] { return false; }, longestAnswer) && !isClosed)
    missing.emplace_back("the server does not end");
  for (const auto &[id, method] : pending)
    missing.push_back("no answer to " + method + " (" + id + ")");
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

void Player::send(std::string body) { toSend += frame(body); }

/// Behind what is to be sent.
void Player::endOutput() {
  pump([this] { return toSend.empty(); }, longestAnswer);
  ::shutdown(socket, SHUT_WR);
  isOutputEnded = true;
}

void Player::take(const std::string &body) {
  hear(body);
  json message = parse(body);
  if (!message.is_object())
    return;
  if (isRequest(message)) {
    std::string id = message["id"].dump();
    auto found = answers.find(id);
    send(found != answers.end()
             ? found->second
             : R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":null})");
  } else if (message.contains("id")) {
    pending.erase(message["id"].dump());
  } else if (isFindings(message)) {
    note(message, published[message["params"]["uri"]]);
  }
}

/// False when the server is gone.
bool Player::exchangeBytes(int milliseconds) {
  pollfd ready{socket, POLLIN, 0};
  if (!toSend.empty() && !isOutputEnded)
    ready.events |= POLLOUT;
  if (::poll(&ready, 1, milliseconds) <= 0)
    return true;
  if (ready.revents & POLLOUT) {
    ssize_t sent = ::send(socket, toSend.data(), toSend.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR)
      toSend.clear();
    toSend.erase(0, sent > 0 ? static_cast<size_t>(sent) : 0);
  }
  if (!(ready.revents & (POLLIN | POLLHUP | POLLERR)))
    return true;
  std::array<char, 1 << 16> bytes;
  ssize_t got = ::recv(socket, bytes.data(), bytes.size(), 0);
  if (got < 0)
    return errno == EAGAIN || errno == EINTR;
  reader.feed({bytes.data(), static_cast<size_t>(got)});
  while (std::optional<Frame> frame = reader.next())
    if (frame->kind == Frame::Kind::Message)
      take(frame->text);
  return got > 0;
}

/// False if it is not done in that time, or never will be.
bool Player::pump(const std::function<bool()> &isDone,
                  std::chrono::milliseconds longest) {
  Time end = std::chrono::steady_clock::now() + longest;
  while (!isClosed && !isDone()) {
    auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (rest.count() <= 0)
      return false;
    isClosed = !exchangeBytes(static_cast<int>(rest.count()));
  }
  return isDone();
}
