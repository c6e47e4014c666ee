import { sql } from 'kysely';
import { placeOf } from '#kit/common/crud/crud-contract.ts';
import { columnOf } from '#kit/common/crud/field.ts';
import type { Caller } from '../caller.ts';
import { changeObjects, createObjects, removeObjects } from '../change/change-objects.ts';
import type { Fields, Json, Kind, State } from '../change/kind.ts';
import { lockOrder } from '../change/lock-order.ts';
import { switchObjects } from '../change/switch-objects.ts';
import type { Db, Tx } from '../directory.ts';
import { findFile, takeFile } from '../files/files.ts';
import type { Call } from '../handle.ts';
import { newId } from '../ids.ts';
import { inUse, notFound, outOfRange } from '../refusal.ts';
import type { Entity } from './crud-draft.ts';
import { departmentField, departmentPathsOf } from './crud-range.ts';

/** An entity with its kind. */
export interface Written extends Entity {
  readonly kind: Kind;
}

type Values = Readonly<Record<string, unknown>>;

/** Entered values, put by the module into the form in which they are stored. They passed the schemas of their fields, so they are JSON. */
export const tidied = ({ draft }: Pick<Entity, 'draft'>, entered: Values): Fields => {
  const values = entered as Fields;
  return (draft.tidy?.(values) ?? values) as Fields;
};

/** Entered values as they are stored: tidied by the module, secrets sealed for this object; what was left out stays away. */
function storable(entity: Written, { services }: Pick<Call, 'services'>, { id, entered }: { id: string; entered: Values }): Fields {
  const { contract, table } = entity;
  const given = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined));
  return Object.fromEntries(
    Object.entries(tidied(entity, given)).map(([name, value]): [string, Json] => {
      const field = contract.fields[name];
      if (!field?.is.secret || typeof value !== 'string') return [name, value];
      return [name, services.secrets.seal(value, { table, column: columnOf(name, field), row: id })];
    }),
  );
}

/** Keeps the files that are named for good: those of the caller alone, 10404 for any other. */
async function keepFiles(
  { contract }: Entity,
  tx: Tx,
  { caller, services }: Pick<Call, 'caller' | 'services'>,
  entered: Values,
): Promise<void> {
  for (const [name, { traits }] of Object.entries(contract.fields)) {
    const fileId = entered[name];
    if (traits.type !== 'file' || typeof fileId !== 'string') continue;
    await findFile(tx, caller.uid, fileId, services.now());
    await takeFile(tx, fileId);
  }
}

/** Adds an object; what is not entered has its initial value, a place in an order is the last. Answers its id. */
export async function addOne(entity: Written, tx: Tx, call: Pick<Call, 'caller' | 'services'>, entered: Values): Promise<{ id: string }> {
  const { contract, kind } = entity;
  await keepFiles(entity, tx, call, entered);
  const id = newId();
  const initial = Object.fromEntries(Object.entries(contract.fields).map(([name, { traits }]) => [name, (traits.initial as Json) ?? null]));
  const place = placeOf(contract.fields);
  const requested: Fields = { ...initial, ...storable(entity, call, { id, entered }) };
  const fields = place === undefined ? requested : { ...requested, [place]: await lastPlace(entity, tx, place, requested) };
  const department = departmentField(entity);
  const departmentId = department === undefined ? null : fields[department];
  const path = typeof departmentId === 'string' ? ((await departmentPathsOf(entity)(tx, [departmentId])).get(departmentId) ?? null) : null;
  await createObjects(tx, call.caller, kind, [{ id, name: await calledBy(entity, tx, fields), path, fields }]);
  return { id };
}

/** What an object with these fields is called. */
export async function calledBy({ contract, draft, table }: Entity, db: Db, fields: Fields): Promise<string> {
  if (!draft.called) return nameIn(fields[contract.name]);
  const columns = Object.entries(fields).flatMap(([name, value]) => {
    const field = contract.fields[name];
    return field ? [[columnOf(name, field), value]] : [];
  });
  const { rows } = await sql<{ name: string | null }>`select ${draft.called} as name
    from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(Object.fromEntries(columns))}::jsonb) as t`.execute(db);
  return rows[0]?.name ?? '';
}

/** A name in several languages counts in its first. */
export const nameIn = (value: Json | undefined): string => {
  if (value && typeof value === 'object' && !Array.isArray(value)) return nameIn(Object.values(value).find(Boolean));
  return value === null || value === undefined ? '' : String(value);
};

/** Changes the entered fields of an object. Refuses as `changeObjects`. */
export async function updateOne(
  entity: Written,
  tx: Tx,
  call: Pick<Call, 'caller' | 'services'>,
  { id, version, ...entered }: Values & { readonly id: string; readonly version: number },
): Promise<void> {
  await keepFiles(entity, tx, call, entered);
  await changeObjects(tx, call.caller, entity.kind, [{ id, version, fields: storable(entity, call, { id, entered }) }]);
}

/** What names the objects of a bulk action, and why it is done. */
interface Bulk {
  readonly ids: readonly string[];
  readonly reason?: string | undefined;
}

