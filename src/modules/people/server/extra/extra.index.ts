import { sql, type RawBuilder } from 'kysely';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { codeIn, type ExtraTarget } from '../../common/extra/extra-fields.ts';
import { siteZone } from '../setting/site-zone.ts';
import { knownExtras } from './extra.known.ts';

const objects: Readonly<Record<ExtraTarget, RawBuilder<unknown>>> = {
  employee: sql`(select id, extra from employee where status <> 'deleted')`,
  department: sql`(select id, extra from department)`,
};

/** SQL: the typed rows of objects `o` for fields that are filtered, searched or unique. One way for a write, a return from the bin and a field that becomes filterable. */
const rowsOf = (target: ExtraTarget, which: RawBuilder<unknown>, known = sql`(object_id, field_id, key)`): RawBuilder<unknown> => sql`
  insert into extra_value (object_id, field_id, key, num, is_unique)
  select o.id, f.id, extra_key(v.one), case when f.type in ('integer', 'number', 'datetime') then v.one::float8 end, f.is_unique
  from ${objects[target]} o join extra_field f on f.target = ${target} and (f.filterable or f.searchable or f.is_unique) and o.extra ? f.code
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(o.extra -> f.code) when 'array' then o.extra -> f.code else jsonb_build_array(o.extra -> f.code) end) as v(one)
  where ${which} on conflict ${known} do nothing`;

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
const pieceSize = 5_000;

/** Whether a target has more objects than one statement should look at. */
export async function areMany(tx: Db, target: ExtraTarget): Promise<boolean> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select from ${objects[target]} as o limit ${atOnce + 1}) as few`.execute(tx);
  return rows[0]!.n > atOnce;
}

/** Whether two objects have the same value of a field. */
export async function hasDuplicates(tx: Db, target: ExtraTarget, code: string): Promise<boolean> {
  const { rows } =
    await sql`select from ${objects[target]} as o where o.extra ? ${code} group by extra_key(o.extra ->> ${code}::text) having count(*) > 1 limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Types of which an older form may be stored: a single option, a day. Converting looks at the form alone, so that it may be done twice. */
export const convertible: ReadonlySet<string> = new Set(['multiSelect', 'datetime']);

/** Brings stored values into the form of the field's type. */
async function convert(tx: Db, target: ExtraTarget, fieldId: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`update ${sql.table(target)} as o set extra = jsonb_set(o.extra, array[f.code]::text[], case f.type when 'multiSelect' then jsonb_build_array(o.extra -> f.code)
      else to_jsonb((extract(epoch from (o.extra ->> f.code)::timestamp at time zone ${siteZone()}) * 1000)::bigint) end)
    from extra_field f where f.id = ${fieldId}::uuid and f.type in ('multiSelect', 'datetime') and o.extra ? f.code and jsonb_typeof(o.extra -> f.code) = 'string' and ${which}`.execute(
    tx,
  );
}

/** Makes the typed rows of a field for all objects, of values in the form of its type. */
export async function settleField(tx: Db, target: ExtraTarget, fieldId: string): Promise<void> {
  await convert(tx, target, fieldId, sql`true`);
  await rowsOf(target, sql`f.id = ${fieldId}::uuid`).execute(tx);
}

/** The same for the next objects after an id; answers the last of them, undefined at the end. */
export async function settlePiece(tx: Db, target: ExtraTarget, fieldId: string, after: string | null): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(target)} where ${after === null ? sql`true` : sql`id > ${after}::uuid`}
    order by id limit ${pieceSize}`.execute(tx);
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  const which = sql`o.id <= ${last}::uuid ${after === null ? sql`` : sql`and o.id > ${after}::uuid`}`;
  await convert(tx, target, fieldId, which);
  // A value that was taken meanwhile stays with who took it.
  await rowsOf(target, sql`f.id = ${fieldId}::uuid and ${which}`, sql``).execute(tx);
  return last;
}

/** Takes the values of a code away, a few thousand objects at a time. */
export async function eraseValues(tx: Db, target: ExtraTarget, code: string): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ last: string | null }>`with piece as materialized (
        select id from ${sql.table(target)} where id > ${after}::uuid order by id limit ${pieceSize}),
      erased as (update ${sql.table(target)} as o set extra = o.extra - ${code}::text from piece where o.id = piece.id and o.extra ? ${code} returning o.id)
      select (array_agg(id order by id desc))[1] as last from piece`.execute(tx);
    const last = rows[0]?.last;
    if (!last) return;
    after = last;
  }
}

/** SQL column: the values of an object by the names that the journal gives them (`extra.<code>`). */
export const journaledExtras = (column: string): RawBuilder<unknown> => sql`case when ${sql.ref(column)} = '{}' then '{}'::jsonb else (
  select jsonb_object_agg('extra.' || x.key, x.value) from jsonb_each(${sql.ref(column)}) as x) end`;

/** What of requested fields goes into the column of extra values: a patch, in which null takes a value away. */
export function extraPatch(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  let found: Record<string, unknown> | undefined;
  for (const name of Object.keys(fields)) {
    const code = codeIn(name);
    if (code !== undefined) (found ??= {})[code] = fields[name];
  }
  return found;
}
