import { sql, type RawBuilder } from 'kysely';
import { hasOf, nameOf } from '#kit/common/crud/crud-contract.ts';
import { columnOf } from '#kit/common/crud/field.ts';
import { pick } from '#kit/common/language.ts';
import type { Json } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { orOutside } from '../outside-word.ts';
import { containing, orderOf, readPage } from '../read-page.ts';
import { notFound, outOfRange } from '../refusal.ts';
import type { Entity, Means } from './crud-draft.ts';
import { idsIn, visibleIn } from './crud-range.ts';

/** A row of the table as JSON, by column. */
type Row = Record<string, Json>;
/** What leaves the server of an object. */
export type View = Record<string, unknown>;

/** Query of a list. */
export interface ListInput {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
  readonly text?: string | undefined;
  readonly [filter: string]: unknown;
}

/** A page of an entity's list: in range, narrowed by its filters, with the names of what it refers to. */
export async function listPage(entity: Entity, means: Means, input: ListInput): Promise<{ list: View[]; total: number; pages: number }> {
  const { usualSort } = entity.contract;
  const source = {
    columns: sql`to_jsonb(t) as row`,
    from: sql`${sql.table(entity.table)} as t`,
    where: await conditionsOf(entity, means, input),
    order: orderOf(input.sort ?? usualSort, ordersOf(entity), sql`id`),
  };
  const { list, ...counted } = await readPage<{ row: Row }>(means.db, source, input);
  return {
    list: await viewsOf(
      entity,
      means,
      list.map(({ row }) => row),
    ),
    ...counted,
  };
}

/** The range, the search and the filters of a list as conditions on the table `t`. */
async function conditionsOf(entity: Entity, means: Means, input: Readonly<Record<string, unknown>>): Promise<RawBuilder<boolean>[]> {
  const { fields, more } = entity.contract;
  const where: RawBuilder<boolean>[] = [visibleIn(entity, () => means.caller.scope())];
  const searched = Object.entries(fields).filter(([, { is }]) => is.searched);
  const { text } = input;
  if (typeof text === 'string' && text !== '' && searched.length > 0) {
    const pattern = containing(text);
    const parts = searched.map(([name, field]) => sql`${sql.ref(`t.${columnOf(name, field)}`)}::text ilike ${pattern}`);
    where.push(sql`(${sql.join(parts, sql` or `)})`);
  }
  for (const [name, field] of Object.entries(fields))
    if (field.is.filtered && input[name] !== undefined) where.push(sql`${sql.ref(`t.${columnOf(name, field)}`)} = ${input[name]}`);
  const own = Object.fromEntries(Object.keys(more.filters).flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
  return [...where, ...((await entity.draft.where?.(means, own)) ?? [])];
}

const caseless = new Set(['text', 'longText', 'code']);

function ordersOf({ contract }: Entity): Record<string, RawBuilder<unknown>> {
  const own = Object.entries(contract.fields).map(([name, field]) => {
    const column = sql.ref(`t.${columnOf(name, field)}`);
    if (field.traits.type === 'local') return [name, sql`lower(${column} ->> 'zh_CN')`];
    return [name, caseless.has(field.traits.type) ? sql`lower(${column})` : column];
  });
  return { ...Object.fromEntries(own), createdAt: sql`t.created_at`, updatedAt: sql`t.updated_at` };
}

/** One object in full; 10404, or 10910 where the caller does not see everything. */
export async function readOne(entity: Entity, means: Means, id: string): Promise<View> {
  const visible = visibleIn(entity, () => means.caller.scope());
  const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(entity.table)} as t
    where id = ${id}::uuid and ${visible}`.execute(means.db);
  const row = rows[0]?.row;
  if (!row) throw entity.contract.scope.read === 'none' || means.caller.scope().all ? notFound() : outOfRange();
  const [view] = await viewsOf(entity, means, [row]);
  const more = await entity.draft.detail?.(means, storedOf(entity, row));
  return { ...view, ...more };
}

/** The fields of a row by their names, with its id. */
const storedOf = ({ contract }: Entity, row: Row): { id: string } & Record<string, Json> => ({
  ...Object.fromEntries(Object.entries(contract.fields).map(([name, field]) => [name, row[columnOf(name, field)] ?? null])),
  id: String(row['id']),
});

/** Rows as the contract shows them: the only thing that leaves the server. */
async function viewsOf(entity: Entity, means: Means, rows: readonly Row[]): Promise<View[]> {
  const objects = rows.map((row) => storedOf(entity, row));
  const [names, more] = await Promise.all([namesOf(entity, means, objects), entity.draft.rows?.(means, objects)]);
  return rows.map((row, index) => {
    const view: View = {
      id: row['id'],
      version: row['version'],
      createdAt: row['created_at'],
      createdBy: row['created_by'],
      updatedAt: row['updated_at'],
      updatedBy: row['updated_by'],
    };
    for (const [name, field] of Object.entries(entity.contract.fields)) {
      const value = objects[index]![name] ?? null;
      if (field.is.secret) view[hasOf(name)] = value !== null;
      else view[name] = value;
      if (field.is.reference) view[nameOf(name)] = typeof value === 'string' ? (names.get(value) ?? '') : field.is.nullable ? null : '';
    }
    return { ...view, ...more?.[index] };
  });
}

/** Names of what the references of these objects name, by id: ids differ everywhere. */
async function namesOf(entity: Entity, means: Means, objects: readonly Record<string, Json>[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [name, field] of Object.entries(entity.contract.fields)) {
    const { target } = field.traits;
    if (!field.is.reference || target === undefined) continue;
    const ids = [...new Set(objects.flatMap((object) => idsIn(object[name])))];
    if (ids.length === 0) continue;
    for (const [id, text] of await namesOfTarget(entity, means, { target, ids })) names.set(id, text);
  }
  return names;
}

async function namesOfTarget(
  { draft }: Entity,
  { db, caller, services: { directory: usual, kinds } }: Means,
  { target, ids }: { target: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const directory = draft.directory ?? usual;
  const named = (found: ReadonlyMap<string, { name: string }>): Map<string, string> =>
    new Map([...found].map(([id, { name }]) => [id, name]));
  const { language } = caller;
  const range = caller.scope();
  if (target === 'department') return named(await directory.departments(db, ids, language, range));
  if (target === 'employee') return named(await directory.people(db, ids, language, range));
  if (target === 'crowd') return orOutside(await directory.crowds(db, ids, language, range), ids, { range, language });
  if (target === 'role') {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from role where id = any(${[...ids]}::uuid[])`.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
  const kind = kinds.find((one) => one.kind === target);
  if (!kind) throw new Error(`A field refers to ${target}, and no module has such a kind`);
  const read = async (tx: Tx): Promise<Map<string, string>> => {
    const states = await kind.read(tx, ids, false);
    const names = new Map([...states.values()].map((state) => [state.id, textOf(state.fields['name'], language) ?? state.name]));
    if (range.all || !kind.seen) return names;
    const present = [...names.keys()];
    const seen = await kind.seen(tx, range, present);
    return orOutside(new Map([...names].filter(([id]) => seen.has(id))), present, { range, language });
  };
  return db.isTransaction ? read(db as Tx) : db.transaction().execute(read);
}

/** A name in several languages, in the reader's. */
const textOf = (value: Json | undefined, language: Parameters<typeof pick>[1]): string | undefined =>
  value && typeof value === 'object' && !Array.isArray(value) && 'zh_CN' in value
    ? pick(value as Record<string, string>, language)
    : undefined;