/** Enables or disables objects; answers how many changed. */
export const switchAll = (
  entity: Written,
  tx: Tx,
  caller: Caller,
  { ids, reason, enabled }: Bulk & { enabled: boolean },
): Promise<number> =>
  switchObjects(tx, caller, entity.kind, { ids, action: enabled ? 'enable' : 'disable', field: 'enabled', value: enabled, reason });

/** Deletes objects that nothing uses (10410); the journal keeps them whole. Answers how many. */
export async function removeAll(entity: Written, tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  const { kind } = entity;
  if (kind.usedBy) {
    // Behind the range, so that nobody learns what uses an object that they may not see.
    await touched(entity, tx, caller, ids);
    const uses = [...(await kind.usedBy(tx, ids)).values()].flat();
    if (uses.length > 0) throw inUse(uses);
  }
  return removeObjects(tx, caller, kind, ids, { reason: reason ?? null });
}

/** Locks objects and asks the range, as a change that changes nothing. */
const touched = ({ kind }: Written, tx: Tx, caller: Caller, ids: readonly string[]): Promise<State[]> =>
  changeObjects(
    tx,
    caller,
    kind,
    ids.map((id) => ({ id, version: null, fields: {} })),
  );

/** Adds a copy of an object with other values where two may not have the same; secrets are left out. */
export async function copyOne(
  entity: Written,
  tx: Tx,
  call: Pick<Call, 'caller' | 'services'>,
  { id, ...own }: Values & { readonly id: string },
): Promise<{ id: string }> {
  const { contract } = entity;
  const [state] = await touched(entity, tx, call.caller, [id]);
  const copied = Object.entries(state!.fields).filter(([name]) => !contract.fields[name]?.is.secret && !contract.fields[name]?.is.readOnly);
  return addOne(entity, tx, call, { ...Object.fromEntries(copied), ...own });
}

/** The fields of which each set of values has an order of its own. */
const withinOf = ({ contract }: Pick<Entity, 'contract'>, place: string): readonly string[] => contract.fields[place]?.traits.within ?? [];

/** The order in which an object with such fields stands, where there are several. */
export const orderOf = (entity: Pick<Entity, 'contract'>, place: string, fields: Fields): string =>
  JSON.stringify(withinOf(entity, place).map((name) => fields[name] ?? null));

/** The place behind all others of its order, which nobody else gets before this transaction ends. */
export async function lastPlace(entity: Entity, tx: Tx, place: string, fields: Fields): Promise<number> {
  const { contract, table } = entity;
  await lockOrder(tx, table);
  const column = sql.ref(columnOf(place, contract.fields[place]!));
  const same = withinOf(entity, place).map(
    (name) => sql`${sql.ref(columnOf(name, contract.fields[name]!))}::text = ${String(fields[name] ?? '')}`,
  );
  const { rows } = await sql<{ next: number }>`select coalesce(max(${column}), 0) + 1 as next from ${sql.table(table)}
    where ${sql.join([sql`true`, ...same], sql` and `)}`.execute(tx);
  return rows[0]!.next;
}

/** Puts these objects in this order, in the places that they hold together; the others stay where they are. Answers how many were named. */
export async function reorderAll(entity: Written, tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const { contract, table, kind } = entity;
  const place = placeOf(contract.fields)!;
  const column = sql.ref(columnOf(place, contract.fields[place]!));
  await lockOrder(tx, table);
  await sql`select from ${sql.table(table)} order by id for update`.execute(tx);
  const orders = withinOf(entity, place).map((name) => sql`, ${sql.ref(columnOf(name, contract.fields[name]!))}`);
  const { rows } = await sql<{
    id: string;
    place: number;
    ring: string;
  }>`select id, ${column} as place, jsonb_build_array(0${sql.join(orders, sql``)})::text as ring from ${sql.table(table)}
    order by ${column}, id`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw kind.unranged || caller.scope().all ? notFound() : outOfRange();
  // The range holds also where nothing moves.
  if (!kind.unranged) await touched(entity, tx, caller, ids);
  const moved = [...Map.groupBy(rows, ({ ring }) => ring).values()].flatMap((order) => inPlaces(order, ids));
  const now = new Map(rows.map((row) => [row.id, row.place]));
  const changes = moved.flatMap((one) =>
    now.get(one.id) === one.place ? [] : [{ id: one.id, version: null, fields: { [place]: one.place } }],
  );
  if (changes.length > 0) await changeObjects(tx, caller, kind, changes);
  return ids.length;
}

/** The objects of one order with their places, once those that are named stand as they are named. */
function inPlaces(order: readonly { id: string; place: number }[], ids: readonly string[]): { id: string; place: number }[] {
  const here = new Set(order.map(({ id }) => id));
  const requested = ids.filter((id) => here.has(id));
  const named = new Set(requested);
  if (named.size === 0) return [];
  const isClear = new Set(order.map((row) => row.place)).size === order.length;
  // Numbered again only where two came to hold one place.
  return order.map((row, index) => ({ id: named.has(row.id) ? requested.shift()! : row.id, place: isClear ? row.place : index + 1 }));
}
