import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { encryptionPage as page } from '../../common/permissions.ts';
import { keyStates } from '../../common/encryption.contract.ts';
import '../settings.table.ts';

/** Purposes of keys, in the change engine. */
export const encryptionSettingKind: Kind = siteKind(
  tableKind({
    kind: 'encryptionSetting',
    module: 'terminal-settings',
    codes: { read: page.code, revert: page.button.save },
    table: 'encryption_setting',
    name: 'purpose',
    fields: { purpose: { column: 'purpose' }, rotateDays: { column: 'rotate_days' }, algorithm: { column: 'algorithm' } },
  }),
);

/** Keys, in the change engine. A key's life goes forward alone: neither an undo nor the recycle bin brings one back. Its value is no field. */
export const encryptionKeyKind: Kind = siteKind(
  tableKind({
    kind: 'encryptionKey',
    module: 'terminal-settings',
    codes: { read: page.code, revert: page.button.rotate },
    table: 'encryption_key',
    name: 'keyId',
    fields: {
      keyId: { column: 'key_id' },
      purpose: { column: 'purpose' },
      algorithm: { column: 'algorithm' },
      state: { column: 'state' },
      activeAt: { column: 'active_at' },
      retiringAt: { column: 'retiring_at' },
      retiredAt: { column: 'retired_at' },
      destroyedAt: { column: 'destroyed_at' },
    },
    unique: { encryption_key_key_id: 'keyId', encryption_key_active: 'state', encryption_key_pending: 'state' },
    check: async (_tx, _caller, operations) => onlyForward(operations),
  }),
);

const stepOf = (state: unknown): number => keyStates.findIndex((one) => one === state);

function onlyForward(operations: readonly Operation[]): Map<number, OperationIssue[]> {
  const refused: OperationIssue[] = [{ path: 'state', namespace: 'terminal-settings', key: 'issue.keyState' }];
  return new Map(
    operations.flatMap(({ action, before, after }, index) => {
      const forward =
        action === 'create' ? after?.['state'] === 'pending' : after !== null && stepOf(after['state']) > stepOf(before?.['state']);
      return forward && action !== 'restore' ? [] : [[index, refused]];
    }),
  );
}
