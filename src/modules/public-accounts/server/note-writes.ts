import type { Caller } from '#kit/server/caller.ts';
import type { Action, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { noteInAccounts } from './account-log.ts';
import { accountsOf } from './reach.ts';

const verbs: Record<Action, string> = {
  create: 'add',
  change: 'update',
  move: 'update',
  enable: 'enable',
  disable: 'disable',
  delete: 'delete',
  restore: 'restore',
};

/**
 * Notes every write of an entity of accounts in their log, whatever way it came: `written: noteWrites('fan_tag', 'fanTag')`. The table has the
 * column `sno_id`; `word` begins the kind of the row, `fanTag.update`.
 */
export const noteWrites =
  (table: string, word: string) =>
  async (tx: Tx, caller: Caller, operations: readonly Operation<{ snoId: string }>[]): Promise<void> => {
    const accounts = await accountsOf(tx, table, operations);
    const events = operations.flatMap(({ action, id, name }) => {
      const snoId = accounts.get(id);
      if (snoId === undefined) return [];
      const [by, ref] = [
        { id: caller.uid, name: caller.name },
        { id, name },
      ];
      return [{ snoId, tab: 'operation' as const, kind: `${word}.${verbs[action]}`, by, ref, result: 'done' as const }];
    });
    await noteInAccounts(tx, events);
  };
