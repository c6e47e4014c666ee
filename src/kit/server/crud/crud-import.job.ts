import { sql } from 'kysely';
import { z } from 'zod';
import { placeOf } from '#kit/common/crud/crud-contract.ts';
import { columnOf, type AnyField } from '#kit/common/crud/field.ts';
import { languages } from '#kit/common/language.ts';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { diffOf } from '../change/fields.ts';
import type { Fields, Json, OperationIssue, State } from '../change/kind.ts';
import { makePlan, refusedLine, type PlannedOperation } from '../change/plan/make-plan.ts';
import { withNamedSheet, type NamedRow } from '../files/named-sheet.ts';
import type { Tx } from '../directory.ts';
import type { JobContext, JobKind } from '../services.ts';
import { entered, isShaped, labelOf } from './crud-columns.ts';
import { wordOf } from './crud-export.job.ts';
import { departmentField, departmentPathsOf, directoryOf, peopleInside } from './crud-range.ts';
import { lastPlace, nameIn, orderOf, tidied, type Written } from './crud-write.ts';

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
    const name = cells[key] ?? '';
    const mark = [name, ...apartBy(entity, key).map((one) => cells[one as keyof typeof cells] ?? '')].join('\n').toLowerCase();
    const read = seen.has(mark) ? [{ path: key, namespace: 'kit', key: 'plan.twice' }] : await valuesOf(entity, context, cells);
    seen.add(mark);
    yield Array.isArray(read) ? refused(line, name, read) : await lineOf(entity, context, { line, key, values: read });
  }
}

const refused = (line: number, name: string, issues: OperationIssue[]): PlannedOperation => ({
  ...refusedLine(line, name, issues[0]!),
  issues,
});

async function lineOf(
  entity: Written,
  context: JobContext,
  { line, key, values }: { line: number; key: string; values: Record<string, unknown> },
): Promise<PlannedOperation> {
  const { contract, kind } = entity;
  const state = await standing(entity, context, key, values);
  const shape = entered(entity).filter(([name, { is }]) => !state || (!is.immutable && name in values));
  const schema = z.object(Object.fromEntries(shape.map(([name, field]) => [name, state ? field.input : field.draft])));
  const parsed = schema.safeParse(values, { reportInput: true });
  if (!parsed.success) return refused(line, String(values[key]), parsed.error.issues.map(issueOf));
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
    name: nameIn(fields[contract.name]),
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
  const same = isAbout(contract.fields[key]!) ? sql`${columnIn(key)} = ${value}::uuid` : sql`lower(${columnIn(key)}) = lower(${value})`;
  const apart = apartBy(entity, key).map((name) => sql`${columnIn(name)} = ${values[name] ?? null}`);
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

/** The cells of a row as values of the fields, without what is empty; or what can't be read. */
async function valuesOf(
  entity: Written,
  context: JobContext,
  cells: Readonly<Record<string, string>>,
): Promise<Record<string, unknown> | OperationIssue[]> {
  const values: Record<string, unknown> = {};
  const issues: OperationIssue[] = [];
  for (const [name, field] of entered(entity)) {
    const cell = cells[name] ?? '';
    if (cell === '') continue;
    const value = await valueOf(entity, context, { name, field, cell });
    if (value === undefined) issues.push({ path: name, namespace: 'kit', key: 'issue.invalid_value' });
    else values[name] = value;
  }
  return issues.length > 0 ? issues : values;
}

async function valueOf(
  entity: Written,
  context: JobContext,
  { name, field, cell }: { name: string; field: AnyField; cell: string },
): Promise<unknown> {
  const { traits, is } = field;
  if (isShaped(field)) return shapedOf(field, cell);
  if (traits.type === 'integer') return Number(cell);
  if (traits.type === 'local') return { zh_CN: cell };
  if (traits.type === 'moment') return Number.isNaN(Date.parse(cell)) ? undefined : Date.parse(cell);
  if (traits.type === 'platform')
    return platforms.find((one) => platformNames[one].toLowerCase() === cell.toLowerCase() || String(one) === cell);
  if (traits.type === 'bool') return named(entity, context, name, { cell, values: [true, false] });
  if (traits.type === 'choice') return named(entity, context, name, { cell, values: optionsOf(field) });
  if (traits.target === 'employee' && is.reference) return personOf(entity, context, cell);
  return is.list ? cell.split(/[\s,;]+/) : cell;
}

/** A value with a shape of its own: JSON, or a list of words or numbers; undefined where the field takes none of them. */
function shapedOf({ input }: AnyField, cell: string): unknown {
  const words = cell.split(/[\s,;]+/).filter(Boolean);
  return [jsonIn(cell), words, words.map(Number), cell].find((value) => value !== undefined && input.safeParse(value).success);
}

function jsonIn(cell: string): unknown {
  try {
    return /^[[{]/.test(cell) ? JSON.parse(cell) : undefined;
  } catch {
    return undefined;
  }
}

/** The person of an account, when the job's person may know of them. */
async function personOf(entity: Written, { services, caller }: JobContext, account: string): Promise<string | undefined> {
  const { db } = services.database;
  const directory = directoryOf(entity);
  const person = await directory.byAccount(db, account);
  if (!person) return undefined;
  const inside = await db.transaction().execute((tx) => peopleInside(directory, tx, { range: caller.scope(), uids: [person.uid] }));
  return inside.has(person.uid) ? person.uid : undefined;
}

const optionsOf = ({ input }: AnyField): unknown[] => {
  const json = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return json.enum ?? json.anyOf?.flatMap((one) => (typeof one === 'object' ? (one.enum ?? []) : [])) ?? [];
};

/** The value whose word, in whatever language, or itself stands in the cell. */
function named(
  entity: Written,
  context: JobContext,
  name: string,
  { cell, values }: { cell: string; values: readonly unknown[] },
): unknown {
  const plain = cell.toLowerCase();
  const isNamed = (value: unknown): boolean =>
    String(value).toLowerCase() === plain ||
    languages.some(
      (language) => wordOf(entity, { ...context, caller: { ...context.caller, language } }, name, value).toLowerCase() === plain,
    );
  return values.find(isNamed);
}
