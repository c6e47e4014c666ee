import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { placeOf } from '#kit/common/crud/crud-contract.ts';
import { columnOf, type AnyField } from '#kit/common/crud/field.ts';
import { diffOf } from '../change/fields.ts';
import type { Fields, Json, OperationIssue, State } from '../change/kind.ts';
import { makePlan, refusedLine, type PlannedOperation } from '../change/plan/make-plan.ts';
import { withNamedSheet, type NamedRow } from '../files/named-sheet.ts';
import type { Tx } from '../directory.ts';
import type { JobContext, JobKind } from '../services.ts';
import { isId, valuesOf } from './crud-cells.ts';
import { entered, labelOf } from './crud-columns.ts';
import { departmentField, departmentPathsOf } from './crud-range.ts';
import { calledBy, lastPlace, orderOf, tidied, type Written } from './crud-write.ts';

/** Rows of one file unless the entity says otherwise. */
const usualRows = 20_000;

/** Reads a file into a plan: a row whose unique code or name is there changes that object, others are added. Empty cells leave a value as it is. */
export function importJob(entity: Written): JobKind<{ fileId: string }, { planId: string }> {
  const { contract } = entity;
  const key = keyOf(entity);
  const buttons: Readonly<Record<string, string>> = contract.page.button;
  const code = buttons['import'] ?? contract.page.code;
  return {
    kind: `${contract.kind}.import`,
    title: { namespace: 'kit', key: 'crud.job.import' },
    params: () => ({ title: { ...contract.title } }),
    code,
    run: (context, { fileId }) => {
      const { services, caller, signal } = context;
      const columns = Object.fromEntries(entered(entity).map(([name]) => [name, labelOf(entity, services.texts, name)]));
      const { draft } = entity;
      const maxRows = draft.importRows ?? usualRows;
      return withNamedSheet(context, { fileId, maxRows, columns, required: key }, async ({ name: file, rows, about }) => {
        const plan = await makePlan(services.database.db, caller, {
          kind: entity.kind,
          title: { namespace: 'kit', key: 'crud.plan.import', params: { file } },
          operations: linesOf(entity, context, key, rows),
          source: 'import',
          operation: `${contract.kind}.import`,
          code,
          signal,
          ...(draft.settle && { settle: (tx: Tx, planId: string) => draft.settle!(tx, planId) }),
          onProgress: (done) => context.progress({ done, total: about(), failed: 0 }),
        });
        return { planId: plan.id };
      });
    },
  };
}

/** The field by which rows of a file are known again: a code or name that is unique, or the person whom an object is about. */
function keyOf({ contract, draft }: Written): string {
  if (draft.importBy) return draft.importBy[0];
  const unique = Object.entries(contract.fields).filter(([, { is, traits }]) => is.unique && ['text', 'code'].includes(traits.type));
  const key =
    unique.find(([name, { is }]) => name === 'code' && !is.nullable) ??
    unique.find(([, { is }]) => !is.nullable) ??
    Object.entries(contract.fields).find(([, field]) => isAbout(field));
  if (!key) throw new Error(`${contract.kind} is imported, and has no unique code or name by which rows are known again`);
  return key[0];
}

/** Whether a field says once and for all which person the object is about. */
const isAbout = ({ is, traits }: AnyField): boolean => is.reference === true && is.immutable === true && traits.target === 'employee';

/** What else tells two rows apart: further fields, or the choices about one person that never change. */
function apartBy({ contract, draft }: Written, key: string): string[] {
  if (draft.importBy) return draft.importBy.slice(1);
  if (!isAbout(contract.fields[key]!)) return [];
  return Object.keys(contract.fields).filter(
    (name) => contract.fields[name]!.is.immutable && contract.fields[name]!.traits.type === 'choice',
  );
}

async function* linesOf(
  entity: Written,
  context: JobContext,
  key: string,
  rows: AsyncIterable<NamedRow<string>>,
): AsyncGenerator<PlannedOperation> {
  const seen = new Set<string>();
  for await (const { line, cells } of rows) {
    const parts = [key, ...apartBy(entity, key)];
    const name = nameOfRow(parts.map((one) => cells[one as keyof typeof cells] ?? ''));
    const read = await valuesOf(entity, context, cells);
    const mark = Array.isArray(read) ? undefined : JSON.stringify(parts.map((one) => read[one] ?? '')).toLowerCase();
    const isTwice = mark !== undefined && seen.has(mark);
    if (mark !== undefined) seen.add(mark);
    if (isTwice) yield refused(line, name, [{ path: key, namespace: 'kit', key: 'plan.twice' }]);
    else yield Array.isArray(read) ? refused(line, name, read) : await lineOf(entity, context, { line, key, name, values: read });
  }
}

/** What a row is called where it is refused: by what tells it apart, without ids that say nothing to people. */
function nameOfRow(cells: readonly string[]): string {
  const said = cells.filter((cell) => cell !== '' && !isId(cell));
  return said.length > 0 ? said.join(' · ') : (cells[0] ?? '');
}

/** A file has a text in one language: the others stay as they are. */
const withOtherLanguages = ({ contract }: Written, values: Record<string, unknown>, state: State | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      state && contract.fields[name]?.traits.type === 'local' ? [name, { ...Object(state.fields[name]), ...Object(value) }] : [name, value],
    ),
  );

