import { resourcePage, roleManage } from '#modules/system/common/permissions.ts';
import type { House } from '../../../../tests/access/house.ts';
import { listRecycled } from '#kit/common/change/recycle-bin.contract.ts';
import { departmentGet, departmentRemove } from '../common/department.contract.ts';
import { employeeGet } from '../common/employee.contract.ts';
import { rootDepartmentId } from '../common/root.ts';

let made = 0;
/** An unused word. */
export const word = (): string => `try${(made += 1)}`;
/** What a role gives. */
export const codes = [resourcePage.code, roleManage.code];
export const everywhere = { kind: 'all' } as const;

/** A department. */
export const department = async (house: House, parentId: string = rootDepartmentId): Promise<{ id: string; version: number }> => {
  const id = await house.department(word(), parentId);
  return { id, version: (await house.boss.call(departmentGet, { id })).version };
};
/** Somebody. */
export const person = async (house: House, ...departments: string[]): Promise<{ id: string; version: number }> => {
  const id = await house.person(departments.length > 0 ? departments : [rootDepartmentId], word());
  return { id, version: (await house.boss.call(employeeGet, { id })).version };
};
/** A department with a role for its people. */
export const ruling = async (house: House): Promise<{ id: string; version: number }> => {
  const found = await department(house);
  await house.role({ codes, range: everywhere, departments: [found.id] });
  return found;
};
/** Somebody who is signed in, in a department of its own, with a role by name. */
export const signedIn = async (house: House) => {
  const home = await department(house);
  const { id, roleId } = await house.administrator({ codes, range: everywhere }, [home.id]);
  return { id, roleId, home, version: (await house.boss.call(employeeGet, { id })).version, roleVersion: await house.version(roleId) };
};
/** Somebody who is signed in by the role of a department. */
export const signedInBelow = async (house: House, departmentId: string) => {
  const found = await person(house, departmentId);
  await house.signIn(found.id);
  return found;
};

/** A department that was deleted: its line in the journal. */
export const deletion = async (house: House): Promise<string> => {
  const { id } = await department(house);
  await house.boss.call(departmentRemove, { ids: [id] });
  return (await house.boss.call(listRecycled, { pageSize: 500 })).list.find(({ objectId }) => objectId === id)!.operationId;
};
