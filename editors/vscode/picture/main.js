// The page: keeps what is chosen and open, and draws it.  In VS Code pictures come as messages, and what is chosen goes back;
// elsewhere the page has one picture, and its text.
'use strict';

const editor = globalThis.acquireVsCodeApi?.();
const state = { functions: [], sizes: [], all: null, shown: [], size: editor?.getState()?.size ?? '', chosen: '', opened: new Map(), isDrawn: false };
const search = document.getElementById('search');
const drawing = new Drawing(document.getElementById('drawing'), { choose: chooseByHand, open: toggle });
const side = new Side({ size: chooseSize, line: (line, character) => chooseAt({ line, character }) });

/** Draws a picture: {title, functions, source, size}. */
function show(picture) {
  state.functions = picture.functions;
  state.sizes = sizesOf(state.functions);
  if (picture.size) state.size = state.sizes.find(({ text }) => text === picture.size)?.id ?? '';
  if (!state.sizes.some(({ id }) => id === state.size)) state.size = '';
  document.title = document.getElementById('title').textContent = picture.title;
  side.source(picture.source);
  state.all = makeBoxes(state.functions);
  redraw();
}

function redraw() {
  const isOpen = opensBy(state.all, state.opened);
  state.shown = shownBoxes(state.all, isOpen, state.functions);
  drawing.draw(layOut(state.all, state.functions, isOpen, state.shown), state.functions, isOpen);
  if (!state.isDrawn && state.functions.length) drawing.fit(0.6); // so that it can be read
  state.isDrawn ||= state.functions.length > 0;
  chooseSize(state.size);
  find();
  drawing.choose(state.chosen);
}

function chooseSize(id) {
  state.size = id;
  editor?.setState({ size: id });
  const paths = id ? state.functions.map((picture) => pathOf(picture, id)) : [];
  drawing.light(paths, state.shown);
  side.sizes(state.sizes, id, search.value);
  side.path(state.functions, state.sizes.find((size) => size.id === id), paths);
}

/** Chooses a box; `isByHand`: the editor's cursor follows. */
function choose(box, isByHand) {
  state.chosen = box.key;
  drawing.choose(box.key);
  const picture = state.functions[box.function], { nameRange } = picture.nodes[box.node];
  side.details(picture, box);
  side.line(nameRange.start.line);
  if (isByHand) editor?.postMessage({ type: 'reveal', range: nameRange });
}

function chooseByHand(box) {
  choose(box, true);
  if (box.children.length && !opensBy(state.all, state.opened)(box)) toggle(box);
  document.getElementById('drawing').focus({ preventScroll: true });
}

/** Opens a box that is closed, and closes one that is open. */
function toggle(box) {
  if (!box.children.length) return;
  state.opened.set(box.key, !opensBy(state.all, state.opened)(box));
  redraw();
}

/** Chooses the box that is drawn for a place of the text, unless the chosen one is of that place. */
function chooseAt(place) {
  const now = [...new Set(state.shown.flat())].find((box) => box?.key === state.chosen);
  const start = now && state.functions[now.function].nodes[now.node].nameRange.start;
  if (start?.line === place.line && start.character === place.character) return;
  for (const [number, picture] of state.functions.entries()) {
    const node = nodeAt(picture, place);
    if (node !== undefined && state.shown[number][node]) return choose(state.shown[number][node], false);
  }
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/** The boxes with a node that the words of the search are about, in the order of the text. */
function foundBoxes() {
  const words = search.value.trim().toLowerCase();
  if (!words) return [];
  const found = new Set();
  state.functions.forEach((picture, number) => {
    const add = (node) => state.shown[number][node] && found.add(state.shown[number][node]);
    picture.nodes.forEach(({ name }, node) => name.toLowerCase().includes(words) && add(node));
    picture.values.forEach(({ name, shape, node }) => `${name} ${shape}`.toLowerCase().includes(words) && add(node));
  });
  return [...found];
}

function find() {
  const found = foundBoxes();
  drawing.find(new Set(found.map(({ key }) => key)));
  document.getElementById('found').textContent = search.value.trim() ? `${found.length} found` : '';
}

search.addEventListener('input', () => {
  find();
  side.sizes(state.sizes, state.size, search.value);
});
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  const found = foundBoxes(), now = found.findIndex(({ key }) => key === state.chosen);
  if (found.length) choose(found.at((now + (event.shiftKey ? found.length - 1 : 1)) % found.length), true);
});

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/** The box that a key leads to from the chosen one. */
function neighbour(key) {
  const boxes = [...new Set(state.shown.flat())].filter(Boolean);
  const now = boxes.find((box) => box.key === state.chosen);
  if (!now) return boxes[0];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step) return boxes[boxes.indexOf(now) + step];
  const [here, there] = key === 'ArrowDown' ? ['from', 'to'] : ['to', 'from'];
  const { edges } = state.functions[now.function], shown = state.shown[now.function];
  const edge = edges.find((each) => shown[each[here]] === now && shown[each[there]] !== now);
  return edge && shown[edge[there]];
}

document.getElementById('drawing').addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const acts = { '+': () => drawing.zoom(1.25), '-': () => drawing.zoom(0.8), 0: () => drawing.fit(), '/': () => search.focus(), Escape: () => chooseSize('') };
  const now = [...new Set(state.shown.flat())].find((box) => box?.key === state.chosen);
  if (event.key.startsWith('Arrow')) acts[event.key] = () => { const box = neighbour(event.key); if (box) choose(box, true); };
  if (event.key === 'Enter' && now) acts.Enter = () => toggle(now.children.length || now.parent.kind === 'all' ? now : now.parent);
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
});
document.getElementById('smaller').addEventListener('click', () => drawing.zoom(0.8));
document.getElementById('larger').addEventListener('click', () => drawing.zoom(1.25));
document.getElementById('fit').addEventListener('click', () => drawing.fit());

//===----------------------------------------------------------------------===//
// Where pictures come from
//===----------------------------------------------------------------------===//

if (editor) {
  document.body.classList.add('editor');
  addEventListener('message', ({ data }) => {
    if (data.type === 'picture') show(data.picture);
    if (data.type === 'cursor') chooseAt(data.place);
  });
  editor.postMessage({ type: 'ready' });
} else {
  show(JSON.parse(document.getElementById('data').textContent));
}
