import type { ReactNode } from 'react';
import type { Labelled, Subject } from '../page/subject.ts';

/** How a value is shown; guessed from the value itself unless said. */
export type CellKind = 'text' | 'number' | 'time' | 'day' | 'boolean' | 'enum' | 'local' | 'names' | 'code' | 'bytes';

interface ColumnLook<Row> {
  /** How the value is shown. */
  as?: CellKind;
  /** False: not sorted by, though the endpoint could. */
  sortable?: boolean;
  /** Draws the cell itself. */
  cell?: (row: Row) => ReactNode;
  /** Pixels. */
  width?: number;
  /** Its text may take several lines; else it is cut at its end. */
  wrap?: true;
  /** Not shown until the person chooses it. */
  optional?: true;
}

/** A column: a name of the row. Its label is the subject's text `<kind>.field.<name>`; a name without one brings its label. */
export type Column<Row, S extends Subject = Subject> = ColumnLook<Row> &
  (
    | { name: Extract<keyof Row, string> & (string extends S['kind'] ? string : Labelled<S>); label?: string }
    | { name: Extract<keyof Row, string>; label: string }
  );

/** A column as the table draws it. */
export interface ShownColumn<Row> extends ColumnLook<Row> {
  name: string;
  label: string;
}
