import { sql } from 'kysely';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/release.contract.ts';
import { findVersion, rolloutOf, rolloutView, saveRollout, startRollout, stepRollout } from './rollout.service.ts';

const steps = [
  ['advance', contract.rolloutAdvance],
  ['pause', contract.rolloutPause],
  ['resume', contract.rolloutResume],
  ['halt', contract.rolloutHalt],
  ['finish', contract.rolloutFinish],
  ['cancel', contract.rolloutCancel],
] as const;

type Funnel = Record<'offered' | 'downloaded' | 'installed' | 'started' | 'failed' | 'crashed' | 'held', number>;

/** Rollouts: how they stand, and each step. */
export const rolloutRoutes: readonly BoundRoute[] = [
  handle(contract.rolloutGet, async ({ caller, db, services }, { versionId }) => {
    await findVersion(db, caller, versionId);
    const row = await rolloutOf(db, versionId);
    const { rows } =
      await sql<Funnel>`select count(*)::int as offered, count(*) filter (where downloaded_at is not null)::int as downloaded,
        count(*) filter (where installed_at is not null)::int as installed, count(*) filter (where started_at is not null)::int as started,
        count(*) filter (where failed_at is not null)::int as failed, count(*) filter (where crashed_at is not null)::int as crashed,
        count(*) filter (where state = 'held')::int as held from version_offer where version_id = ${versionId}::uuid`.execute(db);
    const { rows: reasons } = await sql<{
      reason: string;
      count: number;
    }>`select coalesce(reason_code, state) as reason, count(*)::int as count
      from version_offer where version_id = ${versionId}::uuid and (failed_at is not null or state = 'skipped') group by 1 order by 2 desc limit 20`.execute(
      db,
    );
    return { rollout: row ? await rolloutView(db, row, services.now()) : null, funnel: rows[0]!, reasons };
  }),
  handle(contract.rolloutSave, ({ caller, services, write }, wish) =>
    write((tx) => saveRollout(tx, caller, { wish, now: services.now() })),
  ),
  handle(contract.rolloutStart, ({ caller, services, write }, wish) =>
    write((tx) => startRollout(tx, caller, { wish, now: services.now() })),
  ),
  ...steps.map(([step, operation]) =>
    handle(operation, ({ caller, services, write }, { versionId, reason }) =>
      write((tx) => stepRollout(tx, caller, { versionId, step, reason, now: services.now() })),
    ),
  ),
];
