import { sameValue } from './values.ts';
import type { FormField, FormVersion } from './version.ts';

/** Changes that may break what stands around a form. */
const breaking = [
  'fieldGone',
  'fieldType',
  'fieldRequired',
  'optionGone',
  'actionGone',
  'actionKind',
  'pathChanged',
  'stageGone',
  'dataRequired',
] as const;
/** Changes between two contents. */
export const changeKinds = [
  ...breaking,
  'fieldNew',
  'fieldChanged',
  'actionNew',
  'actionChanged',
  'stageNew',
  'stageChanged',
  'ruleNew',
  'ruleGone',
  'ruleChanged',
  'layout',
  'data',
  'list',
] as const;

/** A change between two contents. */
export interface FormChange {
  readonly what: (typeof changeKinds)[number];
  /** Code of what it concerns; empty where it concerns the whole. */
  readonly code: string;
  /** The option that is gone, the old type or path. */
  readonly from: string;
  readonly to: string;
  /** Whether systems that push, or people who answer, may fail by it. */
  readonly breaking: boolean;
}

const breaks: ReadonlySet<string> = new Set(breaking);
const change = (what: FormChange['what'], code = '', from = '', to = ''): FormChange => ({
  what,
  code,
  from,
  to,
  breaking: breaks.has(what),
});

/** What differs from one content to another, what breaks first. */
export function changesBetween(before: FormVersion, after: FormVersion): FormChange[] {
  const all = [
    ...paired(before.fields, after.fields, { gone: 'fieldGone', added: 'fieldNew', changed: fieldChanges }),
    ...paired(before.actions, after.actions, {
      gone: 'actionGone',
      added: 'actionNew',
      changed: (one, other) => [
        one.kind === other.kind ? change('actionChanged', one.code) : change('actionKind', one.code, one.kind, other.kind),
      ],
    }),
    ...paired(before.stages, after.stages, {
      gone: 'stageGone',
      added: 'stageNew',
      changed: (one) => [change('stageChanged', one.code)],
    }),
    ...paired(before.rules, after.rules, { gone: 'ruleGone', added: 'ruleNew', changed: (one) => [change('ruleChanged', one.code)] }),
    ...dataChanges(before, after),
    ...(sameValue(before.layout, after.layout) ? [] : [change('layout')]),
    ...(sameValue(before.list, after.list) ? [] : [change('list')]),
  ];
  return all.toSorted((one, other) => Number(other.breaking) - Number(one.breaking));
}

interface Pairing<T> {
  readonly gone: FormChange['what'];
  readonly added: FormChange['what'];
  changed(before: T, after: T): FormChange[];
}

function paired<T extends { readonly code: string }>(
  before: readonly T[],
  after: readonly T[],
  { gone, added, changed }: Pairing<T>,
): FormChange[] {
  const [old, now] = [new Map(before.map((one) => [one.code, one])), new Map(after.map((one) => [one.code, one]))];
  return [
    ...before.flatMap((one) => {
      const other = now.get(one.code);
      if (!other) return [change(gone, one.code)];
      return sameValue(one, other) ? [] : changed(one, other);
    }),
    ...after.filter(({ code }) => !old.has(code)).map(({ code }) => change(added, code)),
  ];
}

function fieldChanges(before: FormField, after: FormField): FormChange[] {
  const { code } = before;
  const found: FormChange[] = [];
  if (before.type !== after.type) found.push(change('fieldType', code, before.type, after.type));
  const [from, to] = [before.path ?? code, after.path ?? code];
  if (from !== to) found.push(change('pathChanged', code, from, to));
  if (after.required === true && before.required !== true) found.push(change('fieldRequired', code));
  const left = new Set((after.options ?? []).map(({ value }) => value));
  if (after.options) for (const { value } of before.options ?? []) if (!left.has(value)) found.push(change('optionGone', code, value));
  for (const inner of paired(before.columns ?? [], after.columns ?? [], { gone: 'fieldGone', added: 'fieldNew', changed: fieldChanges }))
    if (inner.breaking) found.push({ ...inner, code: `${code}.${inner.code}` });
  return found.length > 0 ? found : [change('fieldChanged', code)];
}

function dataChanges(before: FormVersion, after: FormVersion): FormChange[] {
  if (sameValue(before.dataSchema, after.dataSchema)) return [];
  const needed = new Set(before.dataSchema.filter(({ required }) => required).map(({ path }) => path));
  const more = after.dataSchema.filter(({ path, required }) => required && !needed.has(path));
  const typed = new Map(before.dataSchema.map(({ path, type }) => [path, type]));
  const other = after.dataSchema.filter(({ path, type }) => typed.has(path) && typed.get(path) !== type);
  return [
    ...more.map(({ path }) => change('dataRequired', path)),
    ...other.map(({ path, type }) => change('pathChanged', path, typed.get(path), type)),
    change('data'),
  ];
}
