import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';

/**
 * Ends the sessions that ways began which are closed now, but not that of who closes them: the change must be confirmed from a new one, and
 * is taken back when that is not possible.
 */
export async function endSessionsOf(tx: Tx, { services, caller }: Call, ids: readonly string[]): Promise<void> {
  const ways = await tx.selectFrom('auth_setting').select('code').where('id', 'in', ids).where('enabled', '=', false).execute();
  if (ways.length === 0) return;
  const people = await tx
    .selectFrom('session')
    .select('uid')
    .distinct()
    .where('ended_at', 'is', null)
    .where('uid', '<>', caller.uid)
    .where(
      'way',
      'in',
      ways.map(({ code }) => code),
    )
    .execute();
  caller.note({ sessionsOf: people.length, ways: ways.map(({ code }) => code), local: ways.some(({ code }) => code === localWay) });
  await services.sessions.endAll(
    tx,
    people.map(({ uid }) => uid),
    'way',
  );
}
