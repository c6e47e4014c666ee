import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { orOutside } from '#kit/server/outside-word.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { directory } from '#modules/people/server/public.ts';
import type { MemberLimitRow, NamedParty, Party } from '../common/member-limit.contract.ts';
import { hitsOf } from './limits/hits.ts';
import type { MemberLimitTable } from './limits.table.ts';
import { partyIds } from './parties.ts';

/** Rows of the table as the contract shows them: a word stands for whom and what the reader does not see. */
export async function memberLimitViews(db: Db, caller: Caller, rows: readonly MemberLimitTable[]): Promise<MemberLimitRow[]> {
  const parties = rows.flatMap((row) => [...row.from_side, ...row.to_side, ...peopleOf(row.exceptions)]);
  const names = await namesOf(db, caller, parties);
  const owners = await directory.departments(
    db,
    rows.map((row) => row.owner_dept_id),
    caller.language,
  );
  const named = (party: Party): NamedParty =>
    'id' in party ? { kind: party.kind, id: party.id, name: names.get(party.id) ?? '' } : { kind: party.kind, id: null, name: '' };
  const hits = await hitsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...stampsOf(row),
    name: row.name,
    ownerDeptId: row.owner_dept_id,
    ownerDeptName: owners.get(row.owner_dept_id)?.name ?? '',
    from: row.from_side.map(named),
    to: row.to_side.map(named),
    exceptions: peopleOf(row.exceptions).map(named),
    direction: row.direction,
    actions: row.actions,
    effect: row.effect,
    existing: row.existing,
    priority: row.priority,
    enabled: row.enabled,
    hits: hits(row.id),
  }));
}

const peopleOf = (ids: readonly string[]): Party[] => ids.map((id) => ({ kind: 'employee', id }));

async function namesOf(db: Db, caller: Caller, parties: readonly Party[]): Promise<Map<string, string>> {
  const [range, { language }] = [caller.scope(), caller];
  const people = await directory.people(db, partyIds(parties, 'employee'), language, range);
  const departments = await directory.departments(db, partyIds(parties, 'department'), language, range);
  const ids = partyIds(parties, 'crowd');
  const crowds = orOutside(await directory.crowds(db, ids, language, range), ids, { range, language });
  return new Map([...[...people, ...departments].map(([id, { name }]): [string, string] => [id, name]), ...crowds]);
}
