import { CallFailure } from '../run/failure.ts';

/** The failure that an error of a database means; undefined where it is one of the connection. */
export function classOfSql(error: unknown, ms: number): CallFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const state = 'sqlState' in error ? String(error.sqlState) : code;
  const message = error.message.slice(0, 300);
  const at = (how: ConstructorParameters<typeof CallFailure>[0], reason = message): CallFailure =>
    new CallFailure(how, { params: { reason, ms, class: how } }, error);
  if (state === '57014' || code === 'ER_QUERY_TIMEOUT' || code === 'ER_STATEMENT_TIMEOUT' || code === 'ER_QUERY_INTERRUPTED')
    return at('timeout');
  if (state.startsWith('28') || code === 'ER_ACCESS_DENIED_ERROR') return at('signIn');
  if (
    state === '42501' ||
    code === 'ER_TABLEACCESS_DENIED_ERROR' ||
    code === 'ER_DBACCESS_DENIED_ERROR' ||
    code === 'ER_COLUMNACCESS_DENIED_ERROR'
  )
    return at('permission');
  if (state === '25006' || code === 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION') return at('permission');
  if (state === '3D000' || state === '42P01' || code === 'ER_BAD_DB_ERROR' || code === 'ER_NO_SUCH_TABLE') return at('notFound');
  if (/^[0-9A-Z]{5}$/.test(state) && !code.startsWith('E')) return at('fault');
  return code.startsWith('ER_') ? at('fault') : undefined;
}
