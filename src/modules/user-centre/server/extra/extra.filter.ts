import { sql, type RawBuilder } from 'kysely';
import { InvalidInput } from '#kit/server/refusal.ts';
import { extraTexts, readCondition, type ExtraCondition, type ExtraTarget } from '../../common/extra/extra-fields.ts';
import { usedExtras, type ExtraField } from './extra.known.ts';

type Condition = RawBuilder<boolean>;

/** As the database makes it of a value (`extra_key`); values typed for a filter are never long. */
const keyOf = (text: string): string => text.normalize('NFKC').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`);

/** SQL conditions on an object by filters as they stand in an address; values of one field count together as any of them. Refuses (10400) what is no filter here. */
export function extraConditions(target: ExtraTarget, object: string, filters: readonly string[]): Condition[] {
  const parts = filters.map((text) => readCondition(text));
  const conditions: Condition[] = [];
  for (const code of new Set(parts.map((part) => part?.code))) {
    const field = usedExtras(target).find((one) => one.code === code && one.filterable && one.ready);
    // Left out, it would choose everybody.
    if (!field)
      throw new InvalidInput([{ path: 'extra', namespace: 'user-centre', key: 'issue.extra.noFilter', params: { name: code ?? '' } }]);
    conditions.push(
      ...conditionsOn(
        field,
        object,
        parts.filter((part): part is ExtraCondition => part?.code === code),
      ),
    );
  }
  return conditions;
}

function conditionsOn(field: ExtraField, object: string, parts: readonly ExtraCondition[]): Condition[] {
  const has = (rows: RawBuilder<unknown>): Condition =>
    sql`${sql.ref(`${object}.id`)} in (select v.object_id from extra_value v where v.field_id = ${field.id}::uuid and ${rows})`;
  const equal = parts.filter(({ op }) => op === '=').map(({ value }) => value);
  const conditions: Condition[] = [];
  if (equal.includes(''))
    conditions.push(
      sql`not exists (select from extra_value v where v.field_id = ${field.id}::uuid and v.object_id = ${sql.ref(`${object}.id`)})`,
    );
  const wished = equal.filter((value) => value !== '').map(keyOf);
  if (wished.length > 0)
    conditions.push(
      has(
        extraTexts.has(field.type)
          ? sql`(${sql.join(
              wished.map((key) => sql`v.key like ${`${literal(key)}%`}`),
              sql` or `,
            )})`
          : sql`v.key = any(${wished}::text[])`,
      ),
    );
  const bounds = parts.flatMap((part) => boundOf(field, part) ?? []);
  if (bounds.length > 0) conditions.push(has(sql.join(bounds, sql` and `)));
  return conditions;
}

/** One end of a span: of days by their text, of numbers and moments by their number. */
function boundOf(field: ExtraField, { op, value }: ExtraCondition): Condition | undefined {
  if (op === '=' || value === '') return undefined;
  if (field.type === 'date') return sql`v.key ${sql.raw(op)} ${value}`;
  const number = Number(value);
  if (!Number.isFinite(number))
    throw new InvalidInput([{ path: 'extra', namespace: 'user-centre', key: 'issue.extra.number', params: { name: field.name } }]);
  return sql`v.num ${sql.raw(op)} ${number}`;
}

/** People who may be found by one text; more say that it is too short. */
const mostFound = 500;

/** SQL condition: an object has a searchable value that begins with this text; undefined where no field is searched. */
export function foundByExtra(target: ExtraTarget, object: string, text: string): Condition | undefined {
  const fields = usedExtras(target).filter(({ searchable, ready }) => searchable && ready);
  if (fields.length === 0) return undefined;
  // Worked out first: as an index condition it may stand beside the others in an OR.
  return sql`${sql.ref(`${object}.id`)} = any(array(select v.object_id from extra_value v
    where v.field_id = any(${fields.map(({ id }) => id)}::uuid[]) and v.key like ${`${literal(keyOf(text.trim()))}%`} limit ${mostFound}))`;
}
