import sharp from 'sharp';

// Reads a QR code (ISO/IEC 18004) from a picture that stands upright and is not damaged: the codewords for corrections are passed over.
// Written for itself, so that what the product draws is read by another hand than that which drew it.

/** Codewords for corrections in each block, and the blocks with their data, of level M; by version from 1. */
const blocksOfM = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
] as const;
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]] as const;
const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

type Dark = (row: number, column: number) => boolean;

/** The text of the code in a picture. */
export async function readQr(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).greyscale().trim().raw().toBuffer({ resolveWithObject: true });
  // The first row begins with the seven dark modules of a finder.
  const first = data.subarray(0, info.width).findIndex((light) => light >= 128);
  const size = Math.round(info.width / (first / 7));
  const place = (at: number, whole: number): number => Math.floor(((at + 0.5) / size) * whole);
  return decode(size, (row, column) => data[place(row, info.height) * info.width + place(column, info.width)]! < 128);
}

function decode(size: number, dark: Dark): string {
  const version = (size - 17) / 4;
  const columns = [0, 1, 2, 3, 4, 5, 7, 8];
  const cells = [...columns.map((column) => [8, column] as const), ...[7, 5, 4, 3, 2, 1, 0].map((row) => [row, 8] as const)];
  const format = cells.reduce((bits, [row, column]) => (bits << 1) | (dark(row, column) ? 1 : 0), 0) ^ 0x5412;
  if (format >> 13 !== 0) throw new Error('The code is not of level M');
  const mask = masks[(format >> 10) & 7]!;
  const words = wordsOf(size, version, (row, column) => dark(row, column) !== mask(row, column));
  return textOf(dataOf(words, version), version);
}

/** Whether a module belongs to a pattern and to no data. */
function isPattern(size: number, version: number): Dark {
  const centres = alignments[version - 1]!;
  return (row, column) => {
    const isCorner = (row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9);
    const isTold = version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11));
    const near = (at: number): number | undefined => centres.find((centre) => Math.abs(centre - at) <= 2);
    const [one, other] = [near(row), near(column)];
    const last = centres.at(-1);
    const isFinder = (one === 6 && other === 6) || (one === 6 && other === last) || (one === last && other === 6);
    return isCorner || isTold || row === 6 || column === 6 || (one !== undefined && other !== undefined && !isFinder);
  };
}

/** Codewords in the order in which they stand: pairs of columns from the right, up and down by turns. */
function wordsOf(size: number, version: number, bit: Dark): number[] {
  const pattern = isPattern(size, version);
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!pattern(row, column)) bits.push(bit(row, column) ? 1 : 0);
    }
    up = !up;
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, one) => word * 2 + one, 0),
  );
}

/** Data of the blocks one after the other, which stand among one another. */
function dataOf(words: readonly number[], version: number): number[] {
  const [, ...groups] = blocksOfM[version - 1]!;
  const lengths = groups.flatMap(([count, length]) => Array.from({ length: count }, () => length));
  const blocks: number[][] = lengths.map(() => []);
  let next = 0;
  for (let at = 0; at < Math.max(...lengths); at += 1)
    for (const [index, length] of lengths.entries()) if (at < length) blocks[index]!.push(words[next++]!);
  return blocks.flat();
}

/** Segments of bytes, of letters and of digits. */
function textOf(data: readonly number[], version: number): string {
  const bits = data.map((word) => word.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const take = (length: number): number => Number.parseInt(bits.slice(at, (at += length)), 2);
  let text = '';
  while (at + 4 <= bits.length) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 4) {
      const bytes = Array.from({ length: take(version < 10 ? 8 : 16) }, () => take(8));
      text += Buffer.from(bytes).toString('utf8');
    } else if (mode === 2) {
      let left = take(version < 10 ? 9 : 11);
      for (; left > 1; left -= 2) {
        const pair = take(11);
        text += signs[Math.floor(pair / 45)]! + signs[pair % 45]!;
      }
      if (left === 1) text += signs[take(6)]!;
    } else if (mode === 1) {
      let left = take(version < 10 ? 10 : 12);
      for (; left > 0; left -= 3) text += String(take([0, 4, 7, 10][Math.min(left, 3)]!)).padStart(Math.min(left, 3), '0');
    } else throw new Error(`There is a segment of kind ${mode}`);
  }
  return text;
}
