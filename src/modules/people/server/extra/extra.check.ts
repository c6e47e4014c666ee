import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Json, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { codeIn, extraName, type ExtraTarget, type ExtraValue } from '../../common/extra/extra-fields.ts';
import type { Issues } from '../issues.ts';
import { comingBack, unknownPeople } from '../employee/people-exist.ts';
import { departmentInRange } from '../range.ts';
import { holdExtras, readExtras, type ExtraField } from './extra.known.ts';
import { readyPatterns, wrongValue } from './extra.values.ts';

/** A request about an extra field of an object. */
interface Requested {
  index: number;
  operation: Operation;
  field: ExtraField;
  value: ExtraValue;
}

/** Rules of extra values: known fields, form, required ones, people and departments that are there, values that only one may have. */
export async function checkExtras(
  tx: Tx,
  caller: Caller,
  { target, operations }: { target: ExtraTarget; operations: readonly Operation[] },
  issues: Issues,
): Promise<void> {
  const acting = [...operations.entries()].filter(
    ([, { action, after }]) => action === 'create' || Object.keys(after ?? {}).some((name) => codeIn(name)),
  );
  if (acting.length === 0) return;
  await holdExtras(tx);
  const fields = new Map((await readExtras(tx)).filter((field) => field.target === target).map((field) => [extraName(field.code), field]));
  await readyPatterns([...fields.values()]);
  const requests: Requested[] = [];
  for (const [index, operation] of acting) {
    for (const [name, value] of Object.entries(operation.after ?? {})) {
      if (codeIn(name) === undefined) continue;
      const field = fields.get(name);
      // What comes back from the bin keeps what it had.
      if (field && operation.action !== 'restore') requests.push({ index, operation, field, value: value as ExtraValue });
      else if (value !== null && operation.action !== 'restore') issues.add(index, name, 'extra.unknown', { name: codeIn(name) });
    }
    if (operation.action === 'create')
      for (const [name, { required, enabled }] of fields)
        if (required && enabled && isEmpty(operation.after?.[name])) missing(issues, index, fields.get(name)!);
  }
  for (const request of requests) checkOne(request, issues);
  await checkNamed(tx, caller, requests, issues);
  await checkUnique(tx, requests, issues);
}

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null;
const missing = (issues: Issues, index: number, { code, name }: ExtraField): void =>
  issues.add(index, extraName(code), 'extra.required', { name });

function checkOne({ index, operation, field, value }: Requested, issues: Issues): void {
  const name = extraName(field.code);
  if (value === null) {
    if (field.required && field.enabled && operation.action === 'change') missing(issues, index, field);
    return;
  }
  if (!field.enabled) return issues.add(index, name, 'extra.unknown', { name: field.name });
  const wrong = wrongValue(field, value);
  if (wrong) issues.add(index, name, `extra.${wrong.key}`, { name: field.name, ...wrong.params });
}

/** People and departments that values name: they exist, and the department lies where the caller may see it. */
async function checkNamed(tx: Tx, caller: Caller, requests: readonly Requested[], issues: Issues): Promise<void> {
  const named = (type: ExtraField['type']): (Requested & { value: string })[] =>
    requests.filter(
      (request): request is Requested & { value: string } =>
        request.field.type === type && typeof request.value === 'string' && !wrongValue(request.field, request.value),
    );
  const people = named('employee');
  const unknown =
    people.length > 0
      ? await unknownPeople(
          tx,
          people.map(({ value }) => value),
        )
      : new Set<string>();
  for (const id of comingBack(people.map(({ operation }) => operation))) unknown.delete(id);
  const places = named('department');
  const reachable = new Set<string>();
  if (places.length > 0) {
    const { rows } = await sql<{ id: string }>`select id from department where id = any(${places.map(({ value }) => value)}::uuid[])
      and ${departmentInRange(caller.scope(), 'id')}`.execute(tx);
    for (const { id } of rows) reachable.add(id);
  }
  for (const { index, field, value } of people)
    if (unknown.has(value)) issues.add(index, extraName(field.code), 'extra.nobody', { name: field.name });
  for (const { index, field, value } of places)
    if (!reachable.has(value)) issues.add(index, extraName(field.code), 'extra.nowhere', { name: field.name });
}

async function checkUnique(tx: Tx, requests: readonly Requested[], issues: Issues): Promise<void> {
  const single = requests.filter(
    ({ field, value }) => field.unique && value !== null && !Array.isArray(value) && !wrongValue(field, value),
  );
  if (single.length === 0) return;
  const batch = single.map(({ operation }) => operation.id);
  const rows = single.map(({ field, value, operation }, at) => ({ at, f: field.id, v: String(value), o: operation.id }));
  const { rows: taken } = await sql<{ at: number }>`with w as materialized (
      select at, f, extra_key(v) as key, o from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(at int, f uuid, v text, o uuid))
    select w.at from w where exists (select from extra_value x where x.field_id = w.f and x.key = w.key and x.object_id <> all(${batch}::uuid[]))
      or exists (select from w other where other.f = w.f and other.key = w.key and other.o <> w.o and other.at < w.at)`.execute(tx);
  for (const { at } of taken) {
    const { index, field } = single[at]!;
    issues.add(index, extraName(field.code), 'extra.taken', { name: field.name });
  }
}
