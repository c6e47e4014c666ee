import { crowdAdd } from '#modules/crowds/common/crowd.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { account } from '../common/account.contract.ts';
import { audienceCrowds } from '../common/audience.contract.ts';
import { logo } from '../common/logo.contract.ts';
import { editorAdd, managerAdd } from '../common/member.contract.ts';
import { mpmSettingGet } from '../common/setting.contract.ts';
import { accountDraft, departmentRow, logoDraft, logoRoleDraft, newAccount, newLogo, newLogoRoles, userRow } from './made.ts';

let made = 0;
const crowd = async ({ boss }: House): Promise<string> => {
  const code = `sno_crowd${(made += 1)}`;
  return (await boss.call(crowdAdd, { kind: 'fixed', name: { zh_CN: code }, code, ownerDeptId: rootDepartmentId, includes: [] })).id;
};

/** An account that is disabled, as it must be before it is deleted. */
export async function disabled(house: House): Promise<string> {
  const id = await newAccount(house);
  await house.boss.call(account.disable, { ids: [id] });
  return id;
}

async function withEditor(house: House): Promise<{ snoId: string; empIds: string[] }> {
  const [snoId, editor] = [await newAccount(house), await house.person()];
  await house.boss.call(editorAdd, { snoId, empIds: [editor], rights: ['write'] });
  return { snoId, empIds: [editor] };
}

async function withSecond(house: House): Promise<{ snoId: string; empIds: string[] }> {
  const [snoId, second] = [await newAccount(house), await house.person()];
  await house.boss.call(managerAdd, { snoId, empIds: [second] });
  return { snoId, empIds: [second] };
}

async function crowdRow(house: House): Promise<string> {
  const snoId = await newAccount(house);
  await house.boss.call(audienceCrowds.add, { snoId, ids: [await crowd(house)], mode: 'preset' });
  return (await house.boss.call(audienceCrowds.list, { snoId })).list[0]!.id;
}

const rows: Readonly<Record<string, (house: House) => Promise<string>>> = {
  user: async (house) => userRow(house, await newAccount(house), await house.person()),
  dept: async (house) => departmentRow(house, await newAccount(house), rootDepartmentId),
  group: crowdRow,
};
const members: Readonly<Record<string, (house: House) => Promise<string>>> = {
  user: (house) => house.person(),
  dept: async () => rootDepartmentId,
  group: crowd,
};

const audience: Readonly<Record<string, TrySample>> = Object.fromEntries(
  Object.keys(rows).flatMap((noun): [string, TrySample][] => [
    [`mpm/sub/${noun}/add`, async (house) => ({ snoId: await newAccount(house), ids: [await members[noun]!(house)], mode: 'preset' })],
    [`mpm/sub/${noun}/update`, async (house) => ({ ids: [await rows[noun]!(house)], mode: 'forced' })],
    [`mpm/sub/${noun}/delete`, async (house) => ({ ids: [await rows[noun]!(house)] })],
  ]),
);

/** Inputs of writes to accounts and what belongs to them. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mpm/sno/add': (house) => accountDraft(house),
  'mpm/sno/delete': async (house) => ({ ids: [await disabled(house)] }),
  'mpm/sno/restore': async (house) => {
    const id = await disabled(house);
    await house.boss.call(account.delete, { ids: [id] });
    return { ids: [id] };
  },
  'mpm/sno/logoRole/reorder': async (house) => ({ ids: (await newLogoRoles(house, 2)).toReversed() }),
  'mpm/sno/manager/add': async (house) => ({ snoId: await newAccount(house), empIds: [await house.person()] }),
  'mpm/sno/manager/remove': withSecond,
  'mpm/sno/manager/transfer': async (house) => {
    const { snoId, empIds } = await withSecond(house);
    return { snoId, from: empIds[0], to: await house.person() };
  },
  'mpm/sno/editor/add': async (house) => ({ snoId: await newAccount(house), empIds: [await house.person()], rights: ['write'] }),
  'mpm/sno/editor/update': async (house) => ({ ...(await withEditor(house)), rights: ['write', 'reply'] }),
  'mpm/sno/editor/remove': withEditor,
  'mpm/sno/logo/add': (house) => logoDraft(house),
  'mpm/sno/logo/update': async (house) => ({ id: await newLogo(house), version: 2, name: 'Renamed' }),
  'mpm/sno/logo/setDefault': async (house) => {
    const snoId = await newAccount(house);
    await newLogo(house, snoId);
    return { id: (await house.boss.call(logo.add, await logoDraft(house, snoId))).id };
  },
  'mpm/sno/logoRole/add': (house) => logoRoleDraft(house),
  'mpm/setting/update': async ({ boss }) => ({ version: (await boss.call(mpmSettingGet, {})).version, expireHours: 71 }),
  ...audience,
};
