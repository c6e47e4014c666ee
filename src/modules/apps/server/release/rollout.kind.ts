import type { Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { versionInfoPage, versionViewPage } from '../../common/permissions.ts';
import { inApp } from '../in-app.ts';
import { releaseChanged } from '../offer/release-changes.ts';
import { rolloutFields } from './rolled-out.ts';
import './rollout.table.ts';

const { unranged: _unranged, ...base } = tableKind({
  kind: 'rollout',
  module: 'apps',
  codes: { read: versionViewPage.code, revert: versionInfoPage.button.rollout },
  table: 'rollout',
  name: 'state',
  fields: { ...rolloutFields, appId: { column: 'app_id', internal: true }, platform: { column: 'platform' } },
});

/** Rollouts in the change engine. */
export const rolloutKind: Kind = {
  ...base,
  outside: inApp('rollout').outside as Kind['outside'],
  write: async (tx, ...given) => {
    await base.write(tx, ...given);
    await releaseChanged(tx);
  },
};
