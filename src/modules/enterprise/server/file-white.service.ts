import { sql, type RawBuilder } from 'kysely';
import { anyForeign, seenState } from '#kit/server/access/role.owner.ts';
import { roleData } from '#kit/server/access/role.query.ts';
import { namesOf, type RoleCall } from '#kit/server/access/role.view.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { InvalidInput, outOfRange } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { directory } from '#modules/people/server/public.ts';
import type { whiteAdd, whiteList, whiteRemove } from '../common/file-rule.contract.ts';
import { fileRuleKind } from './file-rule.kind.ts';
import { fileWhiteKind, placesOf } from './file-white.kind.ts';
import type { FileWhiteTable } from './limits.table.ts';
import { anyPartyOutside } from './parties.ts';

const mostHits = 500;
const orders = { since: sql`created_at`, until: sql`until` };

/** A page of the people on the white list of a file rule, in the caller's range. */
export async function listWhite(call: RoleCall, input: Parsed<typeof whiteList>): Promise<Reply<typeof whiteList>> {
  await roleData(call, 'fmm', input.roleId);
  const { db, caller } = call;
  const range = caller.scope();
  const where: RawBuilder<boolean>[] = [sql`role_id = ${input.roleId}::uuid`, directory.employeeAmongRange(range, 'employee_id')];
  if (input.text) {
    const hits = await directory.searchPeople(db, range, input.text, mostHits);
    where.push(sql`employee_id = any(${hits.map(({ id }) => id)}::uuid[])`);
  }
  const now = call.services.now();
  if (input.ending === 'ended') where.push(sql`until <= ${now}`);
  const days = input.ending === undefined || input.ending === 'ended' ? input.endsWithinDays : Number(input.ending);
  if (days !== undefined) where.push(sql`until > ${now} and until < ${now + days * 86_400_000}`);
  const source = { columns: sql`*`, from: sql`file_white`, where, order: orderOf(input.sort ?? '-since', orders, sql`id`) };
  const { list, ...counted } = await readPage<FileWhiteTable>(db, source, input);
  const people = await directory.people(
    db,
    list.map((row) => row.employee_id),
    caller.language,
    range,
  );
  const names = await namesOf(
    call,
    list.map((row) => row.created_by),
  );
  const shown = list.map((row) => {
    // Whoever was deleted since stands on the list until the entry is taken away.
    const person = people.get(row.employee_id) ?? { id: row.employee_id, name: '', account: '', departmentName: '', enabled: false };
    return { ...person, reason: row.reason, until: row.until, since: row.created_at, by: names(row.created_by) };
  });
  return { list: shown, ...counted };
}

/** How many people in the caller's range each of these file rules never touches now. */
export async function countWhite({ db, caller, services }: RoleCall, roleIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`select role_id as id, count(*) as n from file_white
    where role_id = any(${roleIds}::uuid[]) and (until is null or until > ${services.now()})
      and ${directory.employeeAmongRange(caller.scope(), 'employee_id')} group by role_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Entries of these people on the list of a rule that the caller may change. */
async function rowsOf(tx: Tx, caller: Caller, { roleId, ids }: { roleId: string; ids: readonly string[] }): Promise<FileWhiteTable[]> {
  seenState(caller, (await fileRuleKind.read(tx, [roleId], true)).get(roleId));
  if (await anyForeign(tx, caller.scope(), [roleId])) throw outOfRange();
  return tx
    .selectFrom('file_white')
    .selectAll()
    .where('role_id', '=', roleId)
    .where('employee_id', 'in', [...ids])
    .execute();
}

/** Puts people on the list, or gives them another reason and end. Answers how many entries changed. */
export async function addWhite(tx: Tx, caller: Caller, input: Parsed<typeof whiteAdd>): Promise<number> {
  const { roleId, ids, reason, until } = input;
  if (until !== null && until <= clock.now()) throw new InvalidInput([{ path: 'until', namespace: 'kit', key: 'role.untilPast' }]);
  if (await anyPartyOutside(tx, caller.scope(), [], ids)) throw outOfRange();
  const rows = await rowsOf(tx, caller, { roleId, ids });
  const places = await placesOf(tx, ids);
  if (ids.some((id) => !places.has(id))) throw new InvalidInput([{ path: 'ids', namespace: 'kit', key: 'role.unknownMember' }]);
  const known = new Set(rows.map((row) => row.employee_id));
  const fresh = ids.filter((id) => !known.has(id));
  const changed = rows.filter((row) => row.reason !== reason || row.until !== until);
  if (changed.length > 0)
    await changeObjects(
      tx,
      caller,
      fileWhiteKind,
      changed.map(({ id }) => ({ id, version: null, fields: { reason, until } })),
    );
  if (fresh.length > 0)
    await createObjects(
      tx,
      caller,
      fileWhiteKind,
      fresh.map((id) => ({ ...places.get(id)!, fields: { roleId, employeeId: id, reason, until } })),
    );
  return changed.length + fresh.length;
}

/** Takes people off the list; answers how many were on it. */
export async function removeWhite(tx: Tx, caller: Caller, { roleId, ids }: Parsed<typeof whiteRemove>): Promise<number> {
  if (await anyPartyOutside(tx, caller.scope(), [], ids)) throw outOfRange();
  const rows = await rowsOf(tx, caller, { roleId, ids });
  return rows.length === 0
    ? 0
    : removeObjects(
        tx,
        caller,
        fileWhiteKind,
        rows.map(({ id }) => id),
      );
}
