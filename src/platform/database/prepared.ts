import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/**
 * Begins a statement that each connection keeps by name: for statements that run often and whose text and plan cost as much as their
 * work. The server reads it once, and after some runs keeps a plan that serves any value: only for statements that find their rows by
 * key, since such a plan would not use the index behind a `like`. The keys are given as `unnest((select $1::…[]))`: knowing them the
 * server would think a plan of their own the better one. Not for `select *`: a kept statement fails when its columns change.
 */
export const preparedMark = '/* prepared */';

/** A connection keeps so many; texts differ with what is filtered, and the rest is parsed each time. */
const mostKept = 50;

let keepsAll = false;

/**
 * Tests only: each connection keeps every statement, whatever its text. In databases of a few rows reading and planning statements costs
 * more than the rest together. Answers how to go back.
 */
export function keepEveryStatement(): () => void {
  keepsAll = true;
  return () => {
    keepsAll = false;
  };
}

/** What pg says when no answer came in time. */
const silence = 'Query read timeout';

/**
 * A pool as the query builder sees it: marked statements are kept by name, and a server that says nothing for `answerMillis` is given up
 * together with the connection. Every statement has a shorter limit that the server holds itself, so silence means that it stands still.
 */
export function preparing(pool: pg.Pool, answerMillis: number): PostgresPool {
  const made = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = made.get(client) ?? preparingClient(client, answerMillis);
      made.set(client, known);
      return known;
    },
  };
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

function preparingClient(client: pg.PoolClient, answerMillis: number): PostgresPoolClient {
  const kept = new Map<string, string>();
  let silent: Error | undefined;
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('This pool reads answers whole');
    const name = keepsAll || text.startsWith(preparedMark) ? nameIn(kept, text) : undefined;
    // What is asked after the silence, a rollback for instance, would wait behind it.
    if (silent) return Promise.reject(silent);
    const asked = { text, values: values.map(quickArray), query_timeout: answerMillis, ...(name !== undefined && { name }) };
    return new Promise((resolve, reject) => {
      // What the client makes of one statement stays reachable from that of the statement before, as long as only young objects are
      // collected. So nothing of an answer is left with it: a large table that is read page by page would fill the memory with old pages.
      let waiting: Waiting | undefined = { resolve, reject };
      client.query(asked, (error: Error | null, result) => {
        const told = waiting;
        waiting = undefined;
        if (error?.message === silence) silent = new Error('Connection terminated: the database does not answer', { cause: error });
        if (error) return told?.reject(silent ?? error);
        const { command, rowCount, rows } = result;
        result.rows = [];
        result.fields = [];
        told?.resolve({ command, rowCount, rows });
      });
    });
  }
  return { query, release: (destroy) => client.release(silent ?? destroy) };
}

/**
 * A list of texts in the form of the wire: the library looks at every character of each of thousands. Lists of anything else, and texts with
 * signs that JSON writes otherwise than a list of the database, are left to it.
 */
function quickArray(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return value;
  const json = JSON.stringify(value);
  return json.includes('\\') ? value : `{${json.slice(1, -1)}}`;
}

function nameIn(kept: Map<string, string>, text: string): string | undefined {
  const known = kept.get(text);
  if (known !== undefined || (!keepsAll && kept.size >= mostKept)) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  kept.set(text, name);
  return name;
}
