import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices, JobKind } from '#kit/server/services.ts';
import { callInterface } from '#modules/gateway/server/public.ts';
import { clock } from '#platform/clock.ts';
import type { DifferenceState } from '../../../common/item/words.ts';
import { managerPage } from '../../../common/permissions.ts';
import { endItems, lockItems } from '../close.ts';
import { newEvents, announceEvents } from '../events.ts';
import { postToSystem } from '../send/call-system.ts';
import { answerTimes } from '../send/times.ts';
import { todoSystem, type TodoSystem } from '../system.ts';

const secondLookMillis = 600_000;
const mostPages = 1_000;
const pageSize = 1_000;
const mostKept = 1_000;

/** An item that is open here and not there, with what became of it. */
export interface Stale {
  readonly itemId: string;
  readonly outId: string;
  readonly state: 'waiting' | 'closed' | 'open' | 'over';
}

/** What a comparison found. */
export interface Found {
  readonly missing: readonly string[];
  readonly stale: readonly Stale[];
}

type Caller = Parameters<typeof callInterface>[0];

/** Says why a system could not be asked. */
class NotAsked extends Error {}

const outIdOf = (one: unknown): string | undefined => {
  const given: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'outId') : one;
  return typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, 100) : undefined;
};

/** What is open in a system, by its status interface: pages `{ list: [outId], next }`. */
async function openThere(services: Caller, { statusInterfaceId }: TodoSystem, signal?: AbortSignal): Promise<Set<string>> {
  if (statusInterfaceId === null) throw new NotAsked('noInterface');
  const open = new Set<string>();
  let after = '';
  for (let page = 0; page < mostPages; page += 1) {
    const params = { after, limit: pageSize };
    const answer = await callInterface(services, { module: 'todo-forms' }, statusInterfaceId, { params, ...(signal && { signal }) });
    if (answer.class !== 'ok') throw new NotAsked(answer.class);
    const list: unknown = Array.isArray(answer.data) ? answer.data : Reflect.get(Object(answer.data), 'list');
    if (!Array.isArray(list)) throw new NotAsked('notUnderstood');
    for (const one of list) {
      const outId = outIdOf(one);
      if (outId !== undefined) open.add(outId);
    }
    const next: unknown = Reflect.get(Object(answer.data), 'next');
    if (typeof next !== 'string' || next === '' || next === after) return open;
    after = next;
  }
  throw new NotAsked('tooLarge');
}

async function openHere(db: Db, systemId: string, before: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; outId: string }>`select id, out_id as "outId" from todo_item
    where system_id = ${systemId}::uuid and state = 'open' and pushed_at <= ${before}`.execute(db);
  return new Map(rows.map(({ id, outId }) => [outId, id]));
}

/** Notes that a system is to be compared; with `at` the upkeep does it from then on. */
async function noteComparison(
  db: Db,
  { systemId, byId, at, due }: { readonly systemId: string; readonly byId: string; readonly at: number; readonly due: number | null },
): Promise<string> {
  const id = newId();
  await sql`insert into todo_difference (id, system_id, at, by_id, open_here, open_there, missing, stale, state, second_at)
    values (${id}::uuid, ${systemId}::uuid, ${at}, ${byId}, 0, 0, 0, 0, 'looking', ${due})`.execute(db);
  return id;
}

/** Has a system compared within a minute, in the transaction that enables it again. */
export const queueComparison = (tx: Db, systemId: string, byId: string): Promise<string> => {
  const at = clock.now();
  return noteComparison(tx, { systemId, byId, at, due: at });
};

