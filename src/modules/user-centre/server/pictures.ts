import type { Db, Tx } from '#kit/server/directory.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { reencodeImage } from '#platform/files/image.ts';
import { clock } from '#platform/clock.ts';
import './employee.table.ts';

/** Twice what a card draws. */
const side = 160;
const mostBytes = 96 * 1024;

/** Makes a picture of a person of what was sent: decoded and made anew, small, without what else the file told. */
export async function drawPicture(bytes: Buffer, path: string): Promise<{ type: string; data: string }> {
  const bad = (): InvalidInput => new InvalidInput([{ path, namespace: 'user-centre', key: 'issue.picture' }]);
  const image = await reencodeImage(bytes, { maxSide: side }).catch(() => {
    throw bad();
  });
  // What moves is small only in its sides.
  if (image.data.length > mostBytes) throw bad();
  return { type: image.type, data: image.data.toString('base64') };
}

/** Keeps somebody's picture, or takes it away. */
export async function setPicture(tx: Tx, id: string, picture: { type: string; data: string } | null): Promise<void> {
  if (!picture) {
    await tx.deleteFrom('employee_picture').where('employee_id', '=', id).execute();
    return;
  }
  const values = { ...picture, updated_at: clock.now() };
  await tx
    .insertInto('employee_picture')
    .values({ employee_id: id, ...values })
    .onConflict((conflict) => conflict.column('employee_id').doUpdateSet(values))
    .execute();
}

/** Pictures of these people, as data addresses; who has none is absent. */
export async function picturesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('employee_picture')
    .select(['employee_id', 'type', 'data'])
    .where('employee_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ employee_id, type, data }) => [employee_id, `data:${type};base64,${data}`]));
}
