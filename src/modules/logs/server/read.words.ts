import type { z } from 'zod';
import type { ReadArea } from '#kit/server/audit/read-area.ts';
import type { Call } from '#kit/server/handle.ts';
import { kindName } from './operation/operation.view.ts';

type Json = z.core.util.JSONType;
type Query = Readonly<Record<string, Json>>;
type Reading = Pick<Call, 'caller' | 'db' | 'services'>;

/** What somebody looked at, and what it was narrowed by. */
export interface Looked {
  readonly area: ReadArea;
  readonly query: Query;
}

/** By whose labels the filters of an area are named. */
const subjects: Readonly<Partial<Record<ReadArea, string>>> = { loginLog: 'login', seal: 'seal', readLog: 'read' };

const subjectOf = ({ area, query: { log } }: Looked): string =>
  subjects[area] ?? (log === 'consoleLogin' || log === 'clientLogin' ? 'login' : 'operation');

/** What looks were narrowed by, in words of the reader's language. */
export async function wordsOfLooks(call: Reading, looks: readonly Looked[]): Promise<string[]> {
  const all = looks.map((look) => ({ subject: subjectOf(look), entries: entriesOf(look.query) }));
  const names = await namesIn(
    call,
    all.flatMap(({ entries }) => entries),
  );
  return all.map(({ subject, entries }) =>
    entries.map(([name, value]) => `${labelOf(call, subject, name)}: ${valueText(call, { subject, name, value, names })}`).join('; '),
  );
}

type Entry = readonly [name: string, value: Json];

/** The filters of an export stand beside the rest. */
const entriesOf = (query: Query): Entry[] =>
  Object.entries(query).flatMap(([name, value]) =>
    isObject(value) && name === 'filters' ? Object.entries(value) : [[name, value] as const],
  );

const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of people and departments; a word for whom the caller does not see. */
async function namesIn({ caller, db, services }: Reading, entries: readonly Entry[]): Promise<Map<string, string>> {
  const range = caller.scope();
  const ids = (wanted: string): string[] =>
    entries.flatMap(([name, value]) => (name === wanted && typeof value === 'string' && value !== '' ? [value] : []));
  const { directory } = services;
  const [people, departments] = await Promise.all([
    directory.people(db, ids('uid'), caller.language, range),
    directory.departments(db, ids('departmentId'), caller.language, range),
  ]);
  return new Map([...people.values(), ...departments.values()].map(({ id, name }) => [id, name]));
}

function textOf({ caller, services }: Reading, keys: readonly string[]): string | undefined {
  return keys.map((key) => services.texts.text(caller.language, 'logs', key)).find((text, at) => text !== keys[at]);
}

const labelOf = (call: Reading, subject: string, name: string): string =>
  textOf(call, [`${subject}.filter.${name}`, `${subject}.field.${name}`, `read.filter.${name}`]) ?? name;

interface Valued {
  subject: string;
  name: string;
  value: Json;
  names: ReadonlyMap<string, string>;
}

function valueText(call: Reading, { subject, name, value, names }: Valued): string {
  const { services, caller } = call;
  if ((name === 'from' || name === 'to') && typeof value === 'number') return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((one) => valueText(call, { subject, name, value: one, names })).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (name === 'module') return services.words.moduleName(text, caller.language);
  if (name === 'word') return services.words.sentence(text, caller.language);
  if (name === 'objectKind') return kindName(call, text);
  return names.get(text) ?? textOf(call, [`${subject}.${name}.${text}`, `read.${name}.${text}`]) ?? text;
}
