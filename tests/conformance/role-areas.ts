import type { Endpoint } from '../../src/kit/common/contract.ts';
import { crowdOfOne } from '../../src/modules/crowds/testing/tries.ts';
import type { House } from '../access/house.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { nobody, type TrySample, type Values } from './samples.ts';

/** Whose role is named: of the administrator's department, of another one, of nobody, and of none. */
export const stances = ['own', 'foreign', 'invented', 'unowned'] as const;
export type Stance = (typeof stances)[number];

/** Roles of a module that belong to departments and are held by people. */
export interface RoleArea {
  /** The second part of the paths of its calls: `role/imm/list`. */
  readonly area: string;
  readonly contract: Readonly<Record<'save' | 'find' | 'disable' | 'assignEmployees' | 'assignDepartments' | 'assignCrowds', Endpoint>>;
  /** What a new one is given beside name, code and department. */
  readonly draft?: (house: House, departmentId: string) => Promise<Values>;
  /** One always has a department. */
  readonly alwaysOwned?: true;
  /** Calls of other areas that this one has not. */
  readonly without?: readonly ('copy' | 'exportMembers' | 'importMembers')[];
  /** Beginnings of further paths whose calls name these roles. */
  readonly also?: readonly string[];
}

export interface RoleWorld {
  north: string;
  south: string;
  /** Somebody of the north, who holds all of these roles by the department. */
  person: string;
  /** By area. */
  roles: Readonly<Record<string, Record<Stance, string>>>;
  /** What a new one of the north is given besides, by area. */
  drafts: Readonly<Record<string, Values>>;
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
const people = ({ world }: Named): Values => ({ ids: [world.person] });

/** It reads the role. */
export const reads = (more: Values = {}): RoleSample => ({ reads: ({ role }) => [{ roleId: role, ...more }] });
/** It changes the role. */
export const writes = (more: (named: Named) => Values): RoleSample => ({ writes: (named) => [{ roleId: named.role, ...more(named) }] });
/** The same with the version that is there, and with one that is not: who may not know of the role learns nothing by it. */
export const versioned = (more: (named: Named) => Values): RoleSample => ({
  writes: (named) => [1, ...(named.role === named.own ? [] : [99])].map((version) => ({ roleId: named.role, version, ...more(named) })),
});

const ownerIn = ({ alwaysOwned }: RoleArea, department: string | null, { south }: Pick<RoleWorld, 'south'>): string | null =>
  department ?? (alwaysOwned ? south : null);

/** What every area has. */
export function holding(of: RoleArea): Record<string, RoleSample> {
  const { area, without = [] } = of;
  const samples: Record<string, RoleSample> = {
    list: { lists: () => page },
    search: { lists: ({ world }) => ({ ids: stances.map((stance) => world.roles[area]![stance]) }) },
    find: { reads: roleId },
    getOrgRolePaged: { lists: ({ world }) => ({ ...page, deptId: world.north }) },
    save: {
      writes: ({ department, world }) => [
        { name: word(), code: word(), ownerDeptId: ownerIn(of, department, world), ...world.drafts[area] },
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
              { roleId: own, version: 1, ownerDeptId: ownerIn(of, department, world) },
            ]),
      ],
    },
    copy: writes(() => ({ name: word(), code: word() })),
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
    exportMembers: reads(),
    importMembers: reads({ fileId: nobody }),
  };
  const has = ([verb]: [string, RoleSample]): boolean => !without.some((one) => one === verb);
  return Object.fromEntries(
    Object.entries(samples)
      .filter(has)
      .map(([verb, sample]) => [`role/${area}/${verb}`, sample]),
  );
}

/** What a new one is made of: of the whole company. */
const fresh = async (house: House, { draft }: RoleArea): Promise<Values> => ({
  name: word(),
  code: word(),
  ownerDeptId: rootDepartmentId,
  ...(await draft?.(house, rootDepartmentId)),
});

