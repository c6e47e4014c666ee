import { pick } from '#kit/common/language.ts';
import type { RoleDetail, RoleRow } from '#kit/common/role/role.schema.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { galleryPage, galleryResources } from '../gallery-permissions.ts';
import { galleryRights, galleryRole, galleryTree } from '../role.contract.ts';
import { people } from './people.ts';
import { oneDay, sampleId, sampleNow } from './sample-ids.ts';
import { Refused, serve } from './serve.ts';

const department = (number: number, name: string) => ({ id: sampleId(4, number), name, fullName: `海川科技集团 / ${name}` });

const usual: RoleRow = {
  id: sampleId(10, 0),
  version: 3,
  createdAt: sampleNow - 90 * oneDay,
  createdBy: '林晓岚',
  updatedAt: sampleNow,
  updatedBy: null,
  name: '',
  code: '',
  description: '',
  enabled: true,
  isSupperAdmin: false,
  preset: null,
  terminalType: null,
  ruleType: null,
  expiresAt: null,
  range: { kind: 'ownDeptAndBelow', departments: [] },
  people: 0,
  menus: 4,
  buttons: 11,
  needsFactor: false,
  ownerDeptId: null,
  ownerDeptName: '',
  memberDays: null,
  editable: true,
};

/** A role in each state. */
const roles: readonly RoleRow[] = [
  {
    ...usual,
    id: sampleId(10, 1),
    name: '超级管理员',
    code: 'super',
    preset: 'super',
    isSupperAdmin: true,
    people: 2,
    range: { kind: 'all', departments: [] },
    editable: false,
  },
  {
    ...usual,
    id: sampleId(10, 2),
    name: '华东区人事管理员',
    code: 'hr_east',
    description: '华东区人员入转调离。',
    people: 1_204,
    range: { kind: 'chosen', departments: [department(200, '市场部'), department(300, '人力资源部')] },
  },
  {
    ...usual,
    id: sampleId(10, 3),
    name: 'Temporary auditors',
    code: 'audit_2026',
    people: 0,
    expiresAt: sampleNow + 30 * oneDay,
    enabled: false,
    menus: 0,
    buttons: 0,
  },
  {
    ...usual,
    id: sampleId(10, 4),
    name: '海外事业部内容运营与合规审核联合小组管理员（含外包）',
    code: 'overseas_content_and_compliance_operators',
    people: 37,
  },
];

const detailOf = (id: string): RoleDetail => {
  const role = roles.find((one) => one.id === id);
  if (!role) throw new Refused(10404);
  return {
    ...role,
    exclusiveWith: [],
    appKey: null,
    terminalType: null,
    ruleType: null,
    members: { employees: 3, departments: 2, crowds: 1 },
  };
};

const personOf = (at: number) => {
  const { id, name, account, place } = people[at % people.length]!;
  return { id, name, account, departmentName: place, enabled: at !== 3 };
};

const member = (at: number) => ({
  ...personOf(at),
  way: { kind: 'employee' as const, id: personOf(at).id, name: personOf(at).name },
  since: sampleNow - at * 9 * oneDay,
  until: at % 3 === 1 ? sampleNow + 30 * oneDay : null,
  by: '林晓岚',
  lastSignInAt: at % 4 === 0 ? null : sampleNow - at * oneDay,
});

const groups = [department(100, '研发中心'), department(200, '市场部')].map((group, at) => ({
  ...group,
  people: 3_000 - at * 411,
  since: sampleNow,
  until: null,
  by: '林晓岚',
}));

const pageOf = <R>(list: R[]) => ({ list, total: list.length, pages: 1 });
const count = ({ ids }: { ids: readonly string[] }) => ({ count: ids.length });

function nodesOf() {
  return galleryResources.flatMap((page) => [
    {
      code: page.code,
      parent: page.parent ?? null,
      kind: 'menu',
      name: pick(page.title, currentLanguage()),
      dangerous: false,
      module: 'gallery',
      moduleName: pick(galleryPage.title, currentLanguage()),
      roles: 2,
      words: [],
    },
    ...page.buttons.map(({ verb, title, kind, dangerous }) => ({
      code: `${page.code}:${verb}`,
      parent: page.code,
      kind,
      name: pick(title, currentLanguage()),
      dangerous,
      module: 'gallery',
      moduleName: pick(galleryPage.title, currentLanguage()),
      roles: 1,
      words: [`room.${verb}`],
    })),
  ]);
}

