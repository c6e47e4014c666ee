import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { countAudience } from '#kit/server/audience/audience.ts';
import { directory } from '#modules/people/server/public.ts';
import { appVersion } from '../../common/version.contract.ts';
import { isNew, offShelf, onShelf } from '../../common/app.contract.ts';
import type { RolloutStage } from '../../common/rollout.contract.ts';
import { inApp } from '../in-app.ts';
import { releaseChanged } from '../offer/release-changes.ts';
import { assertMinimum } from './minimum.ts';
import './version.table.ts';

/** Stored values of a version. */
export type StoredVersion = StoredOf<typeof appVersion.fields>;

/** Versions of apps on the server. */
export const versions = crudServer(appVersion, {
  table: 'app_version',
  directory,
  range: inApp('app_version'),
  check: async (_tx, _caller, operations) => checkVersions(operations),
  written: async (tx, _caller, operations) => {
    // Whatever takes an offer away: a call, a rollout that is given up, an undo.
    for (const { id, action, after } of operations)
      if (action !== 'create' && after && (after.status === offShelf || after.badReason || (after.limits?.length ?? 0) > 0))
        await assertMinimum(tx, id);
    await releaseChanged(tx);
  },
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{ id: string; version_name: string; status: number }>`select id, version_name, status from app_version
      where id = any(${[...ids]}::uuid[]) and status = ${onShelf}`.execute(tx);
    return new Map(rows.map(({ id, version_name }) => [id, [{ kind: 'appVersion', id, name: version_name }]]));
  },
  rows: async ({ db, caller }, found) => {
    const { rows } = await sql<{
      id: string;
      terminals: number;
      state: string | null;
      stage_no: number | null;
      stages: RolloutStage[] | null;
    }>`select v.id, (select count(*) from app_terminal a where a.app_id = v.app_id and a.platform = v.platform and a.build_key = v.build_key)::int as terminals,
        r.state, r.stage_no, r.stages
      from app_version v left join rollout r on r.version_id = v.id where v.id = any(${found.map(({ id }) => id)}::uuid[])`.execute(db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const range = caller.scope();
    return Promise.all(
      found.map(async ({ id, limits }) => {
        const row = byId.get(id);
        const percent = row?.stages?.[row.stage_no ?? 0]?.percent ?? 100;
        return {
          terminals: row?.terminals ?? 0,
          rollout: row?.state ? { state: row.state, stageNo: row.stage_no ?? 0, percent: row.state === 'done' ? 100 : percent } : null,
          people: limits.length > 0 ? (await countAudience(db, directory, limits, range)).people : null,
        };
      }),
    );
  },
});

/** What is on shelf or was installed stays; a package is not replaced by other words. */
function checkVersions(operations: readonly Operation<StoredVersion>[]): Map<number, OperationIssue[]> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { action, after }] of operations.entries()) {
    if (action !== 'create' || !after) continue;
    if (after.source === 'store' && !after.storeUrl) issues.set(index, [{ path: 'storeUrl', namespace: 'kit', key: 'issue.missing' }]);
    if (after.status !== isNew) issues.set(index, [{ path: 'status', namespace: 'kit', key: 'issue.missing' }]);
  }
  return issues;
}
