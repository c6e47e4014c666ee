import { sql } from 'kysely';
import { pick, type Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Texts } from '#kit/server/texts.ts';
import { usedExtras, type ExtraField } from '#modules/people/server/public.ts';
import type { ContactField } from '../../common/field.contract.ts';
import { extraCodeIn, isOwnField, sensitiveFieldKeys, type FieldKey, type SearchWay } from '../../common/words.ts';
import { actionsOf, fieldTypes, filterKeys, searchWaysOf, type FieldType } from './defaults.ts';

/** Types that terminals show; people and departments are named as far as the viewer sees them. */
const types: Readonly<Partial<Record<ExtraField['type'], FieldType>>> = {
  text: 'text',
  multiline: 'text',
  integer: 'text',
  number: 'text',
  boolean: 'choice',
  date: 'date',
  datetime: 'date',
  select: 'choice',
  multiSelect: 'choice',
  employee: 'person',
  department: 'departments',
  phone: 'phone',
  email: 'email',
  url: 'text',
};
const beginnings = new Set<ExtraField['type']>(['text', 'phone', 'email', 'url']);
const wholes = new Set<ExtraField['type']>(['integer', 'number', 'date']);

/** The extra field of people behind a key, as far as terminals may show it. */
export function extraOf(key: FieldKey): ExtraField | undefined {
  const code = extraCodeIn(key);
  return code === undefined ? undefined : usedExtras('employee').find((field) => field.code === code && types[field.type] !== undefined);
}

/** What kind of value a field holds. */
export function typeOf(key: FieldKey): FieldType {
  if (isOwnField(key)) return fieldTypes[key];
  const field = extraOf(key);
  return (field && types[field.type]) ?? 'text';
}

/** Whether a field is opened to everybody only with the password. */
export const isSensitive = (key: FieldKey): boolean => sensitiveFieldKeys.includes(key) || extraOf(key)?.sensitive === true;

/** In which ways a field may be searched: an extra one needs its typed rows, which filterable, searchable and unique ones have. */
export function waysOf(key: FieldKey): readonly SearchWay[] {
  if (isOwnField(key)) return searchWaysOf[key] ?? ['no'];
  const field = extraOf(key);
  if (!field || !hasRows(field)) return ['no'];
  if (beginnings.has(field.type)) return ['no', 'exact', 'prefix'];
  return wholes.has(field.type) ? ['no', 'exact'] : ['no'];
}

/** Whether the values of an extra field have rows by which people are found. */
export const hasRows = ({ filterable, searchable, unique, ready, sensitive }: ExtraField): boolean =>
  (filterable || searchable || unique) && ready && !sensitive;

/** Whether lists can be narrowed by a field. */
export function isFilter(key: FieldKey): boolean {
  if (isOwnField(key)) return filterKeys.includes(key);
  const field = extraOf(key);
  // There is no list of departments to choose from that would be everybody's.
  return field?.filterable === true && field.ready && field.type !== 'department';
}

/** What a field is called by itself. */
export function nameOfField(texts: Texts, language: Language, key: FieldKey): string {
  if (isOwnField(key)) return texts.text(language, 'contacts', `field.${key}`);
  const field = extraOf(key);
  return field ? pick(field.name, language) : key;
}

/** The same for a sentence that is told in the reader's language. */
export const titleOfField = (key: FieldKey): object | string =>
  isOwnField(key) ? { namespace: 'contacts', key: `field.${key}` } : (extraOf(key)?.name ?? key);

/** What may be done with a touch on a field. */
export const actionsFor = (key: FieldKey) => actionsOf[typeOf(key)];

/** How an extra field is shown before anybody says so: nowhere. */
export const hiddenField = (key: FieldKey, sensitive: boolean): ContactField => ({
  fieldKey: key,
  places: [],
  section: '',
  label: null,
  visibleTo: ['nobody'],
  visibleRoles: [],
  mask: sensitive ? 'all' : 'none',
  reveal: false,
  searchable: 'no',
  filterable: false,
  copyable: true,
  editableBySelf: false,
  action: 'none',
});

/** Keys of the extra fields of people that can be shown, in their order. */
export async function readExtraKeys(db: Db): Promise<{ key: FieldKey; sensitive: boolean }[]> {
  const { rows } = await sql<{ code: string; sensitive: boolean }>`select code, sensitive from extra_field
    where target = 'employee' and enabled and type = any(${Object.keys(types)}::text[]) order by order_no, id`.execute(db);
  return rows.map(({ code, sensitive }) => ({ key: `extra.${code}` as const, sensitive }));
}
