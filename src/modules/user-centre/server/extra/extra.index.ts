import { sql, type RawBuilder } from 'kysely';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { codeIn, type ExtraTarget } from '../../common/extra/extra-fields.ts';
import { knownExtras } from './extra.known.ts';

const objects: Readonly<Record<ExtraTarget, RawBuilder<unknown>>> = {
  employee: sql`(select id, extra from employee where status <> 'deleted')`,
  department: sql`(select id, extra from department)`,
};

/** SQL: the typed rows of objects `o` for fields that are filtered, searched or unique. One way for a write, a return from the bin and a field that becomes filterable. */
const rowsOf = (target: ExtraTarget, which: RawBuilder<unknown>, from: RawBuilder<unknown> = objects[target]): RawBuilder<unknown> => sql`
  insert into extra_value (object_id, field_id, key, num, is_unique)
  select o.id, f.id, extra_key(v.one), case when f.type in ('integer', 'number', 'datetime') then v.one::float8 end, f.is_unique
  from ${from} o join extra_field f on f.target = ${target} and (f.filterable or f.searchable or f.is_unique) and o.extra ? f.code
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(o.extra -> f.code) when 'array' then o.extra -> f.code else jsonb_build_array(o.extra -> f.code) end) as v(one)
  where ${which} on conflict (object_id, field_id, key) do nothing`;

const hasIndex = (target: ExtraTarget): boolean =>
  knownExtras(target).some(({ filterable, searchable, unique }) => filterable || searchable || unique);

/** Whether an operation turns the typed rows of its object. */
const turns = ({ action, after }: Operation): boolean =>
  action === 'delete' || action === 'restore' || Object.keys(after ?? {}).some((name) => codeIn(name) !== undefined);

/** Brings the typed rows of objects in line after they were written. */
export async function indexExtras(tx: Tx, target: ExtraTarget, operations: readonly Operation[]): Promise<void> {
  if (!hasIndex(target)) return;
  const turned = operations.filter(turns);
  const ids = turned.map(({ id }) => id);
  if (ids.length === 0) return;
  if (turned.some(({ action }) => action !== 'create'))
    await sql`delete from extra_value where object_id = any(${ids}::uuid[])`.execute(tx);
  if (turned.some(({ action }) => action !== 'delete')) await rowsOf(target, sql`o.id = any(${ids}::uuid[])`).execute(tx);
}

/** Objects whose rows are made at once; those of more are made by a job. */
const atOnce = 20_000;

/** Whether a target has more objects than one statement should look at. */
export async function areMany(tx: Db, target: ExtraTarget): Promise<boolean> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select from ${objects[target]} as o limit ${atOnce + 1}) as some`.execute(tx);
  return rows[0]!.n > atOnce;
}

/** Whether two objects have the same value of a field. */
export async function hasTwins(tx: Db, target: ExtraTarget, code: string): Promise<boolean> {
  const { rows } =
    await sql`select from ${objects[target]} as o where o.extra ? ${code} group by extra_key(o.extra ->> ${code}::text) having count(*) > 1 limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Makes the typed rows of a field for all objects in one statement. */
export const indexField = async (tx: Db, target: ExtraTarget, fieldId: string): Promise<void> =>
  void (await rowsOf(target, sql`f.id = ${fieldId}::uuid`).execute(tx));

/** Makes the typed rows of a field for the next objects after an id; answers the last of them, undefined at the end. */
export async function indexPiece(tx: Db, target: ExtraTarget, fieldId: string, after: string | null): Promise<string | undefined> {
  const piece = sql`(select id, extra from ${objects[target]} as all_of_them where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${atOnce})`;
  const { rows } = await sql<{ last: string | null }>`select (array_agg(id order by id desc))[1] as last from ${piece} as one`.execute(tx);
  const last = rows[0]?.last ?? undefined;
  if (last !== undefined) await rowsOf(target, sql`f.id = ${fieldId}::uuid`, piece).execute(tx);
  return last;
}

/** SQL column: the values of an object by the names that the journal gives them (`extra.<code>`). */
export const journaledExtras = (column: string): RawBuilder<unknown> => sql`case when ${sql.ref(column)} = '{}' then '{}'::jsonb else (
  select jsonb_object_agg('extra.' || x.key, x.value) from jsonb_each(${sql.ref(column)}) as x) end`;

/** What of wished fields goes into the column of extra values: a patch, in which null takes a value away. */
export function extraPatch(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const found = Object.entries(fields).flatMap(([name, value]) => {
    const code = codeIn(name);
    return code === undefined ? [] : [[code, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
