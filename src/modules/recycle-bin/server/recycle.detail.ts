import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { nameReferences } from '#kit/server/change/name-references.ts';
import { showFields } from '#kit/server/change/show-fields.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { recycleGet } from '../common/recycle.contract.ts';
import { findDeleted } from './recycle.query.ts';

interface Kept {
  before: Fields | null;
  reason: string | null;
  held_by: string | null;
  held_reason: string | null;
}

/** One deleted object as it was, with why it went and why it is kept; 10404 where the caller may not bring it back. */
export async function readOne(call: Call, id: string): Promise<Reply<typeof recycleGet>> {
  const { db, caller, services } = call;
  const row = await findDeleted(call, id);
  if (!row) throw notFound();
  const { rows } =
    await sql<Kept>`select change_operation.before, change_batch.reason, change_held.uid as held_by, change_held.reason as held_reason
    from change_operation join change_batch on change_batch.id = change_operation.batch_id
    left join change_held on change_held.operation_id = change_operation.id where change_operation.id = ${id}::uuid`.execute(db);
  const found = rows[0];
  if (!found) throw notFound();
  const kind = services.kinds.find((one) => one.kind === row.kind);
  const [fields = []] = await nameReferences(db, { services, caller }, [{ kind, fields: showFields(kind, null, found.before) }]);
  const keeper = found.held_by ? (await services.directory.people(db, [found.held_by], caller.language)).get(found.held_by) : undefined;
  const hold = found.held_by === null ? null : { by: keeper?.name ?? '', reason: found.held_reason };
  return { ...row, reason: found.reason, hold, fields: fields.filter(({ after }) => after !== null) };
}
