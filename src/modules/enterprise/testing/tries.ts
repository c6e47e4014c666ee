import { fileRule, whiteAdd } from '../common/file-rule.contract.ts';
import { memberLimitAdd, memberLimitDisable } from '../common/member-limit.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `limit${(made += 1)}`;

const memberDraft = () => ({
  name: word(),
  ownerDeptId: rootDepartmentId,
  from: [{ kind: 'department' as const, id: rootDepartmentId }],
  to: [{ kind: 'everyone' as const }],
  enabled: false,
});
const member = async (house: House): Promise<string> => (await house.boss.call(memberLimitAdd, memberDraft())).id;
/** A file rule that holds nobody. */
export const newRule = async (house: House): Promise<string> =>
  (await house.boss.call(fileRule.save, { name: word(), code: word() })).roleId;
const held = async (house: House): Promise<{ roleId: string; id: string }> => {
  const [roleId, id] = [await newRule(house), await house.person()];
  await house.boss.call(fileRule.assignEmployees, { roleId, ids: [id] });
  await house.boss.call(whiteAdd, { roleId, ids: [id], reason: 'x' });
  return { roleId, id };
};

/** Inputs of writes to limits, file rules and white lists. */
export const tries: Readonly<Record<string, TrySample>> = {
  'im/memberLimit/add': async () => memberDraft(),
  'im/memberLimit/update': async (house) => ({ id: await member(house), version: 1, direction: 'both' }),
  'im/memberLimit/enable': async (house) => ({ ids: [await member(house)] }),
  'im/memberLimit/disable': async (house) => {
    const { id } = await house.boss.call(memberLimitAdd, { ...memberDraft(), enabled: true });
    await house.boss.call(memberLimitDisable, { ids: [await member(house)] });
    return { ids: [id] };
  },
  'im/memberLimit/delete': async (house) => ({ ids: [await member(house)] }),
  'im/memberLimit/reorder': async (house) => {
    const ids = [await member(house), await member(house)];
    return { ids: ids.toReversed() };
  },
  'role/fmm/save': async () => ({ name: word(), code: word() }),
  'role/fmm/update': async (house) => {
    const { roleId } = await held(house);
    return { roleId, version: (await house.boss.call(fileRule.find, { roleId })).version, ruleType: 2 };
  },
  'role/fmm/copy': async (house) => ({ roleId: (await held(house)).roleId, name: word(), code: word() }),
  'role/fmm/delete': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/fmm/enable': async (house) => {
    const { roleId } = await held(house);
    await house.boss.call(fileRule.disable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'role/fmm/disable': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/fmm/assignEmployees': async (house) => ({ roleId: await newRule(house), ids: [await house.person()] }),
  'role/fmm/assignDepartments': async (house) => ({ roleId: await newRule(house), ids: [await house.department(word())] }),
  'role/fmm/removeMembers': async (house) => {
    const { roleId, id } = await held(house);
    return { roleId, kind: 'employee', ids: [id] };
  },
  'role/fmm/whiteList/add': async (house) => ({ roleId: await newRule(house), ids: [await house.person()], reason: 'x' }),
  'role/fmm/whiteList/remove': async (house) => {
    const { roleId, id } = await held(house);
    return { roleId, ids: [id] };
  },
};
