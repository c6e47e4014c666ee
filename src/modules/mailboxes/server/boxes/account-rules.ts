import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { checkMailAddress } from '#platform/mail/mail-address.ts';
import type { MailAccountFields } from '../../common/boxes/account.contract.ts';
import { accountsInside } from './account-range.ts';
import { issueAt } from './issues.ts';

type AccountOperation = Operation<MailAccountFields>;

/** What is wrong with each of these operations on boxes. */
export async function accountIssues(tx: Tx, caller: Caller, operations: readonly AccountOperation[]): Promise<OperationIssue[][]> {
  const { rows } = await sql<
    Pick<MailAccountFields, 'kind' | 'address' | 'serverId' | 'state'> & { id: string }
  >`select id::text as id, kind,
      address, server_id as "serverId", state from mail_account where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const all: OperationIssue[][] = [];
  const taken = new Map<string, string>();
  for (const { id, action, after } of operations) {
    if (!after || action === 'delete') {
      all.push([]);
      continue;
    }
    const now = { ...known.get(id), ...after };
    const addresses = [...(after.address === undefined ? [] : [after.address]), ...(after.aliases ?? [])];
    all.push([
      ...addressIssues(after),
      ...(action === 'create' ? personIssues(after) : []),
      ...(after.enabled === true && now.state === 'closed' ? [issueAt('enabled', 'issue.closed')] : []),
      ...(after.address === undefined && after.serverId === undefined ? [] : await domainIssues(tx, now)),
      ...(await takenIssues(tx, caller, { id, addresses, taken })),
    ]);
  }
  return all;
}

function addressIssues({ address, aliases }: Partial<MailAccountFields>): OperationIssue[] {
  return [
    ...(address !== undefined && checkMailAddress(address) !== address ? [issueAt('address', 'issue.address')] : []),
    ...(aliases?.some((one) => checkMailAddress(one) !== one) ? [issueAt('aliases', 'issue.address')] : []),
  ];
}

/** A personal box is somebody's; others have an owner and a department that answer for them. */
function personIssues({ kind, employeeId, ownerId, ownerDeptId }: Partial<MailAccountFields>): OperationIssue[] {
  if (kind === 'personal')
    return [
      ...(employeeId ? [] : [issueAt('employeeId', 'issue.person')]),
      ...(ownerId || ownerDeptId ? [issueAt('ownerId', 'issue.ownOwner')] : []),
    ];
  return [
    ...(employeeId ? [issueAt('employeeId', 'issue.noPersonHere')] : []),
    ...(ownerId ? [] : [issueAt('ownerId', 'issue.owner')]),
    ...(ownerDeptId ? [] : [issueAt('ownerDeptId', 'issue.ownerDept')]),
  ];
}

async function domainIssues(tx: Tx, { address, serverId }: Partial<MailAccountFields>): Promise<OperationIssue[]> {
  if (!address || !serverId) return [];
  const { rows } = await sql<{ name: string }>`select name from mail_server where id = ${serverId}::uuid and domains <> '[]'::jsonb
    and not domains ? ${address.slice(address.lastIndexOf('@') + 1)}`.execute(tx);
  return rows.map(({ name }) => issueAt('address', 'issue.domain', { name }));
}

/** An address belongs to one box, as its address or as another name of it (17008). */
async function takenIssues(
  tx: Tx,
  caller: Caller,
  { id, addresses, taken }: { id: string; addresses: readonly string[]; taken: Map<string, string> },
): Promise<OperationIssue[]> {
  if (addresses.length === 0) return [];
  const path = (address: string): string => (address === addresses[0] ? 'address' : 'aliases');
  const before = addresses.find((address) => (taken.get(address) ?? id) !== id);
  for (const address of addresses) taken.set(address, id);
  if (before !== undefined) return [issueAt(path(before), 'error.17008', { name: before })];
  const { rows } = await sql<{ id: string; address: string; owner: string }>`select id::text as id, address as owner,
      coalesce((select value from jsonb_array_elements_text(aliases) as value where value = any(${[...addresses]}) limit 1), address) as address
    from mail_account where id <> ${id}::uuid and (lower(address) = any(${[...addresses]}) or aliases ?| ${[...addresses]}) limit 1`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) return [];
  const isSeen = (await accountsInside(tx, caller.scope(), [found.id])).size > 0;
  return [issueAt(path(found.address), 'error.17008', { name: isSeen ? found.owner : outsideWord(caller.language) })];
}

/** Boxes that open by an account of their server and that who asks would call their own: somebody else agrees first. */
export async function ownBoxes(tx: Tx, caller: Caller, operations: readonly AccountOperation[]): Promise<number> {
  const { rows } = await sql<Pick<MailAccountFields, 'employeeId' | 'ownerId' | 'serverId'> & { id: string }>`select id::text as id,
      employee_id as "employeeId", owner_id as "ownerId", server_id as "serverId" from mail_account
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const telling = ['employeeId', 'ownerId', 'serverId', 'address', 'login'] as const;
  const own = operations.flatMap(({ id, action, after }) => {
    if (!after || action === 'restore' || !telling.some((name) => name in after)) return [];
    const now = { ...known.get(id), ...after };
    return now.employeeId === caller.uid || now.ownerId === caller.uid ? [now.serverId ?? ''] : [];
  });
  if (own.length === 0) return 0;
  const { rows: masters } = await sql<{ id: string }>`select id::text as id from mail_server
    where sign_in = 'master' and id = any(${own.filter(Boolean)}::uuid[])`.execute(tx);
  const open = new Set(masters.map(({ id }) => id));
  return own.filter((id) => open.has(id)).length;
}
