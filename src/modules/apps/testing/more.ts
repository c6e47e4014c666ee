import { rootDepartmentId } from '#modules/people/common/root.ts';
import { newLink } from '#modules/widgets/testing/tries.ts';
import type { MoreSample, MoreWorld } from '../../../../tests/conformance/samples.ts';
import { limitUserSave, versionWidgetSave } from '../common/release.contract.ts';
import { appIn, versionOf } from './made.ts';

/** Writes that take something away; the first codes of these are those of adding. */
export async function more({ house }: MoreWorld): Promise<Record<string, MoreSample>> {
  const versionId = await versionOf(house, await appIn(house, rootDepartmentId));
  const row = { kind: 'department' as const, id: rootDepartmentId };
  await house.boss.call(limitUserSave, { versionId, version: 1, add: [row] });
  const rows = [{ widgetId: await newLink(house), kind: 'required' as const }];
  const { version } = await house.boss.call(versionWidgetSave, { appVersionId: versionId, version: 2, rows });
  return {
    'mam/limitUser/save': { input: { versionId, version, remove: [rootDepartmentId] } },
    'mam/versionWidget/save': { input: { appVersionId: versionId, version, rows: [] } },
  };
}
