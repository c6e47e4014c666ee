import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { assertRecycled } from '../change/recycle-bin.ts';
import type { Tx } from '../directory.ts';
import type { Call } from '../handle.ts';
import { notFound, outOfRange, Refusal } from '../refusal.ts';
import type { Written } from './crud-write.ts';

/** The deletions of these objects in the journal, as far as they can still be reverted; 10404 (10910 in a limited range) where one can't. */
export async function deletionsOf(
  { contract, kind }: Written,
  tx: Tx,
  { caller, services }: Pick<Call, 'caller' | 'services'>,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct on (object_id) id from change_operation
    where kind = ${contract.kind} and action = 'delete' and object_id = any(${[...ids]}::text[]) order by object_id, id desc`.execute(tx);
  const none = (): Refusal => (kind.unranged || caller.scope().all ? notFound() : outOfRange());
  if (rows.length < ids.length) throw none();
  const operationIds = rows.map(({ id }) => id);
  // Restored already, past its time or out of range: in a limited range all of these read the same.
  await assertRecycled(tx, caller, services, operationIds).catch((error: unknown) => {
    throw error instanceof Refusal && error.answer === code.notFound ? none() : error;
  });
  return operationIds;
}
