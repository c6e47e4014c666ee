import { sql, type RawBuilder } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { AddressRules } from '#kit/common/session/sign-in-policy.ts';
import { builtinAdminUid } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { belongingOf, meansOne } from '#kit/server/session/belonging.ts';
import { localWay, type Entrant } from '#kit/server/session/sign-in-ways.ts';
import { asksDevice, groupsIn, judge, type Arrival } from './address-rules.ts';
import './auth-setting/auth-setting.table.ts';

const dayMillis = 86_400_000;

/** Whether somebody at the machine opened the password of this product for a while (npm run rescue). */
export async function isRescued(db: Db, now: number): Promise<boolean> {
  const row = await db.selectFrom('sign_in_rescue').select('until').where('until', '>', now).executeTakeFirst();
  return row !== undefined;
}

/**
 * The last word for who has proven to be who they are: whether the way is for them, address and time rules, and the days after which an administrator who never came
 * loses the way in. The answer is that of a wrong password, so that nobody outside learns of a right one; which it was stands in the log.
 */
export async function admit(call: Call, { person, way, superAdmin, roles, terminal: by }: Entrant): Promise<{ factor: boolean }> {
  const { db, services, caller } = call;
  const now = services.now();
  const { addressRules, idleDisableDays } = await services.policy.now();
  // Rules that keep everybody out must not keep out who is called to mend them.
  if (way === localWay && superAdmin && (await isRescued(db, now))) return { factor: false };
  const setting = await db.selectFrom('auth_setting').select('people').where('code', '=', way).executeTakeFirst();
  const people = setting?.people ?? null;
  const named = groupsIn(addressRules);
  const belonging = await belongingOf(db, services.directory, person.uid, {
    departmentIds: [...named.departmentIds, ...(people?.departmentIds ?? [])],
    crowdIds: [...named.crowdIds, ...(people?.crowdIds ?? [])],
  });
  if (people && !meansOne(people, { ...belonging, roles })) await refuse(call, way, 'audience');
  const terminal = by ? await terminalOf(call, addressRules, { uid: person.uid, ...by }) : null;
  const { action, reason } = judge(addressRules, { address: caller.address, at: now, roles, ...belonging, terminal });
  if (action === 'deny') await refuse(call, way, reason);
  const isIdle = idleDisableDays > 0 && roles.length > 0 && person.uid !== builtinAdminUid;
  if (isIdle && (await lastSignOf(db, person.uid)) < now - idleDisableDays * dayMillis) await refuse(call, way, 'idle');
  return { factor: action === 'factor' };
}

/** The terminal that signs in; its device is read only where a rule asks for it. */
async function terminalOf(
  { db, services }: Call,
  rules: AddressRules,
  { uid, platform, thumbprint }: { uid: string } & NonNullable<Entrant['terminal']>,
): Promise<NonNullable<Arrival['terminal']>> {
  const standing = thumbprint !== null && asksDevice(rules) ? await services.devices?.standing(db, { uid, thumbprint }) : undefined;
  return { platform, ...(standing ?? { enrolled: false, bound: false, compliant: false }) };
}

async function refuse({ db, services, caller }: Call, way: string, why: string): Promise<never> {
  caller.note({ why });
  await services.signIn?.refused(db, way, services.now());
  throw new Refusal(code.signIn);
}

/** The last time that the person in this column came in, was given a role or a password, or was let in again; each of these says that the way in is wanted. */
export function lastSign(column: string): RawBuilder<number | null> {
  const person = sql.ref(column);
  return sql<number | null>`greatest(
      (select max(last_at) from auth_setting_use where uid = ${person}),
      (select max(since) from role_member where kind = 'employee' and object_id = ${person}),
      (select changed_at from credential where uid = ${person}),
      (select at from administrator_wake where uid = ${person}))`;
}

async function lastSignOf(db: Db, uid: string): Promise<number> {
  const { rows } = await sql<{
    at: number | null;
  }>`select ${lastSign('person.id')} as at from (select ${uid}::uuid as id) as person`.execute(db);
  // Who came by a department's role and was never here has not been away.
  return rows[0]?.at ?? Number.POSITIVE_INFINITY;
}
