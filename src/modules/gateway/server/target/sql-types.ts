import type { RunServices } from '../run/context.ts';

/** A statement with its limits. */
export interface SqlRun {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly write: boolean;
  /** One row more than this is read, so that more is noticed. */
  readonly maxRows: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What a statement answered. */
export interface SqlResult {
  readonly rows: Record<string, unknown>[];
  readonly affected: number;
}

/** Connections to one database, apart from the product's own. */
export interface SqlPool {
  run(statement: SqlRun): Promise<SqlResult>;
  /** In use, idle, waiting. */
  state(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** A database as its driver needs it. */
export interface SqlPlace {
  readonly services: Pick<RunServices, 'outbound'>;
  readonly kind: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly account: string;
  readonly password: string;
  readonly tls: 'off' | 'require' | 'verify';
  readonly ca: string;
  readonly poolMax: number;
}
