//===- ReplyTest.cpp ------------------------------------------------------===//

#include "server/transport/Reply.h"
#include "server/transport/InlineExecutor.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

using namespace shapels;

namespace {

struct RecordingRoute : ReplyRoute {
  void answer(uint64_t ticket, Response response) override {
    answers.emplace_back(ticket, response.error ? response.error->message
                                                : response.result);
  }
  std::vector<std::pair<uint64_t, std::string>> answers;
};

using Answers = std::vector<std::pair<uint64_t, std::string>>;

} // namespace

static_assert(!std::is_copy_constructible_v<ReplyOnce>);
static_assert(!std::is_copy_assignable_v<ReplyOnce>);

TEST(ReplyOnce, AnswersOnce) {
  auto route = std::make_shared<RecordingRoute>();
  {
    ReplyOnce first(route, 7, CancelFlag());
    ReplyOnce second(std::move(first));
    second.result("1");
    second.result("2");
    second.error(lsp::ErrorCode::InternalError, "3");
  }
  EXPECT_EQ(route->answers, (Answers{{7, "1"}}));
}

TEST(ReplyOnce, AnswersAnErrorWhenDropped) {
  auto route = std::make_shared<RecordingRoute>();
  EXPECT_DEBUG_DEATH({ ReplyOnce dropped(route, 7, CancelFlag()); },
                     "dropped without an answer");
#ifdef NDEBUG
  EXPECT_EQ(route->answers, (Answers{{7, "the request was dropped"}}));
#endif
}

TEST(ReplyOnce, IsQuietAfterTheConnection) {
  auto route = std::make_shared<RecordingRoute>();
  ReplyOnce reply(route, 7, CancelFlag());
  std::weak_ptr<RecordingRoute> gone = route;
  route.reset();
  EXPECT_TRUE(gone.expired());
  reply.result("1");
}

TEST(InlineExecutor, KeepsTheOrderOfPosting) {
  InlineExecutor executor;
  std::string order;
  executor.post([&] {
    executor.post([&] { order += "c"; });
    order += "a";
  });
  EXPECT_EQ(order, "ac");
}
