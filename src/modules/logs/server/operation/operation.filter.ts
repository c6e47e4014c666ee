import { isIP, isIPv4 } from 'node:net';
import { sql, type RawBuilder } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { containing } from '#kit/server/read-page.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Call } from '#kit/server/handle.ts';
import { contentDays, nameDays, type operationHistogram, type operationList, type Result } from '../../common/operation-log.contract.ts';
import type { LogWhere } from '../log-slice.ts';
import { rowInRange } from './operation.range.ts';

/** What the list and the histogram are narrowed by. */
export type OperationFilter = Omit<Parsed<typeof operationList>, 'after' | 'pageSize'> & Partial<Parsed<typeof operationHistogram>>;

const dayMillis = 86_400_000;

/** Codes of answers that are nobody's refusal: something broke here or on another side. */
const failures = [10500, 10502, 10503];

/** SQL conditions of a filter in the caller's range; 19030 when a search without an index spans too much. */
export async function whereOf(call: Pick<Call, 'caller' | 'db' | 'services'>, filter: OperationFilter): Promise<LogWhere> {
  const { caller, services } = call;
  const span = spanOf(filter, services.now());
  const content = contentConditions(filter, sensitiveFields(call));
  const slow = content.length > 0 && !isMarked(filter);
  const days = (span.to - span.from) / dayMillis;
  // A moment more than the days: who asks for 31 days ends them within the last one.
  if (slow && days > contentDays + 1) throw new Refusal(19030, { n: contentDays });
  if (filter.text && !isMarked(filter) && days > nameDays + 1) throw new Refusal(19030, { n: nameDays });
  const where = [rowInRange(caller.scope()), ...plainConditions(filter), ...content];
  if (filter.objectId !== undefined) where.push(await objectCondition(call, filter.objectId, span));
  if (filter.text) where.push(await textCondition(call, filter.text));
  if (filter.departmentId !== undefined) where.push(await departmentCondition(call, filter.departmentId));
  return { where, ...span, slow };
}

/** Whether it is asked for what few rows have: they are found whenever they were. */
function isMarked({ requestId, batchId, objectId, sessionId }: OperationFilter): boolean {
  return requestId !== undefined || batchId !== undefined || objectId !== undefined || sessionId !== undefined;
}

/** Everything else looks at the last day unless told. */
function spanOf(filter: OperationFilter, now: number): { from: number; to: number } {
  const { from, to } = filter;
  const end = to ?? now;
  return { from: from ?? (isMarked(filter) ? 0 : Math.max(0, end - dayMillis)), to: end };
}

