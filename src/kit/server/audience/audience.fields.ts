import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { audienceRow, type Audience } from '#kit/common/audience.ts';
import type { Fields, Json } from '../change/kind.ts';
import type { CrowdUse } from '../crowd-use.ts';
import type { DepartmentUse } from '../department-use.ts';
import { successorOf, type HeldQuery } from '../field-holding.ts';
import type { HandOver } from '../holdings.ts';

const stored = z.array(audienceRow);

/** An audience as it stands in a column or in the journal. */
export const audienceIn = (value: unknown): Audience => stored.safeParse(value).data ?? [];

/** An audience as a value of the change engine. */
const audienceJson = (rows: Audience): Json => rows.map((row) => ({ ...row }));

/** Rows of an audience whose parties were not named before. */
export function newParties(before: unknown, after: unknown): Audience {
  const known = new Set(audienceIn(before).map(({ id }) => id));
  return audienceIn(after).filter(({ id }) => !known.has(id));
}

/** What of a table names dynamic groups in a column with an audience (`t` is the table): one that is named is in use. */
export const audienceCrowdUses = (draft: { table: string; column: string; name: RawBuilder<string> }): CrowdUse['uses'] =>
  sql`select (party.value ->> 'id')::uuid as crowd_id, t.id::text as id, ${draft.name} as name from ${sql.table(draft.table)} as t,
    lateral jsonb_array_elements(${sql.ref(`t.${draft.column}`)}) as party(value) where party.value ->> 'kind' = 'crowd'`;

/**
 * Objects that name a person in a column with an audience. The only included one stays named even when that person leaves: without any row the
 * audience would become everybody.
 */
export const audienceHeld =
  (draft: { table: string; column: string; name: RawBuilder<string> }): HeldQuery =>
  (uids) => {
    const rows = sql.ref(`t.${draft.column}`);
    return sql`select (party.value ->> 'id')::uuid as uid, t.id, ${draft.name} as name from ${sql.table(draft.table)} as t,
      lateral jsonb_array_elements(${rows}) as party(value)
      where party.value ->> 'kind' = 'employee' and party.value ->> 'id' = any(${uids}::text[])
        and (party.value -> 'exclude' = 'true' or (select count(*) from jsonb_array_elements(${rows}) as other(value) where other.value -> 'exclude' = 'false') > 1)`;
  };

/** An audience in which somebody's place is taken by who takes over, or by nobody. */
export function audienceWithout(value: Json | undefined, request: HandOver): Json {
  const successor = successorOf(request);
  const rows = audienceIn(value).flatMap((row) => {
    if (row.kind !== 'employee' || row.id !== request.uid) return [row];
    return successor === null || row.exclude ? [] : [{ ...row, id: successor }];
  });
  return audienceJson(uniqueRows(rows));
}

/** After departments were merged into others: no party is named twice. */
export const uniteAudiences =
  (names: readonly string[]): NonNullable<DepartmentUse['unite']> =>
  (changed: Fields): Fields =>
    Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, names.includes(name) ? audienceJson(uniqueRows(audienceIn(value))) : value]),
    );

const uniqueRows = (rows: Audience): Audience => [...new Map(rows.map((row) => [row.id, row])).values()];
