import { contactConfigGet } from '../common/config.contract.ts';
import { fieldList, fieldSave } from '../common/field.contract.ts';
import { contactRole, contactSaveRanges } from '../common/role.contract.ts';
import { belongsSave, specialDisable, specialUser } from '../common/special.contract.ts';
import { whiteAdd } from '../common/whitelist.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `contact${(made += 1)}`;
const tomorrow = (): number => Date.now() + 86_400_000;

const roleDraft = () => ({ name: word(), code: word(), ownerDeptId: rootDepartmentId });
/** A contact role that nobody holds. */
export const newContactRole = async ({ boss }: House): Promise<string> => (await boss.call(contactRole.save, roleDraft())).roleId;
/** A special user rule that protects nobody. */
export const newSpecial = async ({ boss }: House): Promise<string> =>
  (await boss.call(specialUser.save, { ...roleDraft(), mode: 'limited' })).roleId;

/** A contact role with a range of its own and somebody who holds it. */
const held = async (house: House) => {
  const [roleId, id] = [await newContactRole(house), await house.person()];
  await house.boss.call(contactSaveRanges, { roleId, version: 1, kind: 'auth', rows: [{ kind: 'depts', ids: [rootDepartmentId] }] });
  await house.boss.call(contactRole.assignEmployees, { roleId, ids: [id] });
  return { roleId, id, version: (await house.boss.call(contactRole.find, { roleId })).version };
};
/** A special user rule with somebody whom it protects and somebody who is an exception. */
const ruling = async (house: House) => {
  const [roleId, id, other] = [await newSpecial(house), await house.person(), await house.person()];
  await house.boss.call(belongsSave, { roleId, parties: [{ kind: 'employee', id }] });
  await house.boss.call(specialUser.assignEmployees, { roleId, ids: [other] });
  return { roleId, id, other, version: (await house.boss.call(specialUser.find, { roleId })).version };
};
const white = async (house: House): Promise<string> =>
  (await house.boss.call(whiteAdd, { memberKind: 'employee', memberId: await house.person(), reason: 'x', until: tomorrow() })).id;
const fields = async ({ boss }: House) => {
  const { version, fields: all } = await boss.call(fieldList, {});
  return { version, fields: all.map((field) => (field.fieldKey === 'remark' ? { ...field, section: word() } : field)) };
};

/** Inputs of writes to the contacts. */
export const tries: Readonly<Record<string, TrySample>> = {
  'role/contact/save': async () => roleDraft(),
  'role/contact/update': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, description: word() };
  },
  'role/contact/copy': async (house) => ({ roleId: (await held(house)).roleId, name: word(), code: word() }),
  'role/contact/delete': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/contact/enable': async (house) => {
    const { roleId } = await held(house);
    await house.boss.call(contactRole.disable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'role/contact/disable': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/contact/assignEmployees': async (house) => ({ roleId: await newContactRole(house), ids: [await house.person()] }),
  'role/contact/assignDepartments': async (house) => ({ roleId: await newContactRole(house), ids: [await house.department(word())] }),
  'role/contact/removeMembers': async (house) => {
    const { roleId, id } = await held(house);
    return { roleId, kind: 'employee', ids: [id] };
  },
  'role/contact/saveRanges': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, kind: 'auth', rows: [{ kind: 'ownCompany' }] };
  },
  'role/contact/reorder': async (house) => {
    const ids = [await newContactRole(house), await newContactRole(house)];
    return { ids: ids.toReversed() };
  },
  'role/contact/saveResources': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, functions: ['person.card'] };
  },
  'role/cpd/save': async () => ({ ...roleDraft(), mode: 'hidden' }),
  'role/cpd/update': async (house) => {
    const { roleId, version } = await ruling(house);
    return { roleId, version, mode: 'searchOnly' };
  },
  'role/cpd/saveResources': async (house) => {
    const { roleId, version } = await ruling(house);
    return { roleId, version, fields: [{ fieldKey: 'mobile', show: false }], deniedFunctions: ['number.dial'] };
  },
  'role/cpd/delete': async (house) => ({ ids: [(await ruling(house)).roleId] }),
  'role/cpd/enable': async (house) => {
    const { roleId } = await ruling(house);
    await house.boss.call(specialDisable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'role/cpd/disable': async (house) => ({ ids: [(await ruling(house)).roleId] }),
  'role/cpd/assignEmployees': async (house) => ({ roleId: await newSpecial(house), ids: [await house.person()] }),
  'role/cpd/assignDepartments': async (house) => ({ roleId: await newSpecial(house), ids: [await house.department(word())] }),
  'role/cpd/removeMembers': async (house) => {
    const { roleId, other } = await ruling(house);
    return { roleId, kind: 'employee', ids: [other] };
  },
  'contact/special/enable': async (house) => {
    const { roleId } = await ruling(house);
    await house.boss.call(specialDisable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'contact/special/disable': async (house) => ({ ids: [(await ruling(house)).roleId] }),
  'contact/special/reorder': async (house) => {
    const ids = [await newSpecial(house), await newSpecial(house)];
    return { ids: ids.toReversed() };
  },
  'contact/special/belongs/save': async (house) => ({
    roleId: await newSpecial(house),
    parties: [{ kind: 'employee', id: await house.person() }],
  }),
  'contact/special/belongs/remove': async (house) => {
    const { roleId, id } = await ruling(house);
    return { roleId, parties: [{ kind: 'employee', id }] };
  },
  'contact/field/save': async (house) => {
    // What the other takes back.
    await house.boss.call(fieldSave, await fields(house));
    return fields(house);
  },
  'contact/field/reset': async ({ boss }) => ({ version: (await boss.call(fieldList, {})).version }),
  'contact/config/update': async ({ boss }) => ({
    version: (await boss.call(contactConfigGet, {})).version,
    searchLimit: 60 + (made += 1),
  }),
  'contact/whitelist/add': async (house) => ({ memberKind: 'employee', memberId: await house.person(), reason: 'x', until: tomorrow() }),
  'contact/whitelist/update': async (house) => ({ id: await white(house), version: 1, includeHidden: true }),
  'contact/whitelist/delete': async (house) => ({ ids: [await white(house)] }),
};
