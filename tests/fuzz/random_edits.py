"""What people do to a text, at random. An edit is (begin, end, text) in
characters; a batch is a list of them, each counted in what the one before left."""

import re

PIECES = ["{", "}", '"', "^", "#", "!", "(", ")", "%0", "x", "=", "4", "?", ":", "^bb1:", "return",
          "tosa.add", "@f", "f32", ",", "//", "loc(", "tensor<", "-> ", "[", "]", "!t", "// -----\n",
          "\n", "\r\n", "\r", "é", "😀", '"x"() : () -> ()\n']
TYPED = ["%new = tosa.add %0, %1 : ", "scf.if %c { }", "func.func @g() {\n}\n", "^bb3(%z: i32):\n",
         '"a.b"() ', "#x = 1\n", "!t = i32\n", '"x.y"() {a = array<index: 1>} : () -> ()\n']


def apply(text, batch):
    for begin, end, new in batch:
        begin, end = min(begin, len(text)), min(max(begin, end), len(text))
        text = text[:begin] + new + text[end:]
    return text


class RandomEdits:
    def __init__(self, rng, text):
        self.rng, self.original = rng, text
        self.history, self.typing = [], []

    def next(self, text):
        rng = self.rng
        if not self.typing and rng.random() < 0.1:
            at = rng.randrange(len(text) + 1)
            self.typing = [(at + i, at + i, key) for i, key in enumerate(rng.choice(TYPED))]
        if self.typing:
            return [self.typing.pop(0)]
        if self.history and rng.random() < 0.1:
            return [difference(text, self.history.pop())]
        self.history.append(text)
        if rng.random() < 0.1:
            return self.move_line(text)
        batch = []
        for _ in range(rng.choice([1, 1, 1, 4])):
            batch.append(self.edit(text))
            text = apply(text, batch[-1:])
        return batch

    def edit(self, text):
        rng = self.rng
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(8)
        if kind == 0:
            return (at, min(len(text), at + rng.choice([1, 1, 6])), "")
        if kind == 1:
            begin, end = self.lines(text, 2)
            return (begin, end, "")
        if kind in (2, 3):
            source = self.original if kind == 2 else text
            begin, end = self.lines(source, 3)
            to, _ = self.lines(text, 1)
            return (to, to, source[begin:end])
        if kind == 4 and (found := re.compile(r"\d").search(text, at)):
            return (found.start(), found.end(), str(rng.randrange(10)))
        if kind == 5 and (names := list(re.finditer(r"[%@#!^]\w+", text))):
            return (*rng.choice(names).span(), rng.choice(names).group())
        if kind == 6 and (found := re.compile("\n").search(text, at)):
            return (found.start(), found.end(), "\r\n")
        return (at, at, rng.choice(PIECES))

    def lines(self, text, most):
        begin = text.rfind("\n", 0, self.rng.randrange(len(text) + 1)) + 1
        end = begin
        for _ in range(self.rng.randrange(most) + 1):
            end = text.find("\n", end) + 1 or len(text)
        return begin, end

    def move_line(self, text):
        begin, end = self.lines(text, 1)
        rest = text[:begin] + text[end:]
        to, _ = self.lines(rest, 1)
        return [(begin, end, ""), (to, to, text[begin:end])]


def difference(now, then):
    """The edit that makes one of the other."""
    begin = 0
    while begin < min(len(now), len(then)) and now[begin] == then[begin]:
        begin += 1
    tail = 0
    while tail < min(len(now), len(then)) - begin and now[-1 - tail] == then[-1 - tail]:
        tail += 1
    return (begin, len(now) - tail, then[begin:len(then) - tail])
