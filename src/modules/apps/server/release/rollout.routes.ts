import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { RolloutContract } from '../../common/rollout.contract.ts';
import type { RolledOut } from './rolled-out.ts';
import { rolloutOf, rolloutView, saveRollout, startRollout, stepRollout } from './rollout.service.ts';

const steps = ['advance', 'pause', 'resume', 'halt', 'finish', 'cancel'] as const;

type Told = Reply<RolloutContract['get']>;

/** The rollouts of one kind of versions: how they stand, and each step. */
export function rolloutRoutesOf(calls: RolloutContract, rolled: RolledOut): readonly BoundRoute[] {
  const offers = sql.table(rolled.offers);
  return [
    handle(calls.get, async ({ caller, db, services }, { versionId }) => {
      await rolled.find(db, caller, versionId);
      const row = await rolloutOf(db, rolled, versionId);
      const { rows } = await sql<
        Told['funnel']
      >`select count(*)::int as offered, count(*) filter (where downloaded_at is not null)::int as downloaded,
        count(*) filter (where installed_at is not null)::int as installed, count(*) filter (where started_at is not null)::int as started,
        count(*) filter (where failed_at is not null)::int as failed, count(*) filter (where crashed_at is not null)::int as crashed,
        count(*) filter (where state = 'held')::int as held from ${offers} where version_id = ${versionId}::uuid`.execute(db);
      const { rows: reasons } = await sql<Told['reasons'][number]>`select coalesce(reason_code, state) as reason, count(*)::int as count
        from ${offers} where version_id = ${versionId}::uuid and (failed_at is not null or state = 'skipped') group by 1 order by 2 desc limit 20`.execute(
        db,
      );
      return { rollout: row ? await rolloutView(db, rolled, row, services.now()) : null, funnel: rows[0]!, reasons };
    }),
    handle(calls.save, ({ caller, services, write }, request) =>
      write((tx) => saveRollout(tx, caller, { rolled, request, now: services.now() })),
    ),
    handle(calls.start, ({ caller, services, write }, request) =>
      write((tx) => startRollout(tx, caller, { rolled, request, now: services.now() })),
    ),
    ...steps.map((step) =>
      handle(calls[step], ({ caller, services, write }, { versionId, reason }) =>
        write((tx) => stepRollout(tx, caller, { rolled, versionId, step, reason, now: services.now() })),
      ),
    ),
  ];
}