function plainConditions(filter: OperationFilter): RawBuilder<boolean>[] {
  const { uid, module, word, objectKind, result, requestId, batchId, sessionId, dangerous, actorKind } = filter;
  const among = (column: string, values: readonly string[] | undefined) =>
    values?.length ? [sql<boolean>`${sql.ref(column)} ${oneOrMore(values)}`] : [];
  const equal = (column: string, value: unknown) => (value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`]);
  return [
    ...equal('uid', uid),
    ...among('module', module),
    ...among('operation', word),
    ...among('object_kind', objectKind),
    ...among('actor_kind', actorKind),
    ...equal('request_id', requestId),
    ...equal('batch_id', batchId),
    ...equal('session_id', sessionId),
    ...(dangerous === undefined ? [] : [dangerous ? sql<boolean>`dangerous` : sql<boolean>`dangerous is not true`]),
    ...(result?.length ? [sql<boolean>`(${sql.join(result.map(resultCondition), sql` or `)})`] : []),
    ...(filter.address !== undefined && isIP(filter.address) > 0 ? [sql<boolean>`address = ${filter.address}`] : []),
  ];
}

/** One value as equality, so that its index gives the rows in order. */
const oneOrMore = (values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1 ? sql`= ${values[0]}` : sql`= any(${[...values]}::text[])`;

function resultCondition(result: Result): RawBuilder<boolean> {
  if (result === 'ok') return sql`code = 0`;
  const broken = sql.join(failures);
  return result === 'failed' ? sql`(code <> 0 and code in (${broken}))` : sql`(code <> 0 and code not in (${broken}))`;
}

/** The result of a code. */
export const resultOf = (code: number): Result => (code === 0 ? 'ok' : failures.includes(code) ? 'failed' : 'refused');

/** SQL of the result of a row. */
export const resultColumn = sql<Result>`case when code = 0 then 'ok' when code in (${sql.join(failures)}) then 'failed' else 'refused' end`;

/** Values at any depth, without the names of fields. */
const plainValues = sql.lit('strict $.** ? (@.type() == "string" || @.type() == "number" || @.type() == "boolean")');

/** What has to look at each row. */
function contentConditions(filter: OperationFilter, sensitive: readonly string[]): RawBuilder<boolean>[] {
  const { field, contains, notReverted, outsideHours, address } = filter;
  const some: RawBuilder<boolean>[] = [];
  const inBatch = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
    sql`(batch_id is not null and exists (select from change_operation o where o.batch_id = audit_log.batch_id and ${condition}))`;
  if (field) some.push(inBatch(sql`(o.before ? ${field} or o.after ? ${field})`));
  if (contains) {
    const pattern = containing(contains);
    // Nobody guesses masked values by searching for them.
    const holds = (side: RawBuilder<unknown>): RawBuilder<boolean> =>
      sql`exists (select from jsonb_path_query(${side} - ${sensitive}::text[], ${plainValues}) as value where value #>> '{}' ilike ${pattern})`;
    some.push(inBatch(sql`(${holds(sql`o.before`)} or ${holds(sql`o.after`)})`));
  }
  if (notReverted) some.push(inBatch(sql`not exists (select from change_reverted r where r.operation_id = o.id)`));
  if (outsideHours) {
    const zone = zoneOf(filter.zone);
    const moment = sql`(to_timestamp(at / 1000.0) at time zone ${zone}::text)`;
    some.push(sql`(extract(isodow from ${moment}) > 5 or extract(hour from ${moment}) not between 8 and 19)`);
  }
  if (address !== undefined && address !== '' && isIP(address) === 0) some.push(inNetwork(address));
  return some;
}

function zoneOf(zone = 'UTC'): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidInput([{ path: 'zone', namespace: 'kit', key: 'issue.invalid_value' }]);
  }
}

/** SQL condition: the address lies in this network; 10400 where it is none. */
export const inNetwork = (network: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(address_or_null(address) <<= ${networkOf(network)}::inet, false)`;

function networkOf(text: string): string {
  const [address = '', bits = '', ...more] = text.split('/');
  const most = isIPv4(address) ? 32 : 128;
  if (more.length > 0 || isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
    throw new InvalidInput([{ path: 'address', namespace: 'logs', key: 'issue.network' }]);
  return text;
}

/** Names of fields whose values are masked for who may not unmask them. */
function sensitiveFields({ caller, services }: Pick<Call, 'caller' | 'services'>): string[] {
  return services.kinds.flatMap((kind) => {
    if (kind.codes.unmask !== undefined && caller.can(kind.codes.unmask)) return [];
    return Object.entries(kind.fields).flatMap(([name, rule]) => (rule.sensitive ? [name] : []));
  });
}

/** Calls that touched one object: as their first one, or as one of a batch. */
async function objectCondition(
  { db }: Pick<Call, 'db'>,
  objectId: string,
  { from, to }: { from: number; to: number },
): Promise<RawBuilder<boolean>> {
  const batches = await db
    .selectFrom('change_operation')
    .select('batch_id')
    .distinct()
    .where('object_id', '=', objectId)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .limit(mostBatches)
    .execute();
  const ids = batches.map(({ batch_id }) => batch_id);
  return ids.length === 0 ? sql`object_id = ${objectId}` : sql`(object_id = ${objectId} or batch_id = any(${ids}::uuid[]))`;
}

const mostBatches = 5_000;

/** The object's name holds the words; or they are the account of who acted or of whom it was done to. */
async function textCondition({ db, services }: Pick<Call, 'db' | 'services'>, text: string): Promise<RawBuilder<boolean>> {
  const named = sql<boolean>`object_name ilike ${containing(text)}`;
  const person = await services.directory.byAccount(db, text);
  return person ? sql<boolean>`(${named} or uid = ${person.uid} or object_id = ${person.uid})` : named;
}

async function departmentCondition({ db, services }: Pick<Call, 'db' | 'services'>, id: string): Promise<RawBuilder<boolean>> {
  const path = (await services.directory.departments(db, [id])).get(id)?.path;
  return path === undefined ? sql`false` : sql`(actor_paths <@ ${path}::ltree or object_path <@ ${path}::ltree)`;
}
