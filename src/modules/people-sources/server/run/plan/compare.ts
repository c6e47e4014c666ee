import type { Fields, Json } from '#kit/server/change/kind.ts';
import { codeIn } from '#modules/people/common/extra/extra-fields.ts';
import type { MappingRow } from '../../../common/source-parts.ts';
import { originOf } from '../../mapping/map-record.ts';

/** What is compared: the present fields (null: somebody new), whether the source meets the object for the first time, and fields of stronger sources. */
export interface Present {
  now: Fields | null;
  first: boolean;
  foreign: ReadonlySet<string>;
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || value === 'unknown' || (Array.isArray(value) && value.length === 0);

/** Whether the source may write a field: always, only into an empty one, or only when it meets the object. */
export function mayWrite(row: MappingRow | undefined, field: string, { now, first, foreign }: Present): boolean {
  if (!row || foreign.has(field)) return false;
  if (now === null || row.own === 'always') return true;
  return row.own === 'first' ? first : isEmpty(now[field]);
}

/** Whether a target is a field of the same name: one of these, or an extra field. */
export const isField = (fields: ReadonlySet<string>, target: string): boolean => fields.has(target) || codeIn(target) !== undefined;

/** The fields that a record asks for and the source may write; `defaults` is what an emptied field holds. */
export function requestOf(
  values: Fields,
  rows: ReadonlyMap<string, MappingRow>,
  { fields, defaults, present }: { fields: ReadonlySet<string>; defaults: Fields; present: Present },
): Fields {
  const request: Fields = {};
  for (const [target, value] of Object.entries(values))
    if (isField(fields, target) && mayWrite(rows.get(target), target, present)) request[target] = value ?? defaults[target] ?? null;
  return request;
}

/** Field -> attribute of everything that a record delivered. `fieldOf` answers the field of a target that is called otherwise. */
export function ownersIn(
  values: Fields,
  rows: ReadonlyMap<string, MappingRow>,
  { fieldOf, foreign }: { fieldOf: (target: string) => string | undefined; foreign: ReadonlySet<string> },
): Record<string, string> {
  const owners: Record<string, string> = {};
  for (const target of Object.keys(values)) {
    const row = rows.get(target);
    const field = fieldOf(target);
    if (row && field !== undefined && !foreign.has(field)) owners[field] = originOf(row);
  }
  return owners;
}
