import { contactRole } from '../../src/modules/contacts/common/role.contract.ts';
import { specialUser } from '../../src/modules/contacts/common/special.contract.ts';
import { fileRule } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { newLink } from './try/widgets.ts';
import { mamRole, widgetRole } from '../../src/modules/widgets/common/role.contract.ts';
import { messagingRole } from '../../src/modules/messaging/common/role.contract.ts';
import { mdmRole } from '../../src/modules/file-security/common/role.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import type { House } from '../access/house.ts';

type Values = Record<string, unknown>;

/** The areas whose roles belong to departments. */
export const areas = ['sys', 'contact', 'cpd', 'fmm', 'mam', 'widget', 'imm', 'mdm'] as const;
export type Area = (typeof areas)[number];

/** Whose role is named: of the administrator's department, of another one, of nobody, and of none. */
export const stances = ['own', 'foreign', 'invented', 'unowned'] as const;
export type Stance = (typeof stances)[number];

/** An id that nobody has. */
export const nobody = '01a00000-0000-7000-8000-00000000dead';

export interface RoleWorld {
  north: string;
  south: string;
  /** Somebody of the north, who holds all of these roles by the department. */
  person: string;
  roles: Record<Area, Record<Stance, string>>;
  /** A widget of the north. */
  widget: string;
}

/** What stands for one of the four in an input: the role, and the department that it belongs to. */
interface Named {
  role: string;
  department: string | null;
  /** The administrator's own role of the area. */
  own: string;
  world: RoleWorld;
}

/**
 * How an operation is asked for a role of each stance.
 * `reads`: own roles and those of nobody's are shown. `writes`: own roles are changed, those of nobody's are refused.
 * `lists`: the answer holds the ids of own roles and of those of nobody's, and no others.
 * `alike`: it is answered in any case, and says the same of a foreign role as of none. `refused`: never for who sees a part.
 * `free`: why no role is named.
 */
export type RoleSample =
  | { reads: (named: Named) => Values[] }
  | { writes: (named: Named) => Values[] }
  | { lists: (named: Named) => Values }
  | { alike: (named: Named) => Values[] }
  | { refused: (named: Named) => Values[] }
  | { free: string };

let made = 0;
const word = (): string => `stance_${(made += 1)}`;
const page = { pageNum: 1, pageSize: 200 };
const roleId = ({ role }: Named): Values[] => [{ roleId: role }];
const ids = ({ role, own }: Named): Values[] => (role === own ? [{ ids: [role] }] : [{ ids: [role] }, { ids: [own, role] }]);
const reads = (more: Values = {}): RoleSample => ({ reads: ({ role }) => [{ roleId: role, ...more }] });
const writes = (more: (named: Named) => Values): RoleSample => ({ writes: (named) => [{ roleId: named.role, ...more(named) }] });
/** With the version that is there, and with one that is not: who may not know of the role learns nothing by it. */
const versioned = (more: (named: Named) => Values): RoleSample => ({
  writes: (named) => [1, ...(named.role === named.own ? [] : [99])].map((version) => ({ roleId: named.role, version, ...more(named) })),
});
const people = ({ world }: Named): Values => ({ ids: [world.person] });
const job = { fileId: nobody };

/** Special user rules always have a department. */
const ownerIn = (area: Area, department: string | null, { south }: RoleWorld): string | null =>
  department ?? (area === 'cpd' ? south : null);

