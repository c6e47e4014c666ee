import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { employeeKind } from './employee.kind.ts';
import { deletedStates } from './employee.service.ts';

/** How long the account of somebody who is gone is kept from reuse. */
const reservedMillis = 180 * 24 * 3_600_000;

/** Erases people of the recycle bin for good: rows, assignments, references to them. Their accounts are kept from reuse as a digest. */
export async function purgeEmployees(
  tx: Tx,
  caller: Caller,
  input: { ids: readonly string[]; reason?: string | undefined },
): Promise<number> {
  const states = await deletedStates(tx, caller, input.ids);
  const operations = states.map((state) => ({
    action: 'delete' as const,
    id: state.id,
    name: state.name,
    path: state.path,
    before: state.fields,
    after: null,
    version: state.version,
  }));
  if ((await employeeKind.outside(tx, caller.scope(), operations)).size > 0) throw outOfRange();
  const ids = states.map(({ id }) => id);
  const now = Date.now();
  await sql`insert into account_reserved (digest, until_at) select encode(sha256(convert_to(account_key, 'UTF8')), 'hex'), ${now + reservedMillis} from employee where id = any(${ids}::uuid[])
    on conflict (digest) do update set until_at = excluded.until_at`.execute(tx);
  await sql`update employee set manager_id = null where manager_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update employee set owner_id = null where owner_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update department set manager_ids = array(select m from unnest(manager_ids) m where m <> all(${ids}::uuid[])),
      deputy_ids = array(select m from unnest(deputy_ids) m where m <> all(${ids}::uuid[]))
    where manager_ids && ${ids}::uuid[] or deputy_ids && ${ids}::uuid[]`.execute(tx);
  await sql`delete from employee_department_past where employee_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from employee where id = any(${ids}::uuid[])`.execute(tx);
  // The deletion can no longer be taken back.
  await sql`insert into change_purged (operation_id, uid, at) select distinct on (object_id) id, ${caller.uid}, ${now}::bigint from change_operation
    where kind = 'employee' and action = 'delete' and object_id = any(${ids}::text[]) order by object_id, id desc on conflict do nothing`.execute(
    tx,
  );
  await sql`insert into directory_change (at, kind, object_id, op) select ${now}::bigint, 'employee', id, 'purge' from unnest(${ids}::uuid[]) as p(id)`.execute(
    tx,
  );
  for (const { id } of states) caller.touch({ kind: 'employee', id, name: id });
  if (input.reason) caller.note({ reason: input.reason });
  return states.length;
}
