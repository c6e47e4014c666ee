import { fileRule, whiteAdd } from '../common/file-rule.contract.ts';
import { memberLimitAdd } from '../common/member-limit.contract.ts';
import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import { peopleOutside as people, roleOnBothSides } from '../../../../tests/conformance/range/role-on-both-sides.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

let made = 0;
const word = (): string => `range_limit_${(made += 1)}`;
const person = ({ outside }: World): string => outside.person.id;
const department = ({ outside }: World): string => outside.department.id;
const refused = (refusing: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: refusing });

type Side = World['inside'];
const memberDraft = (side: Side) => ({
  name: word(),
  ownerDeptId: side.department.id,
  from: [{ kind: 'department' as const, id: side.department.id }],
  to: [{ kind: 'employee' as const, id: side.person.id }],
});
const limit = async (world: World, side: Side): Promise<string> =>
  (await world.boss.call(memberLimitAdd, { ...memberDraft(side), enabled: false })).id;
const some = (world: World) => async (): Promise<Values[]> => {
  const [good, bad] = [await limit(world, world.inside), await limit(world, world.outside)];
  return [{ ids: [bad] }, { ids: [good, bad] }, { ids: [good, nobody] }];
};
/** Parties on either side that lie outside. */
const foreignSides = ({ inside, outside }: World): Values[] => {
  const { from, to } = memberDraft(inside);
  return [
    { from: [{ kind: 'department', id: outside.department.id }], to },
    { from, to: [{ kind: 'employee', id: outside.person.id }] },
    { from, to: [{ kind: 'employee', id: nobody }] },
    { from, to, exceptions: [outside.person.id] },
  ];
};

const members: Readonly<Record<string, Sample>> = {
  'im/memberLimit/list': {
    hidden: async (world) => ({ input: { pageSize: 500 }, ids: [await limit(world, world.outside)], counted: true }),
  },
  'im/memberLimit/get': refused(async (world) => [{ id: await limit(world, world.outside) }, { id: nobody }]),
  'im/memberLimit/add': refused((world) => [
    memberDraft(world.outside),
    ...foreignSides(world).map((sides) => ({ ...memberDraft(world.inside), ...sides })),
    { ...memberDraft(world.inside), from: [{ kind: 'everyone' }] },
  ]),
  'im/memberLimit/update': refused(async (world) => {
    const id = await limit(world, world.inside);
    return [
      { id: await limit(world, world.outside), version: 1, name: word() },
      { id: nobody, version: 1, name: word() },
      { id, version: 1, ownerDeptId: department(world) },
      ...foreignSides(world).map((sides) => ({ id, version: 1, ...sides })),
    ];
  }),
  'im/memberLimit/enable': refused((world) => some(world)()),
  'im/memberLimit/disable': refused((world) => some(world)()),
  'im/memberLimit/delete': refused((world) => some(world)()),
  'im/memberLimit/reorder': refused(async (world) => [{ ids: [await limit(world, world.inside)] }]),
  'im/memberLimit/sizes': {
    hidden: async (world) => {
      const id = await limit(world, world.outside);
      return { input: { ids: [id] }, ids: [id] };
    },
  },
  'im/memberLimit/preview': refused((world) => foreignSides(world)),
  'im/limit/simulate': refused((world) => [
    { from: person(world), action: 'message' },
    { from: world.inside.person.id, to: person(world), action: 'chat' },
    { from: nobody, action: 'message' },
  ]),
};

/** A file rule that holds people on both sides, some of them on its white list. */
const { role: rule, ofRole: ofRule } = roleOnBothSides(fileRule, ({ boss, inside, outside }, roleId) =>
  boss.call(whiteAdd, { roleId, ids: [inside.person.id, outside.person.id], reason: 'x' }),
);
const page = { pageNum: 1, pageSize: 200 };

const named = 'Rules of other departments are named in roles-outside.test.ts';
const rules: Readonly<Record<string, Sample>> = {
  'role/fmm/list': { free: named },
  'role/fmm/search': { free: named },
  'role/fmm/find': { free: named },
  'role/fmm/getOrgRolePaged': refused((world) => [
    { ...page, deptId: department(world) },
    { ...page, deptId: nobody },
  ]),
  'role/fmm/save': { free: named },
  'role/fmm/copy': { free: named },
  'role/fmm/update': refused(async (world) => [{ ...(await rule(world)), ruleType: 2 }]),
  'role/fmm/delete': refused(async (world) => [{ ids: [(await rule(world)).roleId] }]),
  'role/fmm/enable': { free: 'What switching on reaches is what switching off reaches' },
  'role/fmm/disable': refused(async (world) => [{ ids: [(await rule(world)).roleId] }]),
  'role/fmm/getRoleEmpList': {
    hidden: async (world) => ({ input: { ...page, roleId: (await rule(world)).roleId }, ids: [person(world)], counted: true }),
  },
  'role/fmm/getRoleDeptList': {
    hidden: async (world) => ({ input: { ...page, roleId: (await rule(world)).roleId }, ids: [department(world)], counted: true }),
  },
  'role/fmm/getRoleGroupList': { free: 'There are no crowds yet' },
  'role/fmm/search/roleEmpList': {
    hidden: async (world) => ({ input: { ...page, roleId: (await rule(world)).roleId }, ids: [person(world)], counted: true }),
  },
  'role/fmm/assignEmployees': ofRule(people),
  'role/fmm/assignDepartments': ofRule((world) => [{ ids: [department(world)] }, { ids: [nobody] }]),
  'role/fmm/assignCrowds': ofRule(() => [{ ids: [nobody] }]),
  'role/fmm/removeMembers': ofRule((world) => people(world).map((one) => ({ kind: 'employee', ...one }))),
  'role/fmm/whiteList/list': {
    hidden: async (world) => ({ input: { ...page, roleId: (await rule(world)).roleId }, ids: [person(world)], counted: true }),
  },
  'role/fmm/exportMembers': { free: 'The job shows whom the list of members shows; tests/access/reviews.test.ts' },
  'role/fmm/importMembers': { free: 'Accounts outside the range become refused lines of the plan; tests/access/reviews.test.ts' },
  'role/fmm/whiteList/export': { free: 'The job shows whom the white list shows; tests/limits.test.ts' },
  'role/fmm/whiteList/import': { free: 'Accounts outside the range become refused lines of the plan; tests/limits.test.ts' },
  'role/fmm/whiteList/add': ofRule((world) => people(world).map((one) => ({ ...one, reason: 'x' }))),
  'role/fmm/whiteList/remove': ofRule(people),
};

/** How limits, file rules and white lists are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = { ...members, ...rules };
