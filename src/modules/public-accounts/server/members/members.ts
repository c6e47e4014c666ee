import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { editorRights, type EditorRight } from '../../common/words.ts';
import { noteInAccounts } from '../account-log.ts';
import { memberKind } from './member.kind.ts';

/** Managers of one account, and its editors. */
const most = { manager: 50, editor: 200 } as const;

type Role = keyof typeof most;

interface StoredMember {
  readonly id: string;
  readonly employee_id: string;
  readonly role: Role;
}

async function membersAmong(tx: Tx, snoId: string, uids: readonly string[]): Promise<Map<string, StoredMember>> {
  const { rows } = await sql<StoredMember>`select id, employee_id, role from sno_member
    where sno_id = ${snoId}::uuid and employee_id = any(${uids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.employee_id, row]));
}

/** People whom the caller may name: in range and active. */
async function assertPeople(tx: Tx, caller: Caller, uids: readonly string[]): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql<{ id: string; active: boolean }>`select e.id, exists (
      select from (${directory.activeEmployees()}) as active where active.id = e.id) as active
    from employee e where e.id = any(${uids}::uuid[]) and ${directory.employeeInRange(range, 'e.id')}`.execute(tx);
  const bad = (): InvalidInput => new InvalidInput([{ path: 'empIds', namespace: 'kit', key: 'issue.noPerson' }]);
  if (rows.length < new Set(uids).size) throw range.all ? bad() : outOfRange();
  if (rows.some(({ active }) => !active)) throw bad();
}

async function assertRoom(tx: Tx, snoId: string, role: Role): Promise<void> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from sno_member where sno_id = ${snoId}::uuid and role = ${role}`.execute(tx);
  if (rows[0]!.n > most[role])
    throw new InvalidInput([{ path: 'empIds', namespace: 'public-accounts', key: 'issue.tooMany', params: { n: most[role] } }]);
}

async function note(tx: Tx, caller: Caller, request: { snoId: string; kind: string; uids: readonly string[] }): Promise<void> {
  await noteInAccounts(
    tx,
    request.uids.map((employeeId) => ({
      snoId: request.snoId,
      tab: 'operation',
      kind: request.kind,
      employeeId,
      by: { id: caller.uid, name: caller.name },
      result: 'done',
    })),
  );
}

interface Naming {
  readonly snoId: string;
  readonly uids: readonly string[];
}

/** Makes people managers; editors among them become managers. Answers how many it touched. */
export async function addManagers(tx: Tx, caller: Caller, { snoId, uids }: Naming): Promise<number> {
  await assertPeople(tx, caller, uids);
  const known = await membersAmong(tx, snoId, uids);
  const rights = [...editorRights];
  const fresh = uids.filter((uid) => !known.has(uid));
  const raised = [...known.values()].filter(({ role }) => role === 'editor');
  if (fresh.length > 0)
    await createObjects(
      tx,
      caller,
      memberKind,
      fresh.map((employeeId) => ({ name: employeeId, path: null, fields: { snoId, employeeId, role: 'manager', rights } })),
    );
  if (raised.length > 0)
    await changeObjects(
      tx,
      caller,
      memberKind,
      raised.map(({ id }) => ({ id, version: null, fields: { role: 'manager', rights } })),
    );
  await assertRoom(tx, snoId, 'manager');
  await note(tx, caller, { snoId, kind: 'manager.add', uids: [...fresh, ...raised.map((one) => one.employee_id)] });
  return fresh.length + raised.length;
}

/** Makes people editors; who works for the account already stays as they are. */
export async function addEditors(
  tx: Tx,
  caller: Caller,
  { snoId, uids, rights }: Naming & { rights: readonly EditorRight[] },
): Promise<number> {
  await assertPeople(tx, caller, uids);
  const known = await membersAmong(tx, snoId, uids);
  const fresh = uids.filter((uid) => !known.has(uid));
  if (fresh.length > 0)
    await createObjects(
      tx,
      caller,
      memberKind,
      fresh.map((employeeId) => ({ name: employeeId, path: null, fields: { snoId, employeeId, role: 'editor', rights: [...rights] } })),
    );
  await assertRoom(tx, snoId, 'editor');
  await note(tx, caller, { snoId, kind: 'editor.add', uids: fresh });
  return fresh.length;
}

async function rolesOf(tx: Tx, { snoId, uids }: Naming, role: Role): Promise<StoredMember[]> {
  const known = [...(await membersAmong(tx, snoId, uids)).values()].filter((one) => one.role === role);
  if (known.length < uids.length) throw new Refusal(15011);
  return known;
}

/** Changes what editors may do. */
export async function changeEditors(
  tx: Tx,
  caller: Caller,
  { rights, ...naming }: Naming & { rights: readonly EditorRight[] },
): Promise<number> {
  const known = await rolesOf(tx, naming, 'editor');
  await changeObjects(
    tx,
    caller,
    memberKind,
    known.map(({ id }) => ({ id, version: null, fields: { rights: [...rights] } })),
  );
  await note(tx, caller, { snoId: naming.snoId, kind: 'editor.update', uids: naming.uids });
  return known.length;
}

/** Takes people away who work for an account in a role; who does not is passed over. */
export async function removeMembers(tx: Tx, caller: Caller, { role, ...naming }: Naming & { role: Role }): Promise<number> {
  const known = [...(await membersAmong(tx, naming.snoId, naming.uids)).values()].filter((one) => one.role === role);
  if (known.length === 0) return 0;
  await removeObjects(
    tx,
    caller,
    memberKind,
    known.map(({ id }) => id),
  );
  await note(tx, caller, { snoId: naming.snoId, kind: `${role}.remove`, uids: known.map((one) => one.employee_id) });
  return known.length;
}

/** Gives the place of a manager to somebody else. */
export async function transferManager(
  tx: Tx,
  caller: Caller,
  { snoId, from, to }: { snoId: string; from: string; to: string },
): Promise<number> {
  await rolesOf(tx, { snoId, uids: [from] }, 'manager');
  await addManagers(tx, caller, { snoId, uids: [to] });
  if (from !== to) await removeMembers(tx, caller, { snoId, uids: [from], role: 'manager' });
  return 1;
}
