import { randomInt } from 'node:crypto';
import { strokes, type Point } from './picture-strokes.ts';

const letters = [...strokes.keys()];
const length = 5;
const width = 120;
const height = 40;

/** A code of five letters or digits to be drawn: 3.2 million of them. */
export function makeCode(): string {
  return Array.from({ length }, () => pick(letters)).join('');
}

/** What somebody typed as a code: without white space, in capitals. */
export function readCode(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

const between = (least: number, most: number): number => least + (randomInt(1_000_001) / 1_000_000) * (most - least);
const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)]!;

/**
 * Draws a code, 120 by 40. Every letter is turned, slanted and bent in its own way, then all lines are cut into pieces of random length
 * which stand in random order among pieces of noise of the same kind; the code stands nowhere in the picture as text.
 */
export function drawCode(code: string): string {
  const bend = bending();
  const lines = [...code].flatMap((letter, place) => placed(letter, place)).map((line) => refined(line).map(bend));
  const noise = Array.from({ length: 5 }, () => refined(noiseLine()).map(bend));
  const pieces = shuffled([...lines, ...noise].flatMap(cut)).map((piece) => `<path d="${pathOf(piece)}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke="#4a5568" stroke-width="1.6" stroke-linecap="round">${pieces.join('')}</svg>`;
}

/** The strokes of a letter where it stands: scaled, slanted, turned and shaken at the corners. */
function placed(letter: string, place: number): Point[][] {
  const centre: Point = [15 + place * 22.5 + between(-2, 2), height / 2 + between(-2.5, 2.5)];
  const scale: Point = [between(3, 3.7), between(3.5, 4.3)];
  const slant = between(-0.25, 0.25);
  const turn = between(-0.22, 0.22);
  return (strokes.get(letter) ?? []).map((stroke) =>
    stroke.map(([x, y]) => {
      const down = (y - 3) * scale[1] + between(-0.6, 0.6);
      const across = (x - 2) * scale[0] + slant * down + between(-0.6, 0.6);
      return [centre[0] + across * Math.cos(turn) - down * Math.sin(turn), centre[1] + across * Math.sin(turn) + down * Math.cos(turn)];
    }),
  );
}

/** A short crooked line anywhere: as long as a bar of a letter, too short to make another letter of it. */
function noiseLine(): Point[] {
  let at: Point = [between(4, width - 4), between(4, height - 4)];
  const line = [at];
  for (let corner = 1 + randomInt(2); corner > 0; corner -= 1) {
    at = [at[0] + between(-7, 7), Math.min(height - 2, Math.max(2, at[1] + between(-7, 7)))];
    line.push(at);
  }
  return line;
}

/** The line with points about every three units, so that it can be bent. */
function refined(line: readonly Point[]): Point[] {
  const points: Point[] = [];
  for (const [index, to] of line.entries()) {
    const from = line[index - 1] ?? to;
    const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / between(2.4, 3.6)));
    for (let step = index === 0 ? steps : 1; step <= steps; step += 1)
      points.push([from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps]);
  }
  return points;
}

/** A wave through the whole picture, with a tremble of its own at every point. */
function bending(): (point: Point) => Point {
  const waves = Array.from({ length: 2 }, () => ({ size: between(0.8, 1.7), slow: between(9, 18), shift: between(0, 6.3) }));
  const wave = (index: number, at: number): number => waves[index]!.size * Math.sin(at / waves[index]!.slow + waves[index]!.shift);
  return ([x, y]) => [x + wave(0, y * 2.2) + between(-0.35, 0.35), y + wave(1, x) + between(-0.35, 0.35)];
}

/** Pieces of two to five points that share their ends. */
function cut(line: readonly Point[]): Point[][] {
  const pieces: Point[][] = [];
  for (let from = 0; from < line.length - 1;) {
    const to = Math.min(line.length - 1, from + 1 + randomInt(4));
    const piece = line.slice(from, to + 1);
    pieces.push(randomInt(2) === 0 ? piece : piece.toReversed());
    from = to;
  }
  return pieces;
}

function shuffled<T>(all: readonly T[]): T[] {
  const mixed = [...all];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

function pathOf(piece: readonly Point[]): string {
  return `M${piece.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}
