import { sql } from 'kysely';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { fileListPage } from '../common/permissions.ts';
import { visibleFile } from './visible.ts';

const base = tableKind({
  kind: 'imFile',
  module: 'message-files',
  codes: { read: fileListPage.code, revert: fileListPage.button.release },
  table: 'im_file',
  name: 'name',
  fields: {
    name: { column: 'name' },
    state: { column: 'state' },
    expiresAt: { column: 'expires_at' },
  },
});
const { unranged: _unranged, search: _search, ...ranged } = base;

/** Of these files those that lie outside a range. */
async function outside(tx: Db, range: Range, operations: readonly Operation[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const ids = operations.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select f.id from im_file f join im_conversation c on c.id = f.conversation_id
    where f.id = any(${ids}::uuid[]) and ${visibleFile(range)}`.execute(tx);
  const seen = new Set(rows.map(({ id }) => id));
  return new Set(operations.flatMap(({ id }, index) => (seen.has(id) ? [] : [index])));
}

/** Files in chats in the change engine. What comes back into a chat stays again; bytes of what left it go later (upkeep.ts). */
export const chatFileKind: Kind = {
  ...ranged,
  outside,
  write: async (tx: Tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const back = operations.flatMap(({ id, after }) => (after?.['state'] === 'normal' ? [id] : []));
    if (back.length > 0)
      await sql`update file set expires_at = null where expires_at is not null and id in (select file_id from im_file where id = any(${back}::uuid[]))`.execute(
        tx,
      );
  },
};