/** What every area has. */
const holding = (area: Area): Record<string, RoleSample> =>
  Object.fromEntries(
    Object.entries<RoleSample>({
      list: { lists: () => page },
      search: { lists: ({ world }) => ({ ids: stances.map((stance) => world.roles[area][stance]) }) },
      find: { reads: roleId },
      getOrgRolePaged: { lists: ({ world }) => ({ ...page, deptId: world.north }) },
      save: {
        writes: ({ department, world }) => [
          {
            name: word(),
            code: word(),
            ownerDeptId: ownerIn(area, department, world),
            ...(area === 'cpd' && { mode: 'hidden' }),
            ...(area === 'widget' && { widgetId: world.widget }),
          },
        ],
      },
      update: {
        writes: ({ role, own, department, world }) => [
          { roleId: role, version: 1, description: 'Mine' },
          ...(role === own
            ? []
            : [
                { roleId: role, version: 99, description: 'Mine' },
                { roleId: role, version: 1, name: `own ${area}` },
                { roleId: role, version: 1, code: `own_${area}` },
                { roleId: role, version: 1, ownerDeptId: world.north },
                { roleId: own, version: 1, ownerDeptId: ownerIn(area, department, world) },
              ]),
        ],
      },
      ...(area !== 'cpd' && { copy: writes(() => ({ name: word(), code: word() })) }),
      delete: { writes: ids },
      enable: { writes: ids },
      disable: { writes: ids },
      getRoleEmpList: reads(page),
      getRoleDeptList: reads(page),
      getRoleGroupList: reads(page),
      'search/roleEmpList': { alike: ({ role }) => [{ ...page, roleId: role }] },
      assignEmployees: writes(people),
      assignDepartments: writes(({ world }) => ({ ids: [world.north] })),
      assignCrowds: { refused: ({ role }) => [{ roleId: role, ids: [nobody] }] },
      removeMembers: writes((named) => ({ kind: 'employee', ...people(named) })),
      ...(area !== 'cpd' && area !== 'widget' && { exportMembers: reads(), importMembers: reads(job) }),
    }).map(([name, sample]) => [`role/${area}/${name}`, sample]),
  );

/** Every operation below role/. */
export const roleSamples: Readonly<Record<string, RoleSample>> = {
  ...holding('sys'),
  ...holding('contact'),
  ...holding('cpd'),
  ...holding('fmm'),
  ...holding('mam'),
  ...holding('widget'),
  'role/mam/resources': { reads: roleId },
  'role/mam/saveResources': versioned(() => ({ codes: [] })),
  ...Object.fromEntries(
    ['Departments', 'Crowds'].flatMap((end) => [
      [`role/mam/export${end}`, reads()],
      [`role/mam/import${end}`, reads(job)],
    ]),
  ),
  'role/mam/explain': { free: 'Names a person and a widget' },
  'role/widget/resources': { reads: roleId },
  'role/widget/saveResources': versioned(() => ({ functions: [] })),
  ...holding('imm'),
  'role/imm/explain': { free: 'Names a person' },
  ...holding('mdm'),
  'role/mdm/resources': { reads: roleId },
  'role/mdm/saveResources': versioned(() => ({ functions: [] })),
  'role/imm/resources': { reads: roleId },
  'role/imm/saveResources': versioned(() => ({ functions: [] })),
  'role/sys/resources': { reads: roleId },
  'role/sys/ranges': { reads: roleId },
  'role/sys/saveResources': versioned(() => ({ codes: [userManagement.code] })),
  'role/sys/saveRanges': versioned(({ world }) => ({ range: { kind: 'chosen', departmentIds: [world.north] } })),
  'role/mam/export': { free: 'Names no role; the job shows what the list of app roles shows' },
  'role/mam/exportHolders': { alike: ({ role }) => [{ filter: { roleId: role } }] },
  'role/sys/exportHolders': { alike: ({ role }) => [{ filter: { roleId: role } }] },
  'role/sys/endSession': { free: 'Names people' },
  'role/sys/resetFactor': { free: 'Names people' },
  'role/sys/reactivate': { free: 'Names people' },
  'role/viewAs': { free: 'Names people' },
  'role/viewAs/end': { free: 'Names nothing' },
  'role/reviewExport': { free: 'Names nothing; the job shows what the list of administrators shows' },
  'role/explain': { lists: ({ world }) => ({ empId: world.person, code: userManagement.code }) },
  'role/whoCan': { lists: ({ world }) => ({ ...page, empId: world.person }) },
  'role/preview': { reads: ({ role, world }) => [{ roleId: role }, { roleId: role, add: [{ kind: 'employee', id: world.person }] }] },
  'role/contact/ranges': reads({ kind: 'auth' }),
  'role/contact/rangeCount': reads({ rows: [] }),
  'role/contact/saveRanges': versioned(() => ({ kind: 'auth', rows: [{ kind: 'self' }] })),
  'role/contact/resources': { reads: roleId },
  'role/contact/saveResources': versioned(() => ({ functions: [] })),
  'role/cpd/resources': { reads: roleId },
  'role/cpd/saveResources': versioned(() => ({ fields: [], deniedFunctions: [] })),
  'role/contact/reorder': { refused: ({ role }) => [{ ids: [role] }] },
  'role/contact/users': { alike: ({ role }) => [{ ...page, roleId: role }] },
  'role/contact/userCounts': { free: 'Names people' },
  'role/contact/export': { free: 'Names nothing; the job shows what the list shows' },
  'role/contact/usersExport': { alike: ({ role }) => [{ filter: { roleId: role } }] },
  'role/fmm/whiteList/list': reads(page),
  'role/fmm/whiteList/add': writes((named) => ({ ...people(named), reason: 'x' })),
  'role/fmm/whiteList/remove': writes(people),
  'role/fmm/whiteList/export': reads(),
  'role/fmm/whiteList/import': reads(job),
};

