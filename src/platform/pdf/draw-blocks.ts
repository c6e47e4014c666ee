import type { PagePen } from './page-pen.ts';
import type { PdfBars, PdfBlock, PdfFigure, PdfMeter, PdfTable, PdfTone } from './pdf-document.ts';

/** Room around what is written on a page, points. */
export const margin = { side: 48, top: 52, bottom: 64 } as const;

/** What draws, and how far down the page it is. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly pen: PagePen;
  y: number;
}

/** Colours of a page, of the console's light theme. */
export const colours = { soft: '#4d5866', line: '#d9d9d6', band: '#f4f3ef', accent: '#0f5fd1' } as const;
const tones: Readonly<Record<PdfTone, string>> = { plain: colours.accent, good: '#1c6b3c', warning: '#c27a10', bad: '#b3261e' };
const body = { size: 9 } as const;
const small = { size: 8, colour: colours.soft } as const;

/** Width between the margins. */
export const widthOf = ({ pdf }: Sheet): number => pdf.page.width - 2 * margin.side;

/** Begins a new page where so much does not fit on this one any more. */
function room(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.pdf.page.height - margin.bottom) return false;
  sheet.pdf.addPage();
  sheet.y = margin.top;
  return true;
}

/** Draws a part of a document below what is there. */
export function drawBlock(sheet: Sheet, block: PdfBlock): void {
  if (block.kind === 'heading') drawHeading(sheet, block.text);
  else if (block.kind === 'note') drawNote(sheet, block.text);
  else if (block.kind === 'facts') drawFacts(sheet, block.facts);
  else if (block.kind === 'figures') drawFigures(sheet, block.figures);
  else if (block.kind === 'bars') drawBars(sheet, block);
  else if (block.kind === 'meters') drawMeters(sheet, block.groups);
  else drawTable(sheet, block);
}

function drawHeading(sheet: Sheet, text: string): void {
  // Not alone at the end of a page.
  room(sheet, 110);
  sheet.y += 10;
  sheet.pen.write(text, { x: margin.side, y: sheet.y }, { size: 12, weight: 700 });
  sheet.y += 22;
}

function drawNote(sheet: Sheet, text: string): void {
  for (const line of sheet.pen.lines(text, { width: widthOf(sheet), most: 6 }, small)) {
    room(sheet, sheet.pen.lineHeight(small));
    sheet.pen.write(line, { x: margin.side, y: sheet.y }, small);
    sheet.y += sheet.pen.lineHeight(small);
  }
  sheet.y += 4;
}

const labelWidth = 120;

function drawFacts(sheet: Sheet, facts: readonly { label: string; value: string }[]): void {
  const { pen } = sheet;
  for (const { label, value } of facts) {
    const names = pen.lines(label, { width: labelWidth - 8, most: 2 }, body);
    const lines = pen.lines(value, { width: widthOf(sheet) - labelWidth, most: 6 }, body);
    const count = Math.max(names.length, lines.length);
    room(sheet, count * pen.lineHeight(body));
    for (let at = 0; at < count; at++) {
      pen.write(names[at] ?? '', { x: margin.side, y: sheet.y }, { ...body, colour: colours.soft });
      pen.write(lines[at] ?? '', { x: margin.side + labelWidth, y: sheet.y }, body);
      sheet.y += pen.lineHeight(body);
    }
  }
  sheet.y += 8;
}

function drawFigures(sheet: Sheet, figures: readonly PdfFigure[]): void {
  const { pdf, pen } = sheet;
  const height = 50;
  const gap = 10;
  room(sheet, height);
  const width = (widthOf(sheet) - gap * (figures.length - 1)) / figures.length;
  for (const [at, { label, value, tone }] of figures.entries()) {
    const x = margin.side + at * (width + gap);
    pdf.roundedRect(x, sheet.y, width, height, 4).fill(colours.band);
    pdf.rect(x, sheet.y + 8, 3, height - 16).fill(tones[tone]);
    pen.write(value, { x: x + 14, y: sheet.y + 6 }, { size: 16, weight: 700 });
    const [line = ''] = pen.lines(label, { width: width - 20, most: 1 }, small);
    pen.write(line, { x: x + 14, y: sheet.y + 31 }, small);
  }
  sheet.y += height + 12;
}

const chartHeight = 110;

