import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Call } from '#kit/server/handle.ts';
import type { loginSummary } from '../common/login-log.contract.ts';
import { clientLogin, consoleLogin } from '../common/permissions.ts';
import { loginInRange } from './login.filter.ts';

const dayMillis = 86_400_000;
const tops = 5;

type Counted = { value: string; name: string | null; count: number };

/** Days that are counted at once. */
const mostDays = 7;

/** Failures of a span of time: the last day unless told, and the last seven days of a longer one. */
export async function summaryOf(call: Call, input: Parsed<typeof loginSummary>): Promise<Reply<typeof loginSummary>> {
  const { db, services } = call;
  const page = input.side === 'console' ? consoleLogin : clientLogin;
  call.caller.scope();
  const range = rangeOn(call.caller, page.code);
  const to = input.to ?? services.now();
  const from = Math.max(input.from ?? to - dayMillis, to - mostDays * dayMillis);
  const lines = sql`(select at, event, result, reason, account, uid, name, address, count from login_log where side = ${input.side} and at between ${from} and ${to}
    and ${loginInRange(range)} and event in ('signIn', 'refuse')) as line`;
  const [reasons, hours, addresses, accounts, locked] = await Promise.all([
    sql<{ reason: NonNullable<Reply<typeof loginSummary>['reasons'][number]['reason']>; count: number }>`
      select reason, sum(count)::int as count from ${lines} where result = 'refused' and reason is not null group by 1 order by 2 desc`.execute(
      db,
    ),
    sql<{
      at: number;
      ok: number;
      refused: number;
    }>`select at / 3600000 * 3600000 as at, (coalesce(sum(count) filter (where result = 'ok'), 0))::int as ok,
      (coalesce(sum(count) filter (where result = 'refused'), 0))::int as refused from ${lines} group by 1 order by 1`.execute(db),
    sql<Counted>`select address as value, null as name, sum(count)::int as count from ${lines} where result = 'refused' group by 1 order by 3 desc limit ${tops}`.execute(
      db,
    ),
    sql<Counted>`select account as value, max(name) as name, sum(count)::int as count from ${lines}
      where result = 'refused' and account is not null group by 1 order by 3 desc limit ${tops}`.execute(db),
    lockedNow(call, range),
  ]);
  const sum = (pick: (one: { ok: number; refused: number }) => number): number => hours.rows.reduce((all, one) => all + pick(one), 0);
  return {
    from,
    to,
    failures: sum((one) => one.refused),
    successes: sum((one) => one.ok),
    reasons: reasons.rows,
    hours: hours.rows,
    addresses: addresses.rows,
    accounts: accounts.rows,
    locked,
  };
}

/** People of the range whose account is locked now, the longest first. */
async function lockedNow({ db, services }: Call, range: ReturnType<typeof rangeOn>): Promise<Reply<typeof loginSummary>['locked']> {
  const { rows } = await sql<{ uid: string; name: string; account: string; until: number }>`
    select uid::text as uid, name, account, locked_until as until from (
      select distinct on (login_log.uid) login_log.uid, login_log.name, login_log.account, login_log.paths, locked_until
      from sign_in_attempt join login_log on login_log.account = substring(key from 9) and login_log.uid is not null
      where key like 'account:%' and locked_until > ${services.now()} and login_log.at > ${services.now() - dayMillis}
      order by login_log.uid, login_log.at desc) as found
    where ${loginInRange(range)} order by locked_until desc limit 20`.execute(db);
  return rows;
}
