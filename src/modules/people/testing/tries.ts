import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { departmentDisable, departmentGet } from '../common/department.contract.ts';
import { employeeDisable, employeeRemove } from '../common/employee.contract.ts';
import { settingGet } from '../common/setting.contract.ts';
import { department, person, ruling, signedIn, signedInBelow, word } from './made.ts';
import { leftPerson } from './tries-life.ts';

const assignments = (...ids: string[]) => ids.map((departmentId, at) => ({ departmentId, primary: at === 0 }));

/** Inputs of writes to departments. */
export const departmentTries: Readonly<Record<string, TrySample>> = {
  'muc/dept/add': async (house) => ({
    parentId: (await ruling(house)).id,
    name: { zh_CN: word() },
    managerIds: [(await person(house)).id],
  }),
  'muc/dept/update': async (house) => ({ ...(await department(house)), name: { zh_CN: word() }, phone: '1' }),
  'muc/dept/enable': async (house) => {
    const { id } = await department(house);
    await house.boss.call(departmentDisable, { ids: [id] });
    return { ids: [id] };
  },
  'muc/dept/disable': async (house) => {
    const { id } = await department(house);
    await person(house, (await department(house, id)).id);
    return { ids: [id], reason: 'Closed' };
  },
  'muc/dept/delete': async (house) => {
    const { id } = await department(house, (await ruling(house)).id);
    const { id: moveTo } = await department(house);
    await department(house, id);
    await person(house, id);
    await signedInBelow(house, id);
    return { ids: [id], moveTo };
  },
  'muc/setting/update': async (house) => ({ version: (await house.boss.call(settingGet, {})).version, recycleDays: 60 }),
  'muc/dept/move': async (house) => {
    const from = await ruling(house);
    const moved = await department(house, from.id);
    await signedInBelow(house, (await department(house, moved.id)).id);
    return { ...moved, parentId: (await department(house)).id };
  },
  'muc/dept/reorder': async (house) => {
    const { id } = await department(house);
    const children = [await department(house, id), await department(house, id), await department(house, id)];
    const { version } = await house.boss.call(departmentGet, { id });
    return { parentId: id, ids: children.map((child) => child.id).toReversed(), version };
  },
};

/** Inputs of writes to people. */
export const peopleTries: Readonly<Record<string, TrySample>> = {
  'muc/employee/add': async (house) => ({ account: word(), name: word(), assignments: assignments((await ruling(house)).id) }),
  'muc/employee/update': async (house) => {
    const from = await ruling(house);
    const found = await signedInBelow(house, from.id);
    return { ...found, title: word(), assignments: assignments((await department(house)).id) };
  },
  'muc/employee/enable': async (house) => {
    const { id } = await person(house);
    await house.boss.call(employeeDisable, { ids: [id] });
    return { ids: [id, (await person(house)).id] };
  },
  'muc/employee/disable': async (house) => ({ ids: [(await signedIn(house)).id, (await person(house)).id], reason: 'Left' }),
  // Who has left already comes back from the bin as they were.
  'muc/employee/delete': async (house) => ({ ids: [await leftPerson(house)] }),
  'muc/employee/restore': async (house) => {
    const id = await leftPerson(house);
    await house.boss.call(employeeRemove, { ids: [id] });
    return { ids: [id] };
  },
};
