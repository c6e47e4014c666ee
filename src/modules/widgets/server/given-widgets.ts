import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outOfRange, Refusal } from '#kit/server/refusal.ts';
import type { GivenOperation } from '#kit/server/role-module/role-gifts.ts';
import { widgetInRange } from './widget.ts';

type Given = GivenOperation<{ codes: readonly string[] }>;

/** Widgets that are given or taken lie in the range of whoever does it. */
export async function assertWidgetsIn(tx: Tx, caller: Caller, operations: readonly Given[]): Promise<void> {
  for (const { given } of operations) await assertIn(tx, caller, given);
}

async function assertIn(tx: Tx, caller: Caller, { before, after }: Given['given']): Promise<void> {
  const wished = after.codes;
  if (!wished) return;
  const old = before.codes ?? [];
  const moved = [...wished.filter((one) => !old.includes(one)), ...old.filter((one) => !wished.includes(one))];
  const ids = moved.filter((one) => one.startsWith('widget:')).map((one) => one.slice('widget:'.length));
  if (ids.length === 0) return;
  const { rows } = await sql<{
    id: string;
  }>`select id from widget where id = any(${ids}::uuid[]) and ${widgetInRange(caller.scope(), 'widget.id')}`.execute(tx);
  // Of widgets that are gone the role may be freed.
  const here = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !here.has(id) && wished.includes(`widget:${id}`));
  if (missing.length > 0) throw caller.scope().all ? new Refusal(code.notFound) : outOfRange();
}
