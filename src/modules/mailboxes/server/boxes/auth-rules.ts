import { sql, type RawBuilder } from 'kysely';
import type { AudienceRow } from '#kit/common/audience.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { partiesOutside } from '#kit/server/audience/audience.ts';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import type { mailAuth } from '../../common/boxes/auth.contract.ts';
import type { BoxKind } from '../../common/boxes/words.ts';
import { accountInRange, accountsInside } from './account-range.ts';
import { issueAt } from './issues.ts';

/** The stored values of a grant. */
export type AuthFields = StoredOf<typeof mailAuth.fields>;
type AuthOperation = Operation<AuthFields>;

const dayMillis = 86_400_000;
/** Days for which a personal box is granted at most. */
const mostDays = 366;

/** A grant with what rules need of its box. */
interface Granted extends Pick<AuthFields, 'accountId' | 'employeeId' | 'crowdId' | 'from' | 'until'> {
  readonly id: string;
  readonly kind: BoxKind | null;
  readonly holder: string | null;
}

/** Returns grants with what rules need of their boxes, by id. */
export async function grantsBy(tx: Tx, ids: readonly string[]): Promise<Map<string, Granted>> {
  const { rows } =
    await sql<Granted>`select m.id::text as id, m.account_id as "accountId", m.employee_id as "employeeId", m.crowd_id as "crowdId",
      m.starts_at as "from", m.expires_at as until, a.kind, coalesce(a.employee_id, a.owner_id) as holder
    from mail_auth m left join mail_account a on a.id = m.account_id where m.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Boxes by id: their kind, and who holds them. */
async function boxesBy(tx: Tx, ids: readonly string[]): Promise<Map<string, { kind: BoxKind; employeeId: string | null }>> {
  const { rows } = await sql<{
    id: string;
    kind: BoxKind;
    employeeId: string | null;
  }>`select id::text as id, kind, employee_id as "employeeId"
    from mail_account where id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What is wrong with each of these operations on grants. */
export async function authIssues(tx: Tx, operations: readonly AuthOperation[]): Promise<OperationIssue[][]> {
  const known = await grantsBy(
    tx,
    operations.map(({ id }) => id),
  );
  const boxes = await boxesBy(
    tx,
    operations.flatMap(({ id, after }) => after?.accountId ?? known.get(id)?.accountId ?? []),
  );
  const all: OperationIssue[][] = [];
  const twice = new Set<string>();
  for (const { id, action, after } of operations) {
    if (!after || action === 'delete') {
      all.push([]);
      continue;
    }
    const now = { ...known.get(id), ...after };
    const box = boxes.get(now.accountId ?? '');
    const fresh = action === 'create';
    const key = `${now.accountId} ${now.employeeId ?? now.crowdId}`;
    const isTwice = fresh && (twice.has(key) || (await isThere(tx, id, now)));
    twice.add(key);
    all.push([
      ...(box ? [] : [issueAt('accountId', 'issue.noBox')]),
      ...(fresh && Number(Boolean(now.employeeId)) + Number(Boolean(now.crowdId)) !== 1 ? [issueAt('employeeId', 'issue.oneOf')] : []),
      ...(box && fresh && box.employeeId !== null && box.employeeId === now.employeeId ? [issueAt('employeeId', 'issue.ownBox')] : []),
      ...(isTwice ? [issueAt(now.employeeId ? 'employeeId' : 'crowdId', 'issue.granted')] : []),
      ...(action === 'restore' || !box ? [] : endIssues(box.kind, now, after)),
    ]);
  }
  return all;
}

/** One grant for each member of a box. */
async function isThere(tx: Tx, id: string, { accountId, employeeId, crowdId }: Partial<AuthFields>): Promise<boolean> {
  const { rows } = await sql`select from mail_auth where id <> ${id}::uuid and account_id = ${accountId ?? null}::uuid
    and employee_id is not distinct from ${employeeId ?? null}::uuid and crowd_id is not distinct from ${crowdId ?? null}::uuid`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A personal box is granted with an end, a year away at most (17009). */
function endIssues(kind: BoxKind, { from, until }: Partial<AuthFields>, after: Partial<AuthFields>): OperationIssue[] {
  const now = clock.now();
  if (kind === 'personal' && !until) return [issueAt('until', 'error.17009')];
  if (after.until === undefined && after.from === undefined) return [];
  return [
    ...(until && after.until !== undefined && until <= now ? [issueAt('until', 'issue.past')] : []),
    ...(until && from && from >= until ? [issueAt('from', 'issue.fromUntil')] : []),
    ...(kind === 'personal' && until && until > now + mostDays * dayMillis
      ? [issueAt('until', 'issue.tooLong', { days: mostDays - 1 })]
      : []),
  ];
}

/** Grants that give something to who asks: somebody else agrees first. */
export async function ownGrants(tx: Tx, caller: Caller, operations: readonly AuthOperation[]): Promise<number> {
  const giving = operations.filter(({ action, after }) => after !== null && action !== 'delete' && action !== 'restore');
  if (giving.length === 0 || !isUuid(caller.uid)) return 0;
  const known = await grantsBy(
    tx,
    giving.map(({ id }) => id),
  );
  const named = giving.map(({ id, after }) => ({ ...known.get(id), ...after }));
  const crowds = named.flatMap(({ crowdId }) => crowdId ?? []);
  const { rows } = await sql<{ id: string }>`select id from (${directory.crowdsOf(caller.uid)}) as mine
    where id = any(${crowds}::uuid[])`.execute(tx);
  const mine = new Set(rows.map(({ id }) => id));
  return named.filter(({ employeeId, crowdId }) => employeeId === caller.uid || (crowdId && mine.has(crowdId))).length;
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** SQL condition: the box of the grant `t` is there and lies in a range. */
export const authInRange = (range: Range): RawBuilder<boolean> =>
  sql<boolean>`exists (select from mail_account a where a.id = t.account_id and ${accountInRange(range, 'a')})`;

/** Operations on grants whose box lies outside a range, or that newly name somebody outside of it. */
export async function authsOutside(tx: Tx, range: Range, operations: readonly AuthOperation[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const known = await grantsBy(
    tx,
    operations.map(({ id }) => id),
  );
  const boxes = operations.map(({ id, before, after }) => known.get(id)?.accountId ?? after?.accountId ?? before?.accountId ?? '');
  const inside = await accountsInside(tx, range, boxes.filter(Boolean));
  const named = operations.map(({ action, after }): AudienceRow[] => {
    if (action !== 'create' && action !== 'restore') return [];
    const { employeeId, crowdId } = after ?? {};
    if (employeeId) return [{ kind: 'employee', id: employeeId, exclude: false }];
    return crowdId ? [{ kind: 'crowd', id: crowdId, exclude: false }] : [];
  });
  const outside = new Set((await partiesOutside(tx, directory, named.flat(), range)).map(({ id }) => id));
  return new Set(
    operations.flatMap((_, index) => (inside.has(boxes[index]!) && named[index]!.every(({ id }) => !outside.has(id)) ? [] : [index])),
  );
}
