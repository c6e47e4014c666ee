import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { colours, drawBlock, margin, widthOf, type Sheet } from './draw-blocks.ts';
import { FontBook, type Weight } from './font-book.ts';
import { PagePen } from './page-pen.ts';
import type { PdfBlock, PdfDocument } from './pdf-document.ts';

const digits = '0123456789 /…kM.';

/** Sets a document; slow (letters are cut out of typefaces), so only in a thread of its own. */
export async function setPdf(document: PdfDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: document.language.replace('_', '-'),
    displayTitle: true,
    info: { Title: document.title, Subject: document.subtitle, Author: document.author, CreationDate: new Date(document.at) },
  });
  const written = buffer(pdf);
  const fonts = new FontBook(document.language);
  await fonts.embed(pdf, textsOf(document));
  const sheet: Sheet = { pdf, pen: new PagePen(pdf, fonts), y: margin.top };
  const width = widthOf(sheet);
  for (const [text, size, weight] of [[document.title, 20, 700] as const, [document.subtitle, 10, 400] as const]) {
    const look = { size, weight, ...(weight === 400 && { colour: colours.soft }) };
    for (const line of sheet.pen.lines(text, { width, most: 3 }, look)) {
      sheet.pen.write(line, { x: margin.side, y: sheet.y }, look);
      sheet.y += size * 1.4;
    }
  }
  sheet.y += 12;
  for (const block of document.blocks) drawBlock(sheet, block);
  numberPages(sheet, document.footer);
  pdf.end();
  return written;
}

function numberPages({ pdf, pen }: Sheet, footer: string): void {
  const look = { size: 8, colour: colours.soft };
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    const y = pdf.page.height - margin.bottom + 24;
    const right = pdf.page.width - margin.side;
    const [line = ''] = pen.lines(footer, { width: right - margin.side - 60, most: 1 }, look);
    pen.write(line, { x: margin.side, y }, look);
    pen.write(`${page + 1} / ${count}`, { x: right, y, align: 'right' }, look);
  }
}

/** Every text that is drawn, with its weight: fonts hold these letters alone. */
function* textsOf(document: PdfDocument): Generator<readonly [string, Weight]> {
  yield [digits, 400];
  yield [digits, 700];
  yield [document.title, 700];
  yield [document.subtitle, 400];
  yield [document.footer, 400];
  for (const block of document.blocks) yield* textsOfBlock(block);
}

function* textsOfBlock(block: PdfBlock): Generator<readonly [string, Weight]> {
  if (block.kind === 'heading') yield [block.text, 700];
  else if (block.kind === 'note') yield [block.text, 400];
  else if (block.kind === 'facts') for (const { label, value } of block.facts) yield [label + value, 400];
  else if (block.kind === 'figures') for (const { label, value } of block.figures) yield* [[label, 400] as const, [value, 700] as const];
  else if (block.kind === 'bars') {
    for (const { name } of block.legend) yield [name, 400];
    for (const { label } of block.bars) yield [label, 400];
  } else if (block.kind === 'meters')
    for (const { title, meters } of block.groups) {
      yield [title, 700];
      for (const { label, value } of meters) yield [label + value, 400];
    }
  else {
    for (const { title } of block.columns) yield [title, 700];
    for (const row of block.rows) yield [row.join(''), 400];
  }
}
