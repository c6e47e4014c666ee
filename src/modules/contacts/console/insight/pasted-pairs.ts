/** Pairs that one check takes. */
export const mostPairs = 200;

/** What was pasted: pairs of words, and the lines that are none. */
export interface Pasted {
  readonly named: readonly { readonly viewer: string; readonly target: string }[];
  /** The line of each pair, counted from one. */
  readonly lines: readonly number[];
  /** Lines that do not hold exactly two words. */
  readonly wrong: readonly number[];
}

/** What stands between the two of a line: a tab of a spreadsheet, a comma, an arrow, or a space. */
const between = /\s*(?:\t|,|;|，|、|；|→|->|\s)\s*/;

/** Reads pairs of people from lines of two words: who looks, and who is looked at. */
export function pastedPairs(text: string): Pasted {
  const filled = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ words: line.trim().split(between), line: at + 1 }]));
  const pairs = filled.flatMap(({ words: [viewer, target, ...more], line }) =>
    viewer && target && more.length === 0 ? [{ viewer, target, line }] : [],
  );
  const right = new Set(pairs.map(({ line }) => line));
  return {
    named: pairs.map(({ viewer, target }) => ({ viewer, target })),
    lines: pairs.map(({ line }) => line),
    wrong: filled.flatMap(({ line }) => (right.has(line) ? [] : [line])),
  };
}
