/** Languages whose forms of Chinese characters differ: a document is set in those of its reader. */
export type PdfLanguage = 'zh_CN' | 'en_US' | 'ja_JP';

/** What a colour says; the same as on the console's pages. */
export type PdfTone = 'plain' | 'good' | 'warning' | 'bad';

/** A number that counts, with its label. */
export interface PdfFigure {
  readonly label: string;
  readonly value: string;
  readonly tone: PdfTone;
}

/** A line of a ranking: its bar is as long as its part of the longest (0 to 1). */
export interface PdfMeter {
  readonly label: string;
  readonly value: string;
  readonly part: number;
}

/** Bars over time, each of some values on top of each other. */
export interface PdfBars {
  readonly kind: 'bars';
  readonly legend: readonly { readonly name: string; readonly tone: PdfTone }[];
  readonly bars: readonly { readonly label: string; readonly values: readonly number[] }[];
}

/** Rows in columns; `width` is a column's part of the page. */
export interface PdfTable {
  readonly kind: 'table';
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a document, from top to bottom. */
export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'figures'; readonly figures: readonly PdfFigure[] }
  | { readonly kind: 'meters'; readonly groups: readonly { readonly title: string; readonly meters: readonly PdfMeter[] }[] }
  | PdfBars
  | PdfTable;

/** What is written as PDF: plain data, because it is set in another thread. */
export interface PdfDocument {
  readonly language: PdfLanguage;
  readonly title: string;
  readonly subtitle: string;
  readonly author: string;
  /** When it was made, epoch milliseconds. */
  readonly at: number;
  readonly blocks: readonly PdfBlock[];
  /** At the foot of each page; the number of the page and of all pages stand beside it. */
  readonly footer: string;
}
