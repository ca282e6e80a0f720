// The path of a size: which values have it, where it comes from and where it ends.  Knows nothing of the screen.
'use strict';

/**
 * The sizes to choose from: [{id, text, of, isNumber, count}], `of` being the function of one with a name, and `count` the
 * number of values that have it.
 */
function sizesOf(functions) {
  const sizes = new Map();
  functions.forEach((picture) => picture.values.forEach((value) => {
    const ids = new Set(value.sizes.flatMap((size) => idsOf(picture, size)));
    for (const id of ids) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  }));
  const named = new Map(functions.flatMap((picture) => picture.symbols.map((symbol) => [symbolId(picture, symbol), { text: symbol.text, of: picture.name }])));
  return [...sizes].map(([id, count]) => ({ id, text: id, of: '', isNumber: !named.has(id), count, ...named.get(id) }))
    .filter(({ isNumber, count }) => !isNumber || count > 1)
    .sort((a, b) => a.isNumber - b.isNumber || (a.isNumber ? a.text - b.text : b.count - a.count));
}

/** Two functions may have sizes of one name. */
const symbolId = (picture, { text }) => `@${picture.name} ${text}`;

/** A size's symbols, or itself where it is a number other than 1, which is everywhere. */
function idsOf(picture, size) {
  if (size.symbols.length) return size.symbols.map((symbol) => symbolId(picture, picture.symbols[symbol]));
  return /^\d+$/.test(size.text) && size.text !== '1' ? [size.text] : [];
}

/**
 * What of a function has the size: {values, nodes, sources, lasts}, sets of numbers.  A node has it that defines or takes
 * such a value; a last one takes it and hands it on to nothing.
 */
function pathOf(picture, id) {
  const values = new Set(picture.values.flatMap(({ sizes }, value) => (sizes.some((size) => idsOf(picture, size).includes(id)) ? [value] : [])));
  const makers = new Set([...values].map((value) => picture.values[value].node));
  const lit = picture.edges.filter((edge) => values.has(edge.value));
  const takers = new Set(lit.map((edge) => edge.to)), givers = new Set(lit.map((edge) => edge.from));
  const symbol = picture.symbols.find((each) => symbolId(picture, each) === id);
  const sources = new Set(symbol ? [symbol.node] : [...makers].filter((node) => !takers.has(node)));
  return {
    values, sources,
    nodes: new Set([...makers, ...takers, ...sources]),
    lasts: new Set([...takers, ...makers].filter((node) => !givers.has(node))),
  };
}

/** The innermost node at a place of the text, or nothing; `line` and `character` from zero. */
function nodeAt(picture, { line, character }) {
  const isBefore = (a, b) => a.line < b.line || (a.line === b.line && a.character <= b.character);
  let best;
  picture.nodes.forEach(({ range, kind }, node) => {
    if (kind !== 'results' && isBefore(range.start, { line, character }) && isBefore({ line, character }, range.end)) best = node;
  });
  return best;
}
