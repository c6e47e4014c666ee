import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { warningPage as page } from '../common/permissions.ts';

const base = siteKind(
  tableKind({
    kind: 'warningRule',
    module: 'warnings',
    codes: { read: page.code, revert: page.button.updateRule },
    table: 'warning_rule',
    name: 'name',
    fields: {
      kind: { column: 'kind' },
      shipped: { column: 'shipped', internal: true },
      name: { column: 'name' },
      enabled: { column: 'enabled' },
      severity: { column: 'severity' },
      parameters: { column: 'parameters' },
      forMinutes: { column: 'for_minutes' },
      clearMinutes: { column: 'clear_minutes' },
      repeatHours: { column: 'repeat_hours' },
      digest: { column: 'digest' },
      match: { column: 'match' },
      noticePersonIds: { column: 'notice_person_ids' },
      ownerId: { column: 'owner_id', refers: 'employee' },
    },
    unique: { warning_rule_name: 'name', warning_rule_shipped: 'kind' },
  }),
);

/** Rules in the change engine. What a changed rule makes of open warnings is looked at in the next round. */
export const warningRuleKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await tx.updateTable('warning').set({ look_at: 0 }).where('state', '=', 'open').execute();
    // An own rule that is gone leaves its warnings to the shipped one.
    const removed = operations.filter(({ action }) => action === 'delete').map(({ id }) => id);
    if (removed.length > 0)
      await tx
        .updateTable('warning')
        .set((is) => ({
          rule_id: is
            .selectFrom('warning_rule')
            .select('warning_rule.id')
            .whereRef('warning_rule.kind', '=', 'warning.kind')
            .where('shipped', '=', true),
        }))
        .where('rule_id', 'in', removed)
        .execute();
  },
};
