import type { ReactElement, ReactNode } from 'react';
import { Cell } from '../table/cell.tsx';
import type { CellKind } from '../table/column.ts';
import './page.css';
import { useWords } from './subject.ts';

/** A fact about an object: a name of the row, labelled by the subject, and how it is read. */
export interface Fact<Row> {
  name: Extract<keyof Row, string>;
  label?: string;
  /** How the value is shown; guessed unless said. */
  as?: CellKind;
  /** Draws the value itself. */
  show?: (row: Row) => ReactNode;
  /** Shown even when there is no value. */
  always?: true;
}

interface FactsProps<Row extends object> {
  row: Row;
  facts: readonly Fact<Row>[];
  title?: string;
  /** What stands below a value: where it comes from. */
  note?: (name: string) => ReactNode;
}

/** Facts of one object as label and value. What is empty stays away, so that the rest is seen; without any fact there is nothing. */
export function Facts<Row extends object>({ row, facts, title, note }: FactsProps<Row>): ReactElement | null {
  const words = useWords();
  const known = facts.filter(({ name, always }) => always || !isEmpty(row[name]));
  if (known.length === 0) return null;
  return (
    <section className="whk-facts">
      {title !== undefined && <h3>{title}</h3>}
      <dl>
        {known.map(({ name, label, as, show }) => (
          <div key={name}>
            <dt>{label ?? words.field(name)}</dt>
            <dd>
              {show ? show(row) : <Cell value={row[name]} field={name} as={as} />}
              {note?.(name)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The columns of a list as facts of one of its rows; how they draw themselves is a matter of the table. */
export const factsOf = <Row extends object>(columns: readonly { name: string; label?: string; as?: CellKind }[]): Fact<Row>[] =>
  columns.map(({ name, label, as }) => ({ name, label, as }) as Fact<Row>);
