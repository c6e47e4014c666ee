import type { LocalText } from '#kit/common/language.ts';

/** A node of an outline with what is below it. */
export interface Outline {
  /** The word in capitals before the names, or the place among the siblings. */
  readonly key: string;
  readonly name: LocalText;
  readonly children: Outline[];
}

/** Reads an outline: one node a line, two spaces of indent a level, `KEY Chinese | English | Japanese`. */
export function parseOutline(text: string): Outline[] {
  const top: Outline[] = [];
  const open: Outline[][] = [top];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const level = (line.length - line.trimStart().length) / 2;
    const siblings = open[level];
    if (!siblings) throw new Error(`The outline leaves out a level at: ${line}`);
    const [, key, rest = ''] = /^([A-Z]+ )?(.*)$/.exec(line.trim()) ?? [];
    const [zh_CN = '', en_US = '', ja_JP = ''] = rest.split('|').map((name) => name.trim());
    const node: Outline = { key: key?.trim() ?? String(siblings.length + 1), name: { zh_CN, en_US, ja_JP }, children: [] };
    siblings.push(node);
    open.length = level + 1;
    open.push(node.children);
  }
  return top;
}
