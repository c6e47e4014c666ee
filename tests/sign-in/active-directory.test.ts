import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../../src/kit/common/contract.ts';
import { authSettingAdd, authSettingTest } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { adminDn, adminPassword, domainDn, noSamba, startSamba, type Samba } from '../peers/samba.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { codeOf, wireOf, type Answer, type Wire } from './console.ts';
import { forceEnabled } from './force.ts';

let samba: Samba;
let product: TestProduct;
let wire: Wire;

type LdapDraft = NonNullable<Input<typeof authSettingAdd>['ldap']>;
const bySearch: LdapDraft['lookup'] = {
  mode: 'search',
  filter: '(&(objectCategory=person)(|(sAMAccountName={account})(userPrincipalName={account})))',
  pattern: '',
};
const byName = (pattern: string): LdapDraft['lookup'] => ({ ...bySearch, mode: 'pattern', pattern });
const password = 'Ada-secret-1';

beforeAll(async () => {
  if (noSamba) return;
  samba = await startSamba();
  for (const account of ['ada', 'bea', 'cem'])
    await samba.tool('user', 'create', account, password, `--mail-address=${account}@corp.example.test`);
  await samba.tool('user', 'disable', 'bea');
  await samba.tool('user', 'setpassword', 'cem', `--newpassword=${password}`, '--must-change-at-next-login');
  product = await startTestProduct(undefined, { ALLOWED_NETWORKS: samba.allowed.join(',') });
  wire = wireOf(product);
  for (const account of ['ada', 'bea', 'cem']) await wire.employee(account);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await samba?.stop();
});

const draftOf = (code: string, lookup: LdapDraft['lookup'], security: LdapDraft['connection']['security'] = 'ldaps') => ({
  kind: 'ad' as const,
  code,
  name: { zh_CN: '域', en_US: 'Domain' },
  ldap: {
    connection: {
      servers: [{ host: '127.0.0.1', port: security === 'ldaps' ? 636 : 389 }],
      security,
      ca: security === 'plain' ? '' : samba.ca,
      bindDn: adminDn,
      baseDn: domainDn,
    },
    lookup,
  },
  match: { attribute: 'sAMAccountName', field: 'account' as const },
  secret: adminPassword,
});

/** Where it is skipped the name says why. */
const needs = noSamba === undefined ? '' : ` (skipped: ${noSamba})`;

test.skipIf(noSamba !== undefined)(`A domain signs in by account, by principal name and under the name of the domain${needs}`, async () => {
  for (const [code, lookup, account] of [
    ['search', bySearch, 'ADA'],
    ['principal', bySearch, 'ada@corp.example.test'],
    ['upn', byName('{account}@corp.example.test'), 'ada'],
    ['domain', byName('CORP\\{account}'), 'ada'],
  ] as const) {
    const { id } = await wire.call(authSettingAdd, draftOf(code, lookup));
    expect(await wire.call(authSettingTest, { id, account, password })).toMatchObject({ ok: true, person: { account: 'ada' } });
    await forceEnabled(product, id);
    const answer = (await wire.signIn({ kind: code, account, password })).json<Answer<{ userInfo: { empInfoDto: { account: string } } }>>();
    expect(answer.data.userInfo.empInfoDto.account).toBe('ada');
  }
});

test.skipIf(noSamba !== undefined)(
  `Who is disabled there, must change the password there, or types a wrong one gets the same answer${needs}`,
  async () => {
    for (const given of [
      { account: 'ada', password: 'wrong' },
      { account: 'bea', password },
      { account: 'cem', password },
      { account: 'nobody', password },
      { account: 'a*', password },
    ])
      expect([given.account, codeOf(await wire.signIn({ kind: 'search', ...given }))]).toEqual([given.account, 10401]);
  },
);

test.skipIf(noSamba !== undefined)(
  `A domain wants encryption and says so; StartTLS does; binary attributes do no harm${needs}`,
  async () => {
    const plain = await wire.call(authSettingTest, { draft: draftOf('plain', bySearch, 'plain'), account: 'ada', password });
    expect(plain).toMatchObject({ ok: false, failure: 'this server wants an encrypted connection' });
    const upgraded = await wire.call(authSettingTest, { draft: draftOf('tls', bySearch, 'startTls'), account: 'ada', password });
    expect(upgraded).toMatchObject({ ok: true, person: { account: 'ada' } });
    expect(upgraded.attributes.map(({ name }) => name)).toEqual(expect.arrayContaining(['sAMAccountName', 'userPrincipalName', 'mail']));
  },
);
