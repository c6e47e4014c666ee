import { loginPageSave } from '../common/document.contract.ts';
import { loginLink } from '../common/login-link.contract.ts';
import { otherConfig, otherConfigSave } from '../common/other-config.contract.ts';
import { authSettingAdd, authSettingList } from '#modules/sign-in/common/auth-setting.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { newApp } from '#modules/widgets/testing/tries.ts';

let made = 0;
const word = (): string => `setting${(made += 1)}`;

/** A link of the login page of an app of a department. */
export const newLoginLink = async (house: House, ownerDeptId = rootDepartmentId): Promise<string> => {
  const draft = { appId: await newApp(house, ownerDeptId), name: { zh_CN: word() }, kind: 'help' as const, address: 'tel:110' };
  return (await house.boss.call(loginLink.add, draft)).id;
};

/** A setting of an app of a department. */
export async function newSetting(house: House, ownerDeptId = rootDepartmentId): Promise<{ id: string; appId: string }> {
  const appId = await newApp(house, ownerDeptId);
  const draft = { appId, code: word(), name: { zh_CN: word() }, type: 'boolean' as const, defaultValue: false };
  return { id: (await house.boss.call(otherConfig.add, draft)).id, appId };
}

const title = () => ({ title: { zh_CN: word() } });

/** The only way to sign in of a product that was just begun, for all platforms. */
async function ways({ boss }: House) {
  const { list } = await boss.call(authSettingList, {});
  return list.map(({ id }) => ({ settingId: id, platforms: [1, 2, 4, 5, 8], on: true }));
}

/** A way to sign in beside the one with which a product begins. */
async function secondWay({ boss, product }: House): Promise<string> {
  const known = (await boss.call(authSettingList, {})).list.find(({ code }) => code === 'second');
  if (known) return known.id;
  const { id } = await boss.call(authSettingAdd, {
    kind: 'oidc',
    code: 'second',
    audience: 'terminals',
    platforms: [8],
    name: { zh_CN: 'x' },
    oidc: { issuer: 'https://id.example.com', clientId: 'wheelhouse' },
    match: { attribute: 'sub', field: 'account' },
    secret: 'a secret word',
  });
  // Enabled as after a test with the other side, which there is none of here.
  await product.database.pool.query('update auth_setting set enabled = true where id = $1', [id]);
  return id;
}

/** Inputs of writes to settings of apps. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mam/loginPage/save': async (house) => ({ appId: await newApp(house), version: 0, content: title() }),
  'mam/loginPage/publish': async (house) => {
    const appId = await newApp(house);
    await house.boss.call(loginPageSave, { appId, version: 0, content: title() });
    return { appId, version: 1 };
  },
  'mam/loginAuth/save': async (house) => ({
    appId: await newApp(house),
    version: 0,
    content: { kinds: await ways(house), autoSignInDays: 3 },
  }),
  'mam/loginAuth/enable': async (house) => ({ appId: await newApp(house), version: 0, settingId: (await ways(house))[0]!.settingId }),
  'mam/loginAuth/disable': async (house) => ({ appId: await newApp(house), version: 0, settingId: await secondWay(house) }),
  'mam/otherConfig/save': async (house) => {
    const { id, appId } = await newSetting(house);
    return { appId, rows: [{ id, version: 1, value: true }] };
  },
  'mam/otherConfig/reset': async (house) => {
    const { id, appId } = await newSetting(house);
    await house.boss.call(otherConfigSave, { appId, rows: [{ id, version: 1, value: true }] });
    return { ids: [id] };
  },
};
