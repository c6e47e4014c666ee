import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { settingServer } from '#kit/server/setting/setting-server.ts';
import { mikaSetting } from '../common/setting.contract.ts';
import { interfaceFacts } from './interface-facts.ts';

/** What the fallback names must be there and may be used. */
async function check(tx: Tx, _caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    const found: OperationIssue[] = [];
    const named = after?.['fallbackInterface'] as { interfaceId: string } | null | undefined;
    if (named) {
      const facts = (await interfaceFacts(tx, [named.interfaceId])).get(named.interfaceId);
      if (!facts?.isOpen) found.push({ path: 'fallbackInterface', namespace: 'mika', key: 'error.17034' });
      else if (facts.isWrite) found.push({ path: 'fallbackInterface', namespace: 'mika', key: 'issue.fallbackWrites' });
    }
    const code = after?.['fallbackScene'];
    if (typeof code === 'string' && code !== '') {
      const { rows } = await sql`select from mika_scene where lower(code) = lower(${code}) and kind = 'handover'`.execute(tx);
      if (rows.length === 0) found.push({ path: 'fallbackScene', namespace: 'mika', key: 'issue.noHandover' });
    }
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}

/** The settings on the server. */
export const mikaSettings = settingServer(mikaSetting, { table: 'mika_setting', check });
