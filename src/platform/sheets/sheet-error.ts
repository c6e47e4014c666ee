/** Why a sheet can't be read or written. line: a text line beyond all measure; unpacked, ratio: swells beyond the limit; cut: the last line is incomplete. */
export type SheetReason =
  | 'notXlsx'
  | 'encrypted'
  | 'dtd'
  | 'malformed'
  | 'unpacked'
  | 'ratio'
  | 'rows'
  | 'columns'
  | 'cell'
  | 'line'
  | 'sheet'
  | 'encoding'
  | 'quote'
  | 'cut';

/** A sheet that is refused; `line` is the row or text line from 1, 0 when none is to blame. */
export class SheetError extends Error {
  readonly reason: SheetReason;
  readonly line: number;
  constructor(reason: SheetReason, line = 0, options?: { cause?: unknown }) {
    super(line === 0 ? `the sheet is refused: ${reason}` : `the sheet is refused: ${reason} in line ${line}`, options);
    this.name = 'SheetError';
    this.reason = reason;
    this.line = line;
  }
}
