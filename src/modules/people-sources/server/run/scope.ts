import type { Fields, Json } from '#kit/server/change/kind.ts';
import { anyCase } from '#platform/text/any-case.ts';
import type { SourceScope } from '../../common/source-parts.ts';

const textsOf = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value ?? null])
    .filter((one) => one !== null && one !== '')
    .map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)).toLowerCase());

const tests: Readonly<Record<SourceScope['filter'][number]['op'], (texts: readonly string[], values: readonly string[]) => boolean>> = {
  is: (texts, values) => texts.some((text) => values.includes(text)),
  isNot: (texts, values) => !texts.some((text) => values.includes(text)),
  startsWith: (texts, values) => texts.some((text) => values.some((value) => text.startsWith(value))),
  contains: (texts, values) => texts.some((text) => values.some((value) => text.includes(value))),
  empty: (texts) => texts.length === 0,
  notEmpty: (texts) => texts.length > 0,
};

/** Which departments a source takes. */
export type DepartmentScope = Pick<SourceScope, 'include' | 'exclude'>;

/** Whether a department is taken: one on the way down to it is included (where any is named), and none excluded. */
export function isPathTaken({ include, exclude }: DepartmentScope, names: readonly string[], ids: readonly string[] = []): boolean {
  const ways = new Set([...ids, ...names.map((_, at) => names.slice(0, at + 1).join('/'))]);
  return (include.length === 0 || include.some((one) => ways.has(one))) && !exclude.some((one) => ways.has(one));
}

/** Whether a person's record passes every filter of the scope. */
export function isTaken({ filter }: SourceScope, raw: Fields): boolean {
  return filter.every(({ attribute, op, values }) => {
    return tests[op](
      textsOf(anyCase(raw, attribute)),
      values.map((value) => value.toLowerCase()),
    );
  });
}
