// What is drawn of a picture: boxes that nest each other.  Knows nothing of the screen.
//
// A box is {key, title, kind, children, parent, ops, function, node}: `kind` is 'all', 'function', 'op' (with regions),
// 'region', 'run' (ops that follow each other in a long block) or 'leaf'; `key` stays the same while the text is edited
// elsewhere; `function` and `node` are the numbers of what it is about.  A box that is closed is drawn as one node.
'use strict';

const MOST_OPS = 1000;  // with more, regions are closed, and functions or long blocks
const LONGEST_RUN = 40; // a longer block is cut into runs, so that each piece is laid out fast

/** The box of all functions. */
function makeBoxes(functions) {
  const all = newBox('all', 'all', '', null);
  all.parent = null;
  functions.forEach((picture, number) => addFunction(all, picture, number));
  countOps(all);
  return all;
}

function newBox(kind, key, title, about) {
  return { kind, key, title, children: [], parent: null, ops: 0, function: about?.function ?? 0, node: about?.node ?? 0 };
}

function adopt(parent, child) {
  child.parent = parent;
  parent.children.push(child);
  return child;
}

function addFunction(all, picture, number) {
  const about = { function: number, node: 0 };
  const box = adopt(all, newBox(picture.nodes.length > 1 ? 'function' : 'leaf', picture.name, '@' + picture.name, about));
  box.ops = picture.isCut ? picture.ops : 0;
  box.isCut = picture.isCut;
  const nested = picture.nodes.map(() => []);
  picture.nodes.forEach((node, index) => index && nested[node.parent].push(index));
  addContents(box, picture, nested, 0);
  cutIntoRuns(box);
}

/** Adds what a node nests to its box. */
function addContents(box, picture, nested, node) {
  const seen = new Map(); // how often a name was there
  const regions = new Set(nested[node].filter((child) => picture.nodes[child].kind === 'op').map((child) => picture.nodes[child].region));
  const boxOf = new Map();
  const regionBox = (number) => {
    if (regions.size < 2) return box;
    if (!boxOf.has(number)) boxOf.set(number, adopt(box, newBox('region', `${box.key}/region${number}`, `region ${number}`, { function: box.function, node })));
    return boxOf.get(number);
  };
  for (const child of nested[node]) {
    const { name, kind, region } = picture.nodes[child];
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const key = `${box.key}/${name}#${count}${kind === 'results' ? '!' : ''}`;
    const into = kind === 'results' ? box : regionBox(region);
    const about = { function: box.function, node: child };
    if (!nested[child].length) {
      adopt(into, newBox('leaf', key, name, about)).ops = kind === 'op' ? 1 : 0;
      continue;
    }
    const inner = adopt(into, newBox('op', key, name, about));
    adopt(inner, newBox('leaf', key + '/', name, about)).ops = 1; // the op itself, to which its operands go
    addContents(inner, picture, nested, child);
    for (const part of inner.children) if (part.kind === 'region') cutIntoRuns(part);
    cutIntoRuns(inner);
  }
}

/** Groups what a box has too much of, as evenly as it goes; the groups too, where there are many. */
function cutIntoRuns(box) {
  for (let level = 1; box.children.length > LONGEST_RUN * 1.5; ++level) {
    const items = box.children, runs = Math.ceil(items.length / LONGEST_RUN), size = Math.ceil(items.length / runs);
    box.children = [];
    for (let first = 0; first < items.length; first += size) {
      const about = items[first];
      const run = adopt(box, newBox('run', `${box.key}/run${level}.${first / size}`, '', about));
      for (const item of items.slice(first, first + size)) adopt(run, item);
    }
  }
}

function countOps(box) {
  for (const child of box.children) box.ops += countOps(child);
  return box.ops;
}

/** Which boxes are open: what the user chose (a Map of keys), or else, with many ops, no more than can be looked at. */
function opensBy(all, chosen) {
  const isMany = all.ops > MOST_OPS, areSeveral = all.children.length > 1;
  const outer = new Map(all.children.map((box) => [box.function, countOuter(box)]));
  const isOpenAtFirst = (box) => !isMany || (box.kind === 'function' ? !areSeveral : box.kind === 'run' ? outer.get(box.function) <= MOST_OPS : false);
  return (box) => box.kind === 'all' || (box.children.length > 0 && (chosen.get(box.key) ?? isOpenAtFirst(box)));
}

/** Leaves that are shown where ops with regions are closed. */
function countOuter(box) {
  return box.kind === 'op' || !box.children.length ? 1 : box.children.reduce((sum, child) => sum + countOuter(child), 0);
}

/** For each function, by the number of a node: the box that is drawn for it. */
function shownBoxes(all, isOpen, functions) {
  const shown = functions.map(({ nodes }) => new Array(nodes.length));
  const mark = (box, drawn) => {
    const target = drawn ?? (isOpen(box) ? null : box);
    if (!box.children.length || (target === box && box.kind !== 'run' && box.kind !== 'region')) shown[box.function][box.node] = target ?? box;
    for (const child of box.children) mark(child, target);
  };
  mark(all, null);
  functions.forEach((_, number) => (shown[number][0] ??= all.children[number]));
  return shown;
}
