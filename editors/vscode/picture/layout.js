// Where boxes and edges go.  dagre lays out what is directly in a box; boxes in it count as nodes of their size, so that a
// picture of many small boxes takes no longer than its parts.
'use strict';

const LETTER = 7.3, LINE = 15, PAD = 10, TITLE = 20, LONGEST_LABEL = 44; // pixels, letters
const SPACE = { nodesep: 18, ranksep: 22, edgesep: 8, marginx: PAD, marginy: PAD };

const shortened = (text) => (text.length > LONGEST_LABEL ? text.slice(0, LONGEST_LABEL - 1) + '…' : text);
const widthOf = (lines) => Math.max(...lines.map((line) => line.length)) * LETTER;

/** What is written in a box that is drawn as one node. */
function labelOf(box, functions) {
  const node = functions[box.function].nodes[box.node];
  const count = `${box.ops.toLocaleString('en')} op${box.ops === 1 ? '' : 's'}`;
  if (box.kind === 'run') return [`lines ${linesOf(box, functions)}`, count];
  const title = shortened(box.kind === 'region' ? box.title : node.kind === 'results' ? `results of ${node.name}` : node.name);
  return box.children.length || box.isCut ? [title, count] : [title];
}

/** `12–40`, from one. */
function linesOf(box, functions) {
  const nodes = functions[box.function].nodes;
  let first = Infinity, last = 0;
  const look = (inner) => {
    first = Math.min(first, nodes[inner.node].nameRange.start.line + 1);
    last = Math.max(last, nodes[inner.node].nameRange.start.line + 1);
    inner.children.forEach(look);
  };
  look(box);
  return first === last ? `${first}` : `${first}–${last}`;
}

/**
 * Lays out what is shown.  Gives boxes as [{box, x, y, width, height, lines}], outer first, and edges as
 * [{function, edge, points, label: {x, y, text}}]; `shown` is what shownBoxes() gives.
 */
function layOut(all, functions, isOpen, shown) {
  const links = linksByBox(functions, shown);
  const places = new Map();
  measure(all, functions, isOpen, links, places);
  const boxes = [], edges = [];
  place(all, isOpen, places, 0, 0, boxes);
  for (const link of links.all) edges.push(route(link, places));
  return { boxes, edges, width: places.get(all).width, height: places.get(all).height };
}

/** Edges between what is shown, each once; and by the innermost box that has both ends, what of it they connect. */
function linksByBox(functions, shown) {
  const all = [], byBox = new Map(), seen = new Set();
  functions.forEach((picture, number) => picture.edges.forEach((edge) => {
    const from = shown[number][edge.from], to = shown[number][edge.to];
    const name = `${from.key}>${to.key}>${edge.value}`;
    if (from === to || seen.has(name)) return;
    seen.add(name);
    const text = shortened(picture.values[edge.value].shape);
    const link = { function: number, edge, from, to, text, points: null, label: null };
    all.push(link);
    const [box, a, b] = meet(from, to);
    if (a === b) return; // one is in the other
    if (!byBox.has(box)) byBox.set(box, []);
    byBox.get(box).push({ a, b, link: a === from && b === to ? link : null });
  }));
  return { all, byBox };
}

/** The innermost box around both, and what is directly in it of each. */
function meet(from, to) {
  const path = (box) => (box.parent ? [...path(box.parent), box] : [box]);
  const a = path(from), b = path(to);
  let depth = 1;
  while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) ++depth;
  return [a[depth - 1], a[depth], b[depth]];
}

/** Sets the size of a box, and where in it everything goes. */
function measure(box, functions, isOpen, links, places) {
  if (!isOpen(box)) {
    const lines = labelOf(box, functions);
    places.set(box, { width: widthOf(lines) + 2 * PAD, height: lines.length * LINE + PAD, lines });
    return;
  }
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ ...SPACE });
  box.children.forEach((child, index) => {
    measure(child, functions, isOpen, links, places);
    places.get(child).index = index;
    graph.setNode(index, { width: places.get(child).width, height: places.get(child).height });
  });
  (links.byBox.get(box) ?? []).forEach(({ a, b, link }, number) => {
    const label = link?.text ? { width: link.text.length * LETTER * 0.85 + 10, height: LINE, labelpos: 'c' } : {};
    graph.setEdge(places.get(a).index, places.get(b).index, label, link ? number : 'between'); // one for all between boxes
  });
  dagre.layout(graph);
  const title = box.kind === 'all' ? 0 : TITLE;
  box.children.forEach((child, index) => Object.assign(places.get(child), corner(graph.node(index), title)));
  (links.byBox.get(box) ?? []).forEach(({ a, b, link }, number) => link && takeRoute(link, graph.edge(places.get(a).index, places.get(b).index, number), title));
  const { width, height } = graph.graph();
  const lines = box.kind === 'run' ? [`lines ${linesOf(box, functions)}`] : [shortened(box.title)];
  places.set(box, { width: Math.max(width, widthOf(lines) + 40), height: height + title, lines });
}

const corner = ({ x, y, width, height }, title) => ({ left: x - width / 2, top: y - height / 2 + title });

function takeRoute(link, { points, x, y }, title) {
  link.points = points.map((point) => [point.x, point.y + title]);
  link.label = x === undefined ? null : { x, y: y + title };
}

/** Gives everything its place in the whole. */
function place(box, isOpen, places, x, y, boxes) {
  const at = places.get(box);
  Object.assign(at, { x, y });
  if (box.kind !== 'all') boxes.push({ box, x, y, width: at.width, height: at.height, lines: at.lines });
  if (isOpen(box)) for (const child of box.children) place(child, isOpen, places, x + places.get(child).left, y + places.get(child).top, boxes);
}

/** The points of an edge in the whole: dagre's, or between boxes from the lower edge of one to the upper of the other. */
function route(link, places) {
  const { from, to, text } = link, a = places.get(from), b = places.get(to), around = places.get(from.parent);
  if (link.points) {
    const points = link.points.map(([x, y]) => [x + around.x, y + around.y]);
    return { ...link, points, label: text && link.label ? { x: link.label.x + around.x, y: link.label.y + around.y, text } : null };
  }
  const start = [a.x + a.width / 2, a.y + a.height], end = [b.x + b.width / 2, b.y];
  const middle = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  return { ...link, points: [start, middle, end], label: text ? { x: middle[0], y: middle[1], text } : null };
}
