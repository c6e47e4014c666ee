import type { SqlSourceConfig } from '../../../common/config/sql.ts';
import type { ConnectorHouse, OpenSource, RawValue } from '../connector.ts';
import type { Bound } from './query.ts';
import { sqlFailure } from './sql-failure.ts';

/** Bounds of a reading. */
export interface SqlLimits {
  /** Longest time of one statement, ms: the database ends it. */
  readonly statementMs: number;
  /** Rows in memory at a time. */
  readonly rows: number;
}

/** A row by the names of its columns. */
export type SqlRow = Readonly<Record<string, RawValue>>;

/** A connection inside a transaction that can only read. Failures are typed. */
export interface SqlSession {
  rows(statement: Bound, atMost?: number): AsyncGenerator<readonly SqlRow[]>;
  close(): Promise<void>;
}

/** What a session is opened with; when the signal ends it, the database is told to stop what runs. */
export interface SqlWay {
  readonly house: ConnectorHouse;
  readonly source: OpenSource<SqlSourceConfig>;
  readonly signal: AbortSignal;
  readonly limits: SqlLimits;
}

/** Asks a database: what fails is typed, unless the reading was given up. */
export const askedOf =
  (signal: AbortSignal, where: string) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw sqlFailure(error, where);
    }
  };
