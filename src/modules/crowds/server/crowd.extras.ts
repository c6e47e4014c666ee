import { sql, type RawBuilder } from 'kysely';
import { pick, type Language, type LocalText } from '#kit/common/language.ts';
import type { State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { ExtraUse } from '#kit/server/extra-use.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { extraName, type ExtraType } from '#modules/people/common/extra/extra-fields.ts';
import { extraNamed, siteZone, type ExtraField, usedExtras } from '#modules/people/server/public.ts';
import { crowdFields, type CrowdField, type CrowdFieldType } from './crowd-fields.ts';

/** As what rules ask about an extra field; texts of several lines can't be asked about. */
const types: Readonly<Partial<Record<ExtraType, CrowdFieldType>>> = {
  text: 'text',
  phone: 'text',
  email: 'text',
  url: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date',
  select: 'choice',
  multiSelect: 'choices',
  employee: 'person',
  department: 'unit',
};

/** What rules may ask about an extra field: filterable ones that are not sensitive, because sizes would tell their values. */
function askable(field: ExtraField): CrowdField | undefined {
  const type = types[field.type];
  if (!type || !field.enabled || !field.filterable || field.sensitive) return undefined;
  return {
    type,
    title: inAll((language) => pick(field.name, language)),
    value: valueOf(field),
    ...(field.options.length > 0 && {
      options: {
        values: field.options.map(({ value }) => value),
        labels: Object.fromEntries(field.options.map(({ value, label }) => [value, inAll((language) => pick(label, language))])),
      },
    }),
    turnedBy: [extraName(field.code)],
  };
}

const inAll = (text: (language: Language) => string): LocalText => ({
  zh_CN: text('zh_CN'),
  en_US: text('en_US'),
  ja_JP: text('ja_JP'),
});

function valueOf({ type, code }: ExtraField): RawBuilder<unknown> {
  const text = sql`(e.extra ->> ${code}::text)`;
  switch (type) {
    case 'integer':
    case 'number':
      return sql`${text}::float8`;
    case 'boolean':
      return sql`${text}::boolean`;
    case 'date':
      return sql`${text}::date`;
    case 'datetime':
      return sql`(to_timestamp(${text}::float8 / 1000) at time zone ${siteZone()})::date`;
    case 'multiSelect':
      return sql`(e.extra -> ${code}::text)`;
    default:
      return text;
  }
}

/** A field that rules may ask about now: the product's own, or an extra one; undefined where it is gone. */
export function crowdFieldOf(name: string): CrowdField | undefined {
  if (Object.hasOwn(crowdFields, name)) return crowdFields[name];
  const field = extraNamed('employee', name);
  return field && askable(field);
}

/** Everything that rules may ask about, by name. */
export const allCrowdFields = (): [string, CrowdField][] => [
  ...Object.entries(crowdFields),
  ...usedExtras('employee').flatMap((field): [string, CrowdField][] => {
    const found = askable(field);
    return found ? [[extraName(field.code), found]] : [];
  }),
];

/** A rule asks about a field that is gone. */
export class CrowdFieldGone extends Error {
  constructor(name: string) {
    super(`A rule asks about the field ${name}, which is gone`);
  }
}

/** The field of a clause; throws CrowdFieldGone where there is none. */
export function neededField(name: string): CrowdField {
  const field = crowdFieldOf(name);
  if (!field) throw new CrowdFieldGone(name);
  return field;
}

/** Rules of crowds that ask about extra fields. */
export const crowdExtraUses: ExtraUse = {
  kind: 'crowd',
  title: local('人群', 'Dynamic group', 'グループ'),
  uses: sql`select distinct 'employee' as target, substr(f.name #>> '{}', 7) as code, c.id::text as id, c.name ->> 'zh_CN' as name
    from crowd c, jsonb_path_query(c.conditions, '$.**.field') as f(name) where f.name #>> '{}' like 'extra.%'`,
};

/** Crowds that ask about fields are computed by the next round: one whose field is gone then stands in error. */
export async function turnCrowds(tx: Tx, ids: readonly string[], before: ReadonlyMap<string, State>): Promise<void> {
  const gone = ids.flatMap((id) => before.get(id)?.fields['code'] ?? []).map(String);
  if (ids.length === 0) return;
  await sql`update crowd_standing set next_flip_at = 0 where crowd_id in (select u.id::uuid from (${crowdExtraUses.uses}) as u
    where u.target = 'employee' and (u.code = any(${gone}::text[]) or u.code in (select code from extra_field where id = any(${ids}::uuid[]))))`.execute(
    tx,
  );
}
