import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Kind, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { warningPage as page } from '../common/permissions.ts';
import './notice-person.table.ts';
import '#kit/server/warning/warning.table.ts';

/** Read, as the page does it, by who sees everything alone: it names people of the whole company. */
const base = siteKind(
  tableKind({
    kind: 'noticePerson',
    module: 'warnings',
    codes: { read: page.code, revert: page.button.updatePerson },
    table: 'notice_person',
    name: 'name',
    fields: {
      employeeId: { column: 'employee_id', refers: 'employee' },
      name: { column: 'name' },
      email: { column: 'email' },
      verifiedAt: { column: 'verified_at', internal: true },
      webhookUrl: { column: 'webhook_url' },
      webhookPreset: { column: 'webhook_preset' },
      webhookSecret: { column: 'webhook_secret', secret: true },
      channels: { column: 'channels' },
      subscriptions: { column: 'subscriptions' },
      language: { column: 'language' },
      timeZone: { column: 'time_zone' },
      quiet: { column: 'quiet' },
      escalateTo: { column: 'escalate_to', internal: true },
      escalateAfterMinutes: { column: 'escalate_after_minutes' },
      enabled: { column: 'enabled' },
      expiresAt: { column: 'expires_at' },
      licence: { column: 'licence' },
    },
    unique: { notice_person_employee: 'employeeId', notice_person_email: 'email', notice_person_webhook: 'webhookUrl' },
    check: async (tx, _caller, operations) => {
      const broken = new Map<number, OperationIssue[]>();
      const issue = (index: number, key: string): unknown =>
        broken.set(index, [...(broken.get(index) ?? []), { path: 'escalateTo', namespace: 'warnings', key }]);
      for (const [index, { id, after }] of operations.entries()) {
        const next = after?.['escalateTo'];
        if (typeof next !== 'string') continue;
        const found = await chainFrom(tx, next);
        if (found.length === 0) issue(index, 'issue.nobody');
        else if (found.includes(id)) issue(index, 'issue.circle');
      }
      return broken;
    },
  }),
);

/** Who comes after whom, beginning with this one. */
async function chainFrom(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('notice_person').select(['id', 'escalate_to']).execute();
  const nextOf = new Map(rows.map((row) => [row.id, row.escalate_to]));
  const chain: string[] = [];
  for (let at: string | null | undefined = id; at && nextOf.has(at) && !chain.includes(at); at = nextOf.get(at)) chain.push(at);
  return chain;
}

/** Notice persons in the change engine. */
export const noticePersonKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const removed = operations.filter(({ action }) => action === 'delete').map(({ id }) => id);
    if (removed.length > 0) await tx.updateTable('notice_person').set({ escalate_to: null }).where('escalate_to', 'in', removed).execute();
    await tx.updateTable('warning').set({ look_at: 0 }).where('state', '=', 'open').execute();
  },
};
