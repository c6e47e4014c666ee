import { inEach } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { dynamicGroup } from '../common/crowd.permissions.ts';
import type { CrowdTable, HeldChange } from './crowd.table.ts';

const held = 'crowd.held';

/** What may go wrong with crowds. */
export const crowdWarnings: readonly WarningKind[] = [
  {
    kind: held,
    title: local('人群变动过大', 'A dynamic group is held', 'グループの変更が保留'),
    sentence: local(
      '人群“{name}”将有 {joiners} 人加入、{leavers} 人离开，超过限制，成员暂不变动',
      '{joiners} would join and {leavers} would leave dynamic group {name}: more than its limit, so its members stay as they were',
      'グループ「{name}」に {joiners} 人が加わり {leavers} 人が外れます。上限を超えるため、メンバーは変更されていません',
    ),
    severity: 'warning',
    facts: {
      joiners: { label: local('将加入', 'Would join', '加わる人数'), as: 'number' },
      leavers: { label: local('将离开', 'Would leave', '外れる人数'), as: 'number' },
    },
    link: ({ id }) => `${dynamicGroup.route}?view=detail&id=${id}`,
  },
];

/** Tells that a computation was held. */
export async function crowdIsHeld(
  tx: Db,
  services: Pick<Services, 'warnings'>,
  crowd: Pick<CrowdTable, 'id' | 'name' | 'owner_dept_id'>,
  { joiners, leavers }: HeldChange,
): Promise<void> {
  const object = { kind: 'crowd', id: crowd.id, name: inEach(crowd.name), deptId: crowd.owner_dept_id };
  await services.warnings.raise(tx, { kind: held, object, facts: { joiners, leavers } });
}

/** It follows its rule again. */
export const crowdIsRight = (tx: Db, services: Pick<Services, 'warnings'>, id: string): Promise<unknown> =>
  services.warnings.clear(tx, held, id);
