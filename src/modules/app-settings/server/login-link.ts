import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { inApp } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { loginLink, mostLinks } from '../common/login-link.contract.ts';
import { settingsChanges } from './settings-changes.ts';
import './settings.table.ts';

/** Links of login pages on the server. */
export const loginLinks = crudServer(loginLink, {
  table: 'login_link',
  directory,
  range: inApp('login_link'),
  check: (tx, _caller, operations) => fewEnough(tx, operations),
  written: (tx) => settingsChanges.changed(tx),
});

/** No app has more links than its login page shows. */
async function fewEnough(
  tx: Tx,
  operations: readonly Operation<StoredOf<typeof loginLink.fields>>[],
): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const added = new Map<string, number>();
  for (const [index, { action, after }] of operations.entries()) {
    if ((action !== 'create' && action !== 'restore') || after?.appId === undefined) continue;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from login_link where app_id = ${after.appId}::uuid`.execute(tx);
    const before = added.get(after.appId) ?? rows[0]?.n ?? 0;
    added.set(after.appId, before + 1);
    if (before >= mostLinks)
      issues.set(index, [{ path: 'appId', namespace: 'app-settings', key: 'issue.tooManyLinks', params: { most: mostLinks } }]);
  }
  return issues;
}
