import { sql, type RawBuilder } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { anyOutside } from '#kit/server/access/reach.ts';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { whiteUser } from '../../common/white-user.contract.ts';
import { directory } from '../directory.ts';
import { fileSecurityChanged } from '../rule/changes.ts';

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
  check: async (_tx, caller, operations) =>
    new Map(
      operations.flatMap((operation, index): [number, OperationIssue[]][] => {
        const found = issuesOf(caller, operation);
        return found.length > 0 ? [[index, found]] : [];
      }),
    ),
  written: (tx) => fileSecurityChanged(tx),
  where: ({ services }, { state, memberKind }) => {
    const now = services.now();
    return [
      ...(state === undefined ? [] : [state === 'active' ? sql<boolean>`t.until > ${now}` : sql<boolean>`t.until <= ${now}`]),
      ...(memberKind === undefined ? [] : [sql<boolean>`${sql.ref(`t.${memberKind}_id`)} is not null`]),
    ];
  },
  rows: async ({ db, caller, services }, entries) => {
    const range = caller.scope();
    const ids = entries.map((entry) => memberOf(entry).id);
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
    return entries.map((entry) => {
      const { id, until } = entry;
      const member = memberOf(entry);
      const person = people.get(member.id);
      const department = departments.get(member.id);
      return {
        memberKind: member.kind,
        name: person?.name ?? department?.name ?? crowds.get(member.id) ?? outsideWord(caller.language),
        fullName: person?.departmentName ?? department?.fullName ?? '',
        state: until > services.now() ? ('active' as const) : ('expired' as const),
        uses: uses(id),
      };
    });
  },
});

type Member = { readonly kind: 'employee' | 'department' | 'crowd'; readonly id: string };

/** Whom an entry names. */
function memberOf({ employeeId, departmentId, crowdId }: Pick<Stored, 'employeeId' | 'departmentId' | 'crowdId'>): Member {
  if (employeeId !== null) return { kind: 'employee', id: employeeId };
  return departmentId === null ? { kind: 'crowd', id: crowdId ?? '' } : { kind: 'department', id: departmentId };
}

/** SQL condition: the member of an entry lies in a range; dynamic groups are for who sees everybody. */
function inRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  return sql<boolean>`((t.employee_id is not null and ${directory.employeeInRange(range, 't.employee_id')})
    or (t.department_id is not null and ${directory.departmentInRange(range, 't.department_id')}))`;
}

async function outsideOf(tx: Tx, range: Range, operations: readonly WhiteOperation[]): Promise<Set<number>> {
  const outside = new Set<number>();
  if (range.all) return outside;
  const { rows } = await sql<Pick<Stored, 'employeeId' | 'departmentId' | 'crowdId'> & { id: string }>`select id::text as id,
      employee_id as "employeeId", department_id as "departmentId", crowd_id as "crowdId"
    from file_white_user where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, memberOf(row)]));
  for (const [index, { id, action, after }] of operations.entries()) {
    const known = stored.get(id);
    const parties = [...(known ? [known] : []), ...(action === 'create' || action === 'restore' ? entered(after) : [])];
    if (parties.length === 0 || (await anyOutside(tx, range, parties))) outside.add(index);
  }
  return outside;
}

const entered = (after: Partial<Stored> | null): Member[] => {
  const { employeeId = null, departmentId = null, crowdId = null } = after ?? {};
  return (employeeId ?? departmentId ?? crowdId) ? [memberOf({ employeeId, departmentId, crowdId })] : [];
};

/** An end at most a year away, beyond 30 days with the password confirmed just now; exactly one member. */
function issuesOf(caller: Caller, { action, after }: WhiteOperation): OperationIssue[] {
  const now = clock.now();
  if (after?.until !== undefined && action !== 'restore') {
    if (after.until <= now || after.until > now + mostDays * dayMillis) throw new Refusal(18215, {}, { field: 'until' });
    if (after.until > now + freeDays * dayMillis && now - caller.confirmedAt > stepUpMillis) throw new Refusal(code.stepUp);
  }
  if (action !== 'create') return [];
  const named = [after?.employeeId, after?.departmentId, after?.crowdId].filter((one) => typeof one === 'string');
  return named.length === 1 ? [] : [{ path: 'employeeId', namespace: 'file-security', key: 'fileWhiteUser.oneMember' }];
}

const monthMillis = 30 * dayMillis;

/** How often each entry let something through within 30 days. */
async function usesOf(db: Db, now: number, ids: readonly string[]): Promise<(id: string) => number> {
  const { rows } = await sql<{ id: string; n: number }>`select rule_id::text as id, count(*) as n from file_decision
    where rule_id = any(${[...ids]}::uuid[]) and at > ${now - monthMillis} group by rule_id`.execute(db);
  const byId = new Map(rows.map(({ id, n }) => [id, Number(n)]));
  return (id) => byId.get(id) ?? 0;
}
