import { sql } from 'kysely';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Issues } from '../issues.ts';
import { comingBack } from './people-exist.ts';

/** Levels of a reporting line at most. */
export const longestChain = 30;

/** Reporting lines: the manager exists, nobody stands above themselves, at most 30 levels. */
export async function checkReportingLines(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const requests = [...operations.entries()].filter(
    ([, { action, after }]) => action !== 'delete' && typeof after?.['managerId'] === 'string',
  );
  if (requests.length === 0) return;
  // null: at the top; absent: not read yet. Requests of the batch count as done.
  const managers = new Map<string, string | null>();
  for (const [index, { id, after }] of requests) {
    // Who is to lead everybody of a bulk change can't lead oneself; the others still can be led.
    if (after!['managerId'] === id) issues.add(index, 'managerId', 'circle');
    else managers.set(id, String(after!['managerId']));
  }
  for (const { id, action, after } of operations)
    if ((action === 'create' || (after && 'managerId' in after)) && !after?.['managerId']) managers.set(id, null);
  for (let level = 0; level <= longestChain; level += 1) {
    const unread = [...new Set(managers.values())].filter((id) => id !== null && !managers.has(id));
    if (unread.length === 0) break;
    const { rows } = await sql<{
      id: string;
      manager: string | null;
    }>`select id, manager_id as manager from employee where id = any(${unread}::uuid[]) and status not in ('deleted', 'left')`.execute(tx);
    for (const { id, manager } of rows) managers.set(id, manager);
    for (const id of unread) if (id !== null && !managers.has(id)) managers.set(id, null);
    const known = new Set([...rows.map(({ id }) => id), ...comingBack(operations)]);
    if (level > 0) continue;
    for (const [index, { after }] of requests)
      if (unread.includes(String(after!['managerId'])) && !known.has(String(after!['managerId'])))
        issues.add(index, 'managerId', 'managerUnknown');
  }
  for (const [index, { id }] of requests) {
    let above = managers.get(id) ?? null;
    let levels = 1;
    while (above !== null && above !== id && levels <= longestChain) {
      above = managers.get(above) ?? null;
      levels += 1;
    }
    if (above === id) issues.add(index, 'managerId', 'circle');
    else if (above !== null) issues.add(index, 'managerId', 'chain');
  }
}
