import { sql, type RawBuilder } from 'kysely';
import { pick, type Language } from '#kit/common/language.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { ExtraTarget } from '../../common/extra/extra-fields.ts';
import type * as contract from '../../common/extra/extra.contract.ts';
import { departmentInRange, employeeAmongRange } from '../range.ts';
import { readExtras, type ExtraField } from './extra.known.ts';
import { extraTexts } from './extra.words.ts';

type Row = contract.ExtraRow;

const columns = sql`f.id, f.version, f.created_at as "createdAt", f.created_by as "createdBy", f.updated_at as "updatedAt", f.updated_by as "updatedBy",
  f.target, f.code, f.name, f.description, f.section, f.type, f.options, f.required, f.is_unique as "unique", f.min_value as min, f.max_value as max,
  f.max_length as "maxLength", f.pattern, f.default_value as "default", f.filterable, f.listable, f.searchable, f.sensitive, f.editable_by as "editableBy",
  f.enabled, f.order_no as "order"`;
const sorts = { order: sql`f.order_no`, code: sql`f.code`, updatedAt: sql`f.updated_at` };
const named = (column: string, text: string): RawBuilder<boolean> =>
  sql`exists (select from jsonb_each_text(${sql.ref(column)}) as one where one.value ilike ${containing(text)})`;

/** Fields of a target. */
export function listExtras(db: Db, input: Parsed<typeof contract.extraList>): Promise<Reply<typeof contract.extraList>> {
  const where: RawBuilder<boolean>[] = [sql`f.target = ${input.target}`];
  if (input.text) where.push(sql`(${named('f.name', input.text)} or f.code ilike ${containing(input.text)})`);
  if (input.type?.length) where.push(sql`f.type = any(${input.type}::text[])`);
  if (input.section) where.push(named('f.section', input.section));
  if (input.enabled !== undefined) where.push(sql`f.enabled = ${input.enabled}`);
  if (input.required !== undefined) where.push(sql`f.required = ${input.required}`);
  if (input.sensitive !== undefined) where.push(sql`f.sensitive = ${input.sensitive}`);
  const order = orderOf(input.sort ?? 'order', sorts, sql`f.id`);
  return readPage<Row>(db, { columns, from: sql`extra_field f`, where, order }, input);
}

/** One field. */
export async function getExtra(db: Db, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${columns} from extra_field f where f.id = ${id}::uuid`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The fields in use as forms show them. */
export async function formFields(db: Db, target: ExtraTarget, language: Language): Promise<contract.ExtraFormField[]> {
  const fields = (await readExtras(db)).filter((field) => field.target === target && field.enabled);
  return fields.map((field) => ({
    code: field.code,
    name: pick(field.name, language),
    description: field.description && pick(field.description, language),
    section: field.section && pick(field.section, language),
    type: field.type,
    options: field.options.map(({ value, label, enabled }) => ({ value, label: pick(label, language), enabled })),
    required: field.required,
    min: field.min,
    max: field.max,
    maxLength: field.maxLength,
    default: field.default,
    filterable: field.filterable && field.ready,
    listable: field.listable,
    sensitive: field.sensitive,
    writable: field.editableBy !== 'source',
  }));
}

/** SQL: the objects of a target in range, as `o` with their values. */
function objectsIn({ caller }: Call, target: ExtraTarget): RawBuilder<unknown> {
  return target === 'employee'
    ? sql`(select e.extra from employee e where e.status <> 'deleted' and ${employeeAmongRange(caller.scope(), 'e.id')}) as o`
    : sql`(select d.extra from department d where ${departmentInRange(caller.scope(), 'd.id')}) as o`;
}

/** How far fields are filled in, and what uses them. */
export async function usageOf(call: Call, { target, id }: Parsed<typeof contract.extraUsage>): Promise<Reply<typeof contract.extraUsage>> {
  const fields = (await readExtras(call.db)).filter((field) => field.target === target && (id === undefined || field.id === id));
  if (id !== undefined && fields.length === 0) throw notFound();
  const [counted, total, uses] = await Promise.all([
    sql<{
      code: string;
      n: number;
    }>`select x.key as code, count(*)::int as n from ${objectsIn(call, target)}, jsonb_object_keys(o.extra) as x(key)
      where o.extra <> '{}' group by x.key`.execute(call.db),
    sql<{ n: number }>`select count(*)::int as n from ${objectsIn(call, target)}`.execute(call.db),
    usesOf(call, target, fields),
  ]);
  const filled = new Map(counted.rows.map(({ code, n }) => [code, n]));
  return {
    objects: total.rows[0]?.n ?? 0,
    fields: fields.map((field) => ({
      id: field.id,
      filled: filled.get(field.code) ?? 0,
      uses: uses.filter(({ code }) => code === field.code).map(({ code: _code, ...use }) => use),
    })),
    values: id === undefined || !fields[0] || fields[0].sensitive ? [] : await topValues(call, fields[0]),
  };
}

async function topValues(call: Call, field: ExtraField): Promise<{ value: string; count: number }[]> {
  const { rows } = await sql<{
    value: string;
    count: number;
  }>`select v.one #>> '{}' as value, count(*)::int as count from ${objectsIn(call, field.target)},
      jsonb_array_elements(case jsonb_typeof(o.extra -> ${field.code}::text) when 'array' then o.extra -> ${field.code}::text else jsonb_build_array(o.extra -> ${field.code}::text) end) as v(one)
    where o.extra ? ${field.code} group by 1 order by 2 desc, 1 limit 20`.execute(call.db);
  const raw = rows.map(({ value }) => {
    if (field.type === 'multiSelect') return [value];
    if (field.type === 'boolean') return value === 'true';
    return field.type === 'datetime' ? Number(value) : value;
  });
  const texts = await extraTexts(
    call.db,
    field.target,
    raw.map((value) => ({ [field.code]: value })),
    { language: call.caller.language, range: call.caller.scope() },
  );
  return rows.map(({ value, count }, at) => ({ value: texts[at]?.[field.code] ?? value, count }));
}

interface Use {
  code: string;
  kind: string;
  title: string;
  id: string;
  name: string;
}

/** What uses these fields, of all modules. */
export async function usesOf(
  { db, services, caller }: Pick<Call, 'db' | 'services' | 'caller'>,
  target: ExtraTarget,
  fields: readonly Pick<ExtraField, 'code'>[],
): Promise<Use[]> {
  const parts = services.extraUses.map(
    ({ kind, uses }) => sql`select ${kind}::text as kind, u.target, u.code, u.id, u.name from (${uses}) as u`,
  );
  if (parts.length === 0 || fields.length === 0) return [];
  const { rows } = await sql<Omit<Use, 'title'>>`select code, kind, id, name from (${sql.join(parts, sql` union all `)}) as used
    where target = ${target} and code = any(${fields.map(({ code }) => code)}::text[]) order by kind, name limit 1000`.execute(db);
  const titles = new Map(services.extraUses.map(({ kind, title }) => [kind, title[caller.language]]));
  return rows.map((row) => ({ ...row, title: titles.get(row.kind) ?? row.kind }));
}