/** Compares the open items of a system with what is open there; what is over there is looked at again before it is closed. */
async function compareNow(
  services: CoreServices & Caller,
  {
    systemId,
    byId,
    signal,
    queued,
  }: { readonly systemId: string; readonly byId: string; readonly signal?: AbortSignal; readonly queued?: string },
): Promise<{ missing: number; stale: number }> {
  const { db } = services.database;
  const [system, at] = [await todoSystem(db, systemId), services.now()];
  if (!system) return { missing: 0, stale: 0 };
  const id = queued ?? (await noteComparison(db, { systemId, byId, at, due: null }));
  const here = await openHere(db, systemId, at);
  let there: Set<string>;
  try {
    there = await openThere(services, system, signal);
  } catch (error) {
    const reason = error instanceof NotAsked ? error.message : 'internal';
    await sql`update todo_difference set state = 'failed', reason = ${reason}, open_here = ${here.size}, second_at = null where id = ${id}::uuid`.execute(
      db,
    );
    if (error instanceof NotAsked) return { missing: 0, stale: 0 };
    throw error;
  }
  // What was pushed meanwhile may be there already.
  const known = await openHere(db, systemId, services.now());
  const missing = [...there].filter((outId) => !known.has(outId));
  const stale = [...here].filter(([outId]) => !there.has(outId));
  const found: Found = {
    missing: missing.slice(0, mostKept),
    stale: stale.slice(0, mostKept).map(([outId, itemId]) => ({ outId, itemId, state: 'waiting' })),
  };
  const isOver = stale.length === 0;
  await sql`update todo_difference set open_here = ${here.size}, open_there = ${there.size}, missing = ${missing.length}, stale = ${stale.length},
      state = ${isOver ? 'done' : 'waiting'}, second_at = ${isOver ? null : services.now() + secondLookMillis}, found = ${JSON.stringify(found)}::jsonb
    where id = ${id}::uuid`.execute(db);
  if (missing.length > 0 && system.answerMode === 'call')
    await postToSystem(
      services,
      system,
      { event: 'missing', outIds: found.missing, at },
      { timeoutMs: answerTimes(services).timeoutMillis },
    );
  return { missing: missing.length, stale: stale.length };
}

/** Closes items of a comparison that are still open; answers how many. */
export async function closeStale(services: CoreServices, id: string, itemIds: ReadonlySet<string>): Promise<number> {
  const { db } = services.database;
  const news = newEvents();
  const n = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ found: Found }>`select found from todo_difference where id = ${id}::uuid for update`.execute(tx);
    const found = rows[0]?.found;
    if (!found) return 0;
    const wanted = found.stale.filter((one) => itemIds.has(one.itemId) && one.state !== 'closed');
    const items = await lockItems(
      tx,
      wanted.map(({ itemId }) => itemId),
    );
    const closed = await endItems(tx, items, { state: 'done', now: services.now(), reason: 'comparison' }, news);
    const states = new Map(items.map((item) => [item.id, item.state === 'open' ? 'closed' : 'over'] as const));
    const stale = found.stale.map((one): Stale => ({ ...one, state: states.get(one.itemId) ?? one.state }));
    await sql`update todo_difference set found = ${JSON.stringify({ ...found, stale })}::jsonb where id = ${id}::uuid`.execute(tx);
    return closed;
  });
  await announceEvents(services, news);
  return n;
}

/** The second look of comparisons whose time has come: what is still over in the system is closed here. */
export async function lookAgain(services: CoreServices & Caller): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<{
    id: string;
    systemId: string;
    found: Found;
    state: DifferenceState;
    byId: string;
  }>`update todo_difference set second_at = ${now + secondLookMillis}
    where id in (select id from todo_difference where second_at <= ${now} order by second_at limit 5 for update skip locked)
    returning id, system_id as "systemId", found, state, by_id as "byId"`.execute(db);
  for (const { id, systemId, found, state: stands, byId } of rows) {
    if (stands === 'looking') {
      await compareNow(services, { systemId, byId, queued: id });
      continue;
    }
    const system = await todoSystem(db, systemId);
    try {
      const there = system ? await openThere(services, system) : new Set<string>();
      const gone = found.stale.filter(({ outId, state }) => state === 'waiting' && !there.has(outId)).map(({ itemId }) => itemId);
      if (system) await closeStale(services, id, new Set(gone));
      await sql`update todo_difference set state = 'done', second_at = null where id = ${id}::uuid`.execute(db);
    } catch (error) {
      const reason = error instanceof NotAsked ? error.message : 'internal';
      await sql`update todo_difference set state = 'failed', reason = ${reason}, second_at = null where id = ${id}::uuid`.execute(db);
    }
  }
}

/** Compares a system, as a job. */
export const compareJob: JobKind<{ systemId: string }, { missing: number; stale: number }> = {
  kind: 'todo-forms.compare',
  title: { namespace: 'todo-forms', key: 'job.compare' },
  code: managerPage.button.compare,
  exclusive: ({ systemId }) => systemId,
  run: ({ services, caller, signal }, { systemId }) => compareNow(services, { systemId, byId: caller.uid, signal }),
};
