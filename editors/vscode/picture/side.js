// Beside the drawing: the sizes to choose from, what is known of the chosen op, and the text where there is no editor.
'use strict';

class Side {
  #legend = document.getElementById('legend');
  #path = document.getElementById('path');
  #details = document.getElementById('details');
  #source = document.getElementById('source');

  /** `act`: {size(id), line(number, indentation)}, called as the user chooses. */
  constructor(act) {
    this.#legend.addEventListener('click', ({ target }) => {
      const button = target.closest('button');
      if (button) act.size(button.getAttribute('aria-pressed') === 'true' ? '' : button.value);
    });
    this.#source.addEventListener('click', ({ target }) => {
      const line = target.closest('li');
      if (line) act.line([...this.#source.children].indexOf(line), line.textContent.search(/\S|$/));
    });
  }

  /** The legend; `words` of the search leave out sizes without them. */
  sizes(sizes, chosen, words) {
    const shown = sizes.filter(({ id, text }) => id === chosen || text.toLowerCase().includes(words.toLowerCase()));
    const areFew = shown.length || !sizes.length ? shown : sizes;
    const buttons = areFew.slice(0, 200).map(({ id, text, of, count, isNumber }) => {
      const button = document.createElement('button');
      button.value = id;
      button.textContent = text;
      button.className = isNumber ? 'number' : 'symbol';
      button.title = `${text}${of && ` of @${of}`}: in ${count} value${count === 1 ? '' : 's'}${isNumber ? '; equal numbers need not be the same size' : ''}`;
      button.setAttribute('aria-pressed', id === chosen);
      return button;
    });
    this.#legend.replaceChildren(...buttons);
  }

  /** Where the chosen size comes from and ends. */
  path(functions, size, paths) {
    if (!size) return (this.#path.textContent = 'Choose a size to see its path.');
    const at = (number, node) => `${functions[number].nodes[node].name} (line ${functions[number].nodes[node].nameRange.start.line + 1})`;
    const listed = (key) => {
      const all = paths.flatMap((path, number) => [...path[key]].map((node) => at(number, node)));
      return all.length > 3 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : all.join(', ');
    };
    const count = paths.reduce((sum, { values }) => sum + values.size, 0);
    this.#path.textContent = count ? `${size.text}: from ${listed('sources')}; in ${count} value${count === 1 ? '' : 's'}; last used by ${listed('lasts')}.` : '';
  }

  /** What there is to say of a box; nothing for none. */
  details(picture, box) {
    if (!picture || !box || box.kind === 'run' || box.kind === 'region') return (this.#details.textContent = '');
    const node = picture.nodes[box.node];
    const line = ({ name, shape, type, lost }) => `${name}: ${type}${shape && ` = ${shape}`}${lost ? `\n  ${lost}` : ''}`;
    const made = picture.values.filter(({ node: maker }) => maker === box.node).map(line);
    const taken = picture.edges.filter(({ to }) => to === box.node).map(({ value }) => line(picture.values[value]));
    this.#details.textContent = [
      `${node.kind === 'results' ? 'results of ' : ''}${node.name}, line ${node.nameRange.start.line + 1}`, node.conflict,
      taken.length && 'takes', ...taken, made.length && 'gives', ...made].filter(Boolean).join('\n');
  }

  /** The text that the picture is of, for a page without an editor. */
  source(text) {
    this.#source.replaceChildren(...(text ? text.split('\n') : []).map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    }));
  }

  /** Marks the line of that number, from zero. */
  line(number) {
    this.#source.querySelector('.chosen')?.classList.remove('chosen');
    const item = this.#source.children[number];
    item?.classList.add('chosen');
    item?.scrollIntoView({ block: 'nearest' });
  }
}
