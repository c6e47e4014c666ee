/** A line of a tooltip. */
export interface TooltipLine {
  readonly swatch?: string;
  readonly label: string;
  readonly value: string;
}

/** A tooltip as elements: the page takes no markup from texts. */
export function tooltipNode(title: string, lines: readonly TooltipLine[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'whc-tip';
  box.append(element('strong', title));
  for (const { swatch, label, value } of lines) {
    const line = document.createElement('span');
    const mark = document.createElement('i');
    if (swatch !== undefined) mark.className = swatch;
    line.append(mark, element('span', label), element('b', value));
    box.append(line);
  }
  return box;
}

function element(name: string, text: string): HTMLElement {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}
