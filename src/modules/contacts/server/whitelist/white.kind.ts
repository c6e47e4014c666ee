import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { contactAuth } from '../../common/permissions.ts';
import { memberKinds, type ListMemberKind } from '../../common/words.ts';
import { directory } from '../directory.ts';
import { anyOutside, anyUnknown, namesOfParties } from '../parties.ts';
import { contactsChanged } from '../rule/changes.ts';
import '../contacts.table.ts';

const dayMillis = 86_400_000;
const mostEntries = 10_000;
/** Longer than so many days asks for the password again (10428). */
const freeDays = 30;
const stepUpMillis = 5 * 60_000;

const base = tableKind({
  kind: 'contactWhite',
  module: 'contacts',
  codes: { read: contactAuth.button.whitelist, revert: contactAuth.button.whitelist },
  table: 'contact_white',
  name: 'memberId',
  fields: {
    memberKind: { column: 'member_kind' },
    memberId: { column: 'member_id', refers: 'member' },
    includeHidden: { column: 'include_hidden' },
    reason: { column: 'reason' },
    until: { column: 'until_at' },
  },
  unique: { contact_white_member: 'memberId' },
  check: (tx, caller, operations) => checkEntries(tx, caller, operations),
});

// They have no department of their own, and yet a range: that of their member.
const { unranged: _unranged, search: _search, ...ranged } = base;

/** Entries of the white list in the change engine; they belong to where their member is. */
export const contactWhiteKind: Kind = {
  ...ranged,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const parties = [...states.values()].map(({ fields }) => partyOf(fields));
    const names = await namesOfParties(tx, parties, 'zh_CN');
    for (const state of states.values()) {
      const { kind, id } = partyOf(state.fields);
      state.name = names.get(`${kind}:${id}`)?.name ?? id;
      state.path = await pathOf(tx, { kind, id });
    }
    return states;
  },
  outside: async (tx, range, operations) => {
    const outside = new Set<number>();
    if (range.all) return outside;
    const states = await base.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    for (const [index, { id, after }] of operations.entries()) {
      const now = states.get(id)?.fields;
      const parties = [...(now ? [partyOf(now)] : []), ...(after?.['memberId'] ? [partyOf(after)] : [])];
      if (parties.length === 0 || (await anyOutside(tx, range, parties))) outside.add(index);
    }
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await contactsChanged(tx);
  },
};

/** Whom an entry names. */
function partyOf(fields: Readonly<Record<string, unknown>>): { kind: ListMemberKind; id: string } {
  const kind = memberKinds.find((one) => one === fields['memberKind']) ?? 'employee';
  return { kind, id: String(fields['memberId']) };
}

async function pathOf(tx: Tx, { kind, id }: { kind: ListMemberKind; id: string }): Promise<string | null> {
  if (kind === 'crowd') return null;
  if (kind === 'employee') return (await directory.pathsOf(tx, id))[0] ?? null;
  return (await directory.departments(tx, [id])).get(id)?.path ?? null;
}

async function checkEntries(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const now = clock.now();
  for (const [index, { action, after }] of operations.entries()) {
    const until = after?.['until'];
    if (typeof until === 'number' && action !== 'restore') {
      if (until <= now || until > now + 366 * dayMillis) throw new Refusal(20022);
      if (until > now + freeDays * dayMillis && now - caller.confirmedAt > stepUpMillis) throw new Refusal(code.stepUp);
    }
    if (action === 'create' && after && (await anyUnknown(tx, [partyOf(after)])))
      issues.set(index, [{ path: 'memberId', namespace: 'contacts', key: 'range.unknown' }]);
  }
  const fresh = operations.filter(({ action }) => action === 'create' || action === 'restore').length;
  const { rows } = await sql<{ n: number }>`select count(*) as n from contact_white`.execute(tx);
  if (fresh > 0 && rows[0]!.n + fresh > mostEntries) throw new Refusal(20023, { n: mostEntries });
  return issues;
}
