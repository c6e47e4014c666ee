import { sql } from 'kysely';
import { dayMillis, spread } from '#kit/common/home/home-days.ts';
import type { Caller } from '#kit/server/caller.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Db } from '#kit/server/directory.ts';
import { consoleLogin, operationLog } from '../common/permissions.ts';
import { loginInRange } from './login.filter.ts';
import { rowInRange } from './operation/operation.range.ts';

interface DayRow {
  day: number;
  result: string;
  n: number;
}

/** Sign-ins to the console and refusals by day, in the range of their log; nothing for who may not read it. */
export async function signInDays(db: Db, caller: Caller, days: readonly number[]): Promise<{ ok: number[]; failed: number[] } | null> {
  if (!caller.can(consoleLogin.code)) return null;
  const [first = 0] = days;
  const { rows } = await sql<DayRow>`select ((at - ${first}) / ${dayMillis})::int as day, result, sum(count)::int as n from login_log
    where side = 'console' and event in ('signIn', 'refuse') and at >= ${first} and ${loginInRange(rangeOn(caller, consoleLogin.code))}
    group by 1, 2`.execute(db);
  const of = (result: string): number[] =>
    spread(
      days,
      rows.filter((row) => row.result === result),
    );
  return { ok: of('ok'), failed: of('refused') };
}

/** Writes that were done by day, in the range of the operation log; nothing for who may not read it. */
export async function changeDays(db: Db, caller: Caller, days: readonly number[]): Promise<number[] | null> {
  if (!caller.can(operationLog.code)) return null;
  const [first = 0] = days;
  const { rows } = await sql<DayRow>`select ((at - ${first}) / ${dayMillis})::int as day, count(*)::int as n from audit_log
    where at >= ${first} and batch_id is not null and ${rowInRange(rangeOn(caller, operationLog.code))} group by 1`.execute(db);
  return spread(days, rows);
}
