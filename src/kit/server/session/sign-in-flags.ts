import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import type { NetworkNames } from '../network-names.ts';
import './login-log.table.ts';

/** What stands out at a sign-in: hints, never a block. */
const signInFlags = ['newAddress', 'newDevice', 'streak', 'oddHour', 'parallelPlaces'] as const;
export type SignInFlag = (typeof signInFlags)[number];

interface SignInFacts {
  uid: string;
  side: string;
  address: string;
  userAgent: string;
  now: number;
  networkNames: NetworkNames;
}

const dayMillis = 86_400_000;
const days = { address: 90, hours: 60, streak: 1 };
/** Sign-ins so close to each other were nobody's way from one place to another. */
const parallelMillis = 600_000;
const limits = { streak: 5, hours: 30 };

/**
 * Compares a sign-in with the person's earlier ones on this side: an address and a browser (without its version) not seen in 90 days,
 * five refusals since the last success, an hour outside those of 60 days (from 30 sign-ins on). The first sign-in of all has none of these.
 * And on either side: within ten minutes one from a network of another name.
 */
export async function flagsOf(db: Db, { uid, side, address, userAgent, now, networkNames }: SignInFacts): Promise<SignInFlag[]> {
  const browser = userAgent.slice(0, 400);
  const { rows } = await sql<{
    earlier: number;
    address: boolean;
    device: boolean;
    hours: number;
    near: number;
    refused: number;
    others: string[];
  }>`
    with earlier as (select at, event, result, address, user_agent from login_log
      where uid = ${uid}::uuid and side = ${side} and at > ${now - days.address * dayMillis}),
    good as (select * from earlier where event = 'signIn' and result = 'ok')
    select (select count(*) from good)::int as earlier,
      exists (select from good where address = ${address}) as address,
      exists (select from good where regexp_replace(user_agent, '[0-9.]+', '', 'g') = regexp_replace(${browser}, '[0-9.]+', '', 'g')) as device,
      (select count(*) from good where at > ${now - days.hours * dayMillis})::int as hours,
      (select count(*) from good where at > ${now - days.hours * dayMillis}
        and (24 + (at - ${now}) / 3600000 % 24) % 24 in (0, 1, 22, 23))::int as near,
      (select count(*) from earlier where result = 'refused' and at > ${now - days.streak * dayMillis}
        and at > coalesce((select max(at) from good), 0))::int as refused,
      array(select distinct address from login_log where uid = ${uid}::uuid and result = 'ok' and event in ('signIn', 'refresh')
        and at > ${now - parallelMillis} and address <> ${address}) as others`.execute(db);
  const found = rows[0];
  if (!found) return [];
  const known = found.earlier > 0;
  const flags: [SignInFlag, boolean][] = [
    ['newAddress', known && !found.address],
    ['newDevice', known && !found.device],
    ['streak', found.refused >= limits.streak],
    ['oddHour', found.hours >= limits.hours && found.near === 0],
    ['parallelPlaces', found.others.length > 0 && (await isElsewhere(db, { address, others: found.others, networkNames }))],
  ];
  return flags.flatMap(([flag, holds]) => (holds ? [flag] : []));
}

interface Places extends Pick<SignInFacts, 'address' | 'networkNames'> {
  others: readonly string[];
}

/** Whether one of these addresses lies in a network of another name; a network without a name is none that is known to be elsewhere. */
async function isElsewhere(db: Db, { address, others, networkNames }: Places): Promise<boolean> {
  const names = await networkNames(db, [address, ...others]);
  const here = names.get(address);
  return here !== undefined && others.some((other) => (names.get(other) ?? here) !== here);
}