/** A role of the area; of the whole company, where no draft is given. */
export async function newRole(house: House, of: RoleArea, draft?: Values): Promise<string> {
  return ((await house.boss.call(of.contract.save, draft ?? (await fresh(house, of)))) as { roleId: string }).roleId;
}

/** Two departments, and of each area a role of either and one of nobody's, all held by everybody of the north. */
export async function roleWorld(house: House, areas: readonly RoleArea[]): Promise<RoleWorld> {
  const { boss } = house;
  const [north, south] = [await house.department('North'), await house.department('South')];
  const person = await house.person([north]);
  const roles: Record<string, Record<Stance, string>> = {};
  const drafts: Record<string, Values> = {};
  for (const of of areas) {
    const { area, alwaysOwned, contract, draft } = of;
    const more = (await draft?.(house, north)) ?? {};
    const found = { own: '', foreign: '', invented: nobody, unowned: '' };
    for (const stance of ['own', 'foreign', 'unowned'] as const) {
      const ownerDeptId = ownerIn(of, { own: north, foreign: south, unowned: null }[stance], { south });
      const id = await newRole(house, of, { name: `${stance} ${area}`, code: `${stance}_${area}`, ownerDeptId, ...more });
      if (alwaysOwned && stance === 'unowned')
        await house.product.database.pool.query('update role set owner_dept_id = null where id = $1', [id]);
      found[stance] = id;
      await boss.call(contract.assignDepartments, { roleId: id, ids: [north] });
    }
    roles[area] = found;
    drafts[area] = more;
  }
  // Versions are 1 everywhere, so that an input that is refused is refused for the role.
  await house.product.database.pool.query('update role set version = 1');
  return { north, south, person, roles, drafts };
}

/** A role with people, departments and dynamic groups that hold it, some until a day. */
export async function givenTo(house: House, { contract }: RoleArea, role: string): Promise<string> {
  const until = Date.now() + 30 * 86_400_000;
  const asked = { roleId: role, until };
  await house.boss.call(contract.assignEmployees, { ...asked, ids: [await house.person()] });
  await house.boss.call(contract.assignDepartments, { ...asked, ids: [await house.department(word())] });
  await house.boss.call(contract.assignCrowds, { ...asked, ids: [await crowdOfOne(house)] });
  return role;
}

/** A role of the area for the whole company, and somebody who holds it. */
export async function heldRole(house: House, of: RoleArea): Promise<{ roleId: string; id: string; version: number }> {
  const [roleId, id] = [await newRole(house, of), await house.person()];
  await house.boss.call(of.contract.assignEmployees, { roleId, ids: [id] });
  const { version } = (await house.boss.call(of.contract.find, { roleId })) as { version: number };
  return { roleId, id, version };
}

/** Inputs of the writes that every area has. */
export function roleTries(of: RoleArea): Readonly<Record<string, TrySample>> {
  const { area, contract } = of;
  const held = (house: House) => heldRole(house, of);
  const given = async (house: House, ids: string[]): Promise<Values> => ({ roleId: await newRole(house, of), ids });
  const tries: Record<string, TrySample> = {
    save: (house) => fresh(house, of),
    update: async (house) => {
      const { roleId, version } = await held(house);
      return { roleId, version, name: word() };
    },
    copy: async (house) => ({ roleId: (await held(house)).roleId, name: word(), code: word() }),
    delete: async (house) => ({ ids: [(await held(house)).roleId] }),
    enable: async (house) => {
      const { roleId } = await held(house);
      await house.boss.call(contract.disable, { ids: [roleId] });
      return { ids: [roleId] };
    },
    disable: async (house) => ({ ids: [(await held(house)).roleId] }),
    assignEmployees: async (house) => given(house, [await house.person()]),
    assignDepartments: async (house) => given(house, [await house.department(word())]),
    assignCrowds: async (house) => given(house, [await crowdOfOne(house)]),
    removeMembers: async (house) => {
      const { roleId, id } = await held(house);
      return { roleId, kind: 'employee', ids: [id] };
    },
  };
  return Object.fromEntries(Object.entries(tries).map(([verb, make]) => [`role/${area}/${verb}`, make]));
}
