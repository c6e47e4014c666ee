import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import type { AnyField } from '#kit/common/crud/field.ts';
import { languages } from '#kit/common/language.ts';
import { neutralise } from '#platform/sheets/write-csv.ts';
import { foldText } from '#platform/text/grams.ts';
import type { OperationIssue } from '../change/kind.ts';
import type { JobContext } from '../services.ts';
import { entered, isShaped, optionsOf, wordOf } from './crud-columns.ts';
import { directoryOf, peopleInside } from './crud-range.ts';
import type { Written } from './crud-write.ts';

/** A cell of a file as a value of its field, or the key of the message that says why it is none. */
type Reading = { readonly value: unknown } | { readonly issue: string };

/** One cell of a row. */
interface CellAt {
  readonly name: string;
  readonly field: AnyField;
  readonly cell: string;
}

/** What is said of a cell whose field says nothing else. */
const unread = 'issue.invalid_value';

/** Returns the cells of a row as values of the fields, without what is empty; or an issue for each cell that cannot be read. */
export async function valuesOf(
  entity: Written,
  context: JobContext,
  cells: Readonly<Record<string, string>>,
): Promise<Record<string, unknown> | OperationIssue[]> {
  const values: Record<string, unknown> = {};
  const issues: OperationIssue[] = [];
  for (const [name, field] of entered(entity)) {
    const cell = asEntered(cells[name] ?? '');
    if (cell === '') continue;
    const read = await readingOf(entity, context, { name, field, cell });
    if ('issue' in read) issues.push({ path: name, namespace: 'kit', key: read.issue });
    else values[name] = read.value;
  }
  return issues.length > 0 ? issues : values;
}

/** Removes the apostrophe that an export puts before a text that a spreadsheet would run. */
const asEntered = (cell: string): string => (cell.startsWith("'") && neutralise(cell.slice(1)) === cell ? cell.slice(1) : cell);

async function readingOf(entity: Written, context: JobContext, at: CellAt): Promise<Reading> {
  const { field, cell } = at;
  const { traits, is } = field;
  if (traits.target !== undefined) return is.list ? manyOf(entity, context, at) : oneOf(entity, context, { target: traits.target, cell });
  const value = plainValueOf(entity, context, at);
  return value === undefined ? { issue: unread } : { value };
}

function plainValueOf(entity: Written, context: JobContext, at: CellAt): unknown {
  const { field, cell } = at;
  const { traits, is } = field;
  if (isShaped(field)) return choicesOf(entity, context, at) ?? shapedOf(field, cell);
  if (traits.type === 'integer') return Number(cell);
  if (traits.type === 'local') return { zh_CN: cell };
  if (traits.type === 'moment') return Number.isNaN(Date.parse(cell)) ? undefined : Date.parse(cell);
  if (traits.type === 'platform')
    return platforms.find((one) => foldText(platformNames[one]) === foldText(cell)) ?? named(entity, context, at, platforms);
  if (traits.type === 'bool') return named(entity, context, at, [true, false]);
  if (traits.type === 'choice') return named(entity, context, at, optionsOf(field));
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

/** How lists are separated: an export writes semicolons, people write commas and spaces too, and a word may hold either of these. */
const separators = [/[;；\n]+/, /[,，、;；\n]+/, /[\s,，、;；]+/] as const;

const partsBy = (separator: RegExp, cell: string): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

/** Several values of a choice by their words or codes; undefined where one of them is none, or the field holds no such list. */
function choicesOf(entity: Written, context: JobContext, at: CellAt): unknown[] | undefined {
  const options = optionsOf(at.field);
  if (options.length === 0) return undefined;
  for (const separator of separators) {
    const values = partsBy(separator, at.cell).map((cell) => named(entity, context, { ...at, cell }, options));
    if (values.length > 0 && at.field.input.safeParse(values).success) return values;
  }
  return undefined;
}

/** The value whose word, in whatever language, or itself stands in the cell. */
function named(entity: Written, { services }: JobContext, { name, cell }: CellAt, values: readonly unknown[]): unknown {
  const plain = foldText(cell);
  const isNamed = (value: unknown): boolean =>
    foldText(String(value)) === plain ||
    languages.some((language) => foldText(wordOf(entity, services.texts, { language, name, value })) === plain);
  return values.find(isNamed);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a cell holds an id. */
export const isId = (cell: string): boolean => uuid.test(cell);

/** Several references: ids as an export writes them, or what one reference is named by. */
async function manyOf(entity: Written, context: JobContext, { field, cell }: CellAt): Promise<Reading> {
  const target = field.traits.target!;
  const ids = partsBy(separators[2], cell);
  const parts = target === 'employee' || ids.every(isId) ? ids : partsBy(separators[1], cell);
  const value: unknown[] = [];
  for (const part of parts) {
    const read = await oneOf(entity, context, { target, cell: part });
    if ('issue' in read) return read;
    value.push(read.value);
  }
  return { value };
}

/** What is said where nothing, or more than one, is named so. */
const unfound: Readonly<Record<string, string>> = {
  department: 'sheet.noDepartment',
  crowd: 'sheet.noCrowd',
  employee: 'sheet.noAccount',
};

/**
 * One reference: its id, the path or the name of a department, the name of a dynamic group, the account of a person. An id that stood there
 * before may lie outside the range of the job's person; who may name it again is asked by the kind.
 */
async function oneOf(entity: Written, context: JobContext, { target, cell }: { target: string; cell: string }): Promise<Reading> {
  const issue = unfound[target];
  const find = entity.draft.finds?.[target];
  if (find && !isId(cell)) {
    const means = { db: context.services.database.db, caller: context.caller };
    const found = await once(context, `${target} ${cell}`, () => find(means, cell));
    return found === undefined ? { issue: unread } : { value: found };
  }
  if (issue === undefined || (isId(cell) && target !== 'department')) return { value: cell };
  const found = await once(context, `${target} ${cell}`, () => idOf(entity, context, { target, cell }));
  return found === undefined ? { issue } : { value: found };
}

async function idOf(entity: Written, context: JobContext, { target, cell }: { target: string; cell: string }): Promise<string | undefined> {
  const directory = directoryOf(entity);
  const { db } = context.services.database;
  if (target === 'employee') return personOf(entity, context, cell);
  if (isId(cell)) return (await directory.departments(db, [cell])).has(cell.toLowerCase()) ? cell.toLowerCase() : undefined;
  const of = target === 'crowd' ? 'crowd' : 'department';
  const find = await once(context, of, () => directory.finder(db, of, context.caller.scope()));
  return find(cell);
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

const asked = new WeakMap<JobContext, Map<string, unknown>>();

/** Asks once for all rows of a file. */
async function once<T>(context: JobContext, key: string, ask: () => Promise<T>): Promise<T> {
  const known = asked.get(context) ?? new Map<string, unknown>();
  asked.set(context, known);
  const answer = (known.get(key) as Promise<T> | undefined) ?? ask();
  known.set(key, answer);
  return answer;
}
