import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import type { SourceKind } from '../common/source-kinds.ts';
import type { MappingRow } from '../common/source-parts.ts';
import type { SourceTie } from '../common/source-ties.contract.ts';
import { codeIn } from '#modules/people/common/extra/extra-fields.ts';
import type { MaskableField } from '#modules/people/common/employee-fields.ts';
import { assertVisible, fieldOfTarget, maskedFieldsOf, maskedValue } from '#modules/people/server/for-sources/public.ts';
import { departmentInRange, extraNamed } from '#modules/people/server/public.ts';
import { scimMapping } from './scim/scim-mapping.ts';

interface Row extends Pick<
  SourceTie,
  'sourceId' | 'sourceName' | 'enabled' | 'reachable' | 'externalId' | 'state' | 'lastSeenAt' | 'lastRun'
> {
  kind: SourceKind;
  mapping: MappingRow[];
  owned: Record<string, string>;
  received: Record<string, unknown> | null;
}

/** The sources of somebody in range (10910), the strongest first. */
export async function tiesOf({ db, caller, services }: Call, id: string): Promise<{ ties: SourceTie[] }> {
  const range = caller.scope();
  await assertVisible(db, range, [id]);
  const { rows } = await sql<Row>`select s.id as "sourceId", s.name as "sourceName", s.kind, s.enabled, s.mapping,
      ${departmentInRange(range, 's.root_department_id')} as reachable, l.external_id as "externalId", l.state, l.last_seen_at as "lastSeenAt",
      (select jsonb_build_object('id', r.id, 'state', r.state, 'startedAt', r.started_at) from source_run r where r.id = l.last_seen_run_id) as "lastRun",
      l.owned, l.last_received as received
    from source_link l join source s on s.id = l.source_id
    where l.object_id = ${id}::uuid and l.object_kind = 'employee' order by s.enabled desc, s.priority, s.id, l.external_id`.execute(db);
  const hidden = await maskedFieldsOf(db);
  const labelOf = (field: string): string => {
    const extra = extraNamed('employee', field);
    return extra ? pick(extra.name, caller.language) : services.texts.text(caller.language, 'user-centre', `employee.field.${field}`);
  };
  return {
    ties: rows.map(({ mapping, owned, received, ...tie }) => {
      const own = (mapping.length === 0 && tie.kind === 'scim' ? scimMapping : mapping).filter(({ of }) => of === 'employee');
      return {
        ...tie,
        received: receivedIn(received ?? {}, masksOf(own, hidden), hidden),
        fields: Object.entries(owned)
          .map(([field, attribute]) => ({
            field,
            label: labelOf(field),
            attribute,
            own: own.find((row) => fieldOfTarget(row) === field)?.own ?? null,
          }))
          .toSorted((left, right) => (left.field < right.field ? -1 : 1)),
      };
    }),
  };
}

type Mask = (value: string) => string;

/** How each attribute is hidden that a field is made of which is masked everywhere else. */
function masksOf(mapping: readonly MappingRow[], hidden: readonly MaskableField[]): Map<string, Mask> {
  const masks = new Map<string, Mask>();
  for (const { target, from } of mapping) {
    const own = hidden.find((field) => field === target);
    if (!own && !(codeIn(target) !== undefined && extraNamed('employee', target)?.sensitive)) continue;
    // What only goes into a text with others, or into an extra field, has no form that a mask could keep to.
    const mask: Mask = own && from.kind === 'attribute' ? (value) => maskedRaw(own, value) : () => '****';
    for (const name of attributesOf(from)) masks.set(name.toLowerCase(), mask);
  }
  return masks;
}

/** A value as it was sent: a day in a form of its own would give itself away. */
const maskedRaw = (field: MaskableField, value: string): string =>
  field === 'birthday' && !/^\d{4}-/.test(value) ? '****' : maskedValue(field, value);

const attributesOf = (from: MappingRow['from']): string[] =>
  from.kind === 'attribute'
    ? [from.name]
    : from.kind === 'template'
      ? [...from.text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
      : [];

/** What an attribute is by its name, where no row of the mapping says it: it is hidden as that field is. */
const byName: readonly (readonly [MaskableField, RegExp])[] = [
  ['mobile', /mobile|cell|phone|手机|电话|携帯/i],
  ['birthday', /birth|生日|誕生/i],
];

function receivedIn(
  received: Record<string, unknown>,
  masks: ReadonlyMap<string, Mask>,
  hidden: readonly MaskableField[],
): SourceTie['received'] {
  const maskOf = (name: string): Mask | undefined => {
    const field = byName.find(([one, pattern]) => hidden.includes(one) && pattern.test(name))?.[0];
    return masks.get(name.toLowerCase()) ?? (field && ((value) => maskedRaw(field, value)));
  };
  // Of pictures a digest is kept, which tells nobody anything.
  const all = Object.entries(received).map(([name, value]) => ({
    name,
    texts: (Array.isArray(value) ? value : [value])
      .filter((one) => one !== null && one !== '')
      .map(textOf)
      .filter((text) => !text.startsWith('sha256:')),
    mask: maskOf(name),
  }));
  // The same number under another name is no less hidden.
  const secret = new Map(all.flatMap(({ texts, mask }) => (mask ? texts.map((text) => [text, mask] as const) : [])));
  return all
    .map(({ name, texts, mask }) => ({
      name,
      values: texts.map((text) => (mask ?? secret.get(text))?.(text) ?? text),
      masked: texts.some((text) => mask !== undefined || secret.has(text)),
    }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
