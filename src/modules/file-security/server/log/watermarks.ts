import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { watermarkFind } from '../../common/decision.contract.ts';
import { fileSettings } from '../settings.ts';
import { namedPeople } from './decisions.ts';

/** Codes in watermarks are found so many days. */
const markDays = 400;
const dayMillis = 86_400_000;
const mostFound = 200;

type Found = Reply<typeof watermarkFind>['list'][number];

/** Whose watermark it is: by its code, or by the day and the account that can be read in it. Only people in range, for a reason that is kept. */
export async function findWatermark(call: Call, { code, day, account, reason }: Parsed<typeof watermarkFind>): Promise<{ list: Found[] }> {
  const { caller, db, services } = call;
  caller.note({ reason, ...(code && { code }), ...(day && { day }), ...(account && { account }) });
  const range = caller.scope();
  const where: RawBuilder<boolean>[] = [
    services.directory.employeeInRange(range, 'log.employee_id'),
    sql`log.at > ${services.now() - markDays * dayMillis}`,
  ];
  if (code) where.push(sql`log.ref = ${code.toUpperCase()}`);
  else if (day && account) {
    const from = Date.parse(`${day}T00:00:00Z`);
    where.push(sql`log.at >= ${from - dayMillis / 2} and log.at < ${from + 1.5 * dayMillis} and log.verdict <> 'block'`);
    where.push(sql`log.employee_id in (select id from employee where lower(account) = lower(${account}))`);
  } else throw new InvalidInput([{ path: 'code', namespace: 'kit', key: 'issue.missing' }]);
  const { rows } = await sql<
    Omit<Found, 'employeeName' | 'departmentName'>
  >`select id::text as id, ref, at, employee_id as "employeeId", action, occasion,
      file_id as "fileId", file_name as "fileName", platform, coalesce(address, '') as address, coalesce(device_name, '') as "deviceName", verdict, step,
      coalesce(rule_name, '') as "ruleName" from file_decision log where ${sql.join(where, sql` and `)} order by at desc limit ${mostFound}`.execute(
    db,
  );
  if (code && rows.length === 0) throw new Refusal(18231, { days: Math.max(markDays, (await fileSettings.read(db)).decisionDays) });
  const named = await namedPeople(
    call,
    rows.map(({ employeeId }) => employeeId),
  );
  return { list: rows.map((row) => ({ ...row, ...named(row.employeeId) })) };
}
