import { contactRole } from '../../../../src/modules/contacts/common/role.contract.ts';
import { belongsSave, specialUser } from '../../../../src/modules/contacts/common/special.contract.ts';
import { fileRule } from '../../../../src/modules/enterprise/common/file-rule.contract.ts';
import { groupConfigUpdate, mdmRole, mdmSaveResources } from '../../../../src/modules/file-security/common/role.contract.ts';
import { messagingRole } from '../../../../src/modules/messaging/common/role.contract.ts';
import { sysRole } from '../../../../src/modules/system/common/role.contract.ts';
import { userManagement } from '../../../../src/modules/people/common/permissions.ts';
import { mamRole, mamSaveResources, widgetRole } from '../../../../src/modules/widgets/common/role.contract.ts';
import { widget, widgetOnline } from '../../../../src/modules/widgets/common/widget.contract.ts';
import type { Marked } from './marks.ts';
import type { World } from '../world.ts';

type Known = Pick<Marked, 'department' | 'person' | 'crowd' | 'beside' | 'guest'>;
type Values = Record<string, unknown>;

const holding = { mdm: mdmRole, imm: messagingRole, mam: mamRole } as const;
const until = (): number => Date.now() + 20 * 86_400_000;

export interface RolesMade {
  /** A role of the department inside for each area, by the beginning of the paths of its calls. */
  roles: Readonly<Record<string, string>>;
  widgets: { inside: string; outside: string };
  asked: Readonly<Record<string, Values[]>>;
}

/** Roles of devices, messaging, apps and widgets: those inside hold people on both sides, and people inside hold roles of departments outside. */
export async function rolesStory(world: World, known: Known): Promise<RolesMade> {
  const { boss, inside } = world;
  const north = inside.department.id;
  const { department, person, crowd, beside, guest } = known;
  const link = async (name: string, widgetIdentifier: string, ownerDeptId: string): Promise<string> =>
    (
      await boss.call(widget.add, {
        name: { zh_CN: name, en_US: widgetIdentifier },
        widgetIdentifier,
        ownerDeptId,
        kind: 'link',
        mobileLink: 'https://example.com',
      })
    ).id;
  const widgets = { inside: await link('内部应用', 'insidewidget', north), outside: await link('隐匿应用', 'verborgenwidget', department) };
  await boss.call(widgetOnline, { ids: Object.values(widgets) });
  const own = await rolesOf(world, { area: '内部', code: 'inside', ownerDeptId: north, widgetId: widgets.inside });
  const foreign = await rolesOf(world, { area: '隐匿', code: 'verborgen', ownerDeptId: department, widgetId: widgets.inside });
  for (const [area, contract] of Object.entries({ ...holding, widget: widgetRole })) {
    const roleId = own[area]!;
    await boss.call(contract.assignEmployees, { roleId, ids: [beside, guest, person], until: until() });
    await boss.call(contract.assignDepartments, { roleId, ids: [department, north] });
    await boss.call(contract.assignCrowds, { roleId, ids: [crowd] });
    await boss.call(contract.assignEmployees, { roleId: foreign[area]!, ids: [beside] });
  }
  const versionOf = async (roleId: string): Promise<number> => (await boss.call(mamRole.find, { roleId })).version;
  const codes = [`widget:${widgets.inside}`, `widget:${widgets.outside}`];
  for (const roleId of [own['mam']!, foreign['mam']!])
    await boss.call(mamSaveResources, { roleId, version: await versionOf(roleId), codes });
  const unbind = { selfUnbind: 0, needsApproval: 1, coolDownHours: 1, eraseOnUnbind: null } as const;
  const screenshot = { prevent: 1 as const, report: 1 as const, places: ['files' as const] };
  for (const [roleId, groups] of [
    [own['mdm']!, { unbind }],
    [foreign['mdm']!, { screenshot }],
  ] as const)
    await boss.call(groupConfigUpdate, { roleId, version: (await boss.call(mdmRole.find, { roleId })).version, groups });
  const functions = ['file.send', 'file.download'] as const;
  const { version } = await boss.call(mdmRole.find, { roleId: foreign['mdm']! });
  await boss.call(mdmSaveResources, { roleId: foreign['mdm']!, version, functions: [...functions] });
  await elderRoles(world, known);
  const whose: Values[] = [{ empId: beside }, { empId: guest }, { roleId: own['mdm'] }];
  return {
    roles: Object.fromEntries(Object.entries(own).map(([area, id]) => [`role/${area}`, id])),
    widgets,
    asked: {
      ...Object.fromEntries(
        ['group/config/query', 'signUnlockEnabled/config/query', 'unbind/config/query', 'device/bind/config'].map((path) => [
          `user/role/${path}`,
          whose,
        ]),
      ),
      'role/imm/explain': [beside, guest, inside.person.id].map((empId) => ({ empId })),
      'role/mam/explain': [beside, guest, inside.person.id].map((empId) => ({ empId, widgetId: widgets.inside })),
      'role/widget/search/roleEmpList': [{ roleId: own['widget'], pageSize: 200 }, { pageSize: 200 }],
    },
  };
}

interface Wished {
  area: string;
  code: string;
  ownerDeptId: string;
  widgetId: string;
}

/** A role of each area that belongs to a department. */
async function rolesOf({ boss }: World, { area, code, ownerDeptId, widgetId }: Wished): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  const draft = (kind: string) => ({ name: `${area}角色 ${kind}`, code: `${code}_${kind}`, ownerDeptId });
  for (const [kind, contract] of Object.entries(holding)) made[kind] = (await boss.call(contract.save, draft(kind))).roleId;
  made['widget'] = (await boss.call(widgetRole.save, { ...draft('widget'), widgetId })).roleId;
  return made;
}

/** Roles of the areas that were first, of a department outside, held by people inside. */
async function elderRoles({ boss, house }: World, { department, beside, guest }: Known): Promise<void> {
  const draft = { name: '隐匿权限', ownerDeptId: department };
  const { roleId } = await boss.call(sysRole.save, { ...draft, code: 'verborgen_sys' });
  await house.shape(roleId, { codes: [userManagement.code], range: { kind: 'chosen', departmentIds: [department] } });
  await boss.call(sysRole.assignEmployees, { roleId, ids: [beside] });
  const { roleId: special } = await boss.call(specialUser.save, { ...draft, code: 'verborgen_special', mode: 'hidden' });
  await boss.call(belongsSave, { roleId: special, parties: [{ kind: 'employee', id: guest }] });
  for (const contract of [fileRule, contactRole]) {
    const { roleId: other } = await boss.call(contract.save, { ...draft, code: 'verborgen_role' });
    await boss.call(contract.assignEmployees, { roleId: other, ids: [beside] });
  }
}
