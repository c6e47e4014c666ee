import type { FontBook, Weight } from './font-book.ts';

/** How letters look. */
export interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
}

/** Where a text stands: from its left end, or where `align` says so, to its right end. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly align?: 'left' | 'right' | 'middle';
}

const ink = '#1a2433';
/** Height of a line, as so many times the size of its letters. */
const leading = 1.5;
/** What may not begin a line stays with what stands before it. */
const word =
  /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef][\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u30fc\u3063\u30c3]*|\s+|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+/gu;

/** Sets text on the pages of a document, letter by letter from the font that has it. */
export class PagePen {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts: FontBook;

  constructor(pdf: PDFKit.PDFDocument, fonts: FontBook) {
    this.#pdf = pdf;
    this.#fonts = fonts;
  }

  /** Height of a line of this look. */
  lineHeight({ size }: Look): number {
    return size * leading;
  }

  /** Width of a text on one line. */
  width(text: string, { size, weight = 400 }: Look): number {
    let width = 0;
    for (const run of this.#fonts.runs(text, weight)) width += this.#pdf.font(run.font).fontSize(size).widthOfString(run.text);
    return width;
  }

  /** Writes one line. */
  write(text: string, { x, y, align = 'left' }: Spot, look: Look): void {
    const { size, weight = 400, colour = ink } = look;
    let at = align === 'left' ? x : x - this.width(text, look) / (align === 'right' ? 1 : 2);
    for (const run of this.#fonts.runs(text, weight)) {
      this.#pdf.font(run.font).fontSize(size).fillColor(colour).text(run.text, at, y, { lineBreak: false });
      at += this.#pdf.widthOfString(run.text);
    }
  }

  /** A text in lines of at most this width; what goes beyond the last of `most` lines ends in dots. */
  lines(text: string, { width, most }: { width: number; most: number }, look: Look): string[] {
    const lines = [''];
    for (const piece of text.replaceAll(/\s+/g, ' ').trim().match(word) ?? []) this.#add(lines, piece, { width, look });
    const shown = lines.slice(0, most).map((line) => line.trimEnd());
    if (lines.length > most) shown[most - 1] = this.#cut(shown[most - 1]!, width, look);
    return shown;
  }

  #add(lines: string[], piece: string, { width, look }: { width: number; look: Look }): void {
    const last = lines.length - 1;
    if (this.width(lines[last]! + piece.trimEnd(), look) <= width) {
      lines[last] += piece;
      return;
    }
    if (piece.trim() === '') return;
    if (this.width(piece, look) <= width) {
      if (lines[last] === '') lines[last] = piece;
      else lines.push(piece);
      return;
    }
    // Longer than a line: an id, an address.
    for (const letter of piece) {
      if (this.width(lines.at(-1)! + letter, look) > width) lines.push('');
      lines[lines.length - 1] += letter;
    }
  }

  #cut(line: string, width: number, look: Look): string {
    const letters = [...line];
    while (letters.length > 0 && this.width(`${letters.join('')}…`, look) > width) letters.pop();
    return `${letters.join('')}…`;
  }
}
