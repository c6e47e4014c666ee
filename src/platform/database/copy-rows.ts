import type pg from 'pg';
import { manyRowsStatements } from './many-rows.ts';
import type { Database } from './open-database.ts';

/** A value of a row: objects are written as JSON, lists of texts as arrays. */
export type Cell = string | number | boolean | null | undefined | readonly string[] | { readonly [name: string]: unknown };

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A field of COPY's text format. */
function textOf(value: Cell): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? `{${value.map((item: string) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
        : JSON.stringify(value);
  return /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (mark) => escapes[mark]!) : text;
}

/** Rows of one piece on the wire. */
const pieceSize = 500;

/** A row as COPY reads it. */
const lineOf = (row: readonly Cell[]): string => `${row.map(textOf).join('\t')}\n`;

/** A row as COPY reads it, as bytes: what waits long lies outside of the heap. */
export const copyLine = (row: readonly Cell[]): Buffer => Buffer.from(lineOf(row));

/** Puts rows into a table by COPY; `target` is the table with its columns. */
export const copyRows = (client: pg.ClientBase, target: string, rows: readonly (readonly Cell[])[]): Promise<void> =>
  copyPieces(client, target, { rows, pieceOf: (some) => some.map(lineOf).join('') });

/** The same of rows that are lines already. */
export const copyLines = (client: pg.ClientBase, target: string, rows: readonly Buffer[]): Promise<void> =>
  copyPieces(client, target, { rows, pieceOf: (some) => Buffer.concat(some) });

interface Pieces<T> {
  readonly rows: readonly T[];
  pieceOf(some: readonly T[]): string | Buffer;
}

async function copyPieces<T>(client: pg.ClientBase, target: string, { rows, pieceOf }: Pieces<T>): Promise<void> {
  const { from } = await import('pg-copy-streams');
  const stream = client.query(from(`copy ${target} from stdin`));
  const ended = new Promise<void>((resolve, reject) => stream.once('finish', resolve).once('error', reject));
  // Told below; what fails while pieces are written is no rejection that nobody waits for.
  ended.catch(() => undefined);
  for (let at = 0; at < rows.length; at += pieceSize) {
    const piece = pieceOf(rows.slice(at, at + pieceSize));
    if (!stream.write(piece)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), ended]);
  }
  stream.end();
  await ended;
}

const begin = ['begin', 'set local synchronous_commit = off', ...manyRowsStatements].join('; ');

/** Longest wait for a server that says nothing, ms. */
const silenceMillis = 45_000;

/**
 * The same in a transaction of its own that does not wait for the disk: for what is made again when the server falls. Never called by who
 * holds another connection of the pool.
 */
export async function copyAlone({ pool }: Pick<Database, 'pool'>, target: string, rows: readonly (readonly Cell[])[]): Promise<void> {
  if (rows.length === 0) return;
  const client = await pool.connect();
  const state: { failed?: Error } = {};
  // Whatever state the connection is in then, it is not used again.
  const giveUp = (reason: Error): void => {
    if (state.failed) return;
    state.failed = reason;
    client.release(reason);
  };
  const silence = setTimeout(() => giveUp(new Error('Connection terminated: the database does not answer')), silenceMillis);
  try {
    await client.query(begin);
    await copyRows(client, target, rows);
    await client.query('commit');
  } catch (error) {
    giveUp(error instanceof Error ? error : new Error(String(error)));
    throw state.failed;
  } finally {
    clearTimeout(silence);
    if (!state.failed) client.release();
  }
}
