import { sql, type Selectable } from 'kysely';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange, Refusal, stale } from '#kit/server/refusal.ts';
import { assertWorks, type WorkRight } from '#modules/public-accounts/server/public.ts';
import { clock } from '#platform/clock.ts';
import type { PushState } from '../../common/words.ts';
import type { PushTable } from '../pushes.table.ts';

/** A push as it is kept. */
export type Push = Selectable<PushTable> & { readonly state: PushState };

/** A push by its id. */
export async function pushOf(db: Db, id: string, lock: 'none' | 'change' | 'work' = 'none'): Promise<Push | undefined> {
  const held = lock === 'none' ? sql`` : lock === 'change' ? sql`for update` : sql`for share`;
  return (await sql<Push>`select * from push where id = ${id}::uuid ${held}`.execute(db)).rows[0];
}

/** A push that the caller works on; one of another account reads like none. */
export async function ownPush(
  db: Db,
  range: Range,
  id: string,
  need: { readonly right: WorkRight; readonly lock?: 'change' },
): Promise<Push> {
  const push = await pushOf(db, id, need.lock ?? 'none');
  if (!push) throw range.all ? notFound() : outOfRange();
  await assertWorks(db, range, push.sno_id, need.right);
  return push;
}

/** Refuses who changes what somebody else changed meanwhile. */
export function assertVersion(push: Push, version: number): void {
  if (push.version !== version) throw stale({ id: push.id, version: push.version, state: push.state });
}

/** Refuses what can't be done in the state of a push (15067). */
export function assertState(push: Push, verb: string, states: readonly PushState[]): void {
  if (!states.includes(push.state)) throw new Refusal(15067, { state: push.state, verb });
}

/** Who did it, in the words of the timeline. */
export interface StatedBy {
  readonly id: string | null;
  readonly name: string;
  readonly reason?: string;
}

/** The caller as who did it. */
export const byCaller = (caller: Pick<Caller, 'uid' | 'name'>, reason?: string): StatedBy => ({
  id: caller.uid,
  name: caller.name,
  ...(reason !== undefined && { reason }),
});
/** The product itself. */
export const byItself = (reason = ''): StatedBy => ({ id: null, name: '', reason });

/** What is written beside the state. */
export type StateChange = Partial<{
  pause_reason: string;
  plan_at: number | null;
  approved_by: string;
  approved_by_name: string;
  approved_at: number;
  started_at: number;
  ended_at: number;
  recall_ordered_at: number;
  recall_by: string;
  recall_by_name: string;
  recall_reason: string;
  recall_deadline: number;
  recent: string;
  down_since: number | null;
  checked_at: number;
  expected: number;
}>;

/** Puts a push into a state; the row is locked by who calls. Answers its new version. */
export async function stateTo(
  tx: Tx,
  push: Push,
  { state, by, ...change }: StateChange & { readonly state: PushState; readonly by: StatedBy },
): Promise<number> {
  const now = clock.now();
  const event = JSON.stringify([{ at: now, state, by: by.name, reason: by.reason ?? '' }]);
  const { version } = await tx
    .updateTable('push')
    .set({
      version: push.version + 1,
      updated_at: now,
      updated_by: by.id,
      state,
      stated_at: now,
      stated_by: by.name,
      pause_reason: '',
      timeline: sql`timeline || ${event}::jsonb`,
      ...change,
    })
    .where('id', '=', push.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
