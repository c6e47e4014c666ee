import type { z } from 'zod';
import { wordIssue } from '#kit/common/issue-wording.ts';
import type { Fields, Json, OperationIssue } from '#kit/server/change/kind.ts';
import type { ConfigDocument, ConfigKind, ConfigObject, ConfigReferences } from '#kit/server/config/config-area.ts';
import type { Services } from '#kit/server/services.ts';
import type { Names } from './names.ts';

/** What is wrong with a file. */
export const issue = (path: string, key: string, params: Record<string, unknown> = {}): OperationIssue => ({
  path,
  namespace: 'config-as-code',
  key: `issue.${key}`,
  params,
});

/** Answers what stands in place of a text, undefined to leave it out. */
type Replace = (value: string, of: string, path: string) => Promise<string | undefined>;

/** The value with every text at the places of a pattern replaced. */
async function replaced(value: Json, pattern: readonly string[], replace: { of: string; by: Replace; path: string }): Promise<Json> {
  const [step, ...rest] = pattern;
  if (step === undefined) {
    if (typeof value !== 'string') return value;
    return (await replace.by(value, replace.of, replace.path)) ?? null;
  }
  if (!value || typeof value !== 'object') return value;
  if (Array.isArray(value)) return replacedItems(value, step, { rest, replace });
  const names = step === '*' ? Object.keys(value) : step in value ? [step] : [];
  const made = { ...value };
  for (const name of names) {
    const path = replace.path === '' ? name : `${replace.path}.${name}`;
    made[name] = await replaced(value[name] ?? null, rest, { ...replace, path });
  }
  return made;
}

