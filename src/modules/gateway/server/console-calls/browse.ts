import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import type { KeptText } from '#kit/server/texts.ts';
import { globalParamRefresh } from '#modules/access/common/global-param.contract.ts';
import { databaseBrowse, dubboBrowse, sapBrowse, soapRefresh } from '#modules/access/common/test.contract.ts';
import { accessChanged } from '#modules/access/server/public.ts';
import { connectionInRange } from '../caller/connection-range.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import { tokenOf } from '../run/globals.ts';
import { browseDubbo } from '../target/dubbo.ts';
import { entitySets } from '../target/odata-metadata.ts';
import { sapPlace } from '../target/sap-place.ts';
import { keepWsdl, readWsdl } from '../target/soap-client.ts';
import { classOfSql } from '../target/sql-class.ts';
import { poolFor } from '../target/sql-pools.ts';
import type { SqlPool } from '../target/sql-types.ts';

const most = 500;

/** How it ended, in the words of the call log, in the reader's language. */
const classWord = (failure: CallFailure): KeptText => ({ namespace: 'call-logs', key: `call.class.${failure.class}` });

/** A failure of the other side as an answer of the console. */
export function refusal(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const failure = error instanceof CallFailure ? error : (classOfSql(error, 10_000) ?? failureOf(error, 10_000));
  if (failure.class === 'signIn' && failure.facts.params?.['reason'] === 'secret') return new Refusal(14010);
  return new Refusal(14011, { step: { namespace: 'access', key: 'check.browse' }, class: classWord(failure) }, { class: failure.class });
}

async function browseDatabase(call: Call, input: Parsed<typeof databaseBrowse>): Promise<Reply<typeof databaseBrowse>> {
  const row = await connectionInRange(call.db, call.caller, 'database', input.id);
  try {
    const pool = await poolFor(call.services, row);
    return { list: await objectsOf(pool, row['kind'] === 'postgresql', input) };
  } catch (error) {
    throw refusal(error);
  }
}

type Objects = Reply<typeof databaseBrowse>['list'];

async function objectsOf(pool: SqlPool, isPostgres: boolean, { schema, table, text }: Parsed<typeof databaseBrowse>): Promise<Objects> {
  const mark = (n: number): string => (isPostgres ? `$${n}` : '?');
  const like = `%${(text ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const ask = async (statement: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
    (
      await pool.run({ text: statement, values, write: false, maxRows: most, timeoutMs: 10_000, signal: AbortSignal.timeout(20_000) })
    ).rows.slice(0, most);
  if (schema === undefined) {
    const rows = await ask(
      `select schema_name as name from information_schema.schemata where schema_name not in ('pg_catalog', 'information_schema', 'performance_schema', 'sys', 'mysql') and schema_name not like 'pg\\_%' and schema_name like ${mark(1)} order by schema_name`,
      [like],
    );
    return rows.map((row) => ({ kind: 'schema', name: String(row['name']), type: '', nullable: false }));
  }
  if (table === undefined) {
    const rows = await ask(
      `select table_name as name, table_type as type from information_schema.tables where table_schema = ${mark(1)} and table_name like ${mark(2)} order by table_name`,
      [schema, like],
    );
    return rows.map((row) => ({
      kind: String(row['type']).includes('VIEW') ? 'view' : 'table',
      name: String(row['name']),
      type: String(row['type']),
      nullable: false,
    }));
  }
  const rows = await ask(
    `select column_name as name, data_type as type, is_nullable as nullable from information_schema.columns where table_schema = ${mark(1)} and table_name = ${mark(2)} and column_name like ${mark(3)} order by ordinal_position`,
    [schema, table, like],
  );
  return rows.map((row) => ({ kind: 'column', name: String(row['name']), type: String(row['type']), nullable: row['nullable'] === 'YES' }));
}

async function browseSap(call: Call, { id, text }: Parsed<typeof sapBrowse>): Promise<Reply<typeof sapBrowse>> {
  const row = await connectionInRange(call.db, call.caller, 'sap', id);
  if (row['mode'] !== 'odata') return { list: [] };
  try {
    const all = await entitySets(call.services, sapPlace(call.services, row, new Set()));
    const found = all.filter(({ name }) => name.toLowerCase().includes((text ?? '').toLowerCase())).slice(0, most);
    return {
      list: found.map(({ name, detail, keys, fields }) => ({ name, detail, keys: keys.map((one) => one.name), fields: [...fields] })),
    };
  } catch (error) {
    throw refusal(error);
  }
}

async function browseProviders(call: Call, { id, service, text }: Parsed<typeof dubboBrowse>): Promise<Reply<typeof dubboBrowse>> {
  const row = await connectionInRange(call.db, call.caller, 'dubbo', id);
  try {
    const all = await browseDubbo(call.services, row, service);
    const found = all.filter((one) => one.service.toLowerCase().includes((text ?? '').toLowerCase())).slice(0, most);
    return {
      list: found.map(({ service: name, provider }) => ({
        service: name,
        address: provider?.address ?? '',
        version: provider?.version ?? '',
        group: provider?.group ?? '',
        methods: [...(provider?.methods ?? [])],
      })),
    };
  } catch (error) {
    throw refusal(error);
  }
}

async function refreshSoap(call: Call, { id }: Parsed<typeof soapRefresh>): Promise<Reply<typeof soapRefresh>> {
  const { db, services, caller } = call;
  const row = await connectionInRange(db, caller, 'soap', id);
  caller.touch({ kind: 'soap', id, name: row.name });
  try {
    const read = await readWsdl(services, row);
    const before = await keepWsdl(services, id, read, services.now());
    const now = read.operations.map(({ name }) => name);
    const removed = before.filter((name) => !now.includes(name));
    await db.transaction().execute((tx) => accessChanged(tx));
    const using = await db.selectFrom('api_interface').select(['id', 'name', 'definition']).where('kind', '=', 'soap').execute();
    const touched = using.filter(
      ({ definition: { target } }) => target.kind === 'soap' && target.soapId === id && removed.includes(target.operation),
    );
    return {
      operations: read.operations.map((one) => ({ ...one })),
      added: now.filter((name) => !before.includes(name)),
      removed,
      touched: touched.map((one) => ({ id: one.id, name: one.name })),
    };
  } catch (error) {
    const failure = failureOf(error);
    const given = failure.facts.params?.['reason'];
    const reason = typeof given === 'string' ? given : classWord(failure);
    throw new Refusal(14040, { reason }, { class: failure.class });
  }
}

async function refreshToken(call: Call, { id }: Parsed<typeof globalParamRefresh>): Promise<Reply<typeof globalParamRefresh>> {
  const { db, services, caller } = call;
  caller.scope();
  const row = await db.selectFrom('global_param').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  caller.touch({ kind: 'globalParam', id, name: row.name });
  try {
    await tokenOf(services, { id, name: row.name, kind: row.kind, value: row.value, secret: row.secret, token: row.token }, true);
    const kept = await db.selectFrom('global_token').select('valid_until').where('param_id', '=', id).executeTakeFirst();
    return { class: 'ok', validUntil: kept?.valid_until ?? null };
  } catch (error) {
    return { class: failureOf(error).class, validUntil: null };
  }
}

/** What is behind a connection, by name; and what is read of it again. */
export const browseRoutes: readonly BoundRoute[] = [
  handle(databaseBrowse, browseDatabase),
  handle(sapBrowse, browseSap),
  handle(dubboBrowse, browseProviders),
  handle(soapRefresh, refreshSoap),
  handle(globalParamRefresh, refreshToken),
];