function drawBars(sheet: Sheet, { legend, bars }: PdfBars): void {
  const { pdf, pen } = sheet;
  room(sheet, chartHeight + 44);
  const left = margin.side + 40;
  const width = widthOf(sheet) - 40;
  let x = left;
  for (const { name, tone } of legend) {
    pdf.rect(x, sheet.y + 3, 7, 7).fill(tones[tone]);
    pen.write(name, { x: x + 11, y: sheet.y }, small);
    x += 11 + pen.width(name, small) + 16;
  }
  const top = sheet.y + 20;
  const most = niceTop(Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))));
  for (const part of [0, 0.5, 1]) {
    const y = top + chartHeight * (1 - part);
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(colours.line);
    if (Number.isInteger(most * part)) pen.write(shortNumber(most * part), { x: left - 6, y: y - 6, align: 'right' }, small);
  }
  const step = width / Math.max(1, bars.length);
  const thick = Math.min(28, step * 0.7);
  // As many labels as have room beside each other.
  const widest = Math.max(...bars.map(({ label }) => pen.width(label, small)), 1);
  const every = Math.max(1, Math.ceil((widest + 6) / step));
  for (const [at, { label, values }] of bars.entries()) {
    const middle = left + step * (at + 0.5);
    let y = top + chartHeight;
    for (const [part, value] of values.entries()) {
      const height = (value / most) * chartHeight;
      y -= height;
      if (value > 0) pdf.rect(middle - thick / 2, y, thick, Math.max(height, 0.6)).fill(tones[legend[part]?.tone ?? 'plain']);
    }
    if (at % every === 0) pen.write(label, { x: middle, y: top + chartHeight + 4, align: 'middle' }, small);
  }
  sheet.y = top + chartHeight + 26;
}

/** The next round number above. */
export function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 8, 10].map((times) => times * unit).find((top) => top >= most) ?? most;
}

/** A number on an axis: thousands and millions in letters of SI. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000} M`;
  return value >= 10_000 ? `${value / 1_000} k` : String(value);
}

const meterHeight = 21;

/** Rankings in two columns beside each other. */
function drawMeters(sheet: Sheet, groups: readonly { title: string; meters: readonly PdfMeter[] }[]): void {
  const gap = 24;
  const width = (widthOf(sheet) - gap) / 2;
  for (let first = 0; first < groups.length; first += 2) {
    const pair = groups.slice(first, first + 2);
    const height = 22 + Math.max(...pair.map(({ meters }) => meters.length)) * meterHeight;
    room(sheet, height);
    for (const [at, { title, meters }] of pair.entries()) {
      const x = margin.side + at * (width + gap);
      sheet.pen.write(title, { x, y: sheet.y }, { size: 10, weight: 700 });
      for (const [line, meter] of meters.entries()) drawMeter(sheet, meter, { x, y: sheet.y + 20 + line * meterHeight, width });
    }
    sheet.y += height + 8;
  }
}

function drawMeter({ pdf, pen }: Sheet, { label, value, part }: PdfMeter, { x, y, width }: { x: number; y: number; width: number }): void {
  const space = width - pen.width(value, body) - 12;
  const [line = ''] = pen.lines(label, { width: space, most: 1 }, body);
  pen.write(line, { x, y }, body);
  pen.write(value, { x: x + width, y, align: 'right' }, body);
  pdf.rect(x, y + 14, width, 3).fill(colours.band);
  if (part > 0) pdf.rect(x, y + 14, Math.max(1, width * part), 3).fill(colours.accent);
}

const cellPad = 5;
const cell = { size: 8 } as const;
const cellLines = 3;

function drawTable(sheet: Sheet, { columns, rows }: PdfTable): void {
  const { pdf, pen } = sheet;
  const full = widthOf(sheet);
  const places = columns.map(({ width }, at) => ({
    x: margin.side + full * columns.slice(0, at).reduce((sum, one) => sum + one.width, 0),
    width: full * width - 2 * cellPad,
  }));
  const row = (texts: readonly string[], weight: 400 | 700): { lines: string[][]; height: number } => {
    const lines = texts.map((text, at) => pen.lines(text, { width: places[at]?.width ?? 0, most: cellLines }, { ...cell, weight }));
    return { lines, height: Math.max(...lines.map(({ length }) => length), 1) * pen.lineHeight(cell) + 6 };
  };
  const draw = ({ lines, height }: ReturnType<typeof row>, weight: 400 | 700): void => {
    if (weight === 700) pdf.rect(margin.side, sheet.y, full, height).fill(colours.band);
    for (const [at, texts] of lines.entries())
      for (const [line, text] of texts.entries())
        pen.write(text, { x: (places[at]?.x ?? 0) + cellPad, y: sheet.y + 3 + line * pen.lineHeight(cell) }, { ...cell, weight });
    sheet.y += height;
    pdf
      .moveTo(margin.side, sheet.y)
      .lineTo(margin.side + full, sheet.y)
      .lineWidth(0.5)
      .stroke(colours.line);
  };
  const head = row(
    columns.map(({ title }) => title),
    700,
  );
  draw(head, 700);
  for (const texts of rows) {
    const one = row(texts, 400);
    // The head stands on each page.
    if (room(sheet, one.height)) draw(head, 700);
    draw(one, 400);
  }
  sheet.y += 10;
}
