import type { FieldDiffView } from '#kit/common/change/diff.ts';
import type { Caller } from '../caller.ts';
import type { Texts } from '../texts.ts';
import { journaled } from './fields.ts';
import type { Fields, Json, Kind, OperationIssue } from './kind.ts';

/** The fields of an operation that was done: secrets are dots, sensitive values masked for everybody. Who may see one asks for it by itself, with a reason that is noted. */
export const showFields = (kind: Kind | undefined, before: Fields | null, after: Fields | null): FieldDiffView[] =>
  fieldsOf(kind, { before, after }, false);

/** The fields of an operation that is planned: secrets are dots, sensitive values masked without the right to unmask. */
export const showPlanned = (kind: Kind | undefined, caller: Caller, before: Fields | null, after: Fields | null): FieldDiffView[] =>
  fieldsOf(kind, { before, after }, kind?.codes.unmask !== undefined && caller.can(kind.codes.unmask));

function fieldsOf(
  kind: Kind | undefined,
  { before, after }: { before: Fields | null; after: Fields | null },
  clear: boolean,
): FieldDiffView[] {
  if (!kind) return [];
  const [old, requested] = [journaled(kind, before) ?? {}, journaled(kind, after) ?? {}];
  const shown = (name: string, value: Json | undefined): Json =>
    kind.fields[name]?.sensitive && !clear ? hideMiddle(value) : (value ?? null);
  // In the order in which the kind names them: jsonb keeps none.
  return Object.keys(kind.fields)
    .filter((field) => (field in old || field in requested) && !kind.fields[field]?.internal)
    .map((field) => ({ field, before: shown(field, old[field]), after: shown(field, requested[field]) }));
}

function hideMiddle(value: Json | undefined): Json {
  if (value === null || value === undefined || value === '') return value ?? null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 7 ? `${text.slice(0, 3)}****${text.slice(-4)}` : '****';
}

/** Issues in the reader's language. */
export function showIssues(
  texts: Texts,
  { language }: Pick<Caller, 'language'>,
  issues: readonly OperationIssue[] | null,
): { path: string; label?: string; message: string }[] {
  return (issues ?? []).map(({ path, namespace, key, params, title }) => ({
    path,
    ...(title && { label: texts.text(language, title.namespace, title.key) }),
    message: texts.text(language, namespace, key, params),
  }));
}
