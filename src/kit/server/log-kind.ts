import type { RawBuilder } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { Stream } from './audit/streams.ts';
import type { Db } from './directory.ts';

/** A kind of log as its module registers it: what is cleaned, held and archived in one place for all modules. */
export interface LogKind {
  readonly code: string;
  readonly name: LocalText;
  /** Two kinds of one table are cleaned together, under the longer of their times. */
  readonly table: string;
  /** Column of the moment of a row (epoch milliseconds). */
  readonly time: string;
  /** Kept in a partition a month (make_log_partition): months go as a whole. Other tables are emptied row by row. */
  readonly monthly: boolean;
  /** The chain that seals it. */
  readonly stream?: Stream;
  /** Rows of the table that are of this kind; all unless said. Columns are those of `log`. */
  readonly only?: RawBuilder<boolean>;
  /** The least days; nothing goes below. */
  readonly floorDays: number;
  readonly defaultDays: number;
  readonly maxDays: number;
  /** Rows never go without an archive. */
  readonly archiveOnly?: true;
  /** Columns of archives; all unless said. */
  readonly columns?: readonly string[];
  /** SQL of what stands in archives under `beside` with each row: what other tables tell of it and what goes with it. */
  readonly beside?: RawBuilder<unknown>;
  /** Rows that the product itself still needs: they stay like held ones. */
  readonly stays?: RawBuilder<boolean>;
  /** Removes what other tables hold of rows before this moment that went, piece by piece; stops when the signal says so, and is called again. */
  readonly leave?: (db: Db, before: number, signal: AbortSignal) => Promise<void>;
  /** Columns that name people, objects and addresses: what legal holds look at. */
  readonly holds: { readonly people: readonly string[]; readonly objects: readonly string[]; readonly addresses: readonly string[] };
  /** Rows that touch these people, objects or addresses in another way. */
  readonly touching?: (ids: readonly string[], addresses: readonly string[]) => RawBuilder<boolean>;
}

/** A kind of log with the module that keeps it. */
export interface KnownLogKind extends LogKind {
  readonly module: string;
}

/** The logs of all modules. */
export const logKindsOf = (modules: readonly { name: string; logKinds?: readonly LogKind[] }[]): KnownLogKind[] =>
  modules.flatMap(({ name, logKinds = [] }) => logKinds.map((kind) => ({ ...kind, module: name })));

/** The least days of logs that the law asks for. */
export const legalFloorDays = 180;
/** The most days of any log. */
export const mostKeepDays = 3_650;
