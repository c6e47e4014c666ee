import type { Json } from '#kit/server/change/kind.ts';
import { codeIn, extraName } from '#modules/people/common/extra/extra-fields.ts';
import type { MappingRow } from '../../common/source-parts.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { extraNamed, knownExtras, readyPatterns, type ExtraField } from '#modules/people/server/public.ts';
import { readText, type ExtraColumns } from '#modules/people/server/for-sources/public.ts';
import type { Mapped } from './mapped.ts';
import type { TargetCheck } from './targets.ts';
import { TransformError } from './transforms.ts';

/** Makes the rules of the extra fields that a mapping names ready to be asked. */
export async function readyExtras(rows: readonly MappingRow[]): Promise<void> {
  await readyPatterns(rows.flatMap(({ of, target }) => extraNamed(of, target) ?? []));
}

/** How the value of an extra field is checked; undefined for other targets. People and departments stay as they are named. */
export function extraCheck({ of, target }: MappingRow): TargetCheck | undefined {
  if (codeIn(target) === undefined) return undefined;
  return (value) => {
    const field = extraNamed(of, target);
    if (!field) throw new TransformError('extra.unknown', value, { name: target });
    const read = readText(field, textOf(field, value));
    if ('wrong' in read) throw new TransformError(`extra.${read.wrong.key}`, value, { name: { ...field.name }, ...read.wrong.params });
    return Array.isArray(read.value) ? [...read.value] : (read.value as Json);
  };
}

/** Whether a target takes all values of an attribute. */
export const isExtraList = ({ of, target }: MappingRow): boolean => extraNamed(of, target)?.type === 'multiSelect';

const textOf = ({ type }: ExtraField, value: Json): string => {
  if (Array.isArray(value)) return value.map(String).join(';');
  // Numbers are moments in epoch milliseconds.
  if (type === 'datetime' && typeof value === 'number' && Number.isSafeInteger(value)) return new Date(value).toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Mapped records as rows whose people and departments can be found, with what is wrong put back. */
export function namedRows(mapped: readonly Mapped[]): {
  columns: ExtraColumns;
  rows: { fields: Mapped['values']; issues: OperationIssue[] }[];
} {
  const named = knownExtras('employee').filter(({ type }) => type === 'employee' || type === 'department');
  const used = named.filter(({ code }) => mapped.some(({ values }) => values[extraName(code)] !== undefined));
  return {
    columns: new Map(used.map((field, at) => [at, field])),
    rows: mapped.map(({ values }) => ({ fields: values, issues: [] })),
  };
}
