import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { contactConfigGet, contactConfigUpdate } from '../../common/config.contract.ts';
import { fieldList, fieldSave } from '../../common/field.contract.ts';
import { contactCheck } from '../../common/insight.contract.ts';
import { contactRole, contactSaveRanges } from '../../common/role.contract.ts';
import { belongsSave, specialDisable, specialUser } from '../../common/special.contract.ts';
import { whiteAdd } from '../../common/whitelist.contract.ts';

const dayMinutes = 24 * 60;

/** Who sees whom in the directory of the sample company. */
export const contactsDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(13, '15:40', 8), what: async (stage) => roles(await stage.as(demoCast.chief)) },
    { at: calendar.at(14, '11:15', 8), what: async (stage) => rules(await stage.as(demoCast.chief)) },
    { at: calendar.at(14, '16:05', 8), what: async (stage) => white(await stage.as(demoCast.chief), calendar.ago(-20 * dayMinutes)) },
    { at: calendar.at(15, '10:25', 8), what: async (stage) => fields(await stage.as(demoCast.chief)) },
    { at: calendar.at(48, '14:50', 8), what: async (stage) => asked(await stage.as(demoCast.chief)) },
  ],
};

async function role(actor: DemoActor, name: string, code: string, ownerDeptId: string): Promise<string> {
  return (await actor.call(contactRole.save, { name, code, ownerDeptId })).roleId;
}

/** Customer service browses its own company and finds everybody; the auditors see all but the research of the group. */
async function roles(actor: DemoActor): Promise<void> {
  const [group, service, audit] = [
    await demoDepartment(actor, 'HQ'),
    await demoDepartment(actor, 'SH-SVC'),
    await demoDepartment(actor, 'HQ-AUD'),
  ];
  const desk = await role(actor, '客服：浏览本公司，可搜索全员', 'service_desk', service);
  await actor.call(contactSaveRanges, {
    roleId: desk,
    version: 1,
    kind: 'auth',
    rows: [{ kind: 'ownCompany' }, { kind: 'reportingLine' }],
  });
  await actor.call(contactSaveRanges, { roleId: desk, version: 2, kind: 'search', rows: [{ kind: 'all' }], sameAsAuth: false });
  await actor.call(contactRole.assignDepartments, { roleId: desk, ids: [service] });
  const auditors = await role(actor, '审计查看全员', 'audit_all', group);
  await actor.call(contactSaveRanges, { roleId: auditors, version: 1, kind: 'auth', rows: [{ kind: 'all' }] });
  await actor.call(contactRole.assignDepartments, { roleId: auditors, ids: [audit] });
  const guests = await role(actor, '外部协作：仅见本部门', 'guests', group);
  await actor.call(contactSaveRanges, { roleId: guests, version: 1, kind: 'auth', rows: [{ kind: 'ownDept' }] });
}

/** The auditors are reached through their leader; a rule that was only tried is off again. */
async function rules(actor: DemoActor): Promise<void> {
  const [group, audit, hr] = [
    await demoDepartment(actor, 'HQ'),
    await demoDepartment(actor, 'HQ-AUD'),
    await demoDepartment(actor, 'HQ-HR'),
  ];
  const shown = { fields: [{ fieldKey: 'mobile' as const, show: false }], deniedFunctions: ['reach.audioCall' as const] };
  const proxyEmpId = await demoPerson(actor, demoCast.groupHr.account);
  const guarded = { name: '内部审计：经人力资源联系', code: 'audit_guarded', ownerDeptId: group, mode: 'protected' as const };
  const { roleId } = await actor.call(specialUser.save, { ...guarded, ...shown, proxyEmpId });
  await actor.call(belongsSave, { roleId, parties: [{ kind: 'department', id: audit }] });
  await actor.call(specialUser.assignEmployees, { roleId, ids: [await demoPerson(actor, demoCast.chief.account)] });
  const tried = { name: '薪酬岗位不在组织树中显示', code: 'pay_search_only', ownerDeptId: group, mode: 'searchOnly' as const };
  const { roleId: pay } = await actor.call(specialUser.save, tried);
  await actor.call(belongsSave, { roleId: pay, parties: [{ kind: 'department', id: hr }] });
  await actor.call(specialDisable, { ids: [pay] });
}

async function white(actor: DemoActor, until: number): Promise<void> {
  const memberId = await demoPerson(actor, demoCast.helpDesk.account);
  await actor.call(whiteAdd, { memberKind: 'employee', memberId, reason: '服务台需联系所有人', until });
  const { version } = await actor.call(contactConfigGet, {});
  await actor.call(contactConfigUpdate, { version, offlineMode: 'ownDept', nameFormat: 'byLanguage' });
}

/** Numbers of landlines are for the same company; people keep their workplace themselves. */
async function fields(actor: DemoActor): Promise<void> {
  const { version, fields: all } = await actor.call(fieldList, {});
  const changes = {
    workPhone: { visibleTo: ['sameCompany' as const], section: '联系方式' },
    workplace: { editableBySelf: true },
    alias: { editableBySelf: true },
  };
  const changed = all.map((field) => ({ ...field, ...changes[field.fieldKey as keyof typeof changes] }));
  await actor.call(fieldSave, { version, fields: changed });
}

/** Somebody asks why a colleague is not reached by phone. */
async function asked(actor: DemoActor): Promise<void> {
  const [viewerId, targetId] = [await demoPerson(actor, demoCast.shanghaiHr.account), await demoPerson(actor, demoCast.auditor.account)];
  await actor.call(contactCheck, { pairs: [{ viewerId, targetId }] });
}
