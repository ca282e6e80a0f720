//===- Player.h - Plays a session again -------------------------*- C++ -*-===//
//
// Takes the client's part in a recorded session. A message is sent once the
// server has said what the client had heard of it by then: answers to requests,
// and findings. What the server asks is answered as in the recording. Pauses in
// which the server does things by itself are kept, and no others.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_RECORD_PLAYER_H
#define SHAPELS_RECORD_PLAYER_H

#include "server/record/Recording.h"
#include "server/transport/Framing.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace shapels {

class Player {
public:
  /// The server is at the other end of a socket, which is closed in the end.
  /// `hear` is called with each message of the server.
  Player(int socket, std::function<void(const std::string &body)> hear);
  ~Player();
  Player(const Player &) = delete;
  Player &operator=(const Player &) = delete;

  /// Returns when the server has closed its side. If the recording breaks off,
  /// the server is told to shut down and exit.
  void play(const std::vector<RecordedMessage> &messages);
  /// What the server did not do in time, for people to read.
  const std::vector<std::string> &complaints() const { return missing; }

private:
  using Time = std::chrono::steady_clock::time_point;

  void playClient(const RecordedMessage &message);
  void awaitServer(const RecordedMessage &message);
  void finish();
  void send(std::string body);
  void endOutput();
  void take(const std::string &body);
  bool pump(const std::function<bool()> &isDone,
            std::chrono::milliseconds longest);
  bool exchangeBytes(int milliseconds);

  int socket;
  std::function<void(const std::string &body)> hear;
  ContentLengthReader reader;
  std::string toSend;
  bool isInputEnded = false, isOutputEnded = false, isClosed = false;
  bool isExitSent = false;
  /// How the client answers, by the id as JSON text.
  std::map<std::string, std::string> answers;
  /// Requests that are not answered yet, by id, with their methods.
  std::map<std::string, std::string> pending;
  /// By URI: how many lists of findings came, and of which version the last is.
  std::map<std::string, std::pair<uint64_t, int64_t>> published, expected;
  std::vector<std::string> missing;
};

} // namespace shapels

#endif // SHAPELS_RECORD_PLAYER_H
