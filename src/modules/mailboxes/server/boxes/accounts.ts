import { sql, type RawBuilder } from 'kysely';
import type { Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { mailAccount, type MailAccountFields } from '../../common/boxes/account.contract.ts';
import type { MailServerFields } from '../../common/boxes/server.contract.ts';
import { accountInRange, accountsOutside } from './account-range.ts';
import { accountIssues, ownBoxes } from './account-rules.ts';
import { issuesBy } from './issues.ts';
import './tables.ts';

type AccountOperation = Operation<MailAccountFields>;

/** Fields whose change ends what is open of a box. */
const ending = ['serverId', 'login', 'secret'] as const;

/** What is open of a box ends when it is disabled, closed, deleted or signed in to otherwise; a password is only for the server it was typed for. */
async function turn(tx: Tx, operations: readonly AccountOperation[]): Promise<void> {
  const idsOf = (is: (one: AccountOperation) => boolean): string[] => operations.filter(is).map(({ id }) => id);
  const changed = ({ action }: AccountOperation): boolean => action !== 'create' && action !== 'restore';
  const moved = idsOf((one) => one.action === 'change' && one.after?.serverId !== undefined && !one.after.secret);
  if (moved.length > 0) await sql`update mail_account set secret = null where id = any(${moved}::uuid[])`.execute(tx);
  const again = idsOf(({ action, after }) => action === 'change' && after !== null && ending.some((name) => name in after));
  if (again.length > 0)
    await sql`update mail_account set failures = 0, state = case when state in ('failing', 'ready') then 'new' else state end
      where id = any(${again}::uuid[])`.execute(tx);
  const ended = idsOf((one) => changed(one) && (one.after?.enabled === false || one.after?.state === 'closed' || again.includes(one.id)));
  if (ended.length > 0) await sql`update mail_account set epoch = epoch + 1 where id = any(${ended}::uuid[])`.execute(tx);
}

/** SQL condition: nobody is named for the box `t`, or who is named has left. */
const withoutPerson: RawBuilder<boolean> = sql<boolean>`(coalesce(t.employee_id, t.owner_id) is null
  or not ${directory.employeeIsHere('t.holder')})`;

/** What is noted of boxes beside their fields, by id. */
async function notedOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    signIn: MailServerFields['signIn'];
    used: number | null;
    limit: number | null;
    lastUsedAt: number | null;
    grants: number;
    orphaned: boolean;
  }>`select t.id::text as id, s.sign_in as "signIn", t.quota_used as used, t.quota_limit as "limit", t.last_used_at as "lastUsedAt",
      (select count(*)::int from mail_auth m where m.account_id = t.id) as grants, ${withoutPerson} as orphaned
    from (select mail_account.*, coalesce(employee_id, owner_id) as holder from mail_account where id = any(${[...ids]}::uuid[])) as t
    join mail_server s on s.id = t.server_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Boxes on the server. */
export const mailAccounts = crudServer(mailAccount, {
  table: 'mail_account',
  directory,
  range: { visible: (range) => accountInRange(range), outside: accountsOutside },
  tidy: (entered) => ({ ...entered, ...(entered.address !== undefined && { address: entered.address.toLowerCase() }) }),
  finds: {
    mailServer: async ({ db }, cell) =>
      (await sql<{ id: string }>`select id::text as id from mail_server where lower(name) = lower(${cell})`.execute(db)).rows[0]?.id,
  },
  check: async (tx, caller, operations) => issuesBy(await accountIssues(tx, caller, operations)),
  impact: async (tx, caller, operations): Promise<Record<string, number>> => {
    const ownBenefit = await ownBoxes(tx, caller, operations);
    return ownBenefit > 0 ? { ownBenefit } : {};
  },
  written: (tx, _caller, operations) => turn(tx, operations),
  where: (_means, { deptId, noEmployee, overQuota, neverUsed }) => [
    ...(deptId === undefined
      ? []
      : [
          sql<boolean>`(t.employee_id in (${directory.employeesUnder([deptId])}) or t.owner_dept_id in (
          select d.id from department d, department top where top.id = ${deptId}::uuid and d.path <@ top.path))`,
        ]),
    ...(noEmployee === undefined
      ? []
      : [
          sql<boolean>`exists (select from (select coalesce(t.employee_id, t.owner_id) as holder) as h
          where h.holder is not null and ${directory.employeeIsHere('h.holder')}) <> ${noEmployee}`,
        ]),
    ...(overQuota === undefined ? [] : [sql<boolean>`(t.quota_limit > 0 and t.quota_used * 100 > t.quota_limit * ${overQuota})`]),
    ...(neverUsed === undefined ? [] : [sql<boolean>`(t.last_used_at is null) = ${neverUsed}`]),
  ],
  rows: async ({ db }, objects) => {
    const noted = await notedOf(
      db,
      objects.map(({ id }) => id),
    );
    return objects.map(({ id }) => {
      const found = noted.get(id)!;
      return {
        orphaned: found.orphaned,
        signIn: found.signIn,
        quota: found.used !== null && found.limit !== null ? { used: found.used, limit: found.limit } : null,
        lastUsedAt: found.lastUsedAt,
        grants: found.grants,
      };
    });
  },
});
