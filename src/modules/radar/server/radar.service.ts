import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, wrongState } from '#kit/server/refusal.ts';
import { directory, departmentPaths } from '#modules/people/server/public.ts';
import {
  handKind,
  type radarAdd,
  type radarAssign,
  type radarRecheck,
  type radarRemove,
  type radarSnooze,
  type radarUpdate,
} from '../common/radar.contract.ts';
import { radarKind } from './radar.kind.ts';
import { assertVisible, radarVisible } from './radar.visible.ts';
import { keepSeen, lookAt } from './refresh.ts';
import { silence, notifyOfItems } from './notify.ts';

const dayMillis = 86_400_000;
const mostSnoozeDays = 365;

/** Adds something that no module knows of. */
export async function addItem(tx: Tx, { caller, services }: Call, input: Parsed<typeof radarAdd>): Promise<{ id: string }> {
  const { deptId } = input;
  const path = deptId === null ? null : ((await departmentPaths(tx, [deptId])).get(deptId) ?? null);
  const id = newId();
  const fields: Fields = { ...input, kind: handKind, objectKind: 'radarItem', objectId: id, origin: 'hand' };
  await createObjects(tx, caller, radarKind, [{ id, name: input.name, path, fields }]);
  await notifyOfItems(tx, services, [id]);
  return { id };
}

/** What belongs to the radar of something that a module keeps. */
const ownFields = new Set(['ownerId', 'remindDays']);

/** Changes given fields; of what a module keeps the owner and the days of reminding alone (10400 at the others). */
export async function updateItem(tx: Tx, { caller, services }: Call, input: Parsed<typeof radarUpdate>): Promise<void> {
  const { id, version, ...rest } = input;
  await assertVisible(tx, services, { caller, ids: [id] });
  const given: Record<string, unknown> = rest;
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Fields;
  const item = await tx.selectFrom('radar_item').select('origin').where('id', '=', id).executeTakeFirst();
  const foreign = item?.origin === 'module' ? Object.keys(fields).filter((name) => !ownFields.has(name)) : [];
  if (foreign.length > 0) throw new InvalidInput(foreign.map((path) => ({ path, namespace: 'radar', key: 'issue.notHere' })));
  await changeObjects(tx, caller, radarKind, [{ id, version, fields }]);
  await notifyOfItems(tx, services, [id]);
}

async function changeAll(tx: Tx, { caller, services }: Call, ids: readonly string[], fields: Fields): Promise<number> {
  await assertVisible(tx, services, { caller, ids });
  await changeObjects(
    tx,
    caller,
    radarKind,
    ids.map((id) => ({ id, version: null, fields })),
  );
  await notifyOfItems(tx, services, ids);
  return ids.length;
}

/** Names the owner of all of these; nobody with null. */
export async function assignItems(tx: Tx, call: Call, { ids, ownerId }: Parsed<typeof radarAssign>): Promise<number> {
  // The kind would say it once for each of them, and at none of the form's fields.
  if (ownerId !== null && call.caller.scope().all && !(await directory.people(tx, [ownerId])).has(ownerId))
    throw new InvalidInput([{ path: 'ownerId', namespace: 'radar', key: 'issue.nobody' }]);
  return changeAll(tx, call, ids, { ownerId });
}

/** Keeps reminders back for a time, with a reason; null ends that. */
export function snoozeItems(tx: Tx, call: Call, { ids, until, reason }: Parsed<typeof radarSnooze>): Promise<number> {
  const now = call.services.now();
  const why = reason.trim();
  if (until === null) return changeAll(tx, call, ids, { snoozedUntil: null, reason: null });
  const wrong = [
    ...(until <= now || until > now + mostSnoozeDays * dayMillis ? [{ path: 'until', namespace: 'radar', key: 'issue.until' }] : []),
    ...(why === '' ? [{ path: 'reason', namespace: 'radar', key: 'issue.reason' }] : []),
  ];
  if (wrong.length > 0) throw new InvalidInput(wrong);
  return changeAll(tx, call, ids, { snoozedUntil: until, reason: why });
}

/** Deletes what was added by hand; what a module keeps goes when it is gone there (10412). */
export async function removeItems(tx: Tx, { caller, services }: Call, { ids, reason }: Parsed<typeof radarRemove>): Promise<number> {
  await assertVisible(tx, services, { caller, ids });
  const rows = await tx.selectFrom('radar_item').select(['id', 'origin', 'told']).where('id', 'in', ids).forUpdate().execute();
  if (rows.some(({ origin }) => origin === 'module')) throw wrongState('module');
  const count = await removeObjects(tx, caller, radarKind, ids, { reason: reason ?? null });
  await silence(tx, services, rows);
  return count;
}

/** Asks the modules now, for the kinds of these or for all; answers how many things the caller then knows of. */
export async function recheckItems(call: Call, { ids }: Parsed<typeof radarRecheck>): Promise<number> {
  const { caller, services, db } = call;
  let kinds = services.radarKinds;
  if (ids) {
    await assertVisible(db, services, { caller, ids });
    const rows = await db.selectFrom('radar_item').select('kind').distinct().where('id', 'in', ids).execute();
    kinds = kinds.filter(({ kind }) => rows.some((row) => row.kind === kind));
  }
  // Before the transaction: what one kind can't read must not spoil the others.
  const seen = await lookAt(db, services, kinds);
  return call.write(async (tx) => {
    await keepSeen(tx, services, seen);
    await notifyOfItems(tx, services);
    if (!ids) await tx.updateTable('radar_round').set({ at: services.now() }).execute();
    const { rows } = await sql<{ n: number }>`select count(*) as n from radar_item
      where ${radarVisible(services, caller)} and ${ids ? sql`id = any(${ids}::uuid[])` : sql`true`}`.execute(tx);
    return rows[0]?.n ?? 0;
  });
}
