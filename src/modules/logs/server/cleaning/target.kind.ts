import type { Kind, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { cleanupMechanism as page } from '../../common/cleaning/cleaning.permissions.ts';
import './cleaning.table.ts';

const base = tableKind({
  kind: 'archiveTarget',
  module: 'logs',
  codes: { read: page.code, revert: page.button.saveArchiveTarget },
  table: 'archive_target',
  name: 'name',
  fields: {
    name: { column: 'name' },
    store: { column: 'store' },
    place: { column: 'place' },
    secret: { column: 'secret', secret: true },
  },
  unique: { archive_target_name: 'name' },
  usedBy: async (tx, ids) => {
    const found = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { kind, targetId } of await usersOf(tx, ids))
      found.set(targetId, [...(found.get(targetId) ?? []), { kind: 'logKind', id: kind, name: kind }]);
    return found;
  },
  check: async (tx, _caller, operations) => {
    const gone = operations.flatMap(({ action, id }) => (action === 'delete' ? [id] : []));
    const used = new Set((await usersOf(tx, gone)).map(({ targetId }) => targetId));
    return new Map(
      [...operations.entries()].flatMap(([index, { action, id }]): [number, OperationIssue[]][] =>
        action === 'delete' && used.has(id) ? [[index, [{ path: '', namespace: 'logs', key: 'issue.targetUsed' }]]] : [],
      ),
    );
  },
});

/** Places of archives in the change engine. What was tried before a change says nothing of what is there after it. */
export const archiveTargetKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const ids = operations.flatMap(({ action, id }) => (action === 'delete' ? [] : [id]));
    if (ids.length > 0) await tx.updateTable('archive_target').set({ last_test: null }).where('id', 'in', ids).execute();
  },
};

/** Logs that are archived there from now on, and those of which something lies there. */
async function usersOf(db: Db, ids: readonly string[]): Promise<{ kind: string; targetId: string }[]> {
  if (ids.length === 0) return [];
  const configs = await db
    .selectFrom('cleanup_config')
    .select(['kind', 'archive_target_id as targetId'])
    .where('archive_target_id', 'in', [...ids])
    .execute();
  const archives = await db
    .selectFrom('log_archive')
    .select(['kind', 'target_id as targetId'])
    .distinct()
    .where('target_id', 'in', [...ids])
    .where('state', '<>', 'expired')
    .execute();
  return [...configs, ...archives].flatMap(({ kind, targetId }) => (targetId === null ? [] : [{ kind, targetId }]));
}
