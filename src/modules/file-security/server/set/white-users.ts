import { sql, type RawBuilder } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { anyOutside } from '#kit/server/access/reach.ts';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { Refusal, notFound } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { whiteUser } from '../../common/white-user.contract.ts';
import { directory } from '../directory.ts';
import { fileSecurityChanged } from '../rule/news.ts';

type Stored = StoredOf<typeof whiteUser.fields>;
type WhiteOperation = Operation<Stored>;

const dayMillis = 86_400_000;
/** Longer than so many days asks for the password again (10428). */
const freeDays = 30;
const stepUpMillis = 5 * 60_000;
const mostDays = 366;

/** Entries of the allow list on the server. They take effect at once. */
export const whiteUsers = crudServer(whiteUser, {
  table: 'file_white_user',
  directory,
  range: {
    visible: (range) => inRange(range),
    outside: (tx, range, operations) => outsideOf(tx, range, operations),
  },
  check: async (tx, caller, operations) => {
    for (const operation of operations) await assertEntry(tx, caller, operation);
    return new Map();
  },
  written: (tx) => fileSecurityChanged(tx),
  where: ({ services }, { state }) => {
    const now = services.now();
    return state === undefined ? [] : [state === 'active' ? sql<boolean>`t.until > ${now}` : sql<boolean>`t.until <= ${now}`];
  },
  rows: async ({ db, caller, services }, entries) => {
    const range = caller.scope();
    const ids = entries.map(({ memberId }) => memberId);
    const [people, departments, crowds] = [
      await directory.people(db, ids, caller.language, range),
      await directory.departments(db, ids, caller.language, range),
      await directory.crowds(db, ids, caller.language, range),
    ];
    const uses = await usesOf(
      db,
      services.now(),
      entries.map(({ id }) => id),
    );
    return entries.map(({ id, memberId, until }) => {
      const person = people.get(memberId);
      const department = departments.get(memberId);
      return {
        name: person?.name ?? department?.name ?? crowds.get(memberId) ?? outsideWord(caller.language),
        fullName: person?.departmentName ?? department?.fullName ?? '',
        state: until > services.now() ? ('active' as const) : ('expired' as const),
        uses: uses(id),
      };
    });
  },
});

/** SQL condition: the member of an entry lies in a range; dynamic groups are for who sees everybody. */
function inRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  return sql<boolean>`((t.member_kind = 'employee' and ${directory.employeeInRange(range, 't.member_id')})
    or (t.member_kind = 'department' and ${directory.departmentInRange(range, 't.member_id')}))`;
}

async function outsideOf(tx: Tx, range: Range, operations: readonly WhiteOperation[]): Promise<Set<number>> {
  const outside = new Set<number>();
  if (range.all) return outside;
  const { rows } = await sql<{
    id: string;
    kind: Stored['memberKind'];
    member: string;
  }>`select id::text as id, member_kind as kind, member_id::text as member
    from file_white_user where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const stored = new Map(rows.map(({ id, kind, member }) => [id, { kind, id: member }]));
  for (const [index, { id, after }] of operations.entries()) {
    const entered = after?.memberId && after.memberKind ? [{ kind: after.memberKind, id: after.memberId }] : [];
    const known = stored.get(id);
    const parties = [...(known ? [known] : []), ...entered];
    if (parties.length === 0 || (await anyOutside(tx, range, parties))) outside.add(index);
  }
  return outside;
}

async function assertEntry(tx: Tx, caller: Caller, { action, after }: WhiteOperation): Promise<void> {
  const now = clock.now();
  if (after?.until !== undefined && action !== 'restore') {
    if (after.until <= now || after.until > now + mostDays * dayMillis) throw new Refusal(18215);
    if (after.until > now + freeDays * dayMillis && now - caller.confirmedAt > stepUpMillis) throw new Refusal(code.stepUp);
  }
  if (action !== 'create' || !after?.memberId) return;
  const ids = [after.memberId];
  const known =
    after.memberKind === 'employee'
      ? await directory.people(tx, ids)
      : after.memberKind === 'department'
        ? await directory.departments(tx, ids)
        : await directory.crowds(tx, ids);
  if (!known.has(after.memberId)) throw notFound();
}

const monthMillis = 30 * dayMillis;

/** How often each entry let something through within 30 days. */
async function usesOf(db: Db, now: number, ids: readonly string[]): Promise<(id: string) => number> {
  const { rows } = await sql<{ id: string; n: number }>`select rule_id::text as id, count(*) as n from file_decision
    where rule_id = any(${[...ids]}::uuid[]) and at > ${now - monthMillis} group by rule_id`.execute(db);
  const byId = new Map(rows.map(({ id, n }) => [id, Number(n)]));
  return (id) => byId.get(id) ?? 0;
}
