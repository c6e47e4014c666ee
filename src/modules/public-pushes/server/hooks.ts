import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { countsForAccounts, onAccountTurn, type AccountTurn } from '#modules/public-accounts/server/public.ts';
import { usesOfContent, type ContentUse } from '#modules/public-content/server/public.ts';
import { byItself, pushOf, stateTo } from './push/push-record.ts';

const unsent = ['awaitingApproval', 'scheduled', 'freezing'] as const;
const sending = ['freezing', 'running', 'finishing'] as const;

/** Pushes that run are stopped with their account, planned ones go with it; what was sent stays. */
async function followTurn(tx: Tx, turn: AccountTurn, snoIds: readonly string[]): Promise<void> {
  if (turn !== 'disable' && turn !== 'delete') return;
  const states = turn === 'disable' ? sending : unsent;
  const { rows } = await sql<{
    id: string;
  }>`select id from push where sno_id = any(${[...snoIds]}::uuid[]) and state = any(${[...states]}::text[])
    order by id`.execute(tx);
  for (const { id } of rows) {
    const push = await pushOf(tx, id, 'change');
    if (!push) continue;
    if (turn === 'disable') await stateTo(tx, push, { state: 'paused', by: byItself('accountDisabled'), pause_reason: 'accountDisabled' });
    else await stateTo(tx, push, { state: 'cancelled', by: byItself('accountDeleted') });
  }
}

/** Pushes that are not sent yet, for who asks before an account is disabled or deleted. */
async function plannedPushes(db: Db, snoIds: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from push where sno_id = any(${[...snoIds]}::uuid[])
    and state = any(${[...unsent, 'running', 'finishing', 'paused']}::text[])`.execute(db);
  return { plannedPushes: rows[0]!.n };
}

/** Pushes that are not sent yet use their content: it is not deleted under them. */
async function usesOf(db: Db, refs: readonly { readonly kind: string; readonly id: string }[]): Promise<Map<string, ContentUse[]>> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    contentId: string;
    title: Record<string, string>;
  }>`select id, kind, content_id as "contentId", title
    from push where content_id = any(${refs.map(({ id }) => id)}::uuid[]) and state = any(${[...unsent, 'paused']}::text[])
      and started_at is null`.execute(db);
  const found = new Map<string, ContentUse[]>();
  for (const { id, kind, contentId, title } of rows) {
    const key = `${kind}:${contentId}`;
    found.set(key, [...(found.get(key) ?? []), { kind: 'push', id, name: pick(title, 'zh_CN') }]);
  }
  return found;
}

/** Tells accounts and content what pushes keep of them; once, when the module is loaded. */
export function joinAccountsAndContent(): void {
  onAccountTurn(followTurn);
  countsForAccounts(plannedPushes);
  usesOfContent.add(usesOf);
}
