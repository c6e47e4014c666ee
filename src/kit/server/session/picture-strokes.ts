/** A point on the grid of a letter: 0..4 across, 0..6 down. */
export type Point = readonly [x: number, y: number];

/** `x,y` pairs of a stroke, strokes apart by `|`. */
const draft: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6|1,4 3,4',
  C: '4,1 3,0 1,0 0,2 0,4 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  T: '0,0 4,0|2,0 2,6',
  W: '0,0 1,6 2,2 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  '3': '0,0 4,0 2,2 4,4 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '6': '3,0 1,1 0,4 1,6 3,6 4,4 3,3 1,3 0,4',
  '7': '0,0 4,0 1,6',
  '9': '4,2 3,3 1,3 0,1 1,0 3,0 4,2 3,6',
};

/** Strokes of the letters and digits that are not taken for one another, read aloud or drawn crookedly. */
export const strokes: ReadonlyMap<string, readonly (readonly Point[])[]> = new Map(
  Object.entries(draft).map(([letter, lines]) => [letter, lines.split('|').map((line) => line.split(' ').map(pointOf))]),
);

function pointOf(pair: string): Point {
  const [x, y] = pair.split(',').map(Number);
  return [x!, y!];
}
