import { randomInt } from 'node:crypto';

/** Strokes of digits that can't be taken for each other, on a grid of 4 by 6. */
const strokes: Record<string, readonly (readonly [number, number])[][]> = {
  '2': [
    [
      [0, 1],
      [1, 0],
      [3, 0],
      [4, 1],
      [4, 2],
      [0, 6],
      [4, 6],
    ],
  ],
  '3': [
    [
      [0, 0],
      [4, 0],
      [2, 2],
      [4, 4],
      [3, 6],
      [1, 6],
      [0, 5],
    ],
  ],
  '4': [
    [
      [3, 6],
      [3, 0],
      [0, 4],
      [4, 4],
    ],
  ],
  '5': [
    [
      [4, 0],
      [0, 0],
      [0, 3],
      [3, 3],
      [4, 4],
      [3, 6],
      [0, 6],
    ],
  ],
  '6': [
    [
      [3, 0],
      [1, 1],
      [0, 4],
      [1, 6],
      [3, 6],
      [4, 4],
      [3, 3],
      [0, 4],
    ],
  ],
  '7': [
    [
      [0, 0],
      [4, 0],
      [1, 6],
    ],
  ],
  '8': [
    [
      [2, 3],
      [0, 1],
      [2, 0],
      [4, 1],
      [2, 3],
      [0, 5],
      [2, 6],
      [4, 5],
      [2, 3],
    ],
  ],
  '9': [
    [
      [4, 2],
      [1, 3],
      [0, 1],
      [2, 0],
      [4, 2],
      [3, 6],
    ],
  ],
};

/** A code of four digits to be drawn. */
export function makeCode(): string {
  const digits = Object.keys(strokes);
  return Array.from({ length: 4 }, () => digits[randomInt(digits.length)]).join('');
}

const jitter = (size: number): number => (randomInt(2001) / 1000 - 1) * size;

/** Draws a code as distorted strokes among noise, 120 by 40; the code stands nowhere in the picture as text. */
export function drawCode(code: string): string {
  const lines = [...code].flatMap((digit, place) => (strokes[digit] ?? []).map((stroke) => pathOf(stroke, 12 + place * 27 + jitter(3))));
  const noise = Array.from(
    { length: 5 },
    () => `M${jitter(60) + 60} ${jitter(20) + 20}Q${jitter(60) + 60} ${jitter(20) + 20} ${jitter(60) + 60} ${jitter(20) + 20}`,
  );
  const drawn = [...lines, ...noise].toSorted(() => randomInt(3) - 1).map((path) => `<path d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40" fill="none" stroke="#4a5568" stroke-width="2" stroke-linecap="round">${drawn.join('')}</svg>`;
}

function pathOf(stroke: readonly (readonly [number, number])[], left: number): string {
  const slant = jitter(1.2);
  const points = stroke.map(([x, y]) => `${(left + x * 4 + slant * y + jitter(1)).toFixed(1)} ${(6 + y * 4.6 + jitter(1)).toFixed(1)}`);
  return `M${points.join('L')}`;
}