const refused = (line: number, name: string, issues: OperationIssue[]): PlannedOperation => ({
  ...refusedLine(line, name, issues[0]!),
  issues,
});

async function lineOf(
  entity: Written,
  context: JobContext,
  { line, key, name, values }: { line: number; key: string; name: string; values: Record<string, unknown> },
): Promise<PlannedOperation> {
  const { contract, kind } = entity;
  const state = await standing(entity, context, key, values);
  const shape = entered(entity).filter(([name, { is }]) => !state || (!is.immutable && name in values));
  const schema = z.object(Object.fromEntries(shape.map(([name, field]) => [name, state ? field.input : field.draft])));
  const parsed = schema.safeParse(withOtherLanguages(entity, values, state), { reportInput: true });
  if (!parsed.success) return refused(line, name, parsed.error.issues.map(issueOf));
  const fields = tidied(entity, parsed.data);
  if (state) {
    const diff = diffOf(state.fields, fields);
    const same = { id: state.id, name: state.name, path: state.path, before: null, after: null, version: state.version, line };
    return diff ? { ...same, action: 'change', before: diff.before, after: diff.after } : { ...same, action: 'same' };
  }
  const initial = Object.fromEntries(Object.entries(contract.fields).map(([name, { traits }]) => [name, (traits.initial as Json) ?? null]));
  const department = departmentField(entity);
  const departmentId = department === undefined ? undefined : fields[department];
  const path = typeof departmentId === 'string' ? await pathOf(entity, context, departmentId) : null;
  return {
    action: 'create',
    name: await calledBy(entity, context.services.database.db, fields),
    path,
    before: null,
    after: { ...initial, ...fields, ...(await placeFor(entity, context, { ...initial, ...fields })) },
    version: null,
    line,
    ...(kind.unranged && { path: null }),
  };
}

const places = new WeakMap<JobContext, Map<string, number>>();

/** The place of a new object in its order: behind all that are there, and those of the file before it. */
async function placeFor(entity: Written, context: JobContext, fields: Fields): Promise<Readonly<Record<string, number>>> {
  const place = placeOf(entity.contract.fields);
  if (place === undefined) return {};
  const { db } = context.services.database;
  const next = places.get(context) ?? new Map<string, number>();
  places.set(context, next);
  const order = orderOf(entity, place, fields);
  const own = next.get(order) ?? (await db.transaction().execute((tx) => lastPlace(entity, tx, place, fields)));
  next.set(order, own + 1);
  return { [place]: own };
}

const known = new WeakMap<JobContext, Map<string, Promise<string | null>>>();

/** The path of a department; read once for all rows of a file. */
function pathOf(entity: Written, context: JobContext, departmentId: string): Promise<string | null> {
  const paths = known.get(context) ?? new Map<string, Promise<string | null>>();
  known.set(context, paths);
  const read = async (): Promise<string | null> => {
    const { db } = context.services.database;
    return (await db.transaction().execute((tx) => departmentPathsOf(entity)(tx, [departmentId]))).get(departmentId) ?? null;
  };
  const found = paths.get(departmentId) ?? read();
  paths.set(departmentId, found);
  return found;
}

/** SQL condition: a column holds what a row is known again by; undefined where the cell can't be what the column holds. */
function sameIn(
  field: AnyField,
  column: RawBuilder<unknown>,
  { value, isEmpty }: { value: string; isEmpty: boolean },
): RawBuilder<unknown> | undefined {
  if (!field.is.reference) return sql`lower(${column}) = lower(${value})`;
  if (isEmpty) return sql`${column} is null`;
  return isId(value) ? sql`${column} = ${value}::uuid` : undefined;
}

/** The object with this code or name, whatever its case, or about this person. */
async function standing(
  entity: Written,
  { services }: JobContext,
  key: string,
  values: Readonly<Record<string, unknown>>,
): Promise<State | undefined> {
  const { contract, table, kind } = entity;
  const columnIn = (name: string) => sql.ref(columnOf(name, contract.fields[name]!));
  const value = String(tidied(entity, { [key]: values[key] } as Record<string, unknown>)[key]);
  const same = sameIn(contract.fields[key]!, columnIn(key), { value, isEmpty: values[key] === undefined });
  if (!same) return undefined;
  const apart = apartBy(entity, key).map((name) => sql`${columnIn(name)} is not distinct from ${values[name] ?? null}`);
  const { db } = services.database;
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where ${sql.join([same, ...apart], sql` and `)}`.execute(
    db,
  );
  const id = rows[0]?.id;
  return id === undefined ? undefined : db.transaction().execute(async (tx) => (await kind.read(tx, [id], false)).get(id));
}

const issueOf = (issue: z.core.$ZodIssue): OperationIssue => {
  const { code, path, ...params } = issue;
  const missing = code === 'invalid_type' && (issue.input === undefined || issue.input === null);
  const origin = code === 'too_small' || code === 'too_big' ? `.${issue.origin}` : '';
  const custom = code === 'custom' ? String(issue.params?.['issue'] ?? 'custom') : code;
  return {
    path: path.join('.'),
    namespace: 'kit',
    key: missing ? 'issue.missing' : `issue.${custom}${origin}`,
    params: { ...params, ...(code === 'custom' && issue.params) },
  };
};
