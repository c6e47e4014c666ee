import { sql, type RawBuilder } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { requestAges, requestList } from '../common/request.contract.ts';
import { holdsRight, standingOf, type RequestData } from './approvers.ts';

/** So many open requests are looked at: more never wait. */
const mostOpen = 1000;

/** Requests that wait for this person: those they may agree to and have not yet, and emergencies they may review. */
export async function waitingFor(services: Services, db: Db, uid: string): Promise<RequestData[]> {
  const open = await db
    .selectFrom('change_request')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('state', 'in', ['pending', 'stale']), where('expires_at', '>', services.now())]),
        where('state', '=', 'bypassed'),
      ]),
    )
    .where('requester', '<>', uid)
    .orderBy('expires_at')
    .limit(mostOpen)
    .execute();
  const found: RequestData[] = [];
  for (const request of open) {
    if (request.bypassed_by === uid) continue;
    const { as } = await standingOf(services, db, request, uid);
    if (as && !(await agreed(db, request.id)).some((one) => one.uid === uid || one.as === (as.for ?? uid))) found.push(request);
  }
  return found;
}

/** Who has agreed to what a request is now; `as`: in whose name. */
export async function agreed(db: Db, requestId: string): Promise<{ uid: string; as: string; name: string }[]> {
  const rows = await db
    .selectFrom('change_request_event')
    .select(['uid', 'for_uid', 'name'])
    .where('request_id', '=', requestId)
    .where('event', '=', 'approved')
    .where('void', '=', false)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ uid: row.uid, as: row.for_uid ?? row.uid, name: row.name }));
}

/** SQL condition: requests that the caller made, took part in, or holds the right to over all their objects. */
async function visible(db: Db, caller: Caller): Promise<RawBuilder<boolean>> {
  // What decides is the right to the operation; the page's own range is asked for all the same, as every call must.
  if (caller.scope().all && caller.grants.superAdmin) return sql<boolean>`true`;
  const { rows } = await sql<{ code: string }>`select distinct unnest(codes) as code from change_request`.execute(db);
  const mine = sql<boolean>`(requester = ${caller.uid} or exists (select from change_request_event e where e.request_id = change_request.id and e.uid = ${caller.uid}))`;
  const parts = rows.flatMap(({ code }) => {
    const range = caller.grants.codes.get(code);
    if (!range) return [];
    const inside = range.all
      ? sql`true`
      : sql`not unpathed and not exists (select from unnest(paths) as p
          where not (p::ltree <@ any(${[...range.paths]}::ltree[]) or p::ltree = any(${[...(range.exact ?? [])]}::ltree[])))`;
    return [sql<boolean>`(${code} = any(codes) and ${inside})`];
  });
  return sql<boolean>`(${sql.join([mine, ...parts], sql` or `)})`;
}

/** A page of requests, by tab. */
export async function readRequests(
  services: Services,
  db: Db,
  caller: Caller,
  input: Parsed<typeof requestList>,
): Promise<{ list: RequestData[]; total: number; pages: number }> {
  const where: RawBuilder<boolean>[] = [await visible(db, caller)];
  if (input.tab === 'waiting') {
    const waiting = (await waitingFor(services, db, caller.uid)).map(({ id }) => id);
    where.push(sql<boolean>`id = any(${waiting}::uuid[])`);
  }
  if (input.tab === 'mine') where.push(sql<boolean>`requester = ${caller.uid}`);
  if (input.tab === 'bypassed') where.push(sql<boolean>`bypassed_by is not null`);
  if (input.state) where.push(sql<boolean>`state = any(${input.state}::text[])`);
  if (input.operation !== undefined) where.push(sql<boolean>`operation = ${input.operation}`);
  if (input.requester !== undefined) where.push(sql<boolean>`requester = ${input.requester}`);
  if (input.module !== undefined) where.push(sql<boolean>`module = ${input.module}`);
  if (input.age !== undefined) where.push(agedBy(input.age, services.now()));
  if (input.from !== undefined) where.push(sql<boolean>`at >= ${input.from}`);
  if (input.to !== undefined) where.push(sql<boolean>`at <= ${input.to}`);
  if (input.text)
    where.push(sql<boolean>`(reason ilike ${containing(input.text)} or caller ->> 'name' ilike ${containing(input.text)}
      or exists (select from jsonb_array_elements(lines) as line where line ->> 'name' ilike ${containing(input.text)}))`);
  const order = orderOf(
    input.sort ?? (input.tab === 'waiting' ? 'expiresAt' : '-at'),
    { at: sql`at`, expiresAt: sql`expires_at` },
    sql`id`,
  );
  return readPage<RequestData>(db, { columns: sql`change_request.*`, from: sql`change_request`, where, order }, input);
}

const dayMillis = 86_400_000;
const ageDays = { day: 1, week: 7, month: 30 } as const;

function agedBy(age: (typeof requestAges)[number], now: number): RawBuilder<boolean> {
  return age === 'older' ? sql<boolean>`at < ${now - ageDays.month * dayMillis}` : sql<boolean>`at >= ${now - ageDays[age] * dayMillis}`;
}

const mostChoices = 500;

/** The different operations, modules and requesters among the requests that the caller may know of. */
export async function readChoices(
  db: Db,
  caller: Caller,
): Promise<{ operations: string[]; modules: string[]; requesters: { uid: string; name: string }[] }> {
  const seen = await visible(db, caller);
  const { rows } = await sql<{ operation: string; module: string }>`select distinct operation, module from change_request
    where ${seen} limit ${mostChoices}`.execute(db);
  const { rows: requesters } = await sql<{
    uid: string;
    name: string;
  }>`select distinct on (requester) requester as uid, caller ->> 'name' as name
    from change_request where ${seen} order by requester, id desc limit ${mostChoices}`.execute(db);
  return {
    operations: [...new Set(rows.map(({ operation }) => operation))],
    modules: [...new Set(rows.map(({ module }) => module))],
    requesters,
  };
}

/** One request that the caller may know of; 10404 otherwise. */
export async function findRequest(services: Services, db: Db, caller: Caller, id: string): Promise<RequestData> {
  caller.scope();
  const request = await db.selectFrom('change_request').selectAll().where('id', '=', id).executeTakeFirst();
  if (!request) throw notFound();
  if (request.requester === caller.uid || holdsRight(caller.grants, request)) return request;
  const took = await db
    .selectFrom('change_request_event')
    .select('id')
    .where('request_id', '=', id)
    .where('uid', '=', caller.uid)
    .executeTakeFirst();
  if (took || (await standingOf(services, db, request, caller.uid)).as) return request;
  throw notFound();
}
