import { policyRemove, policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { contactRole, contactSaveRanges } from '../../src/modules/contacts/common/role.contract.ts';
import { fileRule, whiteAdd } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { reportSave } from '../../src/modules/logs/common/saved/report.contract.ts';
import { searchSave } from '../../src/modules/logs/common/saved/search.contract.ts';
import { streamAdd } from '../../src/modules/logs/common/stream.contract.ts';
import { propertyAdd } from '../../src/modules/property/common/property.contract.ts';
import { propertyValues, propertyValueSet } from '../../src/modules/property/common/value.contract.ts';
import { recycleBin } from '../../src/modules/recycle-bin/common/permissions.ts';
import { serverAdd } from '../../src/modules/servers/common/server.contract.ts';
import { authSettingAdd } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { ruleAdd } from '../../src/modules/warnings/common/rule.contract.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { bindRule, ruleAssign } from '../../src/modules/devices/common/rule.contract.ts';
import type { House } from '../access/house.ts';
import { entityRestore } from './entity-samples.ts';
import { crowdOfOne } from './try/crowds.ts';
import { trySamples, type TrySample } from './try/samples.ts';

/** How an object of a kind is deleted: the operation, and an input that names something just made for it, with everything that it can hold. */
export type RestoreSample = { readonly path: string; readonly make: TrySample } | { readonly stays: string };

let made = 0;
const word = (): string => `restore${(made += 1)}`;

/** As the try of the same operation makes it. */
const tried = (path: string): RestoreSample => ({ path, make: trySamples[path]! });
const ids = (path: string, make: (house: House) => Promise<string>): RestoreSample => ({
  path,
  make: async (house) => ({ ids: [await make(house)] }),
});
const secretProperty = async ({ boss }: House): Promise<string> => {
  const draft = { namespace: 'restore', key: word(), description: { zh_CN: 'x' }, secret: true };
  return (await boss.call(propertyAdd, draft)).id;
};
const savedSearch = async ({ boss }: House): Promise<string> =>
  (await boss.call(searchSave, { name: word(), log: 'operation', filters: {} })).id;
/** People, departments and crowds hold these roles, some until a day. */
const givenTo = async (
  house: House,
  { assignEmployees, assignDepartments, assignCrowds }: typeof sysRole | typeof fileRule | typeof contactRole,
  roleId: string,
): Promise<string> => {
  const until = Date.now() + 30 * 86_400_000;
  await house.boss.call(assignEmployees, { roleId, ids: [await house.person()], until });
  await house.boss.call(assignDepartments, { roleId, ids: [await house.department(word())], until });
  await house.boss.call(assignCrowds, { roleId, ids: [await crowdOfOne(house)], until });
  return roleId;
};
const fixed = 'the product has a fixed number of these; they are changed and never deleted';

/** Samples of kinds for which their entity's declaration does not make one. */
const own: Readonly<Record<string, RestoreSample>> = {
  department: ids('muc/dept/delete', async (house) => {
    const managerIds = [await house.person()];
    const name = { zh_CN: word(), en_US: word(), ja_JP: word() };
    return (await house.boss.call(departmentAdd, { parentId: rootDepartmentId, name, code: word(), managerIds, phone: '1' })).id;
  }),
  employee: tried('muc/employee/delete'),
  widgetRollout: { stays: 'it is finished or cancelled, and stays as a record of how the version went out' },
  rollout: { stays: 'it is finished or cancelled, and stays as a record of how the version went out' },
  installLink: { stays: 'it is ended, and stays as a record of who could install by it' },
  life: { stays: 'what is planned is cancelled, and what was done stays as proof' },
  sysRole: ids('role/sys/delete', async (house) => {
    const { boss } = house;
    const exclusiveWith = [await house.role({})];
    const { roleId } = await boss.call(sysRole.save, { name: word(), code: word(), exclusiveWith, memberDays: 90, needsFactor: true });
    const range = { kind: 'chosen' as const, departmentIds: [await house.department(word())] };
    await house.shape(roleId, { codes: [recycleBin.code, recycleBin.button.restore], range });
    return givenTo(house, sysRole, roleId);
  }),
  radarItem: tried('radar/delete'),
  crowd: tried('muc/crowd/delete'),
  extraField: tried('muc/extra/delete'),
  source: tried('muc/source/delete'),
  resource: tried('sys/resource/delete'),
  fmmRole: ids('role/fmm/delete', async (house) => {
    const rule = { name: word(), code: word(), terminalType: 2, ruleType: 3, ownerDeptId: rootDepartmentId } as const;
    const { roleId } = await house.boss.call(fileRule.save, rule);
    await house.boss.call(whiteAdd, { roleId, ids: [await house.person()], reason: 'On the road' });
    return givenTo(house, fileRule, roleId);
  }),
  contactRole: ids('role/contact/delete', async (house) => {
    const { roleId } = await house.boss.call(contactRole.save, { name: word(), code: word(), ownerDeptId: rootDepartmentId });
    const rows = [
      { kind: 'depts' as const, ids: [await house.department(word())] },
      { kind: 'employees' as const, ids: [await house.person()], exclude: true },
      { kind: 'crowds' as const, ids: [await crowdOfOne(house)] },
    ];
    await house.boss.call(contactSaveRanges, { roleId, version: 1, kind: 'auth', rows });
    return givenTo(house, contactRole, roleId);
  }),
  cpdRole: tried('role/cpd/delete'),
  mamRole: tried('role/mam/delete'),
  widgetRole: tried('role/widget/delete'),
  advertSetting: { stays: fixed },
  appCertificate: tried('mam/cert/push/delete'),
  widgetVersion: tried('mam/widgetVersion/delete'),
  loginPage: { stays: 'an app has one, and it goes with the app' },
  loginAuth: { stays: 'an app has one, and it goes with the app' },
  testRelease: { stays: 'a test is ended and never deleted' },
  feedback: tried('mam/feedback/delete'),
  widgetRelation: tried('mam/widgetRelation/delete'),
  contactWhite: tried('contact/whitelist/delete'),
  contactField: { stays: fixed },
  contactConfig: { stays: fixed },
  imSetting: { stays: fixed },
  imFileConfig: { stays: fixed },
  fileSettings: { stays: fixed },
  imAddressBook: { stays: fixed },
  imEngine: { stays: fixed },
  imFile: { stays: 'a deleted file is in the state deleted until its bytes go; release or an undo gives it back' },
  immRole: tried('role/imm/delete'),
  mdmRole: tried('role/mdm/delete'),
  outerNet: { stays: fixed },
  fileEncryption: { stays: fixed },
  fileRuleSet: { stays: 'a published version stays; what is undone is restored and published again' },
  fileWhite: tried('role/fmm/whiteList/remove'),
  memberLimit: ids('im/memberLimit/delete', async (house) => {
    const from = [{ kind: 'employee' as const, id: await house.person() }];
    const to = [
      { kind: 'crowd' as const, id: await crowdOfOne(house) },
      { kind: 'department' as const, id: await house.department(word()) },
    ];
    const draft = { name: word(), ownerDeptId: rootDepartmentId, from, to, exceptions: [await house.person()] };
    return (await house.boss.call(memberLimitAdd, draft)).id;
  }),
  changePolicy: ids(policyRemove.path, async ({ boss }) => {
    return (await boss.call(policySave, { name: word(), operations: ['@erase'], approverIds: [builtinAdminUid], share: 5 })).id;
  }),
  savedSearch: ids('logs/search/delete', savedSearch),
  logReport: ids('logs/report/delete', async (house) => {
    const personIds = [(await house.boss.call(noticePersonAdd, { employeeId: await house.person(), channels: ['console'] })).id];
    const draft = { name: word(), searchId: await savedSearch(house), schedule: 'daily' as const, personIds };
    return (await house.boss.call(reportSave, draft)).id;
  }),
  stream: ids('logs/stream/delete', async ({ boss }) => (await boss.call(streamAdd, { name: word(), host: 'siem.example' })).id),
  property: ids('property/delete', secretProperty),
  propertyValue: ids('property/value/clear', async (house) => {
    const propertyId = await secretProperty(house);
    await house.boss.call(propertyValueSet, { propertyId, scopeKind: 'site', value: 'a secret word' });
    return (await house.boss.call(propertyValues, { propertyId })).list[0]!.id;
  }),
  serverConfig: ids('sys/server/delete', async ({ boss }) => {
    const addresses = [{ scheme: 'tcp' as const, host: 'x.invalid', port: 1 }];
    return (await boss.call(serverAdd, { name: word(), code: word(), kind: 'file', addresses, secret: 'a secret word' })).id;
  }),
  authSetting: ids('sys/authSetting/delete', async ({ boss }) => {
    const oidc = { issuer: 'https://id.example.com', clientId: 'wheelhouse' };
    const match = { attribute: 'sub', field: 'account' as const };
    return (await boss.call(authSettingAdd, { kind: 'oidc', code: word(), name: { zh_CN: word() }, oidc, match, secret: 'a secret word' }))
      .id;
  }),
  noticePerson: ids('sys/noticePerson/delete', async (house) => {
    return (await house.boss.call(noticePersonAdd, { employeeId: await house.person(), channels: ['console'] })).id;
  }),
  warningRule: ids('sys/warning/rule/delete', async ({ boss }) => {
    return (await boss.call(ruleAdd, { kind: 'job.stuck', name: word(), match: { nameHas: 'x' }, ownerId: builtinAdminUid })).id;
  }),
  ruleMember: {
    path: 'device/bind/rule/assign',
    make: async (house) => {
      const { id: ruleId } = await house.boss.call(bindRule.add, { name: word() });
      const member = await house.person();
      await house.boss.call(ruleAssign, { ruleId, kind: 'employee', add: [member] });
      return { ruleId, kind: 'employee', remove: [member] };
    },
  },
  device: { stays: 'devices are retired, so that their keys never open anything again' },
  bindConfig: { stays: fixed },
  terminalPolicy: { stays: fixed },
  gestureConfig: { stays: fixed },
  unbindErase: { stays: fixed },
  whiteListSwitch: { stays: fixed },
  apiInterface: tried('mas/interface/delete'),
  interfaceGrant: tried('mas/grant/delete'),
  interfaceCase: tried('mas/case/delete'),
  gatewaySetting: { stays: fixed },
  silence: { stays: 'it is ended, and stays as a record of what was hidden' },
  encryptionKey: { stays: 'it is destroyed for good, when nothing needs it any more' },
  authenticate: { stays: fixed },
  wechatConfig: { stays: fixed },
  platform: { stays: fixed },
  mailConfig: { stays: fixed },
  convertParam: { stays: fixed },
  mailTemplate: { stays: fixed },
  encryptionSetting: { stays: fixed },
  nav: { stays: fixed },
  smsGateway: { stays: fixed },
  logKind: { stays: fixed },
  archiveTarget: { stays: 'no call deletes one; where a file does, its secret is in the journal' },
  phoneSetting: { stays: fixed },
  wordSetting: { stays: fixed },
  peopleSetting: { stays: fixed },
};

/** A sample for every kind of object in the change engine, by its name. */
export function restoreSamplesOf(kinds: readonly string[]): Readonly<Record<string, RestoreSample>> {
  const declared = kinds.flatMap((kind): [string, RestoreSample][] => {
    const sample = entityRestore(kind);
    return sample ? [[kind, sample]] : [];
  });
  return { ...Object.fromEntries(declared), ...own };
}
