import type { SheetReason } from '#platform/sheets/sheet-error.ts';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import { SourceFailure } from '../connector.ts';

/** Why the content of a file is refused: what a sheet is refused for, or what a file of people lacks. */
export type FileReason = SheetReason | 'header' | 'column' | 'action';

/** A file that was there and can't be read (12120). */
export class FileFailure extends SourceFailure {
  readonly reason: FileReason;
  /** The line to blame, from 1; 0 when none is. */
  readonly line: number;
  constructor(reason: FileReason, line: number, cause?: unknown) {
    super('syntax', line === 0 ? reason : `${reason}, ${line}`, cause);
    this.reason = reason;
    this.line = line;
  }
}

/** A sheet's refusal as a failure of the source; other errors as they are. */
export const fileFailureOf = (error: unknown): unknown =>
  error instanceof SheetError ? new FileFailure(error.reason, error.line, error) : error;
