import type { TargetOf } from '#modules/access/common/definition.ts';
import { parseStatement, StatementError } from '#modules/access/server/public.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import type { TargetAnswer, TargetCall } from '../run/context.ts';
import type { ConnectionRow } from '../table/snapshot.ts';
import { classOfSql } from './sql-class.ts';
import { poolFor } from './sql-pools.ts';

/** Where the secret of a database is sealed. */
export const databaseSecretPlace = (id: string) => ({ table: 'access_database', column: 'secret', row: id });

const camel = (name: string): string =>
  name.includes('_') ? name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()) : name;

/** Names as JSON has them: `order_no` is `orderNo`; dates as text. */
const rowOf = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      camel(name),
      Buffer.isBuffer(value) ? value.toString('base64') : typeof value === 'bigint' ? String(value) : value,
    ]),
  );

/** Runs the statement of an interface: values only as bound parameters, reads in a transaction that can only read. */
export async function askDatabase(call: TargetCall, target: TargetOf<'database'>, connection: ConnectionRow): Promise<TargetAnswer> {
  const dialect = connection['kind'] === 'postgresql' ? 'postgresql' : 'mysql';
  const write = target.mode === 'write';
  if (write && connection['allow_write'] !== true) throw new CallFailure('permission', { params: { reason: connection.name } });
  const bound = bind(call, target, { dialect, write });
  const sent = (): string => {
    const shown = bound.values.map((value) => (typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value));
    return `${bound.text}\n-- ${JSON.stringify(shown)}`;
  };
  try {
    const pool = await poolFor(call.services, connection);
    const most = target.mode === 'one' ? 1 : target.maxRows;
    const result = await pool.run({
      text: bound.text,
      values: bound.values,
      write,
      maxRows: most,
      timeoutMs: Math.max(100, Math.min(Math.round(call.left()), 60_000)),
      signal: call.signal,
    });
    if (write && result.affected > target.maxRows) throw new CallFailure('tooLarge', { code: 14322, params: { n: target.maxRows } });
    if (!write && target.mode !== 'one' && target.mode !== 'page' && result.rows.length > most)
      throw new CallFailure('tooLarge', { params: { n: most } });
    const rows = result.rows.slice(0, most).map(rowOf);
    const data = write
      ? { affected: result.affected }
      : target.mode === 'one'
        ? (rows[0] ?? null)
        : target.mode === 'page'
          ? { list: rows, more: result.rows.length > most }
          : rows;
    const raw = Buffer.from(JSON.stringify(data));
    if (raw.length > call.loaded.definition.behaviour.maxOutBytes)
      throw new CallFailure('tooLarge', { params: { n: call.loaded.definition.behaviour.maxOutBytes } });
    return { status: null, data, raw, contentType: 'application/json', headers: {}, sent, tries: 1, isJson: true };
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    const known = classOfSql(error, call.loaded.definition.behaviour.timeoutMs);
    throw known ?? failureOf(error, call.loaded.definition.behaviour.timeoutMs);
  }
}

const statements = new WeakMap<TargetOf<'database'>, ReturnType<typeof parseStatement>>();

/** The statement of a version, read once. A version belongs to one database, whose kind never changes. */
function statementOf(target: TargetOf<'database'>, options: Parameters<typeof parseStatement>[1]): ReturnType<typeof parseStatement> {
  const known = statements.get(target) ?? parseStatement(target.sql, options);
  statements.set(target, known);
  return known;
}

function bind(
  { values }: TargetCall,
  target: TargetOf<'database'>,
  options: { dialect: 'postgresql' | 'mysql'; write: boolean },
): { text: string; values: unknown[] } {
  try {
    const statement = statementOf(target, options);
    const choices: Record<string, string> = {};
    for (const name of statement.choices) {
      const chosen = String(values[name] ?? '');
      const fragments = target.choices[name] ?? {};
      const fragment = Object.hasOwn(fragments, chosen) ? fragments[chosen] : undefined;
      if (fragment === undefined) throw new CallFailure('schema', { code: 14309, params: { issues: name, reason: name } });
      choices[name] = fragment;
    }
    return statement.bind(values, choices);
  } catch (error) {
    if (error instanceof StatementError)
      throw new CallFailure('transform', { params: { path: `sql:${error.position}`, reason: `SQL ${error.position}` } });
    throw error;
  }
}
