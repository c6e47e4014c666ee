import type { FieldDiffView } from '#kit/common/change/diff.ts';
import type { Caller } from '../caller.ts';
import type { Texts } from '../texts.ts';
import { journaled } from './fields.ts';
import type { Fields, Json, Kind, OperationIssue } from './kind.ts';

/** The fields of an operation as this caller may see them: secrets are dots, sensitive values masked without the right to unmask. */
export function showFields(kind: Kind | undefined, caller: Caller, before: Fields | null, after: Fields | null): FieldDiffView[] {
  if (!kind) return [];
  const [old, wished] = [journaled(kind, before) ?? {}, journaled(kind, after) ?? {}];
  const mayUnmask = kind.codes.unmask !== undefined && caller.can(kind.codes.unmask);
  const shown = (name: string, value: Json | undefined): Json =>
    kind.fields[name]?.sensitive && !mayUnmask ? hideMiddle(value) : (value ?? null);
  // In the order in which the kind names them: jsonb keeps none.
  return Object.keys(kind.fields)
    .filter((field) => (field in old || field in wished) && !kind.fields[field]?.internal)
    .map((field) => ({ field, before: shown(field, old[field]), after: shown(field, wished[field]) }));
}

function hideMiddle(value: Json | undefined): Json {
  if (value === null || value === undefined || value === '') return value ?? null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 7 ? `${text.slice(0, 3)}****${text.slice(-4)}` : '****';
}

/** Issues in the reader's language. */
export function showIssues(texts: Texts, caller: Caller, issues: readonly OperationIssue[] | null): { path: string; message: string }[] {
  return (issues ?? []).map(({ path, namespace, key, params }) => ({ path, message: texts.text(caller.language, namespace, key, params) }));
}