/** A step into a list: `3` one item, `*` every item, `#` of one whose order counts, `*[kind=employee]` the items that say so. */
const listStep = /^(?:([*#])|\*\[(\w+)=(\w+)\])$/;

async function replacedItems(
  list: readonly Json[],
  step: string,
  { rest, replace }: { rest: readonly string[]; replace: { of: string; by: Replace; path: string } },
): Promise<Json> {
  if (/^\d+$/.test(step)) {
    const at = Number(step);
    const one = list[at];
    return one === undefined ? [...list] : list.with(at, await replaced(one, rest, { ...replace, path: `${replace.path}.${at}` }));
  }
  const [, every, field, word] = listStep.exec(step) ?? [];
  if (every === undefined && field === undefined) return [...list];
  const items: Json[] = [];
  for (const [at, item] of list.entries()) {
    const isMeant = field === undefined || partOf(item, field) === word;
    const made = isMeant ? await replaced(item, rest, { ...replace, path: `${replace.path}.${at}` }) : item;
    // What a list names and nobody knows any more falls out of it.
    const [name] = rest;
    const isGone = name === undefined ? made === null : field !== undefined && partOf(item, name) !== null && partOf(made, name) === null;
    if (!isGone) items.push(made);
  }
  // A list of names, or of what is picked by what it names, has no order of its own.
  return step === '#' || (rest.length > 0 && field === undefined) ? items : items.toSorted(byText);
}

const partOf = (value: Json, name: string): Json =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value[name] ?? null) : null;

function byText(one: Json, other: Json): number {
  const [left, right] = [one, other].map((value) =>
    value && typeof value === 'object' ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : String(value),
  );
  return left! < right! ? -1 : 1;
}

async function withReplaced(fields: Fields, references: ConfigReferences, by: Replace): Promise<Fields> {
  let made: Json = fields;
  for (const [pattern, of] of Object.entries(references)) made = await replaced(made, pattern.split('.'), { of, by, path: '' });
  return made as Fields;
}

const referencesOf = ({ refers }: ConfigKind, fields: Fields): ConfigReferences =>
  typeof refers === 'function' ? refers(fields) : (refers ?? {});

/** Names of the fields that the file of an object holds. */
const fieldNames = (kind: ConfigKind, object: Pick<ConfigObject, 'only'>): string[] => [...(object.only ?? Object.keys(kind.fields))];
const secretNames = (kind: ConfigKind, object: Pick<ConfigObject, 'only'>): string[] =>
  object.only ? [] : Object.keys(kind.secrets ?? {});

/** An object as its file says it. */
export async function documentOf(
  { kind, object, base }: { kind: ConfigKind; object: Pick<ConfigObject, 'only'>; base: string },
  fields: Fields,
  names: Names,
): Promise<ConfigDocument> {
  // As its schema would leave it, so that a list without an order of its own is always in the same one.
  const plain = (name: string): Json => {
    const parsed = kind.fields[name]!.safeParse(fields[name] ?? null);
    return parsed.success ? (parsed.data as Json) : (fields[name] ?? null);
  };
  const picked = Object.fromEntries(fieldNames(kind, object).map((name) => [name, plain(name)]));
  const document = await withReplaced(picked, referencesOf(kind, fields), async (id, of) => names.codeOf(of, id));
  for (const name of secretNames(kind, object))
    document[name] = fields[name] && fields[name] !== kind.secrets?.[name]?.none ? { secret: `${base}/${name}` } : null;
  return document;
}

/** What a file requests, with ids in place of codes. */
export interface Requested {
  given: Fields;
  /** Secrets that the file refers to, by field; null takes the secret away. */
  secrets: Record<string, string | null>;
  issues: OperationIssue[];
}

/** Reads a document: environment values put in, codes replaced by ids, each field checked. */
export async function requestOf(
  { kind, object, isNew }: { kind: ConfigKind; object: Pick<ConfigObject, 'only'>; isNew: boolean },
  document: Json,
  means: { names: Names; mapping: Readonly<Record<string, string>>; texts: Services['texts'] },
): Promise<Requested> {
  const issues: OperationIssue[] = [];
  const filled = withEnvironment(document, means.mapping, issues, '') as Fields;
  const known = fieldNames(kind, object);
  const secrets: Requested['secrets'] = {};
  const raw: Fields = {};
  for (const [name, value] of Object.entries(filled)) {
    if (secretNames(kind, object).includes(name)) secrets[name] = secretIn(value, name, issues);
    else if (known.includes(name)) raw[name] = value;
    else issues.push(issue(name, 'field', { field: name }));
  }
  const withIds = await withReplaced(raw, referencesOf(kind, raw), async (code, of, path) => {
    const id = await means.names.idOf(of, code);
    if (id === undefined) issues.push(issue(path, 'unknownName', { name: code.slice(0, 200) }));
    return id ?? code;
  });
  const given: Fields = {};
  for (const name of isNew ? known : known.filter((one) => one in withIds)) {
    const parsed = kind.fields[name]!.safeParse(withIds[name]);
    if (parsed.success) given[name] = parsed.data as Json;
    else issues.push(...parsed.error.issues.map((found) => issueOf(found, name, means.texts)));
  }
  return { given, secrets, issues };
}

/** Values of the environment in place of `{ env: NAME }`. */
function withEnvironment(value: Json, mapping: Readonly<Record<string, string>>, issues: OperationIssue[], path: string): Json {
  if (!value || typeof value !== 'object') return value;
  const at = (name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);
  if (Array.isArray(value)) return value.map((item, index) => withEnvironment(item, mapping, issues, at(index)));
  const { env } = value;
  if (typeof env === 'string' && Object.keys(value).length === 1) {
    if (Object.hasOwn(mapping, env)) return mapping[env]!;
    issues.push(issue(path, 'environment', { name: env }));
    return null;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withEnvironment(item, mapping, issues, at(name))]));
}

function secretIn(value: Json, name: string, issues: OperationIssue[]): string | null {
  if (value === null) return null;
  const path = typeof value === 'object' && !Array.isArray(value) ? value['secret'] : undefined;
  if (typeof path === 'string') return path;
  // Never the value: a bundle with secrets in it must not pass as a good one.
  issues.push(issue(name, 'secretInFile'));
  return null;
}

/** A broken rule of a schema as an issue that can be worded in any language. */
function issueOf(found: z.core.$ZodIssue, field: string, texts: Services['texts']): OperationIssue {
  let key = 'issue.custom';
  wordIssue(found, (wanted) => {
    if (texts.text('zh_CN', 'kit', wanted) === wanted) return undefined;
    key = wanted;
    return wanted;
  });
  const params = Object.fromEntries(Object.entries(found).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)));
  return { path: [field, ...found.path].join('.'), namespace: 'kit', key, params };
}
