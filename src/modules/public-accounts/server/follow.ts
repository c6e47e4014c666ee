import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import type { AudienceMode } from '../common/words.ts';
import { followedAfter, followedWithin } from './account-hooks.ts';
import { noteInAccounts } from './account-log.ts';
import { standingsOf, type Standing } from './fans.ts';

/** How somebody stands to an enabled account; 15010 where it is disabled, 15013 for who is not in its audience. */
export async function standingTo(db: Call['db'], snoId: string, uid: string): Promise<Standing> {
  const standing = (await standingsOf(db, uid)).find((one) => one.snoId === snoId);
  if (standing && !standing.blocked) return standing;
  const row = await db.selectFrom('sno').select('enabled').where('id', '=', snoId).executeTakeFirst();
  throw new Refusal(row && !row.enabled ? 15010 : 15013);
}

interface FanFacts {
  readonly state: 'none' | 'following' | 'left' | 'blocked';
  readonly followed_at: number | null;
}

/** The row of a fan, made where there is none, locked. */
async function fanRow(tx: Tx, snoId: string, uid: string, mode: AudienceMode): Promise<FanFacts> {
  const origin = mode === 'allowed' ? 'own' : mode;
  await sql`insert into sno_fan (sno_id, employee_id, state, origin) values (${snoId}::uuid, ${uid}::uuid, 'none', ${origin})
    on conflict (sno_id, employee_id) do nothing`.execute(tx);
  const { rows } = await sql<FanFacts>`select state, followed_at from sno_fan
    where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid for update`.execute(tx);
  return rows[0]!;
}

async function takeFirstOpen(tx: Tx, { snoId, mode }: Standing, uid: string): Promise<boolean> {
  const { followed_at: known } = await fanRow(tx, snoId, uid, mode);
  if (known !== null) return false;
  await sql`update sno_fan set followed_at = ${clock.now()} where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid`.execute(tx);
  await followedWithin(tx, { snoId, employeeId: uid });
  return true;
}

/**
 * Notes that somebody whom an account reaches without asking has it before them for the first time; answers whether it was the first time. Who is
 * `forced` or `preset` never follows by themselves: their welcome comes when they open the account.
 */
export async function firstOpen(call: Call, standing: Standing): Promise<boolean> {
  const { uid } = call.caller;
  if (!standing.follows) return false;
  const first = await call.write((tx) => takeFirstOpen(tx, standing, uid));
  if (first) await followedAfter(call.services, { snoId: standing.snoId, employeeId: uid });
  return first;
}

/** Follows an account for somebody; twice changes nothing. */
export async function follow(call: Call, snoId: string): Promise<{ following: boolean; first: boolean }> {
  const { uid } = call.caller;
  const first = await call.write(async (tx) => {
    const { mode } = await standingTo(tx, snoId, uid);
    const { state, followed_at: known } = await fanRow(tx, snoId, uid, mode);
    const at = clock.now();
    if (state !== 'following')
      await sql`update sno_fan set state = 'following', left_at = null, followed_at = coalesce(followed_at, ${at})
        where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid`.execute(tx);
    if (state !== 'following') await note(tx, { snoId, uid, kind: 'follow' });
    if (known === null) await followedWithin(tx, { snoId, employeeId: uid });
    return known === null;
  });
  if (first) await followedAfter(call.services, { snoId, employeeId: uid });
  return { following: true, first };
}

/** Leaves an account; who is forced can't (15012). */
export async function unfollow(call: Call, snoId: string): Promise<{ following: boolean; first: boolean }> {
  const { uid } = call.caller;
  await call.write(async (tx) => {
    const { mode, follows } = await standingTo(tx, snoId, uid);
    const row = await tx.selectFrom('sno').select('allow_unfollow').where('id', '=', snoId).executeTakeFirst();
    if (mode === 'forced' || row?.allow_unfollow === false) throw new Refusal(15012);
    if (!follows) return;
    await fanRow(tx, snoId, uid, mode);
    await sql`update sno_fan set state = 'left', left_at = ${clock.now()}
      where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid`.execute(tx);
    await note(tx, { snoId, uid, kind: 'unfollow' });
  });
  return { following: false, first: false };
}

const note = (tx: Tx, { snoId, uid, kind }: { snoId: string; uid: string; kind: string }): Promise<void> =>
  noteInAccounts(tx, [{ snoId, tab: 'subscription', kind, employeeId: uid, result: 'done' }]);
