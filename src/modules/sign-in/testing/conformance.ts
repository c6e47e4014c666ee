import { deletedByIds, fixed, sharedPlaces, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { one, person } from '../../../../tests/conformance/range/asking.ts';
import { authSettingAdd, authSettingList } from '../common/auth-setting.contract.ts';

let made = 0;
const word = (): string => `signin${(made += 1)}`;
const draft = () => ({
  kind: 'oidc' as const,
  code: word(),
  name: { zh_CN: word() },
  oidc: { issuer: 'https://id.example.com', clientId: 'wheelhouse' },
  match: { attribute: 'sub', field: 'account' as const },
  secret: 'a secret word',
});

/** Samples of the module sign-in. */
export const conformance: ModuleSamples = {
  ranges: {
    'sys/addressRule/simulate': one('empId', (world) => person(world.outside), { address: '10.1.2.3' }),
  },
  orders: {
    authSetting: {
      add: { path: authSettingAdd.path, make: async () => draft() },
      reorder: {
        path: 'sys/authSetting/reorder',
        make: async ({ boss }) => ({ ids: (await boss.call(authSettingList, {})).list.map(({ id }) => id).toReversed() }),
      },
      shared: sharedPlaces('auth_setting', 'order_no'),
    },
  },
  restores: {
    authSetting: deletedByIds('sys/authSetting/delete', async ({ boss }) => (await boss.call(authSettingAdd, draft())).id),
    ...fixed('authenticate', 'wechatConfig'),
  },
  further: ({ known: { beside } }) => ({ 'sys/addressRule/simulate': [{ empId: beside, address: '10.1.2.3' }] }),
};
