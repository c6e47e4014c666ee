import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Json, Kind } from '#kit/server/change/kind.ts';
import { recyclable } from '#kit/server/change/recycle-bin.ts';
import type { Reverting } from '#kit/server/change/revert.ts';
import { visible } from '#kit/server/change/visible.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';

/** An object that is gone and that another names. */
export interface Parent {
  /** Its deletion, where that can still be taken back. */
  id: string | null;
  kind: string;
  name: string;
  objectId: string;
}

/** A choice of another object in the place of one that is gone. */
export interface Instead {
  id: string;
  to: string;
}

/** Deleted objects whose ids stand in the fields of these, and those of theirs, as far as the caller may restore them. */
export async function parentsOf(
  db: Db,
  caller: Caller,
  services: Pick<Services, 'kinds' | 'now'>,
  ids: readonly string[],
): Promise<Parent[]> {
  const found = new Map<string, Parent>();
  for (let from = [...ids]; from.length > 0;) {
    const rows = await db
      .selectFrom('change_operation')
      .select(['id', 'kind', 'object_id as objectId', 'object_name as name'])
      .where(visible(caller, services.kinds, 'revert'))
      .where(recyclable(services.now()))
      .where('id', 'not in', [...ids, ...found.keys()])
      .where(
        sql<boolean>`object_id in (select m[1] from change_operation as child, regexp_matches(child.before::text, '[0-9a-f]{8}-[0-9a-f-]{27}', 'g') as m
          where child.id = any(${from}::uuid[]))`,
      )
      .limit(500)
      .execute();
    for (const row of rows) found.set(row.id, row);
    from = rows.map(({ id }) => id);
  }
  return [...found.values()];
}

const uuids = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Objects that these requests name in their fields and that are not there, whether they can be brought back or not. */
export async function goneOf(
  tx: Tx,
  caller: Caller,
  services: Services,
  request: { conflicts: readonly Reverting[]; restored: readonly Reverting[]; instead: readonly Instead[] },
): Promise<Parent[]> {
  const named = request.conflicts.flatMap(({ operation }) => JSON.stringify(operation?.after ?? {}).match(uuids) ?? []);
  // What comes back without those who belonged to it.
  for (const { lines, operation } of request.restored) {
    const back = new Set(JSON.stringify(operation?.after ?? {}).match(uuids));
    named.push(...(JSON.stringify(lines[0]?.before ?? {}).match(uuids) ?? []).filter((id) => !back.has(id)));
  }
  const last = await lastOf(tx, [...named, ...request.instead.map(({ id }) => id)], caller, services);
  const gone: Parent[] = [];
  for (const kind of services.kinds) {
    const own = last.filter((one) => one.kind === kind.kind);
    if (own.length === 0) continue;
    const there = await kind.read(
      tx,
      own.map(({ objectId }) => objectId),
      false,
    );
    for (const one of own) if (!there.has(one.objectId)) gone.push({ ...one, id: null });
  }
  return gone;
}

type Last = Pick<Parent, 'kind' | 'name' | 'objectId'>;

/** What the journal says last of objects: their kind and name. */
async function lastOf(db: Db, ids: readonly string[], caller: Caller, services: Pick<Services, 'kinds'>): Promise<Last[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('change_operation')
    .distinctOn('object_id')
    .select(['kind', 'object_name as name', 'object_id as objectId'])
    .where('object_id', 'in', [...new Set(ids)])
    .where(visible(caller, services.kinds))
    .orderBy('object_id')
    .orderBy('id', 'desc')
    .execute();
}

/** 10400 where what is chosen instead of something is no object of the same kind. */
export async function assertInstead(tx: Tx, caller: Caller, services: Services, instead: readonly Instead[]): Promise<void> {
  if (instead.length === 0) return;
  const last = await lastOf(
    tx,
    instead.map(({ id }) => id),
    caller,
    services,
  );
  for (const [at, { id, to }] of instead.entries()) {
    const kind = services.kinds.find((one) => one.kind === last.find(({ objectId }) => objectId === id)?.kind);
    const there = await kind?.read(tx, [to], false);
    if (!there?.has(to)) throw new InvalidInput([{ path: `instead.${at}.to`, namespace: 'recycle-bin', key: 'issue.instead' }]);
  }
}

/** Whether another object of the kind can be chosen: by a picker of people or departments, or among those that the kind finds. */
export const isReplaceable = (kind: Kind | undefined): boolean =>
  kind !== undefined && (kind.kind === 'department' || kind.kind === 'employee' || kind.search !== undefined);

/** A value with other ids in the place of those that are gone. */
export function replaced(value: Json, by: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return by.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, by)]));
}
