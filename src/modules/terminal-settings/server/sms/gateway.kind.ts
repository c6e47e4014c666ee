import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { submitPhonePage as page } from '../../common/permissions.ts';
import { bodyMistake } from './fill.ts';
import './sms.table.ts';

/** The gateway of messages to phones, in the change engine. */
export const smsGatewayKind: Kind = siteKind(
  tableKind({
    kind: 'smsGateway',
    module: 'terminal-settings',
    codes: { read: page.code, revert: page.button.gateway },
    table: 'sms_gateway',
    name: 'url',
    fields: {
      enabled: { column: 'enabled' },
      url: { column: 'url' },
      method: { column: 'method' },
      headers: { column: 'headers' },
      format: { column: 'format' },
      body: { column: 'body' },
      text: { column: 'text' },
      sign: { column: 'sign' },
      template: { column: 'template' },
      signing: { column: 'signing' },
      successPath: { column: 'success_path' },
      successValue: { column: 'success_value' },
      perMinute: { column: 'per_minute' },
      secret: { column: 'secret', secret: true },
    },
    check: (tx, _caller, operations) => checkGateway(tx, operations),
  }),
);

const reserved = new Set(['host', 'content-length', 'content-type', 'transfer-encoding', 'connection']);

/** The body can be filled, the message holds its code, and who is to prove numbers by messages does not lose the gateway. */
async function checkGateway(tx: Tx, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const now = await tx.selectFrom('sms_gateway').selectAll().executeTakeFirstOrThrow();
  const setting = await tx.selectFrom('phone_setting').select('proof').executeTakeFirst();
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    const found: OperationIssue[] = [];
    const request = (path: string, column: keyof typeof now): unknown => (after && path in after ? after[path] : now[column]);
    const mistake = (path: string, key: string, name?: string): unknown =>
      found.push({ path, namespace: 'terminal-settings', key, ...(name !== undefined && { params: { name } }) });
    if (setting?.proof === 'sms' && request('enabled', 'enabled') === false) mistake('enabled', 'issue.smsUsed');
    if (!String(request('text', 'text')).includes('{code}')) mistake('text', 'issue.smsCode', '{code}');
    if (request('signing', 'signing') !== 'none' && request('secret', 'secret') === null) mistake('secret', 'issue.smsSecret');
    const wrong = bodyMistake(String(request('format', 'format')), String(request('body', 'body')));
    if (wrong) mistake('body', wrong, '{phone}');
    const headers = request('headers', 'headers');
    if (Array.isArray(headers) && headers.some((one) => reserved.has(String((one as { name?: unknown }).name).toLowerCase())))
      mistake('headers', 'issue.smsHeader');
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}
