import { sql } from 'kysely';
import { z } from 'zod';
import type { Range } from '#kit/server/caller.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { partyKinds } from '../common/limit-words.ts';
import type { Party } from '../common/member-limit.contract.ts';

const parties = z.array(z.object({ kind: z.enum(partyKinds), id: z.string().optional() }));

/** Parties as they come from the journal or the table. */
export function partiesIn(value: Json | undefined): Party[] {
  const found = parties.safeParse(value).data ?? [];
  return found.flatMap(({ kind, id }): Party[] => (kind === 'everyone' ? [{ kind }] : id === undefined ? [] : [{ kind, id }]));
}

/** Ids in a list of the journal. */
export const idsIn = (value: Json | undefined): string[] => z.array(z.string()).safeParse(value).data ?? [];

/** Ids of the parties of one kind. */
export const partyIds = (all: readonly Party[], kind: Party['kind']): string[] =>
  all.flatMap((party) => (party.kind === kind && 'id' in party ? [party.id] : []));

/** Whether a party or person is unknown. */
export async function anyUnknown(db: Db, all: readonly Party[], people: readonly string[] = []): Promise<boolean> {
  const [employees, departments, crowds] = [[...partyIds(all, 'employee'), ...people], partyIds(all, 'department'), partyIds(all, 'crowd')];
  const found = [await directory.people(db, employees), await directory.departments(db, departments), await directory.crowds(db, crowds)];
  return [employees, departments, crowds].some((ids, at) => ids.some((id) => !found[at]!.has(id)));
}

/** Whether a party or person lies outside of a range. Whom a crowd holds changes by itself: it is for who sees everybody. */
export async function anyPartyOutside(db: Db, range: Range, all: readonly Party[], people: readonly string[] = []): Promise<boolean> {
  if (range.all) return false;
  if (partyIds(all, 'crowd').length > 0) return true;
  const { rows } = await sql`
    select from unnest(${[...partyIds(all, 'employee'), ...people]}::uuid[]) as m(id) where not ${directory.employeeInRange(range, 'm.id')}
    union all
    select from unnest(${partyIds(all, 'department')}::uuid[]) as m(id) where not ${directory.departmentInRange(range, 'm.id')} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
