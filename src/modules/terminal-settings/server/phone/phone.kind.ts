import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { z } from 'zod';
import { party } from '../../common/audience.ts';
import { submitPhonePage as page } from '../../common/permissions.ts';
import { anyUnknown } from '../audience.ts';
import '../settings.table.ts';
import '../sms/sms.table.ts';

/** Who is asked for a number, in the change engine. */
export const phoneSettingKind: Kind = siteKind(
  tableKind({
    kind: 'phoneSetting',
    module: 'terminal-settings',
    codes: { read: page.code, revert: page.button.save },
    table: 'phone_setting',
    name: 'mode',
    fields: {
      mode: { column: 'mode' },
      skips: { column: 'skips' },
      audience: { column: 'audience', refers: 'member' },
      regions: { column: 'regions' },
      proof: { column: 'proof' },
      againMonths: { column: 'again_months' },
      onlyWhenEmpty: { column: 'only_when_empty' },
    },
    check: async (tx, _caller, operations) => checkSetting(tx, operations),
  }),
);

/** Nobody unknown is asked; and as long as no gateway sends messages to phones, no code can be asked for. */
async function checkSetting(tx: Tx, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const mistake = (path: string, key: string): OperationIssue => ({ path, namespace: 'terminal-settings', key });
  const { enabled } = await tx.selectFrom('sms_gateway').select('enabled').executeTakeFirstOrThrow();
  for (const [index, { after }] of operations.entries()) {
    const found: OperationIssue[] = [];
    if (after?.['proof'] === 'sms' && !enabled) found.push(mistake('proof', 'issue.noSms'));
    const parties = z.array(party).safeParse(after?.['audience']).data ?? [];
    if (await anyUnknown(tx, parties)) found.push(mistake('audience', 'issue.audience'));
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}
