import { sql } from 'kysely';
import type { FieldDiffView } from '#kit/common/change/diff.ts';
import { timeText } from '#kit/common/date-text.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { Caller, Range } from '../caller.ts';
import type { Db, DepartmentName } from '../directory.ts';
import { outsideWord } from '../outside-word.ts';
import type { CoreServices } from '../services/core-services.ts';
import { rangeOn } from './callers.ts';
import type { FieldRule, Json, Kind } from './kind.ts';

/** The fields of one object as they are shown, with the kind they belong to. */
export interface ShownFields {
  readonly kind: Kind | undefined;
  readonly fields: readonly FieldDiffView[];
}

type Names = ReadonlyMap<string, string>;
type NameOf = (id: string) => string | undefined;

interface Reading {
  services: Pick<CoreServices, 'directory' | 'texts'>;
  caller: Caller;
  /** In which names are told; without it, where the caller reads objects of the kind. */
  range?: Range;
  /** Names of what the directory does not know (yet). */
  namesOf?: (ids: readonly string[]) => Promise<Names>;
}

/**
 * Puts names in the place of ids in fields that refer to people and departments: `{ id, name }`. Three queries for all; unknown ids stay. Who
 * and what lies outside of the range is named by a word, as in lists: who may read of somebody need not know whom they report to.
 */
export async function nameReferences(db: Db, reading: Reading, shown: readonly ShownFields[]): Promise<FieldDiffView[][]> {
  const { services, caller, namesOf } = reading;
  const ids = { employee: new Set<string>(), department: new Set<string>() };
  for (const { kind, fields } of shown)
    for (const { field, before, after } of fields) {
      const refers = kind?.fields[field]?.refers;
      const groups = refers === 'member' ? (['employee', 'department'] as const) : refers ? [refers] : [];
      for (const group of groups) for (const id of [...idsIn(before), ...idsIn(after)]) ids[group].add(id);
    }
  const hidden = await hiddenIn(db, reading, shown);
  const [people, departments] = await Promise.all([
    ids.employee.size > 0 ? services.directory.people(db, [...ids.employee]) : new Map<string, never>(),
    ids.department.size > 0 ? services.directory.departments(db, [...ids.department], caller.language) : new Map<string, DepartmentName>(),
  ]);
  const names = new Map([...people].map(([id, { name }]) => [id, name]));
  for (const [id, name] of await departmentNames(db, reading, departments)) names.set(id, name);
  const unknown = [...ids.employee, ...ids.department].filter((id) => !names.has(id));
  if (unknown.length > 0 && namesOf) for (const [id, name] of await namesOf(unknown)) names.set(id, name);
  const pictured = (value: Json): Json =>
    typeof value === 'string' ? services.texts.text(caller.language, 'kit', 'change.picture', { mark: value.slice(-6) }) : value;
  const known = new Set([...people.keys(), ...departments.keys()]);
  const word = outsideWord(caller.language);
  return shown.map(({ kind, fields }) => {
    const foreign = (kind && hidden.get(kind)) ?? new Set<string>();
    const nameOf: NameOf = (id) => (foreign.has(id) && known.has(id) ? word : names.get(id));
    return fields.map((diff) => {
      const rule = kind?.fields[diff.field];
      if (rule?.picture) return { ...diff, before: pictured(diff.before), after: pictured(diff.after) };
      const read = (value: Json): Json => named(rule?.refers === 'member' ? withoutHidden(value, foreign) : value, nameOf);
      return defined(rule?.refers ? { ...diff, before: read(diff.before), after: read(diff.after) } : diff, rule, caller.language);
    });
  });
}

/** Names of departments; by the path below the top where several have the same name. */
async function departmentNames(
  db: Db,
  { services, caller }: Reading,
  found: ReadonlyMap<string, DepartmentName>,
): Promise<[string, string][]> {
  const all = [...found];
  const repeated = await services.directory.repeatedDepartments(
    db,
    all.map(([, { name }]) => name),
    caller.language,
  );
  const pathOf = ({ name, fullName }: DepartmentName): string => fullName.split(' / ').slice(1).join(' / ') || name;
  return all.map(([id, one]) => [id, repeated.has(one.name) ? pathOf(one) : one.name]);
}

/** A field that people defined, by the words they gave it. */
function defined(diff: FieldDiffView, rule: FieldRule | undefined, language: Language): FieldDiffView {
  if (!rule?.title) return diff;
  const word = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(word);
    if (rule.moment && typeof value === 'number') return timeText(value, language);
    const label = typeof value === 'string' ? rule.words?.[value] : undefined;
    return label ? pick(label, language) : value;
  };
  return { ...diff, label: pick(rule.title, language), before: word(diff.before), after: word(diff.after) };
}

/** By kind, who and what of these fields lies outside the range in which the caller reads objects of the kind. */
async function hiddenIn(
  db: Db,
  { services, caller, range: told }: Reading,
  shown: readonly ShownFields[],
): Promise<Map<Kind, Set<string>>> {
  const named = new Map<Kind, Set<string>>();
  for (const { kind, fields } of shown)
    for (const { field, before, after } of fields) {
      if (!kind?.fields[field]?.refers) continue;
      const ids = named.get(kind) ?? new Set();
      named.set(kind, ids);
      for (const id of [...idsIn(before), ...idsIn(after)]) ids.add(id);
    }
  const hidden = new Map<Kind, Set<string>>();
  for (const [kind, ids] of named) {
    const range = told ?? rangeOn(caller, kind.codes.read);
    if (range.all || ids.size === 0) continue;
    const { directory } = services;
    const { rows } = await sql<{ id: string }>`select id::text as id from unnest(${[...ids]}::uuid[]) as m(id)
      where not (${directory.employeeInRange(range, 'm.id')} or ${directory.departmentInRange(range, 'm.id')})`.execute(db);
    hidden.set(kind, new Set(rows.map(({ id }) => id)));
  }
  return hidden;
}

/** Lists without what is hidden. */
function withoutHidden(value: Json, hidden: ReadonlySet<string>): Json {
  if (hidden.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter((one) => !idsIn(one).some((id) => hidden.has(id)));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutHidden(one, hidden)]));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function idsIn(value: Json): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

function named(value: Json, nameOf: NameOf): Json {
  if (typeof value === 'string') {
    const name = nameOf(value);
    return name === undefined ? value : { id: value, name };
  }
  if (Array.isArray(value)) return value.map((one) => named(one, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  // A reference with facts of its own: an assignment with its title.
  const texts = Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' && key !== 'kind' ? [one] : []));
  const id = texts.find((one) => nameOf(one) !== undefined);
  if (id === undefined) return value;
  return { ...value, name: [nameOf(id) ?? id, ...texts.filter((one) => one !== id)].join(' · ') };
}
