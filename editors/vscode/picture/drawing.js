// What is laid out, as SVG.  Colours are classes of picture.css; what is chosen and lit only changes classes.
'use strict';

const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes, parent, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent?.append(element);
  return element;
}

class Drawing {
  #root;
  #size = { width: 0, height: 0 };
  #zoom = 1;
  #boxes = new Map(); // element by the key of its box
  #edges = [];        // {function, edge, element}

  /** `act`: {choose(box), open(box)}, called as the user does. */
  constructor(root, act) {
    this.#root = root;
    const boxOf = (event) => event.target.closest?.('[data-key]')?.box;
    root.addEventListener('click', (event) => { if (boxOf(event)) act.choose(boxOf(event)); });
    root.addEventListener('dblclick', (event) => { if (boxOf(event)) act.open(boxOf(event)); });
    root.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return; // else it scrolls
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
    this.#dragToScroll();
  }

  draw({ boxes, edges, width, height }, functions, isOpen) {
    const canvas = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'presentation' });
    const heads = svg('defs', {}, canvas);
    for (const name of ['head', 'head-lit', 'head-lost']) {
      const marker = svg('marker', { id: name, class: name, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: 'userSpaceOnUse', orient: 'auto-start-reverse' }, heads);
      svg('path', { d: 'M0 0L8 4L0 8z' }, marker);
    }
    this.#boxes.clear();
    const around = svg('g', {}, canvas), lines = svg('g', {}, canvas), nodes = svg('g', {}, canvas);
    for (const shown of boxes) this.#drawBox(shown, functions, isOpen(shown.box) ? around : nodes, isOpen(shown.box));
    this.#edges = edges.map((edge) => this.#drawEdge(edge, functions, lines));
    this.#root.replaceChildren(canvas);
    this.#size = { width, height };
    this.#applyZoom();
  }

  #drawBox({ box, x, y, width, height, lines }, functions, into, isAround) {
    const picture = functions[box.function], node = picture.nodes[box.node];
    const kind = isAround ? 'around' : box.children.length ? 'closed' : node.kind;
    const about = troubleOf(picture, box, isAround);
    const element = svg('g', { class: ['box', kind, ...about.classes].join(' '), 'data-key': box.key, tabindex: -1, role: 'button',
      transform: `translate(${x} ${y})`, 'aria-label': [lines.join(', '), ...about.words].join('; ') }, into);
    element.box = box;
    svg('title', {}, element, [...lines, ...about.words].join('\n'));
    const isRound = kind === 'argument';
    svg('rect', { width, height, rx: isRound ? height / 2 : isAround ? 8 : 3 }, element);
    if (about.classes.includes('conflict') && !isAround) svg('rect', { class: 'inner', x: 3, y: 3, width: width - 6, height: height - 6, rx: isRound ? height / 2 : 1 }, element);
    lines.forEach((line, number) => {
      const at = isAround ? { x: 10, y: 15 } : { x: width / 2, y: PAD / 2 + 11 + number * LINE, 'text-anchor': 'middle' };
      svg('text', at, element, line);
    });
    if (isAround && box.kind !== 'region') svg('text', { class: 'fold', x: width - 16, y: 15 }, element, '–');
    this.#boxes.set(box.key, element);
  }

  #drawEdge({ function: number, edge, points, label }, functions, into) {
    const value = functions[number].values[edge.value];
    const element = svg('g', { class: value.lost ? 'edge lost' : 'edge' }, into);
    svg('title', {}, element, `${value.name}: ${value.type}${value.shape && `\n= ${value.shape}`}${value.lost ? `\n${value.lost}` : ''}`);
    svg('path', { d: curve(points) }, element);
    if (label) svg('text', { x: label.x, y: label.y + 4, 'text-anchor': 'middle' }, element, label.text);
    return { function: number, edge, element };
  }

  /** Lights what has a size; `paths` has for each function what pathOf() gives, or is empty; `shown`: see shownBoxes(). */
  light(paths, shown) {
    const classes = ['lit', 'source', 'last'];
    for (const element of this.#boxes.values()) element.classList.remove(...classes);
    this.#root.classList.toggle('choosing', paths.some(({ values }) => values.size));
    paths.forEach((path, number) => {
      const mark = (nodes, name) => nodes.forEach((node) => this.#boxes.get(shown[number][node]?.key)?.classList.add(name));
      mark(path.nodes, 'lit');
      mark(path.sources, 'source');
      mark(path.lasts, 'last');
    });
    for (const { function: number, edge, element } of this.#edges) element.classList.toggle('lit', !!paths[number]?.values.has(edge.value));
  }

  /** Marks these boxes as found. */
  find(keys) {
    for (const [key, element] of this.#boxes) element.classList.toggle('found', keys.has(key));
  }

  /** Marks a box as the chosen one, or none, and brings it into view. */
  choose(key) {
    for (const element of this.#root.querySelectorAll('.chosen')) element.classList.remove('chosen');
    const element = this.#boxes.get(key);
    element?.classList.add('chosen');
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  zoom(factor) {
    this.#zoom = Math.min(4, Math.max(0.05, this.#zoom * factor));
    this.#applyZoom();
  }

  /** All of it, but never larger than it is, nor smaller than `least`. */
  fit(least = 0.05) {
    const { clientWidth, clientHeight } = this.#root;
    this.#zoom = Math.max(least, Math.min(1, clientWidth / this.#size.width, clientHeight / this.#size.height));
    this.#applyZoom();
  }

  #applyZoom() {
    const canvas = this.#root.firstElementChild;
    canvas?.setAttribute('width', this.#size.width * this.#zoom);
    canvas?.setAttribute('height', this.#size.height * this.#zoom);
  }

  #dragToScroll() {
    const root = this.#root;
    root.addEventListener('pointerdown', (down) => {
      if (down.button !== 0 || down.target.closest('[data-key]:not(.around)')) return;
      const from = { x: root.scrollLeft + down.clientX, y: root.scrollTop + down.clientY };
      const move = (event) => root.scrollTo(from.x - event.clientX, from.y - event.clientY);
      root.addEventListener('pointermove', move);
      const end = () => root.removeEventListener('pointermove', move);
      addEventListener('pointerup', end, { once: true });
    });
  }
}

/** Through the points, with rounded corners: from middle to middle of its pieces. */
function curve(points) {
  const [first, ...others] = points, last = others.at(-1);
  let d = `M${first.map(Math.round)}`;
  for (let i = 0; i + 1 < others.length; ++i) {
    const end = i + 2 < others.length ? [0, 1].map((axis) => (others[i][axis] + others[i + 1][axis]) / 2) : last;
    d += `Q${others[i].map(Math.round)} ${end.map(Math.round)}`;
  }
  return others.length > 1 ? d : d + `L${last.map(Math.round)}`;
}

/** What is wrong or lost in a box that is drawn as one node; in one that is open, the nodes in it say so. */
function troubleOf(picture, box, isOpen) {
  const nodes = new Set();
  const add = (inner) => { nodes.add(inner.node); inner.children.forEach(add); };
  if (box.kind === 'function') nodes.add(0); // which has no node of its own
  if (!isOpen) box.kind === 'run' || box.kind === 'region' ? box.children.forEach(add) : add(box);
  const conflicts = [...nodes].map((node) => picture.nodes[node].conflict).filter(Boolean);
  const losses = picture.lossesByNode ??= groupLosses(picture);
  const lost = [...nodes].flatMap((node) => losses.get(node) ?? []);
  const classes = [...(conflicts.length ? ['conflict'] : []), ...(lost.length ? ['lost'] : [])];
  const words = [...conflicts, ...lost];
  return { classes, words: words.length > 4 ? [...words.slice(0, 3), `and ${words.length - 3} more`] : words };
}

function groupLosses(picture) {
  const losses = new Map();
  for (const { name, node, lost } of picture.values)
    if (lost) losses.set(node, [...(losses.get(node) ?? []), `${name}: ${lost}`]);
  return losses;
}
