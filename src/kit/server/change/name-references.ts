import type { FieldDiffView } from '#kit/common/change/diff.ts';
import type { Caller } from '../caller.ts';
import type { Db } from '../directory.ts';
import type { Services } from '../services.ts';
import type { Json, Kind } from './kind.ts';

/** The fields of one object as they are shown, with the kind they belong to. */
export interface ShownFields {
  readonly kind: Kind | undefined;
  readonly fields: readonly FieldDiffView[];
}

type Names = ReadonlyMap<string, string>;

interface Reading {
  services: Pick<Services, 'directory'>;
  caller: Caller;
  /** Names of what the directory does not know (yet). */
  namesOf?: (ids: readonly string[]) => Promise<Names>;
}

/** Puts names in the place of ids in fields that refer to people and departments: `{ id, name }`. Two queries for all; unknown ids stay. */
export async function nameReferences(
  db: Db,
  { services, caller, namesOf }: Reading,
  shown: readonly ShownFields[],
): Promise<FieldDiffView[][]> {
  const ids = { employee: new Set<string>(), department: new Set<string>() };
  for (const { kind, fields } of shown)
    for (const { field, before, after } of fields) {
      const refers = kind?.fields[field]?.refers;
      if (refers) for (const id of [...idsIn(before), ...idsIn(after)]) ids[refers].add(id);
    }
  const [people, departments] = await Promise.all([
    ids.employee.size > 0 ? services.directory.people(db, [...ids.employee]) : new Map<string, never>(),
    ids.department.size > 0 ? services.directory.departments(db, [...ids.department], caller.language) : new Map<string, never>(),
  ]);
  const names = new Map([...people, ...departments].map(([id, { name }]) => [id, name]));
  const unknown = [...ids.employee, ...ids.department].filter((id) => !names.has(id));
  if (unknown.length > 0 && namesOf) for (const [id, name] of await namesOf(unknown)) names.set(id, name);
  return shown.map(({ kind, fields }) =>
    fields.map((diff) =>
      kind?.fields[diff.field]?.refers ? { ...diff, before: named(diff.before, names), after: named(diff.after, names) } : diff,
    ),
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function idsIn(value: Json): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

function named(value: Json, names: Names): Json {
  if (typeof value === 'string') {
    const name = names.get(value);
    return name === undefined ? value : { id: value, name };
  }
  if (Array.isArray(value)) return value.map((one) => named(one, names));
  if (typeof value !== 'object' || value === null) return value;
  // A reference with facts of its own: an assignment with its title.
  const texts = Object.values(value).filter((one) => typeof one === 'string');
  const id = texts.find((one) => names.has(one));
  if (id === undefined) return value;
  return { ...value, name: [names.get(id) ?? id, ...texts.filter((one) => one !== id)].join(' · ') };
}
