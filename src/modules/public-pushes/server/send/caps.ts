import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { AccountRules } from '../push/account-rules.ts';

const dayMillis = 86_400_000;
const weekMillis = 7 * dayMillis;

/**
 * Reserves a place under the caps of the account and of all accounts for each of these people; answers when there is one again for those who
 * have none now. People are locked in one order until the transaction ends, so that pushes of several accounts at the same moment never
 * exceed a cap together.
 */
export async function reserve(
  tx: Tx,
  push: { readonly id: string; readonly sno_id: string },
  { ids, account, now }: { readonly ids: readonly string[]; readonly account: AccountRules; readonly now: number },
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  await sql`select pg_advisory_xact_lock(15, key) from (select hashtext(id) as key from unnest(${[...ids]}::text[]) as who(id) order by 1) as keys`.execute(
    tx,
  );
  const own = account.cap;
  const all = account.platform.cap;
  // The push that would be one too many is the oldest of the last `most`: when it leaves the span, there is a place again.
  const limit = (most: number, span: number, ofAccount: boolean) =>
    most === 0
      ? []
      : [
          sql`(select c.at + ${span}::bigint from push_cap c where c.employee_id = who.id and c.at > ${now - span}
            ${ofAccount ? sql`and c.sno_id = ${push.sno_id}::uuid` : sql``} and c.push_id <> ${push.id}::uuid
            order by c.at desc offset ${most - 1} limit 1)`,
        ];
  const limits = [
    ...limit(own.perPersonPerDay, dayMillis, true),
    ...limit(own.perPersonPerWeek, weekMillis, true),
    ...limit(all.perPersonPerDay, dayMillis, false),
    ...limit(all.perPersonPerWeek, weekMillis, false),
  ];
  const full = new Map<string, number>();
  if (limits.length > 0) {
    const { rows } = await sql<{ id: string; until: number }>`select id, until from (
        select who.id, greatest(${sql.join(limits)}) as until from unnest(${[...ids]}::uuid[]) as who(id)) as found
      where until is not null`.execute(tx);
    for (const { id, until } of rows) full.set(id, Number(until));
  }
  const free = ids.filter((id) => !full.has(id));
  await sql`insert into push_cap (employee_id, push_id, sno_id, at)
    select id, ${push.id}::uuid, ${push.sno_id}::uuid, ${now} from unnest(${free}::uuid[]) as who(id)
    on conflict (employee_id, push_id) do update set at = excluded.at`.execute(tx);
  return full;
}

/** Gives places back of people who did not get it. */
export async function release(tx: Tx, pushId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from push_cap where push_id = ${pushId}::uuid and employee_id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Forgets what counts no more. */
export async function forgetCaps(tx: Tx, now: number): Promise<void> {
  await sql`delete from push_cap where at < ${now - weekMillis - dayMillis}`.execute(tx);
}
