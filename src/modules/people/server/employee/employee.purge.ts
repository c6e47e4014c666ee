import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { eraseEmployees } from './employee.erase.ts';
import { employeeKind } from './employee.kind.ts';
import { deletedStates } from './employee.service.ts';

/** Erases people of the recycle bin for good: by hand, before their thirty days are over. Refuses with 10412, 10404 or 10910. */
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
  const now = clock.now();
  await eraseEmployees(tx, ids, now);
  // The deletion can no longer be taken back.
  await sql`insert into change_purged (operation_id, uid, at) select distinct on (object_id) id, ${caller.uid}, ${now}::bigint from change_operation
    where kind = 'employee' and action = 'delete' and object_id = any(${ids}::text[]) order by object_id, id desc on conflict do nothing`.execute(
    tx,
  );
  for (const { id, path } of states) caller.touch({ kind: 'employee', id, name: id, path });
  if (input.reason) caller.note({ reason: input.reason });
  return states.length;
}
