import { hasShape, isComputed } from './check-value.ts';
import { evaluateForm } from './evaluate.ts';
import type { AcceptedInput, FormContext, FormData, FormIssue } from './evaluate.types.ts';
import { isEmpty, isObject, sameValue, valueAt } from './values.ts';
import type { DataEntry, FormAction, FormValue, FormVersion } from './version.ts';

/** Actions that ask for a complete form; who rejects or returns needs not fill it in. */
const complete: readonly FormAction['kind'][] = ['approve', 'submit', 'custom'];

/**
 * Takes what a person sends with an action: what is hidden or unknown is dropped, what is read-only must equal the item's, and everything that
 * the stage, a rule or the action requires must be there. Actions that reject, return or hand over ask for no more than they name themselves.
 */
export function acceptInput(version: FormVersion, context: FormContext, action: string): AcceptedInput {
  const state = evaluateForm(version, context);
  const chosen = state.actions.find(({ code }) => code === action);
  const isComplete = chosen !== undefined && complete.includes(chosen.kind);
  const named = new Set(chosen?.requires.fields ?? []);
  const input: Record<string, FormValue> = {};
  const issues: FormIssue[] = isComplete ? [...state.refusals] : [];
  for (const field of version.fields) {
    const now = state.fields[field.code];
    if (!now?.visible) continue;
    const entered = context.input?.[field.code];
    if (now.readOnly && entered !== undefined && !isComputed(field.type) && !sameValue(entered, now.value))
      issues.push({ path: field.code, key: 'readOnly' });
    const wrong = now.issues.filter(({ key, path }) => isComplete || key !== 'required' || (named.has(field.code) && path === field.code));
    issues.push(...wrong);
    if (named.has(field.code) && isEmpty(now.value) && !wrong.some(({ key }) => key === 'required'))
      issues.push({ path: field.code, key: 'required' });
    const isSet = now.readOnly && !isComputed(field.type) && !sameValue(now.value, valueAt(context.data, field.path ?? field.code));
    if ((!now.readOnly || field.type === 'formula' || isSet) && !isEmpty(now.value)) input[field.code] = now.value;
  }
  return { input, issues };
}

const dataShapes: Record<DataEntry['type'], (value: FormValue) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  list: Array.isArray,
};

/** Why data that a system pushes do not fit a version; without issues they do. Members that the version does not know are let through. */
export function checkData(version: FormVersion, data: FormData): readonly FormIssue[] {
  const said = new Set(version.dataSchema.map(({ path }) => path));
  const entries = version.dataSchema.flatMap(({ path, type, required, maxLength }): FormIssue[] => {
    const value = valueAt(data, path);
    if (isEmpty(value)) return required ? [{ path, key: 'required' }] : [];
    if (!dataShapes[type](value!)) return [{ path, key: 'type' }];
    const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
    return maxLength !== undefined && length > maxLength ? [{ path, key: 'tooLong', params: { max: maxLength } }] : [];
  });
  const fields = version.fields.flatMap((field): FormIssue[] => {
    const path = field.path ?? field.code;
    const value = valueAt(data, path);
    if (value === undefined || isEmpty(value) || isComputed(field.type)) return [];
    if (!hasShape(field.type, value)) return said.has(path) && entries.some((issue) => issue.path === path) ? [] : [{ path, key: 'type' }];
    if (field.type !== 'table' || !Array.isArray(value)) return [];
    const most = field.maxRows ?? 200;
    if (value.length > most) return [{ path, key: 'tooMany', params: { max: most } }];
    return value.flatMap((row, index) =>
      (field.columns ?? []).flatMap((column): FormIssue[] => {
        const cell = isObject(row) ? valueAt(row, column.path ?? column.code) : undefined;
        return cell === undefined || isComputed(column.type) || hasShape(column.type, cell)
          ? []
          : [{ path: `${path}.${index}.${column.path ?? column.code}`, key: 'type' }];
      }),
    );
  });
  return [...entries, ...fields];
}
