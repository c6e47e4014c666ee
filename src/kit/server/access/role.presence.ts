import { sql, type RawBuilder } from 'kysely';
import { factorKinds, type FactorKind } from '#kit/common/session/sign-in-policy.ts';
import { builtinAdminUid } from '../caller.ts';
import '../session/session.table.ts';
import type { RoleCall } from './role.view.ts';

const dayMillis = 86_400_000;

/** When and from where somebody came last, and how many sessions they have open. */
export interface Presence {
  at: number;
  address: string;
  /** The last call. */
  seenAt: number;
  sessions: number;
}

/** When people signed in last and how many sessions are open, by their id; looking on as somebody else is no sign-in. */
export async function signInsOf({ db, services }: RoleCall, ids: readonly string[]): Promise<Map<string, Presence>> {
  const { rows } = await sql<Presence & { uid: string }>`select distinct on (uid) uid, created_at as at, address,
      max(seen_at) over (partition by uid) as "seenAt",
      (select count(*) from session as open where open.uid = session.uid and open.ended_at is null and open.view_as is null and open.ends_at > ${services.now()}) as sessions
    from session where uid = any(${[...ids]}::uuid[]) and view_as is null order by uid, created_at desc`.execute(db);
  return new Map(rows.map((row) => [row.uid, row]));
}

/** Second factors that people have set up, by their id. */
export async function factorsOf({ db }: RoleCall, ids: readonly string[]): Promise<Map<string, FactorKind[]>> {
  const rows = await db
    .selectFrom('factor')
    .select(['uid', 'kind'])
    .distinct()
    .where('uid', 'in', [...ids, builtinAdminUid])
    .execute();
  const own = Map.groupBy(rows, ({ uid }) => uid);
  return new Map(ids.map((id) => [id, factorKinds.filter((kind) => own.get(id)?.some((row) => row.kind === kind))]));
}

/** Whole days since somebody's last call. */
export const idleDaysOf = (presence: Presence | undefined, now: number): number | null =>
  presence ? Math.max(0, Math.floor((now - presence.seenAt) / dayMillis)) : null;

/** SQL condition on the person in `held.id`: no call for so many days. */
export const idleFor = (now: number, days: number): RawBuilder<boolean> =>
  sql`not exists (select from session where session.uid = held.id and view_as is null and session.seen_at > ${now - days * dayMillis})`;

/** SQL condition on the person in `held.id`: a second factor was set up, or none. */
export const withFactor = (factor: boolean): RawBuilder<boolean> => sql`exists (select from factor where factor.uid = held.id) = ${factor}`;

/** SQL condition on the person in `held.id`: away for longer than the policy lets administrators be. */
export async function keptOut({ services }: RoleCall): Promise<RawBuilder<boolean>> {
  const { idleDisableDays } = await services.policy.now();
  const { signIn } = services;
  if (idleDisableDays === 0 || !signIn) return sql`false`;
  const latest = services.now() - idleDisableDays * dayMillis;
  return sql`(held.id <> ${builtinAdminUid}::uuid and coalesce(${signIn.lastSign('held.id')} < ${latest}, false))`;
}

/** Which of these people the policy lets in no more. */
export async function keptOutAmong(call: RoleCall, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from unnest(${[...ids]}::uuid[]) as held(id) where ${await keptOut(call)}`.execute(
    call.db,
  );
  return new Set(rows.map(({ id }) => id));
}