/** Two departments, and of each area a role of either and one of nobody's, all held by everybody of the north. */
export async function roleWorld(house: House): Promise<RoleWorld> {
  const { boss } = house;
  const [north, south] = [await house.department('North'), await house.department('South')];
  const person = await house.person([north]);
  const widget = await newLink(house, north);
  const made = async (area: Area, stance: Exclude<Stance, 'invented'>): Promise<string> => {
    const ownerDeptId = { own: north, foreign: south, unowned: null }[stance];
    const draft = { name: `${stance} ${area}`, code: `${stance}_${area}`, ownerDeptId };
    if (area === 'cpd') return (await boss.call(specialUser.save, { ...draft, ownerDeptId: ownerDeptId ?? south, mode: 'hidden' })).roleId;
    if (area === 'mam') return (await boss.call(mamRole.save, draft)).roleId;
    if (area === 'widget') return (await boss.call(widgetRole.save, { ...draft, widgetId: widget })).roleId;
    if (area === 'contact') return (await boss.call(contactRole.save, draft)).roleId;
    if (area === 'imm') return (await boss.call(messagingRole.save, draft)).roleId;
    if (area === 'mdm') return (await boss.call(mdmRole.save, draft)).roleId;
    return (await boss.call(area === 'sys' ? sysRole.save : fileRule.save, draft)).roleId;
  };
  const roles = { sys: {}, contact: {}, cpd: {}, fmm: {}, mam: {}, widget: {}, imm: {}, mdm: {} } as RoleWorld['roles'];
  const assign = {
    sys: sysRole,
    contact: contactRole,
    cpd: specialUser,
    fmm: fileRule,
    mam: mamRole,
    widget: widgetRole,
    imm: messagingRole,
    mdm: mdmRole,
  };
  for (const area of areas) {
    for (const stance of ['own', 'foreign', 'unowned'] as const) {
      const id = await made(area, stance);
      if (area === 'cpd' && stance === 'unowned')
        await house.product.database.pool.query('update role set owner_dept_id = null where id = $1', [id]);
      roles[area][stance] = id;
      await boss.call(assign[area].assignDepartments, { roleId: id, ids: [north] });
    }
    roles[area].invented = nobody;
  }
  // Versions are 1 everywhere, so that an input that is refused is refused for the role.
  await house.product.database.pool.query('update role set version = 1');
  return { north, south, person, roles, widget };
}
