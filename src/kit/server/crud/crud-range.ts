import { sql, type RawBuilder } from 'kysely';
import { columnOf } from '#kit/common/crud/field.ts';
import { partiesOutside } from '../audience/audience.ts';
import { newParties } from '../audience/audience.fields.ts';
import { pathInRange, type Range } from '../caller.ts';
import type { Fields, Kind, Operation } from '../change/kind.ts';
import { siteKind } from '../change/site-kind.ts';
import type { Directory, Tx } from '../directory.ts';
import type { Entity } from './crud-draft.ts';

/** The directory of an entity whose fields name people or departments; a declaration without it is a mistake of the module. */
export function directoryOf({ contract, draft }: Entity): Directory {
  if (!draft.directory) throw new Error(`${contract.kind} names departments, people or dynamic groups: crudServer needs a directory`);
  return draft.directory;
}

/** SQL condition on the table `t`: the objects that are seen in a range. */
export function visibleIn(entity: Entity, range: () => Range): RawBuilder<boolean> {
  const { contract, draft } = entity;
  const { read } = contract.scope;
  if (read === 'none') return sql`true`;
  if (read === 'site') return range().all ? sql`true` : sql`false`;
  if (read === 'inside') return rangeOf(entity).visible(range());
  const field = contract.fields[read.by]!;
  const column = `t.${columnOf(read.by, field)}`;
  return field.is.employee ? draft.directory!.employeeAmongRange(range(), column) : draft.directory!.departmentInRange(range(), column);
}

/** Returns, of these objects, those that the entity's list shows within a range. */
export async function seenOf(entity: Entity, { tx, range, ids }: { tx: Tx; range: Range; ids: readonly string[] }): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(entity.table)} as t
    where id = any(${[...ids]}::uuid[]) and ${visibleIn(entity, () => range)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

function rangeOf({ contract, draft }: Entity): NonNullable<Entity['draft']['range']> {
  if (!draft.range) throw new Error(`The range of ${contract.kind} is asked inside: crudServer needs range`);
  return draft.range;
}

/** Whether an entity's objects belong to a department. */
export function departmentField({ contract }: Entity): string | undefined {
  const { write } = contract.scope;
  return typeof write === 'object' && contract.fields[write.by]?.is.department ? write.by : undefined;
}

/** ltree paths of departments, as the change engine asks for them. */
export const departmentPathsOf =
  (entity: Entity) =>
  async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
    const found = await directoryOf(entity).departments(tx, ids);
    return new Map([...found.values()].map(({ id, path }) => [id, path]));
  };

/** The kind with the data range of the entity's contract. */
export function ranged(entity: Entity, kind: Kind): Kind {
  const { read, write } = entity.contract.scope;
  if (write === 'none') return kind;
  // What everybody with the grant reads, they also read the history of; only writes are for who sees everything.
  if (write === 'site') {
    const { siteCode } = entity.contract;
    return { ...siteKind(kind), ...(siteCode !== undefined && { siteCode }), ...(read === 'none' && { unranged: true }) };
  }
  const { unranged: _unranged, ...rest } = kind;
  if (write === 'inside') return { ...rest, outside: rangeOf(entity).outside };
  const own = entity.contract.fields[write.by]?.is.employee ? ofPeople(entity, rest, write.by) : rest;
  return {
    ...own,
    outside: async (tx, range, operations) =>
      union(await own.outside(tx, range, operations), await naming(entity, { tx, range, operations })),
  };
}

const union = (one: Set<number>, other: Set<number>): Set<number> => new Set([...one, ...other]);

/** Objects that belong to a person lie where that person is. */
function ofPeople(entity: Entity, kind: Kind, field: string): Kind {
  const directory = directoryOf(entity);
  const pathOf = async (tx: Tx, uid: unknown): Promise<string | null> =>
    typeof uid === 'string' ? ((await directory.pathsOf(tx, uid))[0] ?? null) : null;
  return {
    ...kind,
    read: async (tx, ids, lock) => {
      const states = await kind.read(tx, ids, lock);
      for (const state of states.values()) state.path = await pathOf(tx, state.fields[field]);
      return states;
    },
    outside: async (tx, range, operations) => {
      if (range.all) return new Set();
      const states = await kind.read(
        tx,
        operations.map(({ id }) => id),
        false,
      );
      const people = operations.map(({ id, before, after }) =>
        [states.get(id)?.fields[field], before?.[field], after?.[field]].flatMap(idsIn),
      );
      const inside = await peopleInside(directory, tx, { range, uids: people.flat() });
      // What belongs to nobody is for who sees everything.
      return new Set(people.flatMap((uids, index) => (uids.length > 0 && uids.every((uid) => inside.has(uid)) ? [] : [index])));
    },
  };
}

/** Which of these people lie in a range. */
export async function peopleInside(
  directory: Directory,
  tx: Tx,
  { range, uids }: { range: Range; uids: readonly string[] },
): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from unnest(${[...new Set(uids)]}::uuid[]) as named(id)
    where ${directory.employeeInRange(range, 'named.id')}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Ids in a field: one, several, or none. */
export const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** Operations that newly name a department or a person outside the range. */
async function naming(
  entity: Entity,
  { tx, range, operations }: { tx: Tx; range: Range; operations: readonly Operation[] },
): Promise<Set<number>> {
  const outside = new Set<number>();
  if (range.all) return outside;
  const { fields } = entity.contract;
  const named = (target: string, { before, after }: Operation): string[] =>
    Object.entries(fields).flatMap(([name, { traits }]) => {
      if (traits.target !== target) return [];
      const known = new Set(idsIn(valueOf(before, name)));
      return idsIn(valueOf(after, name)).filter((id) => !known.has(id));
    });
  const people = operations.map((operation) => named('employee', operation));
  const inside = await peopleInside(directoryOf(entity), tx, { range, uids: people.flat() });
  const departments = operations.map((operation) => named('department', operation));
  const paths = await departmentPathsOf(entity)(tx, departments.flat());
  const audiences = Object.keys(fields).filter((name) => fields[name]?.traits.type === 'audience');
  for (const [index, { before, after }] of operations.entries())
    for (const name of audiences)
      if ((await partiesOutside(tx, directoryOf(entity), newParties(valueOf(before, name), valueOf(after, name)), range)).length > 0)
        outside.add(index);
  for (const index of operations.keys()) {
    const isHidden = (id: string): boolean => !pathInRange(range, paths.get(id) ?? '');
    if (people[index]!.some((uid) => !inside.has(uid)) || departments[index]!.some(isHidden)) outside.add(index);
  }
  return outside;
}

const valueOf = (fields: Fields | null, name: string): unknown => fields?.[name];