/** Answers the calls about roles. */
export function serveRoles(): void {
  serve(galleryTree, () => ({ nodes: nodesOf() }));
  serveReading();
  serveMembers();
  serveRights();
  serve(galleryRole.save, () => ({ roleId: sampleId(10, 2) }));
  serve(galleryRole.update, ({ roleId }) => detailOf(roleId));
  serve(galleryRole.copy, () => ({ roleId: sampleId(10, 2) }));
  for (const bulk of [galleryRole.delete, galleryRole.enable, galleryRole.disable]) serve(bulk, count);
}

function serveReading(): void {
  serve(galleryRole.list, ({ name }) => pageOf(roles.filter((role) => role.name.includes(name ?? ''))));
  serve(galleryRole.search, ({ text, ids }) => ({ list: roles.filter(({ id, name }) => ids?.includes(id) ?? name.includes(text)) }));
  serve(galleryRole.find, ({ roleId }) => detailOf(roleId));
  serve(galleryRole.resources, ({ roleId }) => ({
    roleId,
    version: 3,
    codes: [galleryPage.code, galleryPage.button.update, galleryPage.button.delete],
  }));
  serve(galleryRole.saveResources, () => ({ version: 4 }));
  serve(galleryRole.ranges, ({ roleId }) => ({ roleId, version: 3, range: detailOf(roleId).range }));
  serve(galleryRole.saveRanges, () => ({ version: 4 }));
}

function serveMembers(): void {
  serve(galleryRole.getRoleEmpList, ({ text }) => pageOf([0, 1, 2, 3, 4].map(member).filter(({ name }) => name.includes(text ?? ''))));
  serve(galleryRole.getRoleDeptList, () => pageOf(groups));
  serve(galleryRole.getRoleGroupList, () => pageOf<(typeof groups)[number] & { standing: 'on' }>([]));
  serve(galleryRole.roleEmpList, () =>
    pageOf(
      [0, 1, 2].map((at) => ({
        ...personOf(at),
        roles: roles.slice(0, at + 1).map(({ id, name, enabled, preset, range }, number) => ({
          id,
          name,
          enabled,
          preset,
          way:
            number === 0
              ? { kind: 'employee' as const, id: personOf(at).id, name: personOf(at).name }
              : { kind: 'department' as const, id: sampleId(4, 100), name: '研发中心' },
          until: null,
          range,
        })),
        sessions: at,
        lastSignInAt: at === 0 ? null : sampleNow,
        address: at === 0 ? null : '10.1.2.3',
        factors: at === 1 ? (['totp', 'passkey'] as const).slice() : [],
        factorNeeded: at === 2,
        idleDays: at === 0 ? null : at * 20,
        keptOut: at === 2,
      })),
    ),
  );
  for (const assign of [galleryRole.assignEmployees, galleryRole.assignDepartments, galleryRole.assignCrowds, galleryRole.removeMembers])
    serve(assign, count);
}

function serveRights(): void {
  const [, role, other] = roles;
  serve(galleryRights.explain, ({ empId, code }) => {
    const { id, name, account, place } = people.find((one) => one.id === empId) ?? people[0]!;
    const granted = !code.endsWith(':delete');
    const way = { kind: 'department' as const, id: sampleId(4, 100), name: '研发中心', fullName: '海川科技集团 / 研发中心' };
    const path = {
      roleId: role!.id,
      roleName: role!.name,
      preset: null,
      way,
      until: null,
      range: role!.range,
      state: granted ? ('effective' as const) : ('notGranted' as const),
    };
    return {
      person: { id, name, account, departmentName: place, enabled: true },
      resource: { code, name: nodesOf().find((node) => node.code === code)?.name ?? code, kind: 'button', retired: false },
      granted,
      superAdmin: false,
      barred: false,
      range: { all: false, self: false, departments: ['市场部'] },
      paths: [path, { ...path, roleId: other!.id, roleName: other!.name, state: 'disabled' as const }],
      wouldGive: granted ? [] : [{ id: other!.id, name: other!.name, enabled: false }],
    };
  });
  serve(galleryRights.whoCan, () => ({ ...pageOf([]), resources: [] }));
  serve(galleryRights.preview, () => ({
    peopleBefore: 1_204,
    peopleAfter: 1_207,
    gaining: 3,
    losing: 12,
    gained: [{ code: galleryPage.button.delete, name: '删除', dangerous: true, people: 3 }],
    lost: [{ code: galleryPage.button.copy, name: '复制', dangerous: false, people: 12 }],
    sampleGaining: [],
    sampleLosing: [],
    rangeBefore: role!.range,
    rangeAfter: role!.range,
    rangeChanged: false,
    loud: ['throughDepartment' as const, 'dangerous' as const],
  }));
}
