import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { offShelf } from '../../common/app.contract.ts';
import { versions } from '../version/version.ts';
import { findVersion } from './find-version.ts';
import { noticePeople } from './notice-mail.ts';
import { statesUnderWay, type RolledOut } from './rolled-out.ts';
import { rolloutKind } from './rollout.kind.ts';
import { notifyHalt } from './notify-halt.ts';
import { haltWarning } from './warnings.ts';
import { watchRollouts } from './watch.ts';

/** Versions of apps as they go out in stages; one at a time on a platform and channel. */
export const appRollouts: RolledOut = {
  table: 'rollout',
  offers: 'version_offer',
  gates: ['crash', 'install', 'silence'],
  kind: rolloutKind,
  find: async (db, caller, versionId) => {
    const row = await findVersion(db, caller, versionId);
    return { id: row.id, name: row.version_name, path: null, fields: { appId: row.app_id, platform: row.platform } };
  },
  taken: async (tx, { id }) => {
    const { rows } = await sql`select from app_version own join app_version v on v.app_id = own.app_id and v.platform = own.platform
        and v.channel = own.channel join rollout r on r.version_id = v.id
      where own.id = ${id}::uuid and r.state in ${statesUnderWay} limit 1`.execute(tx);
    return rows.length > 0;
  },
  takeOff: async (tx, caller, id, reason) => {
    await changeObjects(tx, caller, versions.kind, [{ id, version: null, fields: { status: offShelf } }], { reason });
  },
  tell: async (tx, services, versionId, halt) => {
    const { rows } = await sql<{ app_id: string; name: LocalDraft; version_name: string; owner_dept_id: string }>`select v.app_id, a.name,
        v.version_name, a.owner_dept_id from app_version v join app a on a.id = v.app_id where v.id = ${versionId}::uuid`.execute(tx);
    const [row] = rows;
    if (!row) return;
    const object = { kind: 'appVersion', id: versionId, deptId: row.owner_dept_id };
    const { people } = await noticePeople(tx, row.app_id);
    await notifyHalt(tx, services, { warning: haltWarning, halt, object, name: row.name, version: row.version_name, people });
  },
};

const eventDays = 30 * 86_400_000;

/** Looks at the rollouts of apps, and forgets events that came long ago. */
export async function watchAppRollouts(services: Services): Promise<void> {
  await watchRollouts(services, appRollouts);
  await sql`delete from app_event where at < ${services.now() - eventDays}`.execute(services.database.db);
}
